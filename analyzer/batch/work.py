"""The work on one unit: it is read and reviewed in batches, and leaves rows and what became of its inputs."""

from __future__ import annotations

import errno
import gc
import os
import platform
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from operator import itemgetter, sub
from pathlib import Path
from struct import Struct
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.audit.findings import Finding, LogName, Unreadable
from analyzer.audit.review import Review
from analyzer.batch.kept_units import INPUTS, KeptUnit, keep, row_column
from analyzer.batch.outputs import EVERYTHING, KEEP, Names, Outputs
from analyzer.batch.reviews import Batch, Reviewed, Terms, batches, review_batch
from analyzer.batch.same_games import forms_of, said_of
from analyzer.batch.totals import COUNTS, InputKind, count_games, count_unreadable
from analyzer.errors import AnalyzerError
from analyzer.folders import Folder, folder, public
from analyzer.formats.log_id import parse_log_id
from analyzer.garbage import collecting_seldom
from analyzer.kernels import compiling
from analyzer.sources.choice import Choice
from analyzer.sources.items import Absent, Item, SourceProblem
from analyzer.sources.units import Unit, label, read_parts
from analyzer.tables.arrow import digests, numbers, texts
from analyzer.tables.schema import COURSE_TABLES, TABLES, game_key

_NOTHING_SAID: Final = np.zeros(0, np.uint64)


class Input(NamedTuple):
    """One input.

    Attributes:
        counts: What `batch.totals` counts of it, int32; all rows have the same number of counts.
        part: Place in the unit of the part that it was read from.
        digest: SHA-256 of the bytes of the log; None if there were no bytes.
        reason: Why it could not be read; None if it could.
        inputs: How many inputs it stands for: rows of a database that hold no log are one row here.
        form: Place of its form, as from `same_games.forms_of`.
        said: What it states of its hands, as from `same_games.said_of`.
    """

    log_id: str
    source: str
    kind: InputKind
    counts: NDArray[np.int32]
    part: int
    digest: bytes | None = None
    reason: str | None = None
    rule_set: str | None = None
    inputs: int = 1
    form: int = 0
    said: NDArray[np.uint64] = _NOTHING_SAID


