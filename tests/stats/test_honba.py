"""Honba chains: what extends and ends them, and what they pay."""

from analyzer.stats.honba import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}
T, F = True, False


def two_games(grain):
    """E1 dealer wins, E1.1 draw with the dealer noten, E2.2 kyuushu, E2.3 a child wins, E3 dealer wins: over.

    Then a game of one draw with the dealer tenpai, and a hand that is cut.
    """
    return rows_of(
        grain,
        games={"hands": [5, 2], "is_complete": [True, False]},
        hands={
            "end": ["agari", "ryuukyoku", "ryuukyoku", "agari", "agari", "ryuukyoku", "none"],
            "draw_kind": [NO, "exhaustive", "kyuushu_kyuuhai", NO, NO, "exhaustive", NO],
            "kyoku": [0, 0, 1, 1, 2, 0, 0],
            "honba": [0, 1, 2, 3, 0, 0, 1],
            "winner": [0, NO, NO, 3, 2, NO, NO],
        },
        seats={"tenpai": [[F] * 4, [F, T, F, F], [F] * 4, [F] * 4, [F] * 4, [T, F, F, F], [F] * 4]},
        wins={
            "hand": [0, 3, 4],
            "seat": [0, 3, 2],
            "loser": [1, 0, NO],
            "points": [2000, 1000, 12000],
            "kyotaku": [1, 2, 0],
            "gain": [3000, 1000 + 900 + 2000, 12000],
        },
    )


def counts(name, grain="hands"):
    return measured(NAMED[name], two_games(grain))


def test_honba_of_all_hands():
    assert counts("honba_at_start") == {(NO, 0): (7, 3), (NO, 1): (7, 2), (NO, 2): (7, 1), (NO, 3): (7, 1)}


def test_a_chain_ends_with_the_hand_that_no_counter_follows():
    """The chain of three, and the last win alone; the cut hand has no result."""
    assert counts("honba_chain") == {(NO, 0): (2, 1), (NO, 3): (2, 1)}
    assert counts("honba_chain_mean") == {(NO, NO): (2, 3)}


def test_sources_of_honba():
    assert counts("honba_source") == {
        (NO, "dealer wins"): (4, 1),
        (NO, "draw, dealer noten"): (4, 1),
        (NO, "draw, dealer tenpai"): (4, 1),
        (NO, "abortive draw"): (4, 1),
    }


def test_what_ends_a_chain():
    assert counts("honba_chain_end") == {(NO, "child wins"): (1, 1)}


def test_a_chain_that_ends_with_the_game():
    rows = rows_of(
        "hands",
        games={"hands": [2, 2]},
        hands={
            "end": ["ryuukyoku", "agari", "ryuukyoku", "ryuukyoku"],
            "honba": [0, 1, 0, 1],
            "winner": [NO, 0, NO, NO],
        },
        wins={"hand": [1], "seat": [0]},
    )

    assert measured(NAMED["honba_chain_end"], rows) == {
        (NO, "dealer wins, game over"): (2, 1),
        (NO, "ryuukyoku, game over"): (2, 1),
    }


def test_growth_by_honba():
    assert counts("honba_growth_rate") == {
        (0, NO): (3, 2),
        (1, NO): (1, 1),
        (2, NO): (1, 1),
        (3, NO): (1, 0),
    }


def test_the_highest_honba_of_complete_games():
    assert counts("most_honba", "games") == {(NO, 3): (1, 1)}


def test_what_a_win_pays_beyond_its_value():
    """900 for 3 honba; sticks are separate."""
    assert counts("honba_points_per_win", "wins") == {(NO, NO): (3, 900)}
    assert counts("extra_points_by_honba", "wins") == {(0, NO): (2, 1000), (3, NO): (1, 2900)}
    assert counts("extra_percent_by_honba", "wins") == {(0, NO): (2, 50), (3, NO): (1, 290)}


def test_a_value_that_is_not_stated_does_not_count():
    rows = rows_of("wins", wins={"points": [NO, 1000], "gain": [1000, NO], "hand": [0, 1]})

    assert measured(NAMED["honba_points_per_win"], rows) == {}
