"""Lists the parts of sources in order, without reading a log.

Archives are expanded by their directories and databases by their keys.  Only what can be read once, forwards
(standard input, a large tar), is read here; its members are carried along, still packed.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, cast

from analyzer.folders import Entry, Store, public
from analyzer.printable import printable
from analyzer.sources.asking import Origin, exists, is_stream
from analyzer.sources.choice import log_id_of
from analyzer.sources.contents import HEAD, Container, Look, container_of
from analyzer.sources.items import (
    Blob,
    Item,
    Place,
    Skipped,
    SourceLog,
    SourceProblem,
    Unreadable,
    os_words,
    path_inside,
)
from analyzer.sources.tars import Counted
from analyzer.sources.units import UNIT_LOGS, Part, Unit, label, make_unit

__all__ = ["Listing", "Piece"]

_CERTAINLY_SMALL: Final = 64 * 1024
"""Files of a folder up to this size are not checked for being archives before they are read."""
_STREAMED: Final = 1024 * 1024
"""Packed files and tars above this size are unpacked here, so that several workers share their logs."""
_LOOKED_AT: Final = 1024 * 1024
"""Bytes of a packed file or tar by which the number of its members is estimated."""
_UNITS: Final = ".units"
_MARKS: Final = (f"{_UNITS}/lock", f"{_UNITS}/terms.json")
"""Each is in the folder of a run from its beginning."""
_LISTS: Final = ("manifest.json", "quarantine.jsonl")
"""What a copy of such a folder still has where what begins with a point was left out."""
_IN_MANIFEST: Final = b'"terms"'
_GONE: Final = (errno.ENOENT, errno.ENOTDIR)


class Piece(NamedTuple):
    """One part, and the source it belongs to.

    Attributes:
        root: Its unit, without parts; the same object for neighbouring pieces.
        part: The part.
        item: The carried item.
        logs: How many logs it may hold; None where that is unknown.
        is_sure: Whether it holds exactly that many wanted logs, judged by names.
    """

    root: Unit
    part: Part
    item: Item | None = None
    logs: int | None = 1
    is_sure: bool = False

    @property
    def name(self) -> str:
        """The source of the log, if the part is a single one."""
        return label(self.root._replace(parts=(self.part,)))

    def as_unit(self) -> Unit:
        """A unit of this part alone."""
        carried = () if self.item is None else (self.item,)
        return make_unit(self.root._replace(parts=(self.part,), carried=carried))


@dataclass(frozen=True, slots=True)
class Listing:
    """How sources are listed.

    Attributes:
        look: What is wanted and allowed.
        unit_logs: Rows of a page, about.
        leave_out: A folder to skip; empty for none.
        unpack: Whether the parts are asked for; otherwise a zip archive is one piece, and a large packed file
            or tar one with an estimated number of logs.
        unlisted: Gets the names of folders and files that are there, but could not be listed.
        names_logs: Whether it matters which pieces are single logs; with a limit it does.
    """

    look: Look
    unit_logs: int = UNIT_LOGS
    leave_out: str = ""
    unpack: bool = True
    unlisted: set[str] = field(default_factory=set)
    names_logs: bool = False

    def pieces(self, origin: Origin) -> Iterator[Piece]:
        """Parts of one source in order; a problem with it is a part of its own."""
        if origin.problem is not None:
            yield _problem(origin.label, origin.problem)
        elif origin.place is None:
            yield from self._told(origin.text, _stream(origin.text, origin.stream, self.look))
        elif isinstance(origin.place, Store):
            yield from self._told(origin.label, self._stored(origin.label, origin.place))
        else:
            yield from self._on_disk(origin, origin.place)

    def _on_disk(self, origin: Origin, path: Path) -> Iterator[Piece]:
        label = origin.label
        if not exists(path):
            yield _problem(label, "does not exist")
        elif is_stream(origin):
            with path.open("rb") as pipe:
                yield from self._told(label, _stream(label, pipe, self.look))
        elif path.is_dir():
            folder = os.path.abspath(path)  # noqa: PTH100 (links stay)
            yield from self._folder(Unit("", label, folder, "files", ()))
        else:
            # Files named one by one are neighbours, like those of a folder: the working folder.
            yield from self._file(Unit("", ".", str(Path.cwd()), "files", (), is_named=True), path.as_posix())

    def _stored(self, label: str, store: Store) -> Iterator[Piece]:
        """The file at a URL, or the files below it."""
        file = store.entry()
        entries = self._entries_of(store, label) if file is None else [file]
        if not (entries or store.exists()):
            yield _problem(label, "does not exist")
        root = Unit("", label, store.url, "files", (), is_named=file is not None)
        runs = tuple(f"{run}/" for run in _runs_of(store, entries))
        yield from (_skipped(label, run[:-1]) for run in runs)
        for entry in entries:
            is_left = f"/{entry.name}".startswith(runs)
            if not (is_left or self.look.choice.rules_out(path_inside(label, printable(entry.name)))):
                stamp = int.from_bytes(blake2b(entry.stamp.encode(), digest_size=8).digest(), "big")
                part = Part(entry.name, 0, entry.size, stamp)
                yield from self._file_at(root, part, partial(store.below, entry.name))

    def _entries_of(self, store: Store, label: str) -> list[Entry]:
        """All files of a folder: its own, then those of its subfolders, each in order of names."""
        skipped = f"{public(self.leave_out).rstrip('/')}/"
        found = (entry for entry in store.entries() if not path_inside(label, entry.name).startswith(skipped))
        return sorted(found, key=_place)

    def _folder(self, root: Unit) -> Iterator[Piece]:
        """Files of a folder, then those of its subfolders, each in order of names."""
        inside = [""]
        while inside:
            inner = inside.pop()
            try:
                files, folders, others = self._entries(Path(root.path) / inner)
                is_run = _is_run(Path(root.path) / inner, [*folders, *files])
            except OSError as error:
                yield self._unlisted(path_inside(root.source, printable(inner)), error)
                continue
            if is_run:
                yield _skipped(root.source, inner)
                continue
            for name in files:
                yield from self._file(root, f"{inner}/{name}" if inner else name)
            for name in others:
                yield _skipped(root.source, f"{inner}/{name}" if inner else name)
            inside += [f"{inner}/{name}" if inner else name for name in reversed(folders)]

    def _entries(self, folder: Path) -> tuple[list[str], list[str], list[str]]:
        """Names of files, folders and anything else in a folder, sorted."""
        files: list[str] = []
        folders: list[str] = []
        others: list[str] = []
        if self.leave_out and _is_same(folder, self.leave_out):
            return files, folders, others
        with os.scandir(folder) as listing:
            for entry in listing:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.name)
                elif _is_file(entry):
                    files.append(entry.name)
                else:
                    others.append(entry.name)
        return sorted(files), sorted(folders), sorted(others)

    def _file(self, root: Unit, name: str) -> Iterable[Piece]:
        if self.look.choice.rules_out(path_inside(root.source, printable(name))):
            return ()
        # Path is too slow for folders of millions of files; a file named by the user may be absolute.
        path = os.path.join(root.path, name)  # noqa: PTH118
        try:
            status = os.stat(path)  # noqa: PTH116
        except OSError as error:
            return (self._unlisted(path_inside(root.source, printable(name)), error),)
        part = Part(name, 0, status.st_size, status.st_mtime_ns)
        return self._file_at(root, part, partial(Path, path))

    def _file_at(self, root: Unit, part: Part, place: Callable[[], Place]) -> Iterable[Piece]:
        if not root.is_named and part.size <= _CERTAINLY_SMALL:
            return (self._log(root, part),)
        blob = Blob(path_inside(root.source, printable(part.name)), place())
        return self._told(blob.label, self._parts_of_file(root, part, blob))

    def _parts_of_file(self, root: Unit, part: Part, blob: Blob) -> Iterator[Piece]:
        """An archive is expanded where that is possible and useful; any other file is one part."""
        container = container_of(blob.head(HEAD))
        archive = Unit("", blob.label, blob.where, "files", ())
        if container is None:
            yield self._log(root, part)
        elif container.name == "zip":
            yield from self._zip(archive._replace(kind="members"), blob)
        elif container.name == "SQLite" and isinstance(blob.place, Store):
            # It is read as a whole, into memory.
            yield Piece(root, part, logs=None)
        elif container.name == "SQLite":
            yield from self._database(archive._replace(kind="rows"), blob)
        elif not container.forwards or part.size <= _STREAMED:
            yield Piece(root, part)
        elif self.unpack:
            yield from _members(blob, container, self.look, is_named=root.is_named)
        else:
            yield Piece(root, part, logs=_estimate(blob, container, self.look, part.size))

    def _zip(self, root: Unit, blob: Blob) -> Iterator[Piece]:
        from analyzer.sources.zips import count_members, list_members

        if not (self.unpack or self.look.choice.asks_log):
            # Only their number is asked for.
            yield Piece(root, Part(""), logs=count_members(blob, self.look.limits))
            return
        wanted = self.look.wanted_in(blob.label)
        for record in list_members(blob, self.look.limits):
            if wanted(record.name):
                part = Part(record.name, record.offset, record.size, record.crc, packed=record.packed)
                yield self._log(root, part)

    def _log(self, root: Unit, part: Part) -> Piece:
        """A part that is a log, if its name is a log id."""
        if self.look.choice.limit is None and not self.names_logs:
            return Piece(root, part)
        name = label(root._replace(parts=(part,)))
        return Piece(root, part, None, 1, log_id_of(name) != name)

    def _database(self, root: Unit, blob: Blob) -> Iterator[Piece]:
        from analyzer.sources.sqlite import pages

        unsure = False

        def wanted(key: str) -> bool:
            nonlocal unsure
            known = self.look.choice.by_name(f"{blob.label}!{key}")
            unsure = unsure or known is None
            return known is not False

        for page in pages(blob, self.look.limits, rows=max(2, self.unit_logs), wanted=wanted):
            part = Part(page.table, size=page.logs, stamp=int(page.digest, 16), page=page)
            yield Piece(root, part, None, page.logs, not unsure)
            unsure = False

    def _told(self, label: str, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """The pieces; where reading fails, the last one carries the reason."""
        try:
            yield from pieces
        except Unreadable as error:
            yield _problem(label, str(error))
        except OSError as error:
            yield self._unlisted(label, error)

    def _unlisted(self, label: str, error: OSError) -> Piece:
        if error.errno not in _GONE:
            self.unlisted.add(label)
        return _problem(label, os_words(error))


def _is_run(folder: Path, names: Collection[str]) -> bool:
    """Whether a folder with these names is that of a run, whose tables and lists are no logs."""
    if _UNITS in names and any((folder / mark).is_file() for mark in _MARKS):
        return True
    if not all(name in names for name in _LISTS):
        return False
    with (folder / _LISTS[0]).open("rb") as manifest:
        return _IN_MANIFEST in manifest.read(HEAD)


def _runs_of(store: Store, entries: Iterable[Entry]) -> list[str]:
    """The folders of runs among the files of a store, each with a slash before its name."""
    names = {f"/{entry.name}" for entry in entries}
    marked = {name.removesuffix(f"/{mark}") for name in names for mark in _MARKS if name.endswith(f"/{mark}")}
    manifest, quarantine = _LISTS
    listed = {name.removesuffix(f"/{quarantine}") for name in names if name.endswith(f"/{quarantine}")}
    for folder in listed - marked:
        name = f"{folder}/{manifest}"
        if name in names and _IN_MANIFEST in store.start(name[1:], HEAD):
            marked.add(folder)
    return sorted(marked)


def _place(entry: Entry) -> tuple[tuple[bool, str], ...]:
    *folders, name = entry.name.split("/")
    return (*((True, folder) for folder in folders), (False, name))


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether to read it as a file; so is a link that leads nowhere, since reading it reports the problem."""
    try:
        return entry.is_file() or not exists(Path(entry.path))
    except OSError:
        # A link to itself, or into a folder that is closed to us: the other files of this one are not.
        return True


