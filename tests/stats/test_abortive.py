"""Abortive draws: one of each kind, a win, a chombo, a cut hand."""

import pytest

from analyzer.stats.abortive import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}
KINDS = ("suufon_renda", "kyuushu_kyuuhai", "suucha_riichi", "suukaikan", "sanchahou")

HANDS = {
    "end": [*["ryuukyoku"] * 5, "agari", "ryuukyoku", "none"],
    "draw_kind": [*KINDS, NO, "chombo", NO],
    "kyoku": [0, 1, 2, 3, 0, 1, 2, 3],
    "riichi_count": [1, 0, 4, 0, 2, 4, 3, 0],
    "kans": [0, 0, 0, 4, 0, 4, 0, 0],
    "discards": [4, 1, 20, 30, 40, 50, 60, 1],
}


def hands(name):
    return measured(NAMED[name], rows_of("hands", hands=HANDS))


def test_chombo_is_not_abortive():
    assert hands("abortive_rate") == {(NO, NO): (7, 5)}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_its_rate(kind):
    assert hands(f"{kind}_rate") == {(NO, NO): (7, 1)}


def test_kinds_share_what_is_broken_off():
    assert hands("abortive_kind") == {(NO, kind): (5, 1) for kind in KINDS}
    assert hands("abortive_discards_mean") == {
        (kind, NO): (1, discards) for kind, discards in zip(KINDS, (4, 1, 20, 30, 40), strict=True)
    }
    assert hands("abortive_with_riichi_rate") == {
        (kind, NO): (1, riichi) for kind, riichi in zip(KINDS, (1, 0, 1, 0, 1), strict=True)
    }


def test_abortive_draws_by_kyoku():
    assert hands("abortive_rate_by_kyoku") == {
        (0, NO): (2, 2),
        (1, NO): (2, 1),
        (2, NO): (2, 1),
        (3, NO): (1, 1),
    }


def test_four_riichi_break_the_hand_off_unless_the_tile_is_won():
    assert hands("suucha_riichi_rate_of_four_riichi") == {(NO, NO): (2, 1)}
    assert hands("suucha_riichi_rate_of_three_riichi") == {(NO, NO): (3, 1)}


def test_four_kans_break_the_hand_off_unless_one_seat_has_them_all():
    assert hands("suukaikan_rate_of_four_kans") == {(NO, NO): (2, 1)}
    assert hands("suukaikan_rate_of_three_kans") == {(NO, NO): (2, 1)}


def game():
    """Seat 1 finishes first; it is first, then second, then last when hands begin."""
    return rows_of(
        "seats",
        people={"placement": [[2, 1, 3, 4]]},
        hands={
            "end": ["ryuukyoku", "ryuukyoku", "agari"],
            "draw_kind": ["suufon_renda", "kyuushu_kyuuhai", NO],
            "dealer": [0, 1, 2],
        },
        seats={"placement": [[2, 1, 3, 4], [1, 2, 3, 4], [1, 4, 2, 3]]},
    )


def test_who_is_first_in_the_end_by_placement():
    assert measured(NAMED["first_rate_by_placement"], game()) == {
        (1, NO): (3, 1),
        (2, NO): (3, 1),
        (3, NO): (3, 0),
        (4, NO): (3, 1),
    }
    assert measured(NAMED["abortive_first_rate_by_placement"], game()) == {
        (1, NO): (2, 1),
        (2, NO): (2, 1),
        (3, NO): (2, 0),
        (4, NO): (2, 0),
    }


def test_dealers_and_leaders_of_hands_that_are_broken_off():
    """Seat 0 deals as second, then seat 1 as second; seat 1 leads first, then seat 0."""
    assert measured(NAMED["abortive_dealer_first_rate_by_placement"], game()) == {(2, NO): (2, 1)}
    assert measured(NAMED["abortive_leader_first_rate_by_kind"], game()) == {
        ("suufon_renda", NO): (1, 1),
        ("kyuushu_kyuuhai", NO): (1, 0),
    }


def test_without_final_result_nobody_is_first():
    rows = rows_of(
        "seats",
        players=3,
        people={"placement": [[NO, NO, NO]]},
        hands={"end": ["ryuukyoku"], "draw_kind": ["kyuushu_kyuuhai"]},
    )

    assert measured(NAMED["abortive_first_rate_by_placement"], rows) == {}
    assert measured(NAMED["first_rate_by_placement"], rows) == {}
