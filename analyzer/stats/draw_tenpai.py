"""Tenpai seats at exhaustive draws: by state, calls, turn of the first tenpai, placement and gap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.draw_seats import (
    DRAWN,
    STATE_COLUMNS,
    STATES,
    draw_row,
    drawn,
    drawn_state,
    gaps,
    is_tenpai,
    taken,
)
from analyzer.stats.rows import Array, Rows
from analyzer.stats.statistic import MEAN, SHARES, Measure
from analyzer.vocabulary import ABSENT

__all__ = ["STATISTICS"]

_TENPAI: Final = (*DRAWN, "seats.tenpai")
_TURN: Final = (*_TENPAI, "seats.tenpai_turn")
_GAP: Final = (*_TENPAI, "seats.score")
_GAP_EDGES: Final = (1000, 2000, 3000, 4000, 8000, 12000)
_GAPS: Final = (
    "up to 1000",
    "1100 to 2000",
    "2100 to 3000",
    "3100 to 4000",
    "4100 to 8000",
    "8100 to 12000",
    "more",
)
"""Payments change the gap between two seats by 2000 to 4000, a nagashi mangan by up to 16000."""

_Values = Callable[[Rows], Array]


def _tenpai_rate(of: _Values | None = None, at: _Values | None = None) -> Callable[[Rows], Measure]:
    """Measure of tenpai among the seats at draws that fulfil ``of``."""

    def measure(seats: Rows) -> Measure:
        some = None if of is None else of(seats)
        return Measure(is_tenpai(seats), some, None if at is None else at(seats), drawn(seats))

    return measure


def _dealers(seats: Rows) -> NDArray[np.bool_]:
    return taken(seats, "seats.is_dealer")


def _children(seats: Rows) -> NDArray[np.bool_]:
    return ~taken(seats, "seats.is_dealer")


def _all_last(seats: Rows) -> NDArray[np.bool_]:
    last: NDArray[np.bool_] = taken(seats, "hands.is_all_last") == 1
    return last


def _without_riichi(seats: Rows) -> NDArray[np.bool_]:
    other: NDArray[np.bool_] = drawn_state(seats) != STATES.index("riichi")
    return other


def _melds(seats: Rows) -> Array:
    return taken(seats, "seats.open_melds")


def _placement(seats: Rows) -> Array:
    """Placement; null is -1, which is in no bin."""
    return taken(seats, "seats.placement")


def _turn(seats: Rows) -> Array:
    return taken(seats, "seats.tenpai_turn")


def _binned(gap: NDArray[np.int32]) -> NDArray[np.int16]:
    return np.where(gap == ABSENT, -1, np.searchsorted(_GAP_EDGES, gap)).astype(np.int16)


def _gap_above(seats: Rows) -> NDArray[np.int16]:
    return _binned(gaps(seats)[0])


def _gap_below(seats: Rows) -> NDArray[np.int16]:
    return _binned(gaps(seats)[1])


def _state(seats: Rows) -> Measure:
    return Measure(drawn_state(seats), row=drawn(seats))


def _tenpai_turn(seats: Rows) -> Measure:
    reached = seats.known("seats.tenpai_turn")[drawn(seats)]
    return Measure(_turn(seats), is_tenpai(seats) & reached, row=drawn(seats))


def _left_tenpai(seats: Rows) -> Measure:
    reached = seats.known("seats.tenpai_turn")[drawn(seats)]
    return Measure(~is_tenpai(seats), reached, row=drawn(seats))


_row: Final = partial(
    draw_row, "at exhaustive draws (nagashi mangan included) where tenpai is known.", unit="share of seats"
)


STATISTICS: Final = (
    _row("draw_tenpai_rate", "Tenpai seats (riichi included) among all seats", _tenpai_rate(), _TENPAI),
    _row(
        "draw_dealer_tenpai_rate",
        "Tenpai dealers among dealers",
        _tenpai_rate(_dealers),
        (*_TENPAI, "seats.is_dealer"),
    ),
    _row(
        "draw_nondealer_tenpai_rate",
        "Tenpai seats among seats other than the dealer",
        _tenpai_rate(_children),
        (*_TENPAI, "seats.is_dealer"),
    ),
    _row(
        "draw_tenpai_rate_without_riichi",
        "Tenpai seats among seats that declared no riichi",
        _tenpai_rate(_without_riichi),
        STATE_COLUMNS,
    ),
    _row(
        "draw_tenpai_rate_by_melds",
        "Tenpai seats among all seats, by the open melds of the seat,",
        _tenpai_rate(at=_melds),
        (*_TENPAI, "seats.open_melds"),
        "open_melds",
    ),
    _row(
        "draw_tenpai_rate_by_placement",
        "Tenpai seats among all seats, by placement when the hand begins,",
        _tenpai_rate(at=_placement),
        (*_TENPAI, "seats.placement"),
        "placement",
    ),
    _row(
        "draw_tenpai_rate_all_last_by_placement",
        "Tenpai seats among all seats, by placement when the hand begins, in the last scheduled kyoku and "
        "after,",
        _tenpai_rate(_all_last, _placement),
        (*_TENPAI, "seats.placement", "hands.is_all_last"),
        "placement",
    ),
    _row(
        "draw_tenpai_rate_by_gap_above",
        "Tenpai seats among seats that are not first, by points behind the next better placed when the hand "
        "begins,",
        _tenpai_rate(at=_gap_above),
        _GAP,
        "points",
        _GAPS,
    ),
    _row(
        "draw_tenpai_rate_by_gap_below",
        "Tenpai seats among seats that are not last, by points ahead of the next worse placed when the hand "
        "begins,",
        _tenpai_rate(at=_gap_below),
        _GAP,
        "points",
        _GAPS,
    ),
    _row(
        "draw_tenpai_rate_all_last_by_gap_above",
        "As draw_tenpai_rate_by_gap_above in the last scheduled kyoku and after,",
        _tenpai_rate(_all_last, _gap_above),
        (*_GAP, "hands.is_all_last"),
        "points",
        _GAPS,
    ),
    _row(
        "draw_tenpai_rate_by_tenpai_turn",
        "Seats still tenpai at the end among seats whose shape was tenpai at some time, by the number of the "
        "own discard that first made it so,",
        _tenpai_rate(at=_turn),
        _TURN,
        "turn",
    ),
    _row(
        "draw_left_tenpai_rate",
        "Noten seats among seats whose shape was tenpai after some own discard",
        _left_tenpai,
        _TURN,
    ),
    _row(
        "draw_tenpai_turn",
        "Number of the own discard that first made the shape tenpai, of tenpai seats",
        _tenpai_turn,
        _TURN,
        kind=SHARES,
        unit="share of tenpai seats",
    ),
    _row(
        "draw_tenpai_turn_mean",
        "Number of the own discard that first made the shape tenpai, over tenpai seats",
        _tenpai_turn,
        _TURN,
        kind=MEAN,
        unit="turns",
    ),
    _row(
        "draw_state",
        "Riichi, open tenpai, silent tenpai (closed, no riichi) or noten, among all seats",
        _state,
        STATE_COLUMNS,
        kind=SHARES,
        labels=STATES,
    ),
)
