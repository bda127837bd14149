"""Faults of the catalogue planted in honest logs, and what is found then."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from analyzer.audit import LogName, Review, Verdict, review
from analyzer.audit.audit import final_results_of, last_results, rounded_otherwise
from analyzer.conformance.fault_catalogue import FAULTS, Fault
from analyzer.conformance.planting import Twin, plant
from analyzer.conformance.site import Draft, NoOccasion, elements_of, written
from analyzer.rules import RuleSet, load
from analyzer.simulation import simulate
from tests.logs import fixed_logs

LONGEST = 200
"""Characters of what a finding says before its details; nothing of an ordinary fault is cut off."""


class Honest(NamedTuple):
    """A log without a fault."""

    name: LogName
    draft: Draft
    rules: str


def honest_logs(logs: Sequence[tuple[LogName, bytes]], rules: str = "auto") -> list[Honest]:
    """Those of some logs that are whole and give no finding, but that their walls are not known."""
    judged = review(logs, rules)
    faulty = {LogName(one.log, one.source) for one in judged.findings if one.check != "wall-seed"}
    found = []
    for game, name in enumerate(judged.logs):
        # Not the shipped set of its name: this one has what the log announces.
        rule_set = judged.audit.rule_set(game)
        if name not in faulty and rule_set is not None:
            draft = _draft(dict(logs)[name], rule_set, judged, game)
            found.append(Honest(name, draft, rules))
    return found


def _draft(data: bytes, rules: RuleSet, judged: Review, game: int) -> Draft:
    """The log to be changed, with the rounding of results that it has: of some days either is right."""
    last = judged.events.games.hand_offsets[[game + 1]] - 1
    tenths = judged.events.results.final_results[last_results(judged.events)[last]]
    due, other = final_results_of(judged.audit, last, judged.endings)
    is_other = (100 * tenths == other).all() and (due != other).any()
    return Draft(elements_of(data), rounded_otherwise(rules) if is_other else rules, judged, game)


@cache
def samples() -> list[Honest]:
    paths = fixed_logs()
    return honest_logs([(LogName(path.stem, path.name), path.read_bytes()) for path in paths])


@cache
def scenario(name: str, rules: str) -> list[Honest]:
    """The game of a scenario, which has no seed of its walls."""
    ((_, data),) = simulate(1, "1", players=load(rules).seats, scenario=name, rules=rules)
    return honest_logs([(LogName(name, name), data)], rules)


def planted_in(fault: Fault, logs: Iterable[Honest]) -> Iterator[tuple[Honest, Twin]]:
    """The fault in each of some logs that has an occasion, in the first hand that has."""
    for log in logs:
        for hand in range(len(log.draft.inits())):
            try:
                yield log, plant(fault, log.draft, hand)
            except NoOccasion:
                continue
            break


@cache
def first_twins() -> dict[str, tuple[Honest, Twin]]:
    """Each fault of the catalogue in the first log that has an occasion."""
    return {
        name: next(planted_in(fault, scenario(fault.example, fault.rules) if fault.example else samples()))
        for name, fault in FAULTS.items()
    }


def found(planted: Iterable[tuple[Honest, Twin]], *, leading: bool = True) -> list[list[tuple[object, ...]]]:
    """What is found in each log, but for what its fault leaves undecided; all, or what leads a chain."""
    twins = {str(place): one for place, one in enumerate(planted)}
    rows: dict[str, list[tuple[object, ...]]] = {place: [] for place in twins}
    for rules in {log.rules for log, _ in twins.values()}:
        logs = [
            (LogName(log.name.log_id, place), written(twin.elements))
            for place, (log, twin) in twins.items()
            if log.rules == rules
        ]
        for one in review(logs, rules).findings:
            assert len(one.sentence) <= LONGEST
            assert "…" not in one.sentence
            fault = twins[one.source][1].fault
            is_said = one.verdict != Verdict.UNDECIDED or (one.check, one.verdict) == (
                fault.check,
                fault.verdict,
            )
            if is_said and (one.leads or not leading):
                rows[one.source].append((one.check, one.verdict, one.hand, one.element, one.seat))
    return [*rows.values()]
