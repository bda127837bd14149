"""How draws, calls and discards are written."""

from __future__ import annotations

import pytest

from analyzer.errors import MalformedLog
from analyzer.formats.tenhou6.document import Field
from analyzer.formats.tenhou6.read_notation import (
    NUMBERS,
    Call,
    Discard,
    all_laid,
    all_taken,
    laid,
    taken,
    tile_number,
    tile_numbers,
)


def field(value):
    return Field(value, "log[0][5][3]", 0)


@pytest.mark.parametrize(
    ("text", "letter", "called", "relative"),
    [
        ("c131112", "c", 13, 3),
        ("c141551", None, None, None),  # no sequence
        ("c525354", None, None, None),
        ("c435244", None, None, None),
        ("c232452", "c", 23, 3),
        ("p454545", "p", 45, 3),
        ("45p4545", "p", 45, 2),
        ("4545p45", "p", 45, 1),
        ("1515p51", "p", 51, 1),
        ("454545p", None, None, None),
        ("45p4546", None, None, None),
        ("m36363636", "m", 36, 3),
        ("36m363636", "m", 36, 2),
        ("363636m36", "m", 36, 1),
        ("3636m3636", None, None, None),
        ("p4545", None, None, None),
        ("p45454545", None, None, None),
        ("a45454545", None, None, None),
        ("x454545", None, None, None),
        ("p484848", None, None, None),
        ("", None, None, None),
        ("p４５4545", None, None, None),
    ],
)
def test_a_call_names_its_tiles_the_one_called_and_where_it_came_from(text, letter, called, relative):
    if letter is None:
        with pytest.raises(MalformedLog, match=r"log\[0\]\[5\]\[3\]: expected a tile drawn, a chi"):
            taken(field(text))
        return
    call = taken(field(text))

    assert isinstance(call, Call)
    assert (call.letter, call.called, call.relative) == (letter, called, relative)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (23, Discard(23, is_riichi=False)),
        (60, Discard(60, is_riichi=False)),
        ("r51", Discard(51, is_riichi=True)),
        ("r60", Discard(60, is_riichi=True)),
        (0, None),
        ("k37373737", Call("k", (37, 37, 37, 37), 37, 3)),
        ("37k373737", Call("k", (37, 37, 37, 37), 37, 2)),
        ("1515k5115", Call("k", (15, 15, 51, 15), 51, 1)),
        ("222222a22", Call("a", (22, 22, 22, 22), 22, 0)),
        ("151515a51", Call("a", (15, 15, 15, 51), 51, 0)),
        ("f44", Call("f", (44,), 44, 0)),
    ],
)
def test_a_discard_may_be_a_riichi_a_kan_or_a_north_set_aside(value, expected):
    assert laid(field(value)) == expected


@pytest.mark.parametrize(
    "value",
    [1, 61, 10, 48, 54, -23, "23", "r", "r9", "r233", "r48", "f41", "c131112", "p454545", None, True, []],
)
def test_anything_else_is_no_discard(value):
    with pytest.raises(MalformedLog, match="expected a discard, 60, 0, a riichi"):
        laid(field(value))


@pytest.mark.parametrize(
    "value", [0, 10, 20, 40, 48, 50, 54, 60, 11.5, "11", None, True, 10**30, float("nan")]
)
def test_a_tile_has_one_of_thirty_seven_numbers(value):
    with pytest.raises(MalformedLog, match=r"expected a tile \(11-19"):
        tile_number(field(value))


def test_every_tile_id_has_a_number():
    assert [NUMBERS[1][tile] for tile in (0, 16, 17, 52, 88, 108, 135)] == [11, 51, 15, 52, 53, 41, 47]
    assert (NUMBERS[0][16], NUMBERS[2][53]) == (15, 52)


def test_the_entries_of_a_list_are_read_as_they_are_alone():
    discards = [23, 24.0, 60, "r51", "k37373737"]
    draws = [12, 24.0, "c131112", "p454545"]

    for values in (discards, [*discards, 0]):
        assert all_laid(Field(values, ""), range(9)) == [laid(Field(value, "")) for value in values]
    assert all_taken(Field(draws, ""), range(9)) == [taken(Field(value, "")) for value in draws]
    assert tile_numbers(Field([11, 53.0], ""), range(9), "tiles") == [11, 53]


@pytest.mark.parametrize("value", [False, True, [], None, "p454546", "23", 10, 0.5])
def test_an_entry_that_cannot_be_is_named_with_its_place_in_the_list(value):
    for read in (all_laid, all_taken):
        with pytest.raises(MalformedLog, match=r"log\[0\]\[5\]\[1\]: expected a (discard|tile)"):
            read(Field([23, value], "log[0][5]"), range(9))
