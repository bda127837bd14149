"""Logs of any form written in another one, batch by batch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import NamedTuple

from analyzer.audit.findings import LogName
from analyzer.audit.review import name_of_game
from analyzer.batch.reviews import Batch, batches
from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_logs
from analyzer.formats.conversion import TARGETS, convert
from analyzer.formats.decoder import decode
from analyzer.formats.headers import read_headers
from analyzer.formats.losses import Converted
from analyzer.kernels import compiling
from analyzer.printable import printable
from analyzer.sources.items import Item

__all__ = ["ConvertedLog", "FileNames", "convert_all"]

_UNSAFE = re.compile(r"[^0-9A-Za-z._#&=+-]+")
_LOG_SUFFIX = re.compile(r"\.(?:mjlog|xml|json|jsonl|mjson|gz|txt)(?=#|$)")


class ConvertedLog(NamedTuple):
    """One game, or why there is none."""

    name: LogName
    converted: Converted | None
    problem: str | None


def convert_all(items: Iterable[Item], target: str) -> Iterator[ConvertedLog]:
    """Every game of the items in another form, in order; what is no log is left out."""
    for batch in batches(items):
        for problem in batch.problems:
            yield ConvertedLog(
                LogName(problem.finding.log, problem.finding.source), None, str(problem.finding.message)
            )
        yield from _convert_batch(batch, target)


def _convert_batch(batch: Batch, target: str) -> Iterator[ConvertedLog]:
    if not batch.logs:
        return
    with compiling() if batch.is_compiled else nullcontext():
        read = read_logs([data for _, data in batch.logs])
        events = decode(read.markup, read.problems, read.lines)
        headers = read_headers(read.markup)
        for log, error in read.refused:
            yield ConvertedLog(batch.logs[log][0], None, error.message)
        for game, place in enumerate(read.places):
            name = name_of_game(batch.logs[place.log][0], place.log_id, place.within)
            try:
                converted = convert(events, headers, target, game=game, log_id=name.log_id)
            except MalformedLog as error:
                yield ConvertedLog(name, None, error.message)
            else:
                yield ConvertedLog(name, converted, None)


class FileNames:
    """Names of files for games, each once.

    Args:
        target: The form of the files.
    """

    def __init__(self, target: str) -> None:
        self._suffix = TARGETS[target]
        self._taken: set[str] = set()

    def of(self, name: LogName) -> str:
        """The name of the file for a game, by its log id or by the end of its source."""
        last = re.split(r"[/\\!]", name.log_id)[-1]
        plain = _UNSAFE.sub("_", _LOG_SUFFIX.sub("", printable(last))).strip(".").replace("#", "-") or "game"
        found, count = plain, 1
        while found.casefold() in self._taken:
            count += 1
            found = f"{plain}-{count}"
        self._taken.add(found.casefold())
        return found + self._suffix
