"""Bytes to the events of each game: one JSON object a line, or one array of objects; nothing is judged."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from analyzer.errors import Location, MalformedLog

__all__ = [
    "EVENTS",
    "MAX_BYTES",
    "MAX_GAMES",
    "GameLines",
    "JsonObject",
    "games_of",
    "looks_like_mjai",
    "malformed",
    "one_game",
]

MAX_BYTES: Final = 8 * 1024 * 1024
"""A game has 70 KB, with what an engine thinks of every move 700 KB."""
MAX_GAMES: Final = 1000
"""Most games of one file."""
MAX_LINES: Final = 100_000
"""Most lines of one game; the longest hands have about 150."""
TRAFFIC: Final = frozenset(
    {"none", "hello", "join", "error", "possible_actions", "request", "response", "ack", "meta", "logs"}
)
"""What servers and bots say to each other beside the game."""
EVENTS: Final = frozenset(
    {"start_game", "start_kyoku", "haipai", "tsumo", "dahai", "chi", "pon", "daiminkan", "ankan", "kakan"}
    | {"nukidora", "kita", "reach", "reach_accepted", "dora", "hora", "ryukyoku", "end_kyoku", "end_game"}
)
"""What happens in a game."""
_LINE_END: Final = "\n"
_SHOWN: Final = 40
"""Characters of a value that a message repeats."""
_HEAD: Final = 1 << 16
_FIRST_OBJECT: Final = re.compile(r"[\ufeff\s]*\[?\s*(?=\{)")
_RED_FIVE: Final = re.compile(r'"(?:5[mps]r|0[mps])"')

JsonObject = dict[str, object]


class GameLines(NamedTuple):
    """The events of one game."""

    kinds: list[str]
    """``type`` of each."""
    events: list[JsonObject]
    lines: Sequence[int]
    """Line of the file of each, from 1; of an array, its place in it."""
    has_reds: bool
    """Whether some tile is written as a red five."""
    is_cut: bool
    """Whether the bytes stop within a line after the last event."""
    refused: MalformedLog | None = None
    """Why it cannot be read: its first line that is no event, or too many lines."""


def malformed(line: int, expected: str, found: str) -> MalformedLog:
    """The error at one line, in one line."""
    return MalformedLog(f"line {line}: expected {expected}, found {found}", Location(element=line))


def described(value: object) -> str:
    """A value in few characters, however large it is."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, int) and abs(value) >= 10**_SHOWN:
        return "a number of more than 40 digits"
    return json.dumps(value)[: _SHOWN + 2]


def looks_like_mjai(data: bytes) -> bool:
    """Whether JSON is mjai: its first object, alone or in an array, has a text ``type``."""
    if b'"type"' not in data[:_HEAD]:
        return False
    text = data.decode("utf-8", "replace")
    begin = _FIRST_OBJECT.match(text)
    if begin is None:
        return False
    try:
        first, _ = _DECODER.raw_decode(text, begin.end())
    except (ValueError, RecursionError):
        line = text[begin.end() :].split("\n", 1)[0]
        return re.search(r'"type"\s*:\s*"', line[:_HEAD]) is not None
    return isinstance(first, dict) and isinstance(first.get("type"), str)


def games_of(data: bytes, max_bytes: int = MAX_BYTES, first_line: int = 1) -> list[GameLines]:
    """The events of each game; a game begins with ``start_game``, or a line that may have been one.

    Args:
        data: As for `read_mjai`, and so are the others.
        max_bytes: Longer input is refused.
        first_line: Line of the file that the bytes begin with.

    Raises:
        MalformedLog: When the bytes are no array of events or hold no event, or beyond a bound.
    """
    if len(data) > max_bytes:
        raise MalformedLog(f"expected at most {max_bytes} bytes, found {len(data)}")
    text = _decoded(data)
    read = (_array if text.lstrip().startswith("[") else _lines)(text, first_line)
    return _games(text, *read)


