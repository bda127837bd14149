"""The main job: read, audit, write tables and a summary into a folder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from analyzer import __version__
from analyzer.batch.engines import Engine, serial
from analyzer.batch.reviews import Reviewed, Terms, review_all
from analyzer.batch.summary import summary_text
from analyzer.batch.totals import Totals
from analyzer.errors import UserMistake
from analyzer.sources.walk import Item
from analyzer.tables.build import build_tables, finding_table
from analyzer.tables.parquet import TableWriter
from analyzer.tables.schema import SCHEMA_VERSION, TABLES

__all__ = ["SUMMARY", "check_output", "run"]

SUMMARY: Final = "summary.json"
_SUMMARY_TEXT: Final = "summary.txt"
_WORK: Final = ".unfinished"


def check_output(out: Path) -> None:
    """Refuse a folder whose contents are not those of an earlier run.

    Raises:
        UserMistake: When ``out`` is a file, or a folder with files of somebody else's.
    """
    if not out.exists():
        return
    if not out.is_dir():
        raise UserMistake(f"{str(out)!r} is a file; expected a folder for the tables")
    ours = (out / SUMMARY).exists() or (out / _WORK).exists()
    if not ours and any(out.iterdir()):
        raise UserMistake(
            f"{str(out)!r} holds files that no run wrote; expected a new or empty folder, or that of a run"
        )


def run(
    items: Iterable[Item],
    out: Path,
    terms: Terms,
    *,
    engine: Engine = serial,
    watch: Callable[[Totals], None] = lambda _: None,
) -> Totals:
    """Read and audit all items, and write tables and summary into ``out``.

    What stood in ``out`` from an earlier run is replaced once everything is read; until then it stays
    as it is, and what is begun lies in a folder of its own.

    Args:
        items: What the sources hold.
        out: Folder for the tables; made if need be.
        terms: Rules and checks.
        engine: How the work is spread.
        watch: Called after each batch with the counts so far.

    Raises:
        UserMistake: When the rules, a check, or ``out`` cannot be used.
    """
    check_output(out)
    work = out / _WORK
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    writer = TableWriter(work)
    totals = Totals()
    for batch in review_all(items, terms, engine):
        _write_tables(writer, batch)
        totals.add(batch)
        watch(totals)
    _publish(writer.finish(), out)
    _write_summary(out, totals, terms)
    shutil.rmtree(work, ignore_errors=True)
    return totals


def _write_tables(writer: TableWriter, batch: Reviewed) -> None:
    if batch.review is not None:
        writer.add(build_tables(batch.review))
    if batch.problems:
        writer.add({"findings": finding_table(batch.problems)})


def _publish(finished: Path, out: Path) -> None:
    """Put the finished tables in the place of those of an earlier run."""
    # Without its summary a folder is not a finished run, should this be interrupted.
    (out / SUMMARY).unlink(missing_ok=True)
    for name in TABLES:
        shutil.rmtree(out / name, ignore_errors=True)
        (finished / name).replace(out / name)


def _write_summary(out: Path, totals: Totals, terms: Terms) -> None:
    """Summary without times, so that equal input gives equal files."""
    about = {
        "skipped": totals.skipped,
        "version": __version__,
        "schema": SCHEMA_VERSION,
        "rules": str(terms.rules),
        "checks_asked": None if terms.checks is None else list(terms.checks),
    }
    _write_whole(out / _SUMMARY_TEXT, summary_text(totals) + "\n")
    _write_whole(out / SUMMARY, json.dumps({**totals.summary(), **about}, indent=2) + "\n")


def _write_whole(path: Path, text: str) -> None:
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(text, encoding="utf-8", newline="\n")
    temporary.replace(path)
