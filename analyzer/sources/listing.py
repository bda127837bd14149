"""Lists the parts of sources in order, each as a unit of its own, without reading a log.

Archives are expanded by their directories and databases by their keys.  Only what can be read once, forwards
(standard input, a large tar), is read here; its members are carried along, still packed.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, Final, cast

from analyzer.folders import Entry, Store, public
from analyzer.printable import printable
from analyzer.sources.asking import Origin, exists, is_stream
from analyzer.sources.contents import HEAD, Look, container_of, is_forwards, members_of
from analyzer.sources.items import (
    Blob,
    Item,
    Part,
    Place,
    Skipped,
    SourceLog,
    SourceProblem,
    Unreadable,
    os_words,
    path_inside,
)
from analyzer.sources.tars import Counted
from analyzer.sources.units import Unit

_CERTAINLY_SMALL: Final = 64 * 1024
"""Files of a folder up to this size are not checked for being archives before they are read."""
_STREAMED: Final = 1024 * 1024
"""Packed files and tars above this size are unpacked here, so that several workers share their logs."""
_LOOKED_AT: Final = 1024 * 1024
"""Bytes of a packed file or tar by which the number of its members is estimated."""
LOCK: Final = ".units/lock"
TERMS: Final = ".units/terms.json"
_MARKS: Final = (LOCK, TERMS)
"""Each is in the folder of a run from its beginning."""
QUARANTINE: Final = "quarantine.jsonl"
"""The file of a run that lists what it could not read."""
_GONE: Final = (errno.ENOENT, errno.ENOTDIR)


@dataclass(frozen=True, slots=True)
class Listing:
    """How sources are listed.

    Attributes:
        look: What is wanted and allowed.
        leave_out: A folder to skip; empty for none.
        unpack: Whether large packed files and tars are opened; otherwise each is one part, with an estimated
            number of logs.
        unlisted: Gets the names of folders and files that are there, but could not be listed.
    """

    look: Look
    leave_out: str
    unpack: bool
    unlisted: set[str]

    def parts(self, origin: Origin) -> Iterator[Unit]:
        """The parts of one source in order, each a unit without id; a problem with it is one too."""
        label, place = origin.label, origin.place
        if origin.problem is not None:
            yield _carried(SourceProblem(label, origin.problem))
        elif place is None:
            yield from self._told(label, _stream(label, origin.stream, self.look))
        elif isinstance(place, Store):
            yield from self._told(label, self._stored(label, place))
        elif not exists(place):
            yield _carried(SourceProblem(label, "does not exist"))
        elif is_stream(origin):
            with place.open("rb") as pipe:
                yield from self._told(label, _stream(label, pipe, self.look))
        elif place.is_dir():
            # Not resolved: links stay.
            yield from self._folder(Unit("", label, os.path.abspath(place), "files", ()))  # noqa: PTH100
        else:
            # Files named one by one are neighbours, like those of a folder: the working folder.
            yield from self._file(
                Unit("", ".", str(Path.cwd()), "files", (), is_named=True), place.as_posix()
            )

    def _stored(self, label: str, store: Store) -> Iterator[Unit]:
        """The file at a URL, or the files below it: its own, then those of its subfolders, by name."""
        file, own = store.entry(), f"{public(self.leave_out).rstrip('/')}/"
        entries = sorted(store.entries(), key=_place) if file is None else [file]
        if not (entries or store.exists()):
            yield _carried(SourceProblem(label, "does not exist"))
        root = Unit("", label, store.url, "files", (), is_named=file is not None)
        entries = [entry for entry in entries if not path_inside(label, entry.name).startswith(own)]
        names = [f"/{entry.name}" for entry in entries]
        marked = (name.removesuffix(mark) for name in names for mark in _MARKS if name.endswith(f"/{mark}"))
        runs = sorted({*marked})
        yield from (_skipped(label, run[1:-1]) for run in runs)
        for name, entry in zip(names, entries, strict=True):
            is_left = name.startswith(tuple(runs))
            if not (is_left or self.look.choice.rules_out(path_inside(label, printable(entry.name)))):
                stamp = int.from_bytes(blake2b(entry.stamp.encode(), digest_size=8).digest(), "big")
                part = Part(entry.name, 0, entry.size, stamp)
                yield from self._file_at(root, part, partial(store.below, entry.name))

    def _folder(self, root: Unit) -> Iterator[Unit]:
        """Files of a folder, then those of its subfolders, each in order of names."""
        left = [""]
        while left:
            inner = left.pop()
            where = Path(root.path) / inner
            if self._is_left_out(where):
                continue
            files, folders, others = list[str](), list[str](), list[str]()
            try:
                if any((where / mark).is_file() for mark in _MARKS):
                    yield _skipped(root.source, inner)
                    continue
                with os.scandir(where) as entries:
                    for entry in entries:
                        is_folder = entry.is_dir(follow_symlinks=False)
                        kind = folders if is_folder else files if _is_file(entry) else others
                        kind.append(f"{inner}/{entry.name}" if inner else entry.name)
            except OSError as error:
                yield self._unlisted(path_inside(root.source, printable(inner)), error)
            for name in sorted(files):
                yield from self._file(root, name)
            yield from (_skipped(root.source, name) for name in sorted(others))
            left += sorted(folders, reverse=True)

    def _is_left_out(self, folder: Path) -> bool:
        with suppress(OSError):
            return bool(self.leave_out) and folder.samefile(self.leave_out)
        return False

    def _file(self, root: Unit, name: str) -> Iterable[Unit]:
        source = path_inside(root.source, printable(name))
        if self.look.choice.rules_out(source):
            return ()
        # Path is too slow for folders of millions of files; a file named by the user may be absolute.
        path = os.path.join(root.path, name)  # noqa: PTH118
        try:
            status = os.stat(path)  # noqa: PTH116
        except OSError as error:
            return (self._unlisted(source, error),)
        return self._file_at(root, Part(name, 0, status.st_size, status.st_mtime_ns), partial(Path, path))

    def _file_at(self, root: Unit, part: Part, place: Callable[[], Place]) -> Iterable[Unit]:
        if not root.is_named and part.size <= _CERTAINLY_SMALL:
            return (_unit(root, part),)
        blob = Blob(path_inside(root.source, printable(part.name)), place())
        return self._told(blob.label, self._parts_of_file(root, part, blob))

    def _parts_of_file(self, root: Unit, part: Part, blob: Blob) -> Iterator[Unit]:
        """An archive is expanded where that is possible and useful; any other file is one part."""
        container = container_of(blob.head(HEAD))
        path = blob.place.url if isinstance(blob.place, Store) else str(blob.place)
        wanted = self.look.wanted_in(blob.label)
        if container == "zip":
            from analyzer.sources.zips import list_members

            root = Unit("", blob.label, path, "members", ())
            yield from (_unit(root, one) for one in list_members(blob, self.look.limits) if wanted(one.name))
        elif container == "SQLite" and isinstance(blob.place, Path):
            from analyzer.sources.sqlite import list_rows

            root = Unit("", blob.label, path, "rows", ())
            yield from (_unit(root, one) for one in list_rows(blob, self.look.limits, wanted))
        elif container is None or not is_forwards(container) or part.size <= _STREAMED:
            yield _unit(root, part)
        elif self.unpack:
            yield from _members(container, blob, self.look, is_named=root.is_named)
        else:
            yield _unit(root, part, _estimate(container, blob, self.look, part.size))

    def _told(self, label: str, units: Iterable[Unit]) -> Iterator[Unit]:
        """The parts; where reading fails, the last one carries the reason."""
        try:
            yield from units
        except Unreadable as error:
            yield _carried(SourceProblem(label, str(error)))
        except OSError as error:
            yield self._unlisted(label, error)

    def _unlisted(self, label: str, error: OSError) -> Unit:
        if error.errno not in _GONE:
            self.unlisted.add(label)
        return _carried(SourceProblem(label, os_words(error)))


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


def _stream(label: str, stream: BinaryIO | None, look: Look) -> Iterator[Unit]:
    """The parts of a stream that can be read only once."""
    if stream is None:
        return
    most = look.limits.nested_bytes
    head = stream.read(HEAD)
    container = container_of(head)
    if container is not None and is_forwards(container):
        yield from _members(container, Blob(label, None, head, stream), look, is_named=True)
        return
    data = head + stream.read(most + 1 - len(head))
    if len(data) > most:
        yield _carried(SourceProblem(label, f"holds more than {most} bytes; give it as a file"))
    elif container is not None:
        yield from _members(container, Blob(label, None, data), look, is_named=True)
    else:
        yield _carried(SourceLog(label, data), is_named=True)


def _members(container: str, blob: Blob, look: Look, *, is_named: bool) -> Iterator[Unit]:
    """Members of a container as carried parts."""
    for item in members_of(container, blob, look.limits):
        if not look.choice.rules_out(item.source):
            is_meant = container == "SQLite" or (is_named and item.source == blob.label)
            yield _carried(item, blob.label, is_named=is_meant)


def _estimate(container: str, blob: Blob, look: Look, size: int) -> int:
    """About how many members a container of so many bytes has, by those in its first ones."""
    with blob.open() as file:
        read = Counted(file)
        count = 0
        with suppress(Unreadable):
            for _ in members_of(container, Blob(blob.label, None, rest=cast("BinaryIO", read)), look.limits):
                count += 1
                if read.place >= _LOOKED_AT:
                    return count * size // read.place
        return count


def _skipped(source: str, name: str) -> Unit:
    return _carried(Skipped(path_inside(source, printable(name))), source)


def _unit(root: Unit, part: Part, logs: int = 1) -> Unit:
    return root._replace(parts=(part,), logs=0 if part.absent else logs)


def _carried(item: Item, source: str = "", *, is_named: bool = False) -> Unit:
    data = item.data if isinstance(item, SourceLog) else repr(item).encode("utf-8", "surrogatepass")
    stamp = int.from_bytes(blake2b(data, digest_size=8).digest(), "big")
    part = Part(item.source, size=len(data), stamp=stamp)
    logs = int(isinstance(item, SourceLog))
    # Carried logs are at hand, so that looking into them costs little.
    return Unit("", source or item.source, "", "carried", (part,), (item,), logs, is_named)
