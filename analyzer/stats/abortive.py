"""Abortive draws (途中流局): how often each kind occurs, why, when, and who finishes first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import has_result, is_abortive
from analyzer.stats.draw_seats import seats_of
from analyzer.stats.rows import Rows, derived, is_value
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic, row_of
from analyzer.vocabulary import ABORTIVE

__all__ = ["STATISTICS"]

_KINDS: Final = tuple(kind.text for kind in ABORTIVE)
_END: Final = ("hands.end", "hands.draw_kind")


@derived
def _kind(rows: Rows) -> NDArray[np.int16]:
    """Index of `_KINDS`; -1 for hands that were not broken off."""
    kinds = np.full(len(rows), -1, np.int16)
    for index, name in enumerate(_KINDS):
        kinds[is_value(rows, "hands.draw_kind", name)] = index
    return kinds


def _rate_of(kind: str) -> Callable[[Rows], Measure]:
    def measure(hands: Rows) -> Measure:
        return Measure(is_value(hands, "hands.draw_kind", kind), has_result(hands))

    return measure


def _rate_among(kind: str, of: Callable[[Rows], NDArray[np.bool_]]) -> Callable[[Rows], Measure]:
    def measure(hands: Rows) -> Measure:
        return Measure(is_value(hands, "hands.draw_kind", kind), has_result(hands) & of(hands))

    return measure


def _any(hands: Rows) -> Measure:
    return Measure(is_abortive(hands), has_result(hands))


def _any_by_kyoku(hands: Rows) -> Measure:
    return Measure(is_abortive(hands), has_result(hands), hands["hands.kyoku"])


def _kinds(hands: Rows) -> Measure:
    return Measure(_kind(hands), is_abortive(hands))


def _of_aborted(column: str) -> Callable[[Rows], Measure]:
    """Mean of a column of hands, by the kind of abortive draw."""

    def measure(hands: Rows) -> Measure:
        return Measure(hands[column], is_abortive(hands), _kind(hands))

    return measure


def _with_riichi(hands: Rows) -> Measure:
    return Measure(hands["hands.riichi_count"] > 0, is_abortive(hands), _kind(hands))


def _four_riichi(hands: Rows) -> NDArray[np.bool_]:
    four: NDArray[np.bool_] = hands["hands.riichi_count"] == 4
    return four


def _three_riichi(hands: Rows) -> NDArray[np.bool_]:
    three: NDArray[np.bool_] = hands["hands.riichi_count"] >= 3
    return three


def _four_kans(hands: Rows) -> NDArray[np.bool_]:
    four: NDArray[np.bool_] = hands["hands.kans"] >= 4
    return four


def _three_kans(hands: Rows) -> NDArray[np.bool_]:
    three: NDArray[np.bool_] = hands["hands.kans"] >= 3
    return three


def _first(seats: Rows) -> Measure:
    final = seats["players.placement"]
    return Measure(final == 1, has_result(seats) & (final > 0), seats["seats.placement"])


@derived
def _broken_off(hands: Rows) -> NDArray[np.intp]:
    return np.flatnonzero(is_abortive(hands))


def _first_after(seats: Rows) -> Measure:
    """Whether seats of abortive draws finish first, by placement when the hand begins."""
    row = seats_of(seats, _broken_off(seats.at("hands")))
    final = seats["players.placement"][row]
    return Measure(final == 1, final > 0, seats["seats.placement"][row], row)


def _dealer_first(seats: Rows) -> Measure:
    measure = _first_after(seats)
    row = seats_of(seats, _broken_off(seats.at("hands")))
    dealers = np.where(seats["seats.is_dealer"][row], seats["seats.placement"][row], -1)
    return measure._replace(at=dealers)


def _leader_first(seats: Rows) -> Measure:
    hands = seats.at("hands")
    row = seats_of(seats, _broken_off(hands))
    leads = seats["seats.placement"][row] == 1
    kinds = np.repeat(_kind(hands)[_broken_off(hands)], seats.players)
    return _first_after(seats)._replace(at=np.where(leads, kinds, -1))


_row: Final = partial(row_of, "abortive")


def _kind_row(kind: str, condition: str) -> Statistic:
    return _row(
        f"{kind}_rate",
        "hands",
        RATE,
        "share of hands",
        f"Hands broken off by {kind} ({condition}) among hands with a result.",
        _rate_of(kind),
        _END,
    )


_HANDS: Final = (
    _row(
        "abortive_rate",
        "hands",
        RATE,
        "share of hands",
        "Abortive draws (five kinds, without chombo) among hands with a result.",
        _any,
        _END,
    ),
    _kind_row("suufon_renda", "four first discards of one wind"),
    _kind_row("kyuushu_kyuuhai", "nine kinds of terminals and honours, declared at the first draw"),
    _kind_row("suucha_riichi", "the fourth riichi stands"),
    _kind_row("suukaikan", "four kans by two players or more"),
    _kind_row("sanchahou", "three rons on one tile"),
    _row(
        "abortive_rate_by_kyoku",
        "hands",
        RATE,
        "share of hands",
        "Abortive draws among hands with a result, by kyoku (0 is East 1).",
        _any_by_kyoku,
        (*_END, "hands.kyoku"),
        "kyoku",
    ),
    _row(
        "abortive_kind",
        "hands",
        SHARES,
        "share of abortive draws",
        "Kinds of abortive draws.",
        _kinds,
        _END,
        labels=_KINDS,
    ),
    _row(
        "abortive_discards_mean",
        "hands",
        MEAN,
        "discards",
        "Discards of all seats before the hand is broken off, by kind of abortive draw.",
        _of_aborted("hands.discards"),
        (*_END, "hands.discards"),
        "kind",
        axis_labels=_KINDS,
    ),
    _row(
        "abortive_with_riichi_rate",
        "hands",
        RATE,
        "share of abortive draws",
        "Hands in which somebody declared riichi among abortive draws, by kind.",
        _with_riichi,
        (*_END, "hands.riichi_count"),
        "kind",
        axis_labels=_KINDS,
    ),
    _row(
        "suucha_riichi_rate_of_three_riichi",
        "hands",
        RATE,
        "share of hands",
        "Hands broken off by the fourth riichi among hands in which three seats or more declare riichi.",
        _rate_among("suucha_riichi", _three_riichi),
        (*_END, "hands.riichi_count"),
    ),
    _row(
        "suucha_riichi_rate_of_four_riichi",
        "hands",
        RATE,
        "share of hands",
        "Hands broken off by the fourth riichi among hands in which four seats declare; in the "
        "other hands its tile is won on, or play goes on by the rule set.",
        _rate_among("suucha_riichi", _four_riichi),
        (*_END, "hands.riichi_count"),
    ),
    _row(
        "suukaikan_rate_of_three_kans",
        "hands",
        RATE,
        "share of hands",
        "Hands broken off by four kans among hands with three kans or more.",
        _rate_among("suukaikan", _three_kans),
        (*_END, "hands.kans"),
    ),
    _row(
        "suukaikan_rate_of_four_kans",
        "hands",
        RATE,
        "share of hands",
        "Hands broken off by four kans among hands with four; in the other hands one seat holds all four, or "
        "the fourth kan or the discard after it is won on.",
        _rate_among("suukaikan", _four_kans),
        (*_END, "hands.kans"),
    ),
)

_EFFECTS: Final = (
    _row(
        "first_rate_by_placement",
        "seats",
        RATE,
        "share of seats",
        "Seats that finish the game first among all seats of hands with a result, by placement when the "
        "hand begins: the baseline for the two statistics of abortive draws.",
        _first,
        ("hands.end", "seats.placement", "players.placement"),
        "placement",
    ),
    _row(
        "abortive_first_rate_by_placement",
        "seats",
        RATE,
        "share of seats",
        "Seats that finish the game first among all seats of hands that are broken off, by placement "
        "when the hand begins.",
        _first_after,
        (*_END, "seats.placement", "players.placement"),
        "placement",
    ),
    _row(
        "abortive_dealer_first_rate_by_placement",
        "seats",
        RATE,
        "share of dealers",
        "Dealers that finish the game first among dealers of hands that are broken off (they stay dealer), "
        "by placement when the hand begins.",
        _dealer_first,
        (*_END, "seats.is_dealer", "seats.placement", "players.placement"),
        "placement",
    ),
    _row(
        "abortive_leader_first_rate_by_kind",
        "seats",
        RATE,
        "share of leaders",
        "Seats that finish the game first among seats that are first at the beginning of a hand that is "
        "broken off, by kind of abortive draw.",
        _leader_first,
        (*_END, "seats.placement", "players.placement"),
        "kind",
        axis_labels=_KINDS,
    ),
)

STATISTICS: Final = (*_HANDS, *_EFFECTS)
