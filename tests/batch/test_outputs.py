import pytest

from analyzer.batch.outputs import EVERYTHING, outputs_of
from analyzer.errors import UserMistake


def test_without_a_choice_everything_is_written():
    assert EVERYTHING.tables == ("games", "players", "hands", "seats", "wins", "draws", "findings")
    assert EVERYTHING.statistics
    assert EVERYTHING.describe() is None


def test_games_and_findings_are_written_unasked():
    outputs = outputs_of(["draws", "hands"])

    assert outputs.tables == ("games", "hands", "draws", "findings")
    assert not outputs.statistics
    assert outputs.describe() == ["games", "hands", "draws", "findings"]


def test_naming_everything_is_the_same_as_naming_nothing():
    assert outputs_of(["players", "hands", "seats", "wins", "draws", "stats"]) == EVERYTHING


def test_a_table_that_does_not_exist_is_a_mistake():
    with pytest.raises(UserMistake, match="'plays' is not a table; expected some of players, hands, seats"):
        outputs_of(["hands", "plays"])


def test_statistics_need_every_table():
    with pytest.raises(UserMistake, match="'stats' are counted over all tables; expected players, wins too"):
        outputs_of(["hands", "seats", "draws", "stats"])
