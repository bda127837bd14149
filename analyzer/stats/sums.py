"""Sums of statistics over clusters, by group and category: whole numbers, so no order matters."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from analyzer.errors import UserMistake
from analyzer.stats.checking import Asked
from analyzer.stats.intervals import Moments
from analyzer.tables.arrow import numbers, plain

Key: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = dict[Key, tuple[int, ...]]
"""Sums by key."""
_Whole: TypeAlias = NDArray[np.int64]
_EXACT: Final = 2**53
"""Sums of whole numbers below this are exact as floating-point numbers."""


class Counts:
    """The sums of a statistic.

    Attributes:
        asked: The statistic with its axes.
        whole: Sums of denominators by group: the values of the axes.
        parts: Sums of numerators by group and category; the category of rates and means is None.
        left: Rows without a value by group: of each side, then those on neither side of a comparison.
    """

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.whole: Rows = {}
        self.parts: Rows = {}
        self.left: Rows = {}

    @property
    def sums(self) -> tuple[Rows, Rows, Rows]:
        """All sums."""
        return self.whole, self.parts, self.left

    def join(self, sums: tuple[Rows, Rows, Rows]) -> None:
        """Add the sums of other whole clusters."""
        for own, others in zip(self.sums, sums, strict=True):
            _add(own, others.items())

    def rolled(self, kept: Sequence[int]) -> Counts:
        """The same over fewer axes, where all axes are alike in a game.

        Args:
            kept: Places of the axes that stay.
        """
        asked = self.asked._replace(
            axes=tuple(self.asked.axes[at] for at in kept),
            axis_types=tuple(self.asked.axis_types[at] for at in kept),
        )
        made = Counts(asked)
        for own, others, category in zip(made.sums, self.sums, ([], [-1], []), strict=True):
            _add(own, ((tuple(key[at] for at in (*kept, *category)), row) for key, row in others.items()))
        return made

    def moments(self) -> Iterator[tuple[Key, Any, Moments]]:
        """Group, category and sums of all with rows that count."""
        sides = 2 if self.asked.compare else 1
        heads, pairs = (3, 3) if sides == 2 else (1, 1)
        for key, part in self.parts.items():
            whole = self.whole[key[:-1]]
            clusters, n, nn = whole[:heads], whole[heads : heads + sides], whole[heads + sides :]
            t, tt, tn = part[:sides], part[sides : sides + pairs], part[sides + pairs :]
            if any(n):
                yield key[:-1], key[-1], Moments(clusters, n, nn, t, tt, tn)


def _add(rows: Rows, others: Iterable[tuple[Key, Sequence[int]]]) -> None:
    """Add rows to those of the same keys."""
    for key, row in others:
        rows[key] = tuple(map(sum, zip(rows[key], row, strict=True))) if key in rows else tuple(row)


class Groups(NamedTuple):
    """The number of the group that each of many rows is of, and what the rows of each group share."""

    codes: _Whole
    keys: list[Key]

    def with_more(self, others: Groups) -> Groups:
        """Groups of rows that agree in both."""
        span = len(self.keys) * len(others.keys)
        pairs, first = _distinct(self.codes * len(others.keys) + others.codes, span)
        ends = zip(self.codes[first].tolist(), others.codes[first].tolist(), strict=True)
        return Groups(pairs, [self.keys[one] + others.keys[other] for one, other in ends])

    def sum(self, *factors: _Whole) -> list[int]:
        """The sum of the products of some numbers of each row, by group."""
        size = len(self.keys)
        largest = math.prod(max(int(one.max(initial=0)), -int(one.min(initial=0))) for one in factors)
        if largest * max(len(self.codes), 1) < _EXACT:
            sums: list[int] = np.bincount(self.codes, math.prod(factors), size).astype(np.int64).tolist()
            return sums
        wide = [0] * size
        for code, *values in zip(self.codes.tolist(), *(one.tolist() for one in factors), strict=True):
            wide[code] += math.prod(values)
        return wide


def _groups(columns: Sequence[pa.ChunkedArray], rows: int) -> Groups:
    """Groups of rows with the same values in all columns."""
    found = Groups(np.zeros(rows, np.int64), [()])
    for column in columns:
        found = found.with_more(_values(column))
    return found


def _values(column: pa.ChunkedArray | pa.Array) -> Groups:
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    encoded = whole.dictionary_encode(null_encoding="encode")
    try:
        keys = [(value,) for value in encoded.dictionary.to_pylist()]
    except (OverflowError, ValueError):
        # Python has no such date; the infinite one is far away too.
        raise UserMistake("the result has a date too far away; expected the years 1 to 9999") from None
    return Groups(plain(encoded.indices).astype(np.int64), keys)


def _distinct(codes: _Whole, span: int) -> tuple[_Whole, _Whole]:
    """The number of each code among those that there are, and a place of each; all are below the span."""
    if span > 4 * len(codes) + 1024:
        encoded = numbers(codes).dictionary_encode()
        codes, span = plain(encoded.indices), len(encoded.dictionary)
    places = np.full(span, -1)
    places[codes] = np.arange(len(codes))
    is_there = places >= 0
    return (np.cumsum(is_there) - 1)[codes], places[is_there]


class Games:
    """Games, and their groups by the axes that are alike in each.

    Args:
        rows: A column ``k``, the game, then these axes.
    """

    def __init__(self, rows: pa.Table) -> None:
        self._ids = rows["k"].combine_chunks()
        self._groups = _groups(rows.columns[1:], rows.num_rows)

    def of(self, ids: pa.ChunkedArray) -> tuple[_Whole, Groups]:
        """Places of some of the games, and their groups."""
        places = plain(pc.index_in(ids, self._ids)).astype(np.int64)
        return places, Groups(self._groups.codes[places], self._groups.keys)


class Cells:
    """Rows that were counted, and which cell and group each is of.

    Args:
        rows: A column ``k``, the game or player, then the axes that vary in it, then sums.
        varying: Number of these axes.
        games: Its games; None where clusters are players.
        order: For each axis its place among those of games and those that vary.
    """

    def __init__(self, rows: pa.Table, varying: int, games: Games | None, order: Sequence[int]) -> None:
        self._rows = rows
        axes = _groups(rows.columns[1 : 1 + varying], rows.num_rows)
        if games:
            clusters, fixed = games.of(rows["k"])
            groups = fixed.with_more(axes) if varying else fixed
        else:
            clusters, groups = _values(rows["k"]).codes, axes
        self._groups = Groups(groups.codes, [tuple(key[at] for at in order) for key in groups.keys])
        if varying:
            span = (int(clusters.max(initial=-1)) + 1) * len(axes.keys)
            clusters = _distinct(clusters * len(axes.keys) + axes.codes, span)[0]
        self._cells = clusters

    def add_numbers(self, counts: Counts, at: int, admitted: Sequence[int]) -> None:
        """Add the sums of a rate or mean; each row is a cell.

        Args:
            counts: What they are added to.
            at: Number of the statistic in names of columns.
            admitted: Numbers of the columns of rows that each side, and neither, admits.
        """
        sides = 2 if counts.asked.compare else 1
        n, t = ([self._numbers(f"{letter}{at}_{side}") for side in range(sides)] for letter in "nt")
        # Of those that a condition admits, these have no value; on neither side none has one.
        left = [self._numbers(f"c{number}") for number in admitted]
        left = [one - n[side] if side < sides else one for side, one in enumerate(left)]
        self._add_whole(counts, self._groups, n)
        _add_parts(counts, Groups(self._groups.codes, [(*key, None) for key in self._groups.keys]), t, n)
        self._add_left(counts, left)

    def add_categories(self, counts: Counts) -> None:
        """Add the sums of a distribution; each row is of a cell and a value ``v``: a category or a list."""
        sides = 2 if counts.asked.compare else 1
        values = self._rows["v"].combine_chunks()
        has_value = plain(values.is_valid())
        rows = [self._numbers(f"c{side}") for side in range(3 if counts.asked.compare else 1)]
        size = int(self._cells.max(initial=-1)) + 1
        n = [np.bincount(self._cells, one * has_value, size).astype(np.int64) for one in rows[:sides]]
        of_cells = np.zeros(size, np.int64)
        of_cells[self._cells] = self._groups.codes
        self._add_whole(counts, Groups(of_cells, self._groups.keys), n)
        self._add_left(counts, [one * ~has_value for one in rows[:sides]] + rows[sides:])
        if counts.asked.measure.is_list:
            places, categories = plain(pc.list_parent_indices(values)), _values(pc.list_flatten(values))
            # Several lists of a cell may have the same category.
            codes = self._cells[places] * len(categories.keys) + categories.codes
            parts, first = _distinct(codes, size * len(categories.keys))
            t = [np.bincount(parts, one[places], len(first)).astype(np.int64) for one in rows[:sides]]
            places, categories = places[first], Groups(categories.codes[first], categories.keys)
        else:
            places, categories = np.flatnonzero(has_value), _values(values.drop_null())
            t = [one[places] for one in rows[:sides]]
        groups = Groups(self._groups.codes[places], self._groups.keys).with_more(categories)
        _add_parts(counts, groups, t, [one[self._cells[places]] for one in n])

    def _add_whole(self, counts: Counts, groups: Groups, n: Sequence[_Whole]) -> None:
        """Add the sums of denominators of cells, in the order of `Moments`."""
        both = [n[0] + n[1]] if len(n) > 1 else []
        clusters = [groups.sum((one > 0).astype(np.int64)) for one in (*both, *n)]
        sums = [*clusters, *map(groups.sum, n), *(groups.sum(*pair) for pair in _pairs(n))]
        rows = zip(groups.keys, zip(*sums, strict=True), strict=True)
        _add(counts.whole, ((key, row) for key, row in rows if row[0]))

    def _add_left(self, counts: Counts, left: Sequence[_Whole]) -> None:
        """Add the numbers of rows without a value."""
        rows = zip(self._groups.keys, zip(*map(self._groups.sum, left), strict=True), strict=True)
        _add(counts.left, ((key, row) for key, row in rows if any(row)))

    def _numbers(self, name: str) -> _Whole:
        found: _Whole = plain(self._rows[name]).astype(np.int64)
        return found


def _add_parts(counts: Counts, groups: Groups, t: Sequence[_Whole], n: Sequence[_Whole]) -> None:
    """Add the sums of numerators, in the order of `Moments`; groups are with their categories."""
    products = [*_pairs(t), *product(t, n)]
    sums = [*map(groups.sum, t), *(groups.sum(*pair) for pair in products)]
    rows = zip(groups.keys, zip(*sums, strict=True), strict=True)
    _add(counts.parts, ((key, row) for key, row in rows if key[:-1] in counts.whole))


def _pairs(sides: Sequence[_Whole]) -> Iterator[tuple[_Whole, _Whole]]:
    return combinations_with_replacement(sides, 2)
