"""Twins of a log with one fault each, and the one finding that each must give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from analyzer.audit import Finding, LogName, Review, Verdict, review
from analyzer.conformance.draft import Draft, NoOccasion
from analyzer.conformance.elements import elements_of, written
from analyzer.conformance.fault_catalogue import FAULTS, Fault
from analyzer.conformance.planting import plant
from analyzer.rules import RuleSet, choose
from analyzer.simulation.game_names import DATE, go_type_of

__all__ = ["TWINS_OF_A_LOG", "FindingRow", "Twin", "TwinMaker", "findings_of", "with_one_finding"]

TWINS_OF_A_LOG: Final = 3
TWINS_OF_A_FAULT: Final = 4
_WALL: Final = "wall-"


class FindingRow(NamedTuple):
    """The finding that a twin must give: its check, and where.

    Attributes:
        check: Id of a check of this package; its meaning is in the list of checks.
        verdict: ``inconsistent``; or ``malformed``, or ``undecided`` where the log cannot be judged.
        hand: 0-based index in the game; None for the log as a whole.
        element: Index of the element in the log, the root being 0; None for the log as a whole.
        seat: Seat concerned; None when not one seat.
    """

    check: str
    verdict: str
    hand: int | None
    element: int | None
    seat: int | None


class Twin(NamedTuple):
    """A log with one fault."""

    fault: Fault
    data: bytes
    finding: FindingRow


class TwinMaker:
    """Plants faults in the logs of one rule set, the least used ones first."""

    def __init__(self, rules: RuleSet, judged: Review) -> None:
        self._rules = rules
        self._judged = judged
        self._planted: Counter[str] = Counter()
        self._is_announced = _announces(rules)

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
        honest = Draft(elements, self._rules, self._judged, game)
        last = len(honest.inits()) - 1
        hands = dict.fromkeys((*(hand for hand in shows if hand < last), last))
        found: list[Twin] = []
        for fault in self._wanted(self._judged.logs[game].log_id):
            twin = next(filter(None, (_planted(fault, honest, hand) for hand in hands)), None)
            if twin is not None:
                found.append(twin)
                self._planted[fault.name] += 1
            if len(found) == TWINS_OF_A_LOG:
                break
        return found

    def _wanted(self, scenario: str) -> list[Fault]:
        """Faults that have few twins, the fewest first; of those, first what the scenario is made for."""
        found = [
            fault
            for fault in FAULTS.values()
            if self._planted[fault.name] < TWINS_OF_A_FAULT and (self._is_announced or not fault.announced)
        ]
        return sorted(found, key=lambda fault: (self._planted[fault.name], fault.example != scenario))


def findings_of(judged: Review, name: LogName) -> list[Finding]:
    """What was found in one log, its wall apart: walls made to measure have no seed."""
    found = [one for one in judged.findings if (one.log, one.source) == (name.log_id, name.source)]
    return [one for one in found if not one.check.startswith(_WALL)]


def with_one_finding(twins: Sequence[Twin], rules: RuleSet) -> list[bool]:
    """Whether each twin gives its finding and no other, but for what a fault leaves undecided.

    Some faults have further consequences in some hands, as a call that ends the first go-round.
    """
    found = [False] * len(twins)
    for name in ("auto", rules.name):
        places = [place for place, twin in enumerate(twins) if twin.fault.announced == (name == "auto")]
        named = [(LogName(str(place), str(place)), twins[place].data) for place in places]
        said: dict[str, list[Finding]] = {str(place): [] for place in places}
        for finding in review(named, name).findings if named else ():
            said[finding.source].append(finding)
        for place in places:
            found[place] = _rows(said[str(place)], twins[place].fault) == [twins[place].finding]
    return found


def _rows(findings: Sequence[Finding], fault: Fault) -> list[FindingRow]:
    return [
        FindingRow(one.check, one.verdict, one.hand, one.element, one.seat)
        for one in findings
        if one.verdict != Verdict.UNDECIDED or (one.check, one.verdict) == (fault.check, fault.verdict)
    ]


def _announces(rules: RuleSet) -> bool:
    """Whether the logs of a rule set are checked under it when nobody names one."""
    chosen = choose(go_type_of(rules), 0, DATE, players=rules.seats)
    return chosen.rule_set().name == rules.name


def _planted(fault: Fault, honest: Draft, hand: int) -> Twin | None:
    """A twin with a fault in a hand; None where it has no occasion."""
    try:
        planted = plant(fault, honest, hand)
    except NoOccasion:
        return None
    in_hand = None if planted.hand < 0 else planted.hand
    finding = FindingRow(fault.check, fault.verdict, in_hand, planted.element, planted.seat)
    return Twin(fault, written(planted.elements), finding)
