"""Yakuman: how often, which, how many in one win, and how often pao applies."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import has_result
from analyzer.stats.rows import Rows, code, is_value
from analyzer.stats.statistic import RATE, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import YAKU, yaku_of, yakuman_wins
from analyzer.vocabulary import ABSENT

__all__ = ["STATISTICS"]

PAO_YAKU: Final = ("daisangen", "daisuushii")
"""Yakuman to which Tenhou applies pao."""


def _is_yakuman(rows: Rows) -> Measure:
    return Measure(yakuman_wins(rows))


def _is_kazoe(rows: Rows) -> Measure:
    return Measure(is_value(rows, "limit", "kazoe_yakuman"), rows.known("limit"))


def _won(rows: Rows, wins: NDArray[np.bool_]) -> Measure:
    """Measure of seats with such a win, among all hands with a result."""
    won = np.zeros(len(rows), np.bool_)
    won[rows.at("wins").index("seats")[wins]] = True
    return Measure(won, has_result(rows))


def _yakuman_per_hand(rows: Rows) -> Measure:
    return _won(rows, yakuman_wins(rows.at("wins")))


def _kazoe_per_hand(rows: Rows) -> Measure:
    return _won(rows, is_value(rows.at("wins"), "limit", "kazoe_yakuman"))


def _yakuman_kind(rows: Rows) -> Measure:
    return yaku_of(rows, rows.known("yaku") & yakuman_wins(rows))


def _yakuman_count(rows: Rows) -> Measure:
    return Measure(rows["yakuman"], yakuman_wins(rows))


def _is_pao(rows: Rows) -> Measure:
    """Pao shows as a tsumo paid by one seat or a ron paid by two; several winners would hide it."""
    row, yaku = rows.items("yaku")
    first, second = (yaku == code("yaku", name) for name in PAO_YAKU)
    row, at = row[first | second], second[first | second].astype(np.int16)
    deltas = rows.at("hands").by_seat("delta")[rows.index("hands")[row]]
    payers = np.count_nonzero(deltas < 0, axis=1)
    known = (deltas != ABSENT).all(axis=1) & (rows["hands.winner_count"][row] == 1)
    return Measure(payers == np.where(rows["is_tsumo"][row], 1, 2), known, at=at, row=row)


_WINS: Final = "share of wins"
_YAKU: Final = ("wins.yaku",)


STATISTICS: Final = (
    Statistic(
        "yakuman_rate",
        "yakuman",
        "wins",
        RATE,
        _WINS,
        "Wins with a yakuman among all wins, without kazoe yakuman.",
        _is_yakuman,
        ("wins.yakuman",),
    ),
    Statistic(
        "kazoe_yakuman_rate",
        "yakuman",
        "wins",
        RATE,
        _WINS,
        "Wins paid as a yakuman for 13 han or more (kazoe yakuman), among all wins whose limit is logged.",
        _is_kazoe,
        ("wins.limit",),
    ),
    Statistic(
        "yakuman_hand_rate",
        "yakuman",
        "seats",
        RATE,
        "share of hands",
        "Hands that the seat won with a yakuman, without kazoe yakuman, among all its hands that have a "
        "result.",
        _yakuman_per_hand,
        ("wins.yakuman", "wins.seat", "hands.winner_count", "hands.end"),
    ),
    Statistic(
        "kazoe_yakuman_hand_rate",
        "yakuman",
        "seats",
        RATE,
        "share of hands",
        "Hands that the seat won with 13 han or more paid as a yakuman, among all hands it was dealt that "
        "have a result.",
        _kazoe_per_hand,
        ("wins.limit", "wins.seat", "hands.winner_count", "hands.end"),
    ),
    Statistic(
        "yakuman_kind",
        "yakuman",
        "wins",
        SHARES,
        "share of yakuman wins",
        "Wins that have each yakuman, among all wins with a yakuman; a win may have several.",
        _yakuman_kind,
        (*_YAKU, "wins.yakuman"),
        labels=YAKU,
    ),
    Statistic(
        "yakuman_count",
        "yakuman",
        "wins",
        SHARES,
        "share of yakuman wins",
        "Number of yakuman in a win, a double yakuman counted once, among all wins with a yakuman.",
        _yakuman_count,
        ("wins.yakuman",),
    ),
    Statistic(
        "pao_rate",
        "yakuman",
        "wins",
        RATE,
        _WINS,
        "Wins with daisangen or daisuushii in which pao makes another seat pay: a tsumo paid by one seat or "
        "a ron paid by two, among all such wins with one winner; pao does not show if the liable seat "
        "itself dealt in.",
        _is_pao,
        (*_YAKU, "wins.is_tsumo", "hands.winner_count", "seats.delta"),
        "yaku",
        axis_labels=PAO_YAKU,
    ),
)
