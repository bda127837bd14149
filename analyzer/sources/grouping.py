"""Groups pieces of sources into units of work."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from analyzer.formats.log_id import GoType
from analyzer.sources.listing import Piece
from analyzer.sources.units import CARRIED_BYTES, UNIT_BYTES, Unit, make_unit

__all__ = ["grouped", "unit_of"]

_SANMA: Final = int(GoType.SANMA)
_GO_TYPE: Final = re.compile(r"\dgm-([0-9a-f]{4})-", re.ASCII)
"""In a log id."""
_OF_ONE_SIZE: Final = 16
"""Units before they become twice as large, so that a million games are some hundred units."""


@dataclass(slots=True)
class _Held:
    """Pieces that become one unit."""

    pieces: list[Piece]
    logs: int
    size: int

    def takes(self, piece: Piece, most: int) -> bool:
        """Add a piece, unless it is too much or goes alone."""
        logs, size = self.logs + (piece.logs or 0), self.size + piece.part.size
        is_small = logs <= most and size <= (UNIT_BYTES if piece.item is None else CARRIED_BYTES)
        if not is_small or piece.window is not None or self.pieces[-1].window is not None:
            return False
        self.pieces.append(piece)
        self.logs, self.size = logs, size
        return True


def grouped(
    pieces: Iterable[Piece], unit_logs: int, *, most: int, by_players: bool = False
) -> Iterator[list[Piece]]:
    """Pieces of units, in their order; units become larger with the archive, and each is of one source.

    A piece with a window is a unit of its own.

    Args:
        pieces: What is to be read.
        unit_logs: Most logs of the first units.
        most: Most logs of any unit.
        by_players: Whether units have one number of players where names tell it, and so not quite the order
            of the pieces.
    """
    held: dict[int | None, _Held] = {}
    root: Unit | None = None
    given, most_now = 0, _now(unit_logs, most, 0)
    for piece in pieces:
        if root is not None and piece.root is not root and piece.root != root:
            for of_players in held.values():
                given += 1
                yield of_players.pieces
            held.clear()
            most_now = _now(unit_logs, most, given)
        root = piece.root
        players = _players(piece) if by_players else None
        waiting = held.get(players)
        if waiting is None or not waiting.takes(piece, most_now):
            if waiting is not None:
                given += 1
                most_now = _now(unit_logs, most, given)
                yield held.pop(players).pieces
            held[players] = _Held([piece], piece.logs or 0, piece.part.size)
    for of_players in held.values():
        yield of_players.pieces


def _now(unit_logs: int, most: int, given: int) -> int:
    """Most logs of the unit after so many."""
    doublings = min(given // _OF_ONE_SIZE, most.bit_length())
    return min(unit_logs << doublings, max(most, unit_logs))


def _players(piece: Piece) -> int | None:
    """Number of players by the GO type in a name; None where it has none."""
    # Parsing the whole log id takes six times as long, in the one process that plans.
    found = _GO_TYPE.search(piece.part.name) if piece.part.page is None else None
    if found is None:
        return None
    return 3 if int(found[1], 16) & _SANMA else 4


def unit_of(pieces: Sequence[Piece], seal: str, taken: set[str]) -> Unit:
    """The unit of some pieces, with an id that is not taken, also where they are read a second time.

    The id is added to those that are taken.
    """
    first = pieces[0]
    parts = tuple(piece.part for piece in pieces)
    carried = tuple(piece.item for piece in pieces if piece.item is not None)
    unit = make_unit(first.root._replace(parts=parts, carried=carried, window=first.window, seal=seal))
    ident, copy = unit.id, 0
    while ident in taken:
        copy += 1
        ident = blake2b(f"{unit.id} {copy}".encode(), digest_size=8).hexdigest()
    taken.add(ident)
    return unit._replace(id=ident)
