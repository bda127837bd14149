"""How draws, calls and discards are written, and the order of play that two lists a seat give."""

from __future__ import annotations

import json
import time

import pytest

from analyzer.errors import MalformedLog
from analyzer.formats.json_document import Field
from analyzer.formats.tenhou6.hand import DISCARDS, DRAWN, DRAWS, NUMBER_OF, Discard, Hand
from tests.formats.tenhou6.documents import CASES, hand

TABLES = {"draws": DRAWS, "discards": DISCARDS}
ENTRIES = CASES["entries"]


def in_words(entry):
    """What an entry says, as the rows of cases have it."""
    if entry is None:
        return "none"
    number = "drawn" if entry.face == DRAWN else NUMBER_OF[entry.face]
    if isinstance(entry, Discard):
        return f"{'riichi' if entry.is_riichi else 'discard'} {number}"
    others = "".join(str(NUMBER_OF[face]) for face in entry.others)
    return f"{entry.kind.name} {number} {others} {entry.relative}"


@pytest.mark.parametrize(
    ("table", "text", "said"), [(name, *row) for name in TABLES for row in ENTRIES[name]]
)
def test_an_entry_names_its_tiles_the_one_called_and_where_it_came_from(table, text, said):
    assert in_words(TABLES[table][json.loads(text)]) == said


@pytest.mark.parametrize("table", TABLES)
def test_anything_else_is_refused(table):
    expected = "a tile (11-19, " if table == "draws" else "a discard, 60, 0, a riichi"
    for text in f"{ENTRIES['neither']} {ENTRIES[f'no_{table}']}".split():
        with pytest.raises(MalformedLog) as refused:
            TABLES[table].all_of(Field([23, json.loads(text)], "log[0][5]"), range(9), table)
        assert refused.value.message.startswith(f"log[0][5][1]: expected {expected}"), text


HAIPAI = "147m258p369s1234z"


def played(dealer, *lists):
    """A hand of draws and discards by seat; who deals has drawn the first tile."""
    seats = [(HAIPAI, draws, discards) for draws, discards in zip(lists[::2], lists[1::2], strict=True)]
    return Hand(Field(hand(*seats, result=[], kyoku=(dealer, 0, 0)), "log[0]"))


@pytest.mark.parametrize("name", CASES["orders"])
def test_the_order_of_play_uses_up_all_lists(name):
    *lists, seats = CASES["orders"][name]

    assert [seat for seat, *_ in played(*lists).steps] == seats


@pytest.mark.parametrize("name", CASES["stuck"])
def test_a_play_that_no_order_reaches_is_named(name):
    *lists, message = CASES["stuck"][name]

    with pytest.raises(MalformedLog) as refused:
        played(*lists)

    assert refused.value.message.startswith(f"{message} that an order of play reaches")


def test_lists_that_could_be_anything_are_given_up_in_time():
    # Every discard may be called by three seats, and nobody discards the tile of the last pon.
    calls = ["c151617", "p151515", "15p1515"] * 18
    started = time.process_time()

    with pytest.raises(MalformedLog, match="that an order of play reaches"):
        played(0, *[[15, *calls, "p424242"], [15] * 56] * 4)
    assert time.process_time() - started < 4
