from __future__ import annotations

import numpy as np
import pytest

from analyzer.formats.meld_codes import NO_CALL, decode_call, encode_ankan, encode_kita, encode_meld
from analyzer.vocabulary import NO_TILE, SEATS, PlayKind
from tests.case_files import whole

CASES = whole("formats/meld_codes")
CALLS = (PlayKind.CHI, PlayKind.PON, PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA)


def decoded(code: int, seat: int = 0) -> tuple[tuple[int, ...], list[int]]:
    tiles = np.zeros(4, np.uint8)
    return decode_call(code, seat, tiles), [tile for tile in tiles.tolist() if tile != NO_TILE]


@pytest.mark.parametrize(("code", "seat", "kind", "tile", "called", "source", "tiles"), CASES["codes"])
def test_a_code_is_taken_apart(code, seat, kind, tile, called, source, tiles):
    call = (PlayKind[kind], tile, NO_TILE if called < 0 else called, source)

    assert decoded(code, seat) == (call, tiles)


def encoded(call: tuple[int, ...], tiles: list[int], seat: int) -> int:
    kind, tile, called, source = call
    if kind in (PlayKind.ANKAN, PlayKind.KITA):
        return (encode_ankan if kind == PlayKind.ANKAN else encode_kita)(tile)
    # The called tile comes first, and the one that a kakan adds last.
    ordered = sorted(tiles, key=lambda one: (one != called, one == tile))
    return encode_meld(PlayKind(kind), ordered, seat, source)


def test_encoding_gives_back_every_code_that_can_be_decoded():
    kinds = dict.fromkeys(CALLS, 0)
    for code in range(1 << 16):
        seat = code % SEATS
        call, tiles = decoded(code, seat)
        if call[0] == NO_CALL:
            continue
        kinds[PlayKind(call[0])] += 1
        assert encoded(call, tiles, seat) == code

    assert {decoded(code)[0][0] for code in (-1, 1 << 16)} == {NO_CALL}
    # Sequences, called place, copies, sources; kinds, called place, fourth copy, sources; tiles, sources.
    assert kinds == {
        PlayKind.CHI: 21 * 3 * 4**3 * 3,
        PlayKind.PON: 34 * 3 * 4 * 3,
        PlayKind.DAIMINKAN: 136 * 3,
        PlayKind.KAKAN: 34 * 3 * 4 * 3,
        PlayKind.ANKAN: 136,
        PlayKind.KITA: 136,
    }


@pytest.mark.parametrize(("kind", "tiles", "relative", "message"), CASES["none"])
def test_tiles_that_make_no_meld_have_no_code(kind, tiles, relative, message):
    with pytest.raises(ValueError, match=message):
        encode_meld(PlayKind[kind], tiles, 1, (1 + relative) % SEATS)
