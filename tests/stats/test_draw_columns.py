"""Statistics of draws name exactly the columns that their measures read."""

import pytest

from analyzer.stats import (
    abortive,
    draw_counts,
    draw_effects,
    draw_mix,
    draw_payments,
    draw_tenpai,
    draw_waits,
    draws,
    honba,
    kyuushu,
    nagashi,
    renchan,
    sticks,
    tenpai_yame,
)
from tests.stats.frames import block_of

MODULES = (
    *(draws, draw_mix, draw_counts, draw_tenpai, draw_waits, draw_payments, draw_effects),
    *(tenpai_yame, sticks, honba, nagashi, kyuushu, abortive, renchan),
)
STATISTICS = {statistic.name: statistic for module in MODULES for statistic in module.STATISTICS}
ALIGNING = {"games.hands", "hands.winner_count"}
"""Columns that align the tables; they are always available."""


def test_no_two_statistics_have_one_name():
    assert len(STATISTICS) == sum(len(module.STATISTICS) for module in MODULES)


@pytest.mark.parametrize("name", STATISTICS)
def test_the_columns_of_a_statistic_are_those_that_it_reads(name, read):
    statistic = STATISTICS[name]
    block = block_of(
        hands={"end": ["ryuukyoku", "agari"], "honba": [0, 1], "winner": [None, 0]},
        wins={"hand": [1], "seat": [0]},
    )

    statistic.measure(block.rows(statistic.grain))

    assert read - ALIGNING == set(statistic.columns) - ALIGNING
