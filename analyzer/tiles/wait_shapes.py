"""What a tehai waits with: the shape of its waits (待ちの形)."""

from __future__ import annotations

from enum import unique
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.tiles.suits import COMPLETE_SHIFT, POW5, RESIDUE_SHIFT, SuitTables, suit_tables
from analyzer.vocabulary import Code

__all__ = ["NO_WAIT", "WaitShape", "wait_shapes"]


@unique
class WaitShape(Code):
    """Shapes of waits, by the kinds waited for and a decomposition of the tehai."""

    RYANMEN = 0
    """Two kinds, at both ends of two tiles in a row."""
    KANCHAN = 1
    """One kind, between two tiles."""
    PENCHAN = 2
    """One kind, the 3 beside 12 or the 7 beside 89."""
    SHANPON = 3
    """Two kinds, both of which are held as pairs."""
    TANKI = 4
    """One kind, to make the pair; also where it can be read as kanchan or penchan as well (3445, 1233).
    Seven pairs, and thirteen orphans that wait for one kind, count here."""
    COMPLEX = 5
    """Three kinds or more, or two kinds that are neither ryanmen nor shanpon (2345)."""


NO_WAIT: Final = 255
"""Stands for the shape of a tehai without waits."""

RYANMEN: Final = int(WaitShape.RYANMEN)
KANCHAN: Final = int(WaitShape.KANCHAN)
PENCHAN: Final = int(WaitShape.PENCHAN)
SHANPON: Final = int(WaitShape.SHANPON)
TANKI: Final = int(WaitShape.TANKI)
COMPLEX: Final = int(WaitShape.COMPLEX)
HONOURS: Final = 27


@kernel
def is_complete(tables: SuitTables, concealed: NDArray[np.uint8], pairs: int) -> bool:
    """Whether a concealed part falls into sets and exactly so many pairs, none or one."""
    found = 0
    for suit in range(4):
        ranks = 7 if suit == 3 else 9
        code = 0
        for rank in range(ranks):
            code += int(concealed[suit * 9 + rank]) * POW5[rank]
        word = int(tables.honours[code] if suit == 3 else tables.numbers[code])
        residue = word >> RESIDUE_SHIFT
        if residue == 1 or word >> COMPLETE_SHIFT & 1 == 0:
            return False
        found += 1 if residue == 2 else 0
    return found == pairs


@kernel
def is_complete_without(
    tables: SuitTables, held: NDArray[np.uint8], first: int, second: int, pairs: int, copies: int
) -> bool:
    """The same without some copies of two kinds."""
    if held[first] < copies or held[second] < copies:
        return False
    held[first] -= copies
    held[second] -= copies
    complete = is_complete(tables, held, pairs)
    held[first] += copies
    held[second] += copies
    return complete


@kernel
def shape_of_one(tables: SuitTables, held: NDArray[np.uint8], kind: int) -> int:
    """Shape of a wait for one kind."""
    if kind >= HONOURS:
        return TANKI
    if held[kind] > 0:
        held[kind] -= 1
        alone = is_complete(tables, held, 0)
        held[kind] += 1
        if alone:
            return TANKI
    rank = kind % 9
    if 1 <= rank <= 7 and is_complete_without(tables, held, kind - 1, kind + 1, 1, 1):
        return KANCHAN
    if rank == 2 and is_complete_without(tables, held, kind - 2, kind - 1, 1, 1):
        return PENCHAN
    if rank == 6 and is_complete_without(tables, held, kind + 1, kind + 2, 1, 1):
        return PENCHAN
    return TANKI


@kernel
def shape_of_two(tables: SuitTables, held: NDArray[np.uint8], low: int, high: int) -> int:
    """Shape of a wait for two kinds, ``low`` the lower."""
    is_span = high < HONOURS and high == low + 3 and low // 9 == high // 9
    if is_span and is_complete_without(tables, held, low + 1, low + 2, 1, 1):
        return RYANMEN
    if is_complete_without(tables, held, low, high, 0, 2):
        return SHANPON
    return COMPLEX


@kernel
def fill_shapes(
    tables: SuitTables, concealed: NDArray[np.uint8], waits: NDArray[np.uint64], shapes: NDArray[np.uint8]
) -> None:
    """Fill ``shapes``, shape (rows,), of waits that are not empty."""
    for row in range(len(waits)):
        mask = np.int64(waits[row])
        count = 0
        low = 0
        high = 0
        for kind in range(34):
            if mask >> kind & 1 != 0:
                count += 1
                low = kind if count == 1 else low
                high = kind
        if count == 1:
            shapes[row] = shape_of_one(tables, concealed[row], low)
        elif count == 2:
            shapes[row] = shape_of_two(tables, concealed[row], low, high)
        elif count > 2:
            shapes[row] = COMPLEX


def wait_shapes(concealed: NDArray[np.uint8], waits: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Shapes of waits.

    Args:
        concealed: Shape (rows, 34), counts of 3k + 1 tiles.
        waits: Of the same tehai; one bit per kind.

    Returns:
        Shape (rows,): a WaitShape; NO_WAIT where there is none.
    """
    shapes = np.full(len(waits), NO_WAIT, np.uint8)
    fill_shapes(suit_tables(), concealed.copy(), waits, shapes)
    return shapes
