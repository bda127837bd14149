"""Who is liable for a yakuman (責任払い): the seat that gave the call which made it certain."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import is_one_of
from analyzer.vocabulary import NO_SEAT, PlayKind

__all__ = ["liable_seats"]

DRAGONS: Final = (31, 32, 33)
WINDS: Final = (27, 28, 29, 30)
_FEWEST_SETS: Final = 3
KANS: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)


def liable_seats(
    meld_kind: NDArray[np.uint8],
    meld_tile: NDArray[np.uint8],
    meld_source: NDArray[np.uint8],
    winner: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """Seat liable for each yakuman, whether or not the hand came to be it.

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
    rows = np.flatnonzero(meld_kind[:, _FEWEST_SETS - 1])
    if len(rows):
        liable[rows] = _liable_seats(meld_kind[rows], meld_tile[rows], meld_source[rows], winner[rows])
    return liable


def _liable_seats(
    meld_kind: NDArray[np.uint8],
    meld_tile: NDArray[np.uint8],
    meld_source: NDArray[np.uint8],
    winner: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """The same for wins with as many melds as some yakuman needs."""
    same = (meld_kind != 0) & (meld_kind != PlayKind.CHI)
    sources = [
        _source_of_last(same & is_one_of(meld_tile, kinds), len(kinds), meld_source)
        for kinds in (DRAGONS, WINDS)
    ]
    # Whether a kakan came after the last call cannot be told from the order of melds.
    kans = is_one_of(meld_kind, KANS)
    by_call = np.where((meld_kind[:, 3] == PlayKind.DAIMINKAN), meld_source[:, 3], winner)
    sources.append(np.where(kans.all(axis=1), by_call, np.uint8(NO_SEAT)))
    seats = np.stack(sources, axis=1)
    liable: NDArray[np.uint8] = np.where(seats == winner[:, None], np.uint8(NO_SEAT), seats).astype(np.uint8)
    return liable


def _source_of_last(
    fits: NDArray[np.bool_], needed: int, meld_source: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Source of the last fitting meld where there are enough of them; NO_SEAT elsewhere."""
    last = fits.shape[1] - 1 - np.argmax(fits[:, ::-1], axis=1)
    source = np.take_along_axis(meld_source, last[:, None], axis=1)[:, 0]
    return np.where(fits.sum(axis=1) >= needed, source, np.uint8(NO_SEAT)).astype(np.uint8)
