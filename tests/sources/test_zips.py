import zipfile
import zlib

import numpy as np
import pytest

from analyzer.sources import Limits, Skipped, SourceLog, SourceProblem, iter_logs
from analyzer.sources.items import Blob, Member, Unreadable
from analyzer.sources.zips import list_members, open_members, open_zip
from tests.sources.archives import (
    LOG,
    PACKERS,
    as_zip64,
    flag_encrypted,
    gz,
    inside,
    overlapping_zip,
    streamed_zip_of,
    with_method,
    with_size,
    zip_of,
)

METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
DAMAGED = "is a damaged zip archive"


@pytest.mark.parametrize("method", METHODS)
def test_members_are_read_by_whatever_method_they_are_packed(read_stream, method):
    assert read_stream(zip_of([("1", LOG)], method)) == [SourceLog("<stdin>!1", LOG)]


def test_one_damaged_member_does_not_stop_the_others(read_stream):
    data = zip_of([("1", LOG), ("2", LOG + b"2"), ("3", LOG)], zipfile.ZIP_STORED)
    place = data.index(LOG + b"2")

    items = read_stream(data[: place + 3] + b"?" + data[place + 4 :])

    assert items[0] == SourceLog("<stdin>!1", LOG)
    assert items[1].source == "<stdin>!2"
    assert items[1].reason == "is damaged: its CRC-32 is another"
    assert items[2] == SourceLog("<stdin>!3", LOG)


@pytest.mark.parametrize(
    "prefix", [b"#!/bin/sh\nexec unzip $0\n", b"MZ" + bytes(5000), b"\x7fELF" + bytes(90_000)]
)
@pytest.mark.parametrize("comment", [b"", b"a comment" * 100])
def test_members_behind_a_program_are_read(read_stream, tmp_path, prefix, comment):
    """Archives that unpack themselves."""
    archive = zip_of([("1", LOG)])
    data = prefix + archive[:-2] + len(comment).to_bytes(2, "little") + comment
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "unpack.sh").write_bytes(data)

    assert read_stream(data) == [SourceLog("<stdin>!1", LOG)]
    for source in (tmp_path / "logs", tmp_path / "logs" / "unpack.sh"):
        assert [item.data for item in iter_logs([source])] == [LOG]


def test_a_program_without_an_archive_is_passed_over(tmp_path):
    for name, data in (("a.sh", b"#!/bin/sh\n"), ("b.exe", b"MZ" + bytes(200_000))):
        (tmp_path / name).write_bytes(data)

    assert [type(item) for item in iter_logs([tmp_path])] == [Skipped, Skipped]


def test_encrypted_members_are_problems(read_stream):
    assert read_stream(flag_encrypted(zip_of([("1", LOG)]))) == [SourceProblem("<stdin>!1", "is encrypted")]


def test_a_method_that_python_does_not_know_is_a_problem(read_stream):
    assert read_stream(with_method(zip_of([("1", LOG)]), 98)) == [
        SourceProblem("<stdin>!1", "is compressed by method 98, which cannot be read")
    ]


