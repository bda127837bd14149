"""A log under change: when one thing is changed, the scores that follow are changed with it.

What the log says stays text; amounts are points here, hundreds in the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TypeAlias

import numpy as np

from analyzer.audit import Review
from analyzer.audit.settled_hands import end_of
from analyzer.conformance.elements import Element
from analyzer.rules import RuleSet
from analyzer.settlement.game_end import EndCause, final_results, leftover_points
from analyzer.vocabulary import SEATS, EndKind, Seat

__all__ = ["Draft", "NoOccasion", "Points"]

Points: TypeAlias = Mapping[Seat, int]
"""Changes of score, by seat."""
_RESULTS = ("AGARI", "RYUUKYOKU")


class NoOccasion(LookupError):
    """A log has no place for a fault here, or the fault would change the course of the game."""


class Draft:
    """A log under change.

    Attributes:
        elements: Of the log; a place in the list is the element index of findings.
        rules: The rule set it is played under.
        judged: The log as it was, reviewed under these rules among any others.
        penalties: Points by seat that the final results have beside what the final scores give: of chombo.
    """

    def __init__(self, elements: list[Element], rules: RuleSet, judged: Review, game: int) -> None:
        self.elements = elements
        self.rules = rules
        self.judged = judged
        self._first, self._stop = judged.events.games.hand_offsets[game : game + 2].tolist()
        self.unchanged_inits: list[int] | None = None
        self.unchanged_inits = self.inits()
        self.penalties = self._penalties_of_the_log()
        self._over = self._over_after_hands()

    def fresh(self) -> Draft:
        """A copy to change; the log as it was stays in this one."""
        copied = copy(self)
        copied.unchanged_inits = None
        copied.elements = [Element(one.name, dict(one.attributes)) for one in self.elements]
        return copied

    def __getitem__(self, index: int) -> Element:
        return self.elements[index]

    def index_of(self, element: Element) -> int:
        """Place of an element in the log as it is now."""
        return next(index for index, one in enumerate(self.elements) if one is element)

    @property
    def seats(self) -> int:
        """3 or 4."""
        return self.rules.seats

    def row(self, hand: int) -> int:
        """Row of a hand of the log as it was, in the review."""
        row: int = self._first + hand if hand >= 0 else self._stop + hand
        return row

    def inits(self) -> list[int]:
        """Indices of the INIT elements."""
        if self.unchanged_inits is not None:
            return self.unchanged_inits
        return [index for index, element in enumerate(self.elements) if element.name == "INIT"]

    def span(self, hand: int) -> range:
        """Indices of the elements of a hand, from INIT to the last before the next hand.

        Raises:
            NoOccasion: When there is no such hand.
        """
        inits = self.inits()
        if not 0 <= hand < len(inits):
            raise NoOccasion(f"no hand {hand}")
        return range(inits[hand], [*inits, len(self.elements)][hand + 1])

    def hand_of(self, index: int) -> int:
        """0-based hand that an element belongs to."""
        return sum(init <= index for init in self.inits()) - 1

    def results(self, hand: int) -> list[int]:
        """Indices of the results of a hand."""
        return [index for index in self.span(hand) if self[index].name in _RESULTS]

    def deltas(self, index: int) -> list[int]:
        """Points that a result moves, of the seats at the table."""
        return [100 * number for number in self[index].numbers("sc")[1 : 2 * self.seats : 2]]

    def scores_after(self, index: int) -> list[int]:
        """Scores after a result, of the seats at the table."""
        before = self[index].numbers("sc")[: 2 * self.seats : 2]
        return [100 * score + delta for score, delta in zip(before, self.deltas(index), strict=True)]

    def pay_here(self, index: int, changes: Points) -> None:
        """Change what a result pays, and nothing that follows."""
        self._add(index, "sc", changes, stride=2, first=1)

    def pay(self, index: int, changes: Points) -> None:
        """Change what a result pays, and the scores that follow."""
        self.pay_here(index, changes)
        self.carry(index + 1, changes)

    def pay_instead(self, index: int, due: Sequence[int]) -> None:
        """Let a result pay other points, and change the scores that follow."""
        paid = self.deltas(index)
        self.pay(index, {seat: points - paid[seat] for seat, points in enumerate(due)})

    def restate(self, index: int, changes: Points) -> None:
        """Change the scores that one element states; nothing follows."""
        name, stride = ("sc", 2) if self[index].name in _RESULTS else ("ten", 1)
        self._add(index, name, changes, stride)

    def carry(self, start: int, changes: Points) -> None:
        """Change the scores that all elements from ``start`` on state, and the end of the game with them.

        Raises:
            NoOccasion: When the game would end at another hand, or a riichi could not be paid.
        """
        for index in range(start, len(self.elements)):
            element = self[index]
            is_stated = element.name == "REACH" and "ten" in element.attributes
            if is_stated or element.name in ("INIT", *_RESULTS):
                self.restate(index, changes)
        self.settle_end()
        if self._over_after_hands() != self._over or not self._riichi_can_be_paid():
            raise NoOccasion("the game would take another course")

    def settle_end(self, sticks: int | None = None) -> None:
        """Write ``owari`` as the scores give it, with the sticks left by the log as it was, or so many."""
        at = self.results(len(self.inits()) - 1)[-1]
        self.write_end(at, self.final_scores(at, sticks))

    def final_scores(self, index: int, sticks: int | None = None) -> list[int]:
        """Scores at the end of the game if it ends with this result, and leaves so many sticks."""
        after = np.array([self.scores_after(index)], np.int32)
        if sticks is None:
            sticks = int(self.judged.next.kyotaku[self.row(self.hand_of(index))])
        scores = after + leftover_points(after, np.array([sticks], np.int32), self.rules)
        return [int(score) for score in scores[0]]

    def results_of(self, scores: list[int]) -> list[int]:
        """Final results of final scores, points; what chombo took from the game's stays taken."""
        results = final_results(np.array([scores], np.int32), self.rules)[0]
        return [int(result) + less for result, less in zip(results, self.penalties, strict=True)]

    def write_end(self, index: int, scores: list[int], results: list[int] | None = None) -> None:
        """Write ``owari``: final scores and results, points; what it has beside them stays."""
        last = self[index].attributes
        old = last["owari"].split(",") if last.get("owari") else ["0", "0.0"] * SEATS
        as_tenths = "." in old[1]
        for seat, (score, result) in enumerate(zip(scores, results or self.results_of(scores), strict=True)):
            whole, tenth = divmod(abs(result) // 100, 10)
            sign = "-" if result < 0 else ""
            old[2 * seat] = str(score // 100)
            old[2 * seat + 1] = f"{sign}{whole}.{tenth}" if as_tenths else f"{sign}{whole}"
        for seat in range(len(scores), SEATS):
            old[2 * seat : 2 * seat + 2] = ["0", "0.0" if as_tenths else "0"]
        last["owari"] = ",".join(old)

    def _add(self, index: int, name: str, changes: Points, stride: int, first: int = 0) -> None:
        numbers = self[index].numbers(name)
        for seat, points in changes.items():
            numbers[first + stride * seat] += points // 100
        self[index].set_numbers(name, numbers)

    def _penalties_of_the_log(self) -> list[int]:
        """Points that chombo took from the final results."""
        ends = [self.results(hand) for hand in range(len(self.inits()))]
        last = self[ends[-1][-1]].attributes if ends and all(ends) else {}
        numbers = last.get("owari", "").split(",")[: 2 * self.seats]
        if len(numbers) < 2 * self.seats:
            raise NoOccasion("the log stops before its game does")
        scores = np.array([[100 * int(number) for number in numbers[::2]]], np.int32)
        due = final_results(scores, self.rules)[0].tolist()
        return [
            round(1000 * float(logged)) - result for logged, result in zip(numbers[1::2], due, strict=True)
        ]

    def _over_after_hands(self) -> list[bool]:
        """Whether the game is over, or may be, after each hand."""
        ends = [self.results(hand)[-1] for hand in range(len(self.inits()))]
        scores = np.array([self.scores_after(index) for index in ends], np.int32)
        rows, judged = slice(self._first, self._stop), self.judged
        kyoku, won = judged.events.hands.kyoku[rows], judged.facts.end[rows] == EndKind.AGARI
        stays = judged.next.kyoku[rows] == kyoku
        end = end_of(
            self.rules, scores, kyoku, judged.facts.dealer[rows], stays, judged.draws.kind[rows], won
        )
        return [bool(over) for over in (end.cause != EndCause.NONE) | end.may_end]

    def _riichi_can_be_paid(self) -> bool:
        needed, scores = self.rules.riichi_points, [0] * SEATS
        for element in self.elements:
            if "ten" in element.attributes and element.name in ("INIT", "REACH"):
                scores = [100 * score for score in element.numbers("ten")]
            elif element.name == "REACH" and scores[int(element.attributes["who"])] < needed:
                return False
        return True
