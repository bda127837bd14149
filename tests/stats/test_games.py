"""Games: their length, how they end, and what happens in them."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A tonpuu that went on into South, a hanchan, a cut game, and one without a hand."""
    return run_of(
        tmp_path_factory.mktemp("games"),
        games={
            "hands": [2, 3, 1, 0],
            "length": ["tonpuu", "hanchan", "hanchan", "hanchan"],
            "is_complete": [True, True, False, False],
        },
        people={"final_score": [[40000, 30000, 15000, 15000], [43000, 30000, 27000, 0], [NO] * 4, [NO] * 4]},
        hands={
            "end": ["ryuukyoku", "agari", "agari", "agari", "agari", "none"],
            "kyoku": [0, 4, 0, 0, 7, 0],
            "kyotaku": [0, 2, 0, 0, 1, 0],
            "discards": [70, 30, 40, 20, 50, 7],
        },
        seats={
            "riichi_turn": [[3, 5, NO, NO], [NO] * 4, [9, NO, NO, NO], [NO] * 4, [2, 8, 9, NO], [NO] * 4],
        },
        wins={
            "hand": [1, 2, 2, 3, 4],
            "seat": [1, 0, 1, 0, 2],
            "loser": [0, 2, 2, NO, 0],
            "yakuman": [0, 1, 0, 0, 1],
        },
    )


def test_incomplete_games_have_no_length(run):
    check(run, game_hands_mean=(2, 5), game_hands={2: (2, 1), 3: (2, 1)}, game_discards=(2, 210))
    check(run, last_kyoku={"S1": (2, 1), "S4": (2, 1)}, extension_rate=(2, 1))


def test_the_most_sticks_lie_before_they_are_given_away(run):
    check(run, most_kyotaku={2: (2, 1), 4: (2, 1)})


def test_what_happens_in_a_game(run):
    check(run, game_riichi=(2, 6), game_yakuman={0: (2, 1), 2: (2, 1)}, tie_rate=(2, 1))
    check(run, player_wins_per_game={0: (8, 4), 1: (8, 3), 2: (8, 1)})
    check(run, player_deal_ins_per_game={0: (8, 5), 1: (8, 3)})


SCORES = [40000, 30000, 20000, 10000]


@pytest.mark.parametrize(
    ("cause", "scores", "hand", "dealer_tenpai", "winners"),
    [
        ("bust", [50000, 30000, 20100, -100], {"end": ["agari"]}, False, [0]),
        ("agari_yame", SCORES, {"end": ["agari"]}, True, [3]),
        ("agari_yame", SCORES, {"end": ["agari"]}, True, [1, 3]),
        ("deal_passed", SCORES, {"end": ["agari"]}, True, [0]),
        ("tenpai_yame", SCORES, {"end": ["ryuukyoku"]}, True, []),
        ("deal_passed", SCORES, {"end": ["ryuukyoku"]}, False, []),
        ("other", SCORES, {"end": ["ryuukyoku"]}, NO, []),
        ("other", SCORES, {"end": ["agari"], "is_all_last": [False]}, True, [3]),
    ],
)
def test_causes_of_an_end(tmp_path, cause, scores, hand, dealer_tenpai, winners):
    run = run_of(
        tmp_path,
        people={"final_score": [scores]},
        hands={"kyoku": [7], "is_all_last": [True], **hand},
        seats={"tenpai": [[False, False, False, dealer_tenpai]]},
        wins={"hand": [0] * len(winners), "seat": winners, "loser": [2] * len(winners)},
    )

    check(run, game_end_cause={cause: (1, 1)})


def test_a_complete_game_without_final_scores_is_neither_bust_nor_tied(tmp_path):
    run = run_of(tmp_path, people={"final_score": [NO] * 4}, hands={"is_all_last": [True]})

    check(run, game_end_cause={}, tie_rate={})


def test_points_won_and_paid_decide_the_placement(tmp_path):
    run = run_of(
        tmp_path,
        games={"hands": [2, 1], "is_complete": [True, False]},
        people={"placement": [[1, 2, 3, 4], [NO] * 4]},
        hands={"end": ["agari", "ryuukyoku", "none"]},
        seats={
            "delta": [[8000, 0, 0, -8000], [1500, 1500, -1500, -1500], [NO] * 4],
            "deposit": [[0] * 4, [0, 1000, 0, 0], [0] * 4],
        },
        wins={"seat": [0], "loser": [3]},
    )

    won = {(9, 1): (1, 1), (1, 2): (1, 1), (0, 3): (2, 1), (0, 4): (2, 1)}
    paid = {(0, 1): (1, 1), (1, 2): (2, 1), (1, 3): (2, 1), (9, 4): (1, 1)}
    assert (
        counts_of(run, "final_placement", by="coalesce(points_gained, 0) // 1000", where="is_complete") == won
    )
    assert (
        counts_of(run, "final_placement", by="coalesce(points_paid, 0) // 1000", where="is_complete") == paid
    )
