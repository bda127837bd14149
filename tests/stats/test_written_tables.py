"""What statistics count in tables written by hand: `tests/cases/stats`."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from analyzer.stats.archive import Archive, load_archive
from analyzer.stats.catalogue import Catalogue, Kind, Statistic, shipped_catalogue
from tests.case_files import rows
from tests.stats.frames import GRAINS, VALUES, run_of, unit_of

FILES = ("draws", "games", "riichi", "wins", "plays")
RUNS = {run["says"]: run for name in FILES for run in rows(f"stats/{name}", "run")}
"""A run has ``players``, columns of tables as `tests.stats.frames` reads them, and under ``counts`` what is
asked, ``NAME by AXES where CONDITION``, with cells ``BIN, CATEGORY TOTAL/N``: the rows for which a rate holds
or that have a category, or the sum of a mean, of all that count.  After ``...`` other cells are not told.  A
run ``like`` another has its columns besides.
"""
ASIDE = 1000
"""Keys of games of one run: all runs lie in one archive for each number of players."""
WHICH = f"game // {ASIDE}"
TABLES = ("games", "people", "hands", "seats", "wins", "plays", "tehai")
OWN = Catalogue(
    [
        *shipped_catalogue(),
        Statistic("last_discard_gain", "", "last_discards", Kind.MEAN, "gain"),
        Statistic("late_noten_gain", "", "late_noten", Kind.MEAN, "gain"),
        Statistic("tsumogiri_rate", "", "plays", Kind.RATE, "is_tsumogiri", of="kind = 'discard'"),
        Statistic("play_honba", "", "plays", Kind.MEAN, "honba"),
    ]
)
"""Views that no statistic of the shipped catalogue counts have one here."""
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


def counted(table: pa.Table, run: int) -> dict[str, tuple[int, float]]:
    """The same of one run in a result; bins and categories without rows are left out."""
    bins = [name for name in table.column_names if name not in (*VALUES, WHICH)]
    return {
        ", ".join("-" if row[name] is None else str(row[name]) for name in bins): (
            row["n"],
            round(row["value"] * row["n"], 6),
        )
        for row in table.to_pylist()
        if row[WHICH] == run and row["n"] and (row["value"] or "category" not in bins)
    }


Asked = tuple[str | None, str | None]


def asked_of(run: dict[str, Any]) -> dict[Asked, dict[str, str]]:
    """The cells that are due, by statistic, by axes and condition."""
    together: dict[Asked, dict[str, str]] = defaultdict(dict)
    for asked, cells in run["counts"].items():
        name, by, where = ASKED.fullmatch(asked).groups()
        together[by, where][name] = cells
    return together


class Counted:
    """The archives of all runs, and what was counted in them; what is asked alike is counted at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.archives: dict[int, Archive] = {}
        self.tables: dict[tuple[int, Asked], dict[str, pa.Table]] = {}

    def archive(self, players: int) -> Archive:
        if players not in self.archives:
            units = [
                unit_of(first=ASIDE * number, **tables)
                for number, tables in enumerate(map(tables_of, RUNS.values()))
                if tables["players"] == players
            ]
            whole = {name: pa.concat_tables([unit[name] for unit in units]) for name in GRAINS}
            self.archives[players] = load_archive(run_of(self.folder / str(players), whole))
        return self.archives[players]

    def of(self, players: int, asked: Asked) -> dict[str, pa.Table]:
        if (players, asked) not in self.tables:
            runs = [run for run in RUNS.values() if tables_of(run)["players"] == players]
            names = dict.fromkeys(name for run in runs for name in asked_of(run)[asked])
            by = ", ".join(filter(None, (WHICH, f"game % {ASIDE}" if asked[0] == "game" else asked[0])))
            # Where nothing counts, a note says so; the empty result is what is asked for.
            results = self.archive(players).results(
                [*names], by, catalogue=OWN, where=asked[1], note=lambda line: None
            )
            self.tables[players, asked] = {statistic.name: table for statistic, table in results}
        return self.tables[players, asked]


@pytest.fixture(scope="module")
def all_runs(tmp_path_factory: pytest.TempPathFactory) -> Counted:
    return Counted(tmp_path_factory.mktemp("written"))


@pytest.mark.usefixtures("one_database")
@pytest.mark.parametrize("says", RUNS, ids=RUNS)
def test_statistics_count_what_is_written(says: str, all_runs: Counted) -> None:
    run, number = RUNS[says], [*RUNS].index(says)
    for asked, expected in asked_of(run).items():
        tables = all_runs.of(tables_of(run)["players"], asked)
        for name, cells in expected.items():
            found, wanted = counted(tables[name], number), cells_of(cells)
            if cells.endswith("..."):
                found = {key: cell for key, cell in found.items() if key in wanted}
            assert (name, found) == (name, wanted), f"by {asked[0]} where {asked[1]}"
