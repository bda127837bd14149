"""The bits of ``GO type``: which game was announced.  What was played may differ; that is for `audit`.

Source: the GO types of the corpus against play, and public parsers where it has no log.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, unique

__all__ = ["GoType", "Room"]


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
