"""Tables of the report as the template needs them: cells as text, and which columns are numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow.compute as pc

if TYPE_CHECKING:
    from analyzer.stats.archive import Archive

__all__ = ["Grid", "Percent", "grid", "no_verdicts", "what_was_checked", "what_was_read"]


class Grid(NamedTuple):
    """A table of the report.

    Attributes:
        caption: Its caption.
        columns: Names of the columns.
        rows: Cells as text.
        numeric: Indices of the columns of numbers.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int]


def grid(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Grid:
    """Make a table; columns that hold only numbers are marked, and numbers get thousands separators."""
    every = [tuple(row) for row in rows]
    numeric = frozenset(
        place
        for place in range(len(columns))
        if every and all(isinstance(row[place], int | float | Percent) for row in every)
    )
    texts = tuple(tuple(_text(cell) for cell in row) for row in every)
    return Grid(caption, tuple(columns), texts, numeric)


class Percent(float):
    """A share, written in percent."""


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


def what_was_read(summary: Mapping[str, Any]) -> Grid:
    """The inputs of a run, and what became of them."""
    counts = [
        ("inputs", summary["inputs"]),
        ("games", summary["games"]),
        ("hands", summary["hands"]),
        *((f"games under {name}", games) for name, games in sorted(summary["rule_sets"].items())),
        *((f"draws: {kind}", draws) for kind, draws in summary["draws"].items()),
        ("could not be read", summary["unreadable"]),
        ("duplicates left out", summary["duplicates"]),
        ("rows without a log", summary["absent"]),
        ("passed over, no logs", summary["skipped"]),
    ]
    return grid("What the run read", ("what", "how many"), counts)


def what_was_checked(checks: Mapping[str, Mapping[str, int]]) -> Grid:
    """How often each check gave which verdict."""
    verdicts = ("passed", "failed", "undecided", "absent")
    rows = [(check, *(counts[verdict] for verdict in verdicts)) for check, counts in checks.items()]
    return grid("Verdicts by check", ("check", *verdicts), rows)


def no_verdicts(archive: Archive) -> Grid:
    """How often each check gave no verdict, by reason."""
    table = archive["findings"].select(["check", "verdict", "reason", "count"])
    undecided = table.filter(pc.equal(table["verdict"].cast("string"), "undecided"))
    counts = undecided.group_by(["check", "reason"]).aggregate([("count", "sum")]).to_pylist()
    rows = sorted((str(row["check"]), str(row["reason"]), int(row["count_sum"])) for row in counts)
    return grid("Checks without a verdict", ("check", "reason", "times"), rows)
