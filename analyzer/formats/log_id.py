"""What the name of a log says: when, which kind of game (`GoType`), which lobby.

Source of the bits: the GO types of the corpus against play, and public parsers where it has no log.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from enum import IntEnum, unique
from functools import lru_cache
from typing import Final

__all__ = ["GoType", "LogId", "Room", "parse_log_id"]

_LOG_ID: Final = re.compile(
    r"(?<![0-9A-Za-z])(?P<day>[0-9]{8})(?P<hour>[0-9]{2})?gm-(?P<type>[0-9a-f]{4})-(?P<lobby>[CL]?[0-9]{4,9})-"
    r"(?P<tail>x?[0-9a-f]{8,12})(?![0-9A-Za-z])",
    re.ASCII,
)
_IDS_KEPT: Final = 1 << 11
"""Several rooms ask for the ids of a batch, one after another."""


@unique
class Room(IntEnum):
    """The four rooms of ranked play, lowest first; bits 0x80 and 0x20 of the type."""

    IPPAN = 0
    """般, open to all."""
    JOUKYUU = 1
    """上, upper dan."""
    TOKUJOU = 2
    """特, special upper."""
    HOUOU = 3
    """鳳, Phoenix."""


@dataclass(frozen=True, slots=True)
class GoType:
    """Named questions to a GO type.

    Attributes:
        value: ``type`` as logged, from 0.

    Example:
        >>> go = GoType(225)
        >>> go.room.name, go.is_hanchan, go.is_fast, go.is_sanma
        ('HOUOU', False, True, False)
    """

    value: int

    @property
    def is_ranked(self) -> bool:
        """Whether it is played against people, not a test (0x1)."""
        return bool(self.value & 0x1)

    @property
    def has_aka(self) -> bool:
        """Whether red fives are in the wall (0x2 clear)."""
        return not self.value & 0x2

    @property
    def has_kuitan(self) -> bool:
        """Whether tanyao may be open (0x4 clear; 喰いタン)."""
        return not self.value & 0x4

    @property
    def is_hanchan(self) -> bool:
        """Whether it goes to the South, not East only (0x8)."""
        return bool(self.value & 0x8)

    @property
    def is_sanma(self) -> bool:
        """Whether three play (0x10)."""
        return bool(self.value & 0x10)

    @property
    def room(self) -> Room:
        """The room (0x80 and 0x20)."""
        upper, special = bool(self.value & 0x80), bool(self.value & 0x20)
        if upper and special:
            return Room.HOUOU
        if special:
            return Room.TOKUJOU
        return Room.JOUKYUU if upper else Room.IPPAN

    @property
    def is_fast(self) -> bool:
        """Whether little time is given (0x40; 速)."""
        return bool(self.value & 0x40)

    @property
    def is_custom(self) -> bool:
        """Whether the lobby sets rules of its own (0x100)."""
        return bool(self.value & 0x100)

    @property
    def has_chips(self) -> bool:
        """Whether chips (祝儀) are won beside points (0x200)."""
        return bool(self.value & 0x200)

    @property
    def is_skill(self) -> bool:
        """Whether it is of the kind 技能, hands scored singly from 1,000 points (0x800)."""
        return bool(self.value & 0x800)

    @property
    def is_light_speed(self) -> bool:
        """Whether it is of the kind 光速 (0x1000); no log of it was seen."""
        return bool(self.value & 0x1000)


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
