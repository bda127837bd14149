"""Whether dealers win and are tenpai."""

from analyzer.stats.dealers import dealer_tenpai, dealer_wins
from tests.stats.frames import rows_of

T, F, NO = True, False, None


def test_the_dealer_wins_alone_or_with_another():
    """E1: 0 wins. E2: 2 wins. E2 again: 1 and 3 win, 1 being dealer, logged second. E3: drawn."""
    rows = rows_of(
        "hands",
        hands={
            "end": ["agari", "agari", "agari", "ryuukyoku"],
            "kyoku": [0, 1, 1, 2],
            "winner_count": [1, 1, 2, 0],
        },
        wins={"hand": [0, 1, 2, 2], "seat": [0, 2, 3, 1], "loser": [2, 3, 2, 2]},
    )

    assert dealer_wins(rows).tolist() == [True, False, True, False]


def test_tenpai_of_the_dealer_is_known_at_draws_alone():
    rows = rows_of(
        "hands",
        players=3,
        hands={
            "end": ["ryuukyoku", "ryuukyoku", "ryuukyoku", "agari"],
            "draw_kind": ["exhaustive", "nagashi_mangan", "exhaustive", NO],
            "dealer": [0, 1, 2, 0],
        },
        seats={"tenpai": [[T, F, F], [T, F, T], [NO, NO, NO], [T, T, T]]},
    )

    assert dealer_tenpai(rows).tolist() == [1, 0, -1, -1]
