"""Sums of statistics over clusters, from numerators and denominators in each.

Every sum is one of whole numbers, so values do not depend on chunks, threads or the order of parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from analyzer.stats.checking import Asked
from analyzer.stats.intervals import Moments

__all__ = ["SAFE", "Array", "Counts", "Key", "Piece", "Sums", "codes_of", "first_of", "keys_of", "sums_over"]

SAFE: Final = float(1 << 62)
"""Sums below this do not overflow."""
_EXACT: Final = float(1 << 53)
_HALF: Final = 1 << 61

Key = tuple[Any, ...]
Array = NDArray[Any]


class Piece(NamedTuple):
    """Numerators and denominators of a statistic in pairs of a cluster with values of the axes: its cells.

    Attributes:
        groups: Group of each cell: its values of the axes.
        keys: These values, by group.
        players: Player of each cell; None where clusters are games.
        n: Rows that count in each cell, by side.
        cells: Cells with categories.
        categories: These categories, by their places.
        labels: Categories by place; one None for rates and means.
        t: Numerator of each cell and category, by side.
    """

    groups: Array
    keys: Sequence[Key]
    players: pa.Array | None
    n: Sequence[Array]
    cells: Array
    categories: Array
    labels: Sequence[Any]
    t: Sequence[Array]


class Sums(dict[Key, Array]):
    """Rows of sums by key."""

    def add(self, key: Key, values: Array) -> None:
        """Add a row of whole numbers."""
        found = self.get(key)
        self[key] = values if found is None else _narrow((found + values).tolist())

    def over(self, shorter: Callable[[Key], Key]) -> Sums:
        """The sums of all rows that have the same shorter key."""
        made = Sums()
        if not self:
            return made
        places: dict[Key, int] = {}
        place = [places.setdefault(shorter(key), len(places)) for key in self]
        rows = np.stack([*self.values()])
        if rows.dtype != object and float(np.abs(rows).max()) * len(rows) >= SAFE:
            rows = rows.astype(object)
        sums = np.zeros((len(places), rows.shape[1]), rows.dtype)
        np.add.at(sums, place, rows)
        made.update(zip(places, sums, strict=True))
        return made


class Counts:
    """The sums of a statistic.

    Attributes:
        asked: The statistic with its axes.
        whole: Sums of denominators by group.
        parts: Sums of numerators by group and category; the category of rates and means is None.
        pieces: What is not in the sums yet: parts of clusters that other chunks have parts of.
    """

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.whole, self.parts = Sums(), Sums()
        self.pieces: list[Piece] = []

    def add(self, one: Piece) -> None:
        """Add whole clusters."""
        count, width = len(one.keys), max(len(one.labels), 1)
        whole = [sums_over(one.groups, values, count) for values in _whole(one.n)]
        for group in np.flatnonzero(whole[0]).tolist():
            self.whole.add(one.keys[group], _row(whole, group))
        at = one.groups[one.cells] * width + one.categories
        numbers = _part(one.t, [side[one.cells] for side in one.n])
        parts = [sums_over(at, values, count * width) for values in numbers]
        for number in np.flatnonzero(np.bincount(at, minlength=1)).tolist():
            group, code = divmod(number, width)
            if whole[0][group]:
                self.parts.add((*one.keys[group], one.labels[code]), _row(parts, number))

    def join(self, whole: Sums, parts: Sums) -> None:
        """Add the sums of other whole clusters."""
        for own, others in ((self.whole, whole), (self.parts, parts)):
            for key, values in others.items():
                own.add(key, values)

    def join_pieces(self) -> None:
        """Add the pieces, which have parts of the same clusters."""
        if not self.pieces:
            return
        groups, keys = _joined([[one.keys[group] for group in one.groups] for one in self.pieces])
        players = pa.concat_arrays([one.players for one in self.pieces])
        cells, _ = codes_of([players, pa.array(groups)], len(groups))
        first = first_of(cells)
        sides = range(len(self.pieces[0].n))
        n = [
            sums_over(cells, np.concatenate([one.n[side] for one in self.pieces]), len(first))
            for side in sides
        ]
        starts = np.cumsum([0, *(len(one.groups) for one in self.pieces)])
        of_parts = [cells[start + one.cells] for start, one in zip(starts, self.pieces, strict=False)]
        named = [[(one.labels[code],) for code in one.categories] for one in self.pieces]
        categories, labels = _joined(named)
        pairs, _ = codes_of([pa.array(np.concatenate(of_parts)), pa.array(categories)], len(categories))
        place = first_of(pairs)
        t = [
            sums_over(pairs, np.concatenate([one.t[side] for one in self.pieces]), len(place))
            for side in sides
        ]
        cell = np.concatenate(of_parts)[place]
        self.pieces = []
        self.add(Piece(groups[first], keys, None, n, cell, categories[place], [one for (one,) in labels], t))

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
        made.whole = self.whole.over(lambda key: tuple(key[at] for at in kept))
        made.parts = self.parts.over(lambda key: (*(key[at] for at in kept), key[-1]))
        return made

    def moments(self) -> Iterator[tuple[Key, Any, Moments]]:
        """Group, category and sums of all with rows that count."""
        sides = 2 if self.asked.compare else 1
        heads, pairs = (3, 3) if sides == 2 else (1, 1)
        for key, values in self.parts.items():
            whole, part = self.whole[key[:-1]].tolist(), values.tolist()
            clusters, n, nn = whole[:heads], whole[heads : heads + sides], whole[heads + sides :]
            t, tt, tn = part[:sides], part[sides : sides + pairs], part[sides + pairs :]
            if any(n):
                yield key[:-1], key[-1], Moments(*(tuple(one) for one in (clusters, n, nn, t, tt, tn)))


def _whole(n: Sequence[Array]) -> list[Array]:
    """What is added up of the denominators of each side: clusters, sums, and products of pairs."""
    each = [one > 0 for one in n]
    clusters = each if len(n) == 1 else [each[0] | each[1], *each]
    return [*(one.astype(np.int64) for one in clusters), *n, *_pairs(n)]


def _part(t: Sequence[Array], n: Sequence[Array]) -> list[Array]:
    """What is added up of the numerators: sums, products of pairs, products with denominators."""
    largest = max(float(np.abs(one).max(initial=0)) for one in (*t, *n))
    if largest * largest * len(n[0]) >= SAFE:
        # Python's numbers do not overflow.
        t = [one.astype(object) for one in t]
    return [*t, *_pairs(t), *(one * other for one in t for other in n)]


def _pairs(sides: Sequence[Array]) -> list[Array]:
    return [one * other for at, one in enumerate(sides) for other in sides[at:]]


def _row(sums: Sequence[Array], at: int) -> Array:
    return _narrow([int(one[at]) for one in sums])


def _narrow(numbers: list[int]) -> Array:
    """Whole numbers as Python's where sums of two could overflow."""
    return np.array(numbers, np.int64 if max(map(abs, numbers)) < _HALF else object)


