"""What a check is, and what it says about each item, before any message is formed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import unique
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.findings import Verdict
from analyzer.formats.claims import Claim
from analyzer.rules import Area
from analyzer.vocabulary import Code

__all__ = [
    "COUNTED",
    "FORMAT",
    "PAYMENT",
    "PLAY",
    "PROGRESS",
    "RYUUKYOKU",
    "SCORING",
    "TENHOU",
    "Check",
    "Detail",
    "State",
    "Verdicts",
    "joined",
    "lost_because",
    "nothing",
    "per_hand",
]

FORMAT: Final = "mjlog format as measured on 2,290 logs"
TENHOU: Final = "Tenhou as measured on 21,659 hands"
RYUUKYOKU: Final = 'Riichi wiki, "Ryuukyoku"; ' + TENHOU

PLAY: Final = frozenset({Area.PLAY})
SCORING: Final = frozenset({Area.SCORING})
PAYMENT: Final = frozenset({Area.PAYMENT})
PROGRESS: Final = frozenset({Area.TENPAI, Area.ABORTIVE, Area.REPEAT})


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Attributes:
        id: Stable id in findings, options and tables.
        title: What is compared, in a few words.
        rule: The rule as one sentence.
        source: Where the rule is stated or was measured.
        run: Looks at a batch.
        areas: Areas of the rules it needs; where one is unknown for a log, its items are undecided.
        claim: What JSON may leave unstated of what is judged; its items are absent there.
        of_amounts: It compares payments, scores or points, which are shown wherever they are wrong.
    """

    id: str
    title: str
    rule: str
    source: str
    run: Callable[[Case], Verdicts]
    areas: frozenset[Area] = frozenset()
    claim: Claim | None = None
    of_amounts: bool = False


@unique
class State(Code):
    """Outcome for one item."""

    PASSED = 0
    FAILED = 1
    UNDECIDED = 2
    """It should be judged and cannot be; a finding says why."""
    ABSENT = 3
    """The log, by its form, does not state what would be judged."""


COUNTED: Final = len(State)
"""How many numbers a tally has."""
# Before Python 3.12 a member takes as long to look up as a small array does to compare.
_FAILED: Final = int(State.FAILED)
_UNDECIDED: Final = int(State.UNDECIDED)
_ABSENT: Final = int(State.ABSENT)


class Detail(NamedTuple):
    """What a finding says about one item.

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


@dataclass(frozen=True)
class Verdicts:
    """Verdicts of one check over a batch.

    Attributes:
        game: Row of ``games`` of each item; shape (items,).
        hand: Row of ``hands``, or ABSENT for an item outside any hand; shape (items,).
        state: A State each; shape (items,), uint8.
        detail: Makes the Detail of one item; called for FAILED ones only.
        why: Makes the Detail, message and element, of why an item is UNDECIDED.
    """

    game: NDArray[np.int32]
    hand: NDArray[np.int32]
    state: NDArray[np.uint8]
    detail: Callable[[int], Detail]
    why: Callable[[int], Detail]

    @cached_property
    def all_passed(self) -> bool:
        """Whether every item passed, as in most batches; no item is one too."""
        return not self.state.any()

    def tallies(self, games: int) -> NDArray[np.int64]:
        """Counts of passed, failed, undecided and absent items per game; shape (games, 4)."""
        if self.all_passed:
            passed = np.zeros((games, COUNTED), np.int64)
            passed[:, 0] = np.bincount(self.game, minlength=games)
            return passed
        counts = np.bincount(self.game * COUNTED + self.state, minlength=games * COUNTED)
        return counts.reshape(games, COUNTED)

    def items(self, state: State) -> NDArray[np.int64]:
        """Items in a state."""
        if self.all_passed:
            return np.zeros(0, np.int64)
        return np.flatnonzero(self.state == int(state))

    def undecided_where(self, chosen: NDArray[np.bool_], why: Callable[[int], Detail]) -> Verdicts:
        """The verdicts with some items made undecided.

        Args:
            chosen: Those items; shape (items,).
            why: Makes the Detail of why one of them has no verdict.
        """
        if not chosen.any():
            return self
        return replace(
            self,
            state=np.where(chosen, np.uint8(_UNDECIDED), self.state),
            why=lambda item: why(item) if chosen[item] else self.why(item),
        )


def per_hand(
    case: Case,
    hand: NDArray[np.integer],
    passed: NDArray[np.bool_],
    detail: Callable[[int], Detail],
    *,
    lost: NDArray[np.bool_] | None = None,
    unread: NDArray[np.bool_] | None = None,
    absent: NDArray[np.bool_] | None = None,
    unsaid: NDArray[np.integer] | None = None,
    why: Callable[[int], Detail] | None = None,
) -> Verdicts:
    """Verdicts with one item per given row of ``hands``; all masks are of shape (items,).

    Args:
        case: The batch.
        hand: Rows of ``hands``; shape (items,).
        passed: Items that pass if they are judged.
        detail: As in `Verdicts`; its argument is the item, not the row.
        lost: Items that cannot be judged.
        unread: Items whose claim cannot be read.
        absent: Items that the log cannot state in its format.
        unsaid: Rows of ``hands``, each for one more item, which is absent.
        why: As in `Verdicts`; if not given, it is as the hand tells.
    """
    # As numbers, what is true is FAILED and what is false PASSED.
    state = (~passed).view(np.uint8)
    if lost is not None:
        state[lost] = _UNDECIDED
    if unread is not None:
        state[unread] = _UNDECIDED
    if absent is not None:
        state[absent] = _ABSENT
    if unsaid is not None and len(unsaid):
        hand = np.append(hand, unsaid)
        state = np.append(state, np.full(len(unsaid), _ABSENT, np.uint8))
    return Verdicts(
        case.events.hands.game.take(hand),
        hand.astype(np.int32),
        state,
        detail,
        _because_unread(case, hand, unread, why or (lambda item: lost_because(case, int(hand[item])))),
    )


def _because_unread(
    case: Case,
    hand: NDArray[np.integer],
    unread: NDArray[np.bool_] | None,
    why: Callable[[int], Detail],
) -> Callable[[int], Detail]:
    """Why items have no verdict, those included whose claim cannot be read."""
    if unread is None or not unread.any():
        return why

    def because(item: int) -> Detail:
        if item < len(unread) and unread[item]:
            return Detail(None, None, "the claim cannot be read", int(case.events.hands.element[hand[item]]))
        return why(item)

    return because


def lost_because(case: Case, hand: int) -> Detail:
    """Why what rests on the facts of a hand has no verdict."""
    if not case.played[hand]:
        reason = "an element of the hand cannot be read"
    elif case.facts.derailed[hand]:
        reason = "play cannot be followed after an impossible event"
    elif not case.events.hands.complete[hand]:
        reason = "the hand has no result"
    else:
        reason = "the hand before it cannot be judged"
    return Detail(None, None, reason, int(case.events.hands.element[hand]))


def nothing() -> Verdicts:
    """Verdicts of a check that found nothing to look at."""

    def detail(item: int) -> Detail:
        raise IndexError(item)

    none = np.zeros(0, np.int32)
    return Verdicts(none, none, np.zeros(0, np.uint8), detail, detail)


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
