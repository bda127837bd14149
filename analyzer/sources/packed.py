"""gzip, bzip2, xz, Zstandard and LZ4: one thing packed, or a tar archive packed as a whole.

Read strictly forwards and within bounds, so a pipe will do.  A tar archive inside is streamed: its
members come out one after another, and nothing larger than one of them is ever held.

The decoders are those of the standard library, its file objects are not: `BZ2File` and `LZMAFile` pass over
what follows the last stream, a log of 5 KB takes `GzipFile` 39 us against 9 here, and `gzip.decompress` (11)
has no bounds.  deflate is ISA-L's where there is one for the processor; only what is whole and sound is taken
from it, anything else is unpacked again by zlib, which says what is wrong.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Final, NamedTuple, Protocol

from analyzer.printable import printable
from analyzer.sources.items import Blob, Limits, Member, Unreadable
from analyzer.sources.tars import BLOCK, Readable, Tape, is_tar, tar_members

__all__ = ["BARE", "GZIP", "PACKINGS", "ZSTD", "Decoder", "Inflate", "Packing", "inflated", "unpacked"]

BARE: Final = -zlib.MAX_WBITS
"""Window of deflate without anything around it."""
GZIP: Final = zlib.MAX_WBITS | 16
"""Window of gzip."""
_CHUNK: Final = 64 * 1024
_PIECE: Final = 64 * 1024
"""Bytes that are unpacked before anybody looks whether there are too many; at first fewer."""
_AT_ONCE: Final = 1024 * 1024
"""What unpacks to no more than this is unpacked at once."""
_TINY_STREAMS: Final = 1000
_BYTES_A_STREAM: Final = 4096
"""Parallel packers write a stream for each block; more than these say only that somebody wants our time."""
_XZ_MEMORY: Final = 128 * 1024 * 1024


class Decoder(Protocol):
    """What unpacks one stream, as the standard library has it."""

    @property
    def eof(self) -> bool:
        """Whether the end of the stream was reached."""

    @property
    def needs_input(self) -> bool:
        """Whether nothing more comes out before something goes in."""

    @property
    def unused_data(self) -> bytes:
        """What was given beyond the end of the stream."""

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        """At most ``max_length`` bytes more."""


class Packing(NamedTuple):
    """A way of packing one stream of bytes.

    Attributes:
        unpack: Pieces of what is in a stream, none empty; raises Unreadable.
        unpack_whole: All of so many bytes at most, where that is simple; None where ``unpack`` must see it.
    """

    unpack: Callable[[Readable], Iterator[bytes]]
    unpack_whole: Callable[[bytes, int], bytes | None] = lambda _packed, _most: None

    def members(self, blob: Blob, limits: Limits) -> Iterator[Member]:
        """The one thing inside, or the members of the tar archive inside.

        Raises:
            Unreadable: When it is damaged, cut short or unpacks beyond the limits; members of a tar
                archive may have come before.
        """
        log = self.one_log(blob, limits)
        if log is not None:
            yield Member("", log, grown=len(log) / max(len(blob.data), 1))
            return
        with blob.open() as file:
            packed = Tape(file)
            stream = _Unpacked(self.unpack(packed))
            head = stream.read(BLOCK)
            if is_tar(head):
                stream.bound = lambda: max(limits.free_bytes, packed.place * limits.ratio)
                stream.beyond = f"unpacks to more than {limits.ratio} times its size"
                # Of the members alone: what fills up the last block of each packs to nothing.
                size = 0
                for member in tar_members(stream, head, limits):
                    size += len(member.data)
                    yield replace(member, grown=size / max(packed.place, 1))
                return
            # A log may be of any size up to its limit; only what is large already may become an archive.
            stream.bound = lambda: min(limits.nested_bytes, _allowed(packed.place, limits))
            data = head + stream.read(limits.nested_bytes + 1)
            yield Member("", data, grown=len(data) / max(packed.place, 1))

    def one_log(self, blob: Blob, limits: Limits) -> bytes | None:
        """What is in a blob at hand if that is no larger than a log, as it mostly is; else None."""
        if blob.path is not None or blob.rest is not None:
            return None
        most = min(limits.log_bytes, limits.nested_bytes, _AT_ONCE, _allowed(len(blob.data), limits))
        log = self.unpack_whole(blob.data, most)
        return None if log is None or is_tar(log) else log


def _allowed(packed: int, limits: Limits) -> int:
    """Bytes that so many may unpack to, where one log is expected."""
    return max(min(limits.log_bytes, limits.free_bytes), packed * limits.ratio)


class _File:
    """What pyarrow asks of a file."""

    closed = False

    def __init__(self, stream: Readable) -> None:
        self.read = stream.read

    def close(self) -> None:
        """Whoever opened the stream closes it."""


class _Unpacked:
    """Unpacked pieces as a stream that refuses to go beyond a bound."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._held = b""
        self._out = 0
        self.bound: Callable[[], int] = lambda: _PIECE + BLOCK
        self.beyond = "unpacks to more bytes than any log has"

    def read(self, size: int, /) -> bytes:
        """The next ``size`` bytes, fewer at the end only."""
        parts, room = [self._held], size - len(self._held)
        while room > 0:
            piece = next(self._pieces, b"")
            if not piece:
                break
            self._out += len(piece)
            if self._out > self.bound():
                raise Unreadable(self.beyond)
            parts.append(piece)
            room -= len(piece)
        data = b"".join(parts)
        self._held = data[size:]
        return data[:size]


