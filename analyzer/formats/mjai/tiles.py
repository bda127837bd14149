"""Tiles as mjai writes them, ``5m``, ``5mr`` or ``0m``, ``E`` to ``C``; the ids that they may stand for."""

from __future__ import annotations

from typing import Final

from analyzer.vocabulary import AKA_IDS, KINDS, TILES, TileId, TileKind

__all__ = ["KIND_OF", "SEEN_COPY", "TEXTS", "UNKNOWN_TILE", "unseen_copies"]

UNKNOWN_TILE: Final = "?"
_HONOURS: Final = "ESWNPFC"
_PLAIN: Final = tuple(
    f"{kind % 9 + 1}{'mps'[kind // 9]}" if kind < 27 else _HONOURS[kind - 27] for kind in range(KINDS)
)
_RED: Final = {aka: f"5{suit}r" for suit, aka in zip("mps", sorted(AKA_IDS), strict=True)}
_OTHER_NAMES: Final = {f"5{suit}r": f"0{suit}" for suit in "mps"}
"""Some dialects write red fives with a zero."""

KIND_OF: Final[dict[str, TileKind]] = {text: kind for kind, text in enumerate(_PLAIN)} | {
    name: aka // 4 for aka, red in _RED.items() for name in (red, _OTHER_NAMES[red])
}
TEXTS: Final = tuple(
    tuple(
        (red, _OTHER_NAMES[red]) if has_reds and (red := _RED.get(tile)) is not None else (_PLAIN[tile // 4],)
        for tile in range(TILES)
    )
    for has_reds in (False, True)
)
"""By whether the wall has red fives, then by id: how the tile may be written."""


def _copies(kind: TileKind, *, has_reds: bool) -> list[TileId]:
    """Ids of the plain tiles of a kind, taken from the end; without red fives in the wall theirs is first."""
    copies = [tile for tile in range(kind * 4, kind * 4 + 4) if not (has_reds and tile in AKA_IDS)]
    return sorted(copies, key=lambda tile: (tile not in AKA_IDS, -tile))


COPIES: Final = tuple(
    {text: _copies(kind, has_reds=has_reds) for kind, text in enumerate(_PLAIN)} for has_reds in (False, True)
)
"""By whether the wall has red fives, then by text: ids of the plain tiles, taken from the end."""


SEEN_COPY: Final = {text: kind * 4 + (text == f"5{text[-1]}") for text, kind in KIND_OF.items()}
"""By text: the tile that stands for a copy too many, which is elsewhere; of a plain five no red one."""


def unseen_copies(*, has_reds: bool) -> dict[str, list[TileId]]:
    """By text: ids of all tiles of a wall, taken from the end; both names of a red five share a list."""
    unseen = {text: copies.copy() for text, copies in COPIES[has_reds].items()}
    for aka, red in _RED.items():
        unseen[red] = unseen[_OTHER_NAMES[red]] = [aka] if has_reds else []
    return unseen
