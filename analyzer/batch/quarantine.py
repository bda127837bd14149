"""The list of everything that is not in the tables, one JSON object a line, with the reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.batch.duplicates import Duplicates
from analyzer.batch.entries import EntryKind
from analyzer.tables.index import LogIndex

__all__ = ["QUARANTINE", "write_quarantine"]

QUARANTINE: Final = "quarantine.jsonl"
_DUPLICATE: Final = "duplicate"
_AT_ONCE: Final = 10_000


class _Name(NamedTuple):
    """A row of the list of logs of a unit."""

    log_id: str
    source: str
    kind: int
    reason: str | None


def write_quarantine(folder: Path, index: LogIndex, duplicates: Duplicates) -> None:
    """Write the list, ordered by source.

    Args:
        folder: Gets the file.
        index: Of all units.
        duplicates: Logs that are left out for another one.

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
