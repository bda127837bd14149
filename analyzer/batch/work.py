"""The work on one unit: read it, review it, and write its parts."""

from __future__ import annotations

import errno
import gc
import os
import platform
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa

from analyzer.batch.kept_units import KeptUnit
from analyzer.batch.outputs import EVERYTHING, KEEP, Names, Outputs
from analyzer.batch.reviews import Batch, Terms, batches, review_batch
from analyzer.batch.totals import Totals
from analyzer.batch.unit_rows import ReadKeys, UnitRows
from analyzer.errors import AnalyzerError
from analyzer.folders import folder, public
from analyzer.sources.choice import Choice
from analyzer.sources.items import Item, Limits
from analyzer.sources.units import Unit, read_parts

__all__ = [
    "Job",
    "OutOfSpace",
    "UnitReport",
    "collecting_seldom",
    "do_items",
    "do_unit",
    "peak_mebibytes",
    "telling_of_space",
]

_OBJECTS_MADE: Final = 20_000
"""Between two collections of garbage: some 500 logs make as many that stay."""
_FULL: Final = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


class OutOfSpace(AnalyzerError):
    """There is no disk space for the output of a run."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to do with every unit of a run; sent to workers.

    Attributes:
        out: Folder of the run, on a disk or in a store; the same for all workers.
        terms: Rules and checks.
        choice: Which logs are wanted.
        limits: Bounds on hostile input.
        names: How the names of players are treated.
        keep_copies: Whether logs with the same bytes under different ids are all kept.
        outputs: What is written.
        read: A file that grows by a byte with each log that is read, where its folder exists.
    """

    out: str | Path
    terms: Terms = field(default_factory=Terms)
    choice: Choice = field(default_factory=Choice)
    limits: Limits = field(default_factory=Limits)
    names: Names = KEEP
    keep_copies: bool = False
    outputs: Outputs = EVERYTHING
    read: Path | None = None


class UnitReport(NamedTuple):
    """The result of a unit.

    Attributes:
        kept: What is kept of it.
        totals: Its counts; duplicates are in them.
        worker: Machine and process.
        peak_mebibytes: Peak memory of that process so far; None where the system does not tell.
    """

    kept: KeptUnit
    totals: Totals
    worker: str
    peak_mebibytes: float | None


def do_unit(unit: Unit, job: Job) -> UnitReport:
    """Read and review a unit, and write its parts.

    Its record is written last, and two processes that do the same unit write the same files.

    Raises:
        OutOfSpace: When there is no room for the tables.
        UserMistake: When the rules or a check do not exist.
        OSError: When the folder of the run cannot be written.
    """
    with _sparing_memory(), collecting_seldom():
        return do_items(unit, job, read_parts(unit, job.choice, job.limits), batches)


def do_items(
    unit: Unit,
    job: Job,
    items: Iterable[tuple[int, Item]],
    group: Callable[[Iterable[Item]], Iterator[Batch]],
    lost: Collection[str] = (),
) -> UnitReport:
    """Review the items of a unit, and write its parts.

    Args:
        unit: The unit.
        job: What to do with it.
        items: Its items, each with the place of its part.
        group: Makes batches of the items.
        lost: Sources of what cannot be read because its reader died of it.
    """
    rows = UnitRows(job.outputs.tables, job.names, lost)
    totals = Totals()
    read = ReadKeys(unit.keys)
    for batch in group(read.noted(items)):
        _add(rows, batch, job, totals)
    with telling_of_space(job.out):
        kept = rows.keep(folder(job.out), KeptUnit(unit.id, unit.source, unit.keys), read)
    return UnitReport(kept, totals, f"{platform.node()}:{os.getpid()}", peak_mebibytes())


def _add(rows: UnitRows, batch: Batch, job: Job, totals: Totals) -> None:
    for reviewed in review_batch(batch, job.terms):
        rows.add(reviewed)
        totals.add(reviewed)
        # What was found in a batch is large, and let go before the next is looked at.
        del reviewed
    if job.read is not None:
        with suppress(OSError), job.read.open("ab") as file:
            file.write(bytes(len(batch.logs)))


@contextmanager
def _sparing_memory() -> Iterator[None]:
    """Within the block nothing older is looked through for garbage, and Arrow shares memory with NumPy.

    Else the collector goes through all modules and kernels again and again, for 3 % of the time, and what
    Arrow holds back for itself is 60 to 80 MiB.
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
