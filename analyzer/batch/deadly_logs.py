"""Units with a log that ends the process that reads it: the log is found, and all others are kept.

Engines cut such a unit down to one part.  Where that holds several logs, they are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from analyzer.batch.kept_units import UNITS
from analyzer.batch.reviews import Batch, batches
from analyzer.batch.work import Job, UnitReport, do_items
from analyzer.folders import folder
from analyzer.sources.items import Absent, Item, SourceProblem
from analyzer.sources.units import Unit, label, read_parts

__all__ = ["do_one_by_one", "item_looked_at", "keep_lost"]


def do_one_by_one(lost: Mapping[int, str], unit: Unit, job: Job) -> UnitReport:
    """Like `work.do_unit`, but item by item, so that `item_looked_at` tells at which the process ended.

    Args:
        lost: Items that end the process, by number, and the reason to give for each instead.
        unit: The unit.
        job: What to do with the unit.
    """
    sources = set[str]()
    return do_items(unit, job, _announced(unit, lost, job, sources), _one_by_one, sources)


def _announced(
    unit: Unit, lost: Mapping[int, str], job: Job, sources: set[str]
) -> Iterator[tuple[int, Item]]:
    """The items of a unit, each with its number in a file while it is looked at.

    ``sources`` gets those of lost items.
    """
    out, name = folder(job.out), _file_of_item(unit)
    out.remove(name)
    for number, (place, item) in enumerate(read_parts(unit, job.choice, job.limits)):
        out.write(name, str(number).encode())
        if number in lost and not isinstance(item, Absent):
            sources.add(item.source)
            yield place, SourceProblem(item.source, lost[number])
        else:
            yield place, item
        out.remove(name)


def _one_by_one(items: Iterable[Item]) -> Iterator[Batch]:
    return (batch for item in items for batch in batches([item]))


def _file_of_item(unit: Unit) -> str:
    return f"{UNITS}/{unit.id}.item"


def item_looked_at(unit: Unit, job: Job) -> int | None:
    """The number of the item at which `do_one_by_one` ended; None if it was not looking at any."""
    try:
        return int(folder(job.out).read(_file_of_item(unit)))
    except (FileNotFoundError, ValueError):
        return None


def keep_lost(unit: Unit, reason: str, job: Job) -> UnitReport:
    """Record a unit that cannot even be read as one unreadable input."""
    source = label(unit)
    return do_items(unit, job, [(0, SourceProblem(source, reason))], batches, (source,))
