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
    "COUNTED",
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
    """It should be judged and cannot be; a finding says why."""
    ABSENT = 3
    """The log, by its form, does not state what would be judged."""
    FOLLOWS = 4
    """It fails only for a fault that another finding names; not counted."""


COUNTED: Final = 4
"""States that are counted: all but the last."""
_STATES: Final = len(State)
# Before Python 3.12 a member takes as long to look up as a small array does to compare.
_FAILED: Final = int(State.FAILED)
_UNDECIDED: Final = int(State.UNDECIDED)
_FOLLOWS: Final = int(State.FOLLOWS)


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
        detail: Makes the Detail of one item; called for FAILED ones only.
        why: Makes the Detail, message and element, of why an item is UNDECIDED; None where its hand tells.
    """

    game: NDArray[np.int32]
    hand: NDArray[np.int32]
    state: NDArray[np.uint8]
    detail: Callable[[int], Detail]
    why: Callable[[int], Detail] | None = None

    def tallies(self, games: int) -> NDArray[np.int64]:
        """Counts of passed, failed, undecided and absent items per game; shape (games, 4)."""
        counts = np.bincount(self.game * _STATES + self.state, minlength=games * _STATES)
        return counts.reshape(games, _STATES)[:, :COUNTED]

    def items(self, state: State) -> NDArray[np.int64]:
        """Items in a state."""
        if not self.state.any():
            return np.zeros(0, np.int64)
        return np.flatnonzero(self.state == int(state))


def per_hand(
    hand_games: NDArray[np.int32],
    rows: NDArray[np.int64] | NDArray[np.int32],
    passed: NDArray[np.bool_],
    detail: Callable[[int], Detail],
    *,
    silent: NDArray[np.bool_] | NDArray[np.uint8] | None = None,
    why: Callable[[int], Detail] | None = None,
) -> Verdicts:
    """Verdicts with one item per given row of ``hands``.

    Args:
        hand_games: ``hands.game``.
        rows: Rows of ``hands``; shape (items,).
        passed: Shape (items,).
        detail: As in `Verdicts`; its argument is the item, not the row.
        silent: Items that do not pass or fail; shape (items,): their State, 0 for all others, or a mask of
            those that are UNDECIDED.
        why: As in `Verdicts`.
    """
    state = np.where(passed, np.uint8(0), np.uint8(_FAILED))
    if silent is not None:
        codes = silent * np.uint8(_UNDECIDED) if silent.dtype == np.bool_ else silent
        state = np.where(codes, codes, state).astype(np.uint8)
    hand = rows.astype(np.int32)
    return Verdicts(hand_games[hand], hand, state, detail, why)


def nothing() -> Verdicts:
    """Verdicts of a check that found nothing to look at."""

    def detail(item: int) -> Detail:
        raise IndexError(item)

    none = np.zeros(0, np.int32)
    return Verdicts(none, none, np.zeros(0, np.uint8), detail)


def joined(one: Verdicts, other: Verdicts) -> Verdicts:
    """The items of two verdicts of one check; the second has failing ones only."""
    count = len(one.game)
    return Verdicts(
        np.concatenate([one.game, other.game]),
        np.concatenate([one.hand, other.hand]),
        np.concatenate([one.state, other.state]),
        lambda item: one.detail(item) if item < count else other.detail(item - count),
        one.why,
    )


def silenced(
    passed: NDArray[np.bool_],
    lost: NDArray[np.bool_],
    explained: Callable[[NDArray[np.int64]], NDArray[np.bool_]],
) -> NDArray[np.uint8]:
    """States of items without a verdict of their own: shape (items,); 0 for those that pass or fail.

    Args:
        passed: Shape (items,).
        lost: Items that cannot be judged, UNDECIDED; shape (items,).
        explained: Given failing items, whether they follow from another finding; not called without any.
    """
    silent: NDArray[np.uint8] = lost * np.uint8(_UNDECIDED)
    failing = np.flatnonzero(~(passed | lost))
    if len(failing):
        silent[failing] = explained(failing) * np.uint8(_FOLLOWS)
    return silent


def points_text(points: NDArray[np.int32]) -> str:
    """Points of the seats as ``(25000, 24000, 26000, 25000)``."""
    return "(" + ", ".join(map(str, points.tolist())) + ")"
