"""Decompositions of a concealed part into sets and a pair (面子と雀頭); what is the same for all of a win."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel

MOST_DECOMPOSITIONS: Final = 8
"""Rows for the decompositions of one concealed part; four are the most that 14 tiles of a suit have."""

RUN: Final = 1
TRIPLE: Final = 2
QUAD: Final = 3

ON_PAIR: Final = 4
"""Place of the pair, behind the four sets."""
HONOURS: Final = 27
LAST_KIND: Final = 33


class WinningHand(NamedTuple):
    """What is the same for every decomposition of a win, as integers for kernels; 0 no, 1 yes."""

    melds: int
    closed: int
    """No meld is open."""
    tsumo: int
    win_kind: int
    seat_wind: int
    """Kind of the winner's wind."""
    round_winds: int
    """Bit per kind that is a wind of the round."""
    present: int
    """Bit per kind held."""
    fixed: int
    """Mask of the yaku of situation and tiles."""
    bonus: int
    """Han of dora."""


class Decomposition(NamedTuple):
    """One decomposition of a winning hand as four sets and a pair; shape (4,) each, concealed sets first."""

    form: NDArray[np.int64]
    """RUN, TRIPLE or QUAD."""
    kind: NDArray[np.int64]
    """Lowest kind of the set."""
    concealed: NDArray[np.int64]
    """1 unless the set was called or its last tile was won from another seat."""


@kernel
def read_sets(counts: NDArray[np.int64], triplets: int, sets: int, read: Decomposition) -> bool:
    """Read tiles as so many sets, of which the triplets are given; False where the others are no runs.

    Args:
        counts: Shape (34,), without the pair.
        triplets: Bit ``33 - kind`` of each kind that has one.
        sets: 0-4.
        read: Form and kind of its first places are written, ascending, a triplet before the runs of its kind.
    """
    place = 0
    begun = 0
    earlier = 0
    for kind in range(34):
        count = int(counts[kind])
        if count == 0:
            if begun + earlier != 0:
                return False
            continue
        same = triplets >> (LAST_KIND - kind) & 1
        # Runs that began one and two kinds before take a tile each; what is left begins as many.
        runs = count - 3 * same - begun - earlier
        if runs < 0 or place + same + runs > sets:
            return False
        if runs > 0 and (kind >= HONOURS or kind % 9 > 6):
            return False
        for each in range(same + runs):
            read.form[place] = TRIPLE if each < same else RUN
            read.kind[place] = kind
            place += 1
        earlier = begun
        begun = runs
    return place == sets


@kernel
def decompositions(
    counts: NDArray[np.int64], sets: int, read: Decomposition, found: NDArray[np.int64]
) -> int:
    """Every way to read the counts as sets and one pair: low pairs first, triplets at low kinds first.

    Args:
        counts: Shape (34,), 3 * sets + 2 tiles; changed and restored.
        sets: Sets to be found, 0-4.
        read: Memory to work in.
        found: Shape (MOST_DECOMPOSITIONS, 2), filled: kind of the pair, and triplets as of `read_sets`.

    Returns:
        Number of decompositions; 0 when the tiles are not complete.
    """
    triples = 0
    for kind in range(34):
        if counts[kind] >= 3:
            triples |= 1 << (LAST_KIND - kind)
    rows = 0
    for suit in range(4):
        kinds = range(9 * suit, min(9 * suit + 9, 34))
        tiles = 0
        for kind in kinds:
            tiles += int(counts[kind])
        # A set has three tiles: only a suit with two tiles more has the pair.
        if tiles % 3 != 2:
            continue
        for pair in kinds:
            if counts[pair] < 2:
                continue
            counts[pair] -= 2
            possible = triples if counts[pair] >= 3 else triples & ~(1 << (LAST_KIND - pair))
            # Every part of the possible triplets, in descending order.
            triplets = possible
            while triplets >= 0:
                if read_sets(counts, triplets, sets, read):
                    found[rows, 0] = pair
                    found[rows, 1] = triplets
                    rows += 1
                triplets = (triplets - 1) & possible if triplets != 0 else -1
            counts[pair] += 2
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
