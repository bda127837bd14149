"""Sums of statistics over clusters, from numerators and denominators in each.

Every sum is one of whole numbers, so values do not depend on chunks, threads or the order of parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from analyzer.errors import UserMistake
from analyzer.stats.checking import Asked
from analyzer.stats.intervals import Moments
from analyzer.tables.arrow_arrays import numbers, plain

__all__ = ["SAFE", "Array", "Counts", "Key", "Piece", "Sums", "codes_of", "first_of", "keys_of", "values_of"]

SAFE: Final = float(1 << 62)
"""Sums below this do not overflow."""
_EXACT: Final = float(1 << 53)
_HALF: Final = float(1 << 61)

Key = tuple[Any, ...]
Array = NDArray[Any]


class Piece(NamedTuple):
    """Numerators and denominators of a statistic in pairs of a cluster with values of the axes: its cells.

    Attributes:
        groups: Group of each cell: its values of the axes.
        keys: These values, by group.
        players: Player of each cell; None where clusters are games.
        n: Rows that count in each cell, by side.
        left: Rows in each cell that have no value, by side, then rows on neither side.
        cells: Cells with categories.
        categories: These categories, by their places.
        labels: Categories by place; one None for rates and means.
        t: Numerator of each cell and category, by side.
    """

    groups: Array
    keys: Sequence[Key]
    players: pa.Array | None
    n: Sequence[Array]
    left: Sequence[Array]
    cells: Array
    categories: Array
    labels: Sequence[Any]
    t: Sequence[Array]


class Sums:
    """Rows of sums by key.

    Args:
        width: Number of sums of a row.

    Attributes:
        places: The row of each key.
        rows: The sums: whole numbers, of Python where sums of two could overflow.
    """

    def __init__(self, width: int) -> None:
        self.places: dict[Key, int] = {}
        self.rows: Array = np.zeros((0, width), np.int64)

    def add(self, keys: Iterable[Key], rows: Array) -> None:
        """Add rows to those of the same keys; no key is there twice."""
        at = [self.places.setdefault(key, len(self.places)) for key in keys]
        if rows.dtype == object or max(_largest(self.rows), _largest(rows)) >= _HALF:
            self.rows, rows = self.rows.astype(object), rows.astype(object)
        more = np.zeros((len(self.places) - len(self.rows), self.rows.shape[1]), self.rows.dtype)
        self.rows = np.concatenate([self.rows, more])
        self.rows[at] += rows

    def over(self, shorter: Callable[[Key], Key]) -> Sums:
        """The sums of all rows that have the same shorter key."""
        made = Sums(self.rows.shape[1])
        at = [made.places.setdefault(shorter(key), len(made.places)) for key in self.places]
        rows = self.rows.astype(object) if _largest(self.rows) * len(at) >= SAFE else self.rows
        made.rows = np.zeros((len(made.places), rows.shape[1]), rows.dtype)
        np.add.at(made.rows, at, rows)
        return made

    def __getitem__(self, key: Key) -> list[int]:
        """The row of a key; zeros where there is none."""
        row: list[int] = (
            self.rows[self.places[key]].tolist() if key in self.places else [0] * self.rows.shape[1]
        )
        return row


class Counts:
    """The sums of a statistic.

    Attributes:
        asked: The statistic with its axes.
        whole: Sums of denominators by group.
        parts: Sums of numerators by group and category; the category of rates and means is None.
        left: Rows without a value by group: of each side, then those on neither side of a comparison.
        pieces: What is not in the sums yet: parts of clusters that other chunks have parts of.
    """

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        sides, pairs = (2, 3) if asked.compare else (1, 1)
        self.whole = Sums(2 * sides - 1 + sides + pairs)
        self.parts = Sums(sides + pairs + sides * sides)
        self.left = Sums(sides * 2 - 1)
        self.pieces: list[Piece] = []

    def add(self, one: Piece) -> None:
        """Add a piece: to the sums where its clusters are whole."""
        if one.left:
            left = _sums_of(one.groups, one.left, len(one.keys))
            some = np.flatnonzero(left.any(axis=1)).tolist()
            self.left.add([one.keys[group] for group in some], left[some])
        if one.players is not None:
            self.pieces.append(one)
            return
        count, width = len(one.keys), max(len(one.labels), 1)
        whole = _sums_of(one.groups, _whole(one.n), count)
        counted = whole[:, 0] > 0
        groups = np.flatnonzero(counted).tolist()
        self.whole.add([one.keys[group] for group in groups], whole[groups])
        at = one.groups[one.cells] * width + one.categories
        parts = _sums_of(at, _part(one.t, [side[one.cells] for side in one.n]), count * width)
        found = np.flatnonzero(np.bincount(at, minlength=count * width))
        found = found[counted[found // width]]
        pairs = zip(*(one.tolist() for one in np.divmod(found, width)), strict=True)
        keys = [(*one.keys[group], one.labels[label]) for group, label in pairs]
        self.parts.add(keys, parts[found])

    @property
    def sums(self) -> tuple[Sums, Sums, Sums]:
        """All sums."""
        return self.whole, self.parts, self.left

    def join(self, sums: tuple[Sums, Sums, Sums]) -> None:
        """Add the sums of other whole clusters."""
        for own, others in zip(self.sums, sums, strict=True):
            own.add(others.places, others.rows)

    def join_pieces(self) -> None:
        """Add the pieces, which have parts of the same clusters."""
        if not self.pieces:
            return
        pieces, self.pieces = self.pieces, []
        groups, keys = _numbered([one.keys[group] for one in pieces for group in one.groups])
        players = pa.concat_arrays([one.players for one in pieces])
        cells, first, n = _joined([players, numbers(groups)], [one.n for one in pieces])
        starts = np.cumsum([0, *(len(one.groups) for one in pieces[:-1])])
        of_parts = np.concatenate(
            [cells[start + one.cells] for start, one in zip(starts, pieces, strict=True)]
        )
        categories, labels = _numbered([one.labels[code] for one in pieces for code in one.categories])
        _, place, t = _joined([numbers(of_parts), numbers(categories)], [one.t for one in pieces])
        self.add(Piece(groups[first], keys, None, n, (), of_parts[place], categories[place], labels, t))

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
        made.left = self.left.over(lambda key: tuple(key[at] for at in kept))
        return made

    def moments(self) -> Iterator[tuple[Key, Any, Moments]]:
        """Group, category and sums of all with rows that count."""
        sides = 2 if self.asked.compare else 1
        heads, pairs = (3, 3) if sides == 2 else (1, 1)
        for key, part in zip(self.parts.places, self.parts.rows.tolist(), strict=True):
            whole = self.whole[key[:-1]]
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


def _largest(rows: Array) -> float:
    """The largest of some numbers without their signs."""
    return float(max(rows.max(initial=0), -rows.min(initial=0)))


def _sums_of(groups: Array, columns: Sequence[Array], count: int) -> Array:
    """Sums of columns over each group: a row of each."""
    return np.stack([sums_over(groups, one, count) for one in columns], axis=1)


def _numbered(values: Sequence[Any]) -> tuple[Array, list[Any]]:
    """Numbers of values, and the value of each number."""
    places: dict[Any, int] = {}
    found = [places.setdefault(value, len(places)) for value in values]
    return np.array(found, np.int64), [*places]


def _joined(
    columns: Sequence[pa.Array], pieces: Sequence[Sequence[Array]]
) -> tuple[Array, Array, list[Array]]:
    """Numbers of rows by their values, the first row of each, and sums over these of what pieces have."""
    codes = codes_of(columns, len(columns[0]))
    first = first_of(codes)
    sides = [np.concatenate(side) for side in zip(*pieces, strict=True)]
    return codes, first, [sums_over(codes, side, len(first)) for side in sides]


def sums_over(groups: Array, values: Array, count: int) -> Array:
    """Sums of whole numbers over each group."""
    if values.dtype == object or float(np.abs(values).max(initial=0)) * len(values) >= _EXACT:
        sums = np.zeros(count, object)
        np.add.at(sums, groups, values.astype(object))
        return sums
    return np.bincount(groups, values, count).astype(np.int64)


def codes_of(columns: Sequence[pa.Array | pa.ChunkedArray], rows: int) -> Array:
    """Number of each row by its values in some columns, in order of appearance."""
    codes = np.zeros(rows, np.int64)
    for at, column in enumerate(columns):
        whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
        coded = pc.dictionary_encode(whole, null_encoding="encode")
        new = plain(coded.indices).astype(np.int64)
        if at:
            new = codes * len(coded.dictionary) + new
            new = plain(pc.dictionary_encode(numbers(new)).indices).astype(np.int64)
        codes = new
    return codes


def first_of(codes: Array) -> Array:
    """The first row of each number."""
    first = np.zeros(int(codes.max(initial=-1)) + 1, np.int64)
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    return first


def keys_of(columns: Sequence[pa.Array | pa.ChunkedArray], codes: Array) -> list[Key]:
    """The values of each number."""
    first = numbers(first_of(codes))
    values = [values_of(one.take(first)) for one in columns]
    return [*zip(*values, strict=True)] if values else [()] * len(first)


def values_of(column: pa.Array | pa.ChunkedArray) -> list[object]:
    """A column in Python.

    Raises:
        UserMistake: When a date is none that Python has.
    """
    try:
        found: list[object] = column.to_pylist()
    except OverflowError:
        raise UserMistake("the result has a date too far away; expected the years 1 to 9999") from None
    return found
