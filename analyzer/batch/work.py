"""The work on one unit: read it, review it, and write its parts."""

from __future__ import annotations

import errno
import gc
import os
import platform
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from operator import sub
from pathlib import Path
from struct import Struct
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa

from analyzer.batch.kept_units import KeptUnit
from analyzer.batch.outputs import EVERYTHING, KEEP, Names, Outputs
from analyzer.batch.reviews import Terms, batches, review_batch
from analyzer.batch.unit_rows import UnitRows
from analyzer.errors import AnalyzerError
from analyzer.folders import folder, public
from analyzer.sources.choice import Choice
from analyzer.sources.items import Item, Limits, SourceProblem
from analyzer.sources.units import Unit, label, read_parts
from analyzer.tables.schema import COURSE_TABLES

__all__ = [
    "Job",
    "OutOfSpace",
    "UnitReport",
    "collecting_seldom",
    "do_unit",
    "keep_lost",
    "peak_mebibytes",
    "read_so_far",
    "telling_of_space",
]

_OBJECTS_MADE: Final = 20_000
"""Between two collections of garbage: some 500 logs make as many that stay."""
_TOLD: Final = Struct("=3q")
_FULL: Final = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


class OutOfSpace(AnalyzerError):
    """There is no disk space for the output of a run."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to do with every unit of a run; sent to workers.

    Attributes:
        out: Folder of the run, on a disk or in a store; the same for all workers.
        read: A file that grows with each batch that is read, where its folder exists.
    """

    out: str | Path
    terms: Terms = field(default_factory=Terms)
    choice: Choice = field(default_factory=Choice)
    limits: Limits = field(default_factory=Limits)
    names: Names = KEEP
    outputs: Outputs = EVERYTHING
    read: Path | None = None


class UnitReport(NamedTuple):
    """The result of a unit.

    Attributes:
        kept: What is kept of it.
        logs: Logs read now, and what was taken for some.
        findings: Those on them.
        worker: Machine and process.
        peak_mebibytes: Peak memory of that process so far; None where the system does not tell.
    """

    kept: KeptUnit
    logs: int
    findings: int
    worker: str
    peak_mebibytes: float | None


def do_unit(unit: Unit, job: Job) -> UnitReport:
    """Do one unit; two processes that do the same one write the same files.

    Raises:
        OutOfSpace: When there is no room for the tables.
        OSError: When the folder of the run cannot be written.
    """
    with _sparing_memory(), collecting_seldom():
        return _do_items(unit, job, read_parts(unit, job.choice, job.limits))


def _do_items(
    unit: Unit, job: Job, items: Iterable[tuple[int, Item]], lost: Collection[str] = ()
) -> UnitReport:
    """Review items, each with the place of its part; ``lost`` are sources of what its reader died of."""
    tables = job.outputs.tables
    rows = UnitRows(unit, tables, job.names, lost)
    known, logs, findings = (0, 0, 0), 0, 0
    for batch in batches(rows.noted(items)):
        for reviewed in review_batch(batch, job.terms, course=not COURSE_TABLES.isdisjoint(tables)):
            rows.add(reviewed)
            logs += reviewed.inputs - reviewed.absent
            findings += sum(finding.leads for finding in reviewed.findings)
            # A batch and what was found in it are large, and let go before anything else is looked at.
            del reviewed
        del batch
        known = _tell(job.read, known, rows.so_far())
    _tell(job.read, known, rows.so_far(is_done=True))
    with telling_of_space(job.out):
        kept = rows.keep(folder(job.out))
    return UnitReport(kept, logs, findings, f"{platform.node()}:{os.getpid()}", peak_mebibytes())


def _tell(file: Path | None, known: tuple[int, int, int], now: tuple[int, int, int]) -> tuple[int, int, int]:
    """Tell the main process what is new of the counts of `UnitRows.so_far`, and give these."""
    if file is not None:
        with suppress(OSError), file.open("ab") as told:
            told.write(_TOLD.pack(*map(sub, now, known)))
    return now


def read_so_far(file: Path) -> tuple[int, int, int]:
    """Sums of what all processes have told; units whose worker died count twice when they are read again."""
    try:
        told = file.read_bytes()
    except OSError:
        return 0, 0, 0
    counts = np.frombuffer(told[: len(told) // _TOLD.size * _TOLD.size], np.int64).reshape(-1, 3)
    logs, whole, planned = counts.sum(axis=0).tolist()
    return logs, whole, planned


def keep_lost(unit: Unit, reason: str, job: Job) -> UnitReport:
    """Record a unit that cannot even be read as one unreadable input."""
    source = label(unit)
    return _do_items(unit, job, [(0, SourceProblem(source, reason))], (source,))


@contextmanager
def _sparing_memory() -> Iterator[None]:
    """Within the block nothing older is looked through for garbage, and Arrow shares memory with NumPy.

    That saves 3 % of the time, and the 60 to 80 MiB that Arrow holds back for itself.
    """
    pool = pa.default_memory_pool()
    gc.freeze()
    pa.set_memory_pool(pa.system_memory_pool())
    try:
        yield
    finally:
        pa.set_memory_pool(pool)
        gc.unfreeze()


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Within the block garbage is looked for seldom; else that takes 3 % of the time."""
    often = gc.get_threshold()
    gc.set_threshold(_OBJECTS_MADE)
    try:
        yield
    finally:
        gc.set_threshold(*often)


@contextmanager
def telling_of_space(out: str | Path) -> Iterator[None]:
    """Turn the error of a full disk into `OutOfSpace`."""
    try:
        yield
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise OutOfSpace(
            f"no space left for {public(str(out))!r}; what was read is kept: "
            "make room, and the same command goes on"
        ) from None


def peak_mebibytes() -> float | None:
    """Peak memory of this process so far; None where the system does not tell."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024**2 if sys.platform == "darwin" else peak / 1024