class UnitRows:
    """Collects the rows of one unit; in memory, they take a tenth of what their logs take.

    Args:
        unit: The unit.
        tables: Names of the tables to build.
        names: What becomes of the names of players.
        problem: What becomes of a source that could not be read.
    """

    def __init__(self, unit: Unit, tables: tuple[str, ...], names: Names, problem: InputKind) -> None:
        self._unit = unit
        self._wanted = tables
        self._names = names
        self._problem = problem
        self._by_source: dict[str, int] = {}
        self._place = 0
        """Of the part that was read last."""
        self._absent: deque[int] = deque()
        """Parts of rows without a log, which all have the source of their database."""
        self._inputs: list[Input] = []
        self._tables: dict[str, list[pa.Table]] = {}
        self._rows: dict[str, list[NDArray[np.integer]]] = {}
        """By table, the place of the input of every row."""

    def noted(self, items: Iterable[tuple[int, Item]]) -> Iterator[Item]:
        """The items of the unit, of which the parts are noted."""
        for place, item in items:
            self._place = place
            if isinstance(item, Absent):
                self._absent.append(place)
            else:
                self._by_source[item.source] = place
            yield item

    def add(self, reviewed: Reviewed) -> None:
        """Add a batch; RuntimeError when an input is not accounted for."""
        batch, first = reviewed.batch, len(self._inputs)
        found: list[tuple[int, Finding]] = []
        if reviewed.review is not None:
            self._build(batch, reviewed.review)
            found = self._add_review(batch, reviewed.review)
        found += [self._add_unreadable(problem, self._problem) for problem in batch.problems]
        self._add_others(batch)
        counted = sum(one.inputs for one in self._inputs[first:])
        if counted != reviewed.inputs:
            raise RuntimeError(f"{reviewed.inputs} inputs, but {counted} have a row")
        if found:
            from analyzer.tables.build import finding_table

            found.sort(key=itemgetter(0))
            places = np.array([place for place, _ in found], np.int64)
            self._add("findings", finding_table([finding for _, finding in found]), places)

    def so_far(self, *, is_done: bool = False) -> tuple[int, int, int]:
        """Logs so far, those of parts that were read whole, and for how many these had been counted."""
        place = len(self._unit.parts) if is_done else self._place
        parts = [one.part for one in self._inputs if one.kind <= InputKind.LOST]
        whole = sum(part < place for part in parts)
        return len(parts), whole, self._unit.logs * place // len(self._unit.parts)

    def _build(self, batch: Batch, review: Review) -> None:
        """Add the rows of the games, which are the first inputs of a batch."""
        from analyzer.tables.build import game_rows

        with compiling() if batch.is_compiled else nullcontext():
            built = game_rows(review, self._wanted, None if self._names.keeps else self._names.stand_in)
        for name, (rows, game) in built.items():
            self._add(name, rows, game + len(self._inputs))

    def _add(self, table: str, rows: pa.Table, places: NDArray[np.integer]) -> None:
        self._tables.setdefault(table, []).append(rows)
        self._rows.setdefault(table, []).append(places)

    def _add_review(self, batch: Batch, review: Review) -> list[tuple[int, Finding]]:
        """Add what the logs of a batch became; gives the findings, each with the place of its input."""
        known = {name.source: sha256(data).digest() for name, data in batch.logs}
        places = {name: place for place, name in enumerate(review.logs, len(self._inputs))}
        of_games = (review.rule_sets, count_games(review), forms_of(review).tolist(), said_of(review))
        for name, rule_set, own, form, said in zip(review.logs, *of_games, strict=True):
            part, digest = self._part(name.source), _digest(known, name)
            one = Input(*name, InputKind.READ, own, part, digest, rule_set=rule_set, form=form, said=said)
            self._inputs.append(one)
        refused = {one.finding: one.reason for one in review.refused}
        found = []
        for finding in review.findings:
            if finding in refused:
                whole = Unreadable(finding, refused[finding])
                digest = _digest(known, LogName(finding.log, finding.source))
                found.append(self._add_unreadable(whole, InputKind.MALFORMED, digest))
            else:
                place = places[LogName(finding.log, finding.source)]
                found.append((place, self._names.cleared(finding)))
        return found

    def _add_unreadable(
        self, whole: Unreadable, kind: InputKind, digest: bytes | None = None
    ) -> tuple[int, Finding]:
        """Add a log or source that could not be read; its finding is the only one."""
        finding, reason = self._names.cleared(whole.finding), self._names.cleared_reason(whole.reason)
        counts, part = count_unreadable(finding), self._part(finding.source)
        self._inputs.append(Input(finding.log, finding.source, kind, counts, part, digest, reason))
        return len(self._inputs) - 1, finding

    def _add_others(self, batch: Batch) -> None:
        """Add what is no log."""
        nothing = np.zeros(COUNTS, np.int32)
        for source, *_ in batch.skipped:
            self._inputs.append(Input(source, source, InputKind.SKIPPED, nothing, self._by_source[source]))
        for source, rows in batch.absent:
            part = self._absent.popleft()
            self._inputs.append(Input(source, source, InputKind.ABSENT, nothing, part, inputs=rows))

    def _part(self, source: str) -> int:
        """The part that a log, or a game in one, came of."""
        known = self._by_source
        return known[source] if source in known else known[source.rpartition("#")[0]]

    def keep(self, out: Folder) -> KeptUnit:
        """Write everything that was added; OSError when something cannot be written."""
        nothing, seen = np.zeros(COUNTS, np.int32), {one.part for one in self._inputs}
        for place, part in enumerate(self._unit.parts):
            if place not in seen:
                source = label(self._unit._replace(parts=(part,)))
                self._inputs.append(Input(source, source, InputKind.NOTHING, nothing, place, inputs=0))
        rows = {
            name: np.bincount(np.concatenate(places), minlength=len(self._inputs))
            for name, places in self._rows.items()
        }
        inputs = _input_table(self._inputs, rows, self._unit)
        return keep(out, self._unit.id, self._unit.source, inputs, self._tables)


