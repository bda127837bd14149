import bz2
import gzip
import io
import zlib

import numpy as np
import pytest

from analyzer.sources import packed
from analyzer.sources.containers import container_of
from analyzer.sources.items import Blob, Limits, Member
from analyzer.sources.packed import BARE, GZIP, inflated
from tests.sources.archives import LOG, PACKERS, gz, inside, tar_of, zip_of

ALL = pytest.mark.parametrize("packing", PACKERS)
LONG = LOG * 3000


@ALL
def test_what_is_packed_comes_out_as_one_thing_without_a_name(packing):
    assert inside(PACKERS[packing](LOG)) == ([Member("", LOG)], None)


@ALL
def test_nothing_packed_is_nothing(packing):
    assert inside(PACKERS[packing](b"")) == ([Member("", b"")], None)


@ALL
def test_streams_one_after_another_are_one_file(packing):
    pack = PACKERS[packing]

    assert inside(pack(LOG[:20]) + pack(LOG[20:])) == ([Member("", LOG)], None)


@pytest.mark.parametrize("packing", ["gzip", "bzip2", "xz"])
def test_zeros_behind_a_stream_are_padding(packing):
    pack = PACKERS[packing]

    assert inside(pack(LOG[:20]) + bytes(512) + pack(LOG[20:]) + bytes(512)) == ([Member("", LOG)], None)


@ALL
@pytest.mark.parametrize("missing", [1, 6, 20])
def test_a_file_cut_short_is_a_problem(packing, missing):
    assert inside(PACKERS[packing](LOG)[:-missing]) == ([], f"is {packing} cut short")


