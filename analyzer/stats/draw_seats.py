"""Seats at exhaustive draws: the rows that statistics of tenpai and payments count, and their states.

Few hands are draws, so values are computed for the seats of draws only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import is_exhaustive, is_judged
from analyzer.stats.rows import Array, Rows, derived
from analyzer.stats.statistic import RATE, Kind, Measure, Statistic
from analyzer.vocabulary import ABSENT

__all__ = [
    "DRAWN",
    "STATES",
    "STATE_COLUMNS",
    "draw_row",
    "drawn",
    "drawn_hands",
    "drawn_state",
    "gaps",
    "is_tenpai",
    "seats_of",
    "taken",
]

STATES: Final = ("riichi", "open_tenpai", "silent_tenpai", "noten")
"""States of a seat at an exhaustive draw; the third is tenpai with a closed tehai and without riichi."""
DRAWN: Final = ("hands.draw_kind", "hands.tenpai_count")
"""Columns that `drawn_hands` and `drawn` read."""
STATE_COLUMNS: Final = (*DRAWN, "seats.tenpai", "seats.riichi_turn", "seats.open_melds")
"""Columns that `drawn_state` reads."""


def seats_of(seats: Rows, hands: NDArray[np.integer]) -> NDArray[np.intp]:
    """Rows of all seats of the given rows of hands."""
    rows: NDArray[np.intp] = hands[:, None] * seats.players + np.arange(seats.players)
    return rows.ravel()


@derived
def drawn_hands(hands: Rows) -> NDArray[np.intp]:
    """Rows of exhaustive draws, nagashi mangan included, where tenpai is known."""
    return np.flatnonzero(is_exhaustive(hands) & is_judged(hands))


@derived
def drawn(seats: Rows) -> NDArray[np.intp]:
    """Rows of the seats of `drawn_hands`, hand by hand."""
    return seats_of(seats, drawn_hands(seats.at("hands")))


def taken(seats: Rows, name: str) -> Array:
    """A column of seats or hands at the rows of `drawn`."""
    if name.startswith("hands."):
        hands = seats.at("hands")
        return np.repeat(hands[name][drawn_hands(hands)], seats.players)
    return seats[name][drawn(seats)]


@derived
def is_tenpai(seats: Rows) -> NDArray[np.bool_]:
    """Whether the seats of `drawn` are tenpai, by the rule set."""
    ready: NDArray[np.bool_] = taken(seats, "seats.tenpai") == 1
    return ready


@derived
def drawn_state(seats: Rows) -> NDArray[np.int8]:
    """Index of `STATES` of the seats of `drawn`."""
    tenpai = np.where(taken(seats, "seats.open_melds") > 0, 1, 2)
    states = np.where(is_tenpai(seats), tenpai, 3)
    return np.where(seats.known("seats.riichi_turn")[drawn(seats)], 0, states).astype(np.int8)


@derived
def gaps(seats: Rows) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Points from the seats of `drawn` to the next better placed seat, and to the next worse placed one.

    Scores are those when the hand begins; ABSENT at the top, at the bottom, or without stated scores.
    """
    scores = taken(seats, "seats.score").reshape(-1, seats.players)
    above = np.full(scores.shape, ABSENT, np.int32)
    below = np.full(scores.shape, ABSENT, np.int32)
    for seat in range(seats.players):
        for other in range(seats.players):
            if other == seat:
                continue
            apart = scores[:, other] - scores[:, seat]
            ahead = apart >= 0 if other < seat else apart > 0
            for gap, counts, size in ((above, ahead, apart), (below, ~ahead, -apart)):
                nearest = (gap[:, seat] == ABSENT) | (size < gap[:, seat])
                gap[:, seat] = np.where(counts & nearest, size, gap[:, seat])
    unknown = (scores == ABSENT).any(axis=1)
    above[unknown], below[unknown] = ABSENT, ABSENT
    return above.ravel(), below.ravel()


def draw_row(
    where: str,
    name: str,
    definition: str,
    measure: Callable[[Rows], Measure],
    columns: tuple[str, ...],
    axis: str = "",
    axis_labels: tuple[str, ...] = (),
    kind: Kind = RATE,
    unit: str = "share of seats",
    labels: tuple[str, ...] = (),
) -> Statistic:
    """A statistic of seats at exhaustive draws; ``where`` is the end of its definition."""
    return Statistic(
        name,
        "draw_tenpai",
        "seats",
        kind,
        unit,
        f"{definition} {where}",
        measure,
        columns,
        axis,
        labels,
        axis_labels,
    )
