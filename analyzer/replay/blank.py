"""The facts of one hand in which nothing has happened, to be filled in."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import DTypeLike, NDArray

from analyzer.replay.facts import Facts
from analyzer.vocabulary import KINDS, NO_TILE, SEATS, TILES

__all__ = ["blank_facts"]

_PER_HAND: dict[type, Iterable[str]] = {
    np.uint8: (
        *("players", "dealer", "last_kind", "last_seat", "last_tile", "last_replacement", "end"),
        *("ron_calls", "call_count", "riichi_sticks"),
    ),
    np.int16: (
        *("live_tiles", "play_count", "fourth_wind", "fourth_riichi", "fourth_kan", "fourth_kan_discard"),
    ),
    np.bool_: ("first_round", "derailed"),
}
_PER_SEAT: dict[type, Iterable[str]] = {
    np.uint8: (
        *("draws", "discards", "meld_count", "open_melds", "kans", "kita", "first_discard", "yaochu_kinds"),
        *("riichi_turn", "riichi_order", "furiten"),
    ),
    np.int16: ("riichi_live_tiles",),
    np.int32: ("riichi_score", "scores"),
    np.uint64: ("waits",),
    np.bool_: (
        *("winners", "river_yaochu", "river_called", "riichi_accepted", "riichi_passed", "double_riichi"),
        *("ippatsu", "wait_outside_concealed", "wait_outside_own", "wait_unseen"),
    ),
}
_WIDE: dict[str, tuple[tuple[int, ...], DTypeLike]] = {
    "place": ((TILES,), np.uint8),
    "concealed": ((SEATS, KINDS), np.uint8),
    "melded": ((SEATS, KINDS), np.uint8),
    "melds": ((SEATS, SEATS), np.uint16),
    "meld_kind": ((SEATS, SEATS), np.uint8),
    "meld_tile": ((SEATS, SEATS), np.uint8),
    "meld_source": ((SEATS, SEATS), np.uint8),
}
_NEVER = ("fourth_wind", "fourth_riichi", "fourth_kan", "fourth_kan_discard")


def blank_facts() -> Facts:
    """Facts of one hand: nothing dealt, nothing played; indices say never, the first discard no tile."""
    columns: dict[str, NDArray[np.generic]] = {"waits_after": np.zeros(0, np.uint64)}
    for dtype, names in _PER_HAND.items():
        columns |= {name: np.zeros(1, dtype) for name in names}
    for dtype, names in _PER_SEAT.items():
        columns |= {name: np.zeros((1, SEATS), dtype) for name in names}
    for name, (shape, kind) in _WIDE.items():
        columns[name] = np.zeros((1, *shape), kind)
    for name in _NEVER:
        columns[name][:] = -1
    columns["first_discard"][:] = NO_TILE
    columns["river_yaochu"][:] = True
    # Every name of Facts has the dtype and shape that its field documents.
    return Facts(**columns)  # type: ignore[arg-type]