@pytest.mark.parametrize("packing", ["gzip", "bzip2", "xz"])
def test_a_wrong_checksum_is_a_problem(packing):
    data = bytearray(PACKERS[packing](LONG))
    data[len(data) - 8 if packing == "gzip" else len(data) // 2] ^= 1

    members, problem = inside(bytes(data))

    assert members == []
    assert problem.startswith(f"is damaged {packing}: ")


@ALL
def test_what_follows_a_stream_must_be_packed_too(packing):
    members, problem = inside(PACKERS[packing](LOG) + b"more of something else")

    assert members == []
    assert problem.startswith(f"is damaged {packing}: ")


@ALL
def test_a_bomb_is_not_unpacked_to_the_end(packing):
    bomb = PACKERS[packing](bytes(40_000_000))

    assert len(bomb) < 400_000
    assert inside(bomb, log_bytes=1_000_000, ratio=20) == ([], "unpacks to more bytes than any log has")


def test_many_tiny_streams_are_refused():
    assert inside(gz(b"") * 2000) == ([], "is gzip in 1010 nearly empty streams")


def test_streams_of_some_size_may_be_many():
    blocks = [np.random.default_rng(n).bytes(6000) for n in range(1200)]

    assert inside(b"".join(map(gz, blocks))) == ([Member("", b"".join(blocks))], None)


@ALL
def test_a_tar_archive_inside_is_opened_at_once(packing):
    archive = tar_of([("a/1.mjlog", LOG), ("2.mjlog", gz(LOG))])

    members = [Member("a/1.mjlog", LOG), Member("2.mjlog", gz(LOG))]
    assert inside(PACKERS[packing](archive)) == (members, None)


@ALL
def test_a_packed_tar_archive_cut_short_gives_the_members_before(packing):
    noise = np.random.default_rng(20261121)
    logs = [(str(n), noise.bytes(120_000)) for n in range(20)]
    whole = PACKERS[packing](tar_of(logs))

    members, problem = inside(whole[: len(whole) // 2])

    assert 5 <= len(members) <= 10
    assert [(member.name, member.data) for member in members] == logs[: len(members)]
    assert problem == f"is {packing} cut short"


@pytest.mark.long
@ALL
def test_a_packed_tar_archive_is_read_from_a_pipe_forwards_and_no_further_than_needed(packing):
    class Pipe(io.RawIOBase):
        def __init__(self, data):
            self.stream = io.BytesIO(data)

        def read(self, size=-1):
            return self.stream.read(min(size, 10_000))

    noise = np.random.default_rng(20261121)
    logs = [(str(n), noise.bytes(50_000)) for n in range(60)]
    pipe = Pipe(PACKERS[packing](tar_of(logs)))
    head = pipe.read(4096)
    container = container_of(head)

    members = container.members(Blob("it", None, head, pipe), Limits())

    assert container.forwards
    assert next(members).name == "0"
    assert pipe.stream.tell() < 1_500_000
    assert [(member.name, member.data) for member in members] == logs[1:]


def test_a_tar_archive_of_nothing_but_zeros_inside_is_left_in_time():
    bomb = gzip.compress(tar_of([("1", bytes(20_000_000)), ("2", LOG)]))

    members, problem = inside(bomb, free_bytes=1_000_000, ratio=100)

    assert members == []
    assert problem == "unpacks to more than 100 times its size"


def test_a_log_larger_than_the_ratio_allows_is_read_when_it_is_no_larger_than_logs_may_be():
    assert inside(bz2.compress(bytes(1_000_000)), ratio=2) == ([Member("", bytes(1_000_000))], None)


MOST = 1000
TWICE = 2


@pytest.fixture(params=["zlib", "isal"])
def library(request, monkeypatch):
    """Either library that may unpack."""
    chosen = zlib if request.param == "zlib" else pytest.importorskip("isal.isal_zlib")
    monkeypatch.setattr(packed, "_fast", chosen)
    return chosen


def bare(data):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(("window", "pack"), [(GZIP, gz), (BARE, bare)])
def test_a_whole_stream_comes_out(library, window, pack):
    assert inflated(window, pack(LOG), MOST) == LOG
    assert inflated(window, pack(b""), MOST) == b""


@pytest.mark.parametrize(("window", "pack"), [(GZIP, gz), (BARE, bare)])
def test_a_stream_cut_short_is_left_alone(library, window, pack):
    packed = pack(LOG)

    assert {inflated(window, packed[:size], MOST) for size in range(len(packed))} == {None}


def test_a_stream_with_another_checksum_or_length_is_left_alone(library):
    packed = gz(LOG)

    for place in range(-8, 0):
        changed = bytearray(packed)
        changed[place] ^= 1
        assert inflated(GZIP, bytes(changed), MOST) is None


@pytest.mark.parametrize("more", [b"\0", b"more", gz(LOG)])
def test_what_something_follows_is_left_alone(library, more):
    assert inflated(GZIP, gz(LOG) + more, MOST) is None


@pytest.mark.parametrize("size", [MOST, MOST + 1, 50 * MOST])
def test_what_is_too_long_is_left_alone_and_not_unpacked_to_the_end(library, size):
    assert inflated(GZIP, gz(bytes(size)), MOST) is None
    assert inflated(GZIP, gz(bytes(MOST - 1)), MOST) == bytes(MOST - 1)


def test_what_comes_out_and_what_is_said_does_not_depend_on_the_library(library):
    packed, broken = gz(LOG), bytearray(gz(LOG))
    broken[20] ^= 0xFF

    assert inside(packed)[0][0].data == LOG
    assert inside(packed * TWICE)[0][0].data == LOG * TWICE
    assert inside(packed[:-3]) == ([], "is gzip cut short")
    assert inside(bytes(broken))[1].startswith("is damaged gzip: Error -3 while decompressing data: ")


def test_a_deflated_member_of_a_zip_comes_out_by_either_library(library):
    members, problem = inside(zip_of([("a.xml", LOG), ("b.xml", LOG * 1000)]))

    assert [member.data for member in members] == [LOG, LOG * 1000]
    assert problem is None


def test_gzip_as_others_write_it_comes_out(library):
    assert inflated(GZIP, gzip.compress(LOG, compresslevel=1), MOST) == LOG
