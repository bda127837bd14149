"""The table, tile by tile beside the replay, which works it out in another way."""

from __future__ import annotations

from collections import Counter

import pytest

import analyzer
from analyzer.explain.outcome import Outcome
from analyzer.explain.win import Win
from analyzer.replay.facts import Facts, Place
from analyzer.view.as_text import PLAIN, meld_text, river_text
from analyzer.view.plays import Play
from analyzer.view.table import Side, Table, dealt_table, tables_of
from analyzer.vocabulary import NO_TILE, PlayKind, kind_of, mpsz, parse_tiles
from tests.hands import Hand, log_of
from tests.view.hands import ENDINGS, a_play, a_side, a_table, ending, facts_after, tehai


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


NO_END = Outcome("none", (), None, None)


def after_plays(
    *plays: Play, seats: int = 4, tehai: str = "", outcome: Outcome = NO_END, ura: str = ""
) -> Table:
    """The table at the end of plays that need not be possible; seat 0 is dealt these tiles."""
    dealt = a_table(a_side(0, tehai), *(a_side(seat) for seat in range(1, seats)))
    under = (*parse_tiles(ura), NO_TILE)
    return tables_of(dealt, plays, outcome, ura=under, stick=1000)[-1]


def told(one: Side) -> str:
    """The tiles of a seat in a line, as text shows them."""
    parts = [mpsz(one.tehai), *(meld_text(meld, PLAIN) for meld in one.melds)]
    return " ".join([*parts, *(river_text(discard, PLAIN) for discard in one.river)]).strip()


PON = a_play(PlayKind.PON, 0, "5z", "555z", called=124, source=1)


@pytest.mark.parametrize(
    ("plays", "lies"),
    [
        ([a_play(PlayKind.DISCARD, 0, "9m")], "12m 9m"),
        ([a_play(PlayKind.DISCARD, 0)], "12m discard"),
        ([a_play(PlayKind.DRAW, 0, "9m"), a_play(PlayKind.DRAW, 0, "1s")], "129m"),
        ([a_play(PlayKind.KAKAN, 0, "1m", "1111m")], "2m kakan 1m1m1m1m"),
        ([PON, a_play(PlayKind.KAKAN, 0, "1m", "1111m")], "2m pon 5z5z(5z) from seat 1 kakan 1m1m1m1m"),
        ([PON, a_play(PlayKind.KAKAN, 0, "5z", "5555z")], "12m kakan 5z5z(5z+5z) from seat 1"),
        ([a_play(PlayKind.CHI, 0, "3m", "123m", called=8, source=3)], "chi (3m)1m2m from seat 3"),
        ([a_play(PlayKind.CHI, 0, "3m", "123m", called=8, source=7)], "chi (3m)1m2m from seat 7"),
        ([a_play(PlayKind.DRAW, 7, "9m")], "12m"),
    ],
    ids=[
        "a tile that it does not have",
        "no tile",
        "two draws",
        "a kakan without a pon",
        "a kakan without its pon",
        "a kakan on its pon",
        "a chi from a seat without discards",
        "a chi from nowhere",
        "a draw by nobody",
    ],
)
def test_plays_that_cannot_be_are_drawn_as_far_as_they_go(plays, lies):
    assert told(after_plays(*plays, tehai="12m").sides[0]) == lies


@pytest.mark.parametrize(("called", "lies"), [("1m", "(1m)"), ("2m", "1m")])
def test_only_the_tile_that_was_called_is_gone_from_a_river(called, lies):
    (tile,) = parse_tiles(called)
    thrown = a_play(PlayKind.DISCARD, 1, "1m")

    after = after_plays(
        thrown, a_play(PlayKind.PON, 0, called, called * 3, called=tile, source=1), tehai="11m"
    )

    assert told(after.sides[1]) == lies


def test_a_kakan_goes_on_the_pon_of_its_kind_and_the_other_melds_stay_in_order():
    ankan = a_play(PlayKind.ANKAN, 0, "1z", "1111z")
    chi = a_play(PlayKind.CHI, 0, "1s", "123s", called=72, source=3)
    later = a_play(PlayKind.PON, 0, "6z", "666z", called=128, source=3)

    after = after_plays(
        ankan, chi, PON, later, a_play(PlayKind.KAKAN, 0, "5z", "5555z", called=124, source=1)
    )

    assert told(after.sides[0]) == (
        "ankan ##1z1z## chi (1s)2s3s from seat 3 kakan 5z5z(5z+5z) from seat 1 pon (6z)6z6z from seat 3"
    )


def test_a_kakan_takes_nothing_from_a_river():
    added = a_play(PlayKind.KAKAN, 0, "5z", "5555z", called=124, source=1)

    after = after_plays(a_play(PlayKind.DISCARD, 1, "5z"), added)

    assert told(after.sides[1]) == "5z"


