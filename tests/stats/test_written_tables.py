"""What statistics count in tables written by hand: `tests/cases/stats`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from analyzer.stats.archive import load_archive
from tests.case_files import rows
from tests.stats.frames import VALUES, run_of

RUNS = {
    run["says"]: run for name in ("draws", "games", "riichi", "wins") for run in rows(f"stats/{name}", "run")
}
"""A run has ``players``, columns of tables as `tests.stats.frames` reads them, and under ``counts`` what is
asked, ``NAME by AXES where CONDITION``, with cells ``BIN, CATEGORY TOTAL/N``: the rows for which a rate holds
or that have a category, or the sum of a mean, of all that count.  After ``...`` other cells are not told.  A
run ``like`` another has its columns besides.
"""
TABLES = ("games", "people", "hands", "seats", "wins")
ASKED = re.compile(r"(\w+)(?: by (.+?))?(?: where (.+))?")


def tables_of(run: dict[str, Any]) -> dict[str, Any]:
    """Players and tables of a run."""
    base = tables_of(RUNS[run["like"]]) if "like" in run else {"players": 4} | {name: {} for name in TABLES}
    return {name: base[name] | run.get(name, {}) for name in TABLES} | {
        "players": run.get("players", base["players"])
    }


def cells_of(text: str) -> dict[str, tuple[int, float]]:
    """Rows that count and their total, by bin and category."""
    found = {}
    for cell in filter(None, (one.strip() for one in text.removesuffix("...").split(";"))):
        *key, count = cell.rsplit(" ", 1)
        total, n = count.split("/")
        found["".join(key)] = int(n), sum(map(float, re.findall(r"[+-]?[0-9.]+", total)))
    return found


def counted(table: Any) -> dict[str, tuple[int, float]]:
    """The same of a result; bins and categories without rows are left out."""
    bins = [name for name in table.column_names if name not in VALUES]
    return {
        ", ".join("-" if row[name] is None else str(row[name]) for name in bins): (
            row["n"],
            round(row["value"] * row["n"], 6),
        )
        for row in table.to_pylist()
        if row["n"] and (row["value"] or "category" not in bins)
    }


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_statistics_count_what_is_written(run: dict[str, Any], tmp_path: Path) -> None:
    archive = load_archive(run_of(tmp_path, **tables_of(run)))
    together: dict[tuple[str, str], dict[str, str]] = {}
    for asked, cells in run["counts"].items():
        name, by, where = ASKED.fullmatch(asked).groups()
        together.setdefault((by or (), where), {})[name] = cells

    for (by, where), expected in together.items():
        # Where nothing counts, a note says so; the empty result is what is asked for.
        results = archive.results([*expected], by, where=where, note=lambda line: None)
        for (statistic, table), (name, cells) in zip(results, expected.items(), strict=True):
            found, wanted = counted(table), cells_of(cells)
            if cells.endswith("..."):
                found = {key: cell for key, cell in found.items() if key in wanted}
            assert (statistic.name, found) == (name, wanted), f"by {by} where {where}"
