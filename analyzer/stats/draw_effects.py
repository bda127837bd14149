"""Effects of draws: payments that change the order of the players, end the game or bust a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import is_exhaustive, is_win
from analyzer.stats.draw_orders import (
    PAID,
    among_draws,
    among_games,
    draws,
    ends_game,
    in_all_last,
    is_over,
    orders,
    scores,
)
from analyzer.stats.rows import Rows, is_value
from analyzer.stats.statistic import MEAN, RATE, SHARES, Kind, Measure, Statistic

__all__ = ["STATISTICS"]

_ENDINGS: Final = ("tsumo", "ron", "exhaustive draw", "nagashi mangan", "other")
_LAST: Final = ("games.is_complete",)


def _changed(hands: Rows) -> NDArray[np.bool_]:
    before, after = orders(hands)
    moved: NDArray[np.bool_] = (before != after).any(axis=1)
    return moved


def _top_changed(hands: Rows) -> NDArray[np.bool_]:
    before, after = orders(hands)
    other: NDArray[np.bool_] = ((before == 1) != (after == 1)).any(axis=1)
    return other


def _bottom_changed(hands: Rows) -> NDArray[np.bool_]:
    before, after = orders(hands)
    return np.asarray(((before == hands.players) != (after == hands.players)).any(axis=1))


def _busts(hands: Rows) -> NDArray[np.bool_]:
    """Whether the payment takes a seat from 0 or more to below 0."""
    before, after = scores(hands)
    return np.asarray(((after < 0) & (before >= 0)).any(axis=1))


def _steps(hands: Rows) -> Measure:
    """Placements gained by the payment, one entry per seat that gains."""
    before, after = orders(hands)
    climbed = np.maximum(before - after, 0).sum(axis=1)
    return Measure(climbed, is_over(hands), row=draws(hands))


def _ended_by(hands: Rows) -> Measure:
    won = np.where(hands["hands.is_tsumo"] == 1, 0, 1)
    drawn = np.where(is_value(hands, "hands.draw_kind", "nagashi_mangan"), 3, 2)
    ended = np.where(is_win(hands), won, np.where(is_exhaustive(hands), drawn, 4))
    return Measure(ended, ends_game(hands))


def _ended_by_draw(hands: Rows) -> Measure:
    return Measure(is_exhaustive(hands), ends_game(hands))


def _last_of_draws(hands: Rows) -> Measure:
    return Measure(hands.last_in_game, is_exhaustive(hands) & hands["games.is_complete"])


def _row(
    name: str,
    grain: str,
    kind: Kind,
    unit: str,
    definition: str,
    measure: Callable[[Rows], Measure],
    columns: tuple[str, ...],
    labels: tuple[str, ...] = (),
) -> Statistic:
    return Statistic(name, "draw_effects", grain, kind, unit, definition, measure, columns, labels=labels)


_DRAWS: Final = "exhaustive draws (nagashi mangan included)"
_ORDER: Final = "the order by points (ties to the lower seat) differs with and without the payment"

STATISTICS: Final = (
    _row(
        "draw_changes_order_rate",
        "hands",
        RATE,
        "share of exhaustive draws",
        f"Draws whose payment changes the order of the players, among {_DRAWS}: {_ORDER}.",
        among_draws(_changed),
        PAID,
    ),
    _row(
        "draw_changes_first_rate",
        "hands",
        RATE,
        "share of exhaustive draws",
        f"Draws whose payment changes who is first, among {_DRAWS}; ties to the lower seat.",
        among_draws(_top_changed),
        PAID,
    ),
    _row(
        "all_last_draw_changes_order_rate",
        "hands",
        RATE,
        "share of exhaustive draws",
        f"Draws whose payment changes the order of the players, among {_DRAWS} in the last scheduled kyoku "
        f"and after: {_ORDER}.",
        among_draws(_changed, in_all_last),
        (*PAID, "hands.is_all_last"),
    ),
    _row(
        "final_draw_changes_order_rate",
        "hands",
        RATE,
        "share of exhaustive draws",
        f"Draws whose payment changes the final order of the players, among {_DRAWS} that end a complete "
        "game.",
        among_draws(_changed, is_over),
        (*PAID, *_LAST),
    ),
    _row(
        "final_draw_changes_first_rate",
        "hands",
        RATE,
        "share of exhaustive draws",
        f"Draws whose payment changes who is first in the end, among {_DRAWS} that end a complete game.",
        among_draws(_top_changed, is_over),
        (*PAID, *_LAST),
    ),
    _row(
        "final_draw_changes_last_rate",
        "hands",
        RATE,
        "share of exhaustive draws",
        f"Draws whose payment changes who is last in the end, among {_DRAWS} that end a complete game.",
        among_draws(_bottom_changed, is_over),
        (*PAID, *_LAST),
    ),
    _row(
        "final_draw_placements_climbed_mean",
        "hands",
        MEAN,
        "placements",
        f"Placements that all seats together gain by the payment, over {_DRAWS} that end a complete game.",
        _steps,
        (*PAID, *_LAST),
    ),
    _row(
        "game_order_changed_by_draw_rate",
        "games",
        RATE,
        "share of games",
        "Games that end by an exhaustive draw whose payment changes the final order, among all complete "
        "games.",
        among_games(_changed),
        (*PAID, *_LAST),
    ),
    _row(
        "game_first_changed_by_draw_rate",
        "games",
        RATE,
        "share of games",
        "Games that end by an exhaustive draw whose payment changes who is first, among all complete games.",
        among_games(_top_changed),
        (*PAID, *_LAST),
    ),
    _row(
        "game_ended_by_draw_rate",
        "hands",
        RATE,
        "share of games",
        "Games whose last hand is an exhaustive draw (nagashi mangan included) among complete games.",
        _ended_by_draw,
        ("hands.draw_kind", *_LAST),
    ),
    _row(
        "last_hand_end",
        "hands",
        SHARES,
        "share of games",
        "How the last hand of a game ended, among complete games.",
        _ended_by,
        ("hands.end", "hands.draw_kind", "hands.is_tsumo", *_LAST),
        _ENDINGS,
    ),
    _row(
        "draw_ends_game_rate",
        "hands",
        RATE,
        "share of exhaustive draws",
        f"Draws that end the game among {_DRAWS} of complete games.",
        _last_of_draws,
        ("hands.draw_kind", *_LAST),
    ),
    _row(
        "draw_bust_rate",
        "hands",
        RATE,
        "share of exhaustive draws",
        f"Draws whose payment takes some seat below 0 points, among {_DRAWS}.",
        among_draws(_busts),
        PAID,
    ),
    _row(
        "game_bust_by_draw_rate",
        "games",
        RATE,
        "share of games",
        "Games that end by an exhaustive draw whose payment takes some seat below 0, among all complete "
        "games.",
        among_games(_busts),
        (*PAID, *_LAST),
    ),
)