def _digest(known: Mapping[str, bytes], name: LogName) -> bytes:
    """Digest of a log; of one of several games in a log, of the log and the game's place in it."""
    if name.source in known:
        return known[name.source]
    source, _, place = name.source.rpartition("#")
    return sha256(known[source] + place.encode()).digest()


def _input_table(inputs: Sequence[Input], rows: Mapping[str, NDArray[np.integer]], unit: Unit) -> pa.Table:
    """The inputs as a table, with the number of rows of each in every table of ``rows``; 0 in others."""
    none = np.zeros(len(inputs), np.int32)
    parts, is_first = np.array([one.part for one in inputs], np.intp), none.astype(np.bool_)
    is_first[np.unique(parts, return_index=True)[1]] = True
    sizes = np.array([part.size for part in unit.parts], np.int64)
    columns = {
        "log_id": texts([one.log_id for one in inputs]),
        "is_dated": numbers(np.array([parse_log_id(one.log_id) is not None for one in inputs], np.bool_)),
        "source": texts([one.source for one in inputs]),
        "kind": numbers(np.array([one.kind for one in inputs], np.uint8)),
        "digest": digests([one.digest for one in inputs]),
        "reason": texts([one.reason for one in inputs]),
        "rule_set": texts([one.rule_set for one in inputs]),
        "inputs": numbers(np.array([one.inputs for one in inputs], np.int32)),
        "form": numbers(np.array([one.form for one in inputs], np.uint8)),
        "stated": numbers(np.array([np.bitwise_xor.reduce(one.said) for one in inputs], np.uint64)),
        "game": numbers(np.array([game_key(one.log_id) for one in inputs], np.int64)),
        "key": numbers(np.frombuffer(unit.keys, ">u8").astype(np.uint64)[parts]),
        "size": numbers(sizes[parts]),
        "is_first": numbers(is_first),
        "counts": _lists([one.counts for one in inputs], np.int32),
        "said": _lists([one.said for one in inputs], np.uint64),
        **{row_column(table): numbers(rows.get(table, none).astype(np.int32)) for table in TABLES},
    }
    return pa.Table.from_pydict(columns, schema=INPUTS)


def _lists(lists: Sequence[NDArray[np.integer]], kind: type[np.integer]) -> pa.Array:
    offsets = np.cumsum([0, *map(len, lists)], dtype=np.int32)
    return pa.ListArray.from_arrays(
        numbers(offsets), numbers(np.concatenate([np.zeros(0, kind), *lists], dtype=kind))
    )


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
    names: Names = KEEP
    outputs: Outputs = EVERYTHING
    read: Path | None = None


class UnitReport(NamedTuple):
    """The result of a unit.

    Attributes:
        kept: What is kept of it.
        worker: Machine and process.
        peak_mebibytes: Peak memory of that process so far; None where the system does not tell.
    """

    kept: KeptUnit
    worker: str
    peak_mebibytes: float | None


def do_unit(unit: Unit, job: Job) -> UnitReport:
    """Do one unit; two processes that do the same one write the same files.

    Raises:
        OutOfSpace: When there is no room for the tables.
        OSError: When the folder of the run cannot be written.
    """
    with _sparing_memory(), collecting_seldom():
        return _do_items(unit, job, read_parts(unit, job.choice))


def _do_items(
    unit: Unit,
    job: Job,
    items: Iterable[tuple[int, Item]],
    problem: InputKind = InputKind.UNREADABLE,
) -> UnitReport:
    """Review items, each with the place of its part."""
    tables = job.outputs.tables
    rows = UnitRows(unit, tables, job.names, problem)
    known = (0, 0, 0)
    for batch in batches(rows.noted(items)):
        for reviewed in review_batch(batch, job.terms, course=not COURSE_TABLES.isdisjoint(tables)):
            rows.add(reviewed)
            # A batch and what was found in it are large, and let go before anything else is looked at.
            del reviewed
        del batch
        known = _tell(job.read, known, rows.so_far())
    _tell(job.read, known, rows.so_far(is_done=True))
    with telling_of_space(job.out):
        kept = rows.keep(folder(job.out))
    return UnitReport(kept, f"{platform.node()}:{os.getpid()}", peak_mebibytes())


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
    return _do_items(unit, job, [(0, SourceProblem(label(unit), reason))], InputKind.LOST)


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
