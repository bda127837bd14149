"""Tables of the report as the template needs them: cells as text, and which columns are numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow.compute as pc

from analyzer.audit import CHECKS

if TYPE_CHECKING:
    from analyzer.stats.archive import Archive


class Grid(NamedTuple):
    """A table of the report, its cells as text, with the indices of the columns of numbers."""

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


class Mean(float):
    """A mean, written with two decimals."""


def _text(cell: object) -> str:
    if isinstance(cell, Percent):
        return "" if cell != cell else f"{100 * cell:.1f} %"
    if isinstance(cell, Mean):
        return "" if cell != cell else f"{cell:.2f}"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        return "" if cell != cell else f"{cell:,.4g}" if abs(cell) < 100 else f"{cell:,.0f}"
    return "" if cell is None else str(cell)


def accounting(summary: Mapping[str, Any]) -> Grid:
    """What became of every input; the last row is their sum, which is the number of inputs."""
    parts = {name: int(summary[key]) for name, key in _INPUTS.items()}
    total = sum(parts.values())
    said = "inputs" if total == summary["inputs"] else f"inputs, though the run counted {summary['inputs']:,}"
    return grid(
        "What became of every input", ("what became of it", "how many"), [*parts.items(), (said, total)]
    )


_INPUTS: Final = {
    "games, read and judged": "games",
    "could not be read": "unreadable",
    "duplicates left out": "duplicates",
    "database rows without a log": "absent",
    "skipped: not a log": "skipped",
}


def contents(archive: Archive) -> Grid:
    """What is in the archive, four and three players apart."""
    columns = ["players", "hands", "year", "length", "room", "rule_set"]
    games = archive.table("games", columns).to_pylist()
    sides = [[game for game in games if game["players"] == players] for players in (4, 3)]
    rows: list[tuple[str, ...]] = [
        ("games", *(f"{len(side):,}" for side in sides)),
        ("hands", *(f"{sum(game['hands'] or 0 for game in side):,}" for side in sides)),
        ("played", *map(_years, sides)),
    ]
    for column in ("length", "room", "rule_set"):
        counts = [Counter(game[column] or "not stated" for game in side) for side in sides]
        named = sorted(counts[0] | counts[1], key=lambda name: (name == "not stated", name))
        rows += [(f"{_WHAT[column]} {name}", *(f"{count[name]:,}" for count in counts)) for name in named]
    return grid("Games", ("", "4 players", "3 players"), rows)._replace(numeric=frozenset((1, 2)))


def draws_told(draws: Mapping[str, int]) -> str:
    """How many hands nobody won, by kind."""
    kinds = ", ".join(f"{count:,} {kind.replace('_', ' ')}" for kind, count in draws.items() if count)
    return f"Draws: {kinds or 'none'}."


_WHAT: Final = {"length": "length", "room": "room", "rule_set": "rules"}


def _years(games: Sequence[Mapping[str, Any]]) -> str:
    years = sorted({game["year"] for game in games if game["year"] is not None})
    if not years:
        return ""
    return str(years[0]) if len(years) == 1 else f"{years[0]}-{years[-1]}"


def checked(checks: Mapping[str, Mapping[str, int]]) -> dict[str, Grid]:
    """How often each check gave which verdict, in tables by what became of it.

    These are of checks that ``failed``, the most failures first, of others that were ``undecided`` in places,
    of those that always ``passed``, and of the ``idle``, which had nothing to judge.
    """
    groups: dict[str, list[tuple[str, Mapping[str, int]]]] = {name: [] for name in _GROUPS}
    for check, counts in checks.items():
        state = next((name for name in ("failed", "undecided", "passed") if counts[name]), "idle")
        groups[state].append((check, counts))
    titles, heads = {check.id: check.title for check in CHECKS}, ("check", "what is compared", *_VERDICTS)
    found = {}
    for name, rows in groups.items():
        if name in ("failed", "undecided"):
            rows.sort(key=lambda row, name=name: -row[1][name])  # type: ignore[misc]
        caption = _GROUPS[name].format(len(rows), "check" if len(rows) == 1 else "checks")
        cells = [(check, titles.get(check, ""), *map(counts.get, _VERDICTS)) for check, counts in rows]
        found[name] = grid(caption, heads, cells)
    return found


_VERDICTS: Final = ("failed", "undecided", "passed", "absent")
_GROUPS: Final = {
    "failed": "{} {} failed",
    "undecided": "{} {} could not always give a verdict",
    "passed": "{} {} passed wherever they judged",
    "idle": "{} {} had nothing to judge",
}


def no_verdicts(archive: Archive) -> Grid:
    """How often each check gave no verdict, by reason."""
    table = archive["findings"].select(["check", "verdict", "reason", "count"])
    undecided = table.filter(pc.equal(table["verdict"].cast("string"), "undecided"))
    counts = undecided.group_by(["check", "reason"]).aggregate([("count", "sum")]).to_pylist()
    rows = sorted((str(row["check"]), str(row["reason"]), int(row["count_sum"])) for row in counts)
    return grid("Checks without a verdict", ("check", "reason", "times"), rows)
