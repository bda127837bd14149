"""Bytes to the events of each game: one JSON object a line, or one array of objects; nothing is judged."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from analyzer.errors import Location, MalformedLog
from analyzer.formats import json_document as document
from analyzer.formats.json_document import MAX_GAMES, MISSING, Field

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
_HEAD: Final = 1 << 16
_FIRST_OBJECT: Final = re.compile(r"[\ufeff\s]*\[?\s*(?=\{)")
_RED_FIVE: Final = re.compile(r'"(?:5[mps]r|0[mps])"')

JsonObject = dict[str, Any]


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


def line_field(value: object, line: int, name: str = "") -> Field:
    """A line, or a member of it, with its place."""
    return Field(value, f"line {line}{', ' * bool(name)}{name}", Location(element=line))


def malformed(line: int, expected: str, found: str) -> MalformedLog:
    """The error at one line, in one line."""
    return document.malformed(f"line {line}", expected, found, Location(element=line))


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


def games_of(data: bytes, first_line: int = 1) -> list[GameLines | MalformedLog]:
    """The events of each game, or its first line that is no event.

    A game begins with ``start_game``, or a line that may have been one.

    Args:
        data: As for `read_mjai`, and so are the others.
        first_line: Line of the file that the bytes begin with.

    Raises:
        MalformedLog: When the bytes are no array of events or hold no event, or beyond a bound.
    """
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
    lines, is_cut = text.split(_LINE_END), False
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
            is_cut = number == first_line + len(lines) - 1 and not line.rstrip().endswith("}")
            values.append(_NoEvent(malformed(number, "one JSON object", _fault(error)), begins))
        kept.append(number)
    return values, kept, is_cut and len(values) > 1


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


def _games(
    text: str, values: list[object], lines: Sequence[int], is_cut: bool
) -> list[GameLines | MalformedLog]:
    kinds, refused = _kinds(values, lines)
    starts = _starts(kinds, refused)
    # A line that breaks off is the end of its game; behind one that is over, another game is lost.
    is_cut = is_cut and starts[-1:] != [len(kinds) - 1]
    if is_cut:
        kinds.pop()
        del refused[len(kinds)]
    leading = next((place for place, kind in enumerate(kinds) if kind not in TRAFFIC), len(kinds))
    if not starts or starts[0] != leading:
        starts.insert(0, leading)
    if len(starts) > MAX_GAMES:
        raise MalformedLog(f"expected at most {MAX_GAMES} games in one file, found {len(starts)}")
    if leading == len(kinds):
        raise MalformedLog("expected a game, found none")
    some_reds = _RED_FIVE.search(text) is not None
    games: list[GameLines | MalformedLog] = []
    for first, stop in zip(starts, [*starts[1:], len(kinds)], strict=True):
        why = next((refused[place].why for place in sorted(refused) if first <= place < stop), None)
        if why is None and stop - first > MAX_LINES:
            why = malformed(lines[first], f"a game of at most {MAX_LINES} lines", str(stop - first))
        if why is not None:
            games.append(why)
            continue
        ends = is_cut and stop == len(kinds)
        events: list[JsonObject] = values[first:stop]  # type: ignore[assignment]  # `_kinds` looked
        has_reds = some_reds
        if some_reds and len(starts) > 1:
            has_reds = _RED_FIVE.search(json.dumps(events)) is not None
        games.append(GameLines(kinds[first:stop], events, lines[first:stop], has_reds, ends))
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
            refused[place] = _NoEvent(line_field(value, line).error("an object"))
        elif not isinstance(value.get("type"), str):
            why = line_field(value.get("type", MISSING), line, "type").error("a text")
            refused[place] = _NoEvent(why)
        else:
            kinds[place] = value["type"]
    return kinds, refused