def _is_same(folder: Path, other: str) -> bool:
    try:
        return folder.samefile(other)
    except OSError:
        return False


def _stream(label: str, stream: BinaryIO | None, look: Look) -> Iterator[Piece]:
    """The parts of a stream that can be read only once."""
    if stream is None:
        return
    most = look.limits.nested_bytes
    head = stream.read(HEAD)
    container = container_of(head)
    if container is not None and container.forwards:
        yield from _members(Blob(label, None, head, stream), container, look, is_named=True)
        return
    data = head + stream.read(most + 1 - len(head))
    if len(data) > most:
        yield _problem(label, f"holds more than {most} bytes; give it as a file")
    elif container is not None:
        yield from _members(Blob(label, None, data), container, look, is_named=True)
    else:
        yield _carried(Unit("", label, "", "carried", (), is_named=True), SourceLog(label, data))


def _members(blob: Blob, container: Container, look: Look, *, is_named: bool) -> Iterator[Piece]:
    """Members of a container as carried parts."""
    root = Unit("", blob.label, "", "carried", ())
    for member in container.members(blob, look.limits):
        item = member.item(blob.label)
        if not look.choice.rules_out(item.source):
            is_meant = container.holds_rows or (is_named and not member.name)
            yield _carried(root._replace(is_named=is_meant), item)


def _estimate(blob: Blob, container: Container, look: Look, size: int) -> int:
    """About how many members a container of so many bytes has, by those in its first ones."""
    with blob.open() as file:
        read = Counted(file)
        members = container.members(Blob(blob.label, None, rest=cast("BinaryIO", read)), look.limits)
        count = 0
        with suppress(Unreadable):
            for _ in members:
                count += 1
                if read.place >= _LOOKED_AT:
                    return count * size // read.place
        return count


def _carried(root: Unit, item: Item) -> Piece:
    data = item.data if isinstance(item, SourceLog) else repr(item).encode("utf-8", "surrogatepass")
    stamp = int.from_bytes(blake2b(data, digest_size=8).digest(), "big")
    part = Part(item.source, size=len(data), stamp=stamp)
    is_log = isinstance(item, SourceLog)
    # Carried logs are at hand, so that looking into them costs little.
    return Piece(root, part, item, int(is_log), not is_log)


def _skipped(source: str, name: str) -> Piece:
    return _carried(
        Unit("", source, "", "carried", ()), Skipped(path_inside(source, printable(name.lstrip("/"))))
    )


def _problem(label: str, reason: str) -> Piece:
    return _carried(Unit("", label, "", "carried", ()), SourceProblem(label, reason))