def _joined(pieces: Sequence[Sequence[Key]]) -> tuple[Array, list[Key]]:
    """Numbers of keys, and the key of each number."""
    places: dict[Key, int] = {}
    numbers = [places.setdefault(key, len(places)) for piece in pieces for key in piece]
    return np.array(numbers, np.int64), [*places]


def sums_over(groups: Array, values: Array, count: int) -> Array:
    """Sums of whole numbers over each group."""
    if values.dtype == object or float(np.abs(values).max(initial=0)) * len(values) >= _EXACT:
        sums = np.zeros(count, object)
        np.add.at(sums, groups, values.astype(object))
        return sums
    return np.bincount(groups, values, count).astype(np.int64)


def codes_of(columns: Sequence[pa.ChunkedArray], rows: int) -> tuple[Array, list[pa.DictionaryArray]]:
    """Number of each row by its values in some columns, in order of appearance; and these columns, coded."""
    codes = np.zeros(rows, np.int64)
    coded: list[pa.DictionaryArray] = []
    for column in columns:
        whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
        one = pc.dictionary_encode(whole, null_encoding="encode")
        new = np.asarray(one.indices).astype(np.int64)
        if coded:
            new = codes * len(one.dictionary) + new
            new = np.asarray(pc.dictionary_encode(pa.array(new)).indices).astype(np.int64)
        codes = new
        coded.append(one)
    return codes, coded


def first_of(codes: Array) -> Array:
    """The first row of each number."""
    first = np.zeros(int(codes.max(initial=-1)) + 1, np.int64)
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    return first


def keys_of(coded: Sequence[pa.DictionaryArray], codes: Array) -> list[Key]:
    """The values of each number."""
    first = pa.array(first_of(codes))
    values = [one.take(first).to_pylist() for one in coded]
    return [*zip(*values, strict=True)] if values else [()] * len(first)
