"""Log ids, and the bits of the GO type that they and GO state.

Source of the bits: GO types of real logs compared with play, and public parsers for the rest.
"""

from __future__ import annotations

import re
from datetime import date
from enum import IntEnum, IntFlag, unique
from functools import lru_cache
from typing import Final, NamedTuple

_LOG_ID: Final = re.compile(
    r"(?<![0-9A-Za-z])([0-9]{8})([0-9]{2})?gm-([0-9a-f]{4})-([CL]?[0-9]{4,9})-"
    r"(x?[0-9a-f]{8,12})(?![0-9A-Za-z])",
    re.ASCII,
)
_IDS_KEPT: Final = 1 << 13
"""Several rooms ask for the ids of a unit, one after another; two units are planned at a time."""
_DAYS_KEPT: Final = 1 << 9
"""A day has thousands of logs."""


@unique
class Room(IntEnum):
    """The four rooms of ranked play, lowest first."""

    IPPAN = 0
    """般, open to all."""
    JOUKYUU = 1
    """上, upper dan."""
    TOKUJOU = 2
    """特, special upper."""
    HOUOU = 3
    """鳳, Phoenix."""


class GoType(IntFlag):
    """The bits of a GO type.

    Examples:
        >>> go = GoType(225)
        >>> go.room.name, GoType.FAST in go, GoType.SANMA in go
        ('HOUOU', True, False)
    """

    RANKED = 0x1
    """Against people, not a test."""
    NO_AKA = 0x2
    """No red fives in the wall."""
    NO_KUITAN = 0x4
    """Tanyao must be closed (喰いタン無し)."""
    HANCHAN = 0x8
    """East and South, not East only."""
    SANMA = 0x10
    """Three players."""
    TOKUJOU = 0x20
    FAST = 0x40
    """Little time to think (速)."""
    JOUKYUU = 0x80
    """Upper dan; together with TOKUJOU Phoenix."""
    CUSTOM = 0x100
    """The lobby sets rules of its own."""
    CHIPS = 0x200
    """Chips (祝儀) are won beside points."""
    SKILL = 0x800
    """The kind 技能: every hand is scored alone, from 1,000 points."""
    LIGHT_SPEED = 0x1000
    """The kind 光速; no log of it is known."""

    @property
    def room(self) -> Room:
        """The room of ranked play."""
        return Room(2 * (GoType.TOKUJOU in self) + (GoType.JOUKYUU in self))


class LogId(NamedTuple):
    """A log id such as ``2011020417gm-00a9-0000-b67fcaa3``.

    Attributes:
        text: The id alone, without path, extension or ``&tw=``.
        day: Date in Japan (UTC+9) at which the game began.
        hour: Hour of that day; None for ids with a date only.
        go_type: GO type; the id has it in hexadecimal.
        lobby: Lobby as written: four or more digits, with C or L before those of tournaments.
        tail: Tells the games of one hour apart.
    """

    text: str
    day: date
    hour: int | None
    go_type: int
    lobby: str
    tail: str


@lru_cache(_IDS_KEPT)
def parse_log_id(text: str) -> LogId | None:
    """The first log id in a text such as a file name or a URL; None when there is none.

    Examples:
        >>> parse_log_id("2011020417gm-00a9-0000-b67fcaa3&tw=2.mjlog").go_type
        169
    """
    for match in _LOG_ID.finditer(text):
        day, hour, go_type, lobby, tail = match.groups()
        begun = _day(day)
        if begun is not None and (hour is None or hour <= "23"):
            return LogId(match[0], begun, None if hour is None else int(hour), int(go_type, 16), lobby, tail)
    return None


@lru_cache(_DAYS_KEPT)
def _day(digits: str) -> date | None:
    """The day that eight digits name; None where there is none."""
    try:
        return date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return None
