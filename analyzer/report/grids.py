"""Tables of the report as the template wants them: texts, and which columns are numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["Grid", "grid"]


class Grid(NamedTuple):
    """A table to be shown.

    Attributes:
        caption: What it shows.
        columns: Heads.
        rows: Texts.
        numeric: Indices of the columns that are numbers.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int]


def grid(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Grid:
    """A table whose columns of nothing but numbers are set as such; numbers get thousands separators."""
    every = [tuple(row) for row in rows]
    numeric = frozenset(
        place
        for place in range(len(columns))
        if every and all(isinstance(row[place], int | float | Percent) for row in every)
    )
    texts = tuple(tuple(_text(cell) for cell in row) for row in every)
    return Grid(caption, tuple(columns), texts, numeric)


class Percent(float):
    """A share that is written in percent."""


def _text(cell: object) -> str:
    if isinstance(cell, Percent):
        return "" if cell != cell else f"{100 * cell:.2f} %"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        return "" if cell != cell else f"{cell:,.4g}" if abs(cell) < 100 else f"{cell:,.0f}"
    return "" if cell is None else str(cell)
