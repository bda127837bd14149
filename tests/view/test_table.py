"""The plays of a hand as rows; the table, tile by tile beside the replay, which works it out otherwise."""

import numpy as np
import pytest

import analyzer
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.reader import read_markup
from analyzer.replay.facts import Facts, Place
from analyzer.view.as_text import PLAIN, meld_text, river_text
from analyzer.view.plays import plays_frame, plays_of, shown_seats
from analyzer.view.table import Side, Table, tables_of
from analyzer.vocabulary import NO_TILE, kind_of, mpsz, parse_tiles
from tests.case_files import each, rows
from tests.hands import Hand, log_of
from tests.replay.written_cases import play
from tests.view.hands import ENDINGS, a_play, a_side, a_table, an_end, ending, facts_after, tehai


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


def assert_same(table: Table, facts: Facts, row: int) -> None:
    """Every tile lies where the replay has it, and what is counted agrees."""
    assert places(table) == {tile: place for tile, place in enumerate(facts.place[row].tolist()) if place}
    assert table.live_tiles == facts.live_tiles[row]
    assert table.sticks == facts.riichi_sticks[row]
    for side in table.sides:
        assert side.wind == (side.seat - int(facts.dealer[row])) % len(table.sides)
        assert side.score == facts.scores[row, side.seat]
        assert len(side.river) == facts.discards[row, side.seat]
        assert side.riichi == (facts.riichi_order[row, side.seat] > 0)
        assert side.stick == facts.riichi_accepted[row, side.seat]
        assert any(one.called_by is not None for one in side.river) == facts.river_called[row, side.seat]
        count = int(facts.meld_count[row, side.seat])
        told = (
            getattr(facts, name)[row, side.seat, :count] for name in ("meld_kind", "meld_source", "meld_tile")
        )
        laid = [
            (
                meld.kind,
                side.seat if meld.source is None else meld.source,
                min(kind_of(one.tile) for one in meld.tiles),
            )
            for meld in side.melds
        ]
        assert laid == [*zip(*(column.tolist() for column in told), strict=True)]


EACH_PLAY = ("chankan", "suukaikan", "suucha_riichi", "kita_ron", "double_ron")


@pytest.mark.parametrize("name", ENDINGS)
def test_every_tile_lies_where_the_replay_has_it_at_the_end_and_after_every_play(name):
    hand = ending(name)
    tables = hand.tables()[: -1 if name in EACH_PLAY else 1]
    facts = facts_after(hand.game.review.events, hand.index, range(len(tables)))

    assert_same(hand.table(), hand.facts, 0)
    assert [table.turn for table in tables] == list(range(len(tables)))
    for row, table in enumerate(tables):
        assert_same(table, facts, row)


def test_a_hand_that_cannot_be_is_drawn_as_far_as_it_goes():
    data = Hand(*tehai("5z", "1s", "", "")).turn(0, "4z").xml()
    data = data.replace(b"<D", b"<E").replace(b"</mjloggm>", b"<G3/></mjloggm>")
    table = analyzer.read(data).hands[0].table()

    assert len(table.sides[3].river) == 1
    assert table.outcome.kind == "none"


def told(one: Side) -> str:
    """The tiles of a seat in a line, as text shows them."""
    parts = [mpsz(one.tehai), *(meld_text(meld, PLAIN) for meld in one.melds)]
    return " ".join([*parts, *(river_text(discard, PLAIN) for discard in one.river)]).strip()