def _decoded(data: bytes) -> str:
    """The text of bytes that may break off within a character; other bytes than UTF-8 are lone surrogates."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        stop = error.start if error.reason == "unexpected end of data" else None
        return data[:stop].decode("utf-8-sig", "surrogateescape")


def one_game(data: bytes, place: int) -> tuple[bytes, int]:
    """One of several games as bytes of its own, and the line of the file that they begin with."""
    games = games_of(data)
    first = games[place].lines[0]
    text = _decoded(data)
    if text.lstrip().startswith("["):
        return json.dumps(games[place].events).encode(), first
    stop = None if place + 1 == len(games) else games[place + 1].lines[0] - 1
    return _LINE_END.join(text.split(_LINE_END)[first - 1 : stop]).encode(), first


class _NoEvent(NamedTuple):
    """A value that is no event."""

    why: MalformedLog
    begins: bool = False
    """Whether it was to be a ``start_game``."""


def _array(text: str, first_line: int) -> tuple[list[object], Sequence[int], bool]:
    try:
        text.encode()
        values = _DECODER.decode(text)
    except UnicodeEncodeError as error:
        line = text.count(_LINE_END, 0, error.start) + first_line
        raise malformed(line, "UTF-8", "other bytes") from None
    except (ValueError, RecursionError) as error:
        raise MalformedLog(f"expected an array of events as JSON, found {_fault(error)}") from None
    return values, range(first_line, first_line + len(values)), False


def _lines(text: str, first_line: int) -> tuple[list[object], Sequence[int], bool]:
    """Value and number of each line that is not empty, and whether the last one stops within."""
    body = text.rstrip()
    try:
        body.encode()
        # One array is parsed in a quarter of the time that its lines take.
        values: list[object] = _DECODER.decode(f"[{body.replace(_LINE_END, ',')}]")
    except (ValueError, RecursionError):
        return _one_by_one(body, first_line)
    lines = range(first_line, first_line + body.count(_LINE_END) + 1)
    return (values, lines, False) if len(values) == len(lines) else _one_by_one(body, first_line)


def _one_by_one(text: str, first_line: int) -> tuple[list[object], Sequence[int], bool]:
    """As `_lines`; slower, but it passes over empty lines and tells which lines are not JSON."""
    values: list[object] = []
    kept: list[int] = []
    lines = text.split(_LINE_END)
    for number, line in enumerate(lines, first_line):
        if not line.strip():
            continue
        begins = '"start_game"' in line
        try:
            line.encode()
            values.append(_DECODER.decode(line))
        except UnicodeEncodeError:
            values.append(_NoEvent(malformed(number, "UTF-8", "other bytes"), begins))
        except (ValueError, RecursionError) as error:
            if values and number == first_line + len(lines) - 1 and not line.rstrip().endswith("}"):
                return values, kept, True
            values.append(_NoEvent(malformed(number, "one JSON object", _fault(error)), begins))
        kept.append(number)
    return values, kept, False


def _fault(error: Exception) -> str:
    """Why something is not JSON, in few words."""
    if isinstance(error, json.JSONDecodeError):
        place = (
            f"at line {error.lineno}, column {error.colno}"
            if error.lineno > 1
            else f"at column {error.colno}"
        )
        return f"{place}: {error.msg}"
    if isinstance(error, RecursionError):
        return "lists in lists in lists"
    return str(error).partition(";")[0][:100]


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant}, which is no number of JSON")


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse)


def _games(text: str, values: list[object], lines: Sequence[int], is_cut: bool) -> list[GameLines]:
    kinds, refused = _kinds(values, lines)
    starts = _starts(kinds, refused)
    leading = next((place for place, kind in enumerate(kinds) if kind not in TRAFFIC), len(kinds))
    if not starts or starts[0] != leading:
        starts.insert(0, leading)
    if len(starts) > MAX_GAMES:
        raise MalformedLog(f"expected at most {MAX_GAMES} games in one file, found {len(starts)}")
    if leading == len(kinds):
        raise MalformedLog("expected a game, found none")
    some_reds = _RED_FIVE.search(text) is not None
    games: list[GameLines] = []
    for first, stop in zip(starts, [*starts[1:], len(kinds)], strict=True):
        why = next((refused[place].why for place in sorted(refused) if first <= place < stop), None)
        if why is None and stop - first > MAX_LINES:
            why = malformed(lines[first], f"a game of at most {MAX_LINES} lines", str(stop - first))
        ends = is_cut and stop == len(kinds)
        places = _with_end_last(kinds, range(first, stop))
        if places == range(len(kinds)):
            # Mostly a file has one game, and nothing behind it.
            return [GameLines(kinds, values, lines, some_reds, ends, why)]  # type: ignore[arg-type]  # as below
        events: list[JsonObject] = [values[place] for place in places]  # type: ignore[misc]  # `_kinds` looked
        has_reds = some_reds
        if some_reds and len(starts) > 1 and why is None:
            has_reds = _RED_FIVE.search(json.dumps(events)) is not None
        own_kinds, own_lines = [kinds[place] for place in places], [lines[place] for place in places]
        games.append(GameLines(own_kinds, events, own_lines, has_reds, ends, why))
    return games


def _starts(kinds: list[str], refused: dict[int, _NoEvent]) -> list[int]:
    """Place of the first event of each game, but for the first game."""
    if not refused:
        return [place for place, kind in enumerate(kinds) if kind == "start_game"]
    starts: list[int] = []
    is_over = False
    for place, kind in enumerate(kinds):
        may_start = place in refused and (refused[place].begins or is_over)
        if kind == "start_game" or may_start:
            starts.append(place)
        is_over = kind == "end_game" or (is_over and kind != "" and kind not in EVENTS)
    return starts


def _with_end_last(kinds: list[str], places: range) -> Sequence[int]:
    """Places of the events of a game; unknown ones behind ``end_game`` come before it."""
    last = next((place for place in reversed(places) if kinds[place] in EVENTS), places.start)
    if kinds[last] != "end_game":
        return places
    return [*places[: last - places.start], *range(last + 1, places.stop), last]


def _kinds(values: list[object], lines: Sequence[int]) -> tuple[list[str], dict[int, _NoEvent]]:
    """``type`` of each event, empty where there is none; by place, why a value is no event."""
    try:
        kinds = [value["type"] for value in values]  # type: ignore[index]  # the others are looked at below
        if set(map(type, kinds)) <= {str}:
            return kinds, {}
    except (TypeError, KeyError, IndexError):
        pass
    kinds = [""] * len(values)
    refused: dict[int, _NoEvent] = {}
    for place, (line, value) in enumerate(zip(lines, values, strict=True)):
        if isinstance(value, _NoEvent):
            refused[place] = value
        elif not isinstance(value, dict):
            refused[place] = _NoEvent(malformed(line, "an object", described(value)))
        elif not isinstance(value.get("type"), str):
            why = malformed(line, "a text as 'type'", described(value.get("type")))
            refused[place] = _NoEvent(why)
        else:
            kinds[place] = value["type"]
    return kinds, refused
