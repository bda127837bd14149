"""Takes out of a run what its sources do not have any more, so that a growing archive need not be read again.

Only what came of a source that is named now leaves, and only if its file is gone or changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Final

import numpy as np
import pyarrow as pa

from analyzer.batch.kept_units import KeptUnit, forget, inputs_of, integers, without
from analyzer.batch.left_out import find_duplicates
from analyzer.batch.totals import InputKind
from analyzer.errors import UserMistake
from analyzer.folders import Folder
from analyzer.sources.asking import Origin, file_finder
from analyzer.sources.plan import Survey
from analyzer.tables.arrow_arrays import numbers
from analyzer.tables.load import read_manifest
from analyzer.tables.parts import is_part_of

__all__ = [
    "came_of",
    "log_sources",
    "refuse_lost",
    "refuse_missing",
    "stale_inputs",
    "without_missed",
    "without_stale",
]

_ENDS: Final = re.compile("[/!#]|$")
"""Behind the name of a folder, of an archive, and of a file of several games."""


def stale_inputs(
    out: Folder, units: Mapping[str, KeptUnit], survey: Survey, labels: AbstractSet[str]
) -> dict[str, pa.Table]:
    """Key, source and kind of the inputs whose files the named sources lost or changed, by id of their unit.

    Inputs of standard input and pipes are never among them: nobody can look there again.

    Args:
        out: Folder of the run.
        units: All units that are done.
        survey: That of the plan.
        labels: Those of the plan, without standard input and pipes.
    """
    stale = dict[str, pa.Table]()
    for name, keys in survey.left.items():
        inputs = inputs_of(out, units[name], ("key", "source", "kind"))
        is_left = np.isin(integers(inputs, "key").view(np.uint64), keys)
        stale[name] = _where(
            inputs.filter(numbers(is_left)),
            lambda source: came_of(source, labels) and not came_of(source, survey.unlisted),
        )
    return stale


def refuse_missing(
    out: Folder, units: Mapping[str, KeptUnit], stale: Mapping[str, pa.Table], origins: Iterable[Origin]
) -> None:
    """Refuse to remove what came of a source without any of its known files, as an unmounted disk is.

    Raises:
        UserMistake: When there is such a source.
    """
    lost = _without_known_files(stale, origins)
    for name, unit in units.items():
        if not lost:
            return
        inputs = inputs_of(out, unit, ("key", "source"))
        if name in stale:
            is_stale = np.isin(integers(inputs, "key"), integers(stale[name], "key"))
            inputs = inputs.filter(numbers(~is_stale))
        for source in inputs["source"].to_pylist():
            lost.difference_update(_labels_of(source, lost))
    if lost:
        raise UserMistake(
            f"{min(lost)!r} has none of the files that earlier runs read there; expected its disk to be "
            "mounted, or --remove-missing to remove their logs from the tables"
        )


def _without_known_files(stale: Mapping[str, pa.Table], origins: Iterable[Origin]) -> set[str]:
    """Labels of sources that have stale inputs, but no file of these any more."""
    if not any(inputs.num_rows for inputs in stale.values()):
        return set()
    named, looks = {one.label: one for one in origins}, dict[str, Callable[[str], bool]]()
    found = set[str]()
    for inputs in stale.values():
        for source in inputs["source"].to_pylist():
            for label in _labels_of(source, named.keys()):
                if label not in looks:
                    looks[label] = file_finder(named[label])
                if label not in found and any(map(looks[label], _beginnings(source))):
                    found.add(label)
    return looks.keys() - found


def without_stale(
    out: Folder, units: Mapping[str, KeptUnit], stale: Mapping[str, pa.Table]
) -> tuple[dict[str, KeptUnit], set[str]]:
    """The units by id, without these inputs, and the sources of the logs among them."""
    gone = set[str]()
    for inputs in stale.values():
        gone |= _log_sources(inputs)
    return _without(out, units, {name: _keys(inputs) for name, inputs in stale.items()}), gone


def without_missed(
    out: Folder, units: Mapping[str, KeptUnit], labels: AbstractSet[str]
) -> dict[str, KeptUnit]:
    """The units without duplicates that should stay now, as the log that they were taken out for is gone."""
    found, missed = find_duplicates(out, [*units.values()]), dict[str, set[int]]()
    for (name, unit), is_missed in zip(units.items(), found.by_unit(found.missed), strict=True):
        if is_missed.any():
            inputs = inputs_of(out, unit, ("key", "source")).filter(numbers(is_missed))
            missed[name] = _keys(_where(inputs, lambda source: came_of(source, labels)))
    return _without(out, units, missed)


def _where(inputs: pa.Table, is_wanted: Callable[[str], bool]) -> pa.Table:
    """Some inputs, chosen by their sources."""
    return inputs.filter(numbers(np.array([*map(is_wanted, inputs["source"].to_pylist())], np.bool_)))


def _keys(inputs: pa.Table) -> set[int]:
    return {*inputs["key"].to_pylist()}


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
    labels: AbstractSet[str],
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
    sources = set[str]()
    for unit in units:
        sources |= _log_sources(inputs_of(out, unit, ("kind", "source")))
    return sources


def _log_sources(inputs: pa.Table) -> set[str]:
    is_log = integers(inputs, "kind") <= InputKind.LOST
    return {*inputs["source"].filter(numbers(is_log)).to_pylist()}


def came_of(source: str, labels: AbstractSet[str]) -> bool:
    """Whether something read came of one of these sources, by their names.

    Examples:
        >>> came_of("/logs/2022.zip!a.mjlog", {"/logs"})
        True
        >>> came_of("/logs2/a.mjlog", {"/logs"})
        False
    """
    return any(True for _ in _labels_of(source, labels))


def _labels_of(source: str, labels: AbstractSet[str]) -> Iterator[str]:
    # Lists name millions of files, so each label is looked up.
    return (start for start in _beginnings(source) if start in labels)


def _beginnings(source: str) -> Iterator[str]:
    """What something read may have come of, by its name: the folders and archives above it, and itself."""
    for end in _ENDS.finditer(source):
        yield source[: end.start() or 1]
