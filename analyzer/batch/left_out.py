"""Logs that are not in the tables: which ones are duplicates, and the quarantine list of all, with reasons.

A duplicate has the same id as another log, or the same bytes under another id.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from io import BytesIO
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from analyzer.batch.kept_units import KeptUnit, flags, inputs_of, integers
from analyzer.batch.totals import InputKind
from analyzer.errors import AnalyzerError
from analyzer.folders import Folder
from analyzer.formats.log_id import parse_log_id
from analyzer.tables.arrow_arrays import numbers, plain

__all__ = ["QUARANTINE", "Duplicates", "find_duplicates", "quarantine"]

QUARANTINE: Final = "quarantine.jsonl"
_LOGS: Final = pa.schema(
    {
        "is_dateless": pa.bool_(),
        # Those of many units together may be longer than a column of one unit can hold.
        "source": pa.large_string(),
        "log_id": pa.large_string(),
        "digest": pa.binary(16),
        # Whether it has no rows any more, so that it cannot stay.
        "is_out": pa.bool_(),
        # Its place among the inputs of all units.
        "place": pa.int64(),
        "game": pa.int64(),
    }
)
"""Logs that may be duplicates; by these columns they are in the order in which one of several is kept."""
_AT_ONCE: Final = 10_000
"""Lines that are made at once."""


class Duplicates(NamedTuple):
    """What is found of the duplicates of a run, as columns, for there may be a million."""

    logs: pa.Table
    """As `_LOGS`, in order: those that share their id or their content with another."""
    stays: NDArray[np.int64]
    """Row of the log that stays: a duplicate has another's, or -1 where that one is gone."""
    missed: NDArray[np.int64]
    """Rows of duplicates that have no rows in the tables, and should stay now."""
    sizes: list[int]
    """Inputs of each unit."""

    @property
    def rows(self) -> NDArray[np.int64]:
        """Rows of all duplicates."""
        return np.flatnonzero(self.stays != np.arange(len(self.stays)))

    def by_unit(self, rows: NDArray[np.int64]) -> list[NDArray[np.bool_]]:
        """Which inputs of each unit are these rows; for each unit shape (inputs,)."""
        found = np.zeros(sum(self.sizes), np.bool_)
        found[integers(self.logs, "place")[rows]] = True
        return np.split(found, np.cumsum(self.sizes, dtype=np.intp))[:-1]


def find_duplicates(out: Folder, units: Sequence[KeptUnit]) -> Duplicates:
    """Which logs are left out, so that every id and every content occurs once.

    Of several, one whose id has a date is kept, and of these the first by the name of its source.

    Raises:
        AnalyzerError: When two log ids have the same key.
    """
    suspects = _suspects(out, units)
    sizes = [len(of_unit) for of_unit in suspects]
    starts = np.cumsum([0, *sizes]).tolist()
    found = [_logs(out, *one) for one in zip(units, suspects, starts, strict=False) if one[1].any()]
    # Not ``empty_table``, which imports pandas.
    logs = pa.concat_tables(found or [pa.Table.from_batches([], _LOGS)])
    del found
    order = pc.sort_indices(logs, sort_keys=[(name, "ascending") for name in _LOGS.names])
    for column, field in enumerate(_LOGS):
        # One after another, so that memory never holds all twice.
        logs = logs.set_column(column, field, logs[field.name].take(order))
    ids = _codes(logs, "log_id")
    _refuse_collisions(logs, ids)
    return Duplicates(logs, *_staying(ids, _codes(logs, "digest"), flags(logs, "is_out")), sizes)


def _suspects(out: Folder, units: Sequence[KeptUnit]) -> list[NDArray[np.bool_]]:
    """Games that share their key or half their digest with another; for each unit shape (inputs,)."""
    if not units:
        return []
    read, is_out, games, halves = zip(*(_compared(out, unit) for unit in units), strict=True)
    among, suspect = np.concatenate(read), np.concatenate(is_out)
    suspect |= _repeated(np.concatenate(games), among) | _repeated(np.concatenate(halves), among)
    return np.split(suspect, np.cumsum([*map(len, games)])[:-1])


def _compared(out: Folder, unit: KeptUnit) -> tuple[NDArray[Any], ...]:
    """Of each input: whether it is a game, and has no rows any more, its key, and half of its digest."""
    inputs = inputs_of(out, unit, ("kind", "is_out", "game", "digest"))
    is_read = integers(inputs, "kind") == InputKind.READ
    # Copies, for what is only looked at keeps the whole file in memory.
    halves = np.frombuffer(inputs["digest"].combine_chunks().buffers()[1] or b"", np.int64)[::2].copy()
    return is_read, flags(inputs, "is_out"), integers(inputs, "game").copy(), halves


