"""Who is liable for a yakuman (責任払い): the seat that gave the call which made it certain."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.vocabulary import NO_SEAT, PlayKind

__all__ = ["liable_seats"]

DRAGONS: Final = 0
WINDS: Final = 1
"""Places in the result; the third is that of suukantsu."""
EAST: Final = 27
NORTH: Final = 30
HAKU: Final = 31
CHUN: Final = 33
FEWEST_SETS: Final = 3
CHI: Final = int(PlayKind.CHI)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
KAKAN: Final = int(PlayKind.KAKAN)
ANKAN: Final = int(PlayKind.ANKAN)


def liable_seats(
    meld_kind: NDArray[np.uint8],
    meld_tile: NDArray[np.uint8],
    meld_source: NDArray[np.uint8],
    winner: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """Seat liable for each yakuman, whether or not the hand became one.

    The last of the sets that the yakuman needs must be a call: with a closed kan, or a kan added to a pon
    as the fourth, nobody is liable.

    Args:
        meld_kind: Shape (wins, 4): PlayKind in order of calling, a kakan in its pon's place; 0 where fewer.
        meld_tile: Shape (wins, 4): lowest kind.
        meld_source: Shape (wins, 4): seat the called tile came from; the own one for a closed kan.
        winner: Shape (wins,).

    Returns:
        Shape (wins, 3): for daisangen, daisuushii, suukantsu; NO_SEAT where nobody is.
    """
    liable = np.full((len(winner), 3), NO_SEAT, np.uint8)
    write_liable(meld_kind, meld_tile, meld_source, winner, liable)
    return liable


@kernel
def write_liable(
    meld_kind: NDArray[np.uint8],
    meld_tile: NDArray[np.uint8],
    meld_source: NDArray[np.uint8],
    winner: NDArray[np.uint8],
    liable: NDArray[np.uint8],
) -> None:
    """Write the liable seats; arguments as of `liable_seats`."""
    for row in range(len(winner)):
        if meld_kind[row, FEWEST_SETS - 1] == 0:
            continue
        for place in range(3):
            if place == DRAGONS:
                last = last_of_sets(meld_kind[row], meld_tile[row], HAKU, CHUN)
            elif place == WINDS:
                last = last_of_sets(meld_kind[row], meld_tile[row], EAST, NORTH)
            else:
                last = last_of_kans(meld_kind[row])
            if last >= 0 and meld_source[row, last] != winner[row]:
                liable[row, place] = meld_source[row, last]


@kernel
def last_of_sets(meld_kind: NDArray[np.uint8], meld_tile: NDArray[np.uint8], first: int, last: int) -> int:
    """Place of the last meld that is a set of a kind in a range, if all those kinds have one; else -1."""
    sets = 0
    found = -1
    for meld in range(4):
        is_set = meld_kind[meld] != 0 and meld_kind[meld] != CHI
        if is_set and first <= meld_tile[meld] <= last:
            sets += 1
            found = meld
    return found if sets > last - first else -1


@kernel
def last_of_kans(meld_kind: NDArray[np.uint8]) -> int:
    """Place of the last of four kans if it was called; else -1."""
    # Whether a kakan came after the last call cannot be told from the order of melds.
    for meld in range(3):
        kind = meld_kind[meld]
        if kind != DAIMINKAN and kind != KAKAN and kind != ANKAN:
            return -1
    return 3 if meld_kind[3] == DAIMINKAN else -1
