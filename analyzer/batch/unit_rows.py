"""The rows of one unit, batch after batch: what became of every input, and its rows in the tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from hashlib import sha256
from operator import itemgetter
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.audit.findings import Finding, LogName, Unreadable
from analyzer.audit.review import Review
from analyzer.batch.kept_units import KeptUnit, keep, row_column
from analyzer.batch.outputs import Names
from analyzer.batch.reviews import Batch, Reviewed
from analyzer.batch.totals import COUNTS, InputKind, count_games, count_unreadable
from analyzer.folders import Folder
from analyzer.kernels import compiling
from analyzer.sources.items import Absent, Item
from analyzer.tables.arrow_arrays import numbers, texts
from analyzer.tables.schema import TABLES, game_key

__all__ = ["Input", "UnitRows", "input_table"]

_DIGEST: Final = pa.binary(16)


class Input(NamedTuple):
    """One input.

    Attributes:
        log_id: As in the tables.
        source: As in the tables.
        kind: What became of it.
        counts: What `batch.totals` counts of it, int32; all rows have the same number of counts.
        digest: Digest of the bytes of the log, 16 bytes; None if there were no bytes.
        reason: Why it could not be read; None if it could.
        rule_set: Name of the rule set applied.
        inputs: How many inputs it stands for: rows of a database that hold no log are one row here.
    """

    log_id: str
    source: str
    kind: InputKind
    counts: NDArray[np.int32]
    digest: bytes | None = None
    reason: str | None = None
    rule_set: str | None = None
    inputs: int = 1


class UnitRows:
    """Collects the rows of one unit; in memory, they take a tenth of what their logs take.

    Args:
        unit: What is known of it before: id, source, and keys.
        tables: Names of the tables to build.
        names: What becomes of the names of players.
        lost: Sources of what cannot be read because its reader died of it.
    """

    def __init__(
        self, unit: KeptUnit, tables: tuple[str, ...], names: Names, lost: Collection[str] = ()
    ) -> None:
        self._unit = unit
        self._wanted = tables
        self._names = names
        self._lost = lost
        self._keys: list[int] = np.frombuffer(unit.keys, ">u8").tolist()
        self._by_source: dict[str, int] = {}
        self._absent: list[int] = []
        """Keys of rows without a log, which all have the source of their database."""
        self._inputs: list[Input] = []
        self._tables: dict[str, list[pa.Table]] = {}
        self._rows: dict[str, list[NDArray[np.int64]]] = {}
        """How many rows the inputs have, up to the last that has any."""

    def noted(self, items: Iterable[tuple[int, Item]]) -> Iterator[Item]:
        """The items of the unit, of which the places of their parts are noted."""
        for place, item in items:
            if isinstance(item, Absent):
                self._absent.append(self._keys[place])
            else:
                self._by_source[item.source] = self._keys[place]
            yield item

    def keys_of(self, inputs: Iterable[Input]) -> NDArray[np.uint64]:
        """The key of the part that each input was read from; shape (inputs,)."""
        absent = iter(self._absent)
        keys = [next(absent) if one.kind == InputKind.ABSENT else self._key(one.source) for one in inputs]
        return np.array(keys, np.uint64)

    def _key(self, source: str) -> int:
        known = self._by_source
        # Games in one log have its source and their place.
        return known[source] if source in known else known[source.rpartition("#")[0]]

    def add(self, reviewed: Reviewed) -> None:
        """Add a batch.

        Raises:
            RuntimeError: When an input is not accounted for.
        """
        batch, first = reviewed.batch, len(self._inputs)
        found: list[tuple[int, Finding]] = []
        if reviewed.review is not None:
            self._build(batch, reviewed.review)
            found = self._add_review(batch, reviewed.review)
        for problem in batch.problems:
            is_lost = problem.finding.source in self._lost
            kind = InputKind.LOST if is_lost else InputKind.UNREADABLE
            found.append(self._add_unreadable(problem, kind))
        self._add_others(batch)
        counted = sum(one.inputs for one in self._inputs[first:])
        if counted != reviewed.inputs:
            raise RuntimeError(f"{reviewed.inputs} inputs, but {counted} have a row")
        if "findings" in self._wanted:
            from analyzer.tables.build import finding_table

            found.sort(key=itemgetter(0))
            places = np.array([place for place, _ in found], np.int64)
            self._add("findings", finding_table([finding for _, finding in found]), places)

    def _build(self, batch: Batch, review: Review) -> None:
        """Add the rows of the games, which are the first inputs of a batch."""
        from analyzer.tables.build import game_rows

        # The course of a hand is replayed only here, where the tables ask for it.
        with compiling() if batch.is_compiled else nullcontext():
            built = game_rows(review, self._wanted, None if self._names.keeps else self._names.stand_in)
        for name, (rows, game) in built.items():
            self._add(name, rows, game + len(self._inputs))

    def _add(self, table: str, rows: pa.Table, places: NDArray[np.integer]) -> None:
        self._tables.setdefault(table, []).append(rows)
        self._rows.setdefault(table, []).append(np.bincount(places))

    def _add_review(self, batch: Batch, review: Review) -> list[tuple[int, Finding]]:
        """Add what the logs of a batch became; gives the findings, each with the place of its input."""
        digests = {name.source: sha256(data).digest()[: _DIGEST.byte_width] for name, data in batch.logs}
        places = {name: place for place, name in enumerate(review.logs, len(self._inputs))}
        self._inputs += [
            Input(name.log_id, name.source, InputKind.READ, own, _digest(digests, name), None, rule_set)
            for name, rule_set, own in zip(review.logs, review.rule_sets, count_games(review), strict=True)
        ]
        refused = {one.finding: one.reason for one in review.refused}
        found = []
        for finding in review.findings:
            if finding in refused:
                whole = Unreadable(finding, refused[finding])
                found.append(self._add_unreadable(whole, InputKind.MALFORMED, digests.get(finding.source)))
            else:
                place = places[LogName(finding.log, finding.source)]
                found.append((place, self._names.cleared(finding)))
        return found

    def _add_unreadable(
        self, whole: Unreadable, kind: InputKind, digest: bytes | None = None
    ) -> tuple[int, Finding]:
        """Add a log or source that could not be read; its finding is the only one."""
        finding, reason = self._names.cleared(whole.finding), self._names.cleared_reason(whole.reason)
        counts = count_unreadable(finding)
        self._inputs.append(Input(finding.log, finding.source, kind, counts, digest, reason))
        return len(self._inputs) - 1, finding

    def _add_others(self, batch: Batch) -> None:
        """Add what is no log."""
        nothing = np.zeros(COUNTS, np.int32)
        others = [(one.source, InputKind.SKIPPED, 1) for one in batch.skipped]
        others += [(one.source, InputKind.ABSENT, one.rows) for one in batch.absent]
        self._inputs += [Input(source, source, kind, nothing, inputs=count) for source, kind, count in others]

    def keep(self, out: Folder) -> KeptUnit:
        """Write everything that was added; OSError when something cannot be written."""
        rows = {}
        for name, of_batches in self._rows.items():
            rows[name] = np.zeros(len(self._inputs), np.int64)
            for counts in of_batches:
                rows[name][: len(counts)] += counts
        table = input_table(self._inputs, self.keys_of(self._inputs), rows)
        return keep(out, self._unit, table, self._tables)


def _digest(digests: Mapping[str, bytes], name: LogName) -> bytes:
    """Digest of a log; of one of several games in a log, of the log and the game's place in it."""
    if name.source in digests:
        return digests[name.source]
    source, _, place = name.source.rpartition("#")
    return sha256(digests[source] + place.encode()).digest()[: _DIGEST.byte_width]


