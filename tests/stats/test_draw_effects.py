"""Payments that change the order, end the game, or make a player bust; tenpai-yame."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None
T, F = True, False


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A draw that changes nothing, then one that ends the game: 29500 and 30000 change places.

    A game that ends with a nagashi mangan by which seat 3 is bust; one that ends with a ron; one that is cut.
    """
    return run_of(
        tmp_path_factory.mktemp("effects"),
        games={"hands": [2, 1, 1, 1], "is_complete": [True, True, True, False]},
        hands={
            "end": ["ryuukyoku", "ryuukyoku", "ryuukyoku", "agari", "ryuukyoku"],
            "draw_kind": ["exhaustive", "exhaustive", "nagashi_mangan", NO, "exhaustive"],
            "is_all_last": [False, True, False, True, False],
            "winner": [NO, NO, NO, 2, NO],
        },
        seats={
            "score": [
                [30000, 20000, 28000, 22000],
                [31000, 28500, 21500, 19000],
                [40000, 30000, 27000, 3000],
                [25000, 25000, 25000, 25000],
                [25000, 25000, 25000, 25000],
            ],
            "delta": [
                [0, 0, 0, 0],
                [-1500, 1500, 1500, -1500],
                [12000, -4000, -4000, -4000],
                [0, -8000, 8000, 0],
                [0, 0, 0, 0],
            ],
        },
        wins={"hand": [3], "seat": [2], "loser": [1]},
    )


def test_the_order_with_the_payment_is_another_than_without(run):
    check(run, draw_changes_order_rate=(4, 1), draw_changes_first_rate=(4, 1), draw_bust_rate=(4, 1))
    assert counts_of(run, "draw_changes_order_rate", where="is_all_last") == {None: (1, 1)}


def test_draws_that_end_the_game(run):
    assert counts_of(run, "draw_changes_order_rate", where="ends_game") == {None: (2, 1)}
    assert counts_of(run, "draw_changes_first_rate", where="ends_game") == {None: (2, 1)}
    assert counts_of(run, "draw_changes_last_rate", where="ends_game") == {None: (2, 0)}
    assert counts_of(run, "draw_placements_climbed_mean", where="ends_game") == {None: (2, 1)}
    check(run, draw_ends_game_rate=(3, 2))


def test_complete_games_by_their_last_hand(run):
    check(run, game_ended_by_draw_rate=(3, 2), game_order_changed_by_draw_rate=(3, 1))
    check(run, game_first_changed_by_draw_rate=(3, 1), game_bust_by_draw_rate=(3, 1))
    check(run, last_hand_end={"ron": (3, 1), "exhaustive draw": (3, 1), "nagashi mangan": (3, 1)})


@pytest.mark.parametrize(
    ("score", "delta", "deposit", "first", "bust"),
    [
        pytest.param([50000, 54000, 1000], [1000, 0, -1000], [0, 0, 0], 0, 0, id="exactly zero is not bust"),
        pytest.param([-500, 54000, 1000], [-1000, 500, 500], [0, 0, 0], 0, 0, id="bust already"),
        pytest.param([36000, 34000, 35000], [-1000, 1000, 0], [0, 0, 0], 0, 0, id="tie: seat 0 stays first"),
        pytest.param([34000, 36000, 35000], [1000, -1000, 0], [0, 0, 0], 1, 0, id="tie: seat 0 is first now"),
        pytest.param([36000, 35500, 33500], [1000, -500, -500], [1000, 0, 0], 1, 0, id="behind by its stick"),
        pytest.param([36000, 35500, 33500], [0, 0, 0], [1000, 0, 0], 0, 0, id="a stick is no payment"),
    ],
)
def test_what_one_payment_changes(tmp_path, score, delta, deposit, first, bust):
    seats = {"score": [score], "delta": [delta], "deposit": [deposit]}
    run = run_of(tmp_path, players=3, hands={"end": ["ryuukyoku"]}, seats=seats)
    check(run, draw_changes_first_rate=(1, first), draw_bust_rate=(1, bust))


def test_placements_climbed_are_those_of_all_seats(tmp_path):
    """From last to first: two placements, and who falls counts nothing."""
    seats = {"score": [[35100, 35050, 34850]], "delta": [[-1000, -1000, 2000]]}
    run = run_of(tmp_path, players=3, hands={"end": ["ryuukyoku"]}, seats=seats)
    assert counts_of(run, "draw_placements_climbed_mean", where="ends_game") == {None: (1, 2)}
    assert counts_of(run, "draw_changes_last_rate", where="ends_game") == {None: (1, 1)}


def test_draws_without_stated_scores_do_not_count(tmp_path):
    seats = {"score": [[25000, NO, 25000, 25000]]}
    run = run_of(tmp_path, hands={"end": ["ryuukyoku"]}, seats=seats)
    check(run, draw_changes_order_rate={}, draw_bust_rate={}, game_order_changed_by_draw_rate=(1, 0))


def yame(out, *games):
    """Games of South 4, dealer seat 3: scores, tenpai, whether the draw ends the game or a win follows."""
    win = ([0] * 4, [F] * 4, "agari")
    hands = [
        hand for score, tenpai, ends in games for hand in [(score, tenpai, "ryuukyoku"), win][: 2 - ends]
    ]
    scores, tenpai, ends = zip(*hands, strict=True)
    return run_of(
        out,
        games={"hands": [2 - ends for *_, ends in games]},
        hands={"end": ends, "kyoku": [7] * len(hands), "is_all_last": [T] * len(hands)},
        seats={"score": scores, "tenpai": tenpai},
    )


def test_a_first_and_tenpai_dealer_ends_the_game(tmp_path):
    """A dealer that ends it; one tenpai, first, and plays on; one second; one noten that is first."""
    first, dealer = [20000, 20000, 20000, 40000], [F, F, F, T]
    run = yame(
        tmp_path,
        (first, dealer, T),
        ([24000, 24000, 24000, 28000], dealer, F),
        ([35000, 20000, 20000, 25000], dealer, F),
        (first, [T, F, F, F], T),
    )
    check(run, tenpai_yame_rate=(3, 1))
    assert counts_of(run, "tenpai_yame_rate", where="could_tenpai_yame") == {None: (2, 1)}
    check(run, game_ended_by_tenpai_yame_rate=(4, 1))


def test_games_that_end_for_another_reason_are_no_tenpai_yame(tmp_path):
    """A bust, an extension whose last kyoku is over with the dealer second; nothing left is not bust."""
    dealer = [F, F, F, T]
    run = yame(
        tmp_path,
        ([-1000, 30000, 30000, 41000], dealer, T),
        ([35000, 20000, 20000, 25000], dealer, T),
        ([0, 30000, 29000, 41000], dealer, T),
    )
    check(run, tenpai_yame_rate=(3, 1))
    assert counts_of(run, "tenpai_yame_rate", where="could_tenpai_yame") == {None: (1, 1)}
