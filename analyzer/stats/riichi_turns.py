"""Riichi by the turn of the declaration: number, outcomes and gains.

These are all the populations, outcomes and balances of LiuZJ2019's C++ catalogue, each under one name.  Its
turns count draws and these count own discards: they differ after a closed kan before the declaration.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.stats.declarations import (
    ACCEPTED,
    ACCEPTED_CHASING,
    ACCEPTED_FIRST,
    CHASED,
    CHASED_BY_ACCEPTED,
    CHASING,
    DEALER,
    EVERY,
    FIRST,
    NONDEALER,
    TURN,
)
from analyzer.stats.outcomes import END_COLUMNS, ENDINGS, LEFT_OUT, has_outcome
from analyzer.stats.populations import axis_shares, ending_gain, ending_rate
from analyzer.stats.rows import Rows
from analyzer.stats.statistic import SHARES, Measure, Statistic

__all__ = ["STATISTICS"]

_POPULATIONS: Final = (EVERY, DEALER, NONDEALER, FIRST, CHASING, CHASED)
_COUNTED: Final = (
    EVERY,
    ACCEPTED,
    FIRST,
    ACCEPTED_FIRST,
    CHASING,
    ACCEPTED_CHASING,
    CHASED,
    CHASED_BY_ACCEPTED,
    DEALER,
    NONDEALER,
)
_RATES: Final = ("win", "ron", "tsumo", "deal_in", "tsumo_against", "lateral", "draw", "exhaustive_draw")
_GAINS: Final = ("ron", "tsumo", "deal_in", "tsumo_against", "lateral", "draw")
_COLUMNS: Final = ("seats.riichi_turn", "seats.is_dealer", *END_COLUMNS)


def _of_dealers(rows: Rows) -> Measure:
    return Measure(np.maximum(rows["riichi_turn"], 0), of=has_outcome(rows) & rows["is_dealer"])


def _of_others(rows: Rows) -> Measure:
    return Measure(np.maximum(rows["riichi_turn"], 0), of=has_outcome(rows) & ~rows["is_dealer"])


STATISTICS: Final = (
    *(axis_shares("riichi_turns", population, TURN) for population in _COUNTED),
    Statistic(
        "riichi_turn_of_dealers",
        "riichi_turns",
        "seats",
        SHARES,
        "share of dealers",
        f"Dealers by the turn on which they declared riichi, 0 for none; {LEFT_OUT}.",
        _of_dealers,
        _COLUMNS,
    ),
    Statistic(
        "riichi_turn_of_nondealers",
        "riichi_turns",
        "seats",
        SHARES,
        "share of nondealers",
        f"Seats other than the dealer by the turn on which they declared riichi, 0 for none; {LEFT_OUT}.",
        _of_others,
        _COLUMNS,
    ),
    *(ending_gain("riichi_turns", population, None, TURN) for population in _POPULATIONS),
    *(
        ending_gain("riichi_turns", population, ENDINGS[name], TURN)
        for population in _POPULATIONS
        for name in _GAINS
    ),
    *(
        ending_rate("riichi_turns", population, ENDINGS[name], TURN)
        for population in _POPULATIONS
        for name in _RATES
    ),
)
