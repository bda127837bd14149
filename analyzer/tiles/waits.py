"""Waits (待ち) of a tehai: sets and pair, seven pairs, thirteen orphans.

Waits are a matter of shape: a kind whose four copies are all in the hand is a wait like any other.
A mask has one bit per tile kind.  No rule set is known here, and no meld: only the concealed part counts.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.tiles.suits import COMPLETE_SHIFT, POW5, RESIDUE_SHIFT, WAIT_BITS, SuitTables, suit_tables
from analyzer.vocabulary import KINDS, YAOCHU_KINDS

__all__ = ["IS_YAOCHU", "YAOCHU_MASK", "waits", "waits_from_codes", "waits_of", "waits_of_rows"]

YAOCHU_MASK: Final = sum(1 << kind for kind in YAOCHU_KINDS)
IS_YAOCHU: Final = tuple(kind in YAOCHU_KINDS for kind in range(KINDS))
PAIRED_BUT_ONE: Final = 6
ALL_ORPHANS: Final = 13


@kernel(inline=True)
def standard_waits(tables: SuitTables, man: int, pin: int, sou: int, honours: int) -> int:
    """Waits for sets and one pair, from four suit codes of 3k + 1 tiles in all; one bit per kind.

    Either one suit lacks a tile to sets and pair and all others are sets, or two suits lack one tile
    between them: it makes one of them all sets if the other is sets and pair already.
    """
    word0 = int(tables.numbers[man])
    word1 = int(tables.numbers[pin])
    word2 = int(tables.numbers[sou])
    word3 = int(tables.honours[honours])
    # A word is 0 only for a suit of 3k tiles that is no sets; no processor foresees which, so one branch.
    if word0 * word1 * word2 * word3 == 0:
        return 0
    residue0 = word0 >> RESIDUE_SHIFT
    residue1 = word1 >> RESIDUE_SHIFT
    residue2 = word2 >> RESIDUE_SHIFT
    residue3 = word3 >> RESIDUE_SHIFT
    # Squares, so that one sum counts suits of 3k + 1 tiles (1 each) and of 3k + 2 tiles (4 each).
    lacking = residue0 * residue0 + residue1 * residue1 + residue2 * residue2 + residue3 * residue3
    if lacking != 1 and lacking != 8:
        return 0
    paired = 0
    for word in (word0, word1, word2, word3):
        if word >> RESIDUE_SHIFT == 2:
            paired += word >> COMPLETE_SHIFT & 1
    found = 0
    shift = 0
    for word in (word0, word1, word2, word3):
        residue = word >> RESIDUE_SHIFT
        if residue == 1 or (residue == 2 and paired > (word >> COMPLETE_SHIFT & 1)):
            found |= (word & WAIT_BITS) << shift
        shift += 9
    return found


@kernel
def lone_kind(man: int, pin: int, sou: int, honours: int) -> int:
    """Mask of the kinds held exactly once."""
    found = 0
    shift = 0
    for code in (man, pin, sou, honours):
        rest = code
        kind = shift
        while rest != 0:
            if rest % 5 == 1:
                found |= 1 << kind
            rest //= 5
            kind += 1
        shift += 9
    return found


@kernel
def absent_kinds(man: int, pin: int, sou: int, honours: int) -> int:
    """Mask of the kinds not held."""
    found = 0
    shift = 0
    for code in (man, pin, sou, honours):
        rest = code
        for rank in range(7 if shift == 27 else 9):
            if rest % 5 == 0:
                found |= 1 << (shift + rank)
            rest //= 5
        shift += 9
    return found


@kernel(inline=True)
def waits_from_codes(
    tables: SuitTables,
    man: int,
    pin: int,
    sou: int,
    honours: int,
    tile_count: int,
    kind_count: int,
    pair_count: int,
    yaochu_count: int,
    yaochu_pair_count: int,
) -> np.uint64:
    """Waits of a concealed part that its holder keeps as suit codes and counters.

    Args:
        tables: From `suit_tables`.
        man: Code of the man tiles, ``sum(count[rank] * 5**rank)``; likewise ``pin`` and ``sou``.
        pin: See ``man``.
        sou: See ``man``.
        honours: The same over the seven honours.
        tile_count: Concealed tiles; waits exist at 13, 10, 7, 4 and 1, else the mask is 0.
        kind_count: Kinds held at least once.
        pair_count: Kinds held at least twice.
        yaochu_count: Kinds of terminals and honours held at least once.
        yaochu_pair_count: Kinds of terminals and honours held at least twice.

    Returns:
        One bit per kind.
    """
    if tile_count % 3 != 1:
        return np.uint64(0)
    found = standard_waits(tables, man, pin, sou, honours)
    if tile_count == 13:
        if pair_count == PAIRED_BUT_ONE and kind_count == PAIRED_BUT_ONE + 1:
            found |= lone_kind(man, pin, sou, honours)
        elif yaochu_count == ALL_ORPHANS:
            found |= YAOCHU_MASK
        elif yaochu_count == ALL_ORPHANS - 1 and yaochu_pair_count == 1:
            found |= absent_kinds(man, pin, sou, honours) & YAOCHU_MASK
    return np.uint64(found)


@kernel
def waits_of(tables: SuitTables, concealed: NDArray[np.uint8]) -> np.uint64:
    """Waits of one concealed part; shape (34,), counts 0-4; one bit per kind."""
    code0 = 0
    code1 = 0
    code2 = 0
    code3 = 0
    tile_count = 0
    kind_count = 0
    pair_count = 0
    yaochu_count = 0
    yaochu_pair_count = 0
    for kind in range(34):
        count = int(concealed[kind])
        if count == 0:
            continue
        weight = count * POW5[kind % 9]
        if kind < 9:
            code0 += weight
        elif kind < 18:
            code1 += weight
        elif kind < 27:
            code2 += weight
        else:
            code3 += weight
        tile_count += count
        kind_count += 1
        yaochu = 1 if IS_YAOCHU[kind] else 0
        yaochu_count += yaochu
        if count >= 2:
            pair_count += 1
            yaochu_pair_count += yaochu
    return waits_from_codes(
        tables,
        code0,
        code1,
        code2,
        code3,
        tile_count,
        kind_count,
        pair_count,
        yaochu_count,
        yaochu_pair_count,
    )


@kernel
def waits_of_rows(tables: SuitTables, concealed: NDArray[np.uint8], found: NDArray[np.uint64]) -> None:
    """Fill ``found``, shape (rows,), with the waits of each row of ``concealed``, shape (rows, 34)."""
    for row in range(len(concealed)):
        found[row] = waits_of(tables, concealed[row])


def waits(concealed: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Waits of concealed parts.

    Args:
        concealed: Shape (rows, 34), counts 0-4; without melds, kita and the tile just drawn.

    Returns:
        Shape (rows,), one bit per kind; 0 where the shape is not one tile short of a win.

    Raises:
        ValueError: When a kind is held more than four times.

    Examples:
        >>> from analyzer.tiles.counts import counts, kinds_in
        >>> kinds_in(int(waits(counts("23m")[None])[0]))
        ()
        >>> kinds_in(int(waits(counts("23m55z")[None])[0]))
        (0, 3)
    """
    if concealed.size and int(concealed.max()) > 4:
        raise ValueError("a kind is held more than four times")
    found = np.zeros(len(concealed), np.uint64)
    waits_of_rows(suit_tables(), concealed, found)
    return found
