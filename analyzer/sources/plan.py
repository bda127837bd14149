"""Divides sources into units of work, in source order, and reads them in turn."""

from __future__ import annotations

import math
import os
import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from hashlib import blake2b
from heapq import nsmallest
from itertools import chain
from typing import BinaryIO, Final, NamedTuple

from analyzer.errors import Location, MalformedLog, UserMistake
from analyzer.folders import public
from analyzer.formats.log_id import GoType, parse_log_id
from analyzer.sources.asking import STDIN, Origin, exists, is_stream, origins_of
from analyzer.sources.choice import KEYS, Choice, log_id_of, log_key
from analyzer.sources.contents import Look
from analyzer.sources.items import Item, Limits, SourceLog, SourceProblem
from analyzer.sources.listing import Listing
from analyzer.sources.units import (
    CARRIED_BYTES,
    UNIT_BYTES,
    UNIT_LOGS,
    Unit,
    label,
    make_unit,
    part_keys,
    read_unit,
)

_SANMA: Final = int(GoType.SANMA)
_GO_TYPE: Final = re.compile(r"\dgm-([0-9a-f]{4})-", re.ASCII)
"""In a log id."""
_NO_LOG: Final = 1024 * 1024
"""Bytes of a part above which it holds several logs."""
_ARCHIVES: Final = (".zip", ".tar", ".tar.gz", ".tgz")
"""Names of archives, by which a small one is known before it is opened."""
_OF_A_LOG: Final = 8 * 1024
"""Bytes of one of them: those of a packed mjlog."""
_NAMED: Final = 3
"""Logs that a message names where there are several."""


