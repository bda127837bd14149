"""The plays of a batch that are neither draws nor discards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Events
from analyzer.replay.facts import is_one_of
from analyzer.vocabulary import PlayKind

__all__ = ["PlaysOfKind", "RarePlays", "rare_plays"]


class PlaysOfKind(NamedTuple):
    """Plays of some kinds, in play order; shape (items,)."""

    row: NDArray[np.int64]
    """Of ``plays``."""
    hand: NDArray[np.int64]
    """Of ``hands``."""
    kind: NDArray[np.uint8]


class RarePlays(NamedTuple):
    """Calls, kita, riichi, sticks and indicators of a batch, in play order; shape (items,) unless said."""

    row: NDArray[np.int64]
    """Of ``plays``."""
    kind: NDArray[np.uint8]
    offsets: NDArray[np.int32]
    """Shape (hands + 1,): first play of each hand, and the end."""

    def of_kind(self, *kinds: PlayKind) -> PlaysOfKind:
        """Those of some kinds."""
        items = np.flatnonzero(is_one_of(self.kind, kinds))
        row = self.row[items]
        return PlaysOfKind(row, np.searchsorted(self.offsets, row, side="right") - 1, self.kind[items])


def rare_plays(events: Events) -> RarePlays:
    """All of a batch that are neither draws nor discards."""
    kind = events.plays.kind
    row = np.flatnonzero(kind > int(PlayKind.DISCARD))
    return RarePlays(row, kind[row], events.hands.play_offsets)
