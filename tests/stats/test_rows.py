"""Three games of a few hands seen from each table."""

import numpy as np
import pytest

from analyzer.stats.rows import code, derived, is_value
from analyzer.vocabulary import ABSENT, KINDS
from tests.stats.frames import block_of, rows_of


@pytest.fixture
def block():
    """Games of one, no and two hands: a draw; a double ron off seat 0 and a tsumo of seat 3."""
    return block_of(
        games={"hands": [1, 0, 2], "room": ["houou", "ippan", "tokujou"]},
        people={"dan": [[10, 11, 12, 13], [14, 15, 16, 17], [18, 19, 20, None]]},
        hands={
            "end": ["ryuukyoku", "agari", "agari"],
            "winner_count": [0, 2, 1],
            "kyoku": [0, 0, 1],
            "honba": [0, 0, None],
        },
        seats={
            "score": [[25000] * 4, [25000] * 4, [20000, 27000, 28000, None]],
            "riichi_turn": [[None] * 4, [None, 7, None, None], [None, None, None, 9]],
            "tenpai": [[True, False, False, None], [False, True, True, False], [False, False, False, True]],
            "shanten_after": [[[2, 1], [], [3], [0]], [[1], [0], [0], []], [[], [], [], [5, 4, 3]]],
        },
        wins={"hand": [1, 1, 2], "seat": [1, 2, 3], "loser": [0, 0, None]},
    )


def test_every_table_has_its_rows(block):
    assert {grain: len(block.rows(grain)) for grain in ("games", "players", "hands", "seats", "wins")} == {
        "games": 3,
        "players": 12,
        "hands": 3,
        "seats": 12,
        "wins": 3,
    }


def test_hands_and_wins_have_the_values_of_their_games(block):
    names = ("houou", "ippan", "tokujou")
    codes = [code("room", name) for name in names]

    assert block.rows("hands")["games.room"].tolist() == [codes[0], codes[2], codes[2]]
    assert block.rows("wins")["games.room"].tolist() == [codes[2]] * 3
    assert block.rows("players")["games.room"].tolist() == np.repeat(codes, 4).tolist()


def test_seats_have_the_values_of_their_hand_their_game_and_their_player(block):
    seats = block.rows("seats")

    assert seats["hands.kyoku"].tolist() == [0] * 8 + [1] * 4
    assert is_value(seats, "games.room", "houou").tolist() == [True] * 4 + [False] * 8
    assert seats["players.dan"].tolist() == [10, 11, 12, 13, *[18, 19, 20, -1] * 2]


def test_wins_have_the_values_of_the_seat_and_the_player_of_the_winner(block):
    wins = block.rows("wins")

    assert wins["seats.riichi_turn"].tolist() == [7, -1, 9]
    assert wins["players.dan"].tolist() == [19, 20, -1]
    assert wins["hands.kyoku"].tolist() == [0, 0, 1]


def test_nulls_are_marked_and_known(block):
    seats = block.rows("seats")

    assert seats["tenpai"].tolist() == [1, 0, 0, -1, 0, 1, 1, 0, 0, 0, 0, 1]
    assert seats.known("tenpai").tolist() == [True] * 3 + [False] + [True] * 8
    assert seats["score"][-1] == ABSENT
    assert seats.known("hands.honba").tolist() == [True] * 8 + [False] * 4
    assert seats.known("hands.kyoku").all()


def test_seats_lie_side_by_side_on_hands_and_players_on_games(block):
    hands, games = block.rows("hands"), block.rows("games")

    assert hands.by_seat("tenpai").tolist() == [[1, 0, 0, -1], [0, 1, 1, 0], [0, 0, 0, 1]]
    assert hands.by_seat("players.dan").tolist() == [[10, 11, 12, 13], [18, 19, 20, -1], [18, 19, 20, -1]]
    assert games.by_seat("dan")[1].tolist() == [14, 15, 16, 17]


def test_a_seat_of_the_hand_can_be_asked_and_nobody_is_null(block):
    hands = block.rows("hands")

    asked = hands.of_seat("score", hands["loser"])

    assert hands["loser"].tolist() == [-1, 0, -1]
    assert asked.tolist() == [ABSENT, 25000, ABSENT]
    assert hands.of_seat("is_loser", hands["loser"]).tolist() == [-1, 1, -1]
    assert block.rows("wins").of_seat("players.dan", block.rows("wins")["loser"]).tolist() == [18, 18, -1]


def test_items_of_lists_know_their_rows(block):
    row, value = block.rows("seats").items("shanten_after")

    assert [*zip(row.tolist(), value.tolist(), strict=True)] == [
        (0, 2), (0, 1), (2, 3), (3, 0), (4, 1), (5, 0), (6, 0), (11, 5), (11, 4), (11, 3),
    ]  # fmt: skip


def test_neighbouring_hands_are_those_of_the_same_game(block):
    hands, seats = block.rows("hands"), block.rows("seats")

    assert hands.next_hand("kyoku").tolist() == [-1, 1, -1]
    assert hands.previous_hand("kyoku").tolist() == [-1, -1, 0]
    assert seats.next_hand("score").tolist() == [ABSENT] * 4 + [20000, 27000, 28000, ABSENT] + [ABSENT] * 4
    assert seats.previous_hand("is_dealer").tolist() == [-1] * 8 + [1, 0, 0, 0]
    assert hands.first_in_game.tolist() == [True, True, False]
    assert seats.last_in_game.tolist() == [True] * 4 + [False] * 4 + [True] * 4


def test_tiles_are_sets_of_kinds():
    seats = rows_of("seats", seats={"waits": [["14m", "", None, "7z"]]})

    assert seats.tiles("waits").tolist() == [1 | 1 << 3, 0, -1, 1 << (KINDS - 1)]


def test_text_that_is_no_category_of_ours_has_no_code_and_is_no_null():
    players = rows_of("players", players=3, people={"sex": [["F", "X", None]]}, games={"hands": [0]})

    assert players["sex"].tolist() == [0, -2, -1]
    assert players.known("sex").tolist() == [True, True, False]


def test_what_statistics_share_is_worked_out_once(block):
    asked = []

    @derived
    def doubled(rows):
        asked.append(len(rows))
        return rows["kyoku"] * 2

    hands = block.rows("hands")

    assert doubled(hands) is doubled(hands)
    assert asked == [3]


def test_no_measure_can_change_what_another_one_reads(block):
    with pytest.raises(ValueError, match="read-only"):
        block.rows("hands")["kyoku"][0] = 3


@pytest.mark.parametrize(("grain", "name"), [("hands", "seats.tenpai"), ("games", "hands.kyoku")])
def test_a_row_has_no_value_of_a_finer_table(block, grain, name):
    with pytest.raises(ValueError, match=f"rows of {grain} belong to no single row"):
        block.rows(grain)[name]
