"""Archives of every kind give all logs; damaged at random, whole members and a reason for the others."""

import tarfile
import zipfile

import numpy as np
import pytest

from analyzer.sources import iter_logs
from analyzer.sources.items import Absent, Skipped, SourceLog, SourceProblem
from tests.sources.archives import LOG, PACKERS, SCHEMAS, database, streamed_zip_of, tar_of, zip_of

NOISE = np.random.default_rng(20261121)
LOGS = [LOG + b"<!--%s-->" % NOISE.bytes(1500).hex().encode() for _ in range(20)]
TIMES = 24
WITH_SUMS = ("gzip", "bzip2", "xz", "zip", "zip, nothing compressed", "zip, bzip2")


def named(pack):
    return [(f"20190101{n:02d}gm-00a9-0000-{n:08x}", pack(log)) for n, log in enumerate(LOGS)]


def sqlite(tmp_path, schema):
    return database(tmp_path / "whole.db", schema, named(PACKERS[SCHEMAS[schema][2]])).read_bytes()


def plain(data):
    return data


ARCHIVES = {
    **{name: lambda _, pack=pack: pack(b"".join(LOGS)) for name, pack in PACKERS.items()},
    "tar": lambda _: tar_of(named(plain), tarfile.GNU_FORMAT),
    "tar of gzip": lambda _: tar_of(named(PACKERS["gzip"]), tarfile.PAX_FORMAT),
    **{f"tar in {name}": lambda _, pack=pack: pack(tar_of(named(plain))) for name, pack in PACKERS.items()},
    "zip": lambda _: zip_of(named(plain)),
    "zip, nothing compressed": lambda _: zip_of(named(plain), zipfile.ZIP_STORED),
    "zip, bzip2": lambda _: zip_of(named(plain), zipfile.ZIP_BZIP2),
    "zip, written to a pipe": lambda _: streamed_zip_of(named(plain)),
    "zip of gzip": lambda _: zip_of(named(PACKERS["gzip"]), zipfile.ZIP_STORED),
    "zip of zip of gzip": lambda _: zip_of([("1.zip", zip_of(named(PACKERS["gzip"])))], zipfile.ZIP_STORED),
    **{f"SQLite, {name}": lambda path, name=name: sqlite(path, name) for name in SCHEMAS},
}


def cut(data, chance):
    """Ends somewhere."""
    return data[: chance.integers(len(data) // 8, len(data))]


def flipped(data, chance):
    """A few bits are others."""
    changed = bytearray(data)
    for _ in range(chance.integers(1, 12)):
        changed[chance.integers(16, len(data))] ^= 1 << int(chance.integers(8))
    return bytes(changed)


def lying(data, chance):
    """Numbers somewhere are as large or as small as they can be."""
    changed = bytearray(data)
    for _ in range(chance.integers(1, 6)):
        place, size = chance.integers(16, len(data) - 8), chance.choice([1, 2, 4, 8])
        changed[place : place + size] = bytes([chance.choice([0, 1, 0x7F, 0x80, 0xFF])]) * size
    return bytes(changed)


def torn(data, chance):
    """A stretch is lost, is zero, or stands there twice."""
    start = int(chance.integers(16, len(data)))
    stretch = data[start : start + int(chance.integers(1, 6000))]
    others = (b"", bytes(len(stretch)), stretch * 2)
    return data[:start] + others[chance.integers(3)] + data[start + len(stretch) :]


DAMAGES = (cut, flipped, lying, torn)


@pytest.mark.parametrize("kind", ARCHIVES)
def test_a_damaged_archive_gives_logs_and_reasons_and_no_exception(tmp_path, kind):
    chance = np.random.default_rng([20261121, *kind.encode()])
    whole = ARCHIVES[kind](tmp_path)
    path = tmp_path / "damaged"
    path.write_bytes(whole)
    logs = [item.data for item in iter_logs([path])]
    assert logs == ([b"".join(LOGS)] if kind in PACKERS else LOGS)
    for time in range(TIMES):
        damage = DAMAGES[time % len(DAMAGES)]
        path.write_bytes(damage(whole, chance))

        items = list(iter_logs([path]))

        assert items, damage
        # What has a checksum comes out whole or not at all.
        if kind in WITH_SUMS:
            logs = {item.data for item in items if isinstance(item, SourceLog)}
            assert logs <= {*LOGS, b"".join(LOGS)}, damage
        for item in items:
            assert isinstance(item, SourceLog | SourceProblem | Skipped | Absent)
            assert item.source.isprintable()
            assert not isinstance(item, SourceProblem) or item.reason.isprintable()
    assert sorted(entry.name for entry in tmp_path.iterdir() if entry.name != "whole.db") == ["damaged"]
