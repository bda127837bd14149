"""Waits of tenpai seats at exhaustive draws: without yaku, furiten, dead, reached on the last turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import knows_gain
from analyzer.stats.draw_seats import (
    DRAWN,
    STATE_COLUMNS,
    STATES,
    draw_row,
    drawn,
    drawn_state,
    is_tenpai,
    taken,
)
from analyzer.stats.rows import CODES, Rows, code
from analyzer.stats.statistic import MEAN, SHARES, Measure

__all__ = ["STATISTICS"]

_TENPAI_STATES: Final = STATES[:3]
_TENPAI: Final = (*DRAWN, "seats.tenpai")
_LAST: Final = (*_TENPAI, "seats.tenpai_turn", "seats.discards")


def _is_keishiki(seats: Rows) -> NDArray[np.bool_]:
    yakuless: NDArray[np.bool_] = taken(seats, "seats.keishiki") == 1
    return yakuless


def _keishiki(seats: Rows) -> Measure:
    """Whether tenpai seats are keishiki; null means riichi, noten or unknown."""
    return Measure(_is_keishiki(seats), taken(seats, "seats.keishiki") >= 0, row=drawn(seats))


def _keishiki_of_all(seats: Rows) -> Measure:
    in_riichi = drawn_state(seats) == STATES.index("riichi")
    known = is_tenpai(seats) & (in_riichi | (taken(seats, "seats.keishiki") >= 0))
    return Measure(_is_keishiki(seats), known, row=drawn(seats))


def _keishiki_by_state(seats: Rows) -> Measure:
    state = drawn_state(seats)
    return _keishiki(seats)._replace(at=np.where(state == STATES.index("noten"), -1, state - 1))


def _keishiki_by_turn(seats: Rows) -> Measure:
    return _keishiki(seats)._replace(at=taken(seats, "seats.tenpai_turn"))


def _keishiki_by_melds(seats: Rows) -> Measure:
    return _keishiki(seats)._replace(at=taken(seats, "seats.open_melds"))


def _of_tenpai(column: str) -> Callable[[Rows], Measure]:
    """Measure of the rate of a nullable bool column among tenpai seats."""

    def measure(seats: Rows) -> Measure:
        values = taken(seats, column)
        return Measure(values == 1, is_tenpai(seats) & (values >= 0), row=drawn(seats))

    return measure


def _by_state(measure: Callable[[Rows], Measure]) -> Callable[[Rows], Measure]:
    def by_state(seats: Rows) -> Measure:
        state = drawn_state(seats)
        return measure(seats)._replace(at=np.where(state == STATES.index("noten"), -1, state))

    return by_state


def _live(seats: Rows) -> Measure:
    live = taken(seats, "seats.wait_live")
    return Measure(live, is_tenpai(seats) & (live >= 0), row=drawn(seats))


def _is_dead(seats: Rows) -> Measure:
    live = _live(seats)
    return live._replace(value=live.value == 0)


def _shape(seats: Rows) -> Measure:
    shape = taken(seats, "seats.wait_shape")
    return Measure(shape, is_tenpai(seats) & (shape >= 0), row=drawn(seats))


def _is_last_turn(seats: Rows) -> NDArray[np.bool_]:
    late: NDArray[np.bool_] = taken(seats, "seats.tenpai_turn") == taken(seats, "seats.discards")
    return late & is_tenpai(seats)


def _last_turn(seats: Rows) -> Measure:
    known = is_tenpai(seats) & (taken(seats, "seats.tenpai_turn") >= 0)
    return Measure(_is_last_turn(seats), known, row=drawn(seats))


def _last_turn_delta(seats: Rows) -> Measure:
    paid = taken(seats, "hands.draw_kind") == code("draw_kind", "exhaustive")
    known = knows_gain(seats)[drawn(seats)] & paid
    return Measure(taken(seats, "seats.delta"), _is_last_turn(seats) & known, row=drawn(seats))


def _last_turn_keishiki(seats: Rows) -> Measure:
    known = taken(seats, "seats.keishiki") >= 0
    return Measure(_is_keishiki(seats), known & _is_last_turn(seats), row=drawn(seats))


_row: Final = partial(
    draw_row, "at exhaustive draws (nagashi mangan included).", unit="share of tenpai seats"
)


STATISTICS: Final = (
    _row(
        "keishiki_rate",
        "Seats whose waits give no yaku by ron (形式聴牌) among tenpai seats without riichi",
        _keishiki,
        (*DRAWN, "seats.keishiki"),
    ),
    _row(
        "keishiki_share_of_tenpai",
        "Seats whose waits give no yaku by ron (形式聴牌) among all tenpai seats (riichi included)",
        _keishiki_of_all,
        (*STATE_COLUMNS, "seats.keishiki"),
    ),
    _row(
        "keishiki_rate_by_state",
        "Seats whose waits give no yaku by ron among tenpai seats without riichi, by open or closed tehai,",
        _keishiki_by_state,
        (*STATE_COLUMNS, "seats.keishiki"),
        "state",
        STATES[1:3],
    ),
    _row(
        "keishiki_rate_by_melds",
        "Seats whose waits give no yaku by ron among tenpai seats without riichi, by open melds,",
        _keishiki_by_melds,
        (*DRAWN, "seats.keishiki", "seats.open_melds"),
        "open_melds",
    ),
    _row(
        "keishiki_rate_by_tenpai_turn",
        "Seats whose waits give no yaku by ron among tenpai seats without riichi, by the number of the own "
        "discard that first made the shape tenpai,",
        _keishiki_by_turn,
        (*DRAWN, "seats.keishiki", "seats.tenpai_turn"),
        "turn",
    ),
    _row(
        "draw_furiten_rate",
        "Seats furiten for any reason among tenpai seats",
        _of_tenpai("seats.furiten"),
        (*_TENPAI, "seats.furiten"),
    ),
    _row(
        "draw_furiten_rate_by_state",
        "Seats furiten for any reason among tenpai seats, by riichi, open or silent tenpai,",
        _by_state(_of_tenpai("seats.furiten")),
        (*STATE_COLUMNS, "seats.furiten"),
        "state",
        _TENPAI_STATES,
    ),
    _row(
        "draw_discard_furiten_rate",
        "Seats with a wait among their own discards among tenpai seats",
        _of_tenpai("seats.furiten_discard"),
        (*_TENPAI, "seats.furiten_discard"),
    ),
    _row(
        "draw_riichi_furiten_rate",
        "Seats that passed a wait after riichi among tenpai seats",
        _of_tenpai("seats.furiten_riichi"),
        (*_TENPAI, "seats.furiten_riichi"),
    ),
    _row(
        "draw_wait_live",
        "Live tiles of the wait (tiles that the seat does not see) at the end, of tenpai seats",
        _live,
        (*_TENPAI, "seats.wait_live"),
        kind=SHARES,
    ),
    _row(
        "draw_dead_wait_rate",
        "Seats that see every tile they wait for (karaten) among tenpai seats",
        _is_dead,
        (*_TENPAI, "seats.wait_live"),
    ),
    _row(
        "draw_dead_wait_rate_by_state",
        "Seats that see every tile they wait for (karaten) among tenpai seats, by riichi, open or silent "
        "tenpai,",
        _by_state(_is_dead),
        (*STATE_COLUMNS, "seats.wait_live"),
        "state",
        _TENPAI_STATES,
    ),
    _row(
        "draw_wait_shape",
        "Shape of the wait of tenpai seats",
        _shape,
        (*_TENPAI, "seats.wait_shape"),
        kind=SHARES,
        labels=CODES["wait_shape"],
    ),
    _row(
        "last_turn_tenpai_rate",
        "Seats whose shape first was tenpai after their last discard of the hand among tenpai seats",
        _last_turn,
        _LAST,
    ),
    _row(
        "last_turn_tenpai_keishiki_rate",
        "Seats whose waits give no yaku by ron among seats without riichi that were first tenpai after "
        "their last discard",
        _last_turn_keishiki,
        (*_LAST, "seats.keishiki"),
    ),
    _row(
        "last_turn_tenpai_delta",
        "Payment received by seats that were first tenpai after their last discard, without nagashi mangan,",
        _last_turn_delta,
        (*_LAST, "seats.delta"),
        kind=MEAN,
        unit="points",
    ),
)
