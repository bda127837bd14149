"""The catalogue equals an independent count of the text of the logs."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from analyzer.kernels import compiling
from analyzer.stats.archive import load_archive
from analyzer.stats.catalogue import shipped_catalogue
from tests.logs import corpus_bytes, needs_all_logs
from tests.stats.frames import VALUES
from tests.stats.independent_count import Table, count_logs, table_of
from tests.stats.test_written_tables import ASKED
from tests.written_runs import write_logs


def differing(logs: list[Path], run: Path) -> dict[str, object]:
    """What the text says, and what the catalogue says, where they differ, by what is asked."""
    expected: dict[str, dict[tuple[object, ...], tuple[int, float]]] = {}
    for table, tally in count_logs(logs).items():
        for asked, cells in tally.cells().items():
            expected.setdefault(asked, {}).update({(*table, *key): cell for key, cell in cells.items()})
    together: dict[tuple[str, str], list[str]] = {}
    for asked in expected:
        together.setdefault(ASKED.fullmatch(asked).groups()[1:], []).append(asked)
    archive, found = load_archive(run), {}
    for (by, where), every in together.items():
        axes = ["room, length, players", *([by] if by else [])]
        names = [asked.split()[0] for asked in every]
        for asked, (_, counted) in zip(every, archive.results(names, axes, where=where), strict=True):
            cells = cells_of(counted)
            if cells != expected[asked]:
                found[asked] = expected[asked], cells
    return found


def cells_of(counted: pa.Table) -> dict[tuple[object, ...], tuple[int, float]]:
    """Rows and total of each bin and category of a result, its table first."""
    bins = [name for name in counted.column_names if name not in {*Table._fields, *VALUES}]
    return {
        tuple(row[name] for name in (*Table._fields, *bins)): (row["n"], round(row["value"] * row["n"]))
        for row in counted.to_pylist()
        if row["value"] or "category" not in bins
    }


def test_the_catalogue_says_what_the_text_of_the_samples_says(root, samples):
    assert differing(sorted((root / "data" / "samples").glob("*.mjlog")), samples) == {}


@needs_all_logs
def test_the_catalogue_says_what_the_text_of_real_logs_says(corpus, tmp_path):
    logs = sorted((corpus / "phoenix").iterdir())[::2]

    with compiling():
        run = write_logs(tmp_path, *logs)

    assert differing(logs, run) == {}
    tables = {table_of(corpus_bytes(path).decode())[1:] for path in logs}
    assert tables == {("hanchan", 4), ("tonpuu", 4), ("hanchan", 3)}


def test_every_headline_statistic_is_counted_again(root):
    samples = sorted((root / "data" / "samples").glob("*.mjlog"))
    every = {asked for tally in count_logs(samples).values() for asked in tally.cells()}
    named = {asked.split()[0] for asked in every if " where " not in asked}

    # Whether a seat was ever tenpai is told by the text of a log only to who knows what tenpai is.
    assert {one.name for one in shipped_catalogue() if one.headline} - named == {"tenpai_rate"}
