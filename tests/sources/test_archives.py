"""zip and tar archives: what each form and each damage gives, and how much work and memory that takes."""

from __future__ import annotations

import struct
import tarfile
import warnings
import zipfile

import pytest

from analyzer.sources import Limits
from analyzer.sources.items import Blob
from analyzer.sources.zips import list_members, read_members
from tests.sources.archives import (
    LOG,
    as_member,
    as_zip64,
    header,
    inside,
    member_of,
    overlapping_zip,
    stating,
    streamed_zip_of,
    tar_of,
    zip_of,
)
from tests.work import peak_bytes

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


def stating_64(value: int, which: str) -> bytes:
    """The archive of two with a number of the second in an extra field of 64 bits."""
    data = zip_of(TWO)
    place = data.rindex(b"PK\x01\x02")
    packed, size = struct.unpack_from("<2L", data, place + 20)
    (offset,) = struct.unpack_from("<L", data, place + 42)
    stated = {"size": size, "packed": packed, "offset": offset} | {which: value}
    extra = struct.pack("<2H3Q", 1, 24, *stated.values())
    full = b"\xff" * 4
    last = bytearray(data[place : data.rindex(b"PK\x05\x06")] + extra)
    last[20:24] = last[24:28] = last[42:46] = full
    last[30:32] = len(extra).to_bytes(2, "little")
    start = data.index(b"PK\x01\x02")
    directory = data[start:place] + bytes(last)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 2, 2, len(directory), start, 0)
    return data[:start] + directory + end


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
    "64 bits": (as_zip64(zip_of(TWO)), TWO, None),
    "numbers in extra fields": (stating_64(len(LOG) * 2, "size"), TWO, None),
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
        f"{which} {value}": (stating_64(value, which), [ONE], problem)
        for value in (2**32, 2**61, 2**63, 2**64 - 1)
        for which, problem in (
            ("size", "unpacks to more than 200 times its size"),
            ("packed", f"{DAMAGED}: its members overlap"),
            ("offset", f"{DAMAGED}: its members overlap"),
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
    bomb = stating(zip_of([("1", bytes(50_000_000))]), 22, 24, len(LOG).to_bytes(4, "little"))
    (record,) = list_members(Blob("it", None, bomb), Limits())
    members = []

    most = peak_bytes(lambda: members.extend(read_members(Blob("it", None, bomb), [record], Limits())))
    assert most < 500_000
    assert [member_of(item) for item in members] == [as_member("1", OTHER.format(len(LOG)))]


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
