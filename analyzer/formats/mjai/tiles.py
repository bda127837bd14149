"""Tiles as mjai writes them: ``5m``, ``5mr`` or ``0m``, ``E`` to ``C``."""

from __future__ import annotations

from typing import Final

from analyzer.formats.builder import RED_FACES, Face
from analyzer.vocabulary import KINDS

__all__ = ["FACE_OF", "PLAIN", "UNKNOWN_TILE"]

UNKNOWN_TILE: Final = "?"
_HONOURS: Final = "ESWNPFC"
PLAIN: Final = tuple(
    f"{kind % 9 + 1}{'mps'[kind // 9]}" if kind < 27 else _HONOURS[kind - 27] for kind in range(KINDS)
)
"""By kind: a tile that is no red five."""
FACE_OF: Final[dict[str, Face]] = {text: kind for kind, text in enumerate(PLAIN)} | {
    text: RED_FACES[kind]
    for kind in RED_FACES
    # Some dialects write red fives with a zero.
    for text in (f"{PLAIN[kind]}r", f"0{PLAIN[kind][1]}")
}
