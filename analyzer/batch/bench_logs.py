"""Logs for measuring: as many as asked for, those of the sources again and again under ids of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from os import PathLike
from typing import TypeAlias

from analyzer.audit import LogName
from analyzer.batch.naming import name_log
from analyzer.batch.repeated import id_of_copy
from analyzer.batch.reviews import BATCH_LOGS
from analyzer.errors import AnalyzerError
from analyzer.mjlog import read_markup
from analyzer.sources import SourceLog, Unit, iter_logs
from analyzer.sources.units import UNIT_LOGS, Part, make_unit

__all__ = ["Logs", "Source", "as_units", "copies", "numbered_batches", "readable"]

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


def _copy(source: str, number: int) -> str:
    """Name of a copy; as in an archive, copies lie in the order of their ids."""
    return f"{id_of_copy(source, number)}.mjlog"


def numbered_batches(distinct: Sequence[SourceLog], count: int) -> Iterator[Logs]:
    """So many logs in batches as those of a run, the distinct ones again and again."""
    for start in range(0, count, BATCH_LOGS):
        numbers = range(start, min(start + BATCH_LOGS, count))
        logs = ((number, distinct[number % len(distinct)]) for number in numbers)
        yield [(name_log(_copy(log.source, number)), log.data) for number, log in logs]


def copies(sources: Sequence[Source], count: int) -> Iterator[SourceLog]:
    """So many logs read from the sources, again and again, each under a name of its own."""
    number = 0
    while number < count:
        for log in islice(_logs(sources), count - number):
            yield SourceLog(_copy(log.source, number), log.data)
            number += 1


def as_units(logs: Iterator[SourceLog]) -> Iterator[Unit]:
    """Logs as the units of a run."""
    while carried := tuple(islice(logs, UNIT_LOGS)):
        parts = tuple(Part(log.source, size=len(log.data)) for log in carried)
        yield make_unit(Unit("", "<bench>", "", "carried", parts, carried))


def _logs(sources: Sequence[Source]) -> Iterator[SourceLog]:
    return (item for item in iter_logs(sources) if isinstance(item, SourceLog))
