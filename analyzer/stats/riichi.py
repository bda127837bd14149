"""Riichi (立直): how often, when, in which order, on which wait; accepted or not.

`riichi_outcomes` has the outcomes after riichi, `riichi_turns` those by turn and `waits` those by wait;
`riichi_wins` has the wins after riichi.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.declarations import (
    CHASED,
    CHASING,
    EVERY,
    FIRST,
    ORDER,
    TURN,
    WAIT_KINDS,
    WAIT_LIVE,
    accepted_count,
    is_chased,
)
from analyzer.stats.outcomes import END_COLUMNS, LEFT_OUT, has_outcome
from analyzer.stats.populations import axis_mean, axis_shares, flag_rate
from analyzer.stats.rows import Array, Rows
from analyzer.stats.statistic import RATE, SHARES, Measure, Statistic

__all__ = ["STATISTICS"]

_ACCEPTED: Final = "seats.riichi_accepted"
_ORDER: Final = "seats.riichi_order"
_GOOD_SHAPE: Final = 6
"""Live tiles from which amae-koromo calls the wait of a riichi good (好型)."""


def _declares(rows: Rows) -> Measure:
    return Measure(rows["riichi_turn"] > 0, of=has_outcome(rows))


def _declares_double(rows: Rows) -> Measure:
    return Measure(rows["is_double_riichi"], of=has_outcome(rows))


def _has_riichi(rows: Rows) -> Measure:
    return Measure(rows["riichi_count"] > 0, of=has_outcome(rows))


def _riichi_count(rows: Rows) -> Measure:
    return Measure(rows["riichi_count"], of=has_outcome(rows))


def _accepted_count(rows: Rows) -> Measure:
    return Measure(accepted_count(rows), of=has_outcome(rows))


def _accepted(rows: Rows) -> Array:
    return rows["riichi_accepted"]


def _deals_in_at_once(rows: Rows) -> Array:
    at_once: NDArray[np.bool_] = rows["is_loser"] & ~rows["riichi_accepted"]
    return at_once


def _deals_in_later(rows: Rows) -> Array:
    return rows["is_loser"] & rows["riichi_accepted"]


def _is_double(rows: Rows) -> Array:
    return rows["is_double_riichi"]


def _is_first(rows: Rows) -> Array:
    first: Array = rows["riichi_order"] == 1
    return first


def _is_chasing(rows: Rows) -> Array:
    return rows["riichi_order"] > 1


def _is_delayed(rows: Rows) -> Array:
    """1 if tenpai came before the declaration, 0 if with it, -1 if the course is unknown."""
    delayed = rows["tenpai_turn"] < rows["riichi_turn"]
    return np.where(rows.known("tenpai_turn"), delayed, np.int8(-1))


def _is_furiten(rows: Rows) -> Array:
    return rows["riichi_furiten"]


def _has_many_kinds(rows: Rows) -> Array:
    return np.where(rows.known("riichi_wait_kinds"), rows["riichi_wait_kinds"] >= 2, np.int8(-1))


def _has_good_shape(rows: Rows) -> Array:
    return np.where(rows.known("riichi_wait_live"), rows["riichi_wait_live"] >= _GOOD_SHAPE, np.int8(-1))


def _has_no_live_wait(rows: Rows) -> Array:
    return np.where(rows.known("riichi_wait_live"), rows["riichi_wait_live"] == 0, np.int8(-1))


_rate = partial(flag_rate, "riichi", EVERY)


STATISTICS: Final = (
    Statistic(
        "riichi_rate",
        "riichi",
        "seats",
        RATE,
        "share of seats",
        f"Share of seats that declared riichi in the hand, accepted or not; {LEFT_OUT}.",
        _declares,
        ("seats.riichi_turn", *END_COLUMNS),
    ),
    Statistic(
        "double_riichi_rate",
        "riichi",
        "seats",
        RATE,
        "share of seats",
        f"Share of seats that declared riichi in the first uninterrupted go-round; {LEFT_OUT}.",
        _declares_double,
        ("seats.is_double_riichi", *END_COLUMNS),
    ),
    Statistic(
        "hand_with_riichi_rate",
        "riichi",
        "hands",
        RATE,
        "share of hands",
        f"Share of hands in which some seat declared riichi, accepted or not; {LEFT_OUT}.",
        _has_riichi,
        ("hands.riichi_count", *END_COLUMNS),
    ),
    Statistic(
        "riichi_per_hand",
        "riichi",
        "hands",
        SHARES,
        "share of hands",
        f"Hands by how many seats declared riichi, accepted or not; {LEFT_OUT}.",
        _riichi_count,
        ("hands.riichi_count", *END_COLUMNS),
    ),
    Statistic(
        "accepted_riichi_per_hand",
        "riichi",
        "hands",
        SHARES,
        "share of hands",
        f"Hands by how many seats declared riichi and paid the stick; {LEFT_OUT}.",
        _accepted_count,
        ("seats.riichi_accepted", *END_COLUMNS),
    ),
    axis_shares("riichi", EVERY, ORDER),
    axis_mean("riichi", EVERY, TURN, "turns"),
    axis_mean("riichi", FIRST, TURN, "turns"),
    axis_mean("riichi", CHASING, TURN, "turns"),
    axis_mean("riichi", CHASED, TURN, "turns"),
    axis_mean("riichi", EVERY, TURN, "turns", ORDER),
    axis_shares("riichi", EVERY, WAIT_KINDS),
    axis_shares("riichi", EVERY, WAIT_LIVE),
    axis_mean("riichi", EVERY, WAIT_KINDS, "kinds"),
    axis_mean("riichi", EVERY, WAIT_LIVE, "tiles"),
    axis_mean("riichi", EVERY, WAIT_LIVE, "tiles", TURN),
    _rate(
        "riichi_accepted_rate", "paid the stick (nobody won on the declaration tile)", _accepted, (_ACCEPTED,)
    ),
    _rate(
        "riichi_declaration_deal_in_rate",
        "dealt in with the declaration tile",
        _deals_in_at_once,
        (_ACCEPTED, "seats.is_loser"),
    ),
    _rate(
        "riichi_later_deal_in_rate",
        "dealt in after the declaration tile had passed (amae-koromo's rate B; `riichi_deal_in_rate` "
        "includes the declaration tile, as its rate A and Mortal's)",
        _deals_in_later,
        (_ACCEPTED, "seats.is_loser"),
    ),
    _rate(
        "double_riichi_share",
        "did so in the first uninterrupted go-round",
        _is_double,
        ("seats.is_double_riichi",),
    ),
    _rate("first_riichi_share", "were the first in the hand (先制)", _is_first, (_ORDER,)),
    _rate("chasing_riichi_share", "did so after another seat (追っかけ)", _is_chasing, (_ORDER,)),
    _rate(
        "chased_riichi_share",
        "were followed by one or more other declarations, accepted or not",
        is_chased,
        (_ORDER, "hands.riichi_count"),
    ),
    _rate(
        "delayed_riichi_share",
        "had been tenpai after an earlier discard of their own",
        _is_delayed,
        ("seats.tenpai_turn",),
    ),
    _rate(
        "furiten_riichi_share",
        "had a wait among their own discards then, including the declaration tile (a win passed later "
        "does not count)",
        _is_furiten,
        ("seats.riichi_furiten",),
    ),
    _rate(
        "multi_wait_riichi_share",
        "waited for two or more kinds of tiles, including shanpon (amae-koromo: 多面)",
        _has_many_kinds,
        ("seats.riichi_wait_kinds",),
    ),
    _rate(
        "good_shape_riichi_share",
        "waited for six or more tiles that they did not see then (amae-koromo: 好型)",
        _has_good_shape,
        ("seats.riichi_wait_live",),
    ),
    _rate(
        "good_shape_riichi_share",
        "waited for six or more tiles that they did not see then (amae-koromo: 好型)",
        _has_good_shape,
        ("seats.riichi_wait_live",),
        TURN,
    ),
    _rate(
        "dead_wait_riichi_share",
        "saw all the tiles that they waited for",
        _has_no_live_wait,
        ("seats.riichi_wait_live",),
    ),
)
