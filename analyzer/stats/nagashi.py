"""Nagashi mangan (流し満貫): rivers that could make one, how long they last and what ends them.

A river is alive while every discard so far is a terminal or honour and none was called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import called, has_result, is_exhaustive, knows_gain, riichi, tenpai
from analyzer.stats.draw_seats import seats_of
from analyzer.stats.rows import CODES, Array, Rows, derived, is_value
from analyzer.stats.statistic import MEAN, RATE, SHARES, Kind, Measure, Statistic

__all__ = ["STATISTICS"]

_ATTEMPT: Final = 6
"""Number of own discards (one row of the river) after which a river still alive counts as an attempt."""
_NONE: Final = CODES["nagashi_end"].index("none")
_ALIVE: Final = CODES["nagashi_end"].index("alive")
_ROW: Final = ("hands.end", "seats.nagashi_until", "seats.nagashi_end")
_MADE: Final = ("hands.draw_kind", "seats.nagashi")


@derived
def _known(seats: Rows) -> NDArray[np.bool_]:
    """Seats with a discard in hands with a result and a known course."""
    end = seats["seats.nagashi_end"]
    discarded: NDArray[np.bool_] = (end >= 0) & (end != _NONE)
    return discarded & has_result(seats)


@derived
def _made(seats: Rows) -> NDArray[np.bool_]:
    """Seats with a nagashi mangan by the rule set, in a hand that the log ends as one."""
    made = np.zeros(len(seats), np.bool_)
    row = seats_of(seats, np.flatnonzero(is_value(seats.at("hands"), "hands.draw_kind", "nagashi_mangan")))
    made[row] = seats["seats.nagashi"][row] == 1
    return made


@derived
def _attempts(seats: Rows) -> NDArray[np.intp]:
    return np.flatnonzero(_known(seats) & (seats["seats.nagashi_until"] >= _ATTEMPT))


def _end(seats: Rows) -> Measure:
    return Measure(seats["seats.nagashi_end"], _known(seats))


def _end_by_turn(seats: Rows) -> Measure:
    """What ended the river, by its length; bin 0 is a river that the first discard ended."""
    return Measure(seats["seats.nagashi_end"], _known(seats), seats["seats.nagashi_until"])


def _turns(row: NDArray[np.intp], last: NDArray[np.integer]) -> tuple[NDArray[np.intp], NDArray[np.int16]]:
    """Rows of seats and discard numbers, one item for each discard from `_ATTEMPT` to ``last``."""
    items = (last - _ATTEMPT + 1).astype(np.int64)
    before = np.cumsum(items) - items
    turns = np.arange(items.sum()) - np.repeat(before, items) + _ATTEMPT
    return np.repeat(row, items), turns.astype(np.int16)


def _survival(seats: Rows) -> Measure:
    """One item per attempt and later discard while it was alive: whether it is alive after the discard."""
    until = seats["seats.nagashi_until"]
    failed = seats["seats.nagashi_end"] != _ALIVE
    attempts = _attempts(seats)
    row, turn = _turns(attempts, until[attempts] + failed[attempts])
    return Measure(turn <= until[row], turn > _ATTEMPT, turn, row)


def _attempt(seats: Rows) -> Measure:
    """Seats with fewer discards in the hand count only if their river had ended."""
    until = seats["seats.nagashi_until"]
    decided = (until >= _ATTEMPT) | (seats["seats.nagashi_end"] != _ALIVE)
    return Measure(until >= _ATTEMPT, _known(seats) & decided)


def _success(seats: Rows) -> Measure:
    row = _attempts(seats)
    return Measure(_made(seats)[row], row=row)


def _attempt_end(seats: Rows) -> Measure:
    row = _attempts(seats)
    ended = np.where(_made(seats), len(CODES["nagashi_end"]), seats["seats.nagashi_end"])
    return Measure(ended[row], row=row)


def _success_by_turn(seats: Rows) -> Measure:
    """One item per attempt and each discard after which it was alive."""
    attempts = _attempts(seats)
    row, turn = _turns(attempts, seats["seats.nagashi_until"][attempts])
    return Measure(_made(seats)[row], at=turn, row=row)


def _is_made(seats: Rows) -> Measure:
    return Measure(_made(seats), has_result(seats))


def _near(seats: Rows) -> Measure:
    """Whether the river ended only with the last own discard or its call; at exhaustive draws."""
    row = seats_of(seats, np.flatnonzero(is_exhaustive(seats.at("hands"))))
    discards = seats["seats.discards"][row]
    failed = seats["seats.nagashi_end"][row] != _ALIVE
    return Measure(failed & (seats["seats.nagashi_until"][row] == discards - 1), _known(seats)[row], row=row)


def _of_made(value: Callable[[Rows], Array]) -> Callable[[Rows], Measure]:
    def measure(seats: Rows) -> Measure:
        row = np.flatnonzero(_made(seats))
        return Measure(value(seats)[row], row=row)

    return measure


def _delta(seats: Rows) -> Measure:
    row = np.flatnonzero(_made(seats) & knows_gain(seats))
    return Measure(seats["seats.delta"][row], row=row)


def _hand_among(of: Callable[[Rows], NDArray[np.bool_]]) -> Callable[[Rows], Measure]:
    return lambda hands: Measure(is_value(hands, "hands.draw_kind", "nagashi_mangan"), of(hands))


def _makers(hands: Rows) -> Measure:
    row = np.flatnonzero(is_value(hands, "hands.draw_kind", "nagashi_mangan"))
    return Measure((hands.by_seat("seats.nagashi")[row] == 1).sum(axis=1), row=row)


def _row(
    name: str,
    kind: Kind,
    unit: str,
    definition: str,
    measure: Callable[[Rows], Measure],
    columns: tuple[str, ...],
    axis: str = "",
    labels: tuple[str, ...] = (),
    grain: str = "seats",
) -> Statistic:
    return Statistic(name, "nagashi", grain, kind, unit, definition, measure, columns, axis, labels)


_ENDS: Final = (
    "alive at the end of the hand, ended by a simple (a tile from 2 to 8), or ended by a call of a discard"
)

STATISTICS: Final = (
    _row(
        "nagashi_mangan_rate",
        RATE,
        "share of seats",
        "Seats that make a nagashi mangan among all seats of hands with a result.",
        _is_made,
        (*_MADE, "hands.end"),
    ),
    _row(
        "nagashi_hand_rate",
        RATE,
        "share of hands",
        "Hands that end in a nagashi mangan among hands with a result.",
        _hand_among(has_result),
        ("hands.end", "hands.draw_kind"),
        grain="hands",
    ),
    _row(
        "nagashi_share_of_draws",
        RATE,
        "share of exhaustive draws",
        "Nagashi mangan among exhaustive draws.",
        _hand_among(is_exhaustive),
        ("hands.draw_kind",),
        grain="hands",
    ),
    _row(
        "nagashi_makers",
        SHARES,
        "share of hands",
        "Number of seats that make a nagashi mangan, among hands that end in one.",
        _makers,
        _MADE,
        grain="hands",
    ),
    _row(
        "nagashi_end",
        SHARES,
        "share of seats",
        f"What became of the river: {_ENDS}; among seats with a discard in hands with a result.",
        _end,
        ("hands.end", "seats.nagashi_end"),
        labels=CODES["nagashi_end"],
    ),
    _row(
        "nagashi_end_by_discards",
        SHARES,
        "share of seats",
        f"What became of the river: {_ENDS}; by its length (0: the first discard ended it), among "
        "seats with a discard in hands with a result.",
        _end_by_turn,
        _ROW,
        "discards",
        CODES["nagashi_end"],
    ),
    _row(
        "nagashi_survival_rate",
        RATE,
        "share of discards",
        "Rivers still alive after this discard (its call ends them too) among those alive before "
        f"it, after the first {_ATTEMPT} discards; nagashi_end_by_discards covers those before.",
        _survival,
        _ROW,
        "discard",
    ),
    _row(
        "nagashi_attempt_rate",
        RATE,
        "share of seats",
        f"Seats whose river is alive after {_ATTEMPT} discards, among seats with a discard in hands "
        "with a result; seats whose hand ended with a shorter river alive are left out.",
        _attempt,
        _ROW,
    ),
    _row(
        "nagashi_attempt_success_rate",
        RATE,
        "share of attempts",
        f"Nagashi mangan among seats whose river is alive after {_ATTEMPT} discards.",
        _success,
        (*_ROW, *_MADE),
    ),
    _row(
        "nagashi_attempt_end",
        SHARES,
        "share of attempts",
        f"What became of rivers alive after {_ATTEMPT} discards: made, {_ENDS} without being paid.",
        _attempt_end,
        (*_ROW, *_MADE),
        labels=(*CODES["nagashi_end"], "made"),
    ),
    _row(
        "nagashi_success_rate_by_turn",
        RATE,
        "share of seats",
        f"Nagashi mangan among seats whose river is alive after this own discard, from the "
        f"{_ATTEMPT}th on, in hands with a result.",
        _success_by_turn,
        (*_ROW, *_MADE),
        "discard",
    ),
    _row(
        "nagashi_missed_at_last_rate",
        RATE,
        "share of seats",
        "Seats whose river ended only with their last discard, or its call, among seats at exhaustive draws.",
        _near,
        (*_ROW, "hands.draw_kind", "seats.discards"),
    ),
    _row(
        "nagashi_delta",
        MEAN,
        "points",
        "Points received by a seat that makes a nagashi mangan, without the own riichi stick.",
        _delta,
        (*_MADE, "seats.delta"),
    ),
    _row(
        "nagashi_tenpai_rate",
        RATE,
        "share of nagashi mangan",
        "Seats that are tenpai among those that make a nagashi mangan.",
        _of_made(tenpai),
        (*_MADE, "seats.tenpai"),
    ),
    _row(
        "nagashi_open_rate",
        RATE,
        "share of nagashi mangan",
        "Seats with an open meld among those that make a nagashi mangan.",
        _of_made(called),
        (*_MADE, "seats.open_melds"),
    ),
    _row(
        "nagashi_riichi_rate",
        RATE,
        "share of nagashi mangan",
        "Seats in riichi among those that make a nagashi mangan.",
        _of_made(riichi),
        (*_MADE, "seats.riichi_turn"),
    ),
)
