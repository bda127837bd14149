"""Takes out of a run what its sources do not have any more, so that a growing archive need not be read again.

A source that is named replaces all that came of it; what came of others stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.batch.kept_units import KeptUnit, forget, inputs_of, integers, without
from analyzer.batch.left_out import find_duplicates
from analyzer.batch.totals import InputKind
from analyzer.errors import UserMistake
from analyzer.folders import Folder
from analyzer.tables.arrow_arrays import numbers
from analyzer.tables.load import read_manifest
from analyzer.tables.parts import is_part_of

__all__ = ["came_of", "log_sources", "refuse_lost", "without_missed", "without_stale"]

_ELSEWHERE: Final = ("/", "../", "<stdin>")
"""Beginnings of names of what is not below the working folder."""


def without_stale(
    out: Folder, units: Mapping[str, KeptUnit], left: Mapping[str, NDArray[np.uint64]], labels: Sequence[str]
) -> tuple[dict[str, KeptUnit], set[str]]:
    """The units without what came of the named sources and is changed or not there any more.

    ``left`` and ``labels`` are of the plan.  Gives the units by id, and the sources of the logs taken out.
    """
    stale, gone = dict[str, set[int]](), set[str]()
    for name, keys in left.items():
        inputs = inputs_of(out, units[name], ("key", "source", "kind"))
        rows = _of_named(inputs, np.isin(integers(inputs, "key").view(np.uint64), keys), labels)
        stale[name] = {row["key"] for row in rows}
        gone |= {row["source"] for row in rows if row["kind"] <= InputKind.LOST}
    return _without(out, units, stale), gone


def without_missed(out: Folder, units: Mapping[str, KeptUnit], labels: Sequence[str]) -> dict[str, KeptUnit]:
    """The units without duplicates that should stay now, as the log that they were taken out for is gone."""
    found, missed = find_duplicates(out, [*units.values()]), dict[str, set[int]]()
    for (name, unit), is_missed in zip(units.items(), found.by_unit(found.missed), strict=True):
        if is_missed.any():
            rows = _of_named(inputs_of(out, unit, ("key", "source")), is_missed, labels)
            missed[name] = {row["key"] for row in rows}
    return _without(out, units, missed)


def _of_named(inputs: pa.Table, which: NDArray[np.bool_], labels: Sequence[str]) -> list[dict[str, Any]]:
    """Some of the inputs of a unit, as far as they came of named sources."""
    return [row for row in inputs.filter(numbers(which)).to_pylist() if came_of(row["source"], labels)]


def _without(
    out: Folder, units: Mapping[str, KeptUnit], stale: Mapping[str, set[int]]
) -> dict[str, KeptUnit]:
    """The units without the parts of sources that have these keys."""
    current = dict(units)
    for name, keys in stale.items():
        if not keys:
            continue
        unit = current.pop(name)
        if {*np.frombuffer(unit.keys, ">u8").tolist()} <= keys:
            forget(out, [name])
        else:
            left = without(out, unit, stale=keys)
            current[left.unit] = left
    return current


def refuse_lost(
    out: Folder,
    labels: Sequence[str],
    units: Iterable[KeptUnit],
    ids: Sequence[str] = (),
    damaged: str = "tables",
) -> None:
    """Refuse to forget units of which the sources are not named, so that nobody would read them again.

    Of ``ids`` the lists of inputs are damaged, of ``units`` what ``damaged`` says.
    """
    rows = [(damaged, inputs_of(out, unit, ("source",))) for unit in units]
    for unit in ids:
        # Where the tables cannot be read either, nobody knows what the unit had.
        with suppress(UserMistake):
            tables = read_manifest(out)
            parts = [part for part in tables.parts_of("games") if is_part_of(part.file, unit)]
            rows += [("list of inputs", tables.read("games", part, ("source",))) for part in parts]
    for what, found in rows:
        for source in found["source"].to_pylist():
            if not came_of(source, labels):
                raise UserMistake(
                    f"{out.shown!r} has damaged {what} of {source!r}; expected its source to be named too, "
                    "so that it is read again"
                )


def log_sources(out: Folder, units: Iterable[KeptUnit]) -> set[str]:
    """Sources of the logs of some units, unreadable ones included."""
    sources: set[str] = set()
    for unit in units:
        inputs = inputs_of(out, unit, ("kind", "source"))
        is_log = integers(inputs, "kind") <= InputKind.LOST
        sources.update(inputs["source"].filter(numbers(is_log)).to_pylist())
    return sources


def came_of(source: str, labels: Sequence[str]) -> bool:
    """Whether something read came of one of these sources, by their names.

    Examples:
        >>> came_of("logs/2022.zip!a.mjlog", ["logs"])
        True
        >>> came_of("logs2/a.mjlog", ["logs"])
        False
    """
    return any(
        source == label
        or source.startswith((f"{label.rstrip('/')}/", f"{label}!", f"{label}#"))
        or (label == "." and not source.startswith(_ELSEWHERE) and ":/" not in source)
        for label in labels
    )
