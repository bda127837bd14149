"""Kyuushu kyuuhai (九種九牌): how often seats may declare it, how often they do, and results if not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import gain, has_result, is_win, knows_gain
from analyzer.stats.rows import Array, Rows, code, derived, is_value
from analyzer.stats.statistic import MEAN, RATE, SHARES, Kind, Measure, Statistic
from analyzer.vocabulary import KYUUSHU_KINDS

__all__ = ["STATISTICS"]

_MAY: Final = ("hands.end", "seats.kyuushu_kinds")
_DONE: Final = (*_MAY, "hands.draw_kind", "seats.draws", "seats.discards")


@derived
def _asked(seats: Rows) -> NDArray[np.bool_]:
    """Seats that drew their first tile with no call before it."""
    return has_result(seats) & seats.known("seats.kyuushu_kinds")


@derived
def _eligible(seats: Rows) -> NDArray[np.intp]:
    """Rows of seats that could declare; on Tenhou only the tiles and earlier calls matter."""
    return np.flatnonzero(_asked(seats) & (seats["seats.kyuushu_kinds"] >= KYUUSHU_KINDS))


@derived
def _declared(seats: Rows) -> NDArray[np.bool_]:
    """The seat declared kyuushu kyuuhai: it drew and did not discard."""
    drew: NDArray[np.bool_] = (seats["seats.draws"] > 0) & (seats["seats.discards"] == 0)
    return drew & is_value(seats, "hands.draw_kind", "kyuushu_kyuuhai")


@derived
def _kept(seats: Rows) -> NDArray[np.intp]:
    """Rows of seats that could declare and played on."""
    row = _eligible(seats)
    return row[~_declared(seats)[row]]


def _may(seats: Rows) -> Measure:
    return Measure(seats["seats.kyuushu_kinds"] >= KYUUSHU_KINDS, _asked(seats))


def _kinds(seats: Rows) -> Measure:
    return Measure(seats["seats.kyuushu_kinds"], _asked(seats))


def _declares(bins: str = "") -> Callable[[Rows], Measure]:
    def measure(seats: Rows) -> Measure:
        row = _eligible(seats)
        return Measure(_declared(seats)[row], at=seats[bins][row] if bins else None, row=row)

    return measure


def _declares_by_shanten(seats: Rows) -> Measure:
    """Measure of declarations by shanten; bin 0 is a complete hand (shanten -1)."""
    row = _eligible(seats)
    known = seats.known("seats.kyuushu_shanten")[row]
    shanten = np.where(known, seats["seats.kyuushu_shanten"][row] + 1, -1)
    return Measure(_declared(seats)[row], at=shanten, row=row)


def _declares_all_last(seats: Rows) -> Measure:
    measure = _declares("seats.placement")(seats)
    return measure._replace(of=seats["hands.is_all_last"][_eligible(seats)] == 1)


def _of_kept(value: Callable[[Rows], Array]) -> Callable[[Rows], Measure]:
    def measure(seats: Rows) -> Measure:
        row = _kept(seats)
        return Measure(value(seats)[row], row=row)

    return measure


def _wins(seats: Rows) -> Array:
    return seats["seats.is_winner"] & is_win(seats)


def _kokushi(seats: Rows) -> NDArray[np.bool_]:
    wins = seats.at("wins")
    row, yaku = wins.items("wins.yaku")
    made = np.zeros(len(seats), np.bool_)
    kokushi = (yaku == code("yaku", "kokushi")) | (yaku == code("yaku", "kokushi_thirteen"))
    made[wins.index("seats")[row[kokushi]]] = True
    return made


def _kept_gain(seats: Rows) -> Measure:
    row = _kept(seats)
    return Measure(gain(seats)[row], knows_gain(seats)[row], row=row)


def _final_placement(rows: Callable[[Rows], NDArray[np.intp]]) -> Callable[[Rows], Measure]:
    def measure(seats: Rows) -> Measure:
        row = rows(seats)
        place = seats["players.placement"][row]
        return Measure(place, place > 0, row=row)

    return measure


def _first(rows: Callable[[Rows], NDArray[np.intp]]) -> Callable[[Rows], Measure]:
    def measure(seats: Rows) -> Measure:
        row = rows(seats)
        place = seats["players.placement"][row]
        return Measure(place == 1, place > 0, seats["seats.placement"][row], row)

    return measure


def _declarers(seats: Rows) -> NDArray[np.intp]:
    row = _eligible(seats)
    return row[_declared(seats)[row]]


def _row(
    name: str,
    kind: Kind,
    unit: str,
    definition: str,
    measure: Callable[[Rows], Measure],
    columns: tuple[str, ...],
    axis: str = "",
    axis_labels: tuple[str, ...] = (),
) -> Statistic:
    return Statistic(
        name, "abortive", "seats", kind, unit, definition, measure, columns, axis, axis_labels=axis_labels
    )


_WHO: Final = (
    "seats with nine or more kinds of terminals and honours at their first draw, without a call before it"
)

STATISTICS: Final = (
    _row(
        "kyuushu_kinds",
        SHARES,
        "share of seats",
        "Kinds of terminals and honours in the 14 tiles at the first own draw, of seats without a call "
        "before it in hands with a result.",
        _kinds,
        _MAY,
    ),
    _row(
        "kyuushu_eligible_rate",
        RATE,
        "share of seats",
        f"Share of {_WHO}, among seats without a call before their first draw.",
        _may,
        _MAY,
    ),
    _row(
        "kyuushu_declared_rate",
        RATE,
        "share of seats that may",
        f"Seats that declare kyuushu kyuuhai among {_WHO}.",
        _declares(),
        _DONE,
    ),
    _row(
        "kyuushu_declared_rate_by_kinds",
        RATE,
        "share of seats that may",
        f"Seats that declare kyuushu kyuuhai among {_WHO}, by kinds held.",
        _declares("seats.kyuushu_kinds"),
        _DONE,
        "kinds",
    ),
    _row(
        "kyuushu_declared_rate_by_shanten",
        RATE,
        "share of seats that may",
        f"Seats that declare kyuushu kyuuhai among {_WHO}, by shanten of the 14 tiles (kokushi counted in).",
        _declares_by_shanten,
        (*_DONE, "seats.kyuushu_shanten"),
        "shanten",
        ("complete", *map(str, range(7))),
    ),
    _row(
        "kyuushu_declared_rate_by_placement",
        RATE,
        "share of seats that may",
        f"Seats that declare kyuushu kyuuhai among {_WHO}, by placement when the hand begins.",
        _declares("seats.placement"),
        (*_DONE, "seats.placement"),
        "placement",
    ),
    _row(
        "kyuushu_declared_rate_all_last_by_placement",
        RATE,
        "share of seats that may",
        f"Seats that declare kyuushu kyuuhai among {_WHO}, in the last scheduled kyoku and after, by "
        "placement when the hand begins.",
        _declares_all_last,
        (*_DONE, "seats.placement", "hands.is_all_last"),
        "placement",
    ),
    _row(
        "kyuushu_kept_win_rate",
        RATE,
        "share of seats that play on",
        f"Wins of the hand among {_WHO} that play on.",
        _of_kept(_wins),
        (*_DONE, "seats.is_winner"),
    ),
    _row(
        "kyuushu_kept_kokushi_rate",
        RATE,
        "share of seats that play on",
        f"Wins with kokushi musou among {_WHO} that play on.",
        _of_kept(_kokushi),
        (*_DONE, "wins.yaku", "wins.seat"),
    ),
    _row(
        "kyuushu_kept_gain",
        MEAN,
        "points",
        f"Points won or lost in the hand, with the own riichi stick, over {_WHO} that play on.",
        _kept_gain,
        (*_DONE, "seats.delta", "seats.deposit"),
    ),
    _row(
        "kyuushu_declared_final_placement_mean",
        MEAN,
        "placement",
        "Placement at the end of the game of seats that declare kyuushu kyuuhai.",
        _final_placement(_declarers),
        (*_DONE, "players.placement"),
    ),
    _row(
        "kyuushu_kept_final_placement_mean",
        MEAN,
        "placement",
        f"Placement at the end of the game of {_WHO} that play on.",
        _final_placement(_kept),
        (*_DONE, "players.placement"),
    ),
    _row(
        "kyuushu_declared_first_rate_by_placement",
        RATE,
        "share of seats that declare",
        "Seats first at the end of the game among those that declare kyuushu kyuuhai, by placement when "
        "the hand begins.",
        _first(_declarers),
        (*_DONE, "players.placement", "seats.placement"),
        "placement",
    ),
    _row(
        "kyuushu_kept_first_rate_by_placement",
        RATE,
        "share of seats that play on",
        f"Seats first at the end of the game among {_WHO} that play on, by placement when the hand begins.",
        _first(_kept),
        (*_DONE, "players.placement", "seats.placement"),
        "placement",
    ),
)
