"""zip, tar and packed files: what each form and each damage gives, and how much work that takes."""

from __future__ import annotations

import bz2
import gzip
import io
import struct
import tarfile
import warnings
import zipfile
import zlib
from itertools import product
from random import Random

import numpy as np
import pytest

from analyzer.sources import Limits, iter_logs, packed
from analyzer.sources.contents import container_of, is_forwards, members_of
from analyzer.sources.items import Absent, Blob, Skipped, SourceLog, SourceProblem
from analyzer.sources.packed import BARE, GZIP, inflated
from tests.damage import delete_or_double_bytes, flip_bytes, truncate
from tests.sources.archives import (
    LOG,
    PACKERS,
    SCHEMAS,
    Member,
    as_member,
    database,
    gz,
    header,
    inside,
    overlapping_zip,
    stating,
    streamed_zip_of,
    tar_of,
    zip_of,
)
from tests.thinned import thinned
from tests.work import peak_bytes

NOISE = np.random.default_rng(20261121)
TWO = [("1", LOG), ("2", LOG * 2)]
STORED = zip_of([("1", LOG), ("2", LOG + b"2"), ("3", LOG)], zipfile.ZIP_STORED)
ENTRY = zip_of(TWO).index(b"PK\x01\x02")
"""Where the first entry of the directory stands."""
ONE = ("1", LOG)
ODD_NAMES = [("../../up", LOG), ("/etc/abs", LOG), ("a\nb\x1b[2J", LOG), ("牌譜", LOG)]
SHOWN = [("../../up", LOG), ("/etc/abs", LOG), (r"a\x0ab\x1b[2J", LOG), ("牌譜", LOG)]
DAMAGED = "is a damaged zip archive"
ABSENT = "is damaged, or its archive was replaced while it was read: no such member there"


def changed(data: bytes, place: int, new: bytes) -> bytes:
    return data[:place] + new + data[place + len(new) :]


