"""How simulated games present themselves: log ids, the bits of GO, the players named in UN."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import Final

from analyzer.formats.encoder import Frame
from analyzer.rules import RuleSet

__all__ = ["DATE", "frame_of", "go_type_of", "log_id_of", "ranked_go_type"]

DATE: Final = date(2199, 1, 1)
"""In every log id: no game of a real archive, and no old rules, bear such a date."""

_RANKED_HOUOU: Final = 0xA1
_NO_RED: Final = 0x2
_NO_KUITAN: Final = 0x4
_HANCHAN: Final = 0x8
_SANMA: Final = 0x10

_STEP: Final = 0x9E3779B1
"""Odd, so that multiples of it repeat only after 2^32; large, so that ids look like Tenhou's."""
_GRADE: Final = 16
_RATE: Final = 2000.0
_EMPTY_RATE: Final = 1500.0


def ranked_go_type(*, players: int, winds: int) -> int:
    """Bits of GO of a ranked game in the Phoenix room."""
    return _RANKED_HOUOU | (_HANCHAN if winds > 1 else 0) | (_SANMA if players == 3 else 0)


def go_type_of(rules: RuleSet) -> int:
    """Bits of GO of such a game, as far as they can say the rules."""
    bits = ranked_go_type(players=rules.seats, winds=rules.winds)
    bits |= 0 if rules.red_fives else _NO_RED
    return bits | (0 if rules.kuitan else _NO_KUITAN)


def log_id_of(name: str, go_type: int, game: int = 0) -> str:
    """Log id of a game of a series; no two games of one series have the same.

    Args:
        name: Of the series.
        go_type: Bits of GO.
        game: Index in the series, below 2^32.
    """
    first = int.from_bytes(hashlib.sha512(name.encode()).digest()[:4])
    tail = (first + game * _STEP) % 2**32
    return f"{DATE:%Y%m%d}10gm-{go_type:04x}-0000-{tail:08x}"


def frame_of(names: tuple[str, str, str, str], seed: str | None) -> Frame:
    """What a log says beside the play: all of one grade, which shows at a glance that nobody played.

    Args:
        names: Of the four seats; empty for the empty one.
        seed: Text of the shuffle seed; None for a log without.
    """
    taken = [bool(name) for name in names]
    return Frame(
        seed=seed,
        names=names,
        dan=tuple(_GRADE if here else 0 for here in taken),
        rate=tuple(_RATE if here else _EMPTY_RATE for here in taken),
        sex=tuple("M" if here else "C" for here in taken),
    )
