"""Files of a store: listed in the order of a folder on a disk, and asked for several at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import blake2b
from typing import Final

from analyzer.folders import Entry, Store, public
from analyzer.printable import printable
from analyzer.sources.contents import READ_WHOLE, Look, look_into
from analyzer.sources.items import Blob, Item, path_inside, told

__all__ = ["files_of", "is_run", "read_stored", "stamp_of"]

_UNITS: Final = ".units"
_LISTS: Final = ("manifest.json", "quarantine.jsonl")
"""What the folder of a run has; a copy of it may lack the units, whose name begins with a point."""

_AT_ONCE: Final = 16
"""Files asked for at a time: an answer takes some hundredths of a second, however small the file."""


def stamp_of(entry: Entry) -> int:
    """Distinguishes versions of a file."""
    return int.from_bytes(blake2b(entry.stamp.encode(), digest_size=8).digest(), "big")


def is_run(names: Collection[str]) -> bool:
    """Whether a folder with these files and folders is that of a run, whose tables and lists are no logs."""
    return _UNITS in names or all(name in names for name in _LISTS)


def files_of(store: Store, source: str, leave_out: str) -> list[Entry]:
    """All files of a folder: its own, then those of its subfolders, each in order of names; none of a run.

    Args:
        store: The folder.
        source: Its name in messages.
        leave_out: URL of a folder to skip; empty for none.
    """
    skipped = f"{public(leave_out).rstrip('/')}/"
    found = [entry for entry in store.entries() if not path_inside(source, entry.name).startswith(skipped)]
    held: dict[str, set[str]] = {}
    for entry in found:
        above, units, _ = f"/{entry.name}".partition(f"/{_UNITS}/")
        inside, _, name = (above, "", _UNITS) if units else above.rpartition("/")
        if units or name in _LISTS:
            held.setdefault(f"{inside}/", set()).add(name)
    runs = tuple(inside for inside, names in held.items() if is_run(names))
    return sorted((entry for entry in found if not f"/{entry.name}".startswith(runs)), key=_place)


def _place(entry: Entry) -> tuple[tuple[bool, str], ...]:
    *folders, name = entry.name.split("/")
    return (*((True, folder) for folder in folders), (False, name))


def read_stored(
    store: Store, source: str, names: Sequence[str], look: Look, *, is_named: bool
) -> Iterator[Iterator[Item]]:
    """The items in files of a store, file by file.

    Args:
        store: Folder of the files.
        source: Its name in messages.
        names: Names of the files in it; empty for the file at the URL itself.
        look: What is wanted and allowed.
        is_named: As for `look_into`.
    """
    pool = ThreadPoolExecutor(_AT_ONCE)
    try:
        starts = [pool.submit(store.start, name, READ_WHOLE + 1) for name in names]
        for name, start in zip(names, starts, strict=True):
            label = path_inside(source, printable(name))
            place = partial(store.below, name)
            yield told(label, _look_into(label, start.result, place, look, is_named=is_named))
    finally:
        pool.shutdown(cancel_futures=True)


def _look_into(
    label: str, start: Callable[[], bytes], place: Callable[[], Store], look: Look, *, is_named: bool
) -> Iterator[Item]:
    data = start()
    blob = Blob(label, None, data) if len(data) <= READ_WHOLE else Blob(label, place())
    yield from look_into(blob, look, is_named=is_named)
