"""The dimensions that rows can be grouped by, and the group number of every row of a block."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.errors import UserMistake
from analyzer.stats.arrays import CODES, looked_up
from analyzer.stats.rows import Array, Block, Rows
from analyzer.tables.arrow_arrays import numbers, texts

__all__ = ["DIMENSIONS", "STORED", "Dimension", "Grouping", "Groups", "check_grains", "dimension"]

RATING_WIDTH: Final = 100
_MOST_DENSE: Final = 1 << 16
"""Up to this many possible groups are counted without looking first which of them occur."""
_KEY_BITS: Final = 62


class Dimension(NamedTuple):
    """A dimension to group by.

    Attributes:
        name: Name in options and results.
        meaning: One sentence for the list of groups.
        columns: Its column by grain; other grains do not have it.
        type: Arrow type of its values.
        bits: Maximum number of bits of its codes; the code 0 is null.
        code: Function from values to codes, if the values are not the codes.
        names: Texts by code; None if texts get codes as they appear.
    """

    name: str
    meaning: str
    columns: dict[str, str]
    type: pa.DataType
    bits: int
    code: Callable[[Array], Array] | None = None
    names: tuple[str, ...] | None = ()


def _everywhere(column: str) -> dict[str, str]:
    return dict.fromkeys(("games", "players", "hands", "seats", "wins"), f"games.{column}")


def _of_hand(column: str) -> dict[str, str]:
    return dict.fromkeys(("hands", "seats", "wins"), f"hands.{column}")


def _of_player(column: str) -> dict[str, str]:
    return dict.fromkeys(("players", "seats", "wins"), f"players.{column}")


def _month(days: Array) -> Array:
    months = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64) % 12 + 1
    return np.where(days < 0, -1, months)


def _bracket(rate: Array) -> Array:
    known = ~np.isnan(rate)
    return np.where(known, np.where(known, rate, 0) // RATING_WIDTH, -1).astype(np.int64)


DIMENSIONS: Final = (
    Dimension("year", "Year of the game (Japan time).", _everywhere("year"), pa.int16(), 13),
    Dimension("month", "Month of the game, 1 to 12.", _everywhere("date"), pa.int8(), 4, _month),
    Dimension("players", "3 or 4.", _everywhere("players"), pa.int8(), 3),
    Dimension("room", "Room of the game.", _everywhere("room"), pa.string(), 3, names=CODES["room"]),
    Dimension("length", "tonpuu or hanchan.", _everywhere("length"), pa.string(), 2, names=CODES["length"]),
    Dimension("rule_set", "Rule set applied.", _everywhere("rule_set"), pa.string(), 10, names=None),
    Dimension("kyoku", "Kyoku of the hand: 0-3 East, 4-7 South.", _of_hand("kyoku"), pa.int16(), 8),
    Dimension("honba", "Honba when the hand begins.", _of_hand("honba"), pa.int16(), 9),
    Dimension(
        "all_last", "The last scheduled kyoku or one after it.", _of_hand("is_all_last"), pa.bool_(), 2
    ),
    Dimension(
        "dealer",
        "The seat is the dealer.",
        {"seats": "seats.is_dealer", "wins": "wins.is_dealer"},
        pa.bool_(),
        2,
    ),
    Dimension(
        "seat",
        "Seat 0-3; 0 is the first dealer.",
        {grain: f"{grain}.seat" for grain in ("players", "seats", "wins")},
        pa.int8(),
        3,
    ),
    Dimension(
        "placement",
        "Placement 1-4 when the hand begins; for players at the end of the game.",
        {"players": "players.placement", "seats": "seats.placement", "wins": "seats.placement"},
        pa.int8(),
        3,
    ),
    Dimension("dan", "Rank of the player as logged: 16 is shichidan.", _of_player("dan"), pa.int16(), 8),
    Dimension(
        "rating",
        f"Rating of the player in steps of {RATING_WIDTH}, by the lower end.",
        _of_player("rate"),
        pa.int32(),
        10,
        _bracket,
    ),
    Dimension(
        "turn",
        "Go-round that the hand reached; for wins the go-round of the win.",
        {"hands": "hands.turn", "seats": "hands.turn", "wins": "wins.turn"},
        pa.int16(),
        8,
    ),
    Dimension("player", "Name of the player.", _of_player("name"), pa.string(), 28, names=None),
)

STORED: Final = ("year", "month", "players", "room", "length", "rule_set")
"""Dimensions of the cells that a run stores."""


def dimension(name: str) -> Dimension:
    """A dimension by name.

    Raises:
        UserMistake: When there is none.
    """
    known = {one.name: one for one in DIMENSIONS}
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UserMistake(f"{name!r} is not a group; expected some of {', '.join(known)}{hint}")
    return known[name]


def check_grains(by: Sequence[str], statistic: str, grain: str) -> None:
    """Refuse a group that the rows of a statistic do not have.

    Raises:
        UserMistake: When rows of this grain do not have the dimension.
    """
    for name in by:
        if grain not in dimension(name).columns:
            raise UserMistake(
                f"{statistic} counts {grain}, and --by {name} is for "
                f"{', '.join(dimension(name).columns)} only: one of {grain} has no {name} of its own"
            )


class Grouping(NamedTuple):
    """The groups of the rows of one grain in a block.

    Attributes:
        group: Group number of each row; None for one group.
        keys: Key of each group by its number; see `Groups`.
    """

    group: NDArray[np.int32] | None
    keys: NDArray[np.int64]


class Groups:
    """Groups by some dimensions over many blocks; a key is one number made of the codes of a group."""

    def __init__(self, by: Sequence[str], known_texts: Mapping[str, Sequence[str]] | None = None) -> None:
        """Prepare to group.

        Args:
            by: Names of the dimensions.
            known_texts: Values of some text dimensions in the order of their codes.  Other texts get codes
                in order of appearance.

        Raises:
            UserMistake: When there is no such dimension, or there are too many at once.
        """
        self.dimensions = [dimension(name) for name in by]
        if sum(one.bits for one in self.dimensions) > _KEY_BITS:
            raise UserMistake(f"--by {','.join(by)} is too much at once; expected fewer groups")
        given = known_texts or {}
        self._met = {one.name: list(given.get(one.name, ())) for one in self.dimensions if one.names is None}

    def of(self, block: Block, grain: str) -> Grouping:
        """The groups of the rows of a table of the block."""
        rows = block.rows(grain)
        coarse, fine = self._levels(grain)
        keys = np.zeros(1, np.int64)
        group: NDArray[np.int64] | None = None
        if coarse:
            owner = "players" if any(column.startswith("players.") for _, column in coarse) else "games"
            keys, owned = np.unique(self._keys(block.rows(owner), coarse), return_inverse=True)
            if len(keys) > 1:
                group = rows.spread(owner, owned)
        for one, column in fine:
            codes = self._codes(rows, one, column)
            width = int(codes.max(initial=0)) + 1
            keys = (keys[:, None] + self._shifted(one, np.arange(width))).ravel()
            group = codes if group is None else group * width + codes
            if len(keys) > _MOST_DENSE:
                present, group = np.unique(group, return_inverse=True)
                keys = keys[present]
        if group is None:
            return Grouping(None, keys)
        narrow = group.astype(np.int32)
        narrow.flags.writeable = False
        return Grouping(narrow, keys)

    def _levels(self, grain: str) -> tuple[list[tuple[Dimension, str]], list[tuple[Dimension, str]]]:
        """Dimensions with their columns: those of games and players, and those that vary within a game."""
        pairs = [(one, one.columns[grain]) for one in self.dimensions]
        coarse = [pair for pair in pairs if pair[1].partition(".")[0] in ("games", "players")]
        return coarse, [pair for pair in pairs if pair not in coarse]

    def _keys(self, rows: Rows, pairs: Sequence[tuple[Dimension, str]]) -> NDArray[np.int64]:
        keys = np.zeros(len(rows), np.int64)
        for one, column in pairs:
            keys += self._shifted(one, self._codes(rows, one, column))
        return keys

    def _shifted(self, one: Dimension, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        bits = 0
        for other in self.dimensions:
            if other is one:
                break
            bits += other.bits
        return codes << bits

    def _codes(self, rows: Rows, one: Dimension, column: str) -> NDArray[np.int64]:
        """Code of each row: 0 for null and for a value that does not fit, otherwise the value plus one."""
        if one.names is None:
            return self._text_codes(rows, one, column)
        values = rows[column] if one.code is None else one.code(rows[column])
        codes: NDArray[np.int64] = values.astype(np.int64) + 1
        codes[(codes < 0) | (codes >= 1 << one.bits)] = 0
        return codes

    def _text_codes(self, rows: Rows, one: Dimension, column: str) -> NDArray[np.int64]:
        met = self._met[one.name]
        places = {text: place + 1 for place, text in enumerate(met)}

        def code(text: str) -> int:
            if text not in places:
                met.append(text)
                places[text] = len(met)
            return places[text]

        table, _, name = column.partition(".")
        return rows.spread(table, looked_up(rows.block.text_column(table, name), code, 0, np.int64))

    def columns(self, keys: NDArray[np.int64]) -> dict[str, pa.Array]:
        """The values of the dimensions for these keys."""
        found = {}
        for one in self.dimensions:
            codes = keys & ((1 << one.bits) - 1)
            keys = keys >> one.bits
            found[one.name] = self._values(one, codes)
        return found

    def _values(self, one: Dimension, codes: NDArray[np.int64]) -> pa.Array:
        null = codes == 0
        if one.type == pa.string():
            return texts(self._met[one.name] if one.names is None else one.names).take(
                numbers(codes - 1, null)
            )
        values = (codes - 1) * RATING_WIDTH if one.name == "rating" else codes - 1
        if one.type == pa.bool_():
            return numbers(values == 1, null)
        return numbers(values.astype(one.type.to_pandas_dtype()), null)
