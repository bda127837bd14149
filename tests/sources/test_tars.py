"""tar archives: what each kind of member and each damage gives."""

from __future__ import annotations

import tarfile

import pytest

from tests.sources.archives import LOG, as_member, header, inside, tar_of
from tests.work import peak_bytes

END = bytes(1024)
CUT = "is a tar archive cut short"
DAMAGED = "is a damaged tar archive"
NAME = "牌譜/" + "長い名前" * 60 + ".mjlog"
DEEP = "folder/" * 20 + "1.mjlog"


def special(name, kind, target=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def stating(size: bytes) -> bytes:
    """A header with a size of any form."""
    block = bytearray(header("1", 0))
    block[124:136] = size
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def pax(records: bytes) -> bytes:
    """An extended header."""
    return header("x", len(records), b"x") + records.ljust(-(-len(records) // 512) * 512, b"\0")


LOGS = [("2.mjlog", LOG), ("a/1.mjlog", LOG * 20), ("empty", b""), ("3", bytes(512)), (NAME, LOG)]
NAMES = [("../../up", LOG), ("/etc/abs", LOG), ("a\nb\x1b[2J", LOG)]
SHOWN = [("../../up", LOG), ("/etc/abs", LOG), (r"a\x0ab\x1b[2J", LOG)]
ONE = ("1", LOG)
THREE = tar_of([ONE, ("2", LOG), ("3", LOG)], tarfile.GNU_FORMAT)
LAST = tar_of([ONE])
HOLES = (
    pax(b"22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n")
    + header("it", 10**6)
    + b"9999999\n"
    + b"0\n" * 10**6
)
HEADERS = f"{DAMAGED}: a member has headers of over 65536 bytes"
LARGE = "holds more than 10000 bytes, too many for a log"
KINDS = {
    tarfile.SYMTYPE: "is a link, which is not followed",
    tarfile.LNKTYPE: "is a link, which is not followed",
    tarfile.CHRTYPE: "is no file",
    tarfile.FIFOTYPE: "is no file",
}
ARCHIVES = {
    "gnu": (tar_of(LOGS, tarfile.GNU_FORMAT), LOGS, None),
    "pax": (tar_of(LOGS, tarfile.PAX_FORMAT), LOGS, None),
    "ustar": (tar_of([(DEEP, LOG)], tarfile.USTAR_FORMAT), [(DEEP, LOG)], None),
    "folders": (tar_of([special("a", tarfile.DIRTYPE), ONE]), [ONE], None),
    "names": (tar_of(NAMES, tarfile.GNU_FORMAT), SHOWN, None),
    **{
        f"kind {kind!r}": (tar_of([special("it", kind, "/etc/passwd"), ONE]), [("it", reason), ONE], None)
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
    "too large a member": (tar_of([("1", LOG * 1000), ONE]), [("1", LARGE), ONE], None),
    "endless size": (stating(b"\x80" + (2**80).to_bytes(11, "big")) + END, [("1", LARGE)], CUT),
    "negative size": (
        THREE[:1024] + stating(b"\xff" * 10 + b"\xfc\0") + END,
        [ONE, ("1", LARGE)],
        f"{DAMAGED}: it leads backwards",
    ),
    "no header": (THREE[:1029] + b"?" + THREE[1030:], [ONE], f"{DAMAGED}: no header at byte 1024"),
    "cut in data": (THREE[:532], [], CUT),
    "cut behind data": (THREE[:1024], [ONE], CUT),
    "cut in a header": (THREE[:1124], [ONE], CUT),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_gives_its_members_and_what_is_wrong(name):
    data, members, problem = ARCHIVES[name]

    assert inside(data, nested_bytes=10_000) == ([as_member(*one) for one in members], problem)


def test_members_are_not_kept():
    archive = tar_of([(str(n), LOG) for n in range(2000)])

    def read():
        assert len(inside(archive)[0]) == 2000

    # A member with its bytes has some 300, and `tarfile` would keep 1,500 more.
    assert peak_bytes(read) < 2000 * 900
