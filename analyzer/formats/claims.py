"""What JSON may leave unstated or contradict, and what mjai says of its table: details of oddities."""

from __future__ import annotations

from enum import IntEnum, IntFlag, unique
from typing import Final

from analyzer.formats.events import Oddity

__all__ = ["NEVER_STATED", "Claim", "Contradiction", "EngineTable"]


@unique
class Claim(IntFlag):
    """What an mjlog always states and JSON may leave out."""

    COUNTERS = 1
    """Honba and sticks beside a result."""
    SCORES_BEFORE = 2
    """Scores before a result, or after it."""
    DEPOSIT = 4
    """Scores after a riichi stick."""
    DEALER = 8
    """The dealer beside the kyoku."""
    SHOWN_TILES = 16
    """Tehai at a draw."""
    WIN_TEHAI = 32
    """Tehai of a winner."""
    WIN_MELDS = 64
    """Melds of a winner."""
    PAO = 128
    """The liable seat."""
    FINAL_RESULT = 256
    """Final results with uma and oka."""
    DELTAS = 512
    """Payments of a result."""
    DRAW_KIND = 1024
    """The kind of a draw."""
    URA = 2048
    """Ura indicators of a win."""
    DORA_TIME = 4096
    """When an indicator of a kan is shown."""
    START_SCORES = 8192
    """Scores at the start of a hand."""
    FINAL_SCORES = 16384
    """Final scores with the sticks left; the last scores stand for them."""


@unique
class EngineTable(IntFlag):
    """What mjai says of the table as a whole."""

    RED_FIVES = 1
    TONPUUSEN = 2
    NO_START = 4
    """Some hand does not state its kyoku, honba or sticks."""


@unique
class Contradiction(IntEnum):
    """What a log states, and states otherwise beside it."""

    TSUMOGIRI = 1
    """mjai: ``tsumogiri`` is true of another tile than the one just drawn."""
    TEDASHI = 2
    """mjai: ``tsumogiri`` is false of the tile just drawn, and the seat holds no other copy."""
    RULE = 3
    """tenhou.net/6: the words of ``rule`` are those of another GO type than that of ``ref``."""
    SIXTY = 4
    """tenhou.net/6: the tile just drawn is discarded by its number, and the seat holds no other copy."""
    HAN = 5
    """tenhou.net/6: the han before the points are not those of the yaku."""


NEVER_STATED: Final = {
    Oddity.TENHOU6: (
        Claim.COUNTERS
        | Claim.SCORES_BEFORE
        | Claim.DEPOSIT
        | Claim.DEALER
        | Claim.SHOWN_TILES
        | Claim.WIN_TEHAI
        | Claim.WIN_MELDS
        | Claim.DORA_TIME
    ),
    Oddity.MJAI: Claim.COUNTERS | Claim.WIN_MELDS | Claim.PAO | Claim.FINAL_RESULT,
}
"""What a form never states."""