def test_three_players_have_fewer_tiles_to_draw_and_an_indicator_of_nobody_is_shown():
    north, shown = a_play(PlayKind.KITA, 0, "4z"), a_play(PlayKind.DORA, None, "1s")
    after = after_plays(a_play(PlayKind.DRAW, 0, "4z"), north, shown, a_play(PlayKind.DORA, None), seats=3)

    assert (after.live_tiles, after.turn, len(after.sides)) == (69, 4, 3)
    assert after.sides[0].kita == parse_tiles("4z")
    assert mpsz(after.indicators) == "19s"
    assert after.sides[0].drawn is None


def test_a_riichi_costs_its_stick_once_it_is_paid():
    declared = (a_play(PlayKind.RIICHI, 2), a_play(PlayKind.DISCARD, 2, "1m"))
    before, after = after_plays(*declared), after_plays(*declared, a_play(PlayKind.RIICHI_ACCEPTED, 2))

    assert [
        (one.sides[2].riichi, one.sides[2].stick, one.sides[2].score, one.sticks) for one in (before, after)
    ] == [
        (True, False, 25_000, 0),
        (True, True, 24_000, 1),
    ]
    assert [one.score for one in after.sides] == [25_000, 25_000, 24_000, 25_000]


def won(winner: int, loser: int | None) -> Win:
    return Win(winner, loser, None, (), 1, 30, (), None, 0, 1000, (), (0, 0, 0, 0))


THROWN = (a_play(PlayKind.DISCARD, 1, "1m"), a_play(PlayKind.DISCARD, 3, "5z"))
ENDS = {
    "a ron": (THROWN, (won(0, 3),), {0: "5z"}, ["", "1m", "", "5z*"]),
    "a double ron": (THROWN, (won(0, 3), won(1, 3)), {0: "5z", 1: "5z"}, ["", "1m", "", "5z*"]),
    "a tsumo": ((*THROWN, a_play(PlayKind.DRAW, 1, "9p")), (won(1, None),), {}, ["", "1m", "", "5z"]),
    "a tsumo on the last discard's copy": (THROWN, (won(3, None),), {}, ["", "1m", "", "5z"]),
    "a ron after riichi": (
        (
            *THROWN[:1],
            a_play(PlayKind.RIICHI, 3),
            THROWN[1],
            a_play(PlayKind.RIICHI_ACCEPTED, 3),
            a_play(PlayKind.DORA, None, "1s"),
        ),
        (won(0, 3),),
        {0: "5z"},
        ["", "1m", "", "[5z]*"],
    ),
    "a chankan": (
        (*THROWN, a_play(PlayKind.KAKAN, 3, "9p", "9999p")),
        (won(0, 3),),
        {0: "9p"},
        ["", "1m", "", "5z"],
    ),
    "a ron off a seat without a river": (THROWN, (won(0, 2),), {0: "5z"}, ["", "1m", "", "5z"]),
    "a ron before any play": ((), (won(0, 2),), {}, ["", "", "", ""]),
}


@pytest.mark.parametrize(("plays", "wins", "on", "rivers"), ENDS.values(), ids=ENDS)
def test_the_end_marks_the_winners_and_the_tile_let_go(plays, wins, on, rivers):
    end = after_plays(*plays, outcome=Outcome("win", wins, None, (1, 2, 3, 4)), ura="1s")

    assert [one.seat for one in end.sides if one.is_winner] == [win.winner for win in wins]
    assert {one.seat: mpsz([one.won_on]) for one in end.sides if one.won_on is not None} == on
    assert [" ".join(river_text(discard, PLAIN) for discard in one.river) for one in end.sides] == rivers
    assert [(one.delta, one.is_tenpai) for one in end.sides] == [(1, None), (2, None), (3, None), (4, None)]
    assert mpsz(end.ura) == "1s"


def test_a_draw_shows_who_is_tenpai_and_no_ura():
    end = after_plays(outcome=Outcome("exhaustive", (), (1, 2), None), ura="1s")

    assert [(one.delta, one.is_tenpai) for one in end.sides] == [
        (None, False),
        (None, True),
        (None, True),
        (None, False),
    ]
    assert end.ura == ()


@pytest.mark.parametrize(
    ("starts", "kyoku", "left", "winds"),
    [(("", "", "", ""), "E2.1", 70, [3, 0, 1, 2]), (("", "", ""), "S3.0", 55, [1, 2, 0])],
    ids=["four players", "three players"],
)
def test_the_deal_is_as_the_log_has_it(starts, kyoku, left, winds):
    hand = Hand(*tehai(*starts), kyoku=kyoku, kyotaku=2, scores=(24000, 26000, 25000, 23000))
    names, dealer = "ABCD"[: len(starts)], winds.index(0)

    first = dealt_table(hand.turn(1, "5z").events(), 0, names, dealer, 2)

    assert (first.name, first.sticks, first.live_tiles, first.turn, first.turns) == (kyoku, 2, left, 0, 2)
    assert [one.wind for one in first.sides] == winds
    assert [one.score for one in first.sides] == [24000, 26000, 25000, 23000][: len(starts)]
    assert [len(one.tehai) for one in first.sides] == [13] * len(starts)
    assert (first.play, first.outcome, mpsz(first.indicators)) == (None, None, "9s")
