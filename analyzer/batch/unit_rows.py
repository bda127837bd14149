"""The rows of one unit, batch after batch: what became of every input, and its rows in the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.findings import Finding, LogName, Unreadable
from analyzer.audit.review import Review
from analyzer.batch.game_counts import COUNTS, count_games, count_unreadable
from analyzer.batch.inputs import Input, input_table
from analyzer.batch.kept_units import KeptUnit, keep
from analyzer.batch.outputs import Names
from analyzer.batch.reviews import Batch, Reviewed
from analyzer.batch.totals import InputKind
from analyzer.folders import Folder
from analyzer.kernels import compiling
from analyzer.sources.items import Absent, Item

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["ReadKeys", "UnitRows"]

_DIGEST_BYTES = 16


class ReadKeys:
    """Which part of a source each input was read from, noted while a unit is read.

    Args:
        keys: Keys of the parts of the unit, in order.
    """

    def __init__(self, keys: bytes) -> None:
        self._keys: list[int] = np.frombuffer(keys, ">u8").tolist()
        self._by_source: dict[str, int] = {}
        self._absent: list[int] = []
        """Of rows without a log, which all have the source of their database."""

    def noted(self, items: Iterable[tuple[int, Item]]) -> Iterator[Item]:
        """The items of a unit, each with the place of its part."""
        for place, item in items:
            if isinstance(item, Absent):
                self._absent.append(self._keys[place])
            else:
                self._by_source[item.source] = self._keys[place]
            yield item

    def of(self, inputs: Iterable[Input]) -> NDArray[np.uint64]:
        """The key of each input; shape (inputs,)."""
        absent = iter(self._absent)
        keys = [next(absent) if one.kind == InputKind.ABSENT else self._key(one.source) for one in inputs]
        return np.array(keys, np.uint64)

    def _key(self, source: str) -> int:
        known = self._by_source
        # Games in one log have its source and their place.
        return known[source] if source in known else known[source.rpartition("#")[0]]


class UnitRows:
    """Collects the rows of one unit; in memory, they take a tenth of what their logs take.

    Args:
        tables: Names of the tables to build.
        names: What becomes of the names of players.
        is_lost: Whether its problems are logs that their reader died of.
    """

    def __init__(self, tables: tuple[str, ...], names: Names, *, is_lost: bool = False) -> None:
        self._wanted = tables
        self._names = names
        self._is_lost = is_lost
        self._inputs: list[Input] = []
        self._tables: dict[str, list[pa.Table]] = {}
        self._rows: dict[str, list[NDArray[np.int64]]] = {}

    def add(self, batch: Batch, reviewed: Reviewed) -> None:
        """Add a batch.

        Raises:
            RuntimeError: When an input is not accounted for.
        """
        of_batch = _OfBatch(self._names)
        tables: dict[str, tuple[pa.Table, NDArray[np.int64]]] = {}
        if reviewed.review is not None:
            of_batch.add_review(batch, reviewed.review)
            tables = self._built(batch, reviewed.review, len(of_batch.inputs))
        kind = InputKind.LOST if self._is_lost else InputKind.UNREADABLE
        for problem in batch.problems:
            of_batch.add_unreadable(problem, kind, None)
        of_batch.add_others(batch)
        counted = sum(one.inputs for one in of_batch.inputs)
        if counted != reviewed.inputs:
            raise RuntimeError(f"{reviewed.inputs} inputs, but {counted} have a row")
        self._add(of_batch, tables)

    def _built(
        self, batch: Batch, review: Review, inputs: int
    ) -> dict[str, tuple[pa.Table, NDArray[np.int64]]]:
        """Rows of the games, and how many each input has; games are the first inputs."""
        from analyzer.tables.build import game_rows

        # The course of a hand is replayed only here, where the tables ask for it.
        with compiling() if batch.is_compiled else nullcontext():
            built = game_rows(review, self._wanted, None if self._names.keeps else self._names.stand_in)
        return {name: (rows, np.bincount(game, minlength=inputs)) for name, (rows, game) in built.items()}

    def _add(self, of_batch: _OfBatch, tables: dict[str, tuple[pa.Table, NDArray[np.int64]]]) -> None:
        inputs = len(of_batch.inputs)
        if "findings" in self._wanted:
            from analyzer.tables.build import finding_table

            found = [finding for of_input in of_batch.findings for finding in of_input]
            counts = np.array([len(of_input) for of_input in of_batch.findings], np.int64)
            tables["findings"] = finding_table(found), counts
        for name, (rows, counts) in tables.items():
            before = len(self._inputs) - sum(map(len, self._rows.get(name, [])))
            self._tables.setdefault(name, []).append(rows)
            self._rows.setdefault(name, []).append(np.zeros(before, np.int64))
            self._rows[name].append(np.pad(counts, (0, inputs - len(counts))))
        self._inputs += of_batch.inputs

    def keep(self, out: Folder, unit: KeptUnit, keys: ReadKeys) -> KeptUnit:
        """Write everything that was added.

        Args:
            out: Folder of the run.
            unit: As for `kept_units.keep`.
            keys: Where each input was read from.

        Raises:
            OSError: When something cannot be written.
        """
        rows = {name: np.concatenate(counts) for name, counts in self._rows.items()}
        rows = {name: np.pad(counts, (0, len(self._inputs) - len(counts))) for name, counts in rows.items()}
        table = input_table(self._inputs, keys.of(self._inputs), rows)
        return keep(out, unit, table, self._tables)


class _OfBatch:
    """Inputs of a batch, games first, and the findings of each."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self.inputs: list[Input] = []
        self.findings: list[list[Finding]] = []

    def add_review(self, batch: Batch, review: Review) -> None:
        """Add what the logs of a batch became."""
        digests = {name.source: sha256(data).digest()[:_DIGEST_BYTES] for name, data in batch.logs}
        judged = zip(review.logs, review.rule_sets, count_games(review), strict=True)
        for name, rule_set, counts in judged:
            digest = _digest(digests, name)
            self.inputs.append(
                Input(name.log_id, name.source, InputKind.READ, counts, digest, rule_set=rule_set)
            )
            self.findings.append([])
        games = {name: game for game, name in enumerate(review.logs)}
        refused = {one.finding: one.reason for one in review.refused}
        for finding in review.findings:
            if finding in refused:
                whole = Unreadable(finding, refused[finding])
                self.add_unreadable(whole, InputKind.MALFORMED, digests.get(finding.source))
            else:
                game = games[LogName(finding.log, finding.source)]
                self.findings[game].append(self._names.cleared(finding))

    def add_unreadable(self, whole: Unreadable, kind: InputKind, digest: bytes | None) -> None:
        """Add a log or source that could not be read; its finding is the only one."""
        finding, reason = self._names.cleared(whole.finding), self._names.cleared_reason(whole.reason)
        counts = count_unreadable(finding)
        self.inputs.append(Input(finding.log, finding.source, kind, counts, digest, reason))
        self.findings.append([finding])

    def add_others(self, batch: Batch) -> None:
        """Add what is no log."""
        nothing = np.zeros(COUNTS, np.int32)
        for one in batch.skipped:
            self.inputs.append(Input(one.source, one.source, InputKind.SKIPPED, nothing))
        for absent in batch.absent:
            source = absent.source
            self.inputs.append(Input(source, source, InputKind.ABSENT, nothing, inputs=absent.rows))
        self.findings += [[] for _ in range(len(self.inputs) - len(self.findings))]


def _digest(digests: Mapping[str, bytes], name: LogName) -> bytes:
    """Digest of a log; of one of several games in a log, of the log and the game's place in it."""
    if name.source in digests:
        return digests[name.source]
    source, _, place = name.source.rpartition("#")
    return sha256(digests[source] + place.encode()).digest()[:_DIGEST_BYTES]
