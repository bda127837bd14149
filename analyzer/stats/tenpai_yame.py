"""Tenpai-yame (聴牌やめ): games that end because the leading dealer is tenpai at a draw in the last kyoku."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.draw_orders import (
    PAID,
    among_draws,
    among_games,
    draws,
    in_all_last,
    is_over,
    orders,
    scores,
)
from analyzer.stats.rows import Array, Rows, derived
from analyzer.stats.statistic import RATE, Statistic

__all__ = ["STATISTICS"]

_COLUMNS: Final = (*PAID, "hands.dealer", "hands.is_all_last", "seats.tenpai", "games.is_complete")


@derived
def _dealer(hands: Rows) -> NDArray[np.intp]:
    """Dealers of the draws, shape (draws, 1)."""
    return hands["hands.dealer"][draws(hands)].astype(np.intp)[:, None]


def _dealer_place(hands: Rows) -> Array:
    return np.take_along_axis(orders(hands)[1], _dealer(hands), axis=1)[:, 0]


def _dealer_tenpai(hands: Rows) -> NDArray[np.bool_]:
    tenpai = hands.by_seat("seats.tenpai")[draws(hands)]
    ready: NDArray[np.bool_] = np.take_along_axis(tenpai, _dealer(hands), axis=1)[:, 0] == 1
    return ready


def _no_bust(hands: Rows) -> NDArray[np.bool_]:
    after = scores(hands)[1]
    return ~np.asarray((after < 0).any(axis=1))


def _tenpai_yame(hands: Rows) -> NDArray[np.bool_]:
    """Whether the game ends because a tenpai dealer is first, and not by a bust."""
    first: NDArray[np.bool_] = _dealer_place(hands) == 1
    return is_over(hands) & _dealer_tenpai(hands) & first & _no_bust(hands)


def _could_stay(hands: Rows) -> NDArray[np.bool_]:
    return in_all_last(hands) & _dealer_tenpai(hands)


def _could_end(hands: Rows) -> NDArray[np.bool_]:
    first: NDArray[np.bool_] = _dealer_place(hands) == 1
    return _could_stay(hands) & first & _no_bust(hands)


def _in_all_last(hands: Rows) -> NDArray[np.bool_]:
    return _tenpai_yame(hands) & in_all_last(hands)


_AMONG: Final = (
    "exhaustive draws (nagashi mangan included) in the last scheduled kyoku and after, with the dealer tenpai"
)

STATISTICS: Final = (
    Statistic(
        "tenpai_yame_rate",
        "draw_effects",
        "hands",
        RATE,
        "share of exhaustive draws",
        "Games ended because a tenpai dealer is first after the payment, with nobody bust (聴牌やめ), "
        f"among {_AMONG}.",
        among_draws(_tenpai_yame, _could_stay),
        _COLUMNS,
    ),
    Statistic(
        "tenpai_yame_rate_of_first_dealers",
        "draw_effects",
        "hands",
        RATE,
        "share of exhaustive draws",
        f"Games ended by tenpai-yame among {_AMONG} and first after it, with nobody bust; the others "
        "lack the points that end a game, or the rule set knows no tenpai-yame.",
        among_draws(_tenpai_yame, _could_end),
        _COLUMNS,
    ),
    Statistic(
        "game_ended_by_tenpai_yame_rate",
        "draw_effects",
        "games",
        RATE,
        "share of games",
        "Games ended by tenpai-yame (see tenpai_yame_rate) among all complete games.",
        among_games(_in_all_last),
        _COLUMNS,
    ),
)
