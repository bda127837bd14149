"""Divides sources into units of work, in source order, leaving out what is done, and reads them in turn."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from heapq import heappush, heappushpop
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import Location, MalformedLog, UserMistake
from analyzer.folders import public
from analyzer.formats.log_id import parse_log_id
from analyzer.sources.asking import Origin, exists, is_stream, origins_of
from analyzer.sources.choice import KEYS, Choice, log_id_of, log_key
from analyzer.sources.contents import Look
from analyzer.sources.done_parts import DoneParts
from analyzer.sources.grouping import grouped, unit_of
from analyzer.sources.items import Blob, Item, Limits, SourceLog, SourceProblem, told
from analyzer.sources.listing import Listing, Piece
from analyzer.sources.units import MOST_LOGS, UNIT_LOGS, Unit, part_key, read_unit

__all__ = ["Plan", "Survey", "iter_logs", "plan", "single_log"]

_NOTHING: Final[Mapping[str, bytes]] = {}
_NAMED: Final = 3
"""Logs that a message names where there are several."""


class Survey(NamedTuple):
    """The size of a plan.

    Attributes:
        logs: Most logs still to be read; None where a stream makes that unknown.
        left: Keys of done parts that the plan does not have, by id of their unit: they were changed or
            removed, or came from other sources, or from standard input, which cannot be checked.
        unlisted: As in `Listing`: of their parts nothing is known.
    """

    logs: int | None
    left: Mapping[str, NDArray[np.uint64]]
    unlisted: AbstractSet[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be read; listed lazily, and again on every request.

    Attributes:
        origins: The sources, lists expanded.
        choice: Which logs are wanted, with a sample by number converted to a share; pass it to `read_unit`.
        limits: Limits on what is read.
        unit_logs: Most logs of the first units, as for `grouped`.
        leave_out: A folder to skip wherever it lies; empty for none.
        seal: As for `plan`.
    """

    origins: tuple[Origin, ...]
    choice: Choice
    limits: Limits
    unit_logs: int
    leave_out: str
    seal: str = ""

    def __iter__(self) -> Iterator[Unit]:
        return self.units()

    @property
    def labels(self) -> frozenset[str]:
        """How the sources are named in front of what comes of them, but for missing entries of lists."""
        return frozenset(one.label for one in self.origins if one.place is None or exists(one.place))

    def units(
        self, done: Mapping[str, bytes] = _NOTHING, *, most: int = MOST_LOGS, by_players: bool = False
    ) -> Iterator[Unit]:
        """Units in source order, cut as if nothing was done, so that a resumed run has the same ones.

        Only what is left of units of which some parts are done is cut again, and comes later.

        Args:
            done: `Unit.keys` of done units, by id of the unit; these parts are left out.
            most: As for `grouped`.
            by_players: As for `grouped`.
        """
        parts, taken = DoneParts(done), set(done)
        group = partial(grouped, unit_logs=self.unit_logs, most=most, by_players=by_players)
        rest: list[Piece] = []
        for pieces in group(self._pieces()):
            left = [piece for piece in pieces if not (done and parts.take(self._key(piece)))]
            if len(left) == len(pieces):
                yield unit_of(pieces, self.seal, taken)
            else:
                rest += left
            # What is carried is in memory.
            if len(rest) >= most or any(piece.item is not None for piece in rest):
                yield from (unit_of(pieces, self.seal, taken) for pieces in group(rest))
                rest = []
        yield from (unit_of(pieces, self.seal, taken) for pieces in group(rest))

    def survey(self, done: Mapping[str, bytes] = _NOTHING) -> Survey:
        """How much there is to do, and which done parts it does not have.

        Call this before `units`: it does not touch standard input, nor large tars while nothing is done.  It
        reads no log, unless a limit has to count logs that names do not reveal.
        """
        is_open = any(is_stream(origin) for origin in self.origins)
        if is_open and self.choice.limit is not None:
            return Survey(None, DoneParts(done).left())
        parts, logs, unlisted = DoneParts(done), 0, set[str]()
        unpack = bool(done) or self.choice.limit is not None
        for piece in self._pieces(unpack=unpack, streams=False, unlisted=unlisted):
            is_open = is_open or piece.logs is None
            logs += piece.logs or 0
            if done:
                parts.take(self._key(piece), piece.logs or 0)
        return Survey(None if is_open else logs - parts.logs(), parts.left(), unlisted)

    def rereadable(self) -> Plan:
        """The plan without standard input and pipes, which can be read only once."""
        return replace(self, origins=tuple(one for one in self.origins if not is_stream(one)))

    def _key(self, piece: Piece) -> bytes:
        return part_key(piece.root._replace(window=piece.window, seal=self.seal), piece.part)

    def _pieces(
        self, *, unpack: bool = True, streams: bool = True, unlisted: set[str] | None = None
    ) -> Iterator[Piece]:
        look = Look(self.choice, self.limits, self.limits.depth)
        unlisted = set() if unlisted is None else unlisted
        listing = Listing(look, self.unit_logs, self.leave_out, unpack=unpack, unlisted=unlisted)
        wanted = (origin for origin in self.origins if streams or not is_stream(origin))
        pieces = (piece for origin in wanted for piece in listing.pieces(origin))
        return pieces if self.choice.limit is None else self._first(pieces, self.choice.limit)

    def _first(self, pieces: Iterator[Piece], limit: int) -> Iterator[Piece]:
        """Pieces up to this number of logs; a piece whose names do not reveal its logs is read."""
        left = limit
        for piece in pieces:
            if not piece.is_sure or (piece.logs or 0) > left:
                piece = self._cut(piece, left)
            yield piece
            left -= piece.logs or 0
            if left == 0:
                return

    def _cut(self, piece: Piece, most: int) -> Piece:
        """A piece with its true number of logs, or with a window on the first ones."""
        items = read_unit(piece.as_unit(), self.choice, self.limits)
        logs = 0
        for count, item in enumerate(items, start=1):
            logs += isinstance(item, SourceLog)
            if logs == most and next(items, None) is not None:
                return piece._replace(logs=logs, counted=True, window=(0, count))
        return piece._replace(logs=logs, counted=True)


