"""Logs of any form written in another one, game by game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import NamedTuple

from analyzer.audit.findings import LogName
from analyzer.audit.review import name_of_game
from analyzer.batch.reviews import REFEREE, name_log
from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_log
from analyzer.formats.conversion import TARGETS, convert
from analyzer.formats.headers import Headers
from analyzer.formats.one_game import Converted
from analyzer.kernels import compiling
from analyzer.printable import printable
from analyzer.sources.items import Item, SourceLog, SourceProblem

_UNSAFE = re.compile(r"[^0-9A-Za-z._#&=+-]+")
_LOG_SUFFIX = re.compile(r"\.(?:mjlog|xml|json|jsonl|mjson|gz|txt)(?=#|$)")


class ConvertedLog(NamedTuple):
    """One game, or why there is none."""

    name: LogName
    converted: Converted | None
    problem: str | None


def convert_all(items: Iterable[Item], target: str) -> Iterator[ConvertedLog]:
    """Every game of the items in another form, in order; what is no log is left out."""
    for item in items:
        if isinstance(item, SourceProblem):
            yield ConvertedLog(name_log(item.source), None, item.reason)
        elif isinstance(item, SourceLog):
            # Whoever takes the games must not run compiled, least of all who stops and keeps the iterator.
            with compiling() if REFEREE.pays(1) else nullcontext():
                games = [*_converted(item, target)]
            yield from games


def _converted(log: SourceLog, target: str) -> Iterator[ConvertedLog]:
    """The games of one log; one game alone, for writers take a time that grows with the batch."""
    name = name_log(log.source)
    try:
        games = read_log(log.data, log.line)
    except MalformedLog as error:
        yield ConvertedLog(name, None, error.message)
        return
    for index, game in enumerate(games):
        if isinstance(game, MalformedLog):
            yield ConvertedLog(name_of_game(name, None, index), None, game.message)
            continue
        own = name_of_game(name, game.log_id, index)
        try:
            converted = convert(game.events, Headers([game.header]), target, log_id=own.log_id)
        except MalformedLog as error:
            yield ConvertedLog(own, None, error.message)
        else:
            yield ConvertedLog(own, converted, None)


def file_name(name: LogName, target: str, taken: set[str]) -> str:
    """A name for the file of a game, by its log id or the end of its source, which is ``taken`` then."""
    last = re.split(r"[/\\!]", name.log_id)[-1]
    plain = _UNSAFE.sub("_", _LOG_SUFFIX.sub("", printable(last))).strip(".").replace("#", "-") or "game"
    found, count = plain, 1
    while found.casefold() in taken:
        count += 1
        found = f"{plain}-{count}"
    taken.add(found.casefold())
    return found + TARGETS[target]