def in_64_bits(which: int, value: int) -> bytes:
    """As an archive of very many large members; of the second size, packed size or offset is this."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("ZIP64_LIMIT", "ZIP_FILECOUNT_LIMIT"):
            patch.setattr(zipfile, name, 1)
        data = zip_of(TWO)
    return changed(data, data.rindex(struct.pack("<2H", 1, 24)) + 4 + 8 * which, struct.pack("<Q", value))


NAMED = zip_of([("abcdef", LOG)])


def twins():
    with warnings.catch_warnings(action="ignore"):
        return zip_of([("1", LOG), ("1", LOG + b" ")])


LONG = 10_000_000
SHORT = len(LOG) - 1
ELEVEN = [(str(n), LOG) for n in range(11)]
ZEROS = [(str(n), bytes(1_000_000)) for n in range(40)]
TOO_LARGE_A_ONE = [("1", "holds more than 50000 bytes, too many for a log")]
OTHER = "is damaged: unpacks to other than the {} bytes stated"
METHOD = "is compressed by method {}, which is not supported; unpack it first"
ZIPS = {
    "deflated": (zip_of(TWO), TWO, None),
    "stored": (zip_of(TWO, zipfile.ZIP_STORED), TWO, None),
    "bzip2": (zip_of(TWO, zipfile.ZIP_BZIP2), TWO, None),
    "sizes behind the data": (streamed_zip_of(TWO), TWO, None),
    "64 bits": (in_64_bits(0, len(LOG) * 2), TWO, None),
    "a comment": (zip_of(TWO)[:-2] + b"\x03\0abc", TWO, None),
    "folders": (zip_of([("x/", b""), ("x/1", LOG)]), [("x/1", LOG)], None),
    "nothing": (zip_of([]), [], None),
    "names": (zip_of(ODD_NAMES), SHOWN, None),
    "names in UTF-8 that do not say so": (NAMED.replace(b"abcdef", "牌譜".encode()), [("牌譜", LOG)], None),
    "names in the page of DOS": (NAMED.replace(b"abcdef", b"\x94vabcd"), [("övabcd", LOG)], None),
    "two of one name": (twins(), [("1", LOG), ("1", LOG + b" ")], None),
    "large": (zip_of([("1", LOG * 40_000)]), [("1", LOG * 40_000)], None),
    # Damaged ones give what comes before, and the reason.
    "a byte of a member": (
        STORED.replace(LOG + b"2", LOG + b"?"),
        [ONE, ("2", "is damaged: its CRC-32 is another"), ("3", LOG)],
        None,
    ),
    "deflate": (
        changed(zip_of(TWO), 31, b"\xff\xff"),
        [("1", "is damaged: Error -3 while decompressing data: invalid block type"), TWO[1]],
        None,
    ),
    **{
        f"a size of {size}": (
            changed(zip_of(TWO), ENTRY + 24, size.to_bytes(4, "little")),
            [("1", OTHER.format(size)), TWO[1]],
            None,
        )
        for size in (SHORT, LONG)
    },
    "another name in front": (
        changed(STORED, 30, b"9"),
        [("1", ABSENT), ("2", LOG + b"2"), ("3", LOG)],
        None,
    ),
    "encrypted": (stating(zip_of([ONE]), 6, 8, b"\1"), [("1", "is encrypted")], None),
    "LZMA": (zip_of([ONE], zipfile.ZIP_LZMA), [("1", METHOD.format(14))], None),
    "an unknown method": (stating(zip_of([ONE]), 8, 10, b"\x62\0"), [("1", METHOD.format(98))], None),
    "no directory": (zip_of(TWO)[:-30], [], f"{DAMAGED}: File is not a zip file"),
    "only a magic number": (b"PK\x03\x04", [], f"{DAMAGED}: File is not a zip file"),
    "another directory": (
        zip_of(TWO).replace(b"PK\x01\x02", b"PK\x01\x03"),
        [],
        f"{DAMAGED}: Bad magic number for central directory",
    ),
    "a member that reaches into the header of the next": (
        changed(zip_of(TWO), ENTRY + 20, (zip_of(TWO)[ENTRY + 20] + 10).to_bytes(1, "little")),
        [],
        f"{DAMAGED}: its members overlap",
    ),
    "one place under many names": (overlapping_zip(1000, 1_000_000), [], f"{DAMAGED}: its members overlap"),
    **{
        f"{which} {value}": (in_64_bits(which, value), [ONE], problem)
        for value in (2**32, 2**61, 2**63, 2**64 - 1)
        for which, problem in enumerate(
            ("unpacks to more than 200 times its size", *[f"{DAMAGED}: its members overlap"] * 2)
        )
    },
    # And each is read up to its bounds.
    "all measure": (
        zip_of(ZEROS),
        ZEROS[:10],
        "unpacks to more than 100 times its size",
        {"free_bytes": 10_000_000, "ratio": 100},
    ),
    **{
        f"a large member, {method}": (
            zip_of([("1", LOG * 2000)], method),
            TOO_LARGE_A_ONE,
            None,
            {"nested_bytes": 50_000},
        )
        for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED)
    },
    "members": (
        zip_of(ELEVEN),
        [],
        "has more than 10 members; split it into several archives",
        {"members": 10},
    ),
    "as many members": (zip_of(ELEVEN), ELEVEN, None, {"members": 11}),
}


@pytest.mark.parametrize("name", ZIPS)
def test_a_zip_gives_its_members_in_the_order_of_the_directory_and_what_is_wrong(name):
    data, expected, problem, *bounds = ZIPS[name]

    assert inside(data, **(bounds[0] if bounds else {})) == ([as_member(*one) for one in expected], problem)
    assert Limits().members == 500_000


def test_a_member_that_lies_about_its_size_is_not_unpacked_to_its_end():
    bomb, found = stating(zip_of([("1", bytes(50_000_000))]), 22, 24, len(LOG).to_bytes(4, "little")), []

    assert peak_bytes(lambda: found.append(inside(bomb))) < 500_000
    assert found == [([as_member("1", OTHER.format(len(LOG)))], None)]


def test_a_directory_of_many_megabytes_is_not_read(monkeypatch):
    monkeypatch.setattr("analyzer.sources.zips._MOST_DIRECTORY", 1000)
    data = zip_of([(str(n), b"") for n in range(100)])

    members, problem = inside(data)

    assert members == []
    assert (problem or "").endswith(" bytes; split it into several archives")


# tar archives.

END = bytes(1024)
CUT_SHORT = "is a tar archive cut short"
DAMAGED_TAR = "is a damaged tar archive"
NAME = "牌譜/" + "長い名前" * 60 + ".mjlog"
DEEP = "folder/" * 20 + "1.mjlog"


def special(name, kind, target=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def pax(records: bytes) -> bytes:
    """An extended header."""
    return header("x", len(records), b"x") + records.ljust(-(-len(records) // 512) * 512, b"\0")


LOGS = [("2.mjlog", LOG), ("a/1.mjlog", LOG * 20), ("empty", b""), ("3", bytes(512)), (NAME, LOG)]
THREE = tar_of([ONE, ("2", LOG), ("3", LOG)], tarfile.GNU_FORMAT)
LAST = tar_of([ONE])
HOLES = (
    pax(b"22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n")
    + header("it", 10**6)
    + b"9999999\n"
    + b"0\n" * 10**6
)
HEADERS = f"{DAMAGED_TAR}: a member has headers of over 65536 bytes"
TOO_LARGE = "holds more than 10000 bytes, too many for a log"
KINDS = {
    tarfile.SYMTYPE: "is a link, which is not followed",
    tarfile.LNKTYPE: "is a link, which is not followed",
    tarfile.CHRTYPE: "is no file",
    tarfile.FIFOTYPE: "is no file",
}
TARS = {
    "gnu": (tar_of(LOGS, tarfile.GNU_FORMAT), LOGS, None),
    "pax": (tar_of(LOGS, tarfile.PAX_FORMAT), LOGS, None),
    "ustar": (tar_of([(DEEP, LOG)], tarfile.USTAR_FORMAT), [(DEEP, LOG)], None),
    "folders": (tar_of([special("a", tarfile.DIRTYPE), ONE]), [ONE], None),
    "names": (tar_of(ODD_NAMES, tarfile.GNU_FORMAT), SHOWN, None),
    **{
        f"kind {kind!r}": (
            tar_of([special("it", kind, "/etc/passwd"), ONE]),
            [("it", reason), ONE],
            None,
        )
        for kind, reason in KINDS.items()
    },
    "unknown kind": (header("it", 600, b"\x1b") + END + LAST, [("it", "is no file"), ONE], None),
    "file with holes": (
        header("it", 600, b"S") + END + LAST,
        [("it", "is a file with holes, which is not read"), ONE],
        None,
    ),
    "file with very many holes": (HOLES, [], HEADERS),
    "large extended header": (header("bomb", 10**7, b"x") + bytes(10_000_384) + THREE, [], HEADERS),
    "very many extended headers": (header("x", 0, b"L") * 2000, [], HEADERS),
    "too large a member": (tar_of([("1", LOG * 1000), ONE]), [("1", TOO_LARGE), ONE], None),
    "endless size": (
        header("1", b"\x80" + (2**80).to_bytes(11, "big")) + END,
        [("1", TOO_LARGE)],
        CUT_SHORT,
    ),
    "negative size": (
        THREE[:1024] + header("1", b"\xff" * 10 + b"\xfc\0") + END,
        [ONE, ("1", TOO_LARGE)],
        f"{DAMAGED_TAR}: it leads backwards",
    ),
    "no header": (THREE[:1029] + b"?" + THREE[1030:], [ONE], f"{DAMAGED_TAR}: no header at byte 1024"),
    "cut in data": (THREE[:532], [], CUT_SHORT),
    "cut behind data": (THREE[:1024], [ONE], CUT_SHORT),
    "cut in a header": (THREE[:1124], [ONE], CUT_SHORT),
}


@pytest.mark.parametrize("name", TARS)
def test_a_tar_gives_its_members_and_what_is_wrong(name):
    data, members, problem = TARS[name]

    assert inside(data, nested_bytes=10_000) == ([as_member(*one) for one in members], problem)


def test_members_of_a_tar_are_not_kept():
    archive = tar_of([(str(n), LOG) for n in range(2000)])

    def read():
        assert len(inside(archive)[0]) == 2000

    # A member with its bytes has some 300, and `tarfile` would keep 1,500 more.
    assert peak_bytes(read) < 2000 * 900


# Packed files.

BLOCKS = [NOISE.bytes(6000) for _ in range(1200)]


def cut(pack):
    return [(pack(LOG)[:-missing], None, "is {} cut short") for missing in (1, 6, 20)]


def damaged(data, place=None):
    """With another bit at a place, or in the middle."""
    data = bytearray(data)
    data[len(data) // 2 if place is None else place] ^= 1
    return bytes(data)


PACKED = {
    "whole": lambda pack: [(pack(LOG), LOG, None)],
    "empty": lambda pack: [(pack(b""), b"", None)],
    "streams": lambda pack: [(pack(LOG[:20]) + pack(LOG[20:]), LOG, None)],
    "cut short": cut,
    "more behind it": lambda pack: [(pack(LOG) + b"more of something else", None, "is damaged {}: ")],
    "bomb": lambda pack: [(pack(bytes(2_000_000)), None, "unpacks to more bytes than any log has")],
}
OF_SUMS = {
    "another sum": lambda pack: [(damaged(pack(LOG * 3000)), None, "is damaged {}: ")],
    "padding": lambda pack: [(pack(LOG[:20]) + bytes(512) + pack(LOG[20:]) + bytes(70_000), LOG, None)],
}
"""Of those that have checksums and padding."""


@pytest.mark.parametrize(
    ("case", "packing"), [*product(PACKED, PACKERS), *product(OF_SUMS, ("gzip", "bzip2", "xz"))]
)
def test_a_packed_file_gives_what_is_in_it_or_the_reason(packing, case):
    for data, expected, problem in (PACKED | OF_SUMS)[case](PACKERS[packing]):
        members, found = inside(data, log_bytes=1_000_000, ratio=20)

        assert members == ([] if expected is None else [Member("", expected)])
        assert (found is None) is (problem is None)
        assert problem is None or (found or "").startswith(problem.format(packing))


STREAMS = {
    "tiny": (gz(b"") * 2000, {}, ([], "is gzip in 1010 nearly empty streams")),
    "blocks": (b"".join(map(gz, BLOCKS)), {}, ([Member("", b"".join(BLOCKS))], None)),
    "larger than the ratio but no larger than logs": (
        bz2.compress(bytes(1_000_000)),
        {"ratio": 2},
        ([Member("", bytes(1_000_000))], None),
    ),
    "a tar of nothing but zeros": (
        gzip.compress(tar_of([("1", bytes(20_000_000)), ("2", LOG)]), mtime=0),
        {"free_bytes": 1_000_000, "ratio": 100},
        ([], "unpacks to more than 100 times its size"),
    ),
}


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_is_read_up_to_its_bounds(name):
    data, bounds, expected = STREAMS[name]

    assert inside(data, **bounds) == expected


@pytest.mark.parametrize("packing", thinned(PACKERS, 3))
def test_a_tar_archive_inside_is_opened_at_once_and_as_far_as_it_goes(packing):
    """Of a pipe no further is read than needed."""
    logs = [(str(n), NOISE.bytes(120_000)) for n in range(20)]
    whole = PACKERS[packing](tar_of(logs))
    members, problem = inside(whole[: len(whole) // 2])
    pipe = io.BytesIO(whole)
    head = pipe.read(4096)
    container = container_of(head)

    items = members_of(container, Blob("it", None, head, pipe), Limits())

    assert is_forwards(container)
    assert next(items).source == "it!0"
    assert pipe.tell() < 1_500_000
    assert [(item.source, item.data) for item in items] == [(f"it!{name}", data) for name, data in logs[1:]]
    assert inside(whole) == ([Member(*log) for log in logs], None)
    assert 5 <= len(members) <= 10
    assert members == [Member(*log) for log in logs[: len(members)]]
    assert problem == f"is {packing} cut short"


MOST = 1000


@pytest.fixture(params=["zlib", "isal"])
def library(request, monkeypatch):
    """Either library that may unpack."""
    chosen = zlib if request.param == "zlib" else pytest.importorskip("isal.isal_zlib")
    monkeypatch.setattr(packed, "_fast", chosen)
    return chosen


def bare(data):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("window", "data", "expected"),
    [
        (GZIP, gz(LOG), LOG),
        (GZIP, gzip.compress(LOG, compresslevel=1, mtime=0), LOG),
        (GZIP, gz(b""), b""),
        (BARE, bare(LOG), LOG),
        (BARE, bare(b""), b""),
        (GZIP, gz(bytes(MOST - 1)), bytes(MOST - 1)),
        *((GZIP, gz(bytes(size)), None) for size in (MOST, MOST + 1, 50 * MOST)),
        *((GZIP, gz(LOG) + more, None) for more in (b"\0", b"more", gz(LOG))),
        *((GZIP, damaged(gz(LOG), place), None) for place in range(-8, 0)),
        *((GZIP, gz(LOG)[:size], None) for size in range(0, len(gz(LOG)), 3)),
        *((BARE, bare(LOG)[:size], None) for size in range(0, len(bare(LOG)), 3)),
    ],
)
def test_only_a_whole_and_sound_stream_is_unpacked_at_once(window, data, expected):
    assert inflated(window, data, MOST) == expected


# Archives within archives keep to one ratio together.

PACKED_ZEROS = gzip.compress(bytes(4_000_000), mtime=0)
"""4 KB."""
LAYERS = 20
MANY = [(f"{place}.gz", PACKED_ZEROS) for place in range(LAYERS)]
NESTED = {
    "gzip in zip": zip_of(MANY),
    "gzip in zip in zip": zip_of([(f"{place}.zip", zip_of(MANY)) for place in range(LAYERS)]),
    "gzip in tar in gzip": gz(tar_of(MANY)),
    "gzip in tar in gzip in zip": zip_of([("1", gz(tar_of(MANY)))]),
    "zip in zip of gzip": zip_of([("1.zip", zip_of(MANY))]),
    "gzip in gzip in gzip": gz(gz(PACKED_ZEROS)),
}


@pytest.fixture
def unpacked(monkeypatch):
    """Bytes of deflate that were unpacked, piece by piece, by either library."""
    out = []

    class Decoder:
        def __init__(self, decoder):
            self.decoder = decoder

        def decompress(self, data, most):
            out.append(len(piece := self.decoder.decompress(data, most)))
            return piece

        def __getattr__(self, name):
            return getattr(self.decoder, name)

    for module in {zlib, packed._fast}:
        new = module.decompressobj
        monkeypatch.setattr(module, "decompressobj", lambda window, new=new: Decoder(new(window)))
    return out


STREAMED = ("gzip in zip in zip", "gzip in tar in gzip")


@pytest.mark.parametrize(("name", "is_stream"), [*product(NESTED, [False]), *product(STREAMED, [True])])
def test_layers_of_zeros_unpack_to_a_multiple_of_the_file(name, is_stream, tmp_path, unpacked):
    """Twenty times twenty times four megabytes are over a gigabyte; a file of some KB makes none of it."""
    data, limits = NESTED[name], Limits(free_bytes=1_000_000)
    (tmp_path / "1").write_bytes(data)
    stdin = io.BytesIO(data) if is_stream else None

    items = list(iter_logs(["-" if is_stream else tmp_path / "1"], limits=limits, stdin=stdin))

    # Each of three layers keeps to it, and what goes beyond is unpacked a second time to say what is wrong.
    assert sum(unpacked) <= 5 * max(limits.free_bytes, limits.ratio * len(data))
    assert {type(item) for item in items} == {SourceProblem}


# Archives of every kind give all logs; damaged at random, whole members and a reason for the others.

SOME = [LOG + b"<!--%s-->" % NOISE.bytes(1500).hex().encode() for _ in range(20)]
TIMES = 24
WITH_SUMS = ("gzip", "bzip2", "xz", "zip", "zip, nothing compressed", "zip, bzip2")


def named(pack):
    return [(f"20190101{n:02d}gm-00a9-0000-{n:08x}", pack(log)) for n, log in enumerate(SOME)]


def sqlite(tmp_path, schema):
    return database(tmp_path / "whole.db", schema, named(PACKERS[SCHEMAS[schema]["packed"]])).read_bytes()


ARCHIVES = {
    **{name: lambda _, pack=pack: pack(b"".join(SOME)) for name, pack in PACKERS.items()},
    "tar": lambda _: tar_of(named(bytes), tarfile.GNU_FORMAT),
    "tar of gzip": lambda _: tar_of(named(PACKERS["gzip"]), tarfile.PAX_FORMAT),
    **{f"tar in {name}": lambda _, pack=pack: pack(tar_of(named(bytes))) for name, pack in PACKERS.items()},
    "zip": lambda _: zip_of(named(bytes)),
    "zip, nothing compressed": lambda _: zip_of(named(bytes), zipfile.ZIP_STORED),
    "zip, bzip2": lambda _: zip_of(named(bytes), zipfile.ZIP_BZIP2),
    "zip, written to a pipe": lambda _: streamed_zip_of(named(bytes)),
    "zip of gzip": lambda _: zip_of(named(PACKERS["gzip"]), zipfile.ZIP_STORED),
    "zip of zip of gzip": lambda _: zip_of([("1.zip", zip_of(named(PACKERS["gzip"])))], zipfile.ZIP_STORED),
    **{f"SQLite, {name}": lambda path, name=name: sqlite(path, name) for name in SCHEMAS},
}


def lying(data, chance):
    """Numbers somewhere are as large or as small as they can be."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 5)):
        place, size = chance.randrange(16, len(data) - 8), chance.choice([1, 2, 4, 8])
        changed[place : place + size] = bytes([chance.choice([0, 1, 0x7F, 0x80, 0xFF])]) * size
    return bytes(changed)


