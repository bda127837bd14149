"""One stream at once, by either library; what is not simple is left to whoever says what is wrong."""

import gzip
import zlib

import pytest

from analyzer.sources import packed
from analyzer.sources.packed import BARE, GZIP, inflated
from tests.sources.archives import LOG, gz, inside, zip_of

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
