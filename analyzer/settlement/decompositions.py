"""All decompositions of a concealed part into sets and a pair (面子と雀頭).

A set is one number: its lowest kind, plus `TRIPLET` when it is three of a kind and no run.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel

__all__ = [
    "MOST_DECOMPOSITIONS",
    "QUAD",
    "RUN",
    "TRIPLE",
    "TRIPLET",
    "Decomposition",
    "decompositions",
    "is_seven_pairs",
    "is_thirteen_orphans",
]

TRIPLET: Final = 64
"""Added to the kind of a set of three equal tiles."""
MOST_DECOMPOSITIONS: Final = 8
"""Rows for the decompositions of one concealed part; four are the most that 14 tiles of a suit have."""

RUN: Final = 1
TRIPLE: Final = 2
QUAD: Final = 3


class Decomposition(NamedTuple):
    """One decomposition of a winning hand as four sets and a pair; shape (4,) each, concealed sets first."""

    form: NDArray[np.int64]
    """RUN, TRIPLE or QUAD."""
    kind: NDArray[np.int64]
    """Lowest kind of the set."""
    concealed: NDArray[np.int64]
    """1 unless the set was called or its last tile was won from another seat."""


_NOTHING: Final = 0
_TRIPLET: Final = 1
_RUN: Final = 2


@kernel
def pair_suit(counts: NDArray[np.int64], sets: int) -> int:
    """Suit (0-3) that must hold the pair, by tiles modulo 3; 4 when the tiles cannot be sets and a pair."""
    found = 4
    total = 0
    for suit in range(4):
        tiles = 0
        for kind in range(9 * suit, min(9 * suit + 9, 34)):
            tiles += int(counts[kind])
        if tiles % 3 == 1 or (tiles % 3 == 2 and found != 4):
            return 4
        if tiles % 3 == 2:
            found = suit
        total += tiles
    return found if total == 3 * sets + 2 else 4


@kernel
def is_run(counts: NDArray[np.int64], kind: int) -> bool:
    """Whether a run can begin at the kind."""
    return kind < 27 and kind % 9 < 7 and counts[kind] > 0 and counts[kind + 1] > 0 and counts[kind + 2] > 0


@kernel
def change(counts: NDArray[np.int64], kind: int, form: int, sign: int) -> None:
    """Take a set out of the counts (sign -1) or put it back (+1)."""
    if form == _TRIPLET:
        counts[kind] += 3 * sign
    elif form == _RUN:
        counts[kind] += sign
        counts[kind + 1] += sign
        counts[kind + 2] += sign


@kernel
def set_decompositions(
    counts: NDArray[np.int64],
    pair: int,
    sets: int,
    found: NDArray[np.int64],
    row: int,
    path: NDArray[np.int64],
) -> int:
    """Write every decomposition of the counts into so many sets after row ``row``; the pair is taken out.

    Depth first, at the lowest kind left: a triplet first, then a run; after a run no triplet of the same
    kind, which would be the same decomposition again.

    Returns:
        Rows in use.  The counts are as before.
    """
    if sets == 0:
        found[row, 0] = pair
        return row + 1
    kinds = path[0]
    forms = path[1]
    depth = 0
    kind = 0
    while counts[kind] == 0:
        kind += 1
    kinds[0] = kind
    forms[0] = _NOTHING
    while depth >= 0:
        kind = int(kinds[depth])
        last = int(forms[depth])
        change(counts, kind, last, 1)
        after_run = depth > 0 and kinds[depth - 1] == kind and forms[depth - 1] == _RUN
        if last == _NOTHING and counts[kind] >= 3 and not after_run:
            forms[depth] = _TRIPLET
        elif last != _RUN and is_run(counts, kind):
            forms[depth] = _RUN
        else:
            forms[depth] = _NOTHING
            depth -= 1
            continue
        change(counts, kind, int(forms[depth]), -1)
        if depth + 1 < sets:
            depth += 1
            while counts[kind] == 0:
                kind += 1
            kinds[depth] = kind
            forms[depth] = _NOTHING
            continue
        found[row, 0] = pair
        for place in range(sets):
            found[row, 1 + place] = kinds[place] + (TRIPLET if forms[place] == _TRIPLET else 0)
        row += 1
    return row


@kernel
def decompositions(
    counts: NDArray[np.int64], sets: int, found: NDArray[np.int64], path: NDArray[np.int64]
) -> int:
    """Every way to read the counts as sets and one pair.

    Args:
        counts: Shape (34,), 3 * sets + 2 tiles; changed and restored.
        sets: Sets to be found, 0-4.
        found: Shape (MOST_DECOMPOSITIONS, 5), filled: pair kind, then the sets with ascending kinds.
        path: Shape (2, 4), memory to work in.

    Returns:
        Number of decompositions; 0 when the tiles are not complete.
    """
    suit = pair_suit(counts, sets)
    if suit == 4:
        return 0
    rows = 0
    for kind in range(9 * suit, min(9 * suit + 9, 34)):
        if counts[kind] >= 2:
            counts[kind] -= 2
            rows = set_decompositions(counts, kind, sets, found, rows, path)
            counts[kind] += 2
    return rows


@kernel
def is_seven_pairs(counts: NDArray[np.int64]) -> bool:
    """Whether 14 tiles are seven different pairs (七対子)."""
    pairs = 0
    for kind in range(34):
        if counts[kind] == 2:
            pairs += 1
    return pairs == 7


@kernel
def is_thirteen_orphans(counts: NDArray[np.int64]) -> bool:
    """Whether 14 tiles are all terminals and honours and one of them twice (国士無双)."""
    tiles = 0
    for kind in range(34):
        if kind >= 27 or kind % 9 == 0 or kind % 9 == 8:
            if counts[kind] == 0:
                return False
            tiles += int(counts[kind])
    return tiles == 14
