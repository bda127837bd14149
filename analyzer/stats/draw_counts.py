"""Number of tenpai seats at an exhaustive draw: alone, and jointly with the dealer, honba and sticks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.dealers import DEALER_TENPAI, dealer_tenpai
from analyzer.stats.draw_seats import DRAWN, drawn_hands
from analyzer.stats.rows import Array, Rows, derived
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic

__all__ = ["STATISTICS"]

_MOST: Final = 4
"""In the joint distribution, this many honba or sticks and more share one bin."""
_DEALER_COLUMNS: Final = ("hands.tenpai_count", *DEALER_TENPAI)
_WITH_DEALER: Final = tuple(
    f"{seats} {dealer}" for seats in range(5) for dealer in ("dealer noten", "dealer tenpai")
)
_STICK_COLUMNS: Final = ("hands.kyotaku", "seats.deposit")


def _taken(hands: Rows, name: str) -> Array:
    values: Array = hands[name][drawn_hands(hands)]
    return values


def _with_dealer(hands: Rows) -> Array:
    tenpai = dealer_tenpai(hands)[drawn_hands(hands)] == 1
    count = _taken(hands, "hands.tenpai_count")
    return np.asarray(2 * count + tenpai)


@derived
def _sticks(hands: Rows) -> NDArray[np.int16]:
    """Sticks on the table at the end; -1 if those at the beginning are not stated."""
    before = _taken(hands, "hands.kyotaku")
    paid = (hands.by_seat("seats.deposit")[drawn_hands(hands)] > 0).sum(axis=1)
    return np.where(before < 0, -1, before + paid).astype(np.int16)


def _honba_and_sticks(hands: Rows) -> NDArray[np.int16]:
    honba = np.minimum(_taken(hands, "hands.honba"), _MOST)
    sticks = np.minimum(_sticks(hands), _MOST)
    joint = honba * (_MOST + 1) + sticks
    return np.where((honba < 0) | (sticks < 0), -1, joint).astype(np.int16)


def _column(name: str) -> Callable[[Rows], Array]:
    """Values of a column; null is -1, which is in no bin."""
    return lambda hands: _taken(hands, name)


def _count(hands: Rows) -> Measure:
    return Measure(_taken(hands, "hands.tenpai_count"), row=drawn_hands(hands))


def _count_by(bins: Callable[[Rows], Array]) -> Callable[[Rows], Measure]:
    def measure(hands: Rows) -> Measure:
        return _count(hands)._replace(at=bins(hands))

    return measure


def _count_with_dealer(hands: Rows) -> Measure:
    return Measure(_with_dealer(hands), row=drawn_hands(hands))


def _joint(hands: Rows) -> Measure:
    return Measure(_with_dealer(hands), at=_honba_and_sticks(hands), row=drawn_hands(hands))


def _one_sided(hands: Rows) -> Measure:
    count = _taken(hands, "hands.tenpai_count")
    return Measure((count == 0) | (count == hands.players), row=drawn_hands(hands))


def _shares(
    name: str,
    what: str,
    measure: Callable[[Rows], Measure],
    columns: tuple[str, ...],
    axis: str = "",
    labels: tuple[str, ...] = (),
    axis_labels: tuple[str, ...] = (),
) -> Statistic:
    definition = f"{what}, among exhaustive draws (nagashi mangan included) where tenpai is known."
    return Statistic(
        name,
        "draw_tenpai",
        "hands",
        SHARES,
        "share of exhaustive draws",
        definition,
        measure,
        columns,
        axis,
        labels,
        axis_labels,
    )


_CAPPED: Final = tuple("4+" if number == _MOST else str(number) for number in range(_MOST + 1))

STATISTICS: Final = (
    _shares("tenpai_count", "Number of tenpai seats by the rule set", _count, DRAWN),
    _shares(
        "tenpai_count_with_dealer",
        "Number of tenpai seats and whether the dealer is one of them",
        _count_with_dealer,
        _DEALER_COLUMNS,
        labels=_WITH_DEALER,
    ),
    _shares(
        "tenpai_count_by_honba",
        "Number of tenpai seats, by the honba when the hand begins",
        _count_by(_column("hands.honba")),
        (*DRAWN, "hands.honba"),
        "honba",
    ),
    _shares(
        "tenpai_count_by_sticks",
        "Number of tenpai seats, by the riichi sticks on the table at the end",
        _count_by(_sticks),
        (*DRAWN, *_STICK_COLUMNS),
        "sticks",
    ),
    _shares(
        "tenpai_count_by_riichi_count",
        "Number of tenpai seats, by how many seats are in riichi",
        _count_by(_column("hands.riichi_count")),
        (*DRAWN, "hands.riichi_count"),
        "riichi_count",
    ),
    _shares(
        "tenpai_count_with_dealer_by_honba_and_sticks",
        "Number of tenpai seats and whether the dealer is, by honba when the hand begins and sticks at "
        "the end (four or more in one bin)",
        _joint,
        (*_DEALER_COLUMNS, *_STICK_COLUMNS, "hands.honba"),
        "honba_and_sticks",
        _WITH_DEALER,
        tuple(f"{honba} honba, {sticks} sticks" for honba in _CAPPED for sticks in _CAPPED),
    ),
    Statistic(
        "tenpai_count_mean",
        "draw_tenpai",
        "hands",
        MEAN,
        "seats",
        "Tenpai seats by the rule set, over exhaustive draws (nagashi mangan included) where they are known.",
        _count,
        DRAWN,
    ),
    Statistic(
        "draw_without_payment_rate",
        "draw_tenpai",
        "hands",
        RATE,
        "share of exhaustive draws",
        "Exhaustive draws with all seats tenpai or all seats noten, among those where tenpai is known.",
        _one_sided,
        DRAWN,
    ),
)
