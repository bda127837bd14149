"""The table, tile by tile beside the replay, which works it out in another way."""

from __future__ import annotations

import pytest

import analyzer
from analyzer.explain.outcome import Outcome
from analyzer.explain.win import Win
from analyzer.replay.facts import Facts, Place
from analyzer.view.as_text import PLAIN, meld_text, river_text
from analyzer.view.plays import Play
from analyzer.view.table import Side, Table, tables_of
from analyzer.vocabulary import NO_TILE, PlayKind, kind_of, mpsz, parse_tiles
from tests.hands import Hand
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


def test_a_hand_that_cannot_be_is_drawn_as_far_as_it_goes():
    data = Hand(*TEHAI).turn(0, "4z").xml().replace(b"<D", b"<E").replace(b"</mjloggm>", b"<G3/></mjloggm>")
    table = analyzer.read(data).hands[0].table()

    assert len(table.sides[3].river) == 1
    assert table.outcome.kind == "none"


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


@pytest.mark.parametrize(
    ("kind", "tiles", "source", "lies"),
    [
        (PlayKind.CHI, "678s", 3, "chi (7s)6s8s from seat 3"),
        (PlayKind.PON, "777s", 3, "pon (7s)7s7s from seat 3"),
        (PlayKind.PON, "777s", 2, "pon 7s(7s)7s from seat 2"),
        (PlayKind.PON, "777s", 1, "pon 7s7s(7s) from seat 1"),
        (PlayKind.DAIMINKAN, "7777s", 3, "daiminkan (7s)7s7s7s from seat 3"),
        (PlayKind.DAIMINKAN, "7777s", 2, "daiminkan 7s(7s)7s7s from seat 2"),
        (PlayKind.DAIMINKAN, "7777s", 1, "daiminkan 7s7s7s(7s) from seat 1"),
    ],
)
def test_the_called_tile_of_a_meld_lies_toward_whom_it_came_from(kind, tiles, source, lies):
    (called,) = parse_tiles("7s")

    after = after_plays(a_play(kind, 0, "7s", tiles, called=called, source=source))

    assert told(after.sides[0]) == lies


def test_the_discard_after_a_riichi_tile_that_was_called_lies_turned_too():
    (called,) = parse_tiles("6z")
    declared = (a_play(PlayKind.RIICHI, 0), a_play(PlayKind.DISCARD, 0, "6z"))
    discards = (a_play(PlayKind.DISCARD, 0, "2z"), a_play(PlayKind.DISCARD, 0, "3z"))

    after = after_plays(*declared, a_play(PlayKind.PON, 1, "6z", "666z", called=called, source=0), *discards)

    assert told(after.sides[0]) == "([6z]) [2z] 3z"


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

    first = Table.dealt(hand.turn(1, "5z").events(), 0, names, dealer, 2)

    assert (first.name, first.sticks, first.live_tiles, first.turn, first.turns) == (kyoku, 2, left, 0, 2)
    assert [one.wind for one in first.sides] == winds
    assert [one.score for one in first.sides] == [24000, 26000, 25000, 23000][: len(starts)]
    assert [len(one.tehai) for one in first.sides] == [13] * len(starts)
    assert (first.play, first.outcome, mpsz(first.indicators)) == (None, None, "9s")
