"""Six hands of one game in which riichi ends in every way; seat 0 deals all of them.

0  seat 1 declares on turn 5, seat 2 on turn 8 with a tile that seat 1 wins on: no stick of seat 2
1  three riichi, of seats 0, 1 and 3 on turns 4, 6 and 7; exhaustive draw, these three tenpai
2  seat 1 declares on turn 3, seat 3 on turn 9; double ron of seats 1 and 2 off seat 0
3  all four declare, on turns 2, 3, 4 and 5: abortive draw
4  seat 2 declares on turn 6 and the log is cut
5  seat 1 declares on turn 10, seat 0 wins by tsumo with an open tehai
"""

from tests.stats.frames import block_of

NO = None

HANDS = {
    "end": ["agari", "ryuukyoku", "agari", "ryuukyoku", "none", "agari"],
    "draw_kind": [NO, "exhaustive", NO, "suucha_riichi", NO, NO],
    "dealer": [0] * 6,
}

SEATS = {
    "riichi_turn": [
        [NO, 5, 8, NO],
        [4, 6, NO, 7],
        [NO, 3, NO, 9],
        [2, 3, 4, 5],
        [NO, NO, 6, NO],
        [NO, 10, NO, NO],
    ],
    "riichi_order": [
        [NO, 1, 2, NO],
        [1, 2, NO, 3],
        [NO, 1, NO, 2],
        [1, 2, 3, 4],
        [NO, NO, 1, NO],
        [NO, 1, NO, NO],
    ],
    "riichi_accepted": [
        [False, True, False, False],
        [True, True, False, True],
        [False, True, False, True],
        [True, True, True, True],
        [False, False, True, False],
        [False, True, False, False],
    ],
    "delta": [
        [0, 9000, -8000, 0],
        [1000, 1000, -3000, 1000],
        [-7900, 5900, 4000, 0],
        [0, 0, 0, 0],
        [NO, NO, NO, NO],
        [4000, -1000, -1000, -1000],
    ],
    "open_melds": [[0] * 4, [0] * 4, [0] * 4, [0] * 4, [0] * 4, [1, 0, 0, 0]],
}

WINS = {
    "hand": [0, 2, 2, 5],
    "seat": [1, 1, 2, 0],
    "loser": [2, 0, 0, NO],
    "way": ["riichi", "riichi", "dama", "open"],
    "turn": [9, 4, 7, 11],
    "points": [8000, 3900, 4000, 3000],
}


def riichi_rows(grain, *, seats=(), wins=()):
    """The hands, with further columns."""
    return block_of(hands=dict(HANDS), seats={**SEATS, **dict(seats)}, wins={**WINS, **dict(wins)}).rows(
        grain
    )


def of(statistics, name):
    """The statistic of a topic by its name."""
    return next(statistic for statistic in statistics if statistic.name == name)