def test_names_are_labels_only(read_stream, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = zip_of([("../../up.mjlog", LOG), ("/etc/abs", LOG), ("same", LOG), ("a\nb", LOG)])

    items = read_stream(data)

    assert [item.source for item in items] == [
        "<stdin>!../../up.mjlog",
        "<stdin>!/etc/abs",
        "<stdin>!same",
        r"<stdin>!a\x0ab",
    ]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name_are_both_read(read_stream):
    items = read_stream(zip_of([("1", LOG), ("1", LOG + b" ")]))

    assert [item.data for item in items] == [LOG, LOG + b" "]


def test_folders_of_an_archive_are_nothing(read_stream):
    assert read_stream(zip_of([("x/", b""), ("x/1", LOG)])) == [SourceLog("<stdin>!x/1", LOG)]


def test_overlapping_members_are_refused(read_stream):
    items = read_stream(overlapping_zip(copies=1000, size=1_000_000))

    assert items == [SourceProblem("<stdin>!a", "overlaps another member of its archive")] * 1000


def test_an_archive_that_unpacks_beyond_all_measure_is_left(read_stream):
    data = zip_of([(str(n), bytes(1_000_000)) for n in range(40)])

    items = read_stream(data, limits=Limits(free_bytes=10_000_000, ratio=100))

    assert items[:10] == [Skipped(f"<stdin>!{n}") for n in range(10)]
    assert items[10:] == [SourceProblem("<stdin>", "unpacks to more than 100 times its size")]


def test_a_member_beyond_the_limit_is_a_problem(read_stream):
    items = read_stream(zip_of([("1", LOG * 2000)]), limits=Limits(nested_bytes=50_000))

    assert items == [SourceProblem("<stdin>!1", "holds more than 50000 bytes, too many for a log")]


def test_an_archive_of_too_many_members_is_refused(read_stream):
    items = read_stream(zip_of([(str(n), LOG) for n in range(11)]), limits=Limits(members=10))

    assert items == [SourceProblem("<stdin>", "has more than 10 members")]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seeks", [True, False], ids=["sizes before", "sizes behind"])
def test_an_archive_without_its_directory_gives_the_members_it_begins_with(method, seeks):
    logs = [(f"{n}.mjlog", LOG * (n + 1)) for n in range(20)]
    whole = zip_of(logs, method) if seeks else streamed_zip_of(logs, method)
    directory = whole.index(b"PK\x01\x02")

    cut, damaged = inside(whole[: directory + 100]), inside(whole[:directory] + b"?" * 100)

    assert cut == ([Member(*log) for log in logs], f"{DAMAGED}: its directory is missing")
    assert damaged == cut


def test_an_archive_cut_within_a_member_gives_those_before():
    logs = [("1", LOG), ("2", LOG * 2), ("3", LOG * 3)]
    whole = zip_of(logs, zipfile.ZIP_STORED)

    members, problem = inside(whole[: whole.index(LOG * 3) + 5])

    assert members == [
        Member("1", LOG),
        Member("2", LOG * 2),
        Member("3", b"", f"is damaged: unpacks to other than the {len(LOG) * 3} bytes stated"),
    ]
    assert problem == f"{DAMAGED}: its directory is missing"


def test_without_a_directory_an_archive_inside_another_is_one_member():
    inner = zip_of([("1", LOG), ("2", LOG)])
    whole = zip_of([("in.zip", inner), ("3", LOG)], zipfile.ZIP_STORED)

    assert inside(whole[:-30]) == (
        [Member("in.zip", inner), Member("3", LOG)],
        f"{DAMAGED}: its directory is missing",
    )
    assert inside(whole[: whole.rindex(b"PK\x03\x04")]) == (
        [Member("in.zip", inner)],
        f"{DAMAGED}: its directory is that of an archive inside",
    )


def test_nothing_but_a_magic_number_is_a_damaged_archive():
    assert inside(b"PK\x03\x04") == ([], f"{DAMAGED}: its directory is missing")


def test_bytes_before_the_archive_do_not_matter():
    data = b"#!/bin/sh\nexit\n" + zip_of([("1", LOG)])

    members = list(open_zip(Blob("it", None, data), Limits()))

    assert members == [Member("1", LOG)]


@pytest.mark.parametrize("size", [len(LOG) - 1, len(LOG) + 1, 0, 10_000_000])
def test_a_member_must_have_the_size_its_directory_states(size):
    data = bytearray(zip_of([("1", LOG), ("2", LOG)]))
    entry = data.index(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = size.to_bytes(4, "little")

    assert inside(bytes(data)) == (
        [Member("1", b"", f"is damaged: unpacks to other than the {size} bytes stated"), Member("2", LOG)],
        None,
    )


def test_a_size_stated_beyond_all_measure_costs_nothing():
    data = bytearray(zip_of([("1", LOG), ("2", LOG)]))
    entry = data.rindex(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = (2**31).to_bytes(4, "little")

    assert inside(bytes(data)) == ([Member("1", LOG)], "unpacks to more than 200 times its size")


def test_a_member_must_bear_the_name_its_directory_states():
    data = zip_of([("1", LOG), ("2", LOG)]).replace(b"1", b"7", 1)

    assert inside(data) == ([Member("1", b"", "is damaged: its header names it '7'"), Member("2", LOG)], None)


def test_a_member_must_lie_where_its_directory_states():
    data = bytearray(zip_of([("1", LOG), ("2", LOG)]))
    data[data.rindex(b"PK\x03\x04")] = 0

    assert inside(bytes(data)) == (
        [Member("1", LOG), Member("2", b"", "is damaged: no header where the directory says")],
        None,
    )


def test_members_of_large_archives_state_their_sizes_elsewhere(tmp_path):
    path = tmp_path / "large.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("1", "2"):
            with archive.open(name, "w", force_zip64=True) as stream:
                stream.write(LOG)
    data = as_zip64(path.read_bytes())

    assert inside(data) == ([Member("1", LOG), Member("2", LOG)], None)


def test_a_large_archive_that_lies_about_its_directory_is_read_by_its_headers():
    data = bytearray(as_zip64(zip_of([("1", LOG)])))
    place = data.index(b"PK\x06\x06")
    data[place + 40 : place + 48] = (2**63 - 1).to_bytes(8, "little")

    assert inside(bytes(data)) == (
        [Member("1", LOG)],
        f"{DAMAGED}: its directory is not where it should be",
    )


def test_one_part_of_several_is_no_archive():
    data = bytearray(zip_of([("1", LOG)]))
    data[data.index(b"PK\x05\x06") + 4] = 3

    assert inside(bytes(data))[1] == f"{DAMAGED}: it is one part of several"


def test_names_in_an_old_script_are_shown_somehow():
    data = zip_of([("??", LOG)]).replace(b"??", "牌".encode("shift-jis"))

    assert inside(data) == ([Member("\u00f6v", LOG)], None)


def test_zstandard_members_are_read():
    packed = PACKERS["Zstandard"](LOG)
    data = with_method(with_size(zip_of([("1", packed)], zipfile.ZIP_STORED), LOG), 93)

    assert inside(data) == ([Member("1", LOG)], None)


def test_names_and_sizes_are_listed_without_reading_a_member(tmp_path):
    data = bytearray(zip_of([("a/", b""), ("a/1", LOG), ("2", LOG * 2)], zipfile.ZIP_STORED))
    data[data.index(LOG)] ^= 1
    blob = Blob("it", None, bytes(data))

    listed = [(entry.place, entry.shown, entry.size, entry.crc) for entry in list_members(blob, Limits())]

    assert listed == [(1, "a/1", len(LOG), zlib.crc32(LOG)), (2, "2", 2 * len(LOG), zlib.crc32(LOG * 2))]
    assert list(open_members(blob, [2], Limits())) == [Member("2", LOG * 2)]
    assert list(open_members(blob, [2, 1], Limits())) == [
        Member("2", LOG * 2),
        Member("a/1", b"", "is damaged: its CRC-32 is another"),
    ]


def test_an_archive_that_was_written_anew_is_read_anew(tmp_path):
    path = tmp_path / "1.zip"
    blob = Blob("it", path)
    for names in (["1"], ["1", "2"]):
        path.write_bytes(zip_of([(name, LOG) for name in names]))

        assert [entry.shown for entry in list_members(blob, Limits())] == names


def test_places_beyond_the_directory_are_refused():
    blob = Blob("it", None, zip_of([("1", LOG)]))

    with pytest.raises(Unreadable, match="has 1 members, none at 1"):
        list(open_members(blob, [0, 1], Limits()))


@pytest.mark.parametrize("method", [0, 8, 12, 14], ids=["stored", "deflate", "bzip2", "lzma"])
def test_any_damage_is_a_problem_or_a_log_and_never_an_exception(read_stream, method):
    chance = np.random.default_rng(20261121)
    whole = zip_of([("1", gz(LOG)), ("2", LOG * 30), ("d/3", b"text")], method)
    for _ in range(500):
        data = bytearray(whole)
        for _ in range(chance.integers(1, 7)):
            data[chance.integers(4, len(data))] = chance.choice([0, 1, 255, chance.integers(256)])

        items = read_stream(bytes(data))

        assert all(isinstance(item, SourceLog | SourceProblem | Skipped) for item in items)
