"""Logs that are not in the tables: which ones are duplicates, and the quarantine list of all, with reasons.

A duplicate has the same id as another log, or the same bytes under another id.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.batch.inputs import flags, integers
from analyzer.batch.kept_units import KeptUnit, inputs_of
from analyzer.batch.totals import InputKind
from analyzer.errors import AnalyzerError
from analyzer.folders import Folder
from analyzer.formats.log_id import parse_log_id
from analyzer.tables.arrow_arrays import numbers, words
from analyzer.tables.schema import game_key

__all__ = ["QUARANTINE", "Duplicates", "find_duplicates", "quarantine"]

QUARANTINE: Final = "quarantine.jsonl"
_NAMED: Final = ("log_id", "source", "digest")


class _Log(NamedTuple):
    """A log that may be a duplicate; in the order in which one of several is kept."""

    is_dateless: bool
    source: str
    log_id: str
    digest: bytes
    is_out: bool
    """Whether it has no rows any more, so that it cannot stay."""
    unit: int
    """Place of its unit."""
    place: int
    """Place among the inputs of the unit."""


class Duplicates(NamedTuple):
    """What is found of the duplicates of a run."""

    is_out: list[NDArray[np.bool_]]
    """Which inputs of each unit are duplicates; for each unit shape (inputs,)."""
    pairs: list[tuple[_Log, _Log | None]]
    """Each duplicate, and the log that stays; None where that one is gone."""
    missed: list[_Log]
    """Duplicates without rows that should stay now."""


def find_duplicates(out: Folder, units: Sequence[KeptUnit], *, keep_copies: bool) -> Duplicates:
    """Which logs are left out, so that every id and every content occurs once.

    Of several, one whose id has a date is kept, and of these the first by the name of its source; neither the
    order of the sources nor that of reading matters.  With ``keep_copies`` equal bytes under
    different ids are all kept.

    Raises:
        AnalyzerError: When two log ids have the same key.
    """
    suspects, sizes = _suspects(out, units, keep_copies=keep_copies)
    logs = [log for unit, places in suspects.items() for log in _logs(out, units[unit], unit, places)]
    _refuse_collisions(logs)
    found = Duplicates([np.zeros(size, np.bool_) for size in sizes], [], [])
    by_id: dict[str, _Log] = {}
    by_content: dict[bytes, _Log] = {}

    def staying(log: _Log) -> _Log | None:
        return by_id.get(log.log_id) or (None if keep_copies else by_content.get(log.digest))

    for log in sorted(logs):
        stays = staying(log)
        if stays is not None:
            found.pairs.append((log, stays))
        elif log.is_out:
            found.missed.append(log)
        else:
            by_id[log.log_id] = by_content[log.digest] = log
    found.pairs.extend((log, staying(log)) for log in found.missed)
    for log, _ in found.pairs:
        found.is_out[log.unit][log.place] = True
    return found


def _suspects(
    out: Folder, units: Sequence[KeptUnit], *, keep_copies: bool
) -> tuple[dict[int, NDArray[np.intp]], list[int]]:
    """Games that share their key or half their digest with another, by unit; and the inputs of each unit."""
    if not units:
        return {}, []
    columns = ("kind", "game", "digest", "is_out")
    lists = [inputs_of(out, unit, columns) for unit in units]
    sizes = [inputs.num_rows for inputs in lists]
    read = np.concatenate([integers(inputs, "kind") == InputKind.READ for inputs in lists])
    suspect = np.concatenate([flags(inputs, "is_out") for inputs in lists])
    suspect |= _repeated(np.concatenate([integers(inputs, "game") for inputs in lists]), read)
    if not keep_copies:
        halves = [words(inputs["digest"], np.int64)[:, 0] for inputs in lists]
        suspect |= _repeated(np.concatenate(halves), read)
    pieces = np.split(suspect, np.cumsum(sizes)[:-1])
    return {unit: np.flatnonzero(piece) for unit, piece in enumerate(pieces) if piece.any()}, sizes


def _repeated(values: NDArray[np.int64], among: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a value occurs several times among some."""
    ordered = np.sort(values[among])
    twice = ordered[1:][ordered[1:] == ordered[:-1]]
    return among & np.isin(values, twice) if len(twice) else np.zeros(len(values), np.bool_)


def _logs(out: Folder, unit: KeptUnit, number: int, places: NDArray[np.intp]) -> Iterator[_Log]:
    inputs = inputs_of(out, unit, (*_NAMED, "is_out")).take(numbers(places))
    is_out = flags(inputs, "is_out").tolist()
    for row, place, gone in zip(inputs.select(_NAMED).to_pylist(), places.tolist(), is_out, strict=True):
        dated = parse_log_id(row["log_id"])
        is_dateless = dated is None or dated.day is None
        yield _Log(is_dateless, row["source"], row["log_id"], row["digest"], gone, number, place)


def _refuse_collisions(logs: Sequence[_Log]) -> None:
    known: dict[int, str] = {}
    for log in logs:
        key = game_key(log.log_id)
        if known.setdefault(key, log.log_id) != log.log_id:
            raise AnalyzerError(f"the log ids {known[key]!r} and {log.log_id!r} have the same key {key}")


def quarantine(out: Folder, units: Sequence[KeptUnit], duplicates: Duplicates) -> str:
    """The quarantine list as lines of JSON, ordered by source."""
    lines = [*_unreadable(out, units), *(_duplicate(log, stays) for log, stays in duplicates.pairs)]
    names = ("source", "log", "class", "reason")
    return "".join(f"{json.dumps(dict(zip(names, line, strict=True)))}\n" for line in sorted(lines))


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


def _duplicate(log: _Log, stays: _Log | None) -> _Line:
    if stays is None:
        reason = "same as a log that is not there any more; name its source again to read it"
    elif log.log_id != stays.log_id:
        reason = f"the bytes of {stays.source} under another id"
    elif log.digest == stays.digest:
        reason = f"same log as {stays.source}"
    else:
        reason = f"other bytes under the same id as {stays.source}"
    return log.source, log.log_id, "duplicate", reason
