"""gzip, bzip2, xz, Zstandard and LZ4: a packed file or tar archive, read forwards and within limits.

The file objects of the standard library would not do: `BZ2File` and `LZMAFile` ignore what follows the last
stream, and `GzipFile` takes 39 us for a log of 5 KB against 9 here.  deflate uses ISA-L where it is available
for the processor, but only for complete and sound streams; anything else is unpacked again by zlib, which
tells what is wrong.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Final, TypeAlias

from analyzer.printable import printable
from analyzer.sources.items import Blob, Limits, SourceLog, SourceProblem, Unreadable
from analyzer.sources.tars import BLOCK, Counted, is_tar, tar_items

BARE: Final = -zlib.MAX_WBITS
"""Window of bare deflate."""
GZIP: Final = zlib.MAX_WBITS | 16
"""Window of gzip."""
_PIECE: Final = 64 * 1024
"""Bytes read, and bytes unpacked between two checks of the limit; the first pieces are smaller."""
_AT_ONCE: Final = 1024 * 1024
"""What unpacks to no more than this is unpacked in one call."""
_TINY_STREAMS: Final = 1000
_BYTES_A_STREAM: Final = 4096
"""Parallel packers write a stream per block; more streams than this only cost time."""
_XZ_MEMORY: Final = 128 * 1024 * 1024


def open_packed(name: str, blob: Blob, limits: Limits) -> Iterator[SourceLog | SourceProblem]:
    """The file in a packed one, under the name of that; or the members of the tar archive in it.

    Args:
        name: A key of `_UNPACK`.
        blob: The packed file.
        limits: Limits on size.

    Raises:
        Unreadable: When it is damaged, cut short or exceeds the limits, possibly after some members of a tar
            archive.
    """
    with blob.open() as file:
        packed = Counted(file)
        stream = _Unpacked(_UNPACK[name](packed))
        head = stream.read(BLOCK)
        if is_tar(head):
            stream.bound = lambda: max(limits.free_bytes, packed.place * limits.ratio)
            stream.beyond = f"unpacks to more than {limits.ratio} times its size"
            # Counts members alone: the padding of their last blocks packs to nothing.
            size = 0
            for item in tar_items(stream.read, head, blob.label, limits):
                if isinstance(item, SourceLog):
                    size += len(item.data)
                    item = item._replace(grown=size / max(packed.place, 1))
                yield item
            return
        # Anything may grow to the size of a log; only a large file may grow to that of an archive.
        log_bytes = min(limits.log_bytes, limits.free_bytes)
        stream.bound = lambda: min(limits.nested_bytes, max(log_bytes, packed.place * limits.ratio))
        data = head + stream.read(limits.nested_bytes + 1 - len(head))
        yield SourceLog(blob.label, data, len(data) / max(packed.place, 1))


class _Unpacked:
    """Unpacked pieces as a stream that stops at a limit."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._held = b""
        self._out = 0
        self.bound: Callable[[], int] = lambda: _PIECE + BLOCK
        self.beyond = "unpacks to more bytes than any log has"

    def read(self, size: int, /) -> bytes:
        """The next ``size`` bytes; fewer only at the end."""
        parts, room = [self._held], size - len(self._held)
        while room > 0 and (piece := next(self._pieces, b"")):
            self._out += len(piece)
            if self._out > self.bound():
                raise Unreadable(self.beyond)
            parts.append(piece)
            room -= len(piece)
        data = b"".join(parts)
        self._held = data[size:]
        return data[:size]


class _Gunzip:
    """zlib with the interface of `bz2.BZ2Decompressor`."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(GZIP)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        return not self._zlib.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, max_length)


_Decoder: TypeAlias = bz2.BZ2Decompressor | lzma.LZMADecompressor | _Gunzip


def _unpacked(name: str, new_decoder: Callable[[], _Decoder], packed: Counted) -> Iterator[bytes]:
    """Unpacked pieces of one or several streams, none of them empty; zeros may follow each as padding.

    Raises:
        Unreadable: When they are damaged or cut short, or there are far too many.
    """
    # The first pieces are small, because hostile input is refused early.
    streams, most = 0, BLOCK
    data = packed.read(_PIECE)
    while data:
        streams += 1
        if streams > _TINY_STREAMS + packed.place // _BYTES_A_STREAM:
            raise Unreadable(f"is {name} in {streams} nearly empty streams")
        try:
            decoder = new_decoder()
            while not decoder.eof:
                if decoder.needs_input and not data:
                    data = packed.read(_PIECE)
                    if not data:
                        raise Unreadable(f"is {name} cut short")
                piece = decoder.decompress(data, most)
                data, most = b"", min(2 * most, _PIECE)
                if piece:
                    yield piece
        except (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError) as error:
            raise Unreadable(f"is damaged {name}: {printable(str(error))}") from None
        data = decoder.unused_data.lstrip(b"\0")
        while not data and (more := packed.read(_PIECE)):
            data = more.lstrip(b"\0")


def _by_pyarrow(name: str, codec: str, packed: Counted) -> Iterator[bytes]:
    """The same by a decoder of pyarrow; the standard library has no Zstandard before 3.14, and no LZ4."""
    import pyarrow as pa

    try:
        with pa.CompressedInputStream(pa.PythonFile(packed, mode="r"), codec) as stream:
            most = BLOCK
            while piece := stream.read(most):
                most = min(2 * most, _PIECE)
                yield piece
    except (OSError, ValueError) as error:
        cut = "Truncated" in str(error)
        reason = f"is {name} cut short" if cut else f"is damaged {name}: {printable(str(error))}"
        raise Unreadable(reason) from None


_UNPACK: Final[dict[str, Callable[[Counted], Iterator[bytes]]]] = {
    "gzip": partial(_unpacked, "gzip", _Gunzip),
    "bzip2": partial(_unpacked, "bzip2", bz2.BZ2Decompressor),
    "xz": partial(_unpacked, "xz", partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)),
    "Zstandard": partial(_by_pyarrow, "Zstandard", "zstd"),
    "LZ4": partial(_by_pyarrow, "LZ4", "lz4"),
}
"""By name; each gives pieces of what is unpacked."""


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

    None otherwise; zlib then tells what is wrong, if anything.
    """
    try:
        decoder = _fast.decompressobj(window)
        data: bytes = decoder.decompress(packed, min(most, _AT_ONCE))
    except (zlib.error, _fast.error):
        return None
    return data if decoder.eof and not decoder.unused_data and len(data) < most else None
