"""The values of category columns; the code of a value is its index here."""

from __future__ import annotations

from enum import unique
from typing import Final

from analyzer import vocabulary
from analyzer.formats.log_id import Room
from analyzer.replay.facts import NagashiEnd
from analyzer.settlement.yaku_names import Yaku
from analyzer.tiles.waits import WaitShape
from analyzer.vocabulary import KINDS, Code, DrawKind, EndKind, PlayKind, kind_text

__all__ = [
    "DRAW_KINDS",
    "END_KINDS",
    "LENGTHS",
    "LIMITS",
    "NAGASHI_ENDS",
    "PLAY_KINDS",
    "ROOMS",
    "TILE_NAMES",
    "WAIT_SHAPES",
    "WAYS",
    "YAKU_NAMES",
    "Way",
]


@unique
class Way(Code):
    """How a winner won."""

    RIICHI = 0
    DAMA = 1
    OPEN = 2


ROOMS: Final = tuple(room.name.lower() for room in Room)
LENGTHS: Final = ("tonpuu", "hanchan")
END_KINDS: Final = tuple(kind.name.lower() for kind in EndKind)
DRAW_KINDS: Final = tuple(kind.text for kind in DrawKind)
PLAY_KINDS: Final = tuple(kind.name.lower() for kind in PlayKind if kind <= PlayKind.KITA)
WAYS: Final = tuple(way.name.lower() for way in Way)
WAIT_SHAPES: Final = tuple(shape.name.lower() for shape in WaitShape)
NAGASHI_ENDS: Final = tuple(end.name.lower() for end in NagashiEnd)
LIMITS: Final = (*vocabulary.LIMITS[:-1], "kazoe_yakuman", vocabulary.LIMITS[-1])
"""Indices 0 to 4 equal the limit in ``ten`` of AGARI; its 5 is either of the last two."""
YAKU_NAMES: Final = tuple(yaku.name.lower() for yaku in Yaku if yaku < Yaku.DORA)
"""Every yaku, by its id; dora are not yaku."""
TILE_NAMES: Final = (*map(kind_text, range(KINDS)), "0m", "0p", "0s")
"""Every tile kind, then the red fives."""
