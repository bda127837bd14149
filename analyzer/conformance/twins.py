"""Twins of a log with one fault each, and the one finding that each must give."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from analyzer.audit import Review
from analyzer.conformance.draft import Draft, NoOccasion, course_of
from analyzer.conformance.elements import elements_of, written
from analyzer.conformance.expected import findings_of
from analyzer.conformance.faults import FAULTS, Fault
from analyzer.conformance.records import FindingRow
from analyzer.rules import RuleSet

__all__ = ["TWINS_OF_A_LOG", "Twin", "TwinMaker"]

TWINS_OF_A_LOG: Final = 3


class Twin(NamedTuple):
    """A log with one fault."""

    fault: Fault
    data: bytes
    finding: FindingRow


class TwinMaker:
    """Plants faults in the logs of one rule set, those that few logs have had first."""

    def __init__(self, rules: RuleSet, judged: Review) -> None:
        self._rules = rules
        self._judged = judged
        self._planted: Counter[str] = Counter()

    def twins(self, game: int, data: bytes, shows: tuple[int, ...]) -> list[Twin]:
        """Twins of one log.

        Args:
            game: Row of the log in the review.
            data: Its bytes.
            shows: Hands to plant faults in, before the last of the game.

        Returns:
            Nothing for a log that gives findings itself, or whose bytes a reader has to repair.
        """
        if findings_of(self._judged, self._judged.logs[game]):
            return []
        elements = elements_of(data)
        if written(elements) != data:
            return []
        course = course_of(self._judged, game)
        honest = Draft(elements, self._rules, course)
        last = len(course.kyoku) - 1
        hands = dict.fromkeys((*(hand for hand in shows if hand < last), last))
        found: list[Twin] = []
        for fault in sorted(FAULTS, key=lambda fault: self._planted[fault.name]):
            twin = next(filter(None, (_planted(fault, honest.fresh(), hand) for hand in hands)), None)
            if twin is not None:
                found.append(twin)
                self._planted[fault.name] += 1
            if len(found) == TWINS_OF_A_LOG:
                break
        return found


def _planted(fault: Fault, draft: Draft, hand: int) -> Twin | None:
    """A twin with a fault in a hand; None where it has no occasion."""
    try:
        planted = fault.plant(draft, hand)
    except NoOccasion:
        return None
    where = draft.hand_of(planted.element)
    finding = FindingRow(planted.check, where, planted.element, planted.seat)
    return Twin(fault, written(draft.elements), finding)
