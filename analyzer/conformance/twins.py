"""Twins of logs with one fault each, and whether each gives the one finding that it must give."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Final

from analyzer.audit import Finding, LogName, Review, Verdict, review
from analyzer.conformance.draft import Draft, NoOccasion, elements_of, written
from analyzer.conformance.fault_catalogue import FAULTS, Fault
from analyzer.conformance.planting import FindingRow, Twin, plant
from analyzer.conformance.samples import Sample
from analyzer.rules import RuleSet, choose
from analyzer.simulation.game_names import DATE, go_type_of

__all__ = ["TWINS_OF_A_LOG", "findings_of", "twins_of", "with_one_finding"]

TWINS_OF_A_LOG: Final = 3
TWINS_OF_A_FAULT: Final = 4


def twins_of(rules: RuleSet, judged: Review, samples: Sequence[Sample]) -> Iterator[tuple[Sample, Twin]]:
    """Logs of one rule set with faults planted in them, the least used ones first.

    Faults are planted in the hands that show something, and in the last of the game.  A log has no twins that
    gives findings itself, or whose bytes a reader has to repair.

    Args:
        rules: The rule set.
        judged: The logs, reviewed under it.
        samples: The same logs.
    """
    planted: Counter[str] = Counter()
    chosen = choose(go_type_of(rules), 0, DATE, players=rules.seats)
    is_announced = chosen.rule_set().name == rules.name
    possible = [fault for fault in FAULTS.values() if is_announced or not fault.announced]
    for game, (sample, name) in enumerate(zip(samples, judged.logs, strict=True)):
        elements = [] if findings_of(judged, name) else elements_of(sample.data)
        if not elements or written(elements) != sample.data:
            continue
        honest = Draft(elements, rules, judged, game)
        last = len(honest.inits()) - 1
        hands = dict.fromkeys((*(hand for hand in sample.shows if hand < last), last))
        wanted = [fault for fault in possible if planted[fault.name] < TWINS_OF_A_FAULT]
        # The fewest first; of those, first what the scenario is made for.
        wanted.sort(key=lambda fault: (planted[fault.name], fault.example != name.log_id))
        twins = filter(None, (_first_twin(fault, honest, hands) for fault in wanted))
        for twin in islice(twins, TWINS_OF_A_LOG):
            planted[twin.fault.name] += 1
            yield sample, twin


def _first_twin(fault: Fault, honest: Draft, hands: Iterable[int]) -> Twin | None:
    """The log with a fault in the first of some hands that has an occasion."""
    for hand in hands:
        with suppress(NoOccasion):
            return plant(fault, honest, hand)
    return None


def findings_of(judged: Review, name: LogName) -> list[Finding]:
    """What was found in one log, its wall apart: walls made to measure have no seed."""
    found = [one for one in judged.findings if (one.log, one.source) == (name.log_id, name.source)]
    return [one for one in found if not one.check.startswith("wall-")]


def with_one_finding(twins: Sequence[Twin], rules: RuleSet) -> list[bool]:
    """Whether the finding of each twin leads all that fails, but for what a fault leaves undecided.

    Some faults have further consequences in some hands, as a call that ends the first go-round.
    """
    said: dict[str, list[FindingRow]] = defaultdict(list)
    for is_announced in (True, False):
        logs = [
            (LogName(str(place), str(place)), written(twin.elements))
            for place, twin in enumerate(twins)
            if twin.fault.announced == is_announced
        ]
        for one in review(logs, "auto" if is_announced else rules.name).findings if logs else ():
            fault = twins[int(one.source)].fault
            is_due = (one.check, one.verdict) == (fault.check, fault.verdict)
            if one.leads and (is_due or one.verdict != Verdict.UNDECIDED):
                said[one.source].append(FindingRow(one.check, one.verdict, one.hand, one.element, one.seat))
    return [said[str(place)] == [twin.finding] for place, twin in enumerate(twins)]
