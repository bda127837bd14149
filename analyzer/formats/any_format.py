"""Bytes of logs to games; the first bytes tell XML, JSON and links, the first object the kind of JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple

from analyzer.errors import MalformedLog
from analyzer.formats.events import Events, ReadGame, joined
from analyzer.formats.headers import Headers
from analyzer.formats.log_id import LogId
from analyzer.formats.mjlog.decoder import Mjlogs, read_mjlogs, scan_mjlogs
from analyzer.formats.mjlog.markup import empty_markup

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

    places: list[GamePlace]
    """One per game."""
    parts: list[Mjlogs | ReadGame]
    """The games; scanned mjlogs that follow each other together."""
    refused: list[tuple[GamePlace, MalformedLog]]
    """Place of each log, or game of a log, that could not be read, and why."""

    @property
    def hand_count(self) -> int:
        """Hands of all games; those of mjlogs are not decoded for it."""
        return sum(
            part.hand_count if isinstance(part, Mjlogs) else len(part.events.hands.game)
            for part in self.parts
        )

    def read(self) -> tuple[Events, Headers]:
        """What the games say."""
        parts = self.parts or [Mjlogs(empty_markup())]
        read = [part.read() if isinstance(part, Mjlogs) else part[:2] for part in parts]
        return joined([events for events, _ in read]), Headers([headers for _, headers in read])


def read_logs(
    logs: Sequence[bytes], first_lines: Mapping[int, int] = _AT_THE_START, within: int | None = None
) -> ReadLogs:
    """Every game in a batch of logs; the scanner reads them where kernels are compiled.

    Args:
        logs: The logs, as for `read_log`.
        first_lines: By log that begins midway in its file: at which line.
        within: Of logs of several games, that at this place alone; all by default.
    """
    scanned, accepted = scan_mjlogs(logs)
    read = ReadLogs([], [], [])
    taken = 0
    for is_scanned, run in groupby(range(len(logs)), key=accepted.tolist().__getitem__):
        if is_scanned:
            found = [GamePlace(log) for log in run]
            read.places.extend(found)
            read.parts.append(scanned.between(taken, taken + len(found)))
            taken += len(found)
            continue
        for log in run:
            for place, game in enumerate(_games_or_why(logs[log], first_lines.get(log, 1))):
                if within not in (None, place):
                    continue
                if isinstance(game, MalformedLog):
                    read.refused.append((GamePlace(log, place), game))
                else:
                    read.places.append(GamePlace(log, place, game.log_id))
                    read.parts.append(game)
    return read


def _games_or_why(data: bytes, first_line: int) -> list[ReadGame | MalformedLog]:
    try:
        return read_log(data, first_line)
    except MalformedLog as error:
        return [error]


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
    form = _form_of(data)
    if form != "mjlog":
        from analyzer.formats.json_document import MAX_BYTES

        if len(data) > MAX_BYTES:
            raise MalformedLog(f"expected at most {MAX_BYTES} bytes, found {len(data)}")
    match form:
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
            if _PAGE.match(data) is not None:
                raise MalformedLog("this is a page, not a log; save the log")
            return read_mjlogs(data)


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
    from analyzer.formats.json_document import has_links, looks_like_json
    from analyzer.formats.mjai.lines import looks_like_mjai

    if has_links(data):
        return "tenhou6"
    from analyzer.formats.mahjong_soul.messages import looks_like_record

    if looks_like_record(data):
        return "mahjong-soul"
    if not looks_like_json(data[:64]):
        return "mjlog"
    if looks_like_mjai(data):
        return "mjai"
    return "tenhou6" if _MAJIANG.search(data) is None else "majiang"
