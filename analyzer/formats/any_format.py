"""Bytes of logs to games; the first bytes tell XML, JSON and links, the first object the kind of JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import MalformedLog
from analyzer.formats.decoder import decode
from analyzer.formats.each_game import read_each
from analyzer.formats.element_names import TAG
from analyzer.formats.events import Events, ReadGame, ReadProblem, joined
from analyzer.formats.log_id import LogId
from analyzer.formats.markup import Markup, concatenate, games_between
from analyzer.kernels import is_compiling

__all__ = ["GamePlace", "ReadLogs", "events_of", "in_utf8", "one_game", "read_log", "read_logs"]

_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
"""Byte order marks."""
_PAGE: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+)?html", re.IGNORECASE)
"""How a page of the web begins."""
_MAJIANG: Final = re.compile(rb'"qijia"\s*:|\{\s*"qipai"\s*:')
"""Members of JSON of 電脳麻将 alone: the first dealer, and the tiles dealt."""
_MJLOG: Final = b"<mjloggm"
"""How nearly every log begins."""


class GamePlace(NamedTuple):
    """Where a game was found."""

    log: int
    """Index of its log among those given."""
    within: int = 0
    """Index within that log, which may hold several games."""
    log_id: LogId | None = None
    """The log id that the game itself states, as JSON may."""


_AT_THE_START: Final[Mapping[int, int]] = {}


class ReadLogs(NamedTuple):
    """The games of a batch of logs, in the order of the logs."""

    markup: Markup
    places: list[GamePlace]
    """One per game of ``markup``."""
    problems: list[ReadProblem]
    """What had to be repaired; ``game`` counts the games of ``markup``."""
    refused: list[tuple[GamePlace, MalformedLog]]
    """Place of each log, or game of a log, that could not be read, and why."""
    built: dict[int, Events]
    """By game of ``markup`` whose reader makes no elements: what it says."""

    @property
    def hand_count(self) -> int:
        """Hands of all games."""
        elements = int(np.count_nonzero(self.markup.tag == TAG.INIT))
        return elements + sum(len(events.hands.game) for events in self.built.values())

    def events(self) -> Events:
        """What the games say."""
        if not self.built:
            return decode(self.markup, self.problems)
        parts: list[Events] = []
        for is_built, run in groupby(range(len(self.places)), key=self.built.__contains__):
            games = [*run]
            if is_built:
                parts += map(self.built.__getitem__, games)
                continue
            first, stop = games[0], games[-1] + 1
            own = [problem for problem in self.problems if first <= problem.game < stop]
            problems = [problem._replace(game=problem.game - first) for problem in own]
            parts.append(decode(games_between(self.markup, first, stop), problems))
        return joined(parts)


def read_logs(logs: Sequence[bytes], first_lines: Mapping[int, int] = _AT_THE_START) -> ReadLogs:
    """Every game in a batch of logs; the scanner reads them where kernels are compiled.

    Args:
        logs: The logs, as for `read_log`.
        first_lines: By log that begins midway in its file: at which line.
    """
    scanned, accepted = _scanned(logs)
    if accepted.all():
        return ReadLogs(scanned, list(map(GamePlace, range(len(logs)))), [], [], {})
    return _with_others(logs, first_lines, scanned, accepted)


def _scanned(logs: Sequence[bytes]) -> tuple[Markup, NDArray[np.bool_]]:
    """What the scanner accepts; nothing where kernels are not compiled."""
    # Without compilation the scanner takes ten times as long as the reader.
    if not is_compiling():
        return concatenate([]), np.zeros(len(logs), np.bool_)
    from analyzer.formats.mjlog.scanner import scan

    return scan(logs)


def _with_others(
    logs: Sequence[bytes], first_lines: Mapping[int, int], scanned: Markup, accepted: NDArray[np.bool_]
) -> ReadLogs:
    """The scanned games and those of the other logs, which are read one by one, in the order of the logs."""
    parts: list[Markup] = []
    read = ReadLogs(scanned, [], [], [], {})
    taken = 0
    for is_scanned, run in groupby(range(len(logs)), key=accepted.tolist().__getitem__):
        places = [GamePlace(log) for log in run]
        if is_scanned:
            parts.append(games_between(scanned, taken, taken + len(places)))
            taken += len(places)
            read.places.extend(places)
        else:
            for place in places:
                parts += _read_other(logs[place.log], place.log, first_lines.get(place.log, 1), read)
    return read._replace(markup=concatenate(parts))


def _read_other(data: bytes, log: int, first_line: int, read: ReadLogs) -> list[Markup]:
    """Markup of the games of one log; places, problems and refusals are added to ``read``."""
    try:
        games = read_log(data, first_line)
    except MalformedLog as error:
        read.refused.append((GamePlace(log), error))
        return []
    parts: list[Markup] = []
    for index, game in enumerate(games):
        if isinstance(game, MalformedLog):
            read.refused.append((GamePlace(log, index), game))
            continue
        if game.events is not None:
            read.built[len(read.places)] = game.events
        read.problems.extend(problem._replace(game=len(read.places)) for problem in game.problems)
        read.places.append(GamePlace(log, index, game.log_id))
        parts.append(game.markup)
    return parts


def read_log(data: bytes, first_line: int = 1) -> list[ReadGame | MalformedLog]:
    """Every game in the bytes of a log: XML, JSON or links of tenhou.net/6, mjai, or 電脳麻将.

    Args:
        data: The log, not compressed.  It may hold several games.
        first_line: Line of its file that it begins at.

    Returns:
        Each game, or why it cannot be read.

    Raises:
        MalformedLog: When the bytes are none of these, or beyond the bounds of `read_markup`, `read_tenhou6`,
            `read_mjai` and `read_majiang`, or hold no game that can be read.
    """
    data = in_utf8(data)
    # Import a reader only when a log needs it: the import takes longer than reading one log.
    match _form_of(data):
        case "mjai":
            from analyzer.formats.mjai.reader import read_mjai

            return read_mjai(data, first_line=first_line)
        case "majiang":
            from analyzer.formats.majiang.reader import read_majiang

            return read_majiang(data)
        case "tenhou6":
            from analyzer.formats.tenhou6.reader import read_tenhou6

            return read_tenhou6(data)
        case "mahjong-soul":
            from analyzer.formats.mahjong_soul.reader import read_mahjong_soul

            return read_mahjong_soul(data)
        case _:
            from analyzer.formats.mjlog.reader import logs_in

            if _PAGE.match(data) is not None:
                raise MalformedLog("this is a page, not a log; save the log")
            try:
                return [_read_mjlog(data)]
            except MalformedLog:
                logs = logs_in(data)
                if len(logs) == 1:
                    raise
            return read_each(logs, _read_mjlog)


def _read_mjlog(data: bytes) -> ReadGame:
    from analyzer.formats.mjlog.reader import read_markup

    markup, problems = read_markup(data)
    return ReadGame(markup, problems, None)


def in_utf8(data: bytes) -> bytes:
    """A log in UTF-16 with a byte order mark as UTF-8; others, and XML that names its encoding, are kept.

    Raises:
        MalformedLog: When the bytes after the mark are not UTF-16.
    """
    if not data.startswith(_UTF16):
        return data
    try:
        # A log that is cut may end within a character.
        text = data[: len(data) // 2 * 2].decode("utf-16")
    except UnicodeDecodeError as error:
        raise MalformedLog(f"expected UTF-16, found other bytes at {error.start}") from None
    return data if text.startswith(("<?xml", "\0")) else text.encode()


def _form_of(data: bytes) -> Literal["mjlog", "mjai", "tenhou6", "mahjong-soul", "majiang"]:
    """The form of a log in UTF-8; ``mjlog`` for anything that is no other."""
    if data.startswith(_MJLOG):
        return "mjlog"
    from analyzer.formats.mjai.lines import looks_like_mjai
    from analyzer.formats.tenhou6.document import looks_like_json
    from analyzer.formats.tenhou6.links import has_links

    if has_links(data):
        return "tenhou6"
    from analyzer.formats.mahjong_soul.envelope import looks_like_record

    if looks_like_record(data):
        return "mahjong-soul"
    if not looks_like_json(data[:64]):
        return "mjlog"
    if looks_like_mjai(data):
        return "mjai"
    return "tenhou6" if _MAJIANG.search(data) is None else "majiang"


def events_of(game: ReadGame) -> Events:
    """What one game says."""
    return decode(game.markup, game.problems) if game.events is None else game.events


def one_game(data: bytes, place: int) -> tuple[bytes, int]:
    """One of several games in the bytes of a log as bytes of its own, and the line that they begin at.

    Raises:
        MalformedLog: When that game cannot be read.
    """
    data = in_utf8(data)
    match _form_of(data):
        case "mjai":
            from analyzer.formats.mjai import lines

            return lines.one_game(data, place)
        case "tenhou6" | "majiang" as form:
            import json

            from analyzer.formats.tenhou6 import document

            games = document.games_of(data)
            if form == "tenhou6":
                document.separate_hands(games)
            game = games[place]
            if isinstance(game, MalformedLog):
                raise game
            return json.dumps(game.value).encode(), 1
        case "mahjong-soul":
            from analyzer.formats.mahjong_soul import envelope

            return envelope.one_game(data, place), 1
        case _:
            from analyzer.formats.mjlog.reader import logs_in

            return logs_in(data)[place], 1
