"""Column types that table modules return (arrays with nulls, codes, text, lists), and the rows of seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.formats.log_id import GoType
from analyzer.settlement.game_end import ranks
from analyzer.vocabulary import ABSENT, SEATS

__all__ = [
    "Coded",
    "Columns",
    "Lists",
    "Nullable",
    "SeatRows",
    "Values",
    "Waits",
    "logged",
    "of_go_types",
    "placements",
    "seats_in_play",
    "some",
]

_Item = TypeVar("_Item", bound=np.generic)


class Nullable(NamedTuple):
    """Values with a mask of nulls."""

    values: NDArray[np.generic]
    null: NDArray[np.bool_] | None
    """None if no value is null."""


class Coded(NamedTuple):
    """Strings stored as indices into a few names; a negative index is null."""

    codes: NDArray[np.integer]
    names: tuple[str, ...]


class Waits(NamedTuple):
    """Sets of tile kinds, one bit per kind; tables show them as mpsz text."""

    kinds: NDArray[np.uint64]
    null: NDArray[np.bool_] | None
    """None if no set is null."""


class Lists(NamedTuple):
    """Lists of numbers or categories, concatenated in ``items``."""

    items: NDArray[np.generic] | Coded
    offsets: NDArray[np.int32]
    """Shape (rows + 1,)."""
    null: NDArray[np.bool_] | None
    """None if no list is null; null lists are empty."""


Values: TypeAlias = "NDArray[np.generic] | Nullable | Coded | Waits | Lists | Sequence[Any] | pa.Array"
"""Arrays have shape (rows,); in the table ``seats`` (hands, 4), or a shape that broadcasts to it."""
Columns: TypeAlias = dict[str, Values]


def logged(values: NDArray[np.integer]) -> Nullable:
    """Numbers as logged; null where the log states none."""
    return Nullable(values, some(values == ABSENT))


def some(null: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """The mask, or None if it marks nothing; columns that share it need not check again."""
    return null if null.any() else None


class SeatRows(NamedTuple):
    """The occupied seats, by hand, then seat."""

    hands: int
    places: NDArray[np.intp]
    """Shape (rows,): indices into a flattened array of shape (hands, 4)."""

    def flat(self, values: NDArray[_Item]) -> NDArray[_Item]:
        """Values of these rows, taken from an array of shape (hands, 4) or one that broadcasts to it."""
        shape = (self.hands, SEATS)
        flat = (values if values.shape == shape else np.broadcast_to(values, shape)).ravel()
        return flat if len(self.places) == len(flat) else flat.take(self.places)


def seats_in_play(players: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which seats are occupied; shape (rows, 4)."""
    return players[:, None] > np.arange(SEATS, dtype=np.uint8)


def placements(scores: NDArray[np.int32], in_play: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Placement 1-4 of each seat by score, ties to the lower seat; shape (rows, 4)."""
    return ranks(np.where(in_play, scores, np.iinfo(np.int32).min)).astype(np.uint8) + np.uint8(1)


def of_go_types(
    go_types: NDArray[np.int32], read: Callable[[GoType], int], absent: int = 0
) -> NDArray[np.int32]:
    """A number computed from the GO type of each game; ``absent`` if the log has no GO; shape (games,)."""
    types, places = np.unique(go_types, return_inverse=True)
    numbers = [absent if value == ABSENT else int(read(GoType(value))) for value in types.tolist()]
    return np.array(numbers, np.int32)[places]
