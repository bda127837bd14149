"""The end of a run: merges the tables of all units without duplicates, and writes the summary."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from analyzer.batch.counting import count_statistics
from analyzer.batch.engines.tasks import side_by_side
from analyzer.batch.journal import MANIFEST, DoneUnit, write_manifest
from analyzer.batch.left_out import QUARANTINE, Duplicates, find_duplicates, write_quarantine
from analyzer.batch.run_folder import SUMMARY, UNITS, flush, move, sha256_of, text_sha256, write_whole
from analyzer.batch.summary_text import summary_text
from analyzer.batch.totals import Totals
from analyzer.batch.work import Job, read_report
from analyzer.stats import STATS
from analyzer.tables.arrow_arrays import words
from analyzer.tables.index import LogIndex, read_index
from analyzer.tables.parquet import write_tables
from analyzer.tables.schema import TABLES

__all__ = ["SPREAD_LOGS", "finish"]

_SUMMARY_TEXT: Final = "summary.txt"
_UNFINISHED: Final = "tables"
_LEFT_OUT_AT_ONCE: Final = 10_000
SPREAD_LOGS: Final = 20_000
"""Least logs for which starting processes pays."""
_MOST_WRITERS: Final = 16


def finish(job: Job, terms: Mapping[str, object], done: Sequence[DoneUnit], *, writers: int = 1) -> Totals:
    """Write tables, statistics, quarantine list, summary and manifest of all done units.

    An earlier result is replaced only when everything new has been written.

    Args:
        job: The job.
        terms: What the tables depend on.
        done: All units.
        writers: Most processes that write tables, and then count statistics.

    Returns:
        Counts of what is in the tables.

    Raises:
        OSError: When something cannot be written.
    """
    units = job.out / UNITS
    folders = sorted(units / folder for unit in done for folder in unit.folders)
    index = read_index(folders, job.outputs.tables)
    duplicates = find_duplicates(index, keep_copies=job.keep_copies)
    kept = np.ones(len(index.unit), np.bool_)
    kept[duplicates.left_out] = False
    unfinished = units / _UNFINISHED
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    writers = min(writers, _MOST_WRITERS)
    spread = side_by_side if writers > 1 and len(index.unit) >= SPREAD_LOGS else map
    write_tables(unfinished, index, kept, writers=writers, spread=spread)
    if job.outputs.statistics:
        count_statistics(unfinished, unfinished / STATS, workers=writers)
    write_quarantine(unfinished, index, duplicates)
    totals = _totals(folders, index, duplicates)
    _publish(unfinished, job.out)
    _publish_summary(job.out, terms, done, totals)
    return totals


def _totals(folders: Sequence[Path], index: LogIndex, duplicates: Duplicates) -> Totals:
    totals = Totals()
    for folder in folders:
        report = read_report(folder)
        if report is None:
            raise RuntimeError(f"the report of the unit {folder.name} is gone")
        totals.merge(report.totals)
    _refuse_other(totals, index)
    for start in range(0, len(duplicates.left_out), _LEFT_OUT_AT_ONCE):
        logs = duplicates.left_out[start : start + _LEFT_OUT_AT_ONCE]
        known = index.columns(logs, ("counts", "rule_set"))
        counts = words(known["counts"].combine_chunks().flatten(), np.int32).reshape(len(logs), -1)
        totals.leave_out(counts, known["rule_set"].to_pylist())
    return totals


def _refuse_other(totals: Totals, index: LogIndex) -> None:
    """Check that the reports count as many logs as the lists name.

    Raises:
        RuntimeError: When it is not.
    """
    games = int(index.has_tables.sum())
    unreadable = len(index.kind) - games
    if (games, unreadable) != (totals.games, totals.unreadable):
        raise RuntimeError(
            f"the units have {games} games and {unreadable} unreadable, "
            f"their reports {totals.games} and {totals.unreadable}"
        )


def _publish(unfinished: Path, out: Path) -> None:
    """Replace the tables of an earlier run by the finished ones."""
    flush(unfinished)
    # If this is interrupted, the folder is no finished run: it has no summary and no manifest.
    (out / SUMMARY).unlink(missing_ok=True)
    (out / MANIFEST).unlink(missing_ok=True)
    for name in (*TABLES, STATS):
        shutil.rmtree(out / name, ignore_errors=True)
        if (unfinished / name).is_dir():
            move(unfinished / name, out / name)
    move(unfinished / QUARANTINE, out / QUARANTINE)
    shutil.rmtree(unfinished)


def _publish_summary(
    out: Path, terms: Mapping[str, object], done: Sequence[DoneUnit], totals: Totals
) -> None:
    """Write the summaries and the manifest; the summary comes last, and the manifest has its digest."""
    text = summary_text(totals) + "\n"
    summary = json.dumps(_summary(totals, terms), indent=2) + "\n"
    files = {
        QUARANTINE: sha256_of(out / QUARANTINE),
        SUMMARY: text_sha256(summary),
        _SUMMARY_TEXT: text_sha256(text),
    }
    write_whole(out / _SUMMARY_TEXT, text)
    write_manifest(out, terms, done, totals, files)
    write_whole(out / SUMMARY, summary)


def _summary(totals: Totals, terms: Mapping[str, object]) -> dict[str, object]:
    """The summary without times, so that equal input gives equal files."""
    return {
        **totals.summary(),
        "version": terms["version"],
        "schema": terms["schema"],
        "rules": terms["rules"],
        "checks_asked": terms["checks"],
        "choice": terms["choice"],
        "names": terms["names"],
    }
