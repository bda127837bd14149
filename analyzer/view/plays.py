"""The plays of one hand as readable rows: what happened, tile by tile, and who shows a tehai at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Events
from analyzer.later import Later
from analyzer.tiles.counts import mask_text
from analyzer.vocabulary import NO_SEAT, NO_TILE, PlayKind, Seat, TileId, mpsz, tile_text

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = Later("pandas")

CALLS: Final = (
    PlayKind.CHI,
    PlayKind.PON,
    PlayKind.DAIMINKAN,
    PlayKind.KAKAN,
    PlayKind.ANKAN,
    PlayKind.KITA,
)
"""Plays with a row in ``calls``."""


@dataclass(frozen=True, slots=True)
class Play:
    """One play.

    Attributes:
        kind: What happened.
        seat: The seat that acts; None for a dora indicator.
        tile: The tile drawn, discarded, called, added, set aside or shown; None for riichi.
        is_tsumogiri: Whether the tile just drawn is discarded.
        tiles: All tiles of the meld of a call, ascending; empty otherwise.
        called: The tile from another seat (for a kakan, that of its pon); None otherwise.
        source: The seat it came from; None otherwise.
        element: Index of the element in the log.
    """

    kind: PlayKind
    seat: Seat | None
    tile: TileId | None
    is_tsumogiri: bool
    tiles: tuple[TileId, ...]
    called: TileId | None
    source: Seat | None
    element: int

    @property
    def text(self) -> str:
        """The play without its seat, as ``pon 555z with 5z of seat 2``."""
        tile = "" if self.tile is None else tile_text(self.tile)
        match self.kind:
            case PlayKind.DRAW:
                return f"draws {tile}"
            case PlayKind.DISCARD:
                return f"discards {tile}{', as drawn' if self.is_tsumogiri else ''}"
            case PlayKind.RIICHI:
                return "declares riichi"
            case PlayKind.RIICHI_ACCEPTED:
                return "pays the riichi stick"
            case PlayKind.DORA:
                return f"dora indicator {tile}"
            case PlayKind.KITA:
                return "sets North aside"
            case PlayKind.KAKAN:
                return f"kakan, adds {tile}"
            case PlayKind.ANKAN:
                return f"ankan {mpsz(self.tiles)}"
        return f"{self.kind.name.lower()} {mpsz(self.tiles)} with {tile} of seat {self.source}"

    def __str__(self) -> str:
        return self.text if self.seat is None else f"seat {self.seat} {self.text}"


def plays_of(events: Events, hand: int) -> tuple[Play, ...]:
    """The plays of a hand in order.

    Args:
        events: Any number of games.
        hand: Row of ``events.hands``.
    """
    start, stop = events.hands.play_offsets[hand : hand + 2].tolist()
    columns = [column[start:stop].tolist() for column in events.plays]
    drawn: dict[Seat, TileId] = {}
    found: list[Play] = []
    for kind_code, seat, tile, row, element in zip(*columns, strict=True):
        kind = PlayKind(kind_code)
        is_tsumogiri = kind == PlayKind.DISCARD and drawn.get(seat) == tile
        if kind == PlayKind.DRAW:
            drawn[seat] = tile
        elif kind not in (PlayKind.RIICHI, PlayKind.RIICHI_ACCEPTED, PlayKind.DORA):
            drawn.pop(seat, None)
        tiles, called, source = _call(events, row) if kind in CALLS else ((), None, None)
        found.append(
            Play(
                kind=kind,
                seat=None if seat == NO_SEAT else seat,
                tile=None if tile == NO_TILE else tile,
                is_tsumogiri=is_tsumogiri,
                tiles=tiles,
                called=called,
                source=source,
                element=element,
            )
        )
    return tuple(found)


def _call(events: Events, row: int) -> tuple[tuple[TileId, ...], TileId | None, Seat | None]:
    calls = events.calls
    tiles = tuple(tile for tile in calls.tiles[row].tolist() if tile != NO_TILE)
    called, source = int(calls.called[row]), int(calls.source[row])
    return (tiles, None, None) if called == NO_TILE else (tiles, called, source)


def shown_seats(events: Events, hand: int) -> tuple[Seat, ...]:
    """Seats whose tehai the log shows at the end of a hand; arguments as of `plays_of`."""
    shown = events.results.shown[events.results.hand == hand, :, 0]
    return tuple(np.flatnonzero((shown != NO_TILE).any(axis=0)).tolist())


def plays_frame(plays: tuple[Play, ...], waits_after: NDArray[np.uint64]) -> pd.DataFrame:
    """The plays as a DataFrame, one row each.

    Args:
        plays: The plays of one hand.
        waits_after: Waits after the same plays, as in `Facts`.
    """
    rows = [
        {
            "kind": play.kind.name.lower(),
            "seat": play.seat,
            "tile": None if play.tile is None else tile_text(play.tile),
            "is_tsumogiri": play.is_tsumogiri,
            "meld": mpsz(play.tiles) if play.tiles else None,
            "source": play.source,
            "waits": mask_text(int(waits)) or None,
            "element": play.element,
        }
        for play, waits in zip(plays, waits_after.tolist(), strict=True)
    ]
    frame = pd.DataFrame(rows, columns=list(_TYPES)).astype(_TYPES)
    frame.index = pd.RangeIndex(1, len(frame) + 1, name="play")
    return frame


_TYPES: Final = {
    "kind": "category",
    "seat": "Int32",
    "tile": "str",
    "is_tsumogiri": "bool",
    "meld": "str",
    "source": "Int32",
    "waits": "str",
    "element": "Int32",
}
"""Columns of the frame and their types."""
