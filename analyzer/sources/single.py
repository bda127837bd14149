"""One log from a source that may hold many."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final

from analyzer.errors import Location, MalformedLog, UserMistake
from analyzer.folders import public
from analyzer.formats.log_id import parse_log_id
from analyzer.sources.choice import Choice, log_id_of
from analyzer.sources.items import Item, SourceLog, SourceProblem
from analyzer.sources.plan import iter_logs

__all__ = ["single_log"]

_NAMED: Final = 3
"""Logs that a message names where there are several."""


def single_log(source: str | os.PathLike[str], log_id: str | None = None) -> SourceLog:
    """The log of a source: the only one, or the first with that id.

    Args:
        source: A file, folder or archive, or ``-`` for standard input.
        log_id: A log id or a link with one, or the name that findings give a log without id; None for the
            only log.

    Raises:
        MalformedLog: When there is no log, or none that can be read.
        UserMistake: When there are several and no id was given, or none with that id.
    """
    if log_id is None:
        return _only(source)
    found = parse_log_id(log_id)
    wanted = log_id if found is None else found.text
    log = _named(source, wanted)
    if log is not None:
        return log
    # Standard input cannot be read again.
    held = [] if str(source) == "-" else list(islice(_logs(iter_logs([source])), _NAMED + 1))
    holds = f"; it holds {_names(held)}" if held else ""
    raise UserMistake(f"no log {wanted!r} in {public(str(source))!r}{holds}")


def _named(source: str | os.PathLike[str], wanted: str) -> SourceLog | None:
    """The first log of this name; for a game of a file, that file where it is one log."""
    file, _, place = wanted.rpartition("#")
    names = {wanted, file} if place.isdecimal() else {wanted}
    logs = _logs(iter_logs([source], Choice(ids=frozenset(names))))
    first = next(logs, None)
    if first is None or log_id_of(first.source) == wanted:
        return first
    # A large file comes cut into its games; of a small one the reader finds them.
    second = next(logs, None)
    if second is None:
        return first
    return next((log for log in chain((second,), logs) if log.source == wanted), None)


def _only(source: str | os.PathLike[str]) -> SourceLog:
    problem: SourceProblem | None = None
    held: list[SourceLog] = []
    for item in iter_logs([source]):
        if isinstance(item, SourceProblem):
            problem = problem or item
        elif isinstance(item, SourceLog):
            held.append(item)
        if len(held) > _NAMED:
            break
    if len(held) > 1:
        raise UserMistake(
            f"{public(str(source))!r} holds more than one log: {_names(held)}; "
            "name one with --id (log_id in Python)"
        )
    if held:
        return held[0]
    reason = "no log in it" if problem is None else problem.reason
    raise MalformedLog(reason, Location(public(str(source)) if problem is None else problem.source))


def _logs(items: Iterator[Item]) -> Iterator[SourceLog]:
    return (item for item in items if isinstance(item, SourceLog))


def _names(held: Sequence[SourceLog]) -> str:
    """Names of the first logs, and whether there are more."""
    names = [log_id_of(log.source) for log in held]
    return ", ".join(names[:_NAMED] + ["and others"] * (len(names) > _NAMED))
