"""What the name of a log says: when, which kind of game, which lobby."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final

__all__ = ["LogId", "parse_log_id"]

_LOG_ID: Final = re.compile(
    r"(?<![0-9A-Za-z])(?P<day>[0-9]{8})(?P<hour>[0-9]{2})?gm-(?P<type>[0-9a-f]{4})-(?P<lobby>[CL]?[0-9]{4,9})-"
    r"(?P<tail>x?[0-9a-f]{8,12})(?![0-9A-Za-z])",
    re.ASCII,
)
_IDS_KEPT: Final = 1 << 11
"""Several rooms ask for the ids of a batch, one after another."""


@dataclass(frozen=True, slots=True)
class LogId:
    """A log id such as ``2011020417gm-00a9-0000-b67fcaa3``, taken apart.

    Attributes:
        text: The id alone, without path, extension or ``&tw=``.
        day: Date in Japan (UTC+9) at which the game began.
        hour: Hour of that day; None for ids that give the date alone.
        go_type: GO type, from hexadecimal.
        lobby: Lobby as written: four or more digits, with C or L before those of tournaments.
        tail: What tells the games of an hour apart.
    """

    text: str
    day: date
    hour: int | None
    go_type: int
    lobby: str
    tail: str


@lru_cache(_IDS_KEPT)
def parse_log_id(text: str) -> LogId | None:
    """The first log id within a text, such as a file name or an URL; None when there is none.

    Example:
        >>> parse_log_id("2011020417gm-00a9-0000-b67fcaa3&tw=2.mjlog").go_type
        169
    """
    for match in _LOG_ID.finditer(text):
        digits, hour = match["day"], match["hour"]
        try:
            day = date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
        except ValueError:
            continue
        if hour is not None and int(hour) > 23:
            continue
        return LogId(
            text=match[0],
            day=day,
            hour=None if hour is None else int(hour),
            go_type=int(match["type"], 16),
            lobby=match["lobby"],
            tail=match["tail"],
        )
    return None
