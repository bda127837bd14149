"""Many entries of a zip directory read at once say what `zipfile` reads one by one."""

import io
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest

from analyzer.sources.items import Blob, Limits, Member, Unreadable
from analyzer.sources.zip_directory import read_directory
from analyzer.sources.zips import count_members, list_members, open_members
from tests.sources.archives import LOG, zip_of

ENTRY = struct.Struct("<4s6H3L5H2L")
END = struct.Struct("<4s4H2LH")
FULL = 0xFFFFFFFF


def named(number):
    """A name: short, long, a folder's, with a line break, in Japanese, or a log id."""
    kinds = (str(number), "x" * 300 + str(number), f"d{number}/", f"a\n{number}", f"牌譜{number}")
    return (*kinds, f"2011020417gm-00a9-0000-{number:08x}.mjlog")[number % 6]


def many(count):
    """An archive of so many members, each fourth stored, some with an extra field in front of their data."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for number in range(count):
            info = zipfile.ZipInfo(named(number))
            info.extra = struct.pack("<2HL", 0x7875, 4, number) if number % 5 == 0 else b""
            data = b"" if info.filename.endswith("/") else LOG + b" " * number
            method = zipfile.ZIP_STORED if number % 4 == 0 else zipfile.ZIP_DEFLATED
            archive.writestr(info, data, method)
    return buffer.getvalue()


def with_large(data, changed):
    """The archive with numbers in extra fields, for each entry as ``changed(number, numbers)`` says.

    They are size, packed size and offset; None leaves an entry as it is.
    """
    *_, count, _, start, _ = END.unpack_from(data, len(data) - END.size)
    entries, place = [], start
    for number in range(count):
        fields = list(ENTRY.unpack_from(data, place))
        behind = data[place + ENTRY.size : place + ENTRY.size + fields[10] + fields[11]]
        place += ENTRY.size + len(behind)
        large = changed(number, (fields[9], fields[8], fields[16]))
        if large is not None:
            extra = struct.pack("<2H3Q", 1, 24, *large)
            behind += extra
            fields[8] = fields[9] = fields[16] = FULL
            fields[11] += len(extra)
        entries.append(ENTRY.pack(*fields) + behind)
    directory = b"".join(entries)
    return data[:start] + directory + END.pack(b"PK\x05\x06", 0, 0, count, count, len(directory), start, 0)


@pytest.fixture(params=["small", "some large"])
def archive(request):
    data = many(2100)
    return (
        data if request.param == "small" else with_large(data, lambda n, numbers: numbers if n % 3 else None)
    )


def test_all_entries_are_those_that_zipfile_reads(archive):
    blob = Blob("it", None, archive)
    expected = [info for info in zipfile.ZipFile(io.BytesIO(archive)).infolist() if not info.is_dir()]

    found = list(list_members(blob, Limits()))

    assert [one.name.decode() for one in found] == [info.filename for info in expected]
    assert [one.shown for one in found] == [info.filename.replace("\n", r"\x0a") for info in expected]
    assert [one.offset for one in found] == [info.header_offset for info in expected]
    for name, stated in (
        ("flags", "flag_bits"),
        ("method", "compress_type"),
        ("crc", "CRC"),
        ("packed", "compress_size"),
        ("size", "file_size"),
    ):
        assert [getattr(one, name) for one in found] == [getattr(info, stated) for info in expected]
    assert not any(one.overlaps for one in found)
    assert count_members(blob, Limits()) == len(found)


def test_members_are_read_in_any_order(archive):
    blob = Blob("it", None, archive)
    listed = {one.place: one.shown for one in list_members(blob, Limits())}
    places = np.random.default_rng(18).permutation([*listed]).tolist()

    members = list(open_members(blob, places, Limits()))

    assert members == [Member(listed[place], LOG + b" " * place) for place in places]


def test_an_archive_of_nothing_has_no_members():
    blob = Blob("it", None, zip_of([]))

    assert (list(list_members(blob, Limits())), count_members(blob, Limits())) == ([], 0)
    assert list(open_members(blob, [], Limits())) == []
    with pytest.raises(Unreadable, match="has 0 members, none at 0"):
        list(open_members(blob, [0], Limits()))


@pytest.mark.parametrize("place", [-1, 3, 2**40])
def test_members_before_a_place_that_is_not_there_are_read(place):
    blob = Blob("it", None, zip_of([(name, LOG) for name in "abc"]))
    members = open_members(blob, [2, 0, place, 1], Limits())

    assert [next(members), next(members)] == [Member("c", LOG), Member("a", LOG)]
    with pytest.raises(Unreadable, match=f"has 3 members, none at {place}"):
        next(members)


@pytest.mark.parametrize("which", ["size", "packed size", "offset"])
@pytest.mark.parametrize("value", [2**32, 2**60, 2**63 - 1, 2**63, 2**64 - 1])
def test_numbers_beyond_all_measure_harm_no_other_member(which, value):
    place = ("size", "packed size", "offset").index(which)

    def changed(number, numbers):
        return (*numbers[:place], value, *numbers[place + 1 :]) if number == 1 else None

    blob = Blob("it", None, with_large(zip_of([(name, LOG) for name in "abc"]), changed))
    directory = read_directory(blob.open(), Limits())

    if which == "size":
        assert directory.problem == "unpacks to more than 200 times its size"
        assert list(open_members(blob, [0], Limits())) == [Member("a", LOG)]
    else:
        reason = "overlaps another member of its archive"
        assert list(open_members(blob, range(3), Limits())) == [
            Member("a", LOG),
            Member("b", b"", reason),
            # Nobody knows where data end that begin before it and are packed in as much.
            Member("c", LOG) if which == "offset" else Member("c", b"", reason),
        ]


@pytest.mark.parametrize(
    ("length", "shown"), [(0, "''"), (1, "'o'"), (7, "'one" + LOG[:4].decode() + "'"), (60_000, None)]
)
def test_a_header_with_a_name_of_another_length_is_damaged(length, shown):
    data = bytearray(zip_of([("one", LOG), ("two", LOG)], zipfile.ZIP_STORED))
    data[26:28] = length.to_bytes(2, "little")

    one, two = open_members(Blob("it", None, bytes(data)), [0, 1], Limits())

    assert two == Member("two", LOG)
    assert one.data == b""
    assert one.problem is not None
    assert one.problem.startswith("is damaged: its header names it ")
    assert shown is None or one.problem.endswith(f"names it {shown}")


def test_a_directory_that_is_kept_takes_little_memory_whatever_the_names_of_its_members():
    blob = Blob("it", None, zip_of([(f"{number:01000}", b"") for number in range(2000)]))
    list(list_members(blob, Limits()))

    tracemalloc.start()
    directory = read_directory(blob.open(), Limits())
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert most > 2000 * 1000
    assert kept < 2000 * 20
    assert len(directory.files()) == 2000


def test_members_far_from_each_other_in_the_directory_are_read_in_the_order_asked_for():
    blob = Blob("it", None, zip_of([(f"{number}", b"<%d>" % number) for number in range(3000)]))
    places = [2999, 0, 1, 2, 2, 1, 1500, *range(1400, 2600), 7]

    members = open_members(blob, places, Limits())

    assert [(member.name, member.data) for member in members] == [
        (f"{place}", b"<%d>" % place) for place in places
    ]
