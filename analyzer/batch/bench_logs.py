"""Logs for measuring: as many as asked for, those of the sources again and again under ids of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, count, cycle, islice
from os import PathLike
from typing import TypeAlias

from analyzer.audit import LogName
from analyzer.batch.naming import name_log
from analyzer.batch.repeated import id_of_copy
from analyzer.batch.reviews import BATCH_LOGS
from analyzer.errors import AnalyzerError
from analyzer.formats.mjlog.reader import read_markup
from analyzer.sources import SourceLog, Unit, iter_logs
from analyzer.sources.units import UNIT_LOGS, Part, make_unit

__all__ = ["Logs", "Source", "as_units", "copies", "names_of_copies", "numbered_batches", "readable"]

Source: TypeAlias = "str | PathLike[str]"
Logs: TypeAlias = "list[tuple[LogName, bytes]]"


def readable(sources: Sequence[Source]) -> Iterator[SourceLog]:
    """Logs of the sources that are well-formed, once."""
    for item in iter_logs(sources):
        if isinstance(item, SourceLog):
            try:
                read_markup(item.data)
            except AnalyzerError:
                continue
            yield item


def names_of_copies(distinct: Sequence[SourceLog], games: int) -> list[str]:
    """A name for each of so many logs; as in an archive, they lie in the order of their ids."""
    sources = islice(cycle(log.source for log in distinct), games)
    return [f"{id_of_copy(source, number)}.mjlog" for number, source in enumerate(sources)]


def numbered_batches(distinct: Sequence[SourceLog], names: Sequence[str]) -> Iterator[Logs]:
    """A log for each name in batches as those of a run, the distinct ones again and again."""
    logs = cycle(distinct)
    for start in range(0, len(names), BATCH_LOGS):
        own = names[start : start + BATCH_LOGS]
        yield [(name_log(name), log.data) for name, log in zip(own, logs, strict=False)]


def copies(sources: Sequence[Source], names: Sequence[str]) -> Iterator[SourceLog]:
    """A log read from the sources for each name, again and again."""
    again = chain.from_iterable(_logs(sources) for _ in count())
    for name, log in zip(names, again, strict=False):
        yield SourceLog(name, log.data)


def as_units(logs: Iterator[SourceLog]) -> Iterator[Unit]:
    """Logs as the units of a run."""
    while carried := tuple(islice(logs, UNIT_LOGS)):
        parts = tuple(Part(log.source, size=len(log.data)) for log in carried)
        yield make_unit(Unit("", "<bench>", "", "carried", parts, carried))


def _logs(sources: Sequence[Source]) -> Iterator[SourceLog]:
    return (item for item in iter_logs(sources) if isinstance(item, SourceLog))
