"""The table, tile by tile beside the replay, which works it out in another way."""

from __future__ import annotations

from collections import Counter

import pytest

import analyzer
from analyzer.replay.facts import Facts, Place
from analyzer.view.table import Side, Table
from analyzer.vocabulary import PlayKind, kind_of, mpsz
from tests.hands import Hand, log_of
from tests.view.hands import ENDINGS, ending, facts_after, tehai


def places(table: Table) -> dict[int, int]:
    """Where each tile lies, as the replay names places: a called tile lies in the meld alone."""
    found = dict.fromkeys(table.indicators, int(Place.INDICATOR))
    for side in table.sides:
        held = [*side.tehai, *([] if side.drawn is None else [side.drawn])]
        lying = [one.tile for one in side.river if one.called_by is None]
        parts = (
            (Place.CONCEALED, held),
            (Place.MELD, [one.tile for meld in side.melds for one in meld.tiles]),
            (Place.RIVER, lying),
            (Place.KITA, side.kita),
        )
        for place, tiles in parts:
            found |= dict.fromkeys(tiles, int(place) + side.seat)
    return found


def replayed(facts: Facts, row: int) -> dict[int, int]:
    return {tile: place for tile, place in enumerate(facts.place[row].tolist()) if place}


def assert_same(table: Table, facts: Facts, row: int) -> None:
    """Every tile lies where the replay has it, and what is counted agrees."""
    assert places(table) == replayed(facts, row)
    assert table.live_tiles == facts.live_tiles[row]
    assert table.sticks == facts.riichi_sticks[row]
    for side in table.sides:
        assert side.wind == (side.seat - int(facts.dealer[row])) % len(table.sides)
        assert side.score == facts.scores[row, side.seat]
        assert len(side.river) == facts.discards[row, side.seat]
        assert side.riichi == (facts.riichi_order[row, side.seat] > 0)
        assert side.stick == facts.riichi_accepted[row, side.seat]
        assert any(one.called_by is not None for one in side.river) == facts.river_called[row, side.seat]
        assert_same_melds(side, facts, row)


def assert_same_melds(side: Side, facts: Facts, row: int) -> None:
    count = int(facts.meld_count[row, side.seat])
    sources = facts.meld_source[row, side.seat, :count].tolist()

    assert [meld.kind for meld in side.melds] == facts.meld_kind[row, side.seat, :count].tolist()
    assert [side.seat if meld.source is None else meld.source for meld in side.melds] == sources
    assert [min(kind_of(one.tile) for one in meld.tiles) for meld in side.melds] == facts.meld_tile[
        row, side.seat, :count
    ].tolist()


@pytest.mark.parametrize("name", ENDINGS)
def test_every_tile_lies_where_the_replay_has_it_at_the_end(name):
    hand = ending(name)

    assert_same(hand.table(), hand.facts, 0)


@pytest.mark.parametrize("name", ["chankan", "suukaikan", "suucha_riichi", "kita_ron", "double_ron"])
def test_every_tile_lies_where_the_replay_has_it_after_every_play(name):
    hand = ending(name)
    tables = hand.tables()[:-1]
    facts = facts_after(hand.game.review.events, hand.index, range(len(tables)))

    assert [table.turn for table in tables] == list(range(len(tables)))
    for row, table in enumerate(tables):
        assert_same(table, facts, row)


TEHAI = tehai("5z", "1s", "", "")


def after(hand: Hand) -> Table:
    """The table at the end of a hand that was written by hand."""
    return analyzer.read(hand.xml()).hands[0].table()


def test_a_chi_lies_with_the_called_tile_left():
    table = after(Hand(*tehai("", "68s1z", "", "")).turn(0, "7s").chi(1, "68s").discard(1, "1z").ryuukyoku())
    (meld,) = table.sides[1].melds

    assert meld.kind == PlayKind.CHI
    assert [(mpsz([one.tile]), one.is_turned) for one in meld.tiles] == [
        ("7s", True),
        ("6s", False),
        ("8s", False),
    ]
    assert table.sides[0].river[0].called_by == 1


