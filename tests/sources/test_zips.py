"""zip archives: what each form and each damage gives, and how much work and memory that takes."""

from __future__ import annotations

import io
import struct
import zipfile

import pytest

from analyzer.sources import Limits, Skipped, SourceProblem
from analyzer.sources.items import Blob, Part
from analyzer.sources.zips import list_members, read_members
from tests.sources.archives import (
    LOG,
    Member,
    as_zip64,
    flag_encrypted,
    gz,
    inside,
    member_of,
    overlapping_zip,
    streamed_zip_of,
    with_method,
    with_size,
    zip_of,
)
from tests.work import peak_bytes

TWO = [("1", LOG), ("2", LOG * 2)]
STORED = zip_of([("1", LOG), ("2", LOG + b"2"), ("3", LOG)], zipfile.ZIP_STORED)
ONE = Member("1", LOG)
DAMAGED = "is a damaged zip archive"
ABSENT = "is damaged, or its archive was replaced while it was read: no such member there"


def changed(data: bytes, place: int, new: bytes) -> bytes:
    return data[:place] + new + data[place + len(new) :]


def entry(data: bytes, offset: int, new: bytes) -> bytes:
    """The archive with something else stated in the first entry of its directory."""
    return changed(data, data.index(b"PK\x01\x02") + offset, new)


def stating(value: int, which: str) -> bytes:
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


FORMS = {
    "deflated": (zip_of(TWO), TWO),
    "stored": (zip_of(TWO, zipfile.ZIP_STORED), TWO),
    "bzip2": (zip_of(TWO, zipfile.ZIP_BZIP2), TWO),
    "sizes behind the data": (streamed_zip_of(TWO), TWO),
    "64 bits": (as_zip64(zip_of(TWO)), TWO),
    "numbers in extra fields": (stating(len(LOG) * 2, "size"), TWO),
    "a comment": (zip_of(TWO)[:-2] + b"\x03\0abc", TWO),
    "folders": (zip_of([("x/", b""), ("x/1", LOG)]), [("x/1", LOG)]),
    "nothing": (zip_of([]), []),
    "names": (
        zip_of([("../../up", LOG), ("/etc/abs", LOG), ("a\nb", LOG), ("牌譜", LOG)]),
        [("../../up", LOG), ("/etc/abs", LOG), (r"a\x0ab", LOG), ("牌譜", LOG)],
    ),
    "large": (zip_of([("1", LOG * 40_000)]), [("1", LOG * 40_000)]),
}


@pytest.mark.parametrize("form", FORMS)
def test_members_are_read_in_the_order_of_the_directory(form):
    data, expected = FORMS[form]

    assert inside(data) == ([Member(*member) for member in expected], None)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name_are_both_read():
    assert inside(zip_of([("1", LOG), ("1", LOG + b" ")]))[0] == [ONE, Member("1", LOG + b" ")]


def test_names_in_utf_8_that_do_not_say_so_are_read():
    data = zip_of([("abcdef", LOG)]).replace(b"abcdef", "牌譜".encode())

    assert inside(data) == ([Member("牌譜", LOG)], None)
    assert inside(data.replace("牌譜".encode(), b"\x94vabcd")) == ([Member("övabcd", LOG)], None)


