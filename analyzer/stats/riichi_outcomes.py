"""Outcomes and gains of seats that declared riichi: all, accepted, first, chasing, chased."""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.stats.common import gain, knows_gain
from analyzer.stats.declarations import (
    ACCEPTED,
    CHASED,
    CHASING,
    DEALER,
    EVERY,
    FIRST,
    NONDEALER,
    ORDER,
    RIICHI_COUNT,
    declared,
)
from analyzer.stats.outcomes import ENDINGS, LEFT_OUT, OUTCOME_COLUMNS, Outcome, ended_in, outcome
from analyzer.stats.populations import GAIN_COLUMNS, ending_gain, ending_rate, ending_shares
from analyzer.stats.rows import Rows
from analyzer.stats.statistic import MEAN, Measure, Statistic

__all__ = ["STATISTICS"]

_COLUMNS: Final = ("seats.riichi_turn", *GAIN_COLUMNS, *OUTCOME_COLUMNS)
_SELECTED: Final = (FIRST, CHASING, CHASED, DEALER, NONDEALER)


def _gain_without_own_stick(rows: Rows) -> Measure:
    chosen = declared(rows)
    has_won = ended_in(outcome(rows)[chosen], ENDINGS["win"])
    points = gain(rows)[chosen] + np.where(has_won, 0, rows["deposit"][chosen])
    return Measure(points, of=knows_gain(rows)[chosen], row=chosen)


def _gain_of_mortal(rows: Rows) -> Measure:
    chosen = declared(rows)
    ended = outcome(rows)[chosen]
    points = gain(rows)[chosen] + np.where(ended == Outcome.DEAL_IN, rows["deposit"][chosen], 0)
    points[(ended == Outcome.TSUMO_AGAINST) | (ended == Outcome.LATERAL)] = 0
    return Measure(points, of=knows_gain(rows)[chosen], row=chosen)


def _income(rows: Rows) -> Measure:
    chosen = declared(rows)
    chosen = chosen[ended_in(outcome(rows)[chosen], ENDINGS["win"])]
    return Measure(rows["delta"][chosen], of=knows_gain(rows)[chosen], row=chosen)


STATISTICS: Final = (
    ending_shares("riichi_outcomes", EVERY),
    ending_shares("riichi_outcomes", EVERY, ORDER),
    ending_shares("riichi_outcomes", EVERY, RIICHI_COUNT),
    ending_shares("riichi_outcomes", ACCEPTED),
    ending_shares("riichi_outcomes", ACCEPTED, ORDER),
    *(ending_rate("riichi_outcomes", EVERY, ending) for ending in ENDINGS.values()),
    *(
        ending_rate("riichi_outcomes", population, ENDINGS[name])
        for population in (ACCEPTED, *_SELECTED)
        for name in ("win", "deal_in", "draw", "lateral")
    ),
    ending_gain("riichi_outcomes", EVERY),
    ending_gain("riichi_outcomes", EVERY, None, ORDER),
    ending_gain("riichi_outcomes", EVERY, None, RIICHI_COUNT),
    ending_gain("riichi_outcomes", ACCEPTED),
    *(ending_gain("riichi_outcomes", EVERY, ending) for ending in ENDINGS.values()),
    *(
        ending_gain("riichi_outcomes", population, ending)
        for population in _SELECTED
        for ending in (None, ENDINGS["win"], ENDINGS["deal_in"])
    ),
    Statistic(
        "riichi_gain_without_own_stick",
        "riichi_outcomes",
        "seats",
        MEAN,
        "points",
        "Of seats that declared riichi, the mean of points after the hand minus points before it, with the "
        f"own stick counted neither as paid nor as won back; {LEFT_OUT}.",
        _gain_without_own_stick,
        _COLUMNS,
    ),
    Statistic(
        "riichi_gain_of_mortal",
        "riichi_outcomes",
        "seats",
        MEAN,
        "points",
        "Balance of riichi as in Mortal: score change by own wins (own stick not counted as won "
        "back), own deal-ins (own stick not counted as paid) and ryuukyoku (own stick counted as paid), "
        f"divided by all declarations; wins between other seats add nothing; {LEFT_OUT}.",
        _gain_of_mortal,
        _COLUMNS,
    ),
    Statistic(
        "riichi_win_income",
        "riichi_outcomes",
        "seats",
        MEAN,
        "points",
        "Of seats that declared riichi and won, the mean of the score change by the result, with honba and "
        f"all sticks, including the own one (`riichi_win_gain` is 1,000 less); {LEFT_OUT}.",
        _income,
        ("seats.riichi_turn", "seats.delta", *OUTCOME_COLUMNS),
    ),
)
