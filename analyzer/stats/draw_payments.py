"""Payments of exhaustive draws: distribution and mean by state of the seat, with or without its stick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import gain, is_drawn, is_exhaustive, knows_gain
from analyzer.stats.draw_seats import DRAWN, STATE_COLUMNS, STATES, drawn, drawn_state, seats_of, taken
from analyzer.stats.rows import Array, Rows, code, derived
from analyzer.stats.statistic import MEAN, SHARES, Kind, Measure, Statistic

__all__ = ["STATISTICS"]

_PAID: Final = (*STATE_COLUMNS, "seats.delta")
_DRAWN: Final = ("hands.end", "hands.draw_kind", "seats.delta")
_EXHAUSTED: Final = ("hands.draw_kind", "seats.delta")


@derived
def _is_paid(seats: Rows) -> NDArray[np.bool_]:
    """Whether noten payments were made at each of the rows of `drawn`, not those of a nagashi mangan."""
    paid: NDArray[np.bool_] = taken(seats, "hands.draw_kind") == code("draw_kind", "exhaustive")
    return paid & knows_gain(seats)[drawn(seats)]


def _delta(seats: Rows) -> Measure:
    return Measure(taken(seats, "seats.delta"), _is_paid(seats), drawn_state(seats), drawn(seats))


def _gain(seats: Rows) -> Measure:
    return _delta(seats)._replace(value=gain(seats)[drawn(seats)])


def _noten_by(bins: Callable[[Rows], Array]) -> Callable[[Rows], Measure]:
    def measure(seats: Rows) -> Measure:
        noten = drawn_state(seats) == STATES.index("noten")
        return Measure(taken(seats, "seats.delta"), _is_paid(seats) & noten, bins(seats), drawn(seats))

    return measure


def _tenpai_by(bins: Callable[[Rows], Array]) -> Callable[[Rows], Measure]:
    def measure(seats: Rows) -> Measure:
        tenpai = drawn_state(seats) != STATES.index("noten")
        return Measure(taken(seats, "seats.delta"), _is_paid(seats) & tenpai, bins(seats), drawn(seats))

    return measure


def _all_by(bins: Callable[[Rows], Array]) -> Callable[[Rows], Measure]:
    def measure(seats: Rows) -> Measure:
        return Measure(taken(seats, "seats.delta"), _is_paid(seats), bins(seats), drawn(seats))

    return measure


def _melds(seats: Rows) -> Array:
    return taken(seats, "seats.open_melds")


def _riichi_count(seats: Rows) -> Array:
    return taken(seats, "hands.riichi_count")


def _placement(seats: Rows) -> Array:
    return taken(seats, "seats.placement")


def _of_all(
    of: Callable[[Rows], NDArray[np.bool_]], value: Callable[[Rows], Array]
) -> Callable[[Rows], Measure]:
    def measure(seats: Rows) -> Measure:
        rows = seats_of(seats, np.flatnonzero(of(seats.at("hands"))))
        return Measure(value(seats)[rows], knows_gain(seats)[rows], row=rows)

    return measure


def _logged(seats: Rows) -> Array:
    return seats["seats.delta"]


def _row(
    name: str,
    kind: Kind,
    definition: str,
    measure: Callable[[Rows], Measure],
    columns: tuple[str, ...],
    axis: str = "",
    axis_labels: tuple[str, ...] = (),
) -> Statistic:
    unit = "points" if kind is MEAN else "share of seats"
    return Statistic(
        name,
        "draw_payments",
        "seats",
        kind,
        unit,
        definition,
        measure,
        columns,
        axis,
        axis_labels=axis_labels,
    )


_LEFT_OUT: Final = "nagashi mangan and draws where tenpai is unknown are left out."
_STATES: Final = "riichi, open tenpai, silent tenpai (closed, no riichi) and noten"

STATISTICS: Final = (
    _row(
        "draw_payment",
        SHARES,
        f"Points received (negative if paid) at an exhaustive draw by {_STATES} seats; {_LEFT_OUT}",
        _delta,
        _PAID,
        "state",
        STATES,
    ),
    _row(
        "draw_payment_mean",
        MEAN,
        f"Points received (negative if paid) at an exhaustive draw, over {_STATES} seats each, without "
        f"the own riichi stick; {_LEFT_OUT}",
        _delta,
        _PAID,
        "state",
        STATES,
    ),
    _row(
        "draw_payment_with_stick_mean",
        MEAN,
        f"As draw_payment_mean, minus the own riichi stick, which stays on the table; {_LEFT_OUT}",
        _gain,
        (*_PAID, "seats.deposit"),
        "state",
        STATES,
    ),
    _row(
        "noten_payment_by_riichi_count",
        MEAN,
        "Points paid (negative) by noten seats at an exhaustive draw, by number of seats in riichi; "
        f"{_LEFT_OUT}",
        _noten_by(_riichi_count),
        (*_PAID, "hands.riichi_count"),
        "riichi_count",
    ),
    _row(
        "noten_payment_by_melds",
        MEAN,
        f"Points paid (negative) by noten seats at an exhaustive draw, by their open melds; {_LEFT_OUT}",
        _noten_by(_melds),
        _PAID,
        "open_melds",
    ),
    _row(
        "tenpai_payment_by_melds",
        MEAN,
        f"Points received by tenpai seats at an exhaustive draw, by their open melds; {_LEFT_OUT}",
        _tenpai_by(_melds),
        _PAID,
        "open_melds",
    ),
    _row(
        "draw_payment_by_placement",
        MEAN,
        "Points received (negative if paid) at an exhaustive draw over all seats, by placement when the hand "
        f"begins; {_LEFT_OUT}",
        _all_by(_placement),
        (*DRAWN, "seats.delta", "seats.placement"),
        "placement",
    ),
    _row(
        "draw_delta",
        MEAN,
        "Points received (negative if paid) at an exhaustive draw over all seats, nagashi mangan included, "
        "own riichi stick excluded: zero in total, but useful by player, dealer or placement.",
        _of_all(is_exhaustive, _logged),
        _EXHAUSTED,
    ),
    _row(
        "draw_gain",
        MEAN,
        "As draw_delta, minus the own riichi stick, which stays on the table.",
        _of_all(is_exhaustive, gain),
        (*_EXHAUSTED, "seats.deposit"),
    ),
    _row(
        "ryuukyoku_delta",
        MEAN,
        "Points received (negative if paid) at a ryuukyoku of any kind but chombo, over all seats, own "
        "riichi stick excluded (Mortal: avg_point_per_ryukyoku).",
        _of_all(is_drawn, _logged),
        _DRAWN,
    ),
)
