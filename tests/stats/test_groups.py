import datetime as dt

import pyarrow as pa
import pytest

from analyzer.errors import UserMistake
from analyzer.stats.groups import DIMENSIONS, Groups, check_grains
from tests.stats.frames import block_of


@pytest.fixture
def block():
    return block_of(
        games={
            "hands": [1, 1],
            "year": [2021, None],
            "date": [dt.date(2021, 12, 31), None],
            "room": ["houou", None],
            "rule_set": ["own", "tenhou"],
        },
        people={
            "name": [["a", "b", "a", None], ["c", "a", "", "ü"]],
            "dan": [[16, 17, 18, None], [20, 19, 18, 17]],
            "rate": [[2099.9, 2100.0, None, 1500.5], [2250.0] * 4],
        },
        hands={
            "kyoku": [7, None],
            "honba": [3, 0],
            "is_all_last": [True, None],
            "turn": [18, 2],
            "winner_count": [1, 0],
        },
        seats={"placement": [[1, 2, 3, 4], [None] * 4]},
        wins={"hand": [0], "seat": [1], "turn": [9], "loser": [0]},
    )


def values(block, grain, *by):
    """The group of each row as a tuple of values."""
    groups = Groups(by)
    group, keys = groups.of(block, grain)
    named = groups.columns(keys)
    places = [0] * len(block.rows(grain)) if group is None else group.tolist()
    return [tuple(named[name][place].as_py() for name in by) for place in places]


def test_games_are_grouped_by_what_they_are(block):
    assert values(block, "games", "year", "month", "room", "length", "players", "rule_set") == [
        (2021, 12, "houou", "hanchan", 4, "own"),
        (None, None, None, "hanchan", 4, "tenhou"),
    ]


def test_hands_and_seats_belong_to_the_group_of_their_game(block):
    assert values(block, "hands", "rule_set") == [("own",), ("tenhou",)]
    assert values(block, "seats", "rule_set") == [("own",)] * 4 + [("tenhou",)] * 4
    assert values(block, "wins", "rule_set") == [("own",)]


def test_hands_are_grouped_by_what_was_on_the_table(block):
    assert values(block, "hands", "kyoku", "honba", "all_last", "turn") == [
        (7, 3, True, 18),
        (None, 0, None, 2),
    ]


def test_seats_are_grouped_by_what_they_are_in_the_hand(block):
    assert values(block, "seats", "seat", "dealer", "placement")[:4] == [
        (0, False, 1),
        (1, False, 2),
        (2, False, 3),
        (3, True, 4),
    ]


def test_seats_are_grouped_by_who_sits_there(block):
    assert values(block, "seats", "player", "dan", "rating") == [
        ("a", 16, 2000),
        ("b", 17, 2100),
        ("a", 18, None),
        (None, None, 1500),
        ("c", 20, 2200),
        ("a", 19, 2200),
        ("", 18, 2200),
        ("ü", 17, 2200),
    ]


def test_wins_are_grouped_by_their_winner_and_their_own_turn(block):
    assert values(block, "wins", "player", "seat", "placement", "turn", "dealer") == [("b", 1, 2, 9, False)]


def test_players_of_several_blocks_keep_their_number(block):
    groups = Groups(["player"])
    first = groups.columns(groups.of(block, "players").keys)["player"].to_pylist()
    other = block_of(people={"name": [["ü", "new", "a", "b"]]}, games={"hands": [0]})

    second = groups.columns(groups.of(other, "players").keys)["player"].to_pylist()

    assert set(first) == {"a", "b", "c", "", "ü", None}
    assert set(second) == {"ü", "new", "a", "b"}


def test_many_groups_are_told_apart_by_those_that_are_there(block, monkeypatch):
    dense = values(block, "seats", "player", "kyoku", "honba", "turn", "seat")

    monkeypatch.setattr("analyzer.stats.groups._MOST_DENSE", 1)

    assert values(block, "seats", "player", "kyoku", "honba", "turn", "seat") == dense


def test_without_a_dimension_there_is_one_group(block):
    assert values(block, "seats") == [()] * 8


def test_a_group_that_rows_do_not_have_is_refused():
    with pytest.raises(UserMistake, match="draw_rate counts hands, and --by dealer is for seats, wins only"):
        check_grains(["year", "dealer"], "draw_rate", "hands")


def test_a_group_that_does_not_exist_is_refused_with_the_nearest():
    with pytest.raises(UserMistake, match="did you mean length"):
        Groups(["lenght"])


def test_too_many_dimensions_at_once_are_refused():
    with pytest.raises(UserMistake, match="too much at once"):
        Groups([one.name for one in DIMENSIONS])


def test_every_dimension_says_what_it_is():
    assert all(
        one.meaning.endswith(".") and one.columns and isinstance(one.type, pa.DataType) for one in DIMENSIONS
    )
