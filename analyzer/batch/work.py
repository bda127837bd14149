"""The work on one unit: read it, review it, and write its tables into its own folder."""

from __future__ import annotations

import errno
import os
import platform
import shutil
import sys
import time
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, TypedDict, cast
from uuid import uuid4

from analyzer.batch.kept_logs import keep_batch
from analyzer.batch.outputs import EVERYTHING, KEEP, Names, Outputs
from analyzer.batch.reviews import Batch, Terms, batches, review_batch
from analyzer.batch.run_folder import UNITS, flush, is_file_of, move, sealed, sha256_of, unsealed
from analyzer.batch.totals import Totals, TotalsRecord, totals_from_json
from analyzer.errors import AnalyzerError
from analyzer.sources.choice import Choice
from analyzer.sources.items import Item, Limits, SourceProblem
from analyzer.sources.units import Unit, label, read_unit, unit_keys
from analyzer.tables.unit_tables import UnitWriter

__all__ = [
    "Job",
    "OutOfSpace",
    "UnitReport",
    "do_unit",
    "is_whole",
    "keep_lost",
    "peak_mebibytes",
    "read_report",
    "telling_of_space",
]

_REPORT: Final = "report.json"
_FULL: Final = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


class OutOfSpace(AnalyzerError):
    """There is no disk space for the output of a run."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to do with every unit of a run; sent to workers.

    Attributes:
        out: Folder of the run; absolute, and the same for all workers.
        terms: Rules and checks.
        choice: Which logs are wanted.
        limits: Bounds on hostile input.
        names: How the names of players are treated.
        keep_copies: Whether logs with the same bytes under different ids are all kept.
        compiles: Whether the run has enough logs for compiling to pay, even in its smallest units.
        outputs: What is written.
    """

    out: Path
    terms: Terms = field(default_factory=Terms)
    choice: Choice = field(default_factory=Choice)
    limits: Limits = field(default_factory=Limits)
    names: Names = KEEP
    keep_copies: bool = False
    compiles: bool = False
    outputs: Outputs = EVERYTHING


class _Record(TypedDict):
    """A report in JSON."""

    unit: str
    keys: str
    seconds: float
    totals: TotalsRecord
    files: dict[str, str]
    """SHA-256 of every other file of the unit, by name."""


class UnitReport(NamedTuple):
    """The result of a unit.

    Attributes:
        unit: Its id.
        keys: Keys of its parts without its window: those of the unit that it was cut from.
        totals: Its counts; duplicates are in them.
        seconds: Time of the worker.
        worker: Machine and process.
        peak_mebibytes: Peak memory of that process so far; None where the system does not tell.
    """

    unit: str
    keys: bytes
    totals: Totals
    seconds: float
    worker: str
    peak_mebibytes: float | None


def do_unit(unit: Unit, job: Job) -> UnitReport:
    """Read and review a unit, and write its tables, unless that was done before.

    The folder of the unit appears whole or not at all, even if two processes do the same unit.

    Raises:
        OutOfSpace: When there is no room for the tables.
        UserMistake: When the rules or a check do not exist.
        OSError: When the folder of the run cannot be written.
    """
    return _kept(unit, job, read_unit(unit, job.choice, job.limits))


def keep_lost(unit: Unit, job: Job, reason: str) -> UnitReport:
    """Record a unit that could not be done as an unreadable input.

    Raises:
        OutOfSpace: When there is no room.
        OSError: When the folder of the run cannot be written.
    """
    return _kept(unit, job, [SourceProblem(label(unit), reason)], lost=True)


def _kept(unit: Unit, job: Job, items: Iterable[Item], *, lost: bool = False) -> UnitReport:
    began = time.perf_counter()
    folder = job.out / UNITS / unit.id
    known = _whole_report(folder)
    if known is not None:
        return known
    # If the folder exists without a whole report, it is damaged.
    shutil.rmtree(folder, ignore_errors=True)
    unfinished = folder.with_name(f"{unit.id}.{uuid4().hex[:8]}.part")
    with telling_of_space(job.out):
        try:
            unfinished.mkdir(parents=True)
            totals = _write(unfinished, job, items, lost=lost)
            seconds = time.perf_counter() - began
            keys = unit_keys(unit._replace(window=None))
            report = UnitReport(unit.id, keys, totals, seconds, _worker(), peak_mebibytes())
            _write_report(unfinished, report)
            flush(unfinished)
            _rename(unfinished, folder)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    return report


def _write(folder: Path, job: Job, items: Iterable[Item], *, lost: bool) -> Totals:
    totals = Totals()
    with UnitWriter(folder, job.outputs.tables) as writer:
        for batch in batches(items):
            _write_batch(
                writer, batch._replace(is_large=batch.is_large or job.compiles), job, totals, lost=lost
            )
    return totals


def _write_batch(writer: UnitWriter, batch: Batch, job: Job, totals: Totals, *, lost: bool) -> None:
    # What was found in a batch is large, and let go before the next is looked at.
    reviewed = review_batch(batch, job.terms)
    keep_batch(writer, batch, reviewed, job.names, lost=lost, wanted=job.outputs.tables)
    totals.add(reviewed)


def _rename(unfinished: Path, folder: Path) -> None:
    try:
        move(unfinished, folder)
    except OSError:
        # Another worker was given the same unit and has finished it.
        if not is_whole(folder):
            raise


def _write_report(folder: Path, report: UnitReport) -> None:
    record: _Record = {
        "unit": report.unit,
        "keys": b64encode(report.keys).decode(),
        "seconds": round(report.seconds, 3),
        "totals": report.totals.as_json(),
        "files": {path.name: sha256_of(path) for path in sorted(folder.iterdir())},
    }
    (folder / _REPORT).write_text(sealed(record), encoding="utf-8")


def read_report(folder: Path) -> UnitReport | None:
    """The report of the unit in this folder; None without a whole one."""
    record = _record(folder)
    if record is None:
        return None
    totals, keys = totals_from_json(record["totals"]), b64decode(record["keys"])
    return UnitReport(record["unit"], keys, totals, record["seconds"], _worker(), peak_mebibytes())


def is_whole(folder: Path) -> bool:
    """Whether the folder of a unit has all its files, unchanged."""
    record = _record(folder)
    return record is not None and all(is_file_of(folder / name, sha) for name, sha in record["files"].items())


def _whole_report(folder: Path) -> UnitReport | None:
    return read_report(folder) if is_whole(folder) else None


def _record(folder: Path) -> _Record | None:
    try:
        text = (folder / _REPORT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return cast("_Record | None", unsealed(text))


@contextmanager
def telling_of_space(out: Path) -> Iterator[None]:
    """Turn the error of a full disk into a helpful message.

    Raises:
        OutOfSpace: When there is no room.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise OutOfSpace(
            f"no space left for {str(out)!r}; what was read is kept: make room, and the same command goes on"
        ) from None


def _worker() -> str:
    return f"{platform.node()}:{os.getpid()}"


def peak_mebibytes() -> float | None:
    """Peak memory of this process so far; None where the system does not tell."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024**2 if sys.platform == "darwin" else peak / 1024
