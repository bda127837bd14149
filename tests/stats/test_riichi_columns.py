"""Statistics of riichi, calls, dama, waits and tenpai name exactly the columns that their measures read."""

import pytest

from analyzer.stats import calls, dama, riichi, riichi_outcomes, riichi_turns, riichi_wins, tenpai, waits
from tests.stats.riichi_hands import riichi_rows

MODULES = (riichi, riichi_outcomes, riichi_turns, riichi_wins, calls, dama, waits, tenpai)
STATISTICS = {statistic.name: statistic for module in MODULES for statistic in module.STATISTICS}
ALIGNING = {"games.hands", "hands.winner_count", "wins.seat"}
"""Columns that align the tables; they are always available."""


def test_no_two_statistics_have_one_name():
    assert len(STATISTICS) == sum(len(module.STATISTICS) for module in MODULES)


def test_the_topic_of_a_statistic_is_its_module():
    for module in MODULES:
        assert {statistic.topic for statistic in module.STATISTICS} == {module.__name__.rpartition(".")[2]}


@pytest.mark.parametrize("name", STATISTICS)
def test_the_columns_of_a_statistic_are_those_that_it_reads(name, read):
    statistic = STATISTICS[name]

    statistic.measure(riichi_rows(statistic.grain))

    assert read - ALIGNING == set(statistic.columns) - ALIGNING
