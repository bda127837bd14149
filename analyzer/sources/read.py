"""Reads what the parts of a unit hold; any process may do it that sees the same files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from analyzer.printable import printable
from analyzer.sources.choice import Choice
from analyzer.sources.items import Blob, Item, Limits, SourceLog, SourceProblem, Unreadable
from analyzer.sources.units import Kind, Unit, make_unit, path_inside
from analyzer.sources.walk import Look, look_into, look_into_file, look_into_member, os_words

__all__ = ["counted", "read_unit"]


def read_unit(unit: Unit, choice: Choice | None = None, limits: Limits | None = None) -> Iterator[Item]:
    """What a unit holds, one thing at a time, in the order of its parts.

    Args:
        unit: From `plan`.
        choice: `Plan.choice` of the plan that the unit is from.
        limits: Bounds on size, number and nesting.
    """
    limits = limits or Limits()
    look = Look(choice or Choice(), limits, limits.depth)
    first, stop = unit.window or (0, None)
    items = _READERS[unit.kind](unit, look)
    return items if unit.window is None else islice(items, first, stop)


def counted(unit: Unit, choice: Choice | None = None, limits: Limits | None = None) -> Unit:
    """The unit with a window over all it holds, so that `halves` may cut it within a part; reads it."""
    items = sum(1 for _ in read_unit(unit, choice, limits))
    first = 0 if unit.window is None else unit.window[0]
    return make_unit(unit._replace(window=(first, first + items)))


def _read_files(unit: Unit, look: Look) -> Iterator[Item]:
    inside, is_named = os.path.join(unit.path, ""), unit.is_named  # noqa: PTH118 (many files)
    for part in unit.parts:
        label = path_inside(unit.source, printable(part.name))
        # Only a file that the user named may be absolute.
        path = os.path.join(unit.path, part.name) if is_named else inside + part.name  # noqa: PTH118
        yield from look_into_file(label, path, look, stated=part.size, is_named=is_named)


def _read_members(unit: Unit, look: Look) -> Iterator[Item]:
    from analyzer.sources.zips import open_members

    blob, deeper = Blob(unit.source, Path(unit.path)), look.deeper()
    try:
        members = open_members(blob, [part.place for part in unit.parts], look.limits)
        for part, member in zip(unit.parts, members, strict=False):
            if member.name != part.name:
                yield SourceProblem(f"{unit.source}!{part.name}", "was replaced while the run was reading")
                continue
            yield from look_into_member(unit.source, member, deeper, is_named=False)
    except Unreadable as error:
        yield SourceProblem(unit.source, str(error))
    except OSError as error:
        yield SourceProblem(unit.source, os_words(error))


def _read_rows(unit: Unit, look: Look) -> Iterator[Item]:
    from analyzer.sources.sqlite import open_rows

    def wanted(key: str) -> bool:
        return not look.choice.rules_out(f"{unit.source}!{key}")

    blob, deeper = Blob(unit.source, Path(unit.path)), look.deeper()
    try:
        for part in unit.parts:
            if part.page is None:
                continue
            for member in open_rows(blob, part.page, look.limits, wanted=wanted):
                yield from look_into_member(unit.source, member, deeper, is_named=True, is_row=True)
    except Unreadable as error:
        yield SourceProblem(unit.source, str(error))
    except OSError as error:
        yield SourceProblem(unit.source, os_words(error))


def _read_carried(unit: Unit, look: Look) -> Iterator[Item]:
    """What came out of a stream, still packed: its members were cut out by whoever planned."""
    deeper = look.deeper()
    for item in unit.carried:
        if isinstance(item, SourceLog):
            look_inside = deeper.inside(item.grown)
            yield from look_into(Blob(item.source, None, item.data), look_inside, is_named=unit.is_named)
        else:
            yield item


_READERS: Final[dict[Kind, Callable[[Unit, Look], Iterator[Item]]]] = {
    "files": _read_files,
    "members": _read_members,
    "rows": _read_rows,
    "carried": _read_carried,
}
