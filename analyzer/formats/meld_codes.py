"""Decoding and encoding of ``m``, the code of a call in N.

Bits, lowest first: 0-1 the source of the called tile (0 self, 1 next seat, 2 across, 3 previous); 2 chi,
3 pon, 4 kakan, 5 alone kita; a kan has none of bits 2-5.
Source: public parsers, which agree, checked against every call of the real logs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import PLAY
from analyzer.kernels import kernel
from analyzer.vocabulary import KINDS, NO_SEAT, NO_TILE, SEATS, TILES, PlayKind, Seat, TileId

NO_CALL: Final = 255
"""Stands for the kind of a code that is no call."""
CODES: Final = 1 << 16

SEQUENCES: Final = 21
"""Sequences that a chi can be: seven in each of three suits."""
CHI_BIT: Final = 4
PON_BIT: Final = 8
KAKAN_BIT: Final = 16
KITA_BYTE: Final = 32


@kernel
def decode_call(code: int, seat: int, out_tiles: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Kind, tile, called tile and source seat of a code; the tiles of its meld go to ``out_tiles``.

    Args:
        code: ``m`` as logged.
        seat: Who calls.
        out_tiles: Shape (4,): filled with the ids of the meld, ascending; NO_TILE where fewer.

    Returns:
        ``(kind, tile, called, source)``.  ``kind`` is a PlayKind, or NO_CALL when the code is no call:
        it has a bit that its kind does not use, a tile kind above 33, a chi of honours or across suits, or
        the own seat as the source of a chi, pon or kakan.  A kita may be of any tile: rules say that it is
        north.  ``tile`` is what this call takes, adds or sets aside; for ANKAN the one of four that the
        code names.  ``called`` is the tile from another seat (for KAKAN that of the old pon), else NO_TILE;
        ``source`` is that seat, else the own seat.
    """
    for place in range(4):
        out_tiles[place] = NO_TILE
    if code < 0 or code >= CODES:
        return NO_CALL, NO_TILE, NO_TILE, NO_SEAT
    if code & CHI_BIT:
        return decode_chi(code, seat, out_tiles)
    if code & (PON_BIT | KAKAN_BIT):
        return decode_pon(code, seat, out_tiles)
    return decode_kan(code, seat, out_tiles)


