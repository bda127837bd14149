"""Archives within archives keep to one ratio together: what is unpacked is bounded by what comes in."""

from __future__ import annotations

import gzip
import io
import zlib
from types import SimpleNamespace

import pytest

from analyzer.sources import Limits, SourceLog, SourceProblem, iter_logs, packed, zips
from tests.sources.archives import LOG, PACKERS, gz, tar_of, zip_of

ZEROS = gzip.compress(bytes(4_000_000), mtime=0)
"""4 KB."""
LAYERS = 60


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


@pytest.mark.parametrize("name", NESTED)
@pytest.mark.parametrize("is_stream", [False, True])
def test_layers_of_zeros_unpack_to_a_multiple_of_the_file(name, is_stream, tmp_path, unpacked):
    """Sixty times sixty times four megabytes are fourteen gigabytes; a file of some KB makes none of it."""
    data, limits = NESTED[name], Limits(free_bytes=1_000_000)
    (tmp_path / "1").write_bytes(data)
    stdin = io.BytesIO(data) if is_stream else None

    items = list(iter_logs(["-" if is_stream else tmp_path / "1"], limits=limits, stdin=stdin))

    # Each of three layers keeps to it, and what goes beyond is unpacked a second time to say what is wrong.
    assert sum(unpacked) <= 5 * max(limits.free_bytes, limits.ratio * len(data))
    assert {type(item) for item in items} == {SourceProblem}


def test_a_log_is_read_however_deep_it_lies():
    """Nothing honest grows twice: what is packed already grows no more."""
    log = LOG * 40
    for packing in PACKERS.values():
        inner = zip_of([("1", packing(log)), ("2", packing(log + b" "))])
        for outer in (zip_of([("a.zip", inner)]), gz(tar_of([("a.zip", inner)]))):
            items = iter_logs(["-"], stdin=io.BytesIO(outer))

            assert [item.data for item in items if isinstance(item, SourceLog)] == [log, log + b" "]
