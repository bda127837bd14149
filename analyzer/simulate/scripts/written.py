"""Plays, calls and deposits of a hand as they are written, and the columns they become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Plays
from analyzer.vocabulary import ABSENT, NO_TILE, SEATS, PlayKind, Seat, TileId

__all__ = ["Meld", "Written"]


class Meld(NamedTuple):
    """A call as it is written.

    Attributes:
        kind: The play.
        tile: What is taken, added or set aside.
        tiles: All tiles of the meld.
        called: The one from another seat; NO_TILE if none.
        source: That seat, or the own one.
        code: As logs have it.
    """

    kind: PlayKind
    tile: TileId
    tiles: tuple[TileId, ...]
    called: TileId
    source: Seat
    code: int


@dataclass(slots=True)
class Written:
    """What a hand has come to so far; rows in play order."""

    plays: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Kind, seat, tile, row."""
    melds: list[Meld] = field(default_factory=list)
    deposits: list[tuple[int, ...]] = field(default_factory=list)
    """Scores of four seats after each stick."""

    def play(self, kind: PlayKind, seat: Seat, tile: TileId = NO_TILE, row: int = ABSENT) -> None:
        """Add a play."""
        self.plays.append((kind, seat, tile, row))

    def meld(self, seat: Seat, meld: Meld) -> None:
        """Add a call with its play."""
        self.play(meld.kind, seat, meld.tile, len(self.melds))
        self.melds.append(meld)

    def deposit(self, seat: Seat, scores: Sequence[int]) -> None:
        """Add a riichi that stands, with the scores after its stick."""
        self.play(PlayKind.RIICHI_ACCEPTED, seat, row=len(self.deposits))
        self.deposits.append(tuple(scores))

    def columns(self) -> tuple[Plays, Calls, NDArray[np.int32]]:
        """Plays, calls and deposits as arrays."""
        rows = np.array(self.plays, np.int64).reshape(-1, 4)
        plays = Plays(
            kind=rows[:, 0].astype(np.uint8),
            seat=rows[:, 1].astype(np.uint8),
            tile=rows[:, 2].astype(np.uint8),
            row=rows[:, 3].astype(np.int32),
            element=np.zeros(len(rows), np.int32),
        )
        tiles = np.full((len(self.melds), 4), NO_TILE, np.uint8)
        for row, meld in enumerate(self.melds):
            tiles[row, : len(meld.tiles)] = sorted(meld.tiles)
        calls = Calls(
            code=np.array([meld.code for meld in self.melds], np.uint16),
            tiles=tiles,
            called=np.array([meld.called for meld in self.melds], np.uint8),
            source=np.array([meld.source for meld in self.melds], np.uint8),
        )
        return plays, calls, np.array(self.deposits, np.int32).reshape(-1, SEATS)