def _repeated(values: NDArray[np.int64], among: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a value occurs several times among some."""
    ordered = np.sort(values[among])
    twice = ordered[1:][ordered[1:] == ordered[:-1]]
    return among & np.isin(values, twice) if len(twice) else np.zeros(len(values), np.bool_)


def _logs(out: Folder, unit: KeptUnit, suspect: NDArray[np.bool_], start: int) -> pa.Table:
    """Some logs of a unit; ``start`` is the place of its first input."""
    places = np.flatnonzero(suspect)
    logs = inputs_of(out, unit, ("source", "log_id", "digest", "is_out", "game")).take(numbers(places))
    is_dateless = np.array([parse_log_id(one) is None for one in logs["log_id"].to_pylist()], np.bool_)
    logs = logs.append_column("is_dateless", numbers(is_dateless))
    return logs.append_column("place", numbers(places + start)).select(_LOGS.names).cast(_LOGS)


def _codes(logs: pa.Table, column: str) -> NDArray[np.int64]:
    """Numbers below that of the logs, equal where the values of a column are."""
    return plain(logs[column].combine_chunks().dictionary_encode().indices).astype(np.int64)


def _refuse_collisions(logs: pa.Table, ids: NDArray[np.int64]) -> None:
    keys = integers(logs, "game")
    order = np.lexsort((ids, keys))
    clashes = np.flatnonzero((np.diff(keys[order]) == 0) & (np.diff(ids[order]) != 0))
    if len(clashes):
        one, other = logs["log_id"].take(numbers(order[clashes[0] :][:2])).to_pylist()
        raise AnalyzerError(f"the log ids {one!r} and {other!r} have the same key {keys[order[clashes[0]]]}")


def _staying(
    ids: NDArray[np.int64], contents: NDArray[np.int64], is_out: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """`Duplicates.stays` and `Duplicates.missed`, from numbers for the ids and contents of logs in order."""
    by_id, by_content = (array("q", [-1]) * len(ids) for _ in range(2))
    stays, missed = np.arange(len(ids)), array("q")

    def staying(log_id: int, content: int) -> int:
        return by_id[log_id] if by_id[log_id] >= 0 else by_content[content]

    for row, (log_id, content, gone) in enumerate(zip(ids.data, contents.data, is_out.data, strict=True)):
        first = staying(log_id, content)
        if first >= 0:
            stays[row] = first
        elif gone:
            missed.append(row)
        else:
            by_id[log_id] = by_content[content] = row
    for row in missed:
        stays[row] = staying(ids[row], contents[row])
    return stays, np.array(missed, np.int64)


def quarantine(out: Folder, units: Sequence[KeptUnit], duplicates: Duplicates) -> bytes:
    """The quarantine list as lines of JSON, ordered by source."""
    names, text = ("source", "log", "class", "reason"), BytesIO()
    for line in merge(sorted(_unreadable(out, units)), _duplicates(duplicates)):
        text.write(f"{json.dumps(dict(zip(names, line, strict=True)))}\n".encode())
    return text.getvalue()


_Line: TypeAlias = tuple[str, str, str, str]
"""Source, log id, kind and reason."""


def _unreadable(out: Folder, units: Sequence[KeptUnit]) -> Iterator[_Line]:
    for unit in units:
        kinds = integers(inputs_of(out, unit, ("kind",)), "kind")
        places = np.flatnonzero((kinds > InputKind.READ) & (kinds <= InputKind.LOST))
        if len(places):
            inputs = inputs_of(out, unit, ("log_id", "source", "reason")).take(numbers(places))
            for row, kind in zip(inputs.to_pylist(), kinds[places].tolist(), strict=True):
                yield row["source"], row["log_id"], InputKind(kind).text, row["reason"] or ""


def _duplicates(duplicates: Duplicates) -> Iterator[_Line]:
    keys = [(name, "ascending") for name in ("source", "log_id")]
    order = plain(pc.sort_indices(duplicates.logs, sort_keys=keys)).astype(np.int64)
    rows = order[np.isin(order, duplicates.rows)]
    for _, alike in groupby(_told(duplicates, rows), itemgetter(0, 1)):
        yield from sorted(alike)


def _told(duplicates: Duplicates, rows: NDArray[np.int64]) -> Iterator[_Line]:
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        stays = duplicates.stays[some]
        logs, others = (duplicates.logs.take(numbers(of)).to_pylist() for of in (some, np.maximum(stays, 0)))
        for log, other, row in zip(logs, others, stays.tolist(), strict=True):
            yield log["source"], log["log_id"], "duplicate", _reason(log, other if row >= 0 else None)


def _reason(log: Mapping[str, Any], stays: Mapping[str, Any] | None) -> str:
    if stays is None:
        return "same as a log that is not there any more; name its source again to read it"
    if log["log_id"] != stays["log_id"]:
        return f"the bytes of {stays['source']} under another id"
    if log["digest"] == stays["digest"]:
        return f"same log as {stays['source']}"
    return f"other bytes under the same id as {stays['source']}"
