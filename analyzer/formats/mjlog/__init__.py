"""The only room that knows the mjlog format: bytes to markup, markup to events, and back to bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.formats.mjlog.decode import decode
from analyzer.formats.mjlog.events import Events
from analyzer.formats.mjlog.formats import ReadLogs, read_log, read_logs
from analyzer.formats.mjlog.header import GameHeader, read_header, read_headers
from analyzer.formats.mjlog.markup import Markup, concatenate

if TYPE_CHECKING:
    from analyzer.formats.mjlog.reader import read_markup
    from analyzer.formats.mjlog.writer import write

__all__ = [
    "Events",
    "GameHeader",
    "Markup",
    "ReadLogs",
    "concatenate",
    "decode",
    "read",
    "read_header",
    "read_headers",
    "read_log",
    "read_logs",
    "read_markup",
    "write",
]


def __getattr__(name: str) -> object:
    """What not every command needs, imported when it is first asked for: the reader brings lxml."""
    if name == "read_markup":
        from analyzer.formats.mjlog.reader import read_markup

        return read_markup
    if name == "write":
        from analyzer.formats.mjlog.writer import write

        return write
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def read(data: bytes) -> Events:
    """Events of one log.

    Args:
        data: The XML, not compressed.

    Raises:
        MalformedLog: When the bytes are no XML, not an mjlog, or beyond the bounds of `read_markup`.

    Example:
        >>> events = read(b'<mjloggm ver="2.3"><GO type="169" lobby="0"/></mjloggm>')
        >>> events.games.go_type.tolist(), events.games.players.tolist()
        ([169], [4])
    """
    from analyzer.formats.mjlog.reader import read_markup

    markup, problems = read_markup(data)
    return decode(markup, problems)
