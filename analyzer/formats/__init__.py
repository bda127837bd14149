"""The formats of logs: bytes to events, and back.

`mjlog` reads bytes into elements (`Markup`), to which `decode` gives their meaning; `tenhou6`, `mjai` and
`majiang` play what they read into an `EventsBuilder`.
"""

from __future__ import annotations

from analyzer.formats.any_format import ReadLogs, read_log, read_logs
from analyzer.formats.decoder import decode
from analyzer.formats.events import Events, ReadGame
from analyzer.formats.headers import Headers, read_headers
from analyzer.formats.log_id import GoType, LogId, parse_log_id
from analyzer.formats.markup import Markup, concatenate

__all__ = [
    "Events",
    "GoType",
    "Headers",
    "LogId",
    "Markup",
    "ReadGame",
    "ReadLogs",
    "concatenate",
    "decode",
    "parse_log_id",
    "read",
    "read_headers",
    "read_log",
    "read_logs",
]


def read(data: bytes) -> Events:
    """Events of every game of one log.

    Args:
        data: The log, not compressed.

    Raises:
        MalformedLog: When `read_log` refuses the log, or a game of it.

    Examples:
        >>> events = read(b'<mjloggm ver="2.3"><GO type="169" lobby="0"/></mjloggm>')
        >>> events.games.go_type.tolist(), events.games.players.tolist()
        ([169], [4])
    """
    found = read_logs([data])
    for _, error in found.refused:
        raise error
    return found.events()