DAMAGES = {
    "a byte of a member": (
        STORED.replace(LOG + b"2", LOG + b"?"),
        [ONE, ("2", "is damaged: its CRC-32 is another"), Member("3", LOG)],
        None,
    ),
    "deflate": (
        changed(zip_of(TWO), 31, b"\xff\xff"),
        [("1", "is damaged: Error -3 while decompressing data: invalid block type"), Member("2", LOG * 2)],
        None,
    ),
    "a smaller size": (
        entry(zip_of(TWO), 24, (len(LOG) - 1).to_bytes(4, "little")),
        [("1", f"is damaged: unpacks to other than the {len(LOG) - 1} bytes stated"), Member("2", LOG * 2)],
        None,
    ),
    "a larger size": (
        entry(zip_of(TWO), 24, (10_000_000).to_bytes(4, "little")),
        [("1", "is damaged: unpacks to other than the 10000000 bytes stated"), Member("2", LOG * 2)],
        None,
    ),
    "another name in front of a member": (
        changed(STORED, 30, b"9"),
        [("1", ABSENT), Member("2", LOG + b"2"), Member("3", LOG)],
        None,
    ),
    "encrypted": (flag_encrypted(zip_of([("1", LOG)])), [("1", "is encrypted")], None),
    "LZMA": (
        zip_of([("1", LOG)], zipfile.ZIP_LZMA),
        [("1", "is compressed by method 14, which is not supported; unpack it first")],
        None,
    ),
    "a method that nobody knows": (
        with_method(zip_of([("1", LOG)]), 98),
        [("1", "is compressed by method 98, which is not supported; unpack it first")],
        None,
    ),
    "no directory": (zip_of(TWO)[:-30], [], f"{DAMAGED}: File is not a zip file"),
    "only a magic number": (b"PK\x03\x04", [], f"{DAMAGED}: File is not a zip file"),
    "a directory of something else": (
        zip_of(TWO).replace(b"PK\x01\x02", b"PK\x01\x03"),
        [],
        f"{DAMAGED}: Bad magic number for central directory",
    ),
    "one place under many names": (
        overlapping_zip(copies=1000, size=1_000_000),
        [],
        f"{DAMAGED}: its members overlap",
    ),
    **{
        f"{which} {value}": (stating(value, which), [ONE], problem)
        for value in (2**32, 2**61, 2**63, 2**64 - 1)
        for which, problem in (
            ("size", "unpacks to more than 200 times its size"),
            ("packed", f"{DAMAGED}: its members overlap"),
            ("offset", f"{DAMAGED}: its members overlap"),
        )
    },
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_archive_gives_what_comes_before_and_the_reason(damage):
    data, expected, problem = DAMAGES[damage]
    members = [one if isinstance(one, Member) else Member(one[0], b"", one[1]) for one in expected]

    assert inside(data) == (members, problem)


def test_an_archive_that_unpacks_beyond_all_measure_is_left(read_stream):
    data = zip_of([(str(n), bytes(1_000_000)) for n in range(40)])

    items = read_stream(data, limits=Limits(free_bytes=10_000_000, ratio=100))

    assert items[:10] == [Skipped(f"<stdin>!{n}") for n in range(10)]
    assert items[10:] == [SourceProblem("<stdin>", "unpacks to more than 100 times its size")]


def test_a_member_that_lies_about_its_size_is_not_unpacked_to_its_end():
    bomb = with_size(zip_of([("1", bytes(50_000_000))]), LOG)
    (record,) = list_members(Blob("it", None, bomb), Limits())
    members = []

    assert (
        peak_bytes(lambda: members.extend(read_members(Blob("it", None, bomb), [record], Limits()))) < 500_000
    )
    assert [member_of(item) for item in members] == [
        Member("1", b"", f"is damaged: unpacks to other than the {len(LOG)} bytes stated")
    ]


@pytest.mark.parametrize(
    "data", [zip_of([("1", LOG * 2000)]), zip_of([("1", LOG * 2000)], zipfile.ZIP_STORED)]
)
def test_a_member_beyond_the_limit_is_a_problem(data):
    problem = "holds more than 50000 bytes, too many for a log"

    assert inside(data, nested_bytes=50_000) == ([Member("1", b"", problem)], None)


def test_an_archive_of_too_many_members_is_refused_with_advice():
    data = zip_of([(str(n), LOG) for n in range(11)])

    assert inside(data, members=11)[1] is None
    assert inside(data, members=10) == ([], "has more than 10 members; split it into several archives")


def test_half_a_million_members_are_the_most():
    assert Limits().members == 500_000


def test_a_directory_of_many_megabytes_is_not_read(monkeypatch):
    monkeypatch.setattr("analyzer.sources.zips._MOST_DIRECTORY", 1000)
    data = zip_of([(str(n), b"") for n in range(100)])

    members, problem = inside(data)

    assert members == []
    assert problem is not None
    assert problem.endswith(" bytes; split it into several archives")


def test_a_directory_that_is_kept_takes_little_memory():
    """`zipfile` keeps some 600 bytes of each member."""
    data = zip_of([(f"{number:08}", b"") for number in range(5000)])

    def list_all():
        assert sum(1 for _ in list_members(Blob("it", None, data), Limits())) == 5000

    assert peak_bytes(list_all) < 5000 * 250


def test_entries_are_those_that_zipfile_reads_and_are_read_in_any_order():
    data = as_zip64(
        zip_of([(f"{n}/" if n % 7 == 0 else f"{n}", b"" if n % 7 == 0 else gz(b"%d" % n)) for n in range(99)])
    )
    blob = Blob("it", None, data)
    expected = [info for info in zipfile.ZipFile(io.BytesIO(data)).infolist() if not info.is_dir()]

    records = list(list_members(blob, Limits()))

    assert records == [
        Part(one.filename, one.header_offset, one.file_size, one.CRC, one.compress_size) for one in expected
    ]
    members = [*read_members(blob, reversed(records), Limits())]
    assert [member.source for member in members] == [f"it!{record.name}" for record in reversed(records)]
    assert not any(isinstance(member, SourceProblem) for member in members)
