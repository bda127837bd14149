"""How draws, calls and discards are written, and the order of play that two lists a seat give."""

from __future__ import annotations

import time

import pytest

from analyzer.errors import MalformedLog
from analyzer.formats.json_document import Field
from analyzer.formats.tenhou6.hand import DISCARDS, DRAWS, Call, Discard, Hand, in_order
from analyzer.vocabulary import PlayKind
from tests.formats.tenhou6.documents import hand

C, N = 31, 27 + 3
"""Faces of haku and north."""
RED_MAN = 34


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("c131112", Call(PlayKind.CHI, 2, (0, 1), 3)),
        ("c232452", Call(PlayKind.CHI, 11, (12, 35), 3)),
        ("p454545", Call(PlayKind.PON, C, (C, C), 3)),
        ("45p4545", Call(PlayKind.PON, C, (C, C), 2)),
        ("4545p45", Call(PlayKind.PON, C, (C, C), 1)),
        ("1515p51", Call(PlayKind.PON, RED_MAN, (4, 4), 1)),
        ("m36363636", Call(PlayKind.DAIMINKAN, 23, (23, 23, 23), 3)),
        ("36m363636", Call(PlayKind.DAIMINKAN, 23, (23, 23, 23), 2)),
        ("363636m36", Call(PlayKind.DAIMINKAN, 23, (23, 23, 23), 1)),
    ],
)
def test_a_call_names_its_tiles_the_one_called_and_where_it_came_from(text, call):
    assert DRAWS[text] == DRAWS[text] == call


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (23, Discard(11, is_riichi=False)),
        (24.0, Discard(12, is_riichi=False)),
        (60, Discard(-1, is_riichi=False)),
        ("r51", Discard(RED_MAN, is_riichi=True)),
        ("r60", Discard(-1, is_riichi=True)),
        (0, None),
        (0.0, None),
        ("k37373737", Call(PlayKind.KAKAN, 24, (24, 24, 24), 3)),
        ("37k373737", Call(PlayKind.KAKAN, 24, (24, 24, 24), 2)),
        ("1515k5115", Call(PlayKind.KAKAN, RED_MAN, (4, 4, 4), 1)),
        ("222222a22", Call(PlayKind.ANKAN, 10, (10, 10, 10), 0)),
        ("151515a51", Call(PlayKind.ANKAN, RED_MAN, (4, 4, 4), 0)),
        ("f44", Call(PlayKind.KITA, N, (), 0)),
    ],
)
def test_a_discard_may_be_a_riichi_a_kan_or_a_north_set_aside(value, expected):
    assert DISCARDS[value] == expected


NO_SEQUENCE = ["c141551", "c525354", "c435244", "c191821", "c192122"]
NO_TRIPLET = ["454545p", "45p4546", "3636m3636", "p4545", "p45454545", "p484848"]
OTHERS = [
    "x454545",
    "",
    "p４５4545",
    "23",
    None,
    True,
    False,
    [],
    {},
    1,
    10,
    48,
    50,
    54,
    61,
    -23,
    0.5,
    10**30,
]


@pytest.mark.parametrize(
    "value", [*NO_SEQUENCE, *NO_TRIPLET, *OTHERS, 0, 60, "a45454545", "r23", "k37373737"]
)
def test_anything_else_is_no_draw(value):
    with pytest.raises(MalformedLog, match=r"log\[0\]\[5\]\[1\]: expected a tile \(11-19, .* a chi as"):
        DRAWS.all_of(Field([23, value], "log[0][5]"), range(9), "draws")


@pytest.mark.parametrize(
    "value", [*OTHERS, "r", "r9", "r233", "r48", "r23 ", "f41", "c131112", "p454545", "37373k7373"]
)
def test_anything_else_is_no_discard(value):
    with pytest.raises(MalformedLog, match=r"log\[0\]\[5\]\[1\]: expected a discard, 60, 0, a riichi"):
        DISCARDS.all_of(Field([23, value], "log[0][5]"), range(9), "discards")


def order(*lists, dealer=0):
    """Seats in the order of their plays, and the first play that no order reaches."""
    columns = [
        [
            (DRAWS[one], DISCARDS[discards[place]] if place < len(discards) else None)
            for place, one in enumerate(draws)
        ]
        for draws, discards in lists
    ]
    steps, rest = in_order(columns, dealer)
    return [seat for seat, *_ in steps], rest


