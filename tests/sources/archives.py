"""Archives made by hand for the tests: honest ones and hostile ones."""

import bz2
import gzip
import io
import lzma
import os
import sqlite3
import struct
import tarfile
import zipfile
import zlib
from contextlib import closing
from itertools import count
from typing import NamedTuple

import pyarrow as pa

from analyzer.sources.contents import container_of, members_of
from analyzer.sources.items import Absent, Blob, Limits, Part, SourceLog, Unreadable
from tests.case_files import whole

LOG = b'<mjloggm ver="2.3"><GO type="169" lobby="0"/></mjloggm>'


def zip_of(members, method=zipfile.ZIP_DEFLATED, buffer=None):
    """Bytes of a zip archive of (name, bytes) pairs."""
    buffer = buffer or io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return buffer.getvalue()


def streamed_zip_of(members, method=zipfile.ZIP_DEFLATED):
    """The same as written to a pipe: the sizes stand behind the data."""

    class Pipe(io.BytesIO):
        def tell(self):
            raise OSError

    return zip_of(members, method, Pipe())


def gz(data):
    return gzip.compress(data, mtime=0)


def overlapping_zip(copies, size):
    """A zip whose directory names one member's data ``copies`` times (after Fifield, 2019)."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    squeezed = squeezer.compress(bytes(size)) + squeezer.flush()
    crc = zlib.crc32(bytes(size))
    fields = (20, 0, 8, 0, 0, crc, len(squeezed), size, 1, 0)
    local = struct.pack("<4s5H3L2H", b"PK\x03\x04", *fields) + b"a" + squeezed
    entry = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", 20, *fields, 0, 0, 0, 0, 0) + b"a"
    directory = entry * copies
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, copies, copies, len(directory), len(local), 0)
    return local + directory + end


def stating(data, local, central, new):
    """The same zip with other bytes in the headers of its members, at these places in either kind."""
    changed = bytearray(data)
    for magic, place in ((b"PK\x03\x04", local), (b"PK\x01\x02", central)):
        start = changed.find(magic)
        while start >= 0:
            changed[start + place : start + place + len(new)] = new
            start = changed.find(magic, start + 4)
    return bytes(changed)


class Member(NamedTuple):
    """A member of the container ``it``: its bytes, why there are none, or a number of rows without logs."""

    name: str
    data: bytes
    problem: str | None = None
    absent: int = 0


def as_member(name, data):
    """The member with these bytes, or with this reason instead."""
    return Member(name, data) if isinstance(data, bytes) else Member(name, b"", data)


def member_of(item):
    """The member that an item of the container ``it`` is."""
    if isinstance(item, Absent):
        return Member("", b"", absent=item.rows)
    name = item.source.removeprefix("it").removeprefix("!")
    return Member(name, item.data) if isinstance(item, SourceLog) else Member(name, b"", item.reason)


def inside(data, **bounds):
    """Members of whatever container begins so, and why the rest could not be read."""
    blob = Blob("it", None, data)
    return until_damage(members_of(container_of(data[:4096]), blob, Limits(**bounds)))


def until_damage(items):
    """The members that items are up to the damage, and the reason."""
    found = []
    try:
        for item in items:
            found.append(item if isinstance(item, Part) else member_of(item))  # noqa: PERF401 (some come first)
    except Unreadable as error:
        return found, str(error)
    return found, None


def tar_of(members, form=tarfile.PAX_FORMAT):
    """Bytes of a tar archive of (name, bytes) pairs, or of `tarfile.TarInfo` without data."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form) as archive:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
                continue
            name, data = member
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def header(name, size, kind=b"0"):
    """A tar header that says what is asked for, with the right checksum; a size may be bytes of any form."""
    block = bytearray(512)
    block[: len(name)] = name.encode()
    block[124:136] = size if isinstance(size, bytes) else b"%011o\0" % size
    block[148:156] = b" " * 8
    block[156:157] = kind
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def _by_pyarrow(codec):
    def pack(data):
        sink = pa.BufferOutputStream()
        with pa.CompressedOutputStream(sink, codec) as stream:
            stream.write(data)
        return sink.getvalue().to_pybytes()

    return pack


PACKERS = {
    "gzip": gz,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "Zstandard": _by_pyarrow("zstd"),
    "LZ4": _by_pyarrow("lz4"),
}

SCHEMAS = whole("sources/databases")


def database(path, schema, logs):
    """A database at ``path`` with (id, packed log) rows, in the form that one of the archives has."""
    form = SCHEMAS[schema]
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(form["made"])
        connection.executemany(f"INSERT INTO {form['logs']} VALUES (?, ?)", logs)
        connection.commit()
    return path


LATER = count(1)
"""Times of change: no two files are equally old, whatever the clock of the disk."""


def write_logs(where, logs):
    """Make a folder, or an archive where the name says so, of exactly these logs, by name."""
    where.parent.mkdir(parents=True, exist_ok=True)
    if where.suffix:
        where.unlink(missing_ok=True)
        if where.suffix == ".db":
            packed = [(name[:31], None if data is None else gz(data)) for name, data in logs.items()]
            database(where, "houou-logs", packed)
        else:
            data = (zip_of if where.suffix == ".zip" else tar_of)(logs.items())
            where.write_bytes(gz(data) if where.suffix == ".gz" else data)
        os.utime(where, ns=(next(LATER), next(LATER)))
        return where
    where.mkdir(exist_ok=True)
    for path in [path for path in where.rglob("*") if path.is_file()]:
        if logs.get(path.relative_to(where).as_posix()) != path.read_bytes():
            path.unlink()
    for name, data in logs.items():
        path = where / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            os.utime(path, ns=(next(LATER), next(LATER)))
    return where
