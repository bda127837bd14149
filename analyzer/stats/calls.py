"""Calls: how often and when seats open the tehai (副露), how those hands end and what they gain.

As in Mortal and amae-koromo, a closed kan or a north set aside is no call, and a kan added to a pon is not
a further call.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.outcomes import END_COLUMNS, ENDINGS, LEFT_OUT, has_outcome
from analyzer.stats.populations import (
    Axis,
    Population,
    axis_mean,
    axis_shares,
    column_axis,
    ending_gain,
    ending_rate,
    ending_shares,
    flag_rate,
)
from analyzer.stats.rows import Array, Rows, derived
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic

__all__ = ["STATISTICS"]

_TOPIC: Final = "calls"


@derived
def _opened(rows: Rows) -> NDArray[np.intp]:
    """Rows of ``seats`` that opened the tehai."""
    return np.flatnonzero((rows["open_melds"] > 0) & has_outcome(rows))


@derived
def _stayed_closed(rows: Rows) -> NDArray[np.intp]:
    """Rows of ``seats`` that neither opened the tehai nor declared riichi."""
    return np.flatnonzero((rows["open_melds"] == 0) & (rows["riichi_turn"] < 0) & has_outcome(rows))


_OPEN: Final = Population("open", "opened the tehai", "share of open tehai", _opened, ("seats.open_melds",))
_CLOSED: Final = Population(
    "closed",
    "neither opened the tehai nor declared riichi",
    "share of closed tehai",
    _stayed_closed,
    ("seats.open_melds", "seats.riichi_turn"),
)
_MELDS: Final = column_axis("melds", "the open melds at the end", "seats.open_melds")
_TURN: Final = column_axis(
    "turn", "the turn of their first call (the own discard that followed it)", "seats.open_turn"
)


@derived
def _shanten_after_call(rows: Rows) -> NDArray[np.int16]:
    """Shanten after the own discard that followed the first call; -1 if there is none."""
    _, shanten = rows.items("shanten_after")
    counts = rows.block.list_column("seats", "shanten_after").counts
    turn = rows["open_turn"]
    has_one = (turn > 0) & (turn <= counts)
    found = np.full(len(rows), -1, np.int16)
    found[has_one] = shanten[(np.cumsum(counts) - counts + turn - 1)[has_one]]
    return found


_SHANTEN: Final = Axis(
    "shanten",
    "the shanten after the discard that followed their first call",
    _shanten_after_call,
    ("seats.shanten_after", "seats.open_turn"),
)


def _opens(rows: Rows) -> Measure:
    return Measure(rows["open_melds"] > 0, of=has_outcome(rows))


def _melds(rows: Rows) -> Measure:
    return Measure(rows["open_melds"], of=has_outcome(rows))


def _open_seats(rows: Rows) -> Measure:
    return Measure(rows["open_seats"], of=has_outcome(rows))


def _has_open_seat(rows: Rows) -> Measure:
    return Measure(rows["open_seats"] > 0, of=has_outcome(rows))


def _melds_of_hand(rows: Rows) -> Measure:
    return Measure(rows.by_seat("open_melds").sum(axis=1, dtype=np.int16), of=has_outcome(rows))


def _kans(rows: Rows) -> Measure:
    return Measure(rows["kans"] > 0, of=has_outcome(rows))


def _is_tenpai(rows: Rows) -> Array:
    return rows["tenpai"]


STATISTICS: Final = (
    Statistic(
        "open_rate",
        _TOPIC,
        "seats",
        RATE,
        "share of seats",
        f"Share of seats with an open meld at the end of the hand; {LEFT_OUT}.",
        _opens,
        ("seats.open_melds", *END_COLUMNS),
    ),
    Statistic(
        "open_melds",
        _TOPIC,
        "seats",
        SHARES,
        "share of seats",
        f"Seats by how many open melds they have at the end of the hand; {LEFT_OUT}.",
        _melds,
        ("seats.open_melds", *END_COLUMNS),
    ),
    Statistic(
        "open_melds_per_hand",
        _TOPIC,
        "hands",
        MEAN,
        "melds",
        f"Mean of open melds of all seats at the end of the hand; {LEFT_OUT}.",
        _melds_of_hand,
        ("seats.open_melds", *END_COLUMNS),
    ),
    Statistic(
        "open_seats_per_hand",
        _TOPIC,
        "hands",
        SHARES,
        "share of hands",
        f"Hands by how many seats have an open meld at the end; {LEFT_OUT}.",
        _open_seats,
        ("hands.open_seats", *END_COLUMNS),
    ),
    Statistic(
        "hand_with_open_seat_rate",
        _TOPIC,
        "hands",
        RATE,
        "share of hands",
        f"Share of hands in which some seat has an open meld at the end; {LEFT_OUT}.",
        _has_open_seat,
        ("hands.open_seats", *END_COLUMNS),
    ),
    Statistic(
        "kan_seat_rate",
        _TOPIC,
        "seats",
        RATE,
        "share of seats",
        f"Share of seats that made a kan of any kind; {LEFT_OUT}.",
        _kans,
        ("seats.kans", *END_COLUMNS),
    ),
    axis_mean(_TOPIC, _OPEN, _MELDS, "melds"),
    axis_mean(_TOPIC, _OPEN, _TURN, "turns"),
    axis_shares(_TOPIC, _OPEN, _TURN),
    axis_shares(_TOPIC, _OPEN, _SHANTEN),
    axis_shares(_TOPIC, _OPEN, _SHANTEN, _TURN),
    ending_shares(_TOPIC, _OPEN),
    ending_shares(_TOPIC, _OPEN, _MELDS),
    *(ending_rate(_TOPIC, _OPEN, ending) for ending in ENDINGS.values()),
    *(
        ending_rate(_TOPIC, _OPEN, ENDINGS[name], axis)
        for axis in (_MELDS, _TURN, _SHANTEN)
        for name in ("win", "deal_in", "draw")
    ),
    flag_rate(
        _TOPIC, _OPEN, "open_tenpai_at_end_rate", "were tenpai at the end", _is_tenpai, ("seats.tenpai",)
    ),
    flag_rate(
        _TOPIC,
        _OPEN,
        "open_tenpai_at_end_rate",
        "were tenpai at the end",
        _is_tenpai,
        ("seats.tenpai",),
        _MELDS,
    ),
    ending_gain(_TOPIC, _OPEN),
    ending_gain(_TOPIC, _OPEN, None, _MELDS),
    ending_gain(_TOPIC, _OPEN, None, _TURN),
    *(ending_gain(_TOPIC, _OPEN, ENDINGS[name]) for name in ("win", "deal_in", "tsumo_against", "draw")),
    ending_shares(_TOPIC, _CLOSED),
    *(ending_rate(_TOPIC, _CLOSED, ENDINGS[name]) for name in ("win", "deal_in", "draw")),
    ending_gain(_TOPIC, _CLOSED),
)