class Survey(NamedTuple):
    """The size of a plan.

    Attributes:
        logs: Most logs to be read; None where a stream makes that unknown.
        keys: Key of every part, as an unsigned number; one that occurs twice is read twice.
        each: Most logs of every part.
        unlisted: As in `Listing`: of their parts nothing is known.
    """

    logs: int | None
    keys: array[int]
    each: array[int]
    unlisted: AbstractSet[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be read; listed lazily, and again on every request.

    Attributes:
        origins: The sources, lists expanded.
        choice: Which logs are wanted, with a sample by number converted to a share; pass it to `read_unit`.
        limits: Limits on what is read.
        unit_logs: Most logs of a unit.
        leave_out: A folder to skip wherever it lies; empty for none.
    """

    origins: tuple[Origin, ...]
    choice: Choice
    limits: Limits
    unit_logs: int
    leave_out: str

    def __iter__(self) -> Iterator[Unit]:
        return self.units()

    @property
    def labels(self) -> frozenset[str]:
        """How the sources are named in front of what comes of them, but for missing entries of lists."""
        return frozenset(one.label for one in self.origins if one.place is None or exists(one.place))

    @property
    def streams(self) -> frozenset[str]:
        """Labels of the sources that can be read only once."""
        return frozenset(one.label for one in self.origins if is_stream(one))

    def units(
        self, left: Counter[int] | None = None, *, taken: Iterable[str] = (), by_players: bool = False
    ) -> Iterator[Unit]:
        """Units in source order.

        Args:
            left: How often the part of a key is still to be read, or with a minus, was read of standard
                input or a pipe, of which no survey knows what else there is; None: everything is left.
            taken: Ids that no unit gets.
            by_players: Whether units have one number of players where names tell it, and so not quite the
                order of the sources.
        """
        ids, parts = Counter(taken), self.parts()
        if left is not None:
            todo, streams = Counter(left), self.streams
            parts = (
                part for part in parts if _is_left(todo, self._key(part), otherwise=part.source in streams)
            )
        for some in _grouped(parts, self.unit_logs, by_players=by_players):
            yield self._joined(some, ids)

    def items(self) -> Iterator[Item]:
        """Everything that the units hold, one item at a time."""
        return (item for unit in self for item in read_unit(unit, self.choice, self.limits))

    def survey(self, *, unpack: bool = True) -> Survey:
        """How much there is to read.

        It does not touch standard input, and reads no log, unless a limit has to count logs that names do
        not reveal.  Unless it may ``unpack`` large packed files and tars, it gives no keys.
        """
        is_open = any(is_stream(origin) for origin in self.origins)
        keys, each, unlisted = array("Q"), array("q"), set[str]()
        if is_open and self.choice.limit is not None:
            return Survey(None, keys, each)
        logs, opens = 0, unpack or self.choice.limit is not None
        for part in self.parts(unpack=opens, streams=False, unlisted=unlisted):
            logs += part.logs
            if unpack:
                keys.append(self._key(part))
                each.append(part.logs)
        return Survey(None if is_open else logs, keys, each, unlisted)

    def rereadable(self) -> Plan:
        """The plan without standard input and pipes, which can be read only once."""
        return replace(self, origins=tuple(one for one in self.origins if not is_stream(one)))

    def _key(self, part: Unit) -> int:
        return int.from_bytes(part_keys(part._replace(sample=self.choice.sample)), "big")

    def _joined(self, parts: Sequence[Unit], taken: Counter[str]) -> Unit:
        """One unit of some parts, with an id that is not taken and is then; how often is counted."""
        whole = tuple(part.parts[0] for part in parts)
        carried = tuple(item for part in parts for item in part.carried)
        unit = make_unit(parts[0]._replace(parts=whole, carried=carried, sample=self.choice.sample))
        ident = unit.id
        while ident in taken:
            # A zip may name one member again and again.
            taken[unit.id] += 1
            ident = blake2b(f"{unit.id} {taken[unit.id]}".encode(), digest_size=8).hexdigest()
        taken[ident] += 1
        return unit._replace(id=ident)

    def parts(
        self, *, unpack: bool = True, streams: bool = True, unlisted: set[str] | None = None
    ) -> Iterator[Unit]:
        """The parts in source order, each a unit without id; arguments as of `Listing` and `survey`."""
        look = Look(self.choice, self.limits, self.limits.depth)
        listing = Listing(look, self.leave_out, unpack, set() if unlisted is None else unlisted)
        wanted = (origin for origin in self.origins if streams or not is_stream(origin))
        parts = (part for origin in wanted for part in listing.parts(origin))
        return parts if self.choice.limit is None else self._first(parts, self.choice.limit)

    def _first(self, parts: Iterator[Unit], limit: int) -> Iterator[Unit]:
        """Parts up to this number of logs; one whose names do not reveal its logs is read."""
        left = limit
        for part in parts:
            if not _is_sure(part) or part.logs > left:
                part = self._cut(part, left)
            yield part
            left -= part.logs
            if left == 0:
                return

    def _cut(self, part: Unit, most: int) -> Unit:
        """A part with its true number of logs, of which it has the first ones if they are more."""
        items = read_unit(part, self.choice, self.limits)
        logs = 0
        for count, item in enumerate(items, start=1):
            logs += isinstance(item, SourceLog)
            if logs == most and next(items, None) is not None:
                return part._replace(logs=logs, parts=(part.parts[0]._replace(most=count),))
        return part._replace(logs=logs)


def _is_sure(part: Unit) -> bool:
    """Whether a part has exactly as many wanted logs as it says, judged by names."""
    name = label(part)
    return not part.logs or (part.kind != "carried" and log_id_of(name) != name)


def _is_left(todo: Counter[int], key: int, *, otherwise: bool) -> bool:
    """Whether a part is still to be read, which counts as read then."""
    times = todo[key]
    if times:
        todo[key] -= 1 if times > 0 else -1
    return times > 0 or (times == 0 and otherwise)


def _grouped(parts: Iterable[Unit], most: int, *, by_players: bool) -> Iterator[list[Unit]]:
    """Parts of units, in their order; each unit is of one source, and bounded in logs and bytes."""
    held: dict[int | None, list[Unit]] = {}
    room: dict[int | None, tuple[int, int]] = {}
    source = None
    for part in parts:
        if source != (part.source, part.path, part.kind, part.is_named):
            yield from held.values()
            held.clear()
        source = part.source, part.path, part.kind, part.is_named
        players = _players(part) if by_players else None
        logs, size = room[players] if players in held else (most, _most_bytes(part))
        room[players] = logs - _weight(part), size - part.parts[0].size
        if players in held and min(room[players]) < 0:
            yield held.pop(players)
            room[players] = most - _weight(part), _most_bytes(part) - part.parts[0].size
        held.setdefault(players, []).append(part)
    yield from held.values()


def _weight(part: Unit) -> int:
    """As many logs as a part counts for: one that no log fills is an archive, or a file of many games."""
    name, size = part.parts[0].name, part.parts[0].size
    # What is carried has been opened.
    if part.kind == "carried" or (size <= _NO_LOG and not name.endswith(_ARCHIVES)):
        return part.logs
    return max(part.logs, size // _OF_A_LOG)


def _most_bytes(part: Unit) -> int:
    return CARRIED_BYTES if part.kind == "carried" else UNIT_BYTES


def _players(part: Unit) -> int | None:
    """Number of players by the GO type in a name; None where it has none."""
    # Parsing the whole log id takes six times as long, in the one process that plans.
    found = _GO_TYPE.search(part.parts[0].name)
    if found is None:
        return None
    return 3 if int(found[1], 16) & _SANMA else 4


def plan(
    sources: Sequence[str | os.PathLike[str]],
    choice: Choice | None = None,
    limits: Limits | None = None,
    *,
    stdin: BinaryIO | None = None,
    unit_logs: int = UNIT_LOGS,
    leave_out: str | os.PathLike[str] = "",
    resolved: bool = False,
) -> Plan:
    """A plan for the sources; iterating over it gives units in source order.

    Folders are walked in sorted order, archives in the order of their directory, databases in the order of
    their keys.  Files are recognised by content, not by extension.

    Args:
        sources: Files, folders, ``-`` for standard input, ``@FILE`` or ``@-`` for a list of them.
        choice: Which logs are wanted.  ``limit`` counts anything named by a log id as one log, even if it
            turns out to be unreadable; anything else is opened and counted.
        limits: Limits on size, number and nesting.
        stdin: Read for ``-``; by default the standard input of the process.
        unit_logs: Most logs of a unit.
        leave_out: A folder to skip wherever it lies, such as that of the tables.
        resolved: Whether sources are named by absolute path, without links, instead of as the user did.

    Raises:
        UserMistake: When a source does not exist, or the choice is not possible for these sources.
    """
    origins, chosen = origins_of(sources, stdin, resolved=resolved), choice or Choice()
    planned = Plan(origins, chosen, limits or Limits(), unit_logs, os.fspath(leave_out))
    if chosen.sample_logs is None:
        return planned
    every = replace(chosen, sample_logs=None, limit=None)
    share = _share_of(chosen.sample_logs, replace(planned, choice=every))
    return replace(planned, choice=replace(every, sample=share, limit=chosen.limit))


def iter_logs(
    sources: Sequence[str | os.PathLike[str]],
    choice: Choice | None = None,
    *,
    limits: Limits | None = None,
    stdin: BinaryIO | None = None,
) -> Iterator[Item]:
    """Every log of the sources, one at a time, with what could not be read and what was skipped.

    A file named as a source always gives at least one item; in folders and archives, what does not look
    like a log is skipped.

    Raises:
        UserMistake: Immediately, like `plan`.
    """
    return plan(sources, choice, limits, stdin=stdin).items()


def _share_of(number: int, planned: Plan) -> float | None:
    """The share that selects as many logs of a plan; None for all.

    This lists all names, and reads what is not named by a log id.

    Raises:
        UserMistake: When a source can be read only once.
    """
    if planned.streams:
        raise UserMistake(
            f"a sample of {number} logs cannot be drawn from standard input; "
            "expected files, or a share of the logs such as 1%"
        )
    lowest = nsmallest(number, map(log_key, _names(planned)))
    return None if len(lowest) < number else math.nextafter((lowest[-1] + 1) / KEYS, 2.0)


def _names(planned: Plan) -> Iterator[str]:
    """Names of the logs of a plan; logs are read only where names are not enough."""
    for part in planned.parts():
        if _is_sure(part):
            yield from [label(part)] * part.logs
        else:
            items = read_unit(part, planned.choice, planned.limits)
            yield from (item.source for item in items if isinstance(item, SourceLog))


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
    found = None if log_id is None else parse_log_id(log_id)
    wanted = log_id if found is None else found.text
    log = None if wanted is None else _named(source, wanted)
    if log is not None:
        return log
    name, problem = public(str(source)), None
    held: list[SourceLog] = []
    # Standard input cannot be read again.
    for item in iter_logs([source]) if wanted is None or str(source) != STDIN else ():
        if isinstance(item, SourceProblem):
            problem = problem or item
        elif isinstance(item, SourceLog):
            held.append(item)
        if len(held) > _NAMED:
            break
    ids = ", ".join([log_id_of(one.source) for one in held[:_NAMED]] + ["and others"] * (len(held) > _NAMED))
    if wanted is not None:
        raise UserMistake(f"no log {wanted!r} in {name!r}{f'; it holds {ids}' if held else ''}")
    if len(held) > 1:
        raise UserMistake(f"{name!r} holds more than one log: {ids}; name one with --id (log_id in Python)")
    if held:
        return held[0]
    if problem is not None:
        raise MalformedLog(problem.reason, Location(problem.source))
    raise MalformedLog("no log in it", Location(name))


def _named(source: str | os.PathLike[str], wanted: str) -> SourceLog | None:
    """The first log of this name; for a game of a file, that file where it is one log."""
    file, _, place = wanted.rpartition("#")
    names = {wanted, file} if place.isdecimal() else {wanted}
    items = iter_logs([source], Choice(ids=frozenset(names)))
    logs = (item for item in items if isinstance(item, SourceLog))
    first = next(logs, None)
    if first is None or log_id_of(first.source) == wanted:
        return first
    # A large file comes cut into its games; of a small one the reader finds them.
    second = next(logs, None)
    if second is None:
        return first
    return next((log for log in chain((second,), logs) if log.source == wanted), None)
