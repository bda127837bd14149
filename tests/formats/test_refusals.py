"""What no game can say is refused in one line that names its place, with what was expected and found."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from analyzer.audit import LogName, review
from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_log
from tests.case_files import whole
from tests.formats.mahjong_soul.records import simulated
from tests.formats.majiang.records import KYUUSHU, written
from tests.formats.mjai.games import GAME, START, as_lines
from tests.formats.tenhou6.documents import WON, data_of, document

CASES = whole("formats/refusals")
NO_MJLOGS = CASES.pop("mjlog")
TEXTS, AFTER_A_DEAL, NO_GAMES = (CASES.pop(name) for name in ("texts", "after_a_deal", "no_games"))
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
    return simulated()["records"]


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


@pytest.mark.parametrize(("text", "element", "message"), NO_MJLOGS)
def test_what_is_no_mjlog_is_named_with_its_element(text, element, message):
    for one in (text, text.replace("<mjloggm>", '<mjloggm ver="2.3">')):
        error = refusal(one.encode())

        assert message in error.message
        assert error.location.element == (None if element < 0 else element)


OBJECT = "expected one JSON object"
FIRST, END = as_lines(GAME[:3]), {"type": "end_game"}
HAIPAI = {"type": "haipai", "actor": 0, "pais": []}
EVENTS = {"start": START, "deal": GAME[1], "draw": GAME[2], "win": GAME[10], "end": END, "haipai": HAIPAI}
ONE = data_of(document(WON))
BYTES = [
    *((text.encode(), message) for text, message in TEXTS),
    *((FIRST + text.encode(), message) for text, message in AFTER_A_DEAL),
    *((as_lines(EVENTS[name] for name in names.split()), message) for names, message in NO_GAMES),
    (b'{"log": ' + b"[" * 100_000, "expected a few levels of lists, found far more"),
    (b'{"log": ' + b"9" * 10_000 + b"}", "expected numbers of a log, found one of thousands of digits"),
    (b'{"log": "\xff"}', "expected UTF-8, found other bytes at 9"),
    (b"\x1f\x8b\x08\x00", "expected well-formed XML…"),
    (b'<mjloggm><T1 a="\x00"/></mjloggm>', "expected well-formed XML…"),
    (b'<mjloggm><T1 a="\xff"/></mjloggm>', "expected well-formed XML…"),
    (b"[" + b"0," * 1000 + b"0]", "expected at most 1000 games in one file, found 1001"),
    (b'{"log": 0}\n' * 1001, "expected at most 1000 games in one file, found 1001"),
    (ONE + b" " * (8 << 20), f"expected at most {8 << 20} bytes, found {len(ONE) + (8 << 20)}"),
    (FIRST + b" " * (8 << 20), f"expected at most {8 << 20} bytes, found {len(FIRST) + (8 << 20)}"),
    (FIRST + b"\xff\n" + as_lines(GAME[3:]), "line 4: expected UTF-8, found other bytes"),
    *(
        (
            as_lines([*GAME, END, then]),
            f"line 18: expected 'start_game' after 'end_game', found '{then['type']}'",
        )
        for then in (GAME[2], GAME[1], END)
    ),
    (b'[{"type": "hello"}' + b"[" * 100, "expected an array of events as JSON, found …"),
    (b'[{"type": "hello"},\n{"type": "\xff"}]', "line 2: expected UTF-8, found other bytes"),
    (
        as_lines([START, *[GAME[1]] * 201]),
        "line 202: expected a game of at most 200 hands, found one more",
    ),
    (as_lines([START] * 1001), "expected at most 1000 games in one file, found 1001"),
    (
        as_lines([START, *[{"type": "none"}] * 100_000]),
        "line 1: expected a game of at most 100000 lines, found 100001",
    ),
    (b'[{"name": "RecordNewRound", "data": ' + b"[" * 100_000, "expected a few levels of lists…"),
]


@pytest.mark.parametrize(("data", "message"), BYTES, ids=[message for _, message in BYTES])
def test_bytes_that_are_no_game_are_refused(data, message):
    said = refusal(data).message

    assert said == message or (message.endswith("…") and said.startswith(message[:-1]))


MJAI = as_lines([*GAME, END])
TILE = "expected a tile such as '5m', '5mr' or 'E'"
UNREADABLE = {
    # A line of the second of three games, what stands there, and why that is none.
    "no JSON": (4, b'{"type":"dahai",', f": {OBJECT}, found at column 17: Expecting property name"),
    "no UTF-8": (4, b'{"type":"dah\xff"}', ": expected UTF-8, found other bytes"),
    "no object": (4, b"7", ": expected an object, found 7"),
    "no type": (4, b"{}", ", type: expected a text, found nothing"),
    "a tile that is none": (2, b'{"type":"tsumo","actor":0,"pai":"5x"}', f", pai: {TILE}, found '5x'"),
    "its first line": (
        0,
        b'{"type":"start_game","na',
        f": {OBJECT}, found at column 22: Unterminated string",
    ),
    "its first line, unrecognisable": (0, b"{", f": {OBJECT}, found at column 2: Expecting property name"),
    "its last line": (len(GAME), b"{", f": {OBJECT}, found at column 2: Expecting property name"),
    "JSON cut short": (-1, ONE[:-1], ": expected JSON, found at column"),
    "no game": (-1, b'{"log": 1}', ".log: expected a list of 1 to 200 hands, found 1"),
    "bytes in JSON": (-1, ONE.replace(b"title", b"\xfftle"), ": expected UTF-8, found other bytes at 2"),
    "a key twice": (-1, b'{"log": 1, "log": 2}', ": expected every key once, found 'log' twice"),
}
"""Games of mjai, or of tenhou.net/6 with one a line."""


@pytest.mark.parametrize("name", UNREADABLE)
def test_one_bad_line_loses_its_game_alone(name):
    place, line, message = UNREADABLE[name]
    good = [ONE] if place < 0 else MJAI.splitlines()
    bad = [*good]
    bad[place] = line

    for at in range(3) if place < 0 else [1]:
        games = [bad if at == game else good for game in range(3)]
        read = read_log(b"\n".join([line for game in games for line in game]))
        number = len(good) * at + 1 + max(place, 0)

        assert [isinstance(game, MalformedLog) for game in read] == [at == game for game in range(3)]
        assert read[at].message.startswith(f"line {number}{message}")
        assert place < 0 or read[at].location.element == number


@pytest.mark.parametrize("joined", [b"[%s, %s]", b"%s\n%s\n", b"%s\r\n\r\n%s", b"\xef\xbb\xbf \r\n%s\n%s"])
def test_several_games_are_a_list_or_one_a_line_and_told_apart_by_their_place(joined):
    assert read_log(b'[%s, {"log": 1}]' % ONE)[1].message == (
        "[1].log: expected a list of 1 to 200 hands, found 1"
    )
    games = joined % (ONE, data_of(document(WON, WON)))

    assert [len(game.events.hands.game) for game in read_log(games)] == [1, 2]
    result = review([(LogName("a", "a.json"), games)])
    assert [log.source for log in result.logs] == ["a.json", "a.json#2"]
    assert {finding.source for finding in result.findings} == {"a.json", "a.json#2"}


def test_a_key_given_twice_is_found_without_comparing_each_with_all():
    """That would take an hour, and end the tests."""
    keys = ", ".join(f'"k{number}": 1' for number in (*range(400_000), 399_999))

    message = refusal(b'{"log": [{%s}]}' % keys.encode()).message

    assert message == "expected every key once, found 'k399999' twice"
