"""What is no mjai is refused in one line that names the line of the file; nothing breaks the reader."""

from __future__ import annotations

import copy
import json
import random
import re
from pathlib import Path

import pytest

from analyzer.audit import LogName, review
from analyzer.errors import AnalyzerError, MalformedLog
from analyzer.formats.any_format import read_log
from analyzer.formats.events import Oddity
from analyzer.formats.mjai.lines import looks_like_mjai
from analyzer.formats.mjai.reader import read_mjai
from tests.formats.mjai.engine import played
from tests.formats.mjai.games import GAME, START, THREE, as_lines
from tests.formats.mjai.test_dialects import GIMITE, with_haipai

CASES = Path(__file__).parents[2] / "cases" / "formats" / "mjai-refusals.json"
"""One member of one event of the game put in or dropped, or an event in place of it and all that follow."""


def altered(case):
    """The game with what a case alters."""
    place = case["line"] - 1
    if "instead" in case:
        return [*GAME[:place], case["instead"]]
    event = {name: value for name, value in GAME[place].items() if name not in case.get("drop", ())}
    return [*GAME[:place], event | case["put"], *GAME[place + 1 :]]


OBJECT = "expected one JSON object"
TILE = "expected a tile such as '5m', '5mr' or 'E'"
FIRST = as_lines(GAME[:3])
REFUSED = {case["name"]: (altered(case), case["message"]) for case in json.loads(CASES.read_text())} | {
    "a haipai for no start": (
        [START, {"type": "haipai", "actor": 0, "pais": []}],
        "line 2: expected 'haipai' after a 'start_kyoku' without 'tehais', found another",
    ),
    "no object": (FIRST + b"7\n", "line 4: expected an object, found 7"),
    "no JSON": (
        FIRST + b"{type:\n" + as_lines(GAME[3:]),
        f"line 4: {OBJECT}, found at column 2: Expecting property name enclosed in double quotes",
    ),
    "two objects": (FIRST + b"{} {}\n", f"line 4: {OBJECT}, found at column 4: Extra data"),
    "two objects and a comma": (FIRST + b"{},{}\n", f"line 4: {OBJECT}, found at column 3: Extra data"),
    "NaN": (
        FIRST + b'{"type":"none","x":NaN}\n',
        f"line 4: {OBJECT}, found NaN, which is no number of JSON",
    ),
    "plays before a hand": (
        [START, GAME[2]],
        "line 2: expected 'start_kyoku' before plays, found 'tsumo'",
    ),
    "a win before a hand": ([START, GAME[10]], "line 2: expected 'start_kyoku' before plays, found 'hora'"),
    "plays after the end": (
        [*GAME, {"type": "end_game"}, GAME[2]],
        "line 18: expected 'start_game' after 'end_game', found 'tsumo'",
    ),
    "a hand after the end": (
        [*GAME, {"type": "end_game"}, GAME[1]],
        "line 18: expected 'start_game' after 'end_game', found 'start_kyoku'",
    ),
    "an end after the end": (
        [*GAME, *[{"type": "end_game"}] * 2],
        "line 18: expected 'start_game' after 'end_game', found 'end_game'",
    ),
    "nothing but traffic": ([{"type": "hello"}], "expected a game, found none"),
    "too many hands": (
        [START, *[GAME[1]] * 201],
        "line 202: expected a game of at most 200 hands, found one more",
    ),
    "too many games": ([START] * 1001, "expected at most 1000 games in one file, found 1001"),
    "too many lines": (
        [START, *[{"type": "none"}] * 100_000],
        "line 1: expected a game of at most 100000 lines, found 100001",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_malformed_is_named_with_its_line(name):
    events, message = REFUSED[name]

    with pytest.raises(MalformedLog) as refused:
        read_log(events if isinstance(events, bytes) else as_lines(events))

    assert refused.value.message == message
    line = re.search(r"line (\d+)", message)
    assert refused.value.location.element == (None if line is None else int(line[1]))


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


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"type":"start_game"}' + b" " * 100, "expected at most 100 bytes"),
        (b'{"type":"none"}\n\xff', "line 2: expected UTF-8"),
        (b"[" * 100, "expected an array of events as JSON"),
    ],
)
def test_input_beyond_a_bound_is_refused(data, message):
    with pytest.raises(MalformedLog, match=message):
        read_mjai(data, max_bytes=100)


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


SEEDS = (GAME, GIMITE, THREE, with_haipai())
NUMBERS = (-1, 0, 3, 4, 10**30, 1.5)
TEXTS = ("", "?", "5mr", "0p", "E", "tsumo", "\ud800", "\x00")
ODD = (None, True, *NUMBERS, *TEXTS, [], [[]], {}, ["1m"] * 13, [0] * 4)
NAMES = ("scores", "deltas", "tenpais", "tehais", "pai", "yakus", "fu")


def mutated(chance, seed):
    """The events with some members and lines replaced, dropped or repeated."""
    events = copy.deepcopy(seed)
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        place = chance.randrange(len(events))
        event = events[place]
        name = chance.choice(list(event) or ["x"])
        match chance.randrange(7):
            case 0 if len(events) > 1:
                del events[place]
            case 1:
                events.insert(place, copy.deepcopy(chance.choice(events)))
            case 2:
                event["type"] = chance.choice(seed)["type"]
            case 3:
                event.pop(name, None)
            case 4:
                event[chance.choice(NAMES)] = chance.choice(ODD)
            case _ if isinstance(event.get(name), list) and event[name] and chance.random() < 0.7:
                event[name][chance.randrange(len(event[name]))] = chance.choice(ODD)
            case _:
                event[name] = chance.choice(ODD)
    return events


def damaged(chance):
    """Lines of a game with some bytes replaced, dropped or repeated; or a beginning with random bytes."""
    data = bytearray(as_lines(chance.choice(SEEDS)))
    for _ in range(chance.choice([1, 2, 8])):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(4):
            case 0:
                data[at : at + 1] = bytes([chance.choice(b'0123456789[]{},":rmpsE\xff\n\\')])
            case 1:
                del data[at : at + chance.choice([1, 5, 400])]
            case 2:
                data[at:at] = data[at : at + 20]
            case _ if chance.random() < 0.1:
                data = bytearray(b'{"type":' + chance.randbytes(chance.choice([0, 1, 10, 1000])))
    return bytes(data)


def read_all(data):
    """Events of the games; none of what is refused."""
    try:
        return [game.events for game in read_mjai(data) if not isinstance(game, MalformedLog)]
    except AnalyzerError:
        return []


def test_mutated_events_are_read_or_refused():
    chance = random.Random(20)  # noqa: S311
    read = sum(bool(read_all(as_lines(mutated(chance, chance.choice(SEEDS))))) for _ in range(2000))
    assert 400 < read < 1900


def test_damaged_lines_are_read_or_refused():
    chance = random.Random(21)  # noqa: S311
    for _ in range(1700):
        read_all(damaged(chance))


def test_mutated_events_that_are_read_are_reviewed_without_an_error():
    chance = random.Random(23)  # noqa: S311
    logs = [
        (LogName(str(one), str(one)), as_lines(mutated(chance, chance.choice(SEEDS)))) for one in range(300)
    ]
    assert len(review(logs).logs) > 50


@pytest.mark.long
def test_thousands_of_mutated_games_are_reviewed_without_an_error():
    chance = random.Random(24)  # noqa: S311
    for place in range(1500):
        events = mutated(chance, played(place % 5, 3 + place % 2))
        review([(LogName("game", "game"), as_lines(events))])
        read_all(json.dumps(events).encode())
