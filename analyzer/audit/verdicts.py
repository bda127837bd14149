"""What one check says about each thing it looked at, before any sentence is formed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.findings import Verdict

__all__ = [
    "Detail",
    "State",
    "Verdicts",
    "joined",
    "nothing",
    "per_hand",
    "points_text",
    "silenced",
]


@unique
class State(IntEnum):
    """Outcome for one thing looked at."""

    PASSED = 0
    FAILED = 1
    UNDECIDED = 2
    """No verdict; a finding says why."""
    SILENT = 3
    """No verdict, for a cause that another finding has already named."""


_STATES: Final = len(State)
# Before Python 3.12 a member takes as long to look up as a small array does to compare.
_FAILED: Final = int(State.FAILED)
_UNDECIDED: Final = int(State.UNDECIDED)
_SILENT: Final = int(State.SILENT)


class Detail(NamedTuple):
    """What a finding says of one thing looked at.

    Attributes:
        claimed: What the log says, as text, or None.
        computed: What the rules give, as text, or None.
        message: The sentence, without the rule and its source, which the check's row adds.
        element: Element index in the log, or None.
        seat: Seat concerned, or None.
        verdict: Only where it is not the one of the state.
    """

    claimed: str | None
    computed: str | None
    message: str
    element: int | None = None
    seat: int | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Verdicts of one check over a batch.

    Attributes:
        game: Row of ``games`` of each thing looked at; shape (items,).
        hand: Row of ``hands``, or ABSENT for a thing outside any hand; shape (items,).
        state: A State each; shape (items,), uint8.
        detail: Makes the Detail of one item; called for FAILED and UNDECIDED ones only.
    """

    game: NDArray[np.int32]
    hand: NDArray[np.int32]
    state: NDArray[np.uint8]
    detail: Callable[[int], Detail]

    def tallies(self, games: int) -> NDArray[np.int64]:
        """Counts of passed, failed and undecided items per game; shape (games, 3)."""
        counts = np.bincount(self.game * _STATES + self.state, minlength=games * _STATES)
        counts = counts.reshape(games, _STATES)
        counts[:, _UNDECIDED] += counts[:, _SILENT]
        return counts[:, :_SILENT]

    def named(self) -> NDArray[np.int64]:
        """Items that findings are made of: the FAILED and UNDECIDED ones."""
        if not self.state.any():
            return np.zeros(0, np.int64)
        return np.flatnonzero((self.state == _FAILED) | (self.state == _UNDECIDED))


def per_hand(
    hand_games: NDArray[np.int32],
    rows: NDArray[np.int64] | NDArray[np.int32],
    passed: NDArray[np.bool_],
    detail: Callable[[int], Detail],
    *,
    undecided: NDArray[np.bool_] | None = None,
    silent: NDArray[np.bool_] | None = None,
) -> Verdicts:
    """Verdicts with one item per given row of ``hands``.

    Args:
        hand_games: ``hands.game``.
        rows: Rows of ``hands``; shape (items,).
        passed: Shape (items,).
        detail: As in `Verdicts`; its argument is the item, not the row.
        undecided: Items without a verdict, said in a finding; shape (items,).
        silent: Items without a verdict whose cause is already named; shape (items,); wins over the others.
    """
    state = np.where(passed, np.uint8(0), np.uint8(_FAILED))
    if undecided is not None:
        state[undecided] = _UNDECIDED
    if silent is not None:
        state[silent] = _SILENT
    hand = rows.astype(np.int32)
    return Verdicts(hand_games[hand], hand, state, detail)


def nothing() -> Verdicts:
    """Verdicts of a check that found nothing to look at."""

    def detail(item: int) -> Detail:
        raise IndexError(item)

    none = np.zeros(0, np.int32)
    return Verdicts(none, none, np.zeros(0, np.uint8), detail)


def joined(one: Verdicts, other: Verdicts) -> Verdicts:
    """The items of two verdicts of one check."""
    count = len(one.game)
    return Verdicts(
        np.concatenate([one.game, other.game]),
        np.concatenate([one.hand, other.hand]),
        np.concatenate([one.state, other.state]),
        lambda item: one.detail(item) if item < count else other.detail(item - count),
    )


def silenced(
    passed: NDArray[np.bool_],
    lost: NDArray[np.bool_],
    explained: Callable[[NDArray[np.int64]], NDArray[np.bool_]],
) -> NDArray[np.bool_]:
    """Items without a verdict: those that cannot be judged, and failing ones that follow from a named fault.

    Args:
        passed: Shape (items,).
        lost: Items that cannot be judged; shape (items,).
        explained: Given failing items, whether another finding is their cause; not called without any.
    """
    silent = lost.copy()
    failing = np.flatnonzero(~(passed | lost))
    if len(failing):
        silent[failing] = explained(failing)
    return silent


def points_text(points: NDArray[np.int32]) -> str:
    """Points of the seats as ``(25000, 24000, 26000, 25000)``."""
    return "(" + ", ".join(map(str, points.tolist())) + ")"
