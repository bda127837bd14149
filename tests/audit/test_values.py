"""Lists of yaku and tehai of winners, held against what is due: by plain kernels and by compiled ones."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.audit.readings import compare_lists
from analyzer.audit.shown import compare_tehai
from analyzer.replay.facts import Place
from analyzer.settlement.yaku_names import NO_YAKU
from analyzer.vocabulary import ABSENT, NO_TILE, TILES

Pairs = tuple[tuple[int, int], ...]

RIICHI, TANYAO, DORA, URA = (1, 1), (8, 1), (52, 2), (53, 0)


@pytest.mark.parametrize("is_compiled", [False, True], ids=["plain", "compiled"])
@pytest.mark.parametrize(
    ("logged", "due", "differ"),
    [
        pytest.param((RIICHI, DORA, URA), (RIICHI, DORA, URA), False, id="the same"),
        pytest.param((DORA, URA, RIICHI), (RIICHI, DORA, URA), False, id="in another order"),
        pytest.param((RIICHI, DORA), (RIICHI, DORA, URA), True, id="one too few"),
        pytest.param((RIICHI, DORA, URA), (RIICHI, DORA), True, id="one too many"),
        pytest.param((RIICHI, (52, 3)), (RIICHI, DORA), True, id="another han"),
        pytest.param((RIICHI, RIICHI), (RIICHI, TANYAO), True, id="one of them twice"),
        pytest.param((RIICHI, (8 + 256, 1)), (RIICHI, TANYAO), True, id="no yaku at all"),
        pytest.param((), (), False, id="nothing"),
    ],
)
def test_yaku_are_those_due_in_any_order(logged: Pairs, due: Pairs, differ: bool, is_compiled: bool) -> None:
    stated = np.full((2, 5, 2), ABSENT, np.int32)
    stated[1, : len(logged)] = np.array(logged, np.int32).reshape(-1, 2)
    played = np.zeros((1, 4, 2), np.uint8)
    played[:, :, 0] = NO_YAKU
    played[0, : len(due)] = np.array(due, np.uint8).reshape(-1, 2)
    found = np.zeros(1, np.bool_)

    run = compare_lists.compiled if is_compiled else compare_lists
    run(stated, np.array([1]), played, found)

    assert found.tolist() == [differ]


@pytest.mark.parametrize("is_compiled", [False, True], ids=["plain", "compiled"])
@pytest.mark.parametrize(
    ("shown", "won_on", "differs"),
    [
        pytest.param((4, 8, 12), NO_TILE, False, id="what is held"),
        pytest.param((12, 4, 8), NO_TILE, False, id="in another order"),
        pytest.param((4, 8, 12, 20), 20, False, id="and the tile won on"),
        pytest.param((4, 8, 12), 20, True, id="without the tile won on"),
        pytest.param((4, 8), NO_TILE, True, id="one too few"),
        pytest.param((4, 8, 13), NO_TILE, True, id="another copy"),
        pytest.param((4, 8, 8), NO_TILE, True, id="one of them twice"),
        pytest.param((4, 8, 12, 16), NO_TILE, True, id="one of another seat"),
    ],
)
def test_a_winner_shows_the_tiles_held(
    shown: tuple[int, ...], won_on: int, differs: bool, is_compiled: bool
) -> None:
    winner = 2
    place = np.full((2, TILES), Place.UNSEEN, np.uint8)
    place[1, [4, 8, 12]] = Place.CONCEALED + winner
    place[1, 16] = Place.CONCEALED + 1
    tiles = np.full((1, 5), NO_TILE, np.uint8)
    tiles[0, : len(shown)] = shown
    found = np.zeros(1, np.bool_)

    run = compare_tehai.compiled if is_compiled else compare_tehai
    hand, seat, last = np.array([1], np.int32), np.array([winner], np.uint8), np.array([won_on], np.uint8)
    run(tiles, place, hand, seat, last, found)

    assert found.tolist() == [differs]
