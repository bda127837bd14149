"""Draw rates: how often hands end in an exhaustive draw, by riichi, calls and kyoku.

The question behind most of them is whether a riichi makes the others fold until the wall is exhausted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import has_result, is_exhaustive
from analyzer.stats.rows import Array, Rows, derived
from analyzer.stats.statistic import RATE, Measure, Statistic

__all__ = ["STATISTICS"]

_END: Final = ("hands.end", "hands.draw_kind")
_DEALER: Final = ("hands.first_riichi_seat", "hands.dealer")
_QUIET_TURNS: Final = (3, 6, 9, 12, 15, 18)
_RIICHI_AND_CALLS: Final = ("neither", "calls", "riichi", "both")

_Condition = Callable[[Rows], NDArray[np.bool_]]
_Bin = Callable[[Rows], Array]


def _rate(condition: _Condition = has_result, bins: _Bin | None = None) -> Callable[[Rows], Measure]:
    """Measure of the draw rate of the hands with a result that fulfil the condition."""

    def measure(hands: Rows) -> Measure:
        of = has_result(hands) & condition(hands)
        return Measure(is_exhaustive(hands), of, None if bins is None else bins(hands))

    return measure


def _by(column: str, condition: _Condition = has_result) -> Callable[[Rows], Measure]:
    """Measure of the draw rate by a column; hands where it is null do not count."""
    return _rate(condition, lambda hands: np.where(hands.known(column), hands[column], -1))


def _has_riichi(hands: Rows) -> NDArray[np.bool_]:
    return hands.known("hands.first_riichi_turn")


def _has_no_riichi(hands: Rows) -> NDArray[np.bool_]:
    return ~_has_riichi(hands)


@derived
def _dealer_first(hands: Rows) -> NDArray[np.bool_]:
    declared: NDArray[np.bool_] = hands["hands.first_riichi_seat"] == hands["hands.dealer"]
    return declared & _has_riichi(hands)


def _child_first(hands: Rows) -> NDArray[np.bool_]:
    return _has_riichi(hands) & ~_dealer_first(hands)


def _one_riichi(hands: Rows) -> NDArray[np.bool_]:
    one: NDArray[np.bool_] = hands["hands.riichi_count"] == 1
    return one


def _more_riichi(hands: Rows) -> NDArray[np.bool_]:
    more: NDArray[np.bool_] = hands["hands.riichi_count"] > 1
    return more


def _all_last(hands: Rows) -> NDArray[np.bool_]:
    last: NDArray[np.bool_] = hands["hands.is_all_last"] == 1
    return last


def _calls(hands: Rows) -> Array:
    return hands["hands.calls"] - hands["hands.kita"]


def _riichi_and_calls(hands: Rows) -> Array:
    return 2 * _has_riichi(hands).astype(np.int8) + (hands["hands.open_seats"] > 0)


def _by_turn_without_riichi(hands: Rows) -> Measure:
    """One item per hand and each turn of `_QUIET_TURNS` that it reached without a riichi so far."""
    quiet = np.where(_has_riichi(hands), hands["hands.first_riichi_turn"] - 1, hands["hands.turn"])
    quiet[~has_result(hands)] = 0
    reached = [np.flatnonzero(quiet >= turn) for turn in _QUIET_TURNS]
    row = np.concatenate(reached)
    turns = np.repeat(np.array(_QUIET_TURNS, np.int16), [len(rows) for rows in reached])
    return Measure(is_exhaustive(hands)[row], at=turns, row=row)


def _share(
    name: str,
    what: str,
    measure: Callable[[Rows], Measure],
    columns: tuple[str, ...],
    axis: str = "",
    axis_labels: tuple[str, ...] = (),
) -> Statistic:
    definition = (
        f"Exhaustive draws (nagashi mangan included) among {what}; hands without a result are left out."
    )
    return Statistic(
        name,
        "draws",
        "hands",
        RATE,
        "share of hands",
        definition,
        measure,
        (*_END, *columns),
        axis,
        axis_labels=axis_labels,
    )


STATISTICS: Final = (
    _share("draw_rate", "all hands", _rate(), ()),
    _share(
        "draw_rate_without_riichi",
        "the hands in which nobody declares riichi",
        _rate(_has_no_riichi),
        ("hands.first_riichi_turn",),
    ),
    _share(
        "draw_rate_with_riichi",
        "the hands in which somebody declares riichi, accepted or not",
        _rate(_has_riichi),
        ("hands.first_riichi_turn",),
    ),
    _share(
        "draw_rate_after_dealer_riichi",
        "the hands in which the dealer is the first to declare riichi",
        _rate(_dealer_first),
        ("hands.first_riichi_turn", *_DEALER),
    ),
    _share(
        "draw_rate_after_nondealer_riichi",
        "the hands in which a seat other than the dealer is the first to declare riichi",
        _rate(_child_first),
        ("hands.first_riichi_turn", *_DEALER),
    ),
    _share(
        "draw_rate_by_riichi_count",
        "all hands, by how many seats declare riichi",
        _by("hands.riichi_count"),
        ("hands.riichi_count",),
        "riichi_count",
    ),
    _share(
        "draw_rate_by_first_riichi_turn",
        "the hands with a riichi, by the turn of the first riichi (discards, from 1)",
        _by("hands.first_riichi_turn"),
        ("hands.first_riichi_turn",),
        "turn",
    ),
    _share(
        "draw_rate_by_dealer_first_riichi_turn",
        "the hands whose first riichi is the dealer's, by its turn",
        _by("hands.first_riichi_turn", _dealer_first),
        ("hands.first_riichi_turn", *_DEALER),
        "turn",
    ),
    _share(
        "draw_rate_by_nondealer_first_riichi_turn",
        "the hands whose first riichi is not the dealer's, by its turn",
        _by("hands.first_riichi_turn", _child_first),
        ("hands.first_riichi_turn", *_DEALER),
        "turn",
    ),
    _share(
        "draw_rate_by_lone_riichi_turn",
        "the hands in which exactly one seat declares riichi, by its turn",
        _by("hands.first_riichi_turn", _one_riichi),
        ("hands.riichi_count", "hands.first_riichi_turn"),
        "turn",
    ),
    _share(
        "draw_rate_by_chased_riichi_turn",
        "the hands in which two seats or more declare riichi, by the turn of the first",
        _by("hands.first_riichi_turn", _more_riichi),
        ("hands.riichi_count", "hands.first_riichi_turn"),
        "turn",
    ),
    _share(
        "draw_rate_by_turn_without_riichi",
        "the hands that reach this turn (every third, by most discards of one seat) without a riichi so "
        "far: the baseline for draw_rate_by_first_riichi_turn",
        _by_turn_without_riichi,
        ("hands.first_riichi_turn", "hands.turn"),
        "turn",
    ),
    _share(
        "draw_rate_by_open_seats",
        "all hands, by how many seats hold an open meld at the end",
        _by("hands.open_seats"),
        ("hands.open_seats",),
        "open_seats",
    ),
    _share(
        "draw_rate_by_calls",
        "all hands, by the calls of all seats together (with closed kans, without kita)",
        _rate(bins=_calls),
        ("hands.calls", "hands.kita"),
        "calls",
    ),
    _share(
        "draw_rate_by_riichi_and_calls",
        "all hands, by whether somebody declares riichi, holds an open meld at the end, both or neither",
        _rate(bins=_riichi_and_calls),
        ("hands.first_riichi_turn", "hands.open_seats"),
        "seen",
        _RIICHI_AND_CALLS,
    ),
    _share(
        "draw_rate_by_kyoku",
        "all hands, by kyoku (0 is East 1)",
        _by("hands.kyoku"),
        ("hands.kyoku",),
        "kyoku",
    ),
    _share(
        "draw_rate_by_honba",
        "all hands, by the honba when the hand begins",
        _by("hands.honba"),
        ("hands.honba",),
        "honba",
    ),
    _share(
        "draw_rate_by_kyotaku",
        "all hands, by the riichi sticks on the table when the hand begins",
        _by("hands.kyotaku"),
        ("hands.kyotaku",),
        "kyotaku",
    ),
    _share(
        "draw_rate_all_last",
        "the hands of the last scheduled kyoku and after",
        _rate(_all_last),
        ("hands.is_all_last",),
    ),
)
