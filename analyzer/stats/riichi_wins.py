"""Wins after riichi: ippatsu, time from the declaration, dora."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from analyzer.stats.declarations import accepted_count
from analyzer.stats.rows import Array, Rows, code, is_value
from analyzer.stats.statistic import RATE, SHARES, Measure, Statistic

__all__ = ["STATISTICS"]


def _won_by_riichi(rows: Rows) -> Array:
    return is_value(rows, "way", "riichi")


def _ippatsu(rows: Rows) -> Measure:
    row, yaku = rows.items("yaku")
    has_ippatsu = np.zeros(len(rows), np.bool_)
    has_ippatsu[row[yaku == code("yaku", "ippatsu")]] = True
    return Measure(has_ippatsu, of=_won_by_riichi(rows) & rows.known("yaku"))


def _turns_to_win(rows: Rows) -> Measure:
    waited = rows["turn"] - rows["seats.riichi_turn"]
    return Measure(waited, of=_won_by_riichi(rows) & rows.known("seats.riichi_turn"))


def _of_any_order(rows: Rows) -> Array:
    return _won_by_riichi(rows)


def _first(rows: Rows) -> Array:
    first: Array = rows["seats.riichi_order"] == 1
    return first


def _chasing(rows: Rows) -> Array:
    chasing: Array = rows["seats.riichi_order"] > 1
    return chasing


def _chased(rows: Rows) -> Array:
    followed = accepted_count(rows.at("hands"))[rows.index("hands")]
    chased: Array = rows["seats.riichi_order"] < followed
    return chased


def _dora(is_meant: Callable[[Rows], Array], rows: Rows) -> Measure:
    """Measure of dora and red fives of the wins after the chosen riichi."""
    of = _won_by_riichi(rows) & rows.known("dora") & rows.known("aka") & is_meant(rows)
    return Measure(rows["dora"] + rows["aka"], of=of)


def _riichi_dora(name: str, words: str, is_meant: Callable[[Rows], Array], *columns: str) -> Statistic:
    return Statistic(
        name,
        "riichi_wins",
        "wins",
        SHARES,
        "share of wins",
        f"Wins after a riichi {words} by number of dora and red fives, without ura dora and kita; yakuman, "
        "for which logs state no dora, are left out.",
        partial(_dora, is_meant),
        ("wins.way", "wins.dora", "wins.aka", *columns),
    )


_ORDER: Final = "seats.riichi_order"

STATISTICS: Final = (
    Statistic(
        "ippatsu_rate",
        "riichi_wins",
        "wins",
        RATE,
        "share of wins",
        "Share of wins after riichi that have ippatsu (一発); wins without logged yaku are left out.",
        _ippatsu,
        ("wins.way", "wins.yaku"),
    ),
    Statistic(
        "turns_from_riichi_to_win",
        "riichi_wins",
        "wins",
        SHARES,
        "share of wins",
        "Wins after riichi by go-rounds from the declaration to the win; 1 is before the next own discard.",
        _turns_to_win,
        ("wins.way", "wins.turn", "seats.riichi_turn"),
    ),
    _riichi_dora("riichi_win_dora", "of any order", _of_any_order),
    _riichi_dora("first_riichi_win_dora", "that was the first of the hand", _first, _ORDER),
    _riichi_dora("chasing_riichi_win_dora", "that came after another seat's", _chasing, _ORDER),
    _riichi_dora(
        "chased_riichi_win_dora",
        "that another seat's accepted riichi followed",
        _chased,
        _ORDER,
        "seats.riichi_accepted",
    ),
)
