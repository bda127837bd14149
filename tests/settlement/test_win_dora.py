from dataclasses import replace

import numpy as np
import pytest

from analyzer.replay.facts import Place
from analyzer.rules import load
from analyzer.settlement.dora import aka_held, dora_held, dora_kind, tiles_held
from analyzer.vocabulary import AKA_IDS, KINDS, NO_TILE, TILES, kind_text, parse_tiles
from tests.settlement.winning import win


def indicators(text):
    return np.array([[*parse_tiles(text), NO_TILE]], np.uint8)


@pytest.mark.parametrize(
    ("indicator", "dora", "dora_sanma"),
    [
        pytest.param("1m", "2m", "9m", id="sanma has no 2m"),
        pytest.param("9m", "1m", "1m", id="9m"),
        pytest.param("4p", "5p", "5p", id="4p"),
        pytest.param("0s", "6s", "6s", id="a red five points at the six"),
        pytest.param("9s", "1s", "1s", id="9s"),
        pytest.param("3z", "4z", "4z", id="West points at North"),
        pytest.param("4z", "1z", "1z", id="North points at East"),
        pytest.param("7z", "5z", "5z", id="chun points at haku"),
    ],
)
def test_an_indicator_points_at_the_next_kind(indicator, dora, dora_sanma):
    (tile,) = parse_tiles(indicator)

    assert [kind_text(dora_kind(tile, players)) for players in (4, 3)] == [dora, dora_sanma]


def test_a_hand_holds_its_concealed_part_its_melds_and_its_kita():
    facts = win("55p", "5p", "chi 234s", "pon 777z", "kakan 2222m", "ankan 9999p", kita=3)

    held = [tiles_held(facts, 0, kind) for kind in range(KINDS)]

    expected = {"5p": 2, "2s": 1, "3s": 1, "4s": 1, "7z": 3, "2m": 4, "9p": 4, "4z": 3}
    assert {kind_text(kind): count for kind, count in enumerate(held) if count} == expected


@pytest.mark.parametrize(
    ("shown", "dora"),
    [("", 0), ("1m", 4), ("1m1m", 8), ("4p1m", 6), ("3z", 2), ("8s", 0)],
)
def test_a_tile_counts_once_for_each_indicator_that_points_at_it(shown, dora):
    facts = win("55p345s", "5p", "kakan 2222m", "pon 777z", kita=2)

    assert dora_held(facts, 0, indicators(shown)[0]) == dora


@pytest.mark.parametrize(
    ("first", "second", "third", "won_on", "aka"),
    [
        pytest.param(Place.CONCEALED, Place.MELD, Place.RIVER, NO_TILE, 2, id="held and melded"),
        pytest.param(Place.RIVER, Place.CONCEALED + 1, Place.MELD, NO_TILE, 1, id="another seat holds one"),
        pytest.param(Place.RIVER, Place.UNSEEN, Place.UNSEEN, AKA_IDS[0], 1, id="won on"),
    ],
)
def test_red_fives_are_counted_where_a_seat_holds_or_melds_them_or_wins_on_them(
    first, second, third, won_on, aka
):
    place = np.zeros(TILES, np.uint8)
    place[list(AKA_IDS)] = [lies + 1 if lies != Place.UNSEEN else lies for lies in (first, second, third)]

    assert aka_held(place, np.array(AKA_IDS), 1, won_on) == aka


@pytest.mark.parametrize(
    ("red_fives", "aka"), [((1, 1, 1), 1), ((1, 2, 1), 2), ((0, 4, 0), 3), ((2, 0, 2), 0)]
)
def test_red_fives_are_as_many_of_a_suit_as_the_rule_set_says(red_fives, aka):
    rules = replace(load("majiang"), red_fives=red_fives)
    place = np.zeros(TILES, np.uint8)
    # Three fives of circles: the first copies are the red ones.
    place[AKA_IDS[1] : AKA_IDS[1] + 3] = Place.CONCEALED + 1

    assert aka_held(place, np.array(rules.red_tiles), 1, NO_TILE) == aka