DAMAGES = (truncate, flip_bytes, lying, delete_or_double_bytes)


@pytest.mark.parametrize("kind", ARCHIVES)
def test_a_damaged_archive_gives_logs_and_reasons_and_no_exception(tmp_path, kind):
    chance = Random(kind)  # noqa: S311 (repeatable, not secret)
    whole = ARCHIVES[kind](tmp_path)
    path = tmp_path / "damaged"
    path.write_bytes(whole)
    logs = [item.data for item in iter_logs([path])]
    assert logs == ([b"".join(SOME)] if kind in PACKERS else SOME)
    for time in range(TIMES):
        damage = DAMAGES[time % len(DAMAGES)]
        path.write_bytes(damage(whole, chance))

        items = list(iter_logs([path]))

        assert items, damage
        # What has a checksum comes out whole or not at all.
        if kind in WITH_SUMS:
            logs = {item.data for item in items if isinstance(item, SourceLog)}
            assert logs <= {*SOME, b"".join(SOME)}, damage
        for item in items:
            assert isinstance(item, SourceLog | SourceProblem | Skipped | Absent)
            assert item.source.isprintable()
            assert not isinstance(item, SourceProblem) or item.reason.isprintable()
    assert sorted(entry.name for entry in tmp_path.iterdir() if entry.name != "whole.db") == ["damaged"]
