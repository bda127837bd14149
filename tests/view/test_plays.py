"""The plays of a hand as rows."""

from __future__ import annotations

import numpy as np

import analyzer
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.reader import read_markup
from analyzer.view.plays import plays_frame, plays_of, shown_seats
from analyzer.vocabulary import PlayKind
from tests.case_files import each, rows
from tests.hands import Hand, log_of
from tests.view.hands import a_play, tehai


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


def test_a_riichi_between_draw_and_discard_leaves_the_tile_discarded_as_drawn():
    quiet = ("147m258p369s2346z", "258m369p147s2347z", "369m147p258s3677z")
    hand = Hand("345m678p345s78s22p", *quiet).riichi(0, "9m").turn(1, "1z", "2z").riichi(2, "5z", "2z")

    discards = [play for play in plays_of(hand.events(), 0) if play.kind == PlayKind.DISCARD]

    assert [play.is_tsumogiri for play in discards] == [True, False, False]


@each(rows("view/plays", "play"))
def test_each_kind_of_play_has_its_words(row):
    assert str(a_play(row["play"])) == row["words"]


def called() -> Hand:
    """Seat 0 keeps 9m from its draw, then pons and discards it; then there are kans, and two seats show."""
    start = tehai("66z1111m", "5z1p", "666s6z", "")
    hand = (
        Hand(*start).draw(0, "9m").discard(0, "1m").turn(1, "5z", "1p").turn(2, "6z").pon(0).discard(0, "9m")
    )
    hand = hand.draw(1, "6s").discard(1, "6s").daiminkan(2).draw(2, "9p").dora("1s").discard(2, "9p")
    return hand.ryuukyoku(1, 3)


def test_a_tile_kept_from_an_earlier_draw_is_not_discarded_as_drawn():
    discards = [one for one in plays_of(called().events(), 0) if one.kind == PlayKind.DISCARD]

    assert [one.text.removeprefix("discards ") for one in discards] == [
        *("1m", "1p", "6z, as drawn", "9m", "6s, as drawn", "9p, as drawn")
    ]


def test_a_call_names_its_tiles_and_where_the_called_one_came_from():
    found = {one.kind: one for one in plays_of(called().events(), 0)}
    pon, kan, dora = (found[kind] for kind in (PlayKind.PON, PlayKind.DAIMINKAN, PlayKind.DORA))

    assert (pon.text, pon.source) == ("pon 666z with 6z of seat 2", 2)
    assert (kan.text, kan.source) == ("daiminkan 6666s with 6s of seat 1", 1)
    assert (dora.seat, dora.tiles, dora.called, dora.source) == (None, (), None, None)
    assert (found[PlayKind.DRAW].called, found[PlayKind.DRAW].tiles) == (None, ())
    # mjloggm, GO, UN, TAIKYOKU and INIT come before.
    assert [one.element for one in plays_of(called().events(), 0)][:3] == [5, 6, 7]
    hand = Hand(*tehai("111m", "", "", "")).draw(0, "1m").ankan(0, "1m").ryuukyoku()
    (kan,) = [one for one in plays_of(hand.events(), 0) if one.kind == PlayKind.ANKAN]
    assert (kan.text, kan.called, kan.source) == ("ankan 1111m", None, None)


def test_plays_are_those_of_their_hand_and_so_are_the_seats_that_show():
    first, second = called(), Hand(*tehai("", "", "", ""), kyoku="E1.1").turn(0, "5z").ryuukyoku(2)
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
