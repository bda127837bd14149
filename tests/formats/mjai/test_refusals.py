"""What is no mjai is refused in one line that names the line of the file; nothing breaks the reader."""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_log
from analyzer.formats.events import Oddity
from analyzer.formats.mjai.lines import looks_like_mjai
from tests.formats.mjai.games import GAME, as_lines

OBJECT = "expected one JSON object"
TILE = "expected a tile such as '5m', '5mr' or 'E'"


def test_a_log_that_stops_within_a_line_or_a_character_is_cut():
    name = as_lines(GAME) + '{"type":"hora","yakus":[["立直'.encode()

    for data in (as_lines(GAME)[:-20], name[:-1], name[:-2]):
        (game,) = read_log(data)
        assert game.events.oddities.code[-1] == Oddity.CUT
    with pytest.raises(MalformedLog, match=f"line {len(GAME) + 1}: expected UTF-8"):
        read_log(name[:-1] + b'"]]}')


@pytest.mark.parametrize(
    "data",
    [as_lines(GAME[:1]), as_lines([GAME[0], {"type": "end_game"}]), as_lines(GAME[:2])[:-30]],
    ids=["start", "start and end", "within the first deal"],
)
def test_a_game_without_a_hand_is_cut(data):
    judged = review([(LogName("game", "game"), data)])

    assert [str(finding) for finding in judged.findings] == [
        "game #1 whole-log: undecided: the log ends before its game does"
    ]


@pytest.mark.parametrize(
    ("data", "is_mjai"),
    [
        (b'{"type":"start_game"}', True),
        (b'\xef\xbb\xbf \n{"names": [], "type" : "hello"}', True),
        (b'[{"type":"start_game"}]', True),
        (b'[[{"type":"start_game"}]]', False),
        (b'{"log":[],"type":7}', False),
        (b'{"title":["type",""],"log":[[]]}', False),
        (b'{"type":"start_game","names":["A"', True),
    ],
)
def test_the_first_object_tells_mjai_from_other_json(data, is_mjai):
    assert looks_like_mjai(data) == is_mjai


ONE = as_lines([*GAME, {"type": "end_game"}])
UNREADABLE = {
    # A line of the second of three games, what stands there, and why that is none.
    "no JSON": (4, b'{"type":"dahai",', f"{OBJECT}, found at column 17: Expecting property name"),
    "no UTF-8": (4, b'{"type":"dah\xff"}', "expected UTF-8, found other bytes"),
    "no object": (4, b"7", "expected an object, found 7"),
    "no type": (4, b"{}", ("type", "expected a text, found nothing")),
    "a tile that is none": (2, b'{"type":"tsumo","actor":0,"pai":"5x"}', ("pai", f"{TILE}, found '5x'")),
    "its first line": (0, b'{"type":"start_game","na', f"{OBJECT}, found at column 22: Unterminated string"),
    "its first line, unrecognisable": (0, b"{", f"{OBJECT}, found at column 2: Expecting property name"),
    "its last line": (len(GAME), b"{", f"{OBJECT}, found at column 2: Expecting property name"),
}


def with_a_bad_line(name):
    """Three games, the second with a bad line; the number of the line, and what is said of it."""
    place, line, said = UNREADABLE[name]
    member, message = said if isinstance(said, tuple) else ("", said)
    lines = ONE.splitlines()
    bad = [*lines[:place], line, *lines[place + 1 :]]
    number = len(lines) + place + 1
    return (
        b"\n".join([*lines, *bad, *lines, b""]),
        number,
        f"line {number}{', ' * bool(member)}{member}: {message}",
    )


@pytest.mark.parametrize("name", UNREADABLE)
def test_one_bad_line_loses_its_game_alone(name):
    data, number, message = with_a_bad_line(name)

    first, second, third = read_log(data)

    assert str(second.message).startswith(message)
    assert second.location.element == number
    assert first.events.plays.tile.tolist() == third.events.plays.tile.tolist()
