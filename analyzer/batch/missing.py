"""When a run refuses to remove logs: their disk may not be mounted, or nobody would read them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from typing import Final

import pyarrow as pa

from analyzer.batch.kept_units import KeptUnit, inputs_of
from analyzer.batch.ledger import Ledger, beginnings, came_of, labels_of
from analyzer.errors import UserMistake
from analyzer.folders import Folder
from analyzer.sources.asking import file_finder
from analyzer.sources.items import SourceLog
from analyzer.sources.plan import Plan
from analyzer.sources.units import read_unit
from analyzer.tables.load import read_manifest
from analyzer.tables.parts import is_part_of

__all__ = ["refuse_lost", "refuse_missing"]

_LOOKED_AT: Final = 100
"""New logs that are compared with those that are gone, to find that files were moved."""


def refuse_missing(ledger: Ledger, stale: pa.Table, planned: Plan, left: Counter[int]) -> None:
    """Refuse to remove what came of a source without any of its known files, as an unmounted disk is.

    Files that were moved are known by the bytes of one of the first new logs.

    Raises:
        UserMistake: When there is such a source.
    """
    lost = _without_known_files(stale["source"].to_pylist(), planned)
    if lost:
        for source in ledger.sources(besides=stale):
            lost.difference_update(labels_of(source, lost))
    if lost and not _are_moved({*stale["digest"].to_pylist()}, planned, left):
        raise UserMistake(
            f"{min(lost)!r} has none of the files that earlier runs read there; expected its disk to be "
            "mounted, or --remove-missing to remove their logs from the tables"
        )


def _without_known_files(sources: Iterable[str], planned: Plan) -> set[str]:
    """Labels of sources that inputs came of, but have none of their files any more."""
    named, looks = {one.label: one for one in planned.origins}, dict[str, Callable[[str], bool]]()
    found = set[str]()
    for source in sources:
        for label in labels_of(source, named.keys()):
            if label not in looks:
                looks[label] = file_finder(named[label])
            if label not in found and any(map(looks[label], beginnings(source))):
                found.add(label)
    return looks.keys() - found


def _are_moved(gone: AbstractSet[bytes | None], planned: Plan, left: Counter[int]) -> bool:
    """Whether one of the first new logs has the bytes of one that is gone."""
    items = (item for unit in planned.units(left) for item in read_unit(unit, planned.choice, planned.limits))
    logs = (item for item in islice(items, _LOOKED_AT) if isinstance(item, SourceLog))
    return any(sha256(log.data).digest() in gone for log in logs)


def refuse_lost(
    out: Folder,
    labels: AbstractSet[str],
    units: Iterable[KeptUnit],
    ids: Sequence[str] = (),
    damaged: str = "damaged tables",
) -> None:
    """Refuse to forget units of which the sources are not named, so that nobody would read them again.

    Of ``ids`` the lists of inputs are damaged; of ``units`` the run has what ``damaged`` says.
    """
    rows = [(damaged, inputs_of(out, unit, ("source",))) for unit in units]
    for unit in ids:
        # Where the tables cannot be read either, nobody knows what the unit had.
        with suppress(UserMistake):
            tables = read_manifest(out)
            parts = [part for part in tables.parts_of("games") if is_part_of(part.file, unit)]
            rows += [("a damaged list of inputs", tables.read("games", part, ("source",))) for part in parts]
    for what, found in rows:
        for source in found["source"].to_pylist():
            if not came_of(source, labels):
                raise UserMistake(
                    f"{out.shown!r} has {what} of {source!r}; expected its source to be named too, "
                    "so that it is read again"
                )
