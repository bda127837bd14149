"""Logs that are not in the tables: which ones are duplicates, and the quarantine list of all, with reasons.

A duplicate has the same id as another log, or the same bytes under another id.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.batch.kept_logs import EntryKind
from analyzer.tables.index import LogIndex

__all__ = ["QUARANTINE", "Duplicates", "find_duplicates", "write_quarantine"]

QUARANTINE: Final = "quarantine.jsonl"
_DUPLICATE: Final = "duplicate"
_AT_ONCE: Final = 10_000


class Duplicates(NamedTuple):
    """Logs that are left out, and those that are kept instead; rows of the index."""

    left_out: NDArray[np.int64]
    stays: NDArray[np.int64]


def find_duplicates(index: LogIndex, *, keep_copies: bool) -> Duplicates:
    """Which logs are left out, so that every id and every content occurs once.

    Of several, one whose id has a date is kept, and of these the first by the name of its source; neither the
    order of the sources nor that of reading matters.

    Args:
        index: Of all units.
        keep_copies: Whether equal bytes under different ids are all kept.
    """
    suspects = np.flatnonzero(_suspects(index, keep_copies=keep_copies))
    if len(suspects) == 0:
        return Duplicates(suspects, suspects)
    digests = index.digests(suspects)
    contents = index.id_rank[suspects] if keep_copies else _numbered(digests)
    sources, dateless = index.source_ranks(suspects), index.dateless(suspects)
    order = np.lexsort((*digests.T, index.id_rank[suspects], sources, dateless))
    return _first_ones(index, suspects[order], contents[order])


def _suspects(index: LogIndex, *, keep_copies: bool) -> NDArray[np.bool_]:
    """Logs in the tables that share their id, or the first half of their digest, with another."""
    read = index.has_tables
    often = np.bincount(index.id_rank[read]) > 1
    suspects: NDArray[np.bool_] = (
        read & often[np.minimum(index.id_rank, len(often) - 1)] if often.any() else np.zeros_like(read)
    )
    if not keep_copies:
        halves = np.sort(index.half_digest[read])
        repeated = halves[1:][halves[1:] == halves[:-1]]
        if len(repeated):
            suspects |= read & np.isin(index.half_digest, repeated)
    return suspects


def _first_ones(index: LogIndex, logs: NDArray[np.int64], contents: NDArray[np.integer]) -> Duplicates:
    """Go through the logs in order; one whose id or content has occurred is left out."""
    by_id: dict[int, int] = {}
    by_content: dict[int, int] = {}
    left_out: list[int] = []
    stays: list[int] = []
    rows = zip(logs.tolist(), index.id_rank[logs].tolist(), contents.tolist(), strict=True)
    for log, log_id, content in rows:
        known = by_id.get(log_id, by_content.get(content))
        if known is None:
            by_id[log_id] = by_content[content] = log
        else:
            left_out.append(log)
            stays.append(known)
    return Duplicates(np.array(left_out, np.int64), np.array(stays, np.int64))


def _numbered(digests: NDArray[np.uint64]) -> NDArray[np.int64]:
    """A number for each different digest; shape (logs,)."""
    order = np.lexsort(digests.T)
    changes = (np.diff(digests[order], axis=0, prepend=digests[order][:1]) != 0).any(axis=1)
    numbers = np.empty(len(digests), np.int64)
    numbers[order] = np.cumsum(changes)
    return numbers


class _Name(NamedTuple):
    """A row of the list of logs of a unit."""

    log_id: str
    source: str
    kind: int
    reason: str | None


def write_quarantine(folder: Path, index: LogIndex, duplicates: Duplicates) -> None:
    """Write the quarantine list, ordered by source.

    Args:
        folder: Gets the file.
        index: Of all units.
        duplicates: Logs that are left out as duplicates.

    Raises:
        OSError: When the file cannot be written.
    """
    unread = np.flatnonzero(index.kind != EntryKind.READ)
    logs = np.concatenate([unread, duplicates.left_out])
    others = np.concatenate([np.full(len(unread), -1), duplicates.stays])
    if len(logs):
        order = np.lexsort([index.id_rank[logs], index.source_ranks(logs)])
        logs, others = logs[order], others[order]
    with (folder / QUARANTINE).open("w", encoding="utf-8", newline="\n") as file:
        for start in range(0, len(logs), _AT_ONCE):
            for line in _lines(index, logs[start : start + _AT_ONCE], others[start : start + _AT_ONCE]):
                file.write(json.dumps(line) + "\n")


def _lines(
    index: LogIndex, logs: NDArray[np.int64], others: NDArray[np.int64]
) -> Iterator[dict[str, str | None]]:
    is_duplicate = others >= 0
    same_bytes = np.zeros(len(logs), np.bool_)
    digests = index.digests(logs[is_duplicate]), index.digests(others[is_duplicate])
    same_bytes[is_duplicate] = (digests[0] == digests[1]).all(axis=1)
    kept = iter(_names(index, others[is_duplicate]))
    for place, name in enumerate(_names(index, logs)):
        if is_duplicate[place]:
            kind, reason = _DUPLICATE, _word(name, next(kept), same_bytes=bool(same_bytes[place]))
        else:
            kind, reason = EntryKind(name.kind).text, name.reason or ""
        yield {"source": name.source, "log": name.log_id, "class": kind, "reason": reason}


def _word(name: _Name, stays: _Name, *, same_bytes: bool) -> str:
    if name.log_id != stays.log_id:
        return f"the bytes of {stays.source} under another id"
    return f"same log as {stays.source}" if same_bytes else f"other bytes under the same id as {stays.source}"


def _names(index: LogIndex, logs: NDArray[np.int64]) -> list[_Name]:
    rows = index.columns(logs, _Name._fields).to_pylist()
    return [_Name(**row) for row in rows]
