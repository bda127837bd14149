"""The formats of logs: bytes to events, and back.

`mjlog` decodes elements; `tenhou6`, `mjai`, `majiang` and `mahjong_soul` play what they read into an
`EventsBuilder`.
"""

from __future__ import annotations

from analyzer.formats.any_format import read_log, read_logs
from analyzer.formats.events import Events

__all__ = ["read", "read_log", "read_logs"]


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
    return found.read()[0]
