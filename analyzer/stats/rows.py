"""A block of whole games as seen by a measure: columns of every table, gathered to the rows of one.

The rows of all tables are ordered by game, hand and seat, so they align by counts, without keys.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property, wraps
from typing import Final, TypeVar, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.stats.arrays import (
    CODES,
    Array,
    ColumnsRead,
    absent_of,
    code,
    column_of,
    for_reading,
    tile_items,
    tile_masks,
    with_nulls,
)

__all__ = ["CODES", "GRAINS", "Array", "Block", "Rows", "code", "derived", "is_value"]

GRAINS: Final = ("games", "players", "hands", "seats", "wins")
"""Tables that blocks are made of."""

_T = TypeVar("_T")
_Value = TypeVar("_Value", bound=np.generic)


class Block(ColumnsRead):
    """Whole games with the same number of players: their rows in each table, read on demand."""

    def __init__(self, players: int, tables: Mapping[str, pa.Table]) -> None:
        """Keep the wanted tables of `GRAINS`; ``games`` need their hands, ``hands`` their winners."""
        super().__init__(tables)
        self.players = players
        self._views: dict[str, Rows] = {}

    def rows(self, grain: str) -> Rows:
        """The block as rows of this table."""
        if grain not in self._views:
            self._views[grain] = Rows(self, grain)
        return self._views[grain]

    def forget(self) -> None:
        """Drop all computed values: rows and block refer to each other, so nothing else would free them."""
        for view in self._views.values():
            view.__dict__.clear()
        self.__dict__.clear()

    @cached_property
    def game_of_hand(self) -> NDArray[np.intp]:
        """Game of each hand, as a row of the block."""
        hands = self.column("games", "hands").values
        return np.repeat(np.arange(len(hands)), hands)

    @cached_property
    def hand_of_win(self) -> NDArray[np.intp]:
        """Hand of each win, as a row of the block."""
        winners = self.column("hands", "winner_count").values
        return np.repeat(np.arange(len(winners)), winners)

    @cached_property
    def games(self) -> int:
        """How many."""
        return len(self.column("games", "hands").values)

    @property
    def hands(self) -> int:
        """How many."""
        return len(self.game_of_hand)


class Rows:
    """A block seen from one table, its grain: one entry per row of it.

    A column of another table is named with its table (``hands.end``): ``players.dan`` is that of the same
    game and seat, and ``seats.riichi_turn``, on wins, that of the winner.  All values are computed once.
    """

    def __init__(self, block: Block, grain: str) -> None:
        self.block = block
        self.grain = grain
        self.players = block.players
        self._kept: dict[Hashable, object] = {}

    def __len__(self) -> int:
        return self._length

    @cached_property
    def _length(self) -> int:
        block = self.block
        if self.grain in ("games", "players"):
            return block.games * (block.players if self.grain == "players" else 1)
        if self.grain == "wins":
            return len(block.hand_of_win)
        return block.hands * (block.players if self.grain == "seats" else 1)

    def __getitem__(self, name: str) -> Array:
        """Values of a column, one per row; for dtypes and nulls see `analyzer.stats.arrays`."""
        table, column = self._named(name)
        make = self.block.column
        return self._remembered(("value", name), lambda: self.spread(table, make(table, column).values))

    def known(self, name: str) -> NDArray[np.bool_]:
        """Mask of the rows where the column is not null."""
        return self._remembered(("known", name), lambda: self._known(*self._named(name)))

    def by_seat(self, name: str) -> Array:
        """A column of seats or players with the seats side by side.

        Args:
            name: On hands (and on wins, for their hand) a column of ``seats``, or one of players with the
                prefix ``players.``; on games a column of ``players``.

        Returns:
            Shape (rows, players).
        """
        table, column = self._seat_column(name)
        owner = "games" if table == "players" else "hands"
        wide = self.at(table)[column].reshape(-1, self.players)
        if owner == self.grain:
            return wide
        return self._remembered(("by seat", name), lambda: wide[self.index(owner)])

    def of_seat(self, name: str, seat: NDArray[np.integer]) -> Array:
        """A column of seats or players at one seat of the hand of each row.

        Args:
            name: As in `by_seat`.
            seat: One per row; a negative one gives null.

        Returns:
            One value per row; int8 for a bool column.
        """
        table, column = self._seat_column(name)
        finer = self.at(table)
        first = self._first_of(table)
        nobody = seat < 0
        values = finer[column][first + np.where(nobody, 0, seat)]
        return with_nulls(values, nobody, absent_of(column_of(table, column)))

    def items(self, name: str) -> tuple[NDArray[np.intp], Array]:
        """A column of lists of the grain: row and value of each item."""
        return self._remembered(("items", name), lambda: self._items(name))

    def tiles(self, name: str) -> NDArray[np.int64]:
        """A column of mpsz text of the grain as sets of kinds: bit 0 is 1m, bit 33 7z; -1 for null."""
        table, column = self._named(name)
        masks = self._remembered(
            ("tiles", table, column), lambda: tile_masks(self.block.text_column(table, column))
        )
        return self.spread(table, masks)

    def tile_items(self, name: str) -> tuple[NDArray[np.intp], NDArray[np.int16]]:
        """A column of mpsz text of the grain as items: row and kind of each tile; a null has none."""
        table, column = self._named(name)
        if table != self.grain:
            raise ValueError(f"items of {table} are not those of {self.grain}")
        counts, kinds = self._remembered(
            ("tile items", column), lambda: tile_items(self.block.text_column(table, column))
        )
        return np.repeat(np.arange(len(self)), counts), kinds

    def at(self, table: str) -> Rows:
        """The same block from another table."""
        return self.block.rows(table)

    def index(self, table: str) -> NDArray[np.intp]:
        """Row of another table that each row belongs to: its game, hand, seat or player."""
        return self._remembered(("index", table), lambda: self._index(table))

    @cached_property
    def first_in_game(self) -> NDArray[np.bool_]:
        """Whether the hand of the row is the first of its game; on hands and seats."""
        return self.spread("hands", np.diff(self.block.game_of_hand, prepend=-1) != 0)

    @cached_property
    def last_in_game(self) -> NDArray[np.bool_]:
        """Whether the hand of the row is the last of its game; on hands and seats."""
        return self.spread("hands", np.diff(self.block.game_of_hand, append=-1) != 0)

    def next_hand(self, name: str) -> Array:
        """The column in the next hand of the game (on seats, of the same seat); null after the last."""
        return self._neighbour(name, -1)

    def previous_hand(self, name: str) -> Array:
        """The column in the previous hand of the game (on seats, of the same seat); null before the first."""
        return self._neighbour(name, 1)

    def remember(self, function: Callable[[Rows], _T]) -> _T:
        """Result of a function for these rows, computed once; see `derived`."""
        return self._remembered(function, lambda: function(self))

    def shared(self, name: str, arrays: Sequence[Array | None], make: Callable[[], _T]) -> _T:
        """A value made from these very arrays, computed once per ``name``; not kept for writable arrays."""
        if any(array is not None and array.flags.writeable for array in arrays):
            return make()
        key = (name, *map(id, arrays))
        if key not in self._kept:
            self._kept[key] = (for_reading(make()), arrays)
        return cast("tuple[_T, object]", self._kept[key])[0]

    def _remembered(self, key: Hashable, make: Callable[[], _T]) -> _T:
        if key not in self._kept:
            self._kept[key] = for_reading(make())
        return cast("_T", self._kept[key])

    def _named(self, name: str) -> tuple[str, str]:
        table, _, column = name.rpartition(".")
        return table or self.grain, column

    def _known(self, table: str, column: str) -> NDArray[np.bool_]:
        spec = column_of(table, column)
        lists = spec.type.startswith("list")
        known = (self.block.list_column if lists else self.block.column)(table, column).known
        if known is None:
            return np.ones(len(self), np.bool_)
        return self.spread(table, known)

    def spread(self, table: str, values: NDArray[_Value]) -> NDArray[_Value]:
        """Values of another table, spread to the rows of the grain."""
        if table == self.grain:
            return values
        block = self.block
        if self.grain == "seats":
            if table == "hands":
                return np.repeat(values, block.players)
            if table == "games":
                return np.repeat(values[block.game_of_hand], block.players)
            if table == "players":
                return values.reshape(-1, block.players)[block.game_of_hand].ravel()
        return values[self.index(table)]

    def _index(self, table: str) -> NDArray[np.intp]:
        block, players = self.block, self.block.players
        if table == self.grain:
            return np.arange(len(self))
        if (self.grain, table) == ("players", "games"):
            return np.repeat(np.arange(block.games), players)
        if (self.grain, table) == ("hands", "games"):
            return block.game_of_hand
        if (self.grain, table) == ("seats", "hands"):
            return np.repeat(np.arange(block.hands), players)
        if (self.grain, table) == ("wins", "hands"):
            return block.hand_of_win
        if self.grain in ("seats", "wins") and table in ("games", "players", "seats"):
            hand = self.index("hands")
            if table == "games":
                return block.game_of_hand[hand]
            seat = self["seat"] if self.grain == "wins" else np.tile(np.arange(players), block.hands)
            first = hand if table == "seats" else block.game_of_hand[hand]
            return first * players + seat
        raise ValueError(f"rows of {self.grain} belong to no single row of {table}")

    def _seat_column(self, name: str) -> tuple[str, str]:
        table, _, column = name.rpartition(".")
        return table or ("players" if self.grain in ("games", "players") else "seats"), column

    def _first_of(self, table: str) -> NDArray[np.intp]:
        """Row of seat 0 of the hand, or of the game, of each row."""
        return self.index("games" if table == "players" else "hands") * self.players

    def _items(self, name: str) -> tuple[NDArray[np.intp], Array]:
        table, column = self._named(name)
        if table != self.grain:
            raise ValueError(f"items of {table} are not those of {self.grain}")
        found = self.block.list_column(table, column)
        return np.repeat(np.arange(len(self)), found.counts), found.values

    def _neighbour(self, name: str, shift: int) -> Array:
        if self.grain not in ("hands", "seats"):
            raise ValueError(f"rows of {self.grain} have no neighbouring hands")
        width = self.players if self.grain == "seats" else 1
        end = self.last_in_game if shift < 0 else self.first_in_game
        return with_nulls(np.roll(self[name], shift * width), end, absent_of(column_of(*self._named(name))))


def derived(function: Callable[[Rows], _T]) -> Callable[[Rows], _T]:
    """A function of rows that many statistics share; its result is computed once per block."""

    @wraps(function)
    def remembering(rows: Rows) -> _T:
        return rows.remember(function)

    return remembering


def is_value(rows: Rows, name: str, category: str) -> NDArray[np.bool_]:
    """Mask of the rows with a category, such as ``is_value(rows, "hands.end", "agari")``."""
    wanted: NDArray[np.bool_] = rows[name] == code(name, category)
    return wanted
