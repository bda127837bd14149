"""Sums of statistics over clusters, by group and category: whole numbers, so no order matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from analyzer.stats.checking import Asked
from analyzer.stats.intervals import Moments

__all__ = ["Counts", "Key", "Rows", "add"]

Key: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = dict[Key, tuple[int, ...]]
"""Sums by key."""


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
            add(own, others.items())

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
            add(own, ((tuple(key[at] for at in (*kept, *category)), row) for key, row in others.items()))
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


def add(rows: Rows, others: Iterable[tuple[Key, Sequence[int]]]) -> None:
    """Add rows to those of the same keys."""
    for key, row in others:
        rows[key] = tuple(map(sum, zip(rows[key], row, strict=True))) if key in rows else tuple(row)
