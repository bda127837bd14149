"""Hands: how they end for the table and for each seat, their length, and their calls."""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.stats.common import has_result, is_abortive, is_exhaustive, is_win
from analyzer.stats.outcomes import OUTCOME_COLUMNS, OUTCOMES, outcome
from analyzer.stats.rows import Rows, is_value
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import STATES, state

__all__ = ["STATISTICS"]

HAND_ENDS: Final = ("ron", "double_ron", "tsumo", "exhaustive", "nagashi_mangan", "abortive", "chombo")


def _hand_end(rows: Rows) -> Measure:
    kind = np.full(len(rows), -1, np.int8)
    kind[is_win(rows)] = 0
    kind[is_win(rows) & (rows["winner_count"] > 1)] = 1
    kind[is_win(rows) & (rows["is_tsumo"] == 1)] = 2
    kind[is_exhaustive(rows)] = 3
    kind[is_value(rows, "draw_kind", "nagashi_mangan")] = 4
    kind[is_abortive(rows)] = 5
    kind[is_value(rows, "draw_kind", "chombo")] = 6
    return Measure(kind, kind >= 0)


def _outcome(rows: Rows) -> Measure:
    ended = outcome(rows)
    return Measure(ended, ended >= 0)


def _state(rows: Rows) -> Measure:
    return Measure(state(rows), has_result(rows))


def _turn(rows: Rows) -> Measure:
    return Measure(rows["turn"], has_result(rows))


def _discards(rows: Rows) -> Measure:
    return Measure(rows["discards"], has_result(rows))


def _live_tiles(rows: Rows) -> Measure:
    return Measure(rows["live_tiles"], has_result(rows) & rows.known("live_tiles"))


def _calls(rows: Rows) -> Measure:
    return Measure(rows["calls"] - rows["kita"], has_result(rows))


def _has_kan(rows: Rows) -> Measure:
    return Measure(rows["kans"] > 0, has_result(rows))


def _kans(rows: Rows) -> Measure:
    return Measure(rows["kans"], has_result(rows))


def _kita(rows: Rows) -> Measure:
    return Measure(rows["kita"], has_result(rows))


_HANDS: Final = "share of hands"
_ENDS: Final = ("hands.end", "hands.draw_kind", "hands.is_tsumo")

STATISTICS: Final = (
    Statistic(
        "hand_end",
        "hands",
        "hands",
        SHARES,
        _HANDS,
        "How the hand ended: ron of one seat, ron of two or more, tsumo, exhaustive draw, nagashi mangan, "
        "abortive draw or chombo, among all hands with a result of a known kind.",
        _hand_end,
        (*_ENDS, "hands.winner_count"),
        labels=HAND_ENDS,
    ),
    Statistic(
        "hand_outcome",
        "hands",
        "seats",
        SHARES,
        _HANDS,
        "How the hand ended for the seat: won by ron or tsumo, dealt in, saw another's tsumo or ron "
        "(lateral, yokoido), exhaustive draw with nagashi mangan or abortive draw, among all hands it was "
        "dealt that have a result; chombo is left out.",
        _outcome,
        OUTCOME_COLUMNS,
        labels=OUTCOMES,
    ),
    Statistic(
        "hand_state",
        "hands",
        "seats",
        SHARES,
        _HANDS,
        "State of the seat at the end: riichi declared, open, or closed, among all hands it was dealt that "
        "have a result.",
        _state,
        ("seats.open_melds", "seats.riichi_turn", "hands.end"),
        labels=STATES,
    ),
    Statistic(
        "hand_turn_mean",
        "hands",
        "hands",
        MEAN,
        "turns",
        "Most discards of any one seat, over all hands with a result.",
        _turn,
        ("hands.turn", "hands.end"),
    ),
    Statistic(
        "hand_turn",
        "hands",
        "hands",
        SHARES,
        _HANDS,
        "Most discards of any one seat when the hand ended, among all hands with a result.",
        _turn,
        ("hands.turn", "hands.end"),
    ),
    Statistic(
        "hand_discards",
        "hands",
        "hands",
        MEAN,
        "tiles",
        "Number of discards of all seats together, over all hands with a result.",
        _discards,
        ("hands.discards", "hands.end"),
    ),
    Statistic(
        "hand_live_tiles",
        "hands",
        "hands",
        MEAN,
        "tiles",
        "Tiles left to draw when the hand ended, over all hands with a result that could be replayed.",
        _live_tiles,
        ("hands.live_tiles", "hands.end"),
    ),
    Statistic(
        "hand_calls",
        "hands",
        "hands",
        MEAN,
        "count",
        "Number of calls of all seats together, with closed kans and without kita, over all hands with a "
        "result.",
        _calls,
        ("hands.calls", "hands.kita", "hands.end"),
    ),
    Statistic(
        "kan_rate",
        "hands",
        "hands",
        RATE,
        _HANDS,
        "Hands with a kan of any kind by any seat, among all hands with a result.",
        _has_kan,
        ("hands.kans", "hands.end"),
    ),
    Statistic(
        "kans_per_hand",
        "hands",
        "hands",
        SHARES,
        _HANDS,
        "Number of kans of any kind by all seats together, among all hands with a result.",
        _kans,
        ("hands.kans", "hands.end"),
    ),
    Statistic(
        "kita_per_hand",
        "hands",
        "seats",
        MEAN,
        "count",
        "Norths that the seat set aside, over all its hands that have a result; 0 in four-player games.",
        _kita,
        ("seats.kita", "hands.end"),
    ),
)