def plan(
    sources: Sequence[str | os.PathLike[str]],
    choice: Choice | None = None,
    limits: Limits | None = None,
    *,
    stdin: BinaryIO | None = None,
    unit_logs: int = UNIT_LOGS,
    leave_out: str | os.PathLike[str] = "",
    seal: str = "",
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
        unit_logs: Most logs of the first units, as for `grouped`; a page of rows may have twice as many.
        leave_out: A folder to skip wherever it lies, such as that of the tables.
        seal: Distinguishes what is made of the parts on other terms; keys and ids depend on it.
        resolved: Whether sources are named by absolute path, without links, instead of as the user did.

    Raises:
        UserMistake: When a source does not exist, or the choice is not possible for these sources.
    """
    origins = origins_of(sources, stdin, resolved=resolved)
    limits = limits or Limits()
    passed = os.fspath(leave_out)
    chosen = choice or Choice()
    if chosen.sample_logs is not None:
        chosen = _settled(chosen, origins, limits, passed)
        # Of a part with several logs, others may be wanted when the share has changed.
        seal = f"{seal} {chosen.sample}"
    return Plan(origins, chosen, limits, unit_logs, passed, seal)


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
    planned = plan(sources, choice, limits, stdin=stdin)
    return (item for unit in planned for item in read_unit(unit, planned.choice, planned.limits))


def _settled(choice: Choice, origins: tuple[Origin, ...], limits: Limits, leave_out: str = "") -> Choice:
    """The choice with a sample by number converted to the share that selects as many.

    This lists all names, and reads what is not named by a log id.  ``leave_out`` is as in `plan`.

    Raises:
        UserMistake: When a source can be read only once.
    """
    if choice.sample_logs is None:
        return choice
    if any(is_stream(origin) for origin in origins):
        raise UserMistake(
            f"a sample of {choice.sample_logs} logs cannot be drawn from standard input; "
            "expected files, or a share of the logs such as 1%"
        )
    each = replace(choice, sample_logs=None, limit=None)
    lowest: list[int] = []
    """The lowest keys, negated because a heap has its smallest item in front."""
    listing = Listing(Look(each, limits, limits.depth), leave_out=leave_out)
    names = (
        name for origin in origins for piece in listing.pieces(origin) for name in _names(piece, listing.look)
    )
    for key in map(log_key, names):
        if len(lowest) < choice.sample_logs:
            heappush(lowest, -key)
        else:
            heappushpop(lowest, -key)
    if len(lowest) < choice.sample_logs:
        return replace(choice, sample_logs=None)
    return replace(choice, sample_logs=None, sample=math.nextafter((1 - lowest[0]) / KEYS, 2.0))


def _names(piece: Piece, look: Look) -> Iterator[str]:
    """Names of the logs of a piece; the logs are read only where names are not enough."""
    source, page = piece.root.source, piece.part.page
    if piece.is_sure and page is not None:
        from analyzer.sources.sqlite import ids_of_logs

        keys = told(source, ids_of_logs(Blob(source, Path(piece.root.path)), page, look.limits))
        yield from filter(look.choice.by_name, (f"{source}!{key}" for key in keys if isinstance(key, str)))
    elif piece.is_sure:
        yield from [piece.name] * (piece.logs or 0)
    else:
        items = read_unit(piece.as_unit(), look.choice, look.limits)
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
    if log_id is None:
        return _only(source)
    found = parse_log_id(log_id)
    wanted = log_id if found is None else found.text
    log = _named(source, wanted)
    if log is not None:
        return log
    # Standard input cannot be read again.
    held = [] if str(source) == "-" else list(islice(_logs(iter_logs([source])), _NAMED + 1))
    holds = f"; it holds {_ids(held)}" if held else ""
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
            f"{public(str(source))!r} holds more than one log: {_ids(held)}; "
            "name one with --id (log_id in Python)"
        )
    if held:
        return held[0]
    reason = "no log in it" if problem is None else problem.reason
    raise MalformedLog(reason, Location(public(str(source)) if problem is None else problem.source))


def _logs(items: Iterator[Item]) -> Iterator[SourceLog]:
    return (item for item in items if isinstance(item, SourceLog))


def _ids(held: Sequence[SourceLog]) -> str:
    """Names of the first logs, and whether there are more."""
    names = [log_id_of(log.source) for log in held]
    return ", ".join(names[:_NAMED] + ["and others"] * (len(names) > _NAMED))