ONE = ([11], [60])
NOTHING = ([], [])
TWO_FIVES = ([11, 11], [15, 15])
ORDERS = {
    "in turn from the dealer": (1, ONE, ONE, ONE, ONE, [1, 2, 3, 0]),
    "a pon skips seats": (0, ([11], [45]), NOTHING, NOTHING, (["4545p45"], [13]), [0, 3]),
    "a tile just drawn is called": (0, ([45], [60]), (["p454545"], [13]), NOTHING, NOTHING, [0, 1]),
    "a kan draws again": (0, ([22, 23], ["222222a22", 60]), ONE, NOTHING, NOTHING, [0, 0, 1]),
    "so does an open kan": (0, ([22], [60]), NOTHING, (["22m222222", 31], [0, 60]), NOTHING, [0, 2, 2]),
    # Seat 0 throws two 5m, one for the pon of seat 2 and one for the chi of seat 1.
    "a pon, later a chi of the same tile": (
        *(0, TWO_FIVES, (["c151617"], [41]), (["15p1515"], [42]), ([13], [43])),
        [0, 2, 3, 0, 1],
    ),
    # After the pon seat 3 would have to draw, and it has nothing left.
    "but where it leads nowhere": (
        *(0, ([11, "4141p41"], [15, 15]), (["c151617"], [41]), (["15p1515"], [42]), NOTHING),
        [0, 1, 0, 2],
    ),
    # The first 5m passes: seat 1 draws, and takes the second.
    "a draw before a call": (
        *(0, ([11, 11], [15, 16]), ([12, "c161517"], [13, 41]), ONE, ONE),
        [0, 1, 2, 3, 0, 1],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ORDERS)
def test_the_order_of_play_uses_up_all_lists(name):
    dealer, *lists, seats = ORDERS[name]

    assert order(*lists, dealer=dealer) == (seats, None)


# As "p" stands first, the pon is from the seat before, which is seat 2.
STUCK = {
    "a pon from a seat that did not discard": (([11], [45]), NOTHING, NOTHING, (["p454545"], [13]), (3, 0)),
    "a draw out of turn": (([12], [60]), ONE, ([14, 15], [60, 60]), ONE, (2, 1)),
    "nobody draws behind a hand without discard": (([12], []), ONE, NOTHING, NOTHING, (1, 0)),
    "nor after a call without discard": (([45], [60]), (["p454545"], []), ONE, NOTHING, (2, 0)),
}


@pytest.mark.parametrize("name", STUCK)
def test_a_play_that_no_order_reaches_is_named(name):
    *lists, place = STUCK[name]

    assert order(*lists)[1] == place


def test_lists_that_could_be_anything_are_given_up_in_time():
    # Every discard may be called by three seats, and nobody discards the tile of the last pon.
    calls = ["c151617", "p151515", "15p1515"] * 18
    started = time.process_time()

    assert order(*[([15, *calls, "p424242"], [15] * 56) for _ in range(4)])[1] is not None
    assert time.process_time() - started < 4


HAIPAI = "147m258p369s1234z"


@pytest.mark.parametrize(
    ("draws", "discards", "steps"),
    [
        (
            ["m44444444", 27],
            [0, 60],
            [(Call(PlayKind.DAIMINKAN, N, (N, N, N), 3), None), (15, Discard(-1, False))],
        ),
        (
            ["m44444444", 27],
            [60],
            [(Call(PlayKind.DAIMINKAN, N, (N, N, N), 3), None), (15, Discard(-1, False))],
        ),
    ],
)
def test_the_place_of_an_open_kan_among_the_discards_may_be_left_out(draws, discards, steps):
    seats = (HAIPAI, [44], [60]), (HAIPAI, draws, discards), (HAIPAI, [], []), (HAIPAI, [], [])

    assert [step[1:] for step in Hand(Field(hand(*seats, result=[]), "log[0]")).steps][1:] == steps


@pytest.mark.parametrize(
    ("draws", "discards", "place"),
    [
        (["p454545"], [60], 0),  # no tile is just drawn
        (["p454545"], ["r60"], 0),
        (["p454545"], [0], 0),
        (["p454545", 11], [0], 0),  # no open kan
        (["m45454545", 11], [60, 41], 1),
        (["p454545"], [11, 12], 1),
    ],
)
def test_a_discard_without_its_draw_is_named(draws, discards, place):
    seats = (HAIPAI, [45], [60]), (HAIPAI, draws, discards), (HAIPAI, [], []), (HAIPAI, [], [])

    with pytest.raises(
        MalformedLog, match=rf"log\[0\]\[9\]\[{place}\]: expected a discard of seat 1 that an order"
    ):
        Hand(Field(hand(*seats, result=[]), "log[0]"))
