"""Packed files: what each compression and each damage gives, and how much is unpacked of a bomb."""

from __future__ import annotations

import bz2
import gzip
import io
import zlib
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from analyzer.sources import SourceProblem, iter_logs, packed, zips
from analyzer.sources.contents import container_of, is_forwards, members_of
from analyzer.sources.items import Blob, Limits
from analyzer.sources.packed import BARE, GZIP, inflated
from tests.sources.archives import LOG, PACKERS, Member, gz, inside, tar_of, zip_of
from tests.thinned import thinned

NOISE = np.random.default_rng(20261121)
BLOCKS = [NOISE.bytes(6000) for _ in range(1200)]


def cut(pack):
    return [(pack(LOG)[:-missing], None, "is {} cut short") for missing in (1, 6, 20)]


def damaged(data, place=None):
    """With another bit at a place, or in the middle."""
    data = bytearray(data)
    data[len(data) // 2 if place is None else place] ^= 1
    return bytes(data)


CASES = {
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
    ("case", "packing"), [*product(CASES, PACKERS), *product(OF_SUMS, ("gzip", "bzip2", "xz"))]
)
def test_a_packed_file_gives_what_is_in_it_or_the_reason(packing, case):
    for data, expected, problem in (CASES | OF_SUMS)[case](PACKERS[packing]):
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

ZEROS = gzip.compress(bytes(4_000_000), mtime=0)
"""4 KB."""
LAYERS = 20


MANY = [(f"{place}.gz", ZEROS) for place in range(LAYERS)]
NESTED = {
    "gzip in zip": zip_of(MANY),
    "gzip in zip in zip": zip_of([(f"{place}.zip", zip_of(MANY)) for place in range(LAYERS)]),
    "gzip in tar in gzip": gz(tar_of(MANY)),
    "gzip in tar in gzip in zip": zip_of([("1", gz(tar_of(MANY)))]),
    "zip in zip of gzip": zip_of([("1.zip", zip_of(MANY))]),
    "gzip in gzip in gzip": gz(gz(ZEROS)),
}


def counting(module, out):
    """A module like zlib that notes how many bytes of deflate come out of it."""

    def decompressobj(window):
        decoder = module.decompressobj(window)

        class Decoder:
            def decompress(self, data, most):
                piece = decoder.decompress(data, most)
                out.append(len(piece))
                return piece

            def __getattr__(self, name):
                return getattr(decoder, name)

        return Decoder()

    return SimpleNamespace(error=module.error, MAX_WBITS=zlib.MAX_WBITS, decompressobj=decompressobj)


@pytest.fixture
def unpacked(monkeypatch):
    """Bytes of deflate that were unpacked, piece by piece."""
    out = []
    monkeypatch.setattr(packed, "_fast", counting(packed._fast, out))
    monkeypatch.setattr(packed, "zlib", counting(zlib, out))
    monkeypatch.setattr(zips, "zlib", counting(zlib, out))
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