def unpacked(name: str, new_decoder: Callable[[], Decoder], packed: Readable) -> Iterator[bytes]:
    """Pieces of what one or several streams hold, one stream after another.

    Args:
        name: What the packing is called.
        new_decoder: Makes the decoder of one stream.
        packed: The packed bytes.

    Raises:
        Unreadable: When they are damaged or cut short, or there are all too many streams.
    """
    # Of what is hostile no more than the first bytes are wanted, so pieces begin small.
    source, streams, most = Tape(packed), 0, BLOCK
    data = source.read(_CHUNK)
    while data:
        streams += 1
        if streams > _TINY_STREAMS + source.place // _BYTES_A_STREAM:
            raise Unreadable(f"is {name} in {streams} streams of next to nothing")
        try:
            decoder = new_decoder()
            while not decoder.eof:
                if decoder.needs_input and not data:
                    data = source.read(_CHUNK)
                    if not data:
                        raise Unreadable(f"is {name} cut short")
                piece = decoder.decompress(data, most)
                data, most = b"", min(2 * most, _PIECE)
                if piece:
                    yield piece
        except (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError) as error:
            raise Unreadable(f"is damaged {name}: {printable(str(error))}") from None
        data = decoder.unused_data.lstrip(b"\0") or _past_padding(source)


def _past_padding(packed: Readable) -> bytes:
    """What follows after zeros: tapes and some archivers pad with them."""
    while data := packed.read(_CHUNK):
        if data := data.lstrip(b"\0"):
            return data
    return b""


def _fastest() -> ModuleType:
    try:
        return import_module("isal.isal_zlib")
    except ImportError:
        return zlib


_fast: Final = _fastest()


def inflated(window: int, packed: bytes, most: int) -> bytes | None:
    """What one stream holds if it is whole and sound, nothing follows it, and it holds less than ``most``.

    None otherwise; it is then for `Inflate` to say what is wrong, if anything is.
    """
    try:
        decoder = _fast.decompressobj(window)
        data: bytes = decoder.decompress(packed, most)
    except (zlib.error, _fast.error):
        return None
    return data if decoder.eof and not decoder.unused_data and len(data) < most else None


class Inflate:
    """zlib as a `Decoder` of packed streams.

    Args:
        window: `BARE` or `GZIP`.
    """

    def __init__(self, window: int) -> None:
        self._zlib = zlib.decompressobj(window)
        self._more = False

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        return not self._more

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        piece = self._zlib.decompress(self._zlib.unconsumed_tail + data, max_length)
        # zlib may hold back output that just fits, with no input left over.
        self._more = len(piece) == max_length or bool(self._zlib.unconsumed_tail)
        return piece


def _by_pyarrow(name: str, codec: str) -> Callable[[Readable], Iterator[bytes]]:
    """Unpacks by the decoders that pyarrow carries; Python has none of its own before 3.14."""

    def pieces(packed: Readable) -> Iterator[bytes]:
        import pyarrow as pa

        try:
            with pa.CompressedInputStream(pa.PythonFile(_File(packed), mode="r"), codec) as stream:
                most = BLOCK
                while piece := stream.read(most):
                    most = min(2 * most, _PIECE)
                    yield piece
        except (OSError, ValueError) as error:
            cut = "Truncated" in str(error)
            reason = f"is {name} cut short" if cut else f"is damaged {name}: {printable(str(error))}"
            raise Unreadable(reason) from None

    return pieces


ZSTD: Final = Packing(_by_pyarrow("Zstandard", "zstd"))
_NEW_XZ: Final = partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
PACKINGS: Final = {
    "gzip": Packing(partial(unpacked, "gzip", partial(Inflate, GZIP)), partial(inflated, GZIP)),
    "bzip2": Packing(partial(unpacked, "bzip2", bz2.BZ2Decompressor)),
    "xz": Packing(
        partial(unpacked, "xz", partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, memlimit=_XZ_MEMORY))
    ),
    "Zstandard": ZSTD,
    "LZ4": Packing(_by_pyarrow("LZ4", "lz4")),
}
"""By the name of the container (`CONTAINERS` knows how each begins)."""
