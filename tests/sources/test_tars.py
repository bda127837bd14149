import tarfile

import numpy as np
import pytest

from analyzer.sources.items import Member
from tests.sources.archives import LOG, header, inside, tar_of

FORMS = pytest.mark.parametrize(
    "form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT], ids=["ustar", "gnu", "pax"]
)
END = bytes(1024)


def special(name, kind, target=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


@FORMS
def test_members_come_in_their_order(form):
    logs = [("2.mjlog", LOG), ("a/1.mjlog", LOG * 20), ("empty", b""), ("3", bytes(512))]

    assert inside(tar_of(logs, form)) == ([Member(*log) for log in logs], None)


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT], ids=["gnu", "pax"])
def test_names_of_any_length_and_script_are_read(form):
    name = "牌譜/" + "長い名前" * 60 + ".mjlog"

    assert inside(tar_of([(name, LOG), ("1", LOG)], form)) == ([Member(name, LOG), Member("1", LOG)], None)


def test_a_long_name_may_stand_in_two_fields():
    name = "folder/" * 20 + "1.mjlog"

    assert inside(tar_of([(name, LOG)], tarfile.USTAR_FORMAT)) == ([Member(name, LOG)], None)


def test_a_header_of_the_oldest_kind_is_known_by_what_it_adds_up_to():
    archive = header("1.mjlog", len(LOG), b"\0") + LOG.ljust(512, b"\0") + END

    assert inside(archive) == ([Member("1.mjlog", LOG)], None)


def test_folders_are_nothing():
    assert inside(tar_of([special("a", tarfile.DIRTYPE), ("a/1", LOG)])) == ([Member("a/1", LOG)], None)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (tarfile.SYMTYPE, "is a link, which is not followed"),
        (tarfile.LNKTYPE, "is a link to another member, which is not followed"),
        (tarfile.CHRTYPE, "is a device, not a file"),
        (tarfile.BLKTYPE, "is a device, not a file"),
        (tarfile.FIFOTYPE, "is a pipe, not a file"),
    ],
)
def test_what_is_no_file_is_not_read_and_said(kind, reason):
    archive = tar_of([special("it", kind, "/etc/passwd"), ("1", LOG)])

    assert inside(archive) == ([Member("it", b"", reason), Member("1", LOG)], None)


@pytest.mark.parametrize("kind", [b"1", b"2", b"3", b"4", b"6"])
def test_no_data_stands_behind_what_is_no_file_whatever_size_it_states(kind):
    archive = header("it", 600, kind) + tar_of([("1", LOG)])

    members, problem = inside(archive)

    assert [member.name for member in members] == ["it", "1"]
    assert (members[1], problem) == (Member("1", LOG), None)


def test_a_file_with_holes_is_not_read():
    info = tarfile.TarInfo("it")
    info.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}

    assert inside(tar_of([info, ("1", LOG)])) == (
        [Member("it", b"", "is a file with holes, which is not read"), Member("1", LOG)],
        None,
    )


def test_an_unknown_kind_of_member_is_not_read():
    archive = header("it", 600, b"\x1b") + bytes(1024) + tar_of([("1", LOG)])

    assert inside(archive) == (
        [Member("it", b"", r"is of the unknown kind '\x1b'"), Member("1", LOG)],
        None,
    )


def test_names_are_labels_only_and_can_be_shown():
    archive = tar_of([("../../up", LOG), ("/etc/abs", LOG), ("a\nb\x1b[2J", LOG)], tarfile.GNU_FORMAT)

    assert [member.name for member in inside(archive)[0]] == ["../../up", "/etc/abs", r"a\x0ab\x1b[2J"]


def test_an_extended_header_of_many_megabytes_is_not_read():
    archive = header("bomb", 10_000_000, b"x") + bytes(10_000_384) + tar_of([("1", LOG), ("2", LOG)])

    assert inside(archive) == (
        [Member("1", b"", "has an extended header of 10000000 bytes"), Member("2", LOG)],
        None,
    )


def test_a_damaged_extended_header_is_said():
    archive = header("x", 20, b"x") + b"no records in here..".ljust(512, b"\0") + tar_of([("1", LOG)])

    assert inside(archive) == ([Member("1", b"", "has a damaged extended header")], None)


def test_an_extended_header_may_state_the_size():
    record = b"%d size=%d\n" % (len(f"12 size={len(LOG)}\n"), len(LOG))
    archive = (
        header("x", len(record), b"x") + record.ljust(512, b"\0") + header("1", 0) + LOG.ljust(512, b"\0")
    )

    assert inside(archive + END) == ([Member("1", LOG)], None)


@pytest.mark.parametrize(
    ("stop", "whole"), [(532, 0), (1024, 1), (1124, 1), (1560, 1)], ids=["data", "before", "header", "data 2"]
)
def test_an_archive_cut_short_gives_what_is_whole(stop, whole):
    archive = tar_of([("1", LOG), ("2", LOG)], tarfile.GNU_FORMAT)

    assert inside(archive[:stop]) == ([Member("1", LOG)][:whole], "is a tar archive cut short")


def test_behind_a_damaged_header_reading_goes_on_at_the_next():
    archive = bytearray(tar_of([("1", LOG), ("2", LOG), ("3", LOG)], tarfile.GNU_FORMAT))
    archive[1024 + 5] ^= 1

    assert inside(bytes(archive)) == (
        [
            Member("1", LOG),
            Member("", b"", "is a damaged tar archive: no header at byte 1024"),
            Member("3", LOG),
        ],
        None,
    )


def test_a_member_beyond_the_limit_is_passed_over():
    archive = tar_of([("1", LOG * 1000), ("2", LOG)])

    assert inside(archive, nested_bytes=10_000) == (
        [Member("1", b"", "holds more than 10000 bytes, too many for a log"), Member("2", LOG)],
        None,
    )


def test_too_many_members_are_left():
    members, problem = inside(tar_of([(str(n), LOG) for n in range(5)]), members=4)

    assert [member.name for member in members] == ["0", "1", "2", "3"]
    assert problem == "has more than 4 members"


def test_a_size_that_no_stream_can_hold_ends_as_cut_short():
    block = bytearray(header("1", 0))
    block[124:136] = b"\x80" + (2**80).to_bytes(11, "big")
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)

    assert inside(bytes(block) + END) == ([], "is a tar archive cut short")


def test_any_damage_gives_problems_and_never_an_exception():
    chance = np.random.default_rng(20261121)
    whole = tar_of([("a" * 120, LOG), ("2", LOG * 30), special("l", tarfile.SYMTYPE, "2"), ("3", LOG)])
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(chance.integers(1, 30)):
            data[chance.integers(512, len(data))] = chance.choice([0, 48, 55, 255, chance.integers(256)])
        data = bytes(data[: chance.choice([len(data), chance.integers(600, len(data))])])

        members, problem = inside(data)

        assert problem is None or problem.isprintable()
        assert all((member.problem is None) or not member.data for member in members)
