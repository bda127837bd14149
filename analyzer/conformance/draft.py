"""A log under change: when one thing is changed, the scores that follow are changed with it.

What the log says stays text; amounts are points here, hundreds in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.audit import Review
from analyzer.conformance.elements import Element
from analyzer.conformance.terms import NoOccasion
from analyzer.rules import RuleSet
from analyzer.settlement.game_end import EndCause, final_results, game_end, leftover_points
from analyzer.vocabulary import PLAYS_ON, SEATS, EndKind, Seat

__all__ = ["Course", "Draft", "Points", "course_of"]

Points: TypeAlias = Mapping[Seat, int]
"""Changes of score, by seat."""


class Course(NamedTuple):
    """What decides when a game ends, and where the tiles lie when its hands end; shape (hands,)."""

    kyoku: NDArray[np.int32]
    dealer: NDArray[np.uint8]
    stays: NDArray[np.bool_]
    """The dealer stays, if the game goes on."""
    won: NDArray[np.bool_]
    played_out: NDArray[np.bool_]
    may_end: NDArray[np.bool_]
    """The dealer may end the game, or go on."""
    following: NDArray[np.int32]
    """Shape (hands, 3): kyoku, honba and sticks of the hand that follows if the game goes on."""
    place: NDArray[np.uint8]
    """Shape (hands, 136): a Place."""


def course_of(judged: Review, game: int) -> Course:
    """The course of one game of a batch, by the rules that it was reviewed under."""
    first, stop = judged.events.games.hand_offsets[game : game + 2].tolist()
    rows = slice(first, stop)
    won = judged.facts.end[rows] == EndKind.AGARI
    kyoku, follows = judged.events.hands.kyoku[rows], judged.next
    return Course(
        kyoku=kyoku,
        dealer=judged.facts.dealer[rows],
        stays=follows.kyoku[rows] == kyoku,
        won=won,
        played_out=won | ~np.isin(judged.draws.kind[rows], PLAYS_ON),
        may_end=judged.endings.may_end[rows],
        following=np.stack([follows.kyoku[rows], follows.honba[rows], follows.kyotaku[rows]], axis=1),
        place=judged.facts.place[rows],
    )


class Draft:
    """A log under change.

    Attributes:
        elements: Of the log; a place in the list is the element index of findings.
        rules: The rule set it is played under.
        course: Of the log as it was.
        penalties: Points by seat that the final results have beside what the final scores give: of chombo.
    """

    def __init__(self, elements: list[Element], rules: RuleSet, course: Course) -> None:
        self.elements = elements
        self.rules = rules
        self.course = course
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

    def inits(self) -> list[int]:
        """Indices of the INIT elements."""
        if self.unchanged_inits is not None:
            return self.unchanged_inits
        return [index for index, element in enumerate(self.elements) if element.name == "INIT"]

    def init_of(self, hand: int) -> int:
        """Index of the INIT of a hand.

        Raises:
            NoOccasion: When there is no such hand.
        """
        inits = self.inits()
        if not 0 <= hand < len(inits):
            raise NoOccasion(f"no hand {hand}")
        return inits[hand]

    def is_last(self, hand: int) -> bool:
        """Whether no hand follows."""
        return hand == len(self.inits()) - 1

    def span(self, hand: int) -> range:
        """Indices of the elements of a hand, from INIT to the last before the next hand.

        Raises:
            NoOccasion: When there is no such hand.
        """
        start = self.init_of(hand)
        return range(start, [*self.inits(), len(self.elements)][hand + 1])

    def hand_of(self, index: int) -> int:
        """0-based hand that an element belongs to."""
        return sum(init <= index for init in self.inits()) - 1

    def results(self, hand: int) -> list[int]:
        """Indices of the results of a hand."""
        return [index for index in self.span(hand) if self[index].name in ("AGARI", "RYUUKYOKU")]

    def dealer(self, hand: int) -> Seat:
        """Dealer of a hand."""
        return int(self[self.init_of(hand)].attributes["oya"])

    def deltas(self, index: int) -> list[int]:
        """Points that a result moves, of four seats."""
        return [100 * number for number in self[index].numbers("sc")[1:8:2]]

    def scores_after(self, index: int) -> list[int]:
        """Scores after a result, of the seats at the table."""
        pairs = self[index].numbers("sc")[: 2 * self.seats]
        return [100 * (before + delta) for before, delta in zip(pairs[::2], pairs[1::2], strict=True)]

    def pay_here(self, index: int, changes: Points) -> None:
        """Change what a result pays, and nothing that follows."""
        self._add(index, "sc", changes, stride=2, first=1)

    def pay(self, index: int, changes: Points) -> None:
        """Change what a result pays, and the scores that follow."""
        self.pay_here(index, changes)
        self.carry(index + 1, changes)

    def pay_instead(self, index: int, deltas: list[int]) -> None:
        """Let a result pay other points, and change the scores that follow."""
        if deltas == self.deltas(index)[: len(deltas)]:
            raise NoOccasion("it pays this already")
        self.pay(
            index, {seat: new - self.deltas(index)[seat] for seat, new in enumerate(deltas[: self.seats])}
        )

    def add_to_scores(self, index: int, changes: Points) -> None:
        """Change the scores that one element states; nothing follows."""
        name, stride = ("sc", 2) if self[index].name in ("AGARI", "RYUUKYOKU") else ("ten", 1)
        self._add(index, name, changes, stride)

    def carry(self, start: int, changes: Points) -> None:
        """Change the scores that all elements from ``start`` on state, and the end of the game with them.

        Raises:
            NoOccasion: When the game would end at another hand, or a riichi could not be paid.
        """
        for index in range(start, len(self.elements)):
            if self._states_scores(index):
                self.add_to_scores(index, changes)
        self.settle_end()
        if self._over_after_hands() != self._over or not self._riichi_can_be_paid():
            raise NoOccasion("the game would take another course")

    def settle_end(self, sticks: int | None = None) -> None:
        """Write ``owari`` as the scores give it, with the sticks left by the log as it was, or so many."""
        self.write_end(*self.end_by_rules(sticks))

    def end_by_rules(self, sticks: int | None = None) -> tuple[list[int], list[int]]:
        """Final scores and final results, points, as the last result gives them."""
        last = len(self.inits()) - 1
        after = np.array([self.scores_after(self.results(last)[-1])], np.int32)
        left = np.array([self.course.following[last, 2] if sticks is None else sticks], np.int32)
        scores = (after + leftover_points(after, left, self.rules))[0].tolist()
        return scores, self.results_of(scores)

    def results_of(self, scores: list[int]) -> list[int]:
        """Final results of final scores, points; what chombo took from the game's stays taken."""
        results: list[int] = final_results(np.array([scores], np.int32), self.rules)[0].tolist()
        return [result + less for result, less in zip(results, self.penalties, strict=True)]

    def write_end(self, scores: list[int], results: list[int]) -> None:
        """Write ``owari``: final scores and results, points; what it has beside them stays."""
        last = self[self.results(len(self.inits()) - 1)[-1]].attributes
        old = last["owari"].split(",") if last.get("owari") else ["0", "0.0"] * SEATS
        as_tenths = "." in old[1]
        for seat, (score, result) in enumerate(zip(scores, results, strict=True)):
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

    def _states_scores(self, index: int) -> bool:
        element = self[index]
        return element.name in ("INIT", "AGARI", "RYUUKYOKU") or (
            element.name == "REACH" and "ten" in element.attributes
        )

    def _penalties_of_the_log(self) -> list[int]:
        """Points that chombo took from the final results."""
        ends = [self.results(hand) for hand in range(len(self.inits()))]
        last = self[ends[-1][-1]].attributes if ends and all(ends) else {}
        numbers = last.get("owari", "").split(",")[: 2 * self.seats]
        if len(numbers) < 2 * self.seats:
            raise NoOccasion("the log stops before its game does")
        scores = np.array([[100 * int(number) for number in numbers[::2]]], np.int32)
        results = [round(1000 * float(number)) for number in numbers[1::2]]
        return [
            logged - due
            for logged, due in zip(results, final_results(scores, self.rules)[0].tolist(), strict=True)
        ]

    def _over_after_hands(self) -> list[bool]:
        hands = [self.results(hand)[-1] for hand in range(len(self.inits()))]
        scores = np.array([self.scores_after(index) for index in hands], np.int32)
        end = game_end(
            scores,
            self.rules,
            kyoku=self.course.kyoku,
            dealer=self.course.dealer,
            dealer_stays=self.course.stays,
            won=self.course.won,
            played_out=self.course.played_out,
        )
        over: list[bool] = ((end.cause != EndCause.NONE) | end.may_end).tolist()
        return over

    def _riichi_can_be_paid(self) -> bool:
        needed, scores = self.rules.riichi_points, [0] * SEATS
        for element in self.elements:
            if "ten" in element.attributes and element.name in ("INIT", "REACH"):
                scores = [100 * score for score in element.numbers("ten")]
            elif element.name == "REACH" and scores[int(element.attributes["who"])] < needed:
                return False
        return True
