"""Games that end because the dealer is tenpai."""

from analyzer.stats.tenpai_yame import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}
T, F = True, False


def draws(*last, scores, tenpai, grain="hands"):
    """Games of one draw with seat 3 dealer in South 4; where it is not the last hand, a win follows."""
    games = [1 if ends else 2 for ends in last]
    end, score, ready = [], [], []
    for ends, points, seats in zip(last, scores, tenpai, strict=True):
        end += ["ryuukyoku"] if ends else ["ryuukyoku", "agari"]
        score += [points] if ends else [points, [25000] * 4]
        ready += [seats] if ends else [seats, [F] * 4]
    count = len(end)
    return rows_of(
        grain,
        games={"hands": games},
        hands={"end": end, "kyoku": [7] * count, "is_all_last": [True] * count},
        seats={"score": score, "tenpai": ready, "delta": [[0, 0, 0, 0]] * count},
    )


def four_games(grain="hands"):
    """A dealer that ends it; one that is tenpai, first and plays on; one second; one noten that is first."""
    first, second = [20000, 20000, 20000, 40000], [35000, 20000, 20000, 25000]
    low = [24000, 24000, 24000, 28000]
    return draws(
        T, F, F, T,
        scores=[first, low, second, first],
        tenpai=[[F, F, F, T], [F, F, F, T], [F, F, F, T], [T, F, F, F]],
        grain=grain,
    )  # fmt: skip


def test_a_first_and_tenpai_dealer_ends_the_game():
    assert measured(NAMED["tenpai_yame_rate"], four_games()) == {(NO, NO): (3, 1)}
    assert measured(NAMED["tenpai_yame_rate_of_first_dealers"], four_games()) == {(NO, NO): (2, 1)}
    assert measured(NAMED["game_ended_by_tenpai_yame_rate"], four_games("games")) == {(NO, NO): (4, 1)}


def test_a_bust_ends_the_game_without_tenpai_yame():
    rows = draws(T, scores=[[-1000, 30000, 30000, 41000]], tenpai=[[F, F, F, T]])

    assert measured(NAMED["tenpai_yame_rate"], rows) == {(NO, NO): (1, 0)}
    assert measured(NAMED["tenpai_yame_rate_of_first_dealers"], rows) == {}


def test_a_seat_with_nothing_left_is_not_bust():
    rows = draws(T, scores=[[0, 30000, 29000, 41000]], tenpai=[[F, F, F, T]])

    assert measured(NAMED["tenpai_yame_rate"], rows) == {(NO, NO): (1, 1)}
    assert measured(NAMED["tenpai_yame_rate_of_first_dealers"], rows) == {(NO, NO): (1, 1)}


def test_a_dealer_that_is_not_first_and_whose_game_ends_did_not_end_it():
    """As in the last possible kyoku of the extension."""
    rows = draws(T, scores=[[35000, 20000, 20000, 25000]], tenpai=[[F, F, F, T]])

    assert measured(NAMED["tenpai_yame_rate"], rows) == {(NO, NO): (1, 0)}
