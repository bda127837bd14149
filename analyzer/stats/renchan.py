"""Renchan (連荘): how often the dealer stays, why, and how many hands a dealership lasts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import has_result, is_abortive, is_exhaustive, is_win
from analyzer.stats.dealers import DEALER_TENPAI, DEALER_WINS, dealer_tenpai, dealer_wins
from analyzer.stats.rows import Array, Rows, derived
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, row_of

__all__ = ["STATISTICS"]

_ENDINGS: Final = (
    "dealer wins",
    "child wins",
    "draw, dealer tenpai",
    "draw, dealer noten",
    "abortive draw",
    "other",
)
_NEXT: Final = ("hands.end", "hands.kyoku", "hands.next_kyoku")
_ENDING: Final = (*DEALER_WINS, *DEALER_TENPAI)


@derived
def _followed(hands: Rows) -> NDArray[np.bool_]:
    """Hands with a result that another hand follows in the log."""
    return has_result(hands) & hands.known("hands.next_kyoku") & hands.known("hands.kyoku")


@derived
def _stays(hands: Rows) -> NDArray[np.bool_]:
    """The next hand is the same kyoku."""
    same: NDArray[np.bool_] = hands["hands.next_kyoku"] == hands["hands.kyoku"]
    return same & hands.known("hands.next_kyoku")


@derived
def _ending(hands: Rows) -> NDArray[np.int8]:
    """Index of `_ENDINGS`."""
    won = np.where(dealer_wins(hands), 0, 1)
    tenpai = dealer_tenpai(hands)
    drawn = np.where(tenpai == 1, 2, np.where(tenpai == 0, 3, 5))
    other = np.where(is_exhaustive(hands), drawn, np.where(is_abortive(hands), 4, 5))
    return np.where(is_win(hands), won, other).astype(np.int8)


@derived
def _streak(hands: Rows) -> NDArray[np.int64]:
    """Number of hands of the same dealership up to and including each hand."""
    here = np.arange(len(hands))
    begins = hands.first_in_game | (hands.previous_hand("hands.kyoku") != hands["hands.kyoku"])
    return here - np.maximum.accumulate(np.where(begins, here, 0)) + 1


def _renchan(hands: Rows) -> Measure:
    return Measure(_stays(hands), _followed(hands))


def _renchan_by(bins: Callable[[Rows], Array]) -> Callable[[Rows], Measure]:
    def measure(hands: Rows) -> Measure:
        return Measure(_stays(hands), _followed(hands), bins(hands))

    return measure


def _after_draw(hands: Rows) -> Measure:
    return Measure(_stays(hands), _followed(hands) & is_exhaustive(hands))


def _after_draw_by_tenpai(hands: Rows) -> Measure:
    return _after_draw(hands)._replace(at=hands["hands.tenpai_count"])


def _honba(hands: Rows) -> Array:
    return hands["hands.honba"]


def _cause(hands: Rows) -> Measure:
    return Measure(_ending(hands), _followed(hands) & _stays(hands))


def _length(hands: Rows) -> Measure:
    """One entry per dealership: its last hand, which may be the last of the game."""
    return Measure(_streak(hands), has_result(hands) & ~_stays(hands))


def _longest(games: Rows) -> Measure:
    hands = games.at("hands")
    most = np.zeros(len(games), np.int64)
    np.maximum.at(most, hands.index("games"), _streak(hands))
    return Measure(most, games["games.is_complete"])


_row: Final = partial(row_of, "renchan")


_AMONG: Final = "among hands with a result that another hand follows"

STATISTICS: Final = (
    _row(
        "renchan_rate",
        "hands",
        RATE,
        "share of hands",
        f"Hands after which the dealer stays {_AMONG}.",
        _renchan,
        _NEXT,
    ),
    _row(
        "renchan_rate_by_ending",
        "hands",
        RATE,
        "share of hands",
        f"Hands after which the dealer stays {_AMONG}, by how the hand ended.",
        _renchan_by(_ending),
        (*_NEXT, *_ENDING),
        "ending",
        axis_labels=_ENDINGS,
    ),
    _row(
        "renchan_rate_by_honba",
        "hands",
        RATE,
        "share of hands",
        f"Hands after which the dealer stays {_AMONG}, by the honba when the hand begins.",
        _renchan_by(_honba),
        (*_NEXT, "hands.honba"),
        "honba",
    ),
    _row(
        "renchan_cause",
        "hands",
        SHARES,
        "share of renchan",
        "How hands ended after which the dealer stays.",
        _cause,
        (*_NEXT, *_ENDING),
        labels=_ENDINGS,
    ),
    _row(
        "draw_renchan_rate",
        "hands",
        RATE,
        "share of exhaustive draws",
        "Exhaustive draws after which the dealer stays among those that another hand follows.",
        _after_draw,
        (*_NEXT, "hands.draw_kind"),
    ),
    _row(
        "draw_renchan_rate_by_tenpai_count",
        "hands",
        RATE,
        "share of exhaustive draws",
        "Exhaustive draws after which the dealer stays among those that another hand follows, by number of "
        "tenpai seats.",
        _after_draw_by_tenpai,
        (*_NEXT, "hands.draw_kind", "hands.tenpai_count"),
        "tenpai_count",
    ),
    _row(
        "dealership_length_mean",
        "hands",
        MEAN,
        "hands",
        "Hands that a dealership lasts, the first included, over dealerships; the game or the log may cut "
        "the last.",
        _length,
        _NEXT,
    ),
    _row(
        "dealership_length",
        "hands",
        SHARES,
        "share of dealerships",
        "Hands that a dealership lasts, the first included; the game or the log may cut the last.",
        _length,
        _NEXT,
    ),
    _row(
        "longest_dealership",
        "games",
        SHARES,
        "share of games",
        "Hands of the longest dealership of a game, among complete games.",
        _longest,
        ("hands.kyoku", "games.is_complete"),
    ),
)
