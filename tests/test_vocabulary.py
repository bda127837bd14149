"""The words of the field: every text form is read back as what it was written from."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.vocabulary import (
    ABORTIVE,
    AKA_IDS,
    KINDS,
    PLAYS_ON,
    SANMA_ABSENT_KINDS,
    TILES,
    WIND_KINDS,
    YAOCHU_KINDS,
    DrawKind,
    EndKind,
    PlayKind,
    is_aka,
    kind_of,
    kyoku_text,
    mpsz,
    parse_kyoku,
    parse_mpsz,
    parse_tiles,
    points_text,
    signed_points,
    tile_text,
)

tile_ids = st.integers(0, TILES - 1)
hands_of_tiles = st.sets(tile_ids, max_size=TILES)


KYOKU = {"E1": (0, None), "E2.1": (1, 1), "E4.0": (3, 0), "S4.12": (7, 12), "W1": (8, None)}


@pytest.mark.parametrize("text", KYOKU)
def test_a_kyoku_is_named_as_players_name_it_and_read_back(text):
    assert kyoku_text(*KYOKU[text]) == text
    assert parse_kyoku(text) == KYOKU[text]
    # Beyond north four there is no name.
    assert (kyoku_text(15, 999), kyoku_text(16, 2)) == ("N4.999", "K16.2")


def test_the_kinds_that_have_a_name_are_the_ones_players_mean():
    assert tuple(sorted(parse_mpsz("19m19p19s1234567z"))) == YAOCHU_KINDS
    assert parse_mpsz("1234z") == WIND_KINDS
    assert parse_mpsz("2345678m") == SANMA_ABSENT_KINDS
    assert parse_mpsz("123456789m123456789p123456789s1234567z") == tuple(range(KINDS))


def test_the_red_fives_are_the_first_five_of_each_suit():
    assert [tile for tile in range(TILES) if is_aka(tile)] == list(AKA_IDS)
    assert [tile_text(tile) for tile in AKA_IDS] == ["0m", "0p", "0s"]
    assert [tile_text(tile, with_aka=False) for tile in AKA_IDS] == ["5m", "5p", "5s"]


def test_tiles_are_written_sorted_by_suit_and_rank_whatever_their_order():
    assert (mpsz([108, 53, 8, 52, 0, 4]), mpsz([])) == ("123m05p1z", "")
    assert mpsz([52, 53], with_aka=False) == "55p"


@given(hands_of_tiles)
def test_tiles_written_with_red_fives_are_read_back_with_the_same_red_fives(tiles):
    text = mpsz(tiles)

    again = parse_tiles(text)

    assert sorted(kind_of(tile) for tile in again) == sorted(kind_of(tile) for tile in tiles)
    assert {tile for tile in again if is_aka(tile)} == {tile for tile in tiles if is_aka(tile)}
    assert mpsz(again) == text


@given(hands_of_tiles, hands_of_tiles)
def test_tiles_read_beside_others_never_take_one_of_them(tiles, others):
    wanted = sorted(tiles - others)

    found = parse_tiles(mpsz(wanted), taken=sorted(others))

    assert not set(found) & others
    assert len(set(found)) == len(wanted)


NO_TEXTS = {
    (parse_kyoku, "is not a kyoku"): [
        "", "E", "E0", "E5", "e1", "X1", "E1.", "E1.-1", "E1.1000", " E1", "E1\n", "E1.٣",
    ],
    (parse_mpsz, "is not mpsz text"): ["1", "m", "12", "1x", "1m2", "m1", "1 m", "1m\n", "１m"],
    (parse_mpsz, "honours are 1z to 7z"): ["0z", "8z", "19z"],
    (parse_tiles, "more copies"): ["11111z", "00p"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("reads", "message", "text"), [(*how, text) for how, texts in NO_TEXTS.items() for text in texts]
)
def test_a_text_that_cannot_be_read_is_refused_and_named(reads, text, message):
    with pytest.raises(ValueError, match=message) as refused:
        reads(text)

    assert repr(text) in str(refused.value)


def test_a_plain_five_takes_the_red_copy_only_as_the_last_and_none_that_is_taken():
    assert parse_tiles("5555p") == (53, 54, 55, 52)
    assert parse_tiles("05p", taken=[53]) == (52, 54)
    for text, taken in (("0s", [88]), ("1m", [0, 1, 2, 3])):
        with pytest.raises(ValueError, match="more copies"):
            parse_tiles(text, taken=taken)


def test_no_game_is_over_after_an_abortive_draw_or_a_chombo():
    assert {*PLAYS_ON} == {*DrawKind} - {DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN}
    assert {*PLAYS_ON} - {*ABORTIVE} == {DrawKind.CHOMBO}


def test_points_of_the_seats_have_their_sign_and_a_seat_that_pays_nothing_has_none():
    assert signed_points([1500, -1500, 0]) == "(+1500, -1500, 0)"
    assert points_text([12000, -4000, 0]) == "+12,000 -4,000 0"
    assert points_text(None) == "not stated"


def test_codes_fit_a_byte_beside_absence_and_columns_are_compared_with_them_without_a_step_of_python():
    assert all(0 <= code < 255 for kinds in (PlayKind, DrawKind, EndKind) for code in kinds)
    column, kind, called = np.arange(5, dtype=np.uint8), PlayKind(1), []
    sys.setprofile(lambda frame, event, _: called.append(frame.f_code) if event == "call" else None)
    try:
        found = (column == kind, column != kind, column[1] == kind)
    finally:
        sys.setprofile(None)

    assert called == []
    assert [one.tolist() for one in found[:2]] == [(np.eye(5)[1] == 1).tolist(), (np.eye(5)[1] == 0).tolist()]
    assert found[2]
