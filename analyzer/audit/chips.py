"""The check of chips, which some tables play with beside points."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken
from analyzer.audit.case import Case
from analyzer.audit.texts import points_text
from analyzer.audit.verdicts import FORMAT, Check, Detail, Verdicts, nothing, per_hand
from analyzer.replay.seats import every_seat
from analyzer.vocabulary import ABSENT

__all__ = ["CHECKS"]


def _stated(chips: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Shape (rows,): chips are stated for every seat."""
    return every_seat(chips != ABSENT)


def _chips_before(case: Case) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Chips that each result must start from, shape (results, 4), and whether they are known.

    For the first result of a hand those of its INIT, for a second those that the first leaves.
    """
    results, hands = case.events.results, case.events.hands
    before, known = hands.chips[results.hand], _stated(hands.chips)[results.hand]
    again = np.flatnonzero(~case.is_first_result)
    before[again] = results.chip_scores[again - 1] + results.chip_deltas[again - 1]
    known[again] = _stated(results.chip_deltas)[again - 1]
    return before, known


def _chips_after(case: Case) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Chips that must follow from each result: those of the next INIT; shape (results, 4), and if known."""
    results, hands = case.events.results, case.events.hands
    last = np.append(results.hand[1:] != results.hand[:-1], True) if len(results.hand) else results.has_owari
    following = results.hand + 1
    inside = following < case.events.games.hand_offsets[hands.game[results.hand] + 1]
    following = np.minimum(following, max(len(hands.game) - 1, 0))
    known: NDArray[np.bool_] = last & inside & _stated(hands.chips)[following]
    return hands.chips[following], known


def _left_before(case: Case) -> NDArray[np.int32]:
    """Shape (results, 4): chips that the previous result leaves; meaningless for the first of a game."""
    results = case.events.results
    left: NDArray[np.int32] = np.roll(results.chip_scores + results.chip_deltas, 1, axis=0)
    return left


def chips(case: Case) -> Verdicts:
    """Chips move between seats only, and every count follows from the last; one per result."""
    results, hands = case.events.results, case.events.hands
    has_chips = _stated(hands.chips)[results.hand] | _stated(results.chip_deltas)
    rows = np.flatnonzero(has_chips)
    if len(rows) == 0:
        return nothing()
    hand = results.hand[rows]
    there = _stated(results.chip_deltas)[rows]
    left = results.chip_scores[rows] + results.chip_deltas[rows]
    before, before_known = (column[rows] for column in _chips_before(case))
    after, after_known = (column[rows] for column in _chips_after(case))
    final, final_known = results.final_chips[rows], _stated(results.final_chips[rows])
    even = results.chip_deltas[rows].sum(axis=1, dtype=np.int64) == 0
    starts = ~before_known | (results.chip_scores[rows] == before).all(axis=1)
    # Wrong chips of an INIT are reported at the step to it.
    earlier = np.flatnonzero(~starts & (rows > 0))
    starts[earlier] = (results.chip_scores[rows] == _left_before(case)[rows])[earlier].all(axis=1)
    follows = ~after_known | (left == after).all(axis=1) | ~starts
    ends = ~final_known | (left == final).all(axis=1)

    def detail(item: int) -> Detail:
        element = int(results.element[rows[item]])
        if not there[item]:
            return Detail("no chips", None, "the result states no chips, the hand does", element)
        if not even[item]:
            said = points_text(results.chip_deltas[rows[item]])
            return Detail(said, "a sum of zero", f"chips {said} change hands, not a sum of zero", element)
        if not starts[item]:
            said, due = points_text(results.chip_scores[rows[item]]), points_text(before[item])
            return Detail(said, due, f"chips {said} before the result, the hand begins with {due}", element)
        if not follows[item]:
            said, due = points_text(after[item]), points_text(left[item])
            element = int(hands.element[hand[item] + 1])
            return Detail(said, due, f"the next hand has chips {said}, the last result leaves {due}", element)
        said, due = points_text(final[item]), points_text(left[item])
        return Detail(said, due, f"final chips {said}, the last result leaves {due}", element)

    passed = there & even & starts & follows & ends
    broken = (has_broken(case.events, "sc") | has_broken(case.events, "owari"))[rows]
    verdicts = per_hand(case, hand, passed, detail, lost=~case.usable[hand], unread=broken)
    at_the_step = there & even & starts & ~follows
    return replace(verdicts, hand=(hand + at_the_step).astype(np.int32))


CHECKS: Final = (
    Check(
        "chips",
        "chips",
        "Chips move between the seats only, and every count follows from the one before",
        FORMAT + ": chip tables",
        chips,
    ),
)
