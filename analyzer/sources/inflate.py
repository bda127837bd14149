"""deflate, bare or as gzip: by ISA-L where there is one for the processor, else by zlib.

ISA-L takes half the time, and only what is whole and sound is taken from it: anything else is unpacked
again by zlib, which says what is wrong.
"""

from __future__ import annotations

import zlib
from importlib import import_module
from types import ModuleType
from typing import Final

__all__ = ["BARE", "GZIP", "Inflate", "inflated"]

BARE: Final = -zlib.MAX_WBITS
"""Window of deflate without anything around it."""
GZIP: Final = zlib.MAX_WBITS | 16
"""Window of gzip."""


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
