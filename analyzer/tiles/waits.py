"""Waits (待ち) of a tehai: sets and pair, seven pairs, thirteen orphans; and the shapes of waits (待ちの形).

Waits are a matter of shape: a kind whose four copies are all in the hand is a wait like any other.
A mask has one bit per tile kind.  No rule set is known here, and no meld: only the concealed part counts.
"""

from __future__ import annotations

from enum import unique
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel, numbered
from analyzer.tiles.suits import COMPLETE_SHIFT, POW5, RESIDUE_SHIFT, WAIT_BITS, SuitTables, suit_tables
from analyzer.vocabulary import KINDS, YAOCHU_KINDS, Code

YAOCHU_MASK: Final = sum(1 << kind for kind in YAOCHU_KINDS)
PAIRED_BUT_ONE: Final = 6
ALL_ORPHANS: Final = 13
HONOURS: Final = 27


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
def kinds_held(man: int, pin: int, sou: int, honours: int, copies: int) -> int:
    """Mask of the kinds held exactly so many times; with 0 also of kinds that there are not."""
    found = 0
    kind = 0
    for code in (man, pin, sou, honours):
        rest = code
        for _ in range(9):
            if rest % 5 == copies:
                found |= 1 << kind
            rest //= 5
            kind += 1
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
            found |= kinds_held(man, pin, sou, honours, 1)
        elif yaochu_count == ALL_ORPHANS:
            found |= YAOCHU_MASK
        elif yaochu_count == ALL_ORPHANS - 1 and yaochu_pair_count == 1:
            found |= kinds_held(man, pin, sou, honours, 0) & YAOCHU_MASK
    return np.uint64(found)


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
    for place, row in enumerate(concealed.astype(np.int64)):
        man, pin, sou, honours = (int(suit @ POW5[: len(suit)]) for suit in np.split(row, (9, 18, HONOURS)))
        both = row, row[[*YAOCHU_KINDS]]
        counters = [int(np.count_nonzero(held >= copies)) for held in both for copies in (1, 2)]
        found[place] = waits_from_codes(suit_tables(), man, pin, sou, honours, int(row.sum()), *counters)
    return found


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

SHAPE: Final = numbered(WaitShape)


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
def is_read_in_runs(tables: SuitTables, rest: NDArray[np.uint8], kind: int, waits: np.uint64) -> bool:
    """Whether tehai with three of a kind may be read, for some wait, with one of these in a run.

    Args:
        tables: As given by `suit_tables`.
        rest: Counts of the concealed part without the three; shape (34,), as it was afterwards.
        kind: Of the three.
        waits: Of the tehai with them.
    """
    if kind >= HONOURS:
        return False
    rest[kind] += 3
    found = False
    first, last = max(kind // 9 * 9, kind - 2), min(kind // 9 * 9 + 6, kind)
    for wait in range(KINDS):
        if np.uint64(waits) >> np.uint64(wait) & np.uint64(1) == 0:
            continue
        rest[wait] += 1
        for low in range(first, last + 1):
            if rest[low] == 0 or rest[low + 1] == 0 or rest[low + 2] == 0:
                continue
            for place in range(low, low + 3):
                rest[place] -= 1
            found = found or is_complete(tables, rest, 1)
            for place in range(low, low + 3):
                rest[place] += 1
        rest[wait] -= 1
    rest[kind] -= 3
    return found


@kernel
def is_single_of_pairs(held: NDArray[np.uint8], kind: int) -> bool:
    """Whether the tehai are six pairs of different kinds, and the kind."""
    pairs = 0
    for other in range(34):
        pairs += 1 if held[other] == 2 else 0
    return pairs == 6 and held[kind] == 1


@kernel
def shape_of_one(tables: SuitTables, held: NDArray[np.uint8], kind: int) -> int:
    """Shape of a wait for one kind."""
    if kind >= HONOURS or is_single_of_pairs(held, kind):
        return SHAPE.TANKI
    if held[kind] > 0:
        held[kind] -= 1
        alone = is_complete(tables, held, 0)
        held[kind] += 1
        if alone:
            return SHAPE.TANKI
    rank = kind % 9
    if 1 <= rank <= 7 and is_complete_without(tables, held, kind - 1, kind + 1, 1, 1):
        return SHAPE.KANCHAN
    if rank == 2 and is_complete_without(tables, held, kind - 2, kind - 1, 1, 1):
        return SHAPE.PENCHAN
    if rank == 6 and is_complete_without(tables, held, kind + 1, kind + 2, 1, 1):
        return SHAPE.PENCHAN
    return SHAPE.TANKI


@kernel
def shape_of_two(tables: SuitTables, held: NDArray[np.uint8], low: int, high: int) -> int:
    """Shape of a wait for two kinds, ``low`` the lower."""
    is_span = high < HONOURS and high == low + 3 and low // 9 == high // 9
    if is_span and is_complete_without(tables, held, low + 1, low + 2, 1, 1):
        return SHAPE.RYANMEN
    if is_complete_without(tables, held, low, high, 0, 2):
        return SHAPE.SHANPON
    return SHAPE.COMPLEX


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
            shapes[row] = SHAPE.COMPLEX


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