@kernel
def decode_chi(code: int, seat: int, out_tiles: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Decode a chi: copies in bits 3-8, bit 9 empty, sequence and place of the called tile in bits 10-15."""
    relative = code & 3
    place = (code >> 10) % 3
    sequence = (code >> 10) // 3
    if relative == 0 or code & 0x200 or sequence >= SEQUENCES:
        return NO_CALL, NO_TILE, NO_TILE, NO_SEAT
    lowest = sequence // 7 * 9 + sequence % 7
    for step in range(3):
        out_tiles[step] = (lowest + step) * 4 + ((code >> (3 + 2 * step)) & 3)
    called = int(out_tiles[place])
    return PLAY.CHI, called, called, (seat + relative) % SEATS


@kernel
def decode_pon(code: int, seat: int, out_tiles: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Decode a pon or kakan: fourth copy in bits 5-6, bits 7-8 empty, kind and called place above."""
    relative = code & 3
    fourth = (code >> 5) & 3
    place = (code >> 9) % 3
    kind = (code >> 9) // 3
    is_kakan = (code & PON_BIT) == 0
    both = (code & PON_BIT) != 0 and (code & KAKAN_BIT) != 0
    if relative == 0 or both or code & 0x180 or kind >= KINDS:
        return NO_CALL, NO_TILE, NO_TILE, NO_SEAT
    source = (seat + relative) % SEATS
    called_copy = place if place < fourth else place + 1
    called = kind * 4 + called_copy
    if is_kakan:
        for copy in range(4):
            out_tiles[copy] = kind * 4 + copy
        return PLAY.KAKAN, kind * 4 + fourth, called, source
    for step in range(3):
        out_tiles[step] = kind * 4 + (step if step < fourth else step + 1)
    return PLAY.PON, called, called, source


@kernel
def decode_kan(code: int, seat: int, out_tiles: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Decode a daiminkan, ankan or kita: the tile id in bits 8-15, bits 2-4 and 6-7 empty."""
    relative = code & 3
    tile = code >> 8
    kind = tile // 4
    if (code & 0xFF) == KITA_BYTE and tile < TILES:
        out_tiles[0] = tile
        return PLAY.KITA, tile, NO_TILE, seat
    if (code & 0xFC) != 0 or tile >= TILES:
        return NO_CALL, NO_TILE, NO_TILE, NO_SEAT
    for copy in range(4):
        out_tiles[copy] = kind * 4 + copy
    if relative == 0:
        return PLAY.ANKAN, tile, NO_TILE, seat
    return PLAY.DAIMINKAN, tile, tile, (seat + relative) % SEATS


def encode_chi(tiles: Sequence[TileId], called: TileId, seat: Seat, source: Seat) -> int:
    """Code of a chi.

    Args:
        tiles: The three ids of the sequence, in any order.
        called: Which of them was taken.
        seat: Who calls.
        source: Who discarded it.

    Raises:
        ValueError: When the tiles are no sequence, or ``called`` is none of them.

    Examples:
        >>> encode_chi([0, 4, 8], 0, 1, 0)
        7
    """
    first, second, third = ordered = sorted(tiles)
    lowest = first // 4
    if (second // 4, third // 4) != (lowest + 1, lowest + 2) or lowest % 9 > 6 or lowest >= 27:
        raise ValueError(f"{tiles!r} is not a sequence of three tile ids in one suit")
    sequence = lowest // 9 * 7 + lowest % 9
    copies = first % 4 << 3 | second % 4 << 5 | third % 4 << 7
    return (sequence * 3 + ordered.index(called)) << 10 | copies | CHI_BIT | _relative(seat, source)


def encode_pon(tiles: Sequence[TileId], called: TileId, seat: Seat, source: Seat) -> int:
    """Code of a pon; arguments as `encode_chi`.

    Raises:
        ValueError: When the tiles are not three of one kind, or ``called`` is none of them.
    """
    return _triplet(tiles, called) | PON_BIT | _relative(seat, source)


def encode_kakan(tiles: Sequence[TileId], called: TileId, seat: Seat, source: Seat) -> int:
    """Code of a kakan, from the arguments of the pon that it extends; the added tile is the fourth copy."""
    return _triplet(tiles, called) | KAKAN_BIT | _relative(seat, source)


def encode_daiminkan(called: TileId, seat: Seat, source: Seat) -> int:
    """Code of an open kan on a discard."""
    return called << 8 | _relative(seat, source)


def encode_ankan(tile: TileId) -> int:
    """Code of a closed kan; ``tile`` is any of the four, for Tenhou the one drawn."""
    return tile << 8


def encode_kita(tile: TileId) -> int:
    """Code of a tile set aside; rules say that it is north."""
    return tile << 8 | KITA_BYTE


def encode_meld(kind: PlayKind, tiles: Sequence[TileId], seat: Seat, source: Seat) -> int:
    """Code of a meld of three or four tiles, the called one first; of a kakan the added one last or left out.

    Raises:
        ValueError: When the tiles are no such meld.
    """
    if kind == PlayKind.CHI and len(tiles) == 3:
        return encode_chi(tiles, tiles[0], seat, source)
    if kind == PlayKind.PON:
        return encode_pon(tiles, tiles[0], seat, source)
    if kind == PlayKind.KAKAN:
        return encode_kakan(tiles[:3], tiles[0], seat, source)
    if len(tiles) != 4 or len({tile // 4 for tile in tiles}) > 1:
        raise ValueError(f"{tiles!r} is not four tile ids of one kind")
    return (
        encode_ankan(tiles[0] // 4 * 4)
        if kind == PlayKind.ANKAN
        else encode_daiminkan(tiles[0], seat, source)
    )


def _triplet(tiles: Sequence[TileId], called: TileId) -> int:
    """Bits 5-15 of a pon or kakan."""
    ordered = sorted(tiles)
    kind = ordered[0] // 4
    fourth = set(range(kind * 4, kind * 4 + 4)) - set(ordered)
    if len(ordered) != 3 or len(fourth) != 1:
        raise ValueError(f"{tiles!r} is not three tile ids of one kind")
    return (kind * 3 + ordered.index(called)) << 9 | (fourth.pop() % 4) << 5


def _relative(seat: Seat, source: Seat) -> int:
    """Source of a tile, counted from the caller: 1 the next seat, 2 across, 3 the previous."""
    relative = (source - seat) % SEATS
    if relative == 0:
        raise ValueError(f"seat {seat} cannot take a tile from itself")
    return relative
