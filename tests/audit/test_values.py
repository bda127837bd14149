"""Lists of yaku and tehai of winners, held against what is due."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.audit.draws import differ_from
from analyzer.audit.readings import lists_differ
from analyzer.audit.wins import stand_misplaced
from analyzer.settlement.yaku_names import NO_YAKU
from analyzer.vocabulary import ABSENT, NO_TILE, TILES

Pairs = tuple[tuple[int, int], ...]

RIICHI, TANYAO, DORA, URA = (1, 1), (8, 1), (52, 2), (53, 0)


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
        pytest.param((RIICHI, (8, 1 << 31)), (RIICHI, (9, 0)), True, id="more han than there can be"),
        pytest.param((), (), False, id="nothing"),
    ],
)
def test_yaku_are_those_due_in_any_order(logged: Pairs, due: Pairs, differ: bool) -> None:
    stated = np.full((1, 5, 2), ABSENT, np.int64)
    stated[0, : len(logged)] = np.array(logged, np.int64).reshape(-1, 2)
    played = np.zeros((1, 4, 2), np.uint8)
    played[:, :, 0] = NO_YAKU
    played[0, : len(due)] = np.array(due, np.uint8).reshape(-1, 2)

    assert lists_differ(stated, played).tolist() == [differ]
    assert lists_differ(stated[:, :, :1], played[:, :, :1]).tolist() == [
        sorted(yaku for yaku, _ in logged) != sorted(yaku for yaku, _ in due)
    ]


@pytest.mark.parametrize(
    ("shown", "differs"),
    [
        pytest.param((4, 8, 12), False, id="what is held"),
        pytest.param((12, 4, 8), False, id="in another order"),
        pytest.param((4, 8), True, id="one too few"),
        pytest.param((4, 8, 13), True, id="another copy"),
        pytest.param((4, 8, 8), True, id="one of them in the place of another"),
        pytest.param((4, 8, 12, 8), True, id="one of them twice"),
        pytest.param((4, 8, 12, 16), True, id="one too many"),
    ],
)
def test_a_winner_shows_the_tiles_held(shown: tuple[int, ...], differs: bool) -> None:
    held = np.zeros((1, TILES), np.bool_)
    held[0, [4, 8, 12]] = True
    tiles = np.full((1, 5), NO_TILE, np.uint8)
    tiles[0, : len(shown)] = shown

    assert differ_from(held, tiles).tolist() == [differs]


@pytest.mark.parametrize(
    ("listed", "misplaced"),
    [
        pytest.param((1, 0, 7, 52, 54, 53), False, id="riichi tsumo pinfu and dora"),
        pytest.param((0, 1), True, id="riichi behind tsumo"),
        pytest.param((1, 53, 54), True, id="ura before red fives"),
        pytest.param((1, 8, 7, 52), True, id="tanyao before pinfu"),
        pytest.param((14, 10), False, id="wind of the round, then of the seat"),
        pytest.param((10, 14), True, id="wind of the seat first"),
        pytest.param((20, 18), False, id="two dragons"),
        pytest.param((18, 16), False, id="a dragon before a wind"),
        pytest.param((27, 26), False, id="a pair that is not known"),
        pytest.param((1, 500, 0), False, id="a yaku that is not known"),
        pytest.param((), False, id="nothing"),
    ],
)
def test_yaku_are_misplaced_where_a_known_pair_is(listed: tuple[int, ...], misplaced: bool) -> None:
    ids = np.full((1, 7), ABSENT, np.int32)
    ids[0, : len(listed)] = listed

    assert stand_misplaced(ids).tolist() == [misplaced]