def input_table(
    inputs: Sequence[Input], keys: NDArray[np.uint64], rows: Mapping[str, NDArray[np.integer]]
) -> pa.Table:
    """The inputs as a table: the fields of `Input`, and those named below.

    Args:
        inputs: The inputs.
        keys: Key of the part of a source that each was read from.
        rows: Rows of each input, by table, in the order of the part; a missing table has none.
    """
    none = np.zeros(len(inputs), np.int32)
    counts = [one.counts for one in inputs]
    offsets = np.cumsum([0, *map(len, counts)], dtype=np.int32)
    columns = {
        "log_id": texts([one.log_id for one in inputs]),
        "source": texts([one.source for one in inputs]),
        "kind": numbers(np.array([one.kind for one in inputs], np.uint8)),
        "counts": pa.ListArray.from_arrays(numbers(offsets), numbers(np.concatenate([none[:0], *counts]))),
        "digest": _digests([one.digest for one in inputs]),
        "reason": texts([one.reason for one in inputs]),
        "rule_set": texts([one.rule_set for one in inputs]),
        "inputs": numbers(np.array([one.inputs for one in inputs], np.int32)),
        "game": numbers(np.array([game_key(one.log_id) for one in inputs], np.int64)),
        "key": numbers(keys),
        # Whether it is a duplicate whose rows are not in the parts any more.
        "is_out": numbers(none.astype(np.bool_)),
        **{row_column(table): numbers(rows.get(table, none).astype(np.int32)) for table in TABLES},
    }
    return pa.Table.from_arrays([*columns.values()], names=[*columns])


def _digests(digests: Sequence[bytes | None]) -> pa.Array:
    known = np.array([digest is not None for digest in digests], np.bool_)
    octets = pa.py_buffer(b"".join(digest or bytes(_DIGEST.byte_width) for digest in digests))
    validity = pa.py_buffer(np.packbits(known, bitorder="little"))
    return pa.Array.from_buffers(_DIGEST, len(digests), [validity, octets])