@pytest.mark.parametrize(
    ("caller", "turned"), [(1, 0), (2, 1), (3, 2)], ids=["from the left", "from across", "from the right"]
)
def test_a_pon_lies_with_the_called_tile_toward_whom_it_came_from(caller, turned):
    starts = ["66z" if seat == caller else "" for seat in range(4)]
    table = after(Hand(*tehai(*starts)).turn(0, "6z").pon(caller).ryuukyoku())
    (meld,) = table.sides[caller].melds

    assert [one.is_turned for one in meld.tiles] == [place == turned for place in range(3)]
    assert meld.source == 0


@pytest.mark.parametrize(("caller", "turned"), [(1, 0), (2, 1), (3, 3)])
def test_a_daiminkan_lies_with_the_called_tile_at_its_side(caller, turned):
    starts = ["666z" if seat == caller else "" for seat in range(4)]
    table = after(Hand(*tehai(*starts)).turn(0, "6z").daiminkan(caller).ryuukyoku())
    (meld,) = table.sides[caller].melds

    assert [one.is_turned for one in meld.tiles] == [place == turned for place in range(4)]


def test_an_ankan_hides_its_outer_tiles_and_a_kakan_lies_on_the_turned_one():
    table = after(
        Hand(*tehai("1111m", "66z1z", "", ""))
        .draw(0, "5z")
        .ankan(0, "1m")
        .turn(0, "6z")
        .pon(1)
        .discard(1, "1z")
        .turn(2, "4z")
        .turn(3, "4z")
        .turn(0, "4z")
        .draw(1, "6z")
        .kakan(1, "6z")
        .ryuukyoku()
    )
    (ankan,), (kakan,) = table.sides[0].melds, table.sides[1].melds

    assert [one.is_hidden for one in ankan.tiles] == [True, False, False, True]
    assert [(one.is_turned, one.is_added) for one in kakan.tiles] == [
        (True, False),
        (True, True),
        (False, False),
        (False, False),
    ]


def test_the_discard_after_a_riichi_tile_that_was_called_lies_turned_too():
    table = after(
        Hand(*tehai("123456789m11p23s", "66z1z", "", ""))
        .riichi(0, "6z")
        .pon(1)
        .discard(1, "1z")
        .turn(2, "4z")
        .turn(3, "4z")
        .turn(0, "2z")
        .turn(1, "3z")
        .turn(2, "5z")
        .turn(3, "5z")
        .turn(0, "3z")
        .ryuukyoku()
    )

    assert [(one.is_turned, one.called_by) for one in table.sides[0].river] == [
        (True, 1),
        (True, None),
        (False, None),
    ]


def test_a_tile_discarded_as_drawn_is_told_from_one_of_the_hand():
    table = after(Hand(*TEHAI).turn(0, "4z").turn(1, "4z", "1s").ryuukyoku())

    assert [one.is_tsumogiri for one in table.sides[0].river] == [True]
    assert [one.is_tsumogiri for one in table.sides[1].river] == [False]


def test_the_end_says_who_won_on_what_and_what_it_brought():
    table = ending("ron").table()
    winner, loser = table.sides[2], table.sides[0]

    assert (winner.is_winner, mpsz([winner.won_on]), winner.delta) == (True, "3m", 1000)
    assert (loser.is_winner, loser.delta, loser.river[-1].is_won) == (False, -1000, True)
    assert Counter(one.is_won for side in table.sides for one in side.river)[True] == 1


def test_a_tsumo_is_won_on_no_tile_of_another_seat():
    sides = ending("tsumo").table().sides

    assert [side.is_winner for side in sides].count(True) == 1
    assert [side.won_on for side in sides] == [None] * 4
    assert not any(one.is_won for side in sides for one in side.river)


def test_a_hand_that_cannot_be_is_drawn_as_far_as_it_goes():
    data = Hand(*TEHAI).turn(0, "4z").xml().replace(b"<D", b"<E").replace(b"</mjloggm>", b"<G3/></mjloggm>")
    table = analyzer.read(data).hands[0].table()

    assert len(table.sides[3].river) == 1
    assert table.outcome.kind == "none"


def test_turns_that_do_not_exist_are_the_users_mistake():
    hand = analyzer.read(log_of(Hand(*TEHAI).turn(0, "4z").ryuukyoku())).hands[0]

    assert [hand.table(turn).turn for turn in (0, 1, 2)] == [0, 1, 2]
    with pytest.raises(analyzer.errors.UserMistake, match=r"E1\.0 has no turn 3; it has turns 0 to 2"):
        hand.table(3)
