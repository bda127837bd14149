"""How often the dealer stays, why, and for how many hands."""

from analyzer.stats.renchan import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}
T, F = True, False


def two_games(grain="hands"):
    """E1 won by the dealer, E1.1 drawn tenpai, E1.2 drawn noten, E2.3 kyuushu, E2.4 won by a child, E3 won.

    Then E1 won by a child and E2 cut.
    """
    return rows_of(
        grain,
        games={"hands": [6, 2], "is_complete": [True, False]},
        hands={
            "end": ["agari", "ryuukyoku", "ryuukyoku", "ryuukyoku", "agari", "agari", "agari", "none"],
            "draw_kind": [NO, "exhaustive", "nagashi_mangan", "kyuushu_kyuuhai", NO, NO, NO, NO],
            "kyoku": [0, 0, 0, 1, 1, 2, 0, 1],
            "honba": [0, 1, 2, 3, 4, 0, 0, 0],
            "winner": [0, NO, NO, NO, 0, 2, 3, NO],
            "tenpai_count": [0, 2, 1, 0, 0, 0, 0, 0],
        },
        seats={"tenpai": [[F] * 4, [T, T, F, F], [F, T, F, F], [F] * 4, [F] * 4, [F] * 4, [F] * 4, [F] * 4]},
        wins={"hand": [0, 4, 5, 6], "seat": [0, 0, 2, 3], "loser": [1, 1, 0, 1]},
    )


def counts(name, grain="hands"):
    return measured(NAMED[name], two_games(grain))


def test_the_last_hand_of_a_game_is_followed_by_none():
    assert counts("renchan_rate") == {(NO, NO): (6, 3)}


def test_renchan_by_how_the_hand_ended():
    assert counts("renchan_rate_by_ending") == {
        ("dealer wins", NO): (1, 1),
        ("child wins", NO): (2, 0),
        ("draw, dealer tenpai", NO): (1, 1),
        ("draw, dealer noten", NO): (1, 0),
        ("abortive draw", NO): (1, 1),
    }
    assert counts("renchan_cause") == {
        (NO, "dealer wins"): (3, 1),
        (NO, "draw, dealer tenpai"): (3, 1),
        (NO, "abortive draw"): (3, 1),
    }


def test_renchan_by_honba():
    assert counts("renchan_rate_by_honba") == {
        (0, NO): (2, 1),
        (1, NO): (1, 1),
        (2, NO): (1, 0),
        (3, NO): (1, 1),
        (4, NO): (1, 0),
    }


def test_renchan_of_draws():
    assert counts("draw_renchan_rate") == {(NO, NO): (2, 1)}
    assert counts("draw_renchan_rate_by_tenpai_count") == {(1, NO): (1, 0), (2, NO): (1, 1)}


def test_hands_of_a_dealership():
    """Three in E1, two in E2, one in E3; one in the second game, whose last hand has no result."""
    assert counts("dealership_length") == {(NO, 1): (4, 2), (NO, 2): (4, 1), (NO, 3): (4, 1)}
    assert counts("dealership_length_mean") == {(NO, NO): (4, 7)}
    assert counts("longest_dealership", "games") == {(NO, 3): (1, 1)}


def test_the_same_kyoku_in_two_games_is_two_dealerships():
    rows = rows_of(
        "hands", games={"hands": [1, 1]}, hands={"end": ["agari", "agari"], "kyoku": [0, 0], "winner": [0, 0]}
    )

    assert measured(NAMED["dealership_length"], rows) == {(NO, 1): (2, 2)}


def test_a_draw_that_is_not_judged_is_an_other_ending():
    rows = rows_of(
        "hands",
        hands={"end": ["ryuukyoku", "agari"], "kyoku": [0, 0], "winner": [NO, 0]},
        seats={"tenpai": [[NO] * 4, [F] * 4]},
    )

    assert measured(NAMED["renchan_cause"], rows) == {(NO, "other"): (1, 1)}
