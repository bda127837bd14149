"""Damaged logs one by one: alone, a log gives what it gives among others, its tables included.

``TENHOU_FUZZ`` is the number of logs of the long form, as 20000; without it the long form is skipped.
"""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from analyzer import kernels
from analyzer.audit import LogName, Review, review
from analyzer.batch.outputs import outputs_of
from analyzer.batch.reviews import Terms
from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.tables.load import load
from analyzer.tables.schema import TABLES
from tests.built_tables import build_tables
from tests.fuzz.test_damaged_logs import LOGS, PLAIN_LOGS, damaged_log, honest_logs, named

BATCH = 50
FIRST = LOGS + PLAIN_LOGS
"""Seeds below are those of the batches."""
FEW = 150
PLAIN = 12
ARRIVING = 6
LONG = int(os.environ.get("TENHOU_FUZZ", "0"))

needs_time = pytest.mark.skipif(LONG == 0, reason="TENHOU_FUZZ is not set: no long fuzz of single logs")


def rows_of(results: list[Review], table: str) -> list[dict[str, object]]:
    """Rows of the tables of reviews, one after another."""
    return list(chain.from_iterable(build_tables(one, [table])[table].to_pylist() for one in results))


def assert_alone_as_together(logs: list[tuple[LogName, bytes]]) -> None:
    alone = []
    for log in logs:
        try:
            alone.append(review([log]))
            build_tables(alone[-1], TABLES)
        except Exception as error:
            raise AssertionError(f"damaged_log({log[0].log_id}) raises alone") from error
    together = review(logs)

    assert list(together.findings) == [finding for one in alone for finding in one.findings]
    assert together.unreadable == sum(one.unreadable for one in alone)
    for check, tally in together.tallies.items():
        assert [tally.passed, tally.failed, tally.undecided, tally.absent] == [
            sum(getattr(one.tallies[check], name) for one in alone)
            for name in ("passed", "failed", "undecided", "absent")
        ], check
    for table in TABLES:
        assert rows_of([together], table) == rows_of(alone, table), table


@pytest.mark.long
@pytest.mark.parametrize("first", range(FIRST, FIRST + FEW, BATCH))
def test_damaged_logs_give_alone_what_they_give_together(first: int) -> None:
    with kernels.compiling():
        assert_alone_as_together([named(seed) for seed in range(first, first + BATCH)])


def test_plain_kernels_stand_damaged_logs_alone() -> None:
    assert_alone_as_together([named(seed) for seed in range(FIRST, FIRST + PLAIN)])


@pytest.mark.long
@needs_time
def test_many_damaged_logs_give_alone_what_they_give_together() -> None:
    with kernels.compiling():
        for first in range(FIRST, FIRST + LONG, BATCH):
            assert_alone_as_together([named(seed) for seed in range(first, min(first + BATCH, FIRST + LONG))])


def log_id(seed: int) -> str:
    return f"2022010101gm-00a9-0000-{seed:08x}"


def contents(folder: Path) -> dict[str, object]:
    """What a run tells its user: rows in the order of their logs, however they are cut into parts."""
    tables = load(folder)
    rows: dict[str, object] = {name: sorted(map(repr, tables[name].to_pylist())) for name in TABLES}
    return rows | {name: (folder / name).read_bytes() for name in ("summary.json", "quarantine.jsonl")}


def assert_increments_end_as_one_run(tmp_path: Path, seeds: range) -> None:
    """Logs that arrive one by one at a finished run leave the same rows as one run over all."""
    folder = tmp_path / "logs"
    folder.mkdir()
    job = Job(tmp_path / "grown", Terms(), outputs=outputs_of(list(TABLES)))
    (folder / f"{log_id(0)}.mjlog").write_bytes(honest_logs()[0][1])
    run([folder], job)
    for place, seed in enumerate(seeds, start=1):
        (folder / f"{log_id(seed)}.mjlog").write_bytes(damaged_log(seed))

        outcome = run([folder], job)

        assert outcome.read == 1, seed
        assert outcome.totals.games + outcome.totals.unreadable + outcome.totals.duplicates >= place + 1, seed
    run([folder], replace(job, out=tmp_path / "at-once"))

    assert contents(tmp_path / "grown") == contents(tmp_path / "at-once")


@pytest.mark.long
def test_damaged_logs_that_arrive_one_by_one_give_what_one_run_gives(tmp_path: Path) -> None:
    assert_increments_end_as_one_run(tmp_path, range(FIRST, FIRST + ARRIVING))


@pytest.mark.long
@needs_time
def test_many_damaged_logs_that_arrive_one_by_one_give_what_one_run_gives(tmp_path: Path) -> None:
    for first in range(FIRST, FIRST + LONG // 20, BATCH):
        (tmp_path / str(first)).mkdir()
        assert_increments_end_as_one_run(tmp_path / str(first), range(first, first + BATCH))
