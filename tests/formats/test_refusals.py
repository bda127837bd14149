"""What no game can say is refused in one line that names its place, with what was expected and found."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_log
from tests.formats.mahjong_soul.records import simulated
from tests.formats.majiang.records import KYUUSHU, written
from tests.formats.mjai.games import GAME, START, as_lines
from tests.formats.tenhou6.documents import WON, data_of, document

CASES = tomllib.loads(Path(__file__).parents[1].joinpath("cases/formats/refusals.toml").read_text())
ROWS = [(form, *row) for form, rows in CASES.items() for row in rows]


@cache
def game_of(form):
    """A game of a form as JSON values."""
    match form:
        case "mjai":
            return GAME
        case "tenhou6":
            return document(WON, WON)
        case "majiang":
            return written(*KYUUSHU)
    return simulated(seed="reading")["records"]


def altered(form, path, value):
    """The game with another value at a place, or with none."""
    game = at = json.loads(json.dumps(game_of(form)))
    *steps, last = [int(step) if step.isdigit() else step for step in path.split()]
    for step in steps:
        at = at[step]
    text, _, times = value.partition(" x ")
    if value:
        at[last] = json.loads(text) * int(times) if times else json.loads(text)
    else:
        del at[last]
    return as_lines(game) if form == "mjai" else data_of(game)


def refusal(data):
    with pytest.raises(MalformedLog) as refused:
        read_log(data)
    assert "\n" not in str(refused.value)
    return refused.value


@pytest.mark.parametrize(("form", "path", "value", "message"), ROWS)
def test_a_value_that_cannot_be_is_named_with_its_place(form, path, value, message):
    error = refusal(altered(form, path, value))

    if message.endswith("…"):
        assert error.message.startswith(message[:-1])
    else:
        assert error.message == message
    # Findings say in which hand or line of the log it is.
    place = re.search(r"^(?:seen from one seat: )?(line|record|log\[)\D?(\d+)", message)
    where = error.location
    if place is None:
        assert (where.hand, where.element) == (None, None)
    else:
        assert (where.hand if place[1] == "log[" else where.element) == int(place[2])


OBJECT = "expected one JSON object"
FIRST, END = as_lines(GAME[:3]), {"type": "end_game"}
HAIPAI = {"type": "haipai", "actor": 0, "pais": []}
ONE = data_of(document(WON))
BYTES = [
    (b"{", "expected JSON, found at line 1, column 2…"),
    (b"{}", "expected a member 'log', found an object"),
    (b"[]", "expected a game, found an empty list"),
    (b"[1]", "[0]: expected an object with the members 'log', 'name' and 'rule', found 1"),
    (b'{"log": 1, "log": 2}', "expected every key once, found 'log' twice"),
    (b'{"log": [NaN]}', "expected a number, found NaN"),
    (b'{"log": [-Infinity]}', "expected a number, found -Infinity"),
    (b'{"log": ' + b"[" * 100_000, "expected a few levels of lists, found far more"),
    (b'{"log": ' + b"9" * 10_000 + b"}", "expected numbers of a log, found one of thousands of digits"),
    (b'{"log": "\xff"}', "expected UTF-8, found other bytes at 9"),
    (b'{"log": [1]}\n{"log": \n', "line 1.log[0]: expected a hand…"),
    (b'{"log": \n{"log": [1]}', "line 1: expected JSON, found at column 9: Expecting value"),
    (b'\n{"log": []}\n{"log": [1]}', "line 2.log: expected a list of 1 to 200 hands…"),
    (b"nothing", "expected well-formed XML…"),
    (b"[" + b"0," * 1000 + b"0]", "expected at most 1000 games in one file, found 1001"),
    (b'{"log": 0}\n' * 1001, "expected at most 1000 games in one file, found 1001"),
    (ONE + b" " * (8 << 20), f"expected at most {8 << 20} bytes, found {len(ONE) + (8 << 20)}"),
    (FIRST + b" " * (8 << 20), f"expected at most {8 << 20} bytes, found {len(FIRST) + (8 << 20)}"),
    (FIRST + b"7\n", "line 4: expected an object, found 7"),
    (FIRST + b"{} {}\n", f"line 4: {OBJECT}, found at column 4: Extra data"),
    (FIRST + b"{},{}\n", f"line 4: {OBJECT}, found at column 3: Extra data"),
    (FIRST + b'{"type":"none","x":NaN}\n', f"line 4: {OBJECT}, found NaN, which is no number of JSON"),
    (FIRST + b"\xff\n" + as_lines(GAME[3:]), "line 4: expected UTF-8, found other bytes"),
    (b'[{"type": "hello"}' + b"[" * 100, "expected an array of events as JSON, found …"),
    (
        FIRST + b"{type:\n" + as_lines(GAME[3:]),
        f"line 4: {OBJECT}, found at column 2: Expecting property name enclosed in double quotes",
    ),
    (
        as_lines([START, HAIPAI]),
        "line 2: expected 'haipai' after a 'start_kyoku' without 'tehais', found another",
    ),
    (as_lines([START, GAME[2]]), "line 2: expected 'start_kyoku' before plays, found 'tsumo'"),
    (as_lines([START, GAME[10]]), "line 2: expected 'start_kyoku' before plays, found 'hora'"),
    (as_lines([*GAME, END, GAME[2]]), "line 18: expected 'start_game' after 'end_game', found 'tsumo'"),
    (as_lines([*GAME, END, GAME[1]]), "line 18: expected 'start_game' after 'end_game', found 'start_kyoku'"),
    (as_lines([*GAME, END, END]), "line 18: expected 'start_game' after 'end_game', found 'end_game'"),
    (as_lines([{"type": "hello"}]), "expected a game, found none"),
    (
        as_lines([START, *[GAME[1]] * 201]),
        "line 202: expected a game of at most 200 hands, found one more",
    ),
    (as_lines([START] * 1001), "expected at most 1000 games in one file, found 1001"),
    (
        as_lines([START, *[{"type": "none"}] * 100_000]),
        "line 1: expected a game of at most 100000 lines, found 100001",
    ),
    (
        b'{"head":{"uuid":"261128-01234567-89ab-cdef"},"data":"","data_url":"https://x/y"}',
        "the record holds no hands; they are at https://x/y",
    ),
    (b'{"name": "NewRound"}', "expected…"),
    (b'[{"name": "RecordNewRound"}]', "record 1…"),
    (b'[{"name": "RecordNewRound", "data": ' + b"[" * 100_000, "expected a few levels of lists…"),
    (b'[{"name": "RecordNewRound", "data": NaN}]', "expected a number, found NaN"),
]


@pytest.mark.parametrize(("data", "message"), BYTES, ids=[message for _, message in BYTES])
def test_bytes_that_are_no_game_are_refused(data, message):
    said = refusal(data).message

    assert said == message or (message.endswith("…") and said.startswith(message[:-1]))
