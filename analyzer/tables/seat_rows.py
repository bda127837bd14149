"""Which seats of the hands of a batch are rows of ``seats``."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.vocabulary import SEATS

__all__ = ["SeatRows", "seat_rows", "seats_in_play"]

_Item = TypeVar("_Item", bound=np.generic)


class SeatRows(NamedTuple):
    """The seats that somebody sits on, by hand, then seat."""

    hands: int
    places: NDArray[np.intp]
    """Shape (rows,): indices into an array of shape (hands, 4) laid flat."""

    @property
    def shape(self) -> tuple[int, int]:
        """Of the arrays that the rows are taken from."""
        return (self.hands, SEATS)

    def flat(self, values: NDArray[_Item]) -> NDArray[_Item]:
        """Values of the rows, of an array of shape (hands, 4) or one that broadcasts to it."""
        return np.broadcast_to(values, self.shape).ravel().take(self.places)


def seats_in_play(players: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Seats that somebody sits on; shape (rows, 4)."""
    return players[:, None] > np.arange(SEATS, dtype=np.uint8)


def seat_rows(players: NDArray[np.uint8]) -> SeatRows:
    """The rows of ``seats`` for hands of so many players."""
    return SeatRows(len(players), np.flatnonzero(seats_in_play(players)))
