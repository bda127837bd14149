"""gzip: one or several streams one after another, decompressed within bounds."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

from analyzer.sources.items import Blob, Limits, Member, Unreadable

__all__ = ["gunzip", "is_gzip", "open_gzip"]

_GZIP: Final = zlib.MAX_WBITS | 16
_MAGIC: Final = b"\x1f\x8b"
_CHUNK: Final = 64 * 1024
_MOST_STREAMS: Final = 1000


def is_gzip(head: bytes) -> bool:
    """Whether these are the first bytes of a gzip file."""
    return head.startswith(_MAGIC)


def open_gzip(blob: Blob, limits: Limits) -> Iterator[Member]:
    """The one thing a gzip file holds."""
    with blob.open() as stream:
        data = stream.read(limits.nested_bytes + 1)
    if len(data) > limits.nested_bytes:
        raise Unreadable(f"holds more than {limits.nested_bytes} bytes compressed, which is no log")
    # A log may be of any size up to its limit; only what is large already may become an archive.
    bound = min(limits.nested_bytes, max(limits.log_bytes, len(data) * limits.ratio))
    yield Member("", gunzip(data, bound))


def gunzip(data: bytes, bound: int) -> bytes:
    """Decompressed bytes of one or several gzip streams.

    Raises:
        Unreadable: When they are damaged or cut short, or hold more than ``bound`` bytes.
    """
    parts: list[bytes] = []
    place, room = 0, bound
    for _ in range(_MOST_STREAMS):
        stream, place = zlib.decompressobj(_GZIP), _past_padding(data, place)
        try:
            while not stream.eof and place < len(data):
                chunk = data[place : place + _CHUNK]
                parts.append(stream.decompress(chunk, room + 1))
                room -= len(parts[-1])
                if room < 0:
                    raise Unreadable("unpacks to more bytes than any log has")
                place += len(chunk) - len(stream.unused_data)
        except zlib.error as error:
            raise Unreadable(f"is damaged gzip: {error}") from None
        if not stream.eof:
            raise Unreadable("is gzip cut short")
        if _past_padding(data, place) == len(data):
            return b"".join(parts)
    raise Unreadable(f"holds more than {_MOST_STREAMS} gzip streams")


def _past_padding(data: bytes, place: int) -> int:
    """Where the next stream begins: tapes and some archivers pad with zeros."""
    while place < len(data) and data[place] == 0:
        place += 1
    return place
