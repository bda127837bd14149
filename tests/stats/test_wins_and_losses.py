import numpy as np

from analyzer.stats.wins_and_losses import (
    LIMITS,
    STATES,
    limit_of_hand,
    per_game,
    points_of_hand,
    rons,
    scores_of_seats,
    state,
)
from analyzer.vocabulary import ABSENT
from tests.stats.frames import rows_of

NO = None


def test_a_riichi_with_an_open_meld_counts_as_riichi():
    rows = rows_of(
        "seats",
        hands={"end": ["ryuukyoku"]},
        seats={"riichi_turn": [[5, NO, NO, NO]], "open_melds": [[1, 1, 0, 0]]},
    )

    assert [STATES[place] for place in state(rows)] == ["riichi", "open", "closed", "closed"]


def test_rons_are_rows_of_losers_and_of_wins():
    rows = rows_of(
        "seats",
        hands={"end": ["ryuukyoku", "agari", "agari"]},
        wins={"hand": [1, 2, 2], "seat": [0, 1, 2], "loser": [NO, 3, 3]},
    )

    losers, wins = rons(rows)

    assert losers.tolist() == [2 * 4 + 3, 2 * 4 + 3]
    assert wins.tolist() == [1, 2]


def test_values_of_a_hand_add_up_unless_one_is_not_logged():
    rows = rows_of(
        "hands",
        hands={"end": ["agari", "ryuukyoku", "agari", "agari"]},
        wins={"hand": [0, 0, 2, 3, 3], "seat": [0, 1, 2, 0, 1], "points": [1000, 2000, 8000, NO, 3900]},
    )

    assert points_of_hand(rows).tolist() == [3000, ABSENT, 8000, ABSENT]


def test_the_highest_limit_speaks_for_a_hand():
    rows = rows_of(
        "hands",
        hands={"end": ["agari", "ryuukyoku", "agari"]},
        wins={"hand": [0, 0, 2], "seat": [0, 1, 2], "limit": ["haneman", "none", NO]},
    )

    limits = limit_of_hand(rows)

    assert LIMITS[limits[0]] == "haneman"
    assert limits[1:].tolist() == [-1, -1]


def test_scores_stand_seat_by_seat():
    rows = rows_of(
        "hands",
        hands={"end": ["ryuukyoku", "ryuukyoku"]},
        seats={"score": [[25000, 26000, 24000, 25000], [NO, 1000, 1000, 1000]]},
    )

    scores, known = scores_of_seats(rows)

    assert scores[:, 0].tolist() == [25000, 26000, 24000, 25000]
    assert known.tolist() == [True, False]


def test_a_game_without_hands_has_nothing_between_games_that_have_some():
    rows = rows_of("games", games={"hands": [2, 0, 1]}, hands={"end": ["ryuukyoku"] * 3})

    assert per_game(rows, np.add, np.array([1, 2, 4])).tolist() == [3, 0, 4]
    assert per_game(rows, np.maximum, np.array([-1, -2, 4])).tolist() == [-1, 0, 4]
