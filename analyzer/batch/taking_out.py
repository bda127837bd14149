"""Takes out of a run what its sources do not have any more, so that a growing archive need not be read again.

A source that is named replaces all that came of it; what came of others stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.batch.kept_units import KeptUnit, forget, inputs_of, integers, without
from analyzer.batch.left_out import find_duplicates
from analyzer.batch.totals import InputKind
from analyzer.errors import UserMistake
from analyzer.folders import Folder
from analyzer.tables.arrow_arrays import numbers
from analyzer.tables.manifest import read_manifest
from analyzer.tables.parts import is_part_of

__all__ = ["came_of", "log_sources", "refuse_damaged", "refuse_lost", "without_missed", "without_stale"]

_ELSEWHERE: Final = ("/", "../", "<stdin>")
"""Beginnings of names of what is not below the working folder."""


def without_stale(
    out: Folder,
    units: Mapping[str, KeptUnit],
    left: Mapping[str, NDArray[np.uint64]],
    labels: Sequence[str],
) -> tuple[dict[str, KeptUnit], set[str]]:
    """The units without what came of the named sources and is changed or not there any more.

    ``left`` is as in `sources.plan.Survey`, and ``labels`` are how the sources are named.  Gives the units by
    id, and the sources of the logs that were taken out.
    """
    stale: dict[str, set[int]] = {}
    gone = set[str]()
    for name, keys in left.items():
        inputs = inputs_of(out, units[name], ("key", "source", "kind"))
        of_input, kinds = _keys(inputs), integers(inputs, "kind")
        for place in np.flatnonzero(np.isin(of_input, keys)).tolist():
            source = inputs["source"][place].as_py()
            if came_of(source, labels):
                stale.setdefault(name, set()).add(int(of_input[place]))
                gone |= {source} if kinds[place] <= InputKind.LOST else set()
    return _without(out, units, stale), gone


def without_missed(
    out: Folder, units: Mapping[str, KeptUnit], labels: Sequence[str], *, keep_copies: bool
) -> dict[str, KeptUnit]:
    """The units without duplicates that should stay now, so that they are read again where they are named.

    Their rows were taken out for a log that is not there any more.  Arguments as in `without_stale`.
    """
    found, missed = find_duplicates(out, [*units.values()], keep_copies=keep_copies), dict[str, set[int]]()
    for (name, unit), is_missed in zip(units.items(), found.by_unit(found.missed), strict=True):
        if is_missed.any():
            inputs = inputs_of(out, unit, ("key", "source")).filter(numbers(is_missed))
            sources = zip(inputs["source"].to_pylist(), _keys(inputs).tolist(), strict=True)
            missed[name] = {key for source, key in sources if came_of(source, labels)}
    return _without(out, units, missed)


def _keys(inputs: pa.Table) -> NDArray[np.uint64]:
    """Of each input, the key of the part that it came of."""
    return integers(inputs, "key").view(np.uint64)


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


def refuse_damaged(out: Folder, labels: Sequence[str], damaged: str, unit: KeptUnit) -> None:
    """Refuse to forget a unit of which the sources are not named, so that nobody would read them again."""
    _refuse_unnamed(out, labels, damaged, inputs_of(out, unit, ("source",)))


def refuse_lost(out: Folder, labels: Sequence[str], unit: str) -> None:
    """Likewise a unit whose list of inputs is damaged, as far as the published tables have games of it."""
    games = []
    # Where these cannot be read either, nobody knows what the unit had.
    with suppress(UserMistake):
        tables = read_manifest(out)
        parts = [part for part in tables.parts_of("games") if is_part_of(part.file, unit)]
        games = [tables.read("games", part, ("source",)) for part in parts]
    for rows in games:
        _refuse_unnamed(out, labels, "list of inputs", rows)


def _refuse_unnamed(out: Folder, labels: Sequence[str], damaged: str, rows: pa.Table) -> None:
    for source in rows["source"].to_pylist():
        if not came_of(source, labels):
            raise UserMistake(
                f"{out.shown!r} has damaged {damaged} of {source!r}; expected its source to be named too, "
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
