"""The words of mjai: tiles as ``5m``, ``5mr`` or ``0m``, ``E`` to ``C``; yaku as writers spell them."""

from __future__ import annotations

from typing import Final

from analyzer.formats.builder import RED_FACES, Face
from analyzer.formats.tenhou6.words import DORA, DRAWS, KITA, YAKU, YAKU_NAMES
from analyzer.vocabulary import KINDS

__all__ = ["DRAWS", "FACE_OF", "PLAIN", "SANGENPAI", "UNKNOWN_TILE", "WINDS", "yaku_id"]

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


WINDS: Final = {"jikaze": YAKU_NAMES.index("自風 東"), "bakaze": YAKU_NAMES.index("場風 東")}
"""Id of East for the two yaku whose id depends on the wind."""
SANGENPAI: Final = "sangenpai"
"""One word for all three dragons, with so many han as there are."""


def yaku_id(found: str) -> int | None:
    """Id of a yaku by the key of its word, if it does not depend on a wind; a kita counts as a dora."""
    return DORA if found in KITA else YAKU.get(found)