@each(rows("view/hands", "hand"))
def test_plays_lead_to_the_table_that_they_say_also_where_they_cannot_be(row):
    dealt = a_table(
        a_side(0, row.get("tehai", "")), *(a_side(seat) for seat in range(1, row.get("seats", 4)))
    )
    end = an_end(row.get("kind", "none"), row.get("wins", ()), **{n: row[n] for n in TOLD & row.keys()})

    tables = tables_of(
        dealt, list(map(a_play, row["plays"])), end, ura=(*parse_tiles("1s"), NO_TILE), stick=1000
    )

    last, sides = tables[-1], tables[-1].sides
    found = {str(side.seat): told(side) for side in sides} | {
        "rivers": [" ".join(river_text(one, PLAIN) for one in side.river) for side in sides],
        "won_on": ["" if side.won_on is None else mpsz([side.won_on]) for side in sides],
        "kita": [mpsz(side.kita) for side in sides],
        "scores": [side.score for side in sides],
        "deltas": [side.delta for side in sides if side.delta is not None],
        "turned": [at for meld in sides[0].melds for at, one in enumerate(meld.tiles) if one.is_turned],
        "winners": [side.seat for side in sides if side.is_winner],
        "tenpai": [side.seat for side in sides if side.is_tenpai],
        "noten": [side.seat for side in sides if side.is_tenpai is False],
        "riichi": [side.seat for side in sides if side.riichi],
        "paid": [side.seat for side in sides if side.stick],
        "left": last.live_tiles,
        "sticks": last.sticks,
        "indicators": mpsz(last.indicators),
        "ura": mpsz(last.ura),
    }
    assert {name: found[name] for name in row["then"]} == row["then"]
    assert [table.turn for table in tables] == [*range(len(row["plays"]) + 1), len(row["plays"])]


TOLD = {"tenpai", "deltas"}


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


# Plays.


def test_plays_are_a_frame_numbered_from_one():
    hand = (
        Hand(*tehai("66z", "55z1p", "", "")).turn(0, "5z").pon(1).discard(1, "1p").turn(2, "9m").ryuukyoku()
    )

    frame = analyzer.read(hand.xml()).hands[0].plays

    assert frame.index.tolist() == [1, 2, 3, 4, 5, 6]
    assert frame["kind"].tolist() == ["draw", "discard", "pon", "discard", "draw", "discard"]
    assert frame["seat"].tolist() == [0, 0, 1, 1, 2, 2]
    assert frame["tile"].tolist() == ["5z", "5z", "5z", "1p", "9m", "9m"]
    assert frame["is_tsumogiri"].tolist() == [False, True, False, False, False, True]
    assert frame.loc[3, ["meld", "source"]].tolist() == ["555z", 0]
    assert frame["meld"].notna().sum() == 1
    assert (frame["source"] - frame["seat"]).dropna().tolist() == [-1]


@each(rows("view/plays", "play"))
def test_each_kind_of_play_has_its_words(row):
    assert str(a_play(row["play"])) == row["words"]


@each(rows("view/plays", "hand"))
def test_the_plays_of_a_hand_are_told_in_order(row):
    hand = Hand(*tehai(*row["deal"]))
    play(hand, row["plays"])
    events = hand.events()

    assert [str(one) for one in plays_of(events, 0)] == row["told"]
    assert [one.element for one in plays_of(events, 0)] == events.plays.element.tolist()


def test_plays_are_those_of_their_hand_and_so_are_the_seats_that_show():
    first, second = (Hand(*tehai("", "", "", ""), kyoku=kyoku) for kyoku in ("E1.0", "E1.1"))
    first.turn(0, "6z").ryuukyoku(1, 3)
    second.turn(0, "5z").ryuukyoku(2)
    events = decode(read_markup(log_of(first, second))[0])

    assert [one.text for one in plays_of(events, 1)] == ["draws 5z", "discards 5z, as drawn"]
    assert (shown_seats(events, 0), shown_seats(events, 1)) == ((1, 3), (2,))


def test_a_seat_with_four_kans_shows_its_one_tile():
    hand = Hand(*tehai("111222333444m1p", "", "", ""))
    for kind in "1234":
        hand.draw(0, f"{kind}m").ankan(0, f"{kind}m")

    assert shown_seats(hand.turn(0, "5z").ryuukyoku(0).events(), 0) == (0,)


def test_a_frame_has_the_waits_and_says_nothing_where_there_is_nothing():
    two = (a_play("discard 3 0p", 7), a_play("dora 4z", 8))

    frame = plays_frame(two, np.array([1 << 0 | 1 << 3, 0], np.uint64))

    assert frame.index.tolist() == [1, 2]
    assert frame["waits"].iloc[0] == "14m"
    assert frame["seat"].iloc[0] == 3
    assert frame["element"].tolist() == [7, 8]
    assert frame[["seat", "waits", "meld", "source"]].iloc[1].isna().all()
    assert frame["kind"].tolist() == ["discard", "dora"]
