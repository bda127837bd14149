"""gzip, bzip2, xz, Zstandard and LZ4: a packed file, or a packed tar archive.

Reading goes strictly forwards and within limits, so a pipe will do.  A tar archive inside is streamed: its
members are given one by one, and memory never holds more than one of them.

The decoders are those of the standard library, the file objects are not: `BZ2File` and `LZMAFile` ignore what
follows the last stream, `GzipFile` takes 39 us for a log of 5 KB against 9 here, and `gzip.decompress` (11)
has no limit.  deflate uses ISA-L where it is available for the processor, but only for complete and sound
streams; anything else is unpacked again by zlib, which tells what is wrong.
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

__all__ = [
    "BARE",
    "GZIP",
    "PACKINGS",
    "ZSTD",
    "Decoder",
    "Inflate",
    "Packing",
    "crc32",
    "inflated",
    "unpacked",
]

BARE: Final = -zlib.MAX_WBITS
"""Window of bare deflate."""
GZIP: Final = zlib.MAX_WBITS | 16
"""Window of gzip."""
_CHUNK: Final = 64 * 1024
_PIECE: Final = 64 * 1024
"""Bytes unpacked between two checks of the limit; the first pieces are smaller."""
_AT_ONCE: Final = 1024 * 1024
"""What unpacks to no more than this is unpacked in one call."""
_TINY_STREAMS: Final = 1000
_BYTES_A_STREAM: Final = 4096
"""Parallel packers write a stream per block; more streams than this only cost time."""
_XZ_MEMORY: Final = 128 * 1024 * 1024


class Decoder(Protocol):
    """A decoder of one stream, as in the standard library."""

    @property
    def eof(self) -> bool:
        """Whether the end of the stream was reached."""

    @property
    def needs_input(self) -> bool:
        """Whether more input is needed before more output comes."""

    @property
    def unused_data(self) -> bytes:
        """Input beyond the end of the stream."""

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        """At most ``max_length`` bytes more."""


class Packing(NamedTuple):
    """A kind of compression.

    Attributes:
        unpack: Unpacked pieces of a stream, none empty; raises Unreadable.
        unpack_whole: The whole content up to a size, in simple cases; None where ``unpack`` is needed.
    """

    unpack: Callable[[Readable], Iterator[bytes]]
    unpack_whole: Callable[[bytes, int], bytes | None] = lambda _packed, _most: None

    def members(self, blob: Blob, limits: Limits) -> Iterator[Member]:
        """The file inside, or the members of the tar archive inside.

        Raises:
            Unreadable: When it is damaged, cut short or exceeds the limits, possibly after some members of a
                tar archive.
        """
        log = self._one_log(blob, limits)
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
                # Counts members alone: the padding of their last blocks packs to nothing.
                size = 0
                for member in tar_members(stream, head, limits):
                    size += len(member.data)
                    yield replace(member, grown=size / max(packed.place, 1))
                return
            # Anything may grow to the size of a log; only a large file may grow to that of an archive.
            stream.bound = lambda: min(limits.nested_bytes, _allowed(packed.place, limits))
            data = stream.read(limits.nested_bytes + 1, head)
            yield Member("", data, grown=len(data) / max(packed.place, 1))

    def unpack_at_once(self, packed: bytes, most: int) -> bytes | None:
        """As ``unpack_whole``, for what is no larger than a log."""
        return self.unpack_whole(packed, min(most, _AT_ONCE))

    def _one_log(self, blob: Blob, limits: Limits) -> bytes | None:
        """The content of a blob in memory if it is no larger than a log, as usual; else None."""
        if blob.place is not None or blob.rest is not None:
            return None
        most = min(limits.log_bytes, limits.nested_bytes, _allowed(len(blob.data), limits))
        log = self.unpack_at_once(blob.data, most)
        return None if log is None or is_tar(log) else log


def _allowed(packed: int, limits: Limits) -> int:
    """How many bytes these packed ones may unpack to, where one log is expected."""
    return max(min(limits.log_bytes, limits.free_bytes), packed * limits.ratio)


class _File:
    """The part of a file that pyarrow needs."""

    closed = False

    def __init__(self, stream: Readable) -> None:
        self.read = stream.read

    def close(self) -> None:
        """Does nothing: the stream is closed where it was opened."""


class _Unpacked:
    """Unpacked pieces as a stream that stops at a limit."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._held = b""
        self._out = 0
        self.bound: Callable[[], int] = lambda: _PIECE + BLOCK
        self.beyond = "unpacks to more bytes than any log has"

    def read(self, size: int, /, before: bytes = b"") -> bytes:
        """The next ``size`` bytes, fewer only at the end; ``before`` counts as the first of them."""
        parts, room = [before, self._held], size - len(before) - len(self._held)
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
    """Unpacked pieces of one or several concatenated streams.

    Args:
        name: Name of the compression.
        new_decoder: Makes the decoder of one stream.
        packed: The packed bytes.

    Raises:
        Unreadable: When they are damaged or cut short, or there are far too many streams.
    """
    # The first pieces are small, because hostile input is refused early.
    source, streams, most = Tape(packed), 0, BLOCK
    data = source.read(_CHUNK)
    while data:
        streams += 1
        if streams > _TINY_STREAMS + source.place // _BYTES_A_STREAM:
            raise Unreadable(f"is {name} in {streams} nearly empty streams")
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
    """What follows the zeros that tapes and some archivers use as padding."""
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
crc32: Final[Callable[[bytes], int]] = _fast.crc32
"""That of `zlib`, several times as fast."""


def inflated(window: int, packed: bytes, most: int) -> bytes | None:
    """The content of a stream that is complete and sound, with nothing after it and less than ``most`` bytes.

    None otherwise; `Inflate` then tells what is wrong, if anything.
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
        # zlib may hold back output that just fits, although no input is left.
        self._more = len(piece) == max_length or bool(self._zlib.unconsumed_tail)
        return piece


def _by_pyarrow(name: str, codec: str) -> Callable[[Readable], Iterator[bytes]]:
    """Unpacks with the decoders of pyarrow; the standard library has no zstd before 3.14, and no LZ4."""

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
"""By the name of the container in `CONTAINERS`."""
