"""Units of work: what one worker reads at a time, with ids by which an interrupted run resumes.

A unit lists its parts (files, members of an archive, rows of a database), so it can be split between any
two.  Each part has its own key; by these a later run knows what was read, however it groups the parts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from analyzer.folders import Store, is_url
from analyzer.printable import printable
from analyzer.sources.choice import Choice
from analyzer.sources.contents import READ_WHOLE, Look, look_into, look_into_file, look_into_item
from analyzer.sources.items import (
    Blob,
    Item,
    Limits,
    Part,
    SourceLog,
    SourceProblem,
    path_inside,
    place_at,
    told,
)

if TYPE_CHECKING:
    from concurrent.futures import Future

UNIT_LOGS: Final = 800
"""Most logs of a unit: its tables are in memory until they are written."""
UNIT_BYTES: Final = 256 * 1024 * 1024
"""Most bytes of a unit, as stored; a single part may be larger."""
CARRIED_BYTES: Final = 32 * 1024 * 1024
"""The same for a unit that carries its items, which are in memory."""
_KEY_BYTES: Final = 8
_AT_ONCE: Final = 16
"""Files of a store asked for at a time: an answer takes some hundredths of a second, whatever the size."""

Kind: TypeAlias = Literal["files", "members", "rows", "carried"]


class Unit(NamedTuple):
    """Work for one worker.

    Attributes:
        id: 16 hexadecimal digits; the same for the same parts of the same source.
        source: The source as the user named it, or the archive found in it, printable.
        path: Path or URL of a file or folder that a worker opens; empty where the items are carried.
        kind: What the parts are.
        parts: What to read, in order.
        carried: The items themselves, one per part, if the kind is ``carried``.
        logs: How many logs it may hold; a part counts as one until it is opened.
        is_named: Whether the user named the file itself, which then must not be skipped silently.
        keys: Keys of its parts, concatenated, of 8 bytes each; empty until it is made.
        sample: The share of the logs that is read; of a part with several, others may be with another.
    """

    id: str
    source: str
    path: str
    kind: Kind
    parts: tuple[Part, ...]
    carried: tuple[Item, ...] = ()
    logs: int = 0
    is_named: bool = False
    keys: bytes = b""
    sample: float | None = None


def make_unit(unit: Unit) -> Unit:
    """The unit with id, keys and number of logs computed from its other fields."""
    keys = part_keys(unit)
    return unit._replace(id=blake2b(keys, digest_size=8).hexdigest(), keys=keys, logs=_logs(unit))


def part_keys(unit: Unit) -> bytes:
    """Keys that identify the parts of a unit and their current content; 8 bytes each.

    A key leaves out the place in the archive, so that adding members to an archive does not change the
    others, and is the same for a file whether its folder was named, or one above that.
    """
    first = f"{unit.sample}\0{unit.kind}\0{unit.is_named}"
    inside = path_inside(unit.source, "\0")[:-1] if unit.kind == "files" else f"{unit.source}\0"
    texts = (
        f"{first}\0{inside}{part.name}\0{part.size}\0{part.stamp}\0{part.absent}\0{part.most}"
        for part in unit.parts
    )
    return b"".join(
        blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest() for text in texts
    )


def halves(unit: Unit) -> tuple[Unit, ...]:
    """Two units that together read the same; none where there is a single part."""
    middle = len(unit.parts) // 2
    cuts = (slice(middle), slice(middle, None)) if middle else ()
    return tuple(make_unit(unit._replace(parts=unit.parts[cut], carried=unit.carried[cut])) for cut in cuts)


def label(unit: Unit) -> str:
    """Name of a unit in messages: the source of its only part, or its source and the number of parts."""
    if len(unit.parts) != 1:
        return f"{unit.source} ({len(unit.parts)} parts)"
    part = unit.parts[0]
    if unit.kind == "carried":
        return part.name
    if not part.name:
        return unit.source
    if unit.kind in ("members", "rows"):
        return f"{unit.source}!{part.name}"
    return path_inside(unit.source, printable(part.name))


def _logs(unit: Unit) -> int:
    if unit.kind == "carried":
        return sum(isinstance(item, SourceLog) for item in unit.carried)
    return sum(part.most or int(not part.absent) for part in unit.parts)


def read_unit(unit: Unit, choice: Choice | None = None, limits: Limits | None = None) -> Iterator[Item]:
    """The items of a unit, one at a time, in the order of its parts.

    Args:
        unit: From `plan`.
        choice: `Plan.choice` of the plan that gave the unit.
        limits: Limits on size, number and nesting.
    """
    return (item for _, item in read_parts(unit, choice, limits))


def read_parts(
    unit: Unit, choice: Choice | None = None, limits: Limits | None = None
) -> Iterator[tuple[int, Item]]:
    """The items of a unit, each with the place of its part; arguments as in `read_unit`."""
    limits = limits or Limits()
    look = Look(choice or Choice(), limits, limits.depth)
    place, last = -1, len(unit.parts) - 1
    for items in told(unit.source, _READERS[unit.kind](unit, look)):
        place = min(place + 1, last)
        if isinstance(items, SourceProblem):
            yield place, items
        else:
            # What is at hand already needs no watching.
            watched = items if isinstance(items, tuple) else told(unit.source, items)
            for item in islice(watched, unit.parts[place].most):
                yield place, item


def _read_files(unit: Unit, look: Look) -> Iterator[Iterable[Item]]:
    if is_url(unit.path):
        yield from _read_stored(unit, look)
        return
    inside, is_named = os.path.join(unit.path, ""), unit.is_named  # noqa: PTH118 (many files)
    for part in unit.parts:
        label = path_inside(unit.source, printable(part.name))
        # Only a file that the user named may be absolute.
        path = os.path.join(unit.path, part.name) if is_named else inside + part.name  # noqa: PTH118
        yield look_into_file(label, path, look, stated=part.size, is_named=is_named)


def _read_stored(unit: Unit, look: Look) -> Iterator[Iterable[Item]]:
    """The items in files of a store, file by file."""
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(_AT_ONCE)
    try:
        starts = [pool.submit(Store(unit.path).start, part.name, READ_WHOLE + 1) for part in unit.parts]
        for part, start in zip(unit.parts, starts, strict=True):
            label = path_inside(unit.source, printable(part.name))
            yield told(label, _look_into_stored(label, unit, part, start, look))
    finally:
        pool.shutdown(cancel_futures=True)


def _look_into_stored(label: str, unit: Unit, part: Part, start: Future[bytes], look: Look) -> Iterator[Item]:
    data = start.result()
    is_whole = len(data) <= READ_WHOLE
    blob = Blob(label, None, data) if is_whole else Blob(label, Store(unit.path).below(part.name))
    yield from look_into(blob, look, is_named=unit.is_named)


def _read_members(unit: Unit, look: Look) -> Iterator[Iterable[Item]]:
    from analyzer.sources.zips import read_members

    deeper = look.deeper()
    for item in read_members(Blob(unit.source, place_at(unit.path)), unit.parts, look.limits):
        yield look_into_item("zip", unit.source, item, deeper, is_named=False)


def _read_rows(unit: Unit, look: Look) -> Iterator[Iterable[Item]]:
    from analyzer.sources.sqlite import read_rows

    deeper = look.deeper()
    for item in read_rows(Blob(unit.source, place_at(unit.path)), unit.parts, look.limits):
        yield look_into_item("SQLite", unit.source, item, deeper, is_named=True)


def _read_carried(unit: Unit, look: Look) -> Iterator[Iterable[Item]]:
    """Members of a stream, still packed; planning has separated them."""
    deeper = look.deeper()
    for item in unit.carried:
        if isinstance(item, SourceLog):
            blob = Blob(item.source, None, item.data)
            yield look_into(blob, deeper, is_named=unit.is_named, grown=item.grown)
        else:
            yield (item,)


_READERS: Final[dict[Kind, Callable[[Unit, Look], Iterator[Iterable[Item]]]]] = {
    "files": _read_files,
    "members": _read_members,
    "rows": _read_rows,
    "carried": _read_carried,
}
"""Each gives the items of one part after another."""
