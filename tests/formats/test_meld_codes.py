from __future__ import annotations

import numpy as np
import pytest

from analyzer.formats.meld_codes import (
    NO_CALL,
    decode_call,
    encode_ankan,
    encode_chi,
    encode_daiminkan,
    encode_kakan,
    encode_kita,
    encode_meld,
    encode_pon,
)
from analyzer.vocabulary import NO_TILE, SEATS, PlayKind

CALLS = (PlayKind.CHI, PlayKind.PON, PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA)


def decoded(code: int, seat: int = 0) -> tuple[tuple[int, ...], list[int]]:
    tiles = np.zeros(4, np.uint8)
    return decode_call(code, seat, tiles), [tile for tile in tiles.tolist() if tile != NO_TILE]


# Put together by hand from the bits, as the format description has them: source in bits 0-1, then by kind.
@pytest.mark.parametrize(
    ("code", "seat", "call", "tiles"),
    [
        # 1m2m3m of first copies, the 1m from the previous seat: all other bits are 0.
        (0b000000_0_00_00_00_1_11, 1, (PlayKind.CHI, 0, 0, 0), [0, 4, 8]),
        # 7s8s9s: sequence 20, highest called (20 * 3 + 2 = 62), copies 1, 2, 3.
        (0b111110_0_11_10_01_1_11, 0, (PlayKind.CHI, 107, 107, 3), [97, 102, 107]),
        # East without its fourth copy, the first called (27 * 3 + 0 = 81), from across.
        (0b1010001_00_11_0_1_0_10, 3, (PlayKind.PON, 108, 108, 1), [108, 109, 110]),
        # The same pon without the first copy: its called place 0 is then the second copy.
        (0b1010001_00_00_0_1_0_10, 3, (PlayKind.PON, 109, 109, 1), [109, 110, 111]),
        # The fourth East added to the first of these.
        (0b1010001_00_11_1_0_0_10, 3, (PlayKind.KAKAN, 111, 108, 1), [108, 109, 110, 111]),
        # Haku 124 from the next seat; 5m 16 closed.
        (124 << 8 | 1, 3, (PlayKind.DAIMINKAN, 124, 124, 0), [124, 125, 126, 127]),
        (16 << 8, 2, (PlayKind.ANKAN, 16, NO_TILE, 2), [16, 17, 18, 19]),
        # The four codes of a North set aside that occur in real logs.
        (30752, 2, (PlayKind.KITA, 120, NO_TILE, 2), [120]),
        (31008, 2, (PlayKind.KITA, 121, NO_TILE, 2), [121]),
        (31264, 0, (PlayKind.KITA, 122, NO_TILE, 0), [122]),
        (31520, 0, (PlayKind.KITA, 123, NO_TILE, 0), [123]),
        # Haku set aside: a call that the rules do not have.
        (124 << 8 | 32, 1, (PlayKind.KITA, 124, NO_TILE, 1), [124]),
    ],
)
def test_a_code_is_taken_apart(code, seat, call, tiles):
    assert decoded(code, seat) == (call, tiles)


@pytest.mark.parametrize(
    "code",
    [
        -1,
        1 << 16,
        63 << 10 | 7,  # a chi that would begin at an honour
        0b000000_0_00_00_00_1_00,  # a chi from oneself
        0b000000_1_00_00_00_1_11,  # a chi with the unused bit set
        0b1010001_00_11_0_1_0_00,  # a pon from oneself
        0b1010001_01_11_0_1_0_10,  # a pon with an unused bit set
        0b1010001_00_11_1_1_0_10,  # pon and kakan at once
        102 << 9 | 8 | 2,  # a pon of kind 34
        136 << 8,  # an ankan of a tile that does not exist
        136 << 8 | 1,
        16 << 8 | 64,  # a kan with an unused bit set
        136 << 8 | 32,  # a tile set aside that does not exist
        120 << 8 | 33,  # a North set aside from another seat
    ],
)
def test_a_code_that_names_no_call_is_refused(code):
    call, tiles = decoded(code)

    assert call[0] == NO_CALL
    assert tiles == []


def encoded(call: tuple[int, ...], tiles: list[int], seat: int) -> int:
    kind, tile, called, source = call
    match kind:
        case PlayKind.CHI:
            return encode_chi(tiles, called, seat, source)
        case PlayKind.PON:
            return encode_pon(tiles, called, seat, source)
        case PlayKind.KAKAN:
            return encode_kakan([old for old in tiles if old != tile], called, seat, source)
        case PlayKind.DAIMINKAN:
            return encode_daiminkan(called, seat, source)
        case PlayKind.ANKAN:
            return encode_ankan(tile)
        case _:
            return encode_kita(tile)


def test_encoding_gives_back_every_code_that_can_be_decoded():
    kinds = dict.fromkeys(CALLS, 0)
    for code in range(1 << 16):
        seat = code % SEATS
        call, tiles = decoded(code, seat)
        if call[0] == NO_CALL:
            continue
        kinds[PlayKind(call[0])] += 1
        assert encoded(call, tiles, seat) == code

    # Sequences, called place, copies, sources; kinds, called place, fourth copy, sources; tiles, sources.
    assert kinds == {
        PlayKind.CHI: 21 * 3 * 4**3 * 3,
        PlayKind.PON: 34 * 3 * 4 * 3,
        PlayKind.DAIMINKAN: 136 * 3,
        PlayKind.KAKAN: 34 * 3 * 4 * 3,
        PlayKind.ANKAN: 136,
        PlayKind.KITA: 136,
    }


@pytest.mark.parametrize(
    ("encode", "tiles", "message"),
    [
        *(
            (encode_chi, tiles, "not a sequence")
            for tiles in ([0, 4, 12], [32, 36, 40], [108, 112, 116], [0, 1, 2])
        ),
        *((encode_pon, tiles, "not three") for tiles in ([0, 1, 4], [0, 1], [0, 0, 1])),
        *((encode_kakan, tiles, "not three") for tiles in ([0, 1, 4], [0, 1], [0, 0, 1])),
        (lambda tiles, called, seat, source: encode_daiminkan(called, seat, seat), [0], "itself"),
        (lambda tiles, *_: encode_meld(PlayKind.DAIMINKAN, tiles, 1, 0), [0, 1, 2, 4], "four"),
        (lambda tiles, *_: encode_meld(PlayKind.ANKAN, tiles, 1, 1), [0, 1, 2], "four"),
    ],
)
def test_tiles_that_make_no_meld_have_no_code(encode, tiles, message):
    with pytest.raises(ValueError, match=message):
        encode(tiles, tiles[0], 1, 0)
