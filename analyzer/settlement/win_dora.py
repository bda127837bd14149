"""Dora: which kinds the indicators point at, and how many of them a hand holds."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Place, is_one_of
from analyzer.vocabulary import AKA_IDS, KINDS, NO_TILE, TILES, WIND_KINDS, PlayKind

__all__ = ["aka_held", "dora_held", "dora_kind", "kinds_held"]

NORTH: Final = WIND_KINDS[3]


def _next_kinds(*, sanma: bool) -> NDArray[np.uint8]:
    """The kind after each kind, in circles: 1-9 of a suit, the winds, the dragons."""
    after = np.arange(1, KINDS + 1, dtype=np.uint8)
    for first, last in ((0, 8), (9, 17), (18, 26), (27, 30), (31, 33)):
        after[last] = first
    if sanma:
        after[0] = 8  # 2 to 8 man are not in a three-player wall
    return after


NEXT_KIND: Final = _next_kinds(sanma=False)
NEXT_KIND_SANMA: Final = _next_kinds(sanma=True)


def dora_kind(indicators: NDArray[np.uint8], players: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Kind that each indicator makes dora.

    Args:
        indicators: Shape (rows, indicators), tile ids, NO_TILE where fewer.
        players: Shape (rows,), 3 or 4.

    Returns:
        The same shape; NO_TILE where no indicator is.

    Example:
        >>> dora_kind(np.array([[0, 120]], np.uint8), np.array([3], np.uint8))
        array([[ 8, 27]], dtype=uint8)
    """
    kinds = np.minimum(indicators, TILES - 1) // 4
    after = np.where((players == 3)[:, None], NEXT_KIND_SANMA[kinds], NEXT_KIND[kinds])
    return np.where(indicators < TILES, after, np.uint8(NO_TILE)).astype(np.uint8)


def kinds_held(
    concealed: NDArray[np.uint8],
    meld_kind: NDArray[np.uint8],
    meld_tile: NDArray[np.uint8],
    kita: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """Counts of all tiles of a hand, shape (rows, 34): concealed part, melds (a kan is four) and kita."""
    held = concealed.copy()
    held[:, NORTH] += kita
    for meld in range(meld_kind.shape[1]):
        form = meld_kind[:, meld]
        rows = np.flatnonzero(form)
        kind = meld_tile[rows, meld].astype(np.int64)
        run = form[rows] == PlayKind.CHI
        held[rows, kind] += np.where(run, 1, np.where(form[rows] == PlayKind.PON, 3, 4)).astype(np.uint8)
        for step in (1, 2):
            held[rows[run], kind[run] + step] += 1
    return held


def dora_held(
    held: NDArray[np.uint8], indicators: NDArray[np.uint8], players: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Dora of each hand: every tile counts once for each indicator that points at it.

    Args:
        held: Shape (rows, 34), from `kinds_held`.
        indicators: Shape (rows, indicators), tile ids, NO_TILE where fewer.
        players: Shape (rows,), 3 or 4.
    """
    kinds = dora_kind(indicators, players)
    shown = kinds != NO_TILE
    found = np.take_along_axis(held, np.where(shown, kinds, 0).astype(np.int64), axis=1)
    dora: NDArray[np.uint8] = np.where(shown, found, 0).sum(axis=1).astype(np.uint8)
    return dora


def aka_held(
    place: NDArray[np.uint8], seat: NDArray[np.uint8], won_on: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """Red fives of each hand; shape (rows,).

    Args:
        place: Where each red five lies, a Place; shape (rows, 3), in the order of `AKA_IDS`.
        seat: Of each hand; shape (rows,).
        won_on: Tile id of another seat that the hand is won on; NO_TILE where none.
    """
    held = is_one_of(place - seat[:, None], (Place.CONCEALED, Place.MELD))
    held |= won_on[:, None] == np.array(AKA_IDS)
    aka: NDArray[np.uint8] = held.sum(axis=1).astype(np.uint8)
    return aka
