"""Every check finds a fault that nothing else finds, and says nothing beside it.

Each fault of the modules ``faults_of_…`` goes into a real log, with all that follows from it carried
through to the end; exactly one finding must come of it: the check, the hand, the element and the seat.
"""

from __future__ import annotations

from functools import cache
from zlib import crc32

import pytest

from analyzer.audit import CHECKS, Finding, LogName, Verdict, review
from tests.audit import (
    faults_of_draws,
    faults_of_endings,
    faults_of_form,
    faults_of_play,
    faults_of_progress,
    faults_of_riichi,
    faults_of_values,
    faults_of_wins,
)
from tests.faults import Fault, Planted
from tests.logs import Elements, corpus_bytes, corpus_paths, needs_corpus

FAULTS: tuple[Fault, ...] = (
    *faults_of_draws.FAULTS,
    *faults_of_wins.FAULTS,
    *faults_of_values.FAULTS,
    *faults_of_progress.FAULTS,
    *faults_of_endings.FAULTS,
    *faults_of_play.FAULTS,
    *faults_of_riichi.FAULTS,
    *faults_of_form.FAULTS,
)
ODD_FAULTS: tuple[Fault, ...] = (*faults_of_values.ODD_FAULTS, *faults_of_form.ODD_FAULTS)


@cache
def honest_log(folder: str, place: int) -> tuple[str, Elements]:
    path = corpus_paths(folder)[place]
    return path.stem, Elements.of(corpus_bytes(path))


@cache
def plant(fault: Fault, folder: str = "phoenix") -> tuple[str, Elements, Planted]:
    """The first log that the fault fits, from a place of its own in the corpus on, with the fault in it."""
    count = len(corpus_paths(folder))
    start = crc32(fault.__name__.encode()) % count
    for place in range(count):
        name, honest = honest_log(folder, (start + place) % count)
        log = Elements(honest)
        try:
            return name, log, fault(log)
        except (LookupError, ValueError):
            continue
    pytest.fail(f"no log of the corpus can take {fault.__name__}")


def findings_of(name: str, log: Elements, planted: Planted) -> list[Finding]:
    """All findings but those that say what the fault leaves undecided."""
    found = review([(LogName(name, name), log.xml())]).findings
    return [
        finding
        for finding in found
        if finding.verdict != Verdict.UNDECIDED
        or (planted.verdict, planted.check) == (finding.verdict, finding.check)
    ]


def as_planted(log: Elements, planted: Planted) -> tuple[object, ...]:
    hand = -1 if planted.element is None else log.hand_of(planted.element)
    # What concerns the log as a whole stands in no hand, nor does what is before the first.
    outside = planted.check in ("rule-set", "wall-seed") or hand < 0
    return planted.check, planted.verdict, None if outside else hand, planted.element, planted.seat


def as_found(finding: Finding) -> tuple[object, ...]:
    return finding.check, finding.verdict, finding.hand, finding.element, finding.seat


@needs_corpus
@pytest.mark.parametrize("place", range(0, 500, 25))
def test_an_honest_log_gives_no_finding(place: int) -> None:
    name, honest = honest_log("phoenix", place)

    assert review([(LogName(name, name), honest.xml())]).findings == ()


@needs_corpus
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_found_named_and_located_and_nothing_else_is_said(fault: Fault) -> None:
    name, log, planted = plant(fault)

    found = findings_of(name, log, planted)

    assert [as_found(finding) for finding in found] == [as_planted(log, planted)]


@needs_corpus
@pytest.mark.parametrize("fault", ODD_FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_of_an_odd_table_is_found_and_nothing_else_is_said(fault: Fault) -> None:
    name, log, planted = plant(fault, "edge")

    found = findings_of(name, log, planted)

    assert [as_found(finding) for finding in found] == [as_planted(log, planted)]


@needs_corpus
def test_every_check_has_a_fault() -> None:
    checks = {plant(fault)[2].check for fault in FAULTS} | {
        plant(fault, "edge")[2].check for fault in ODD_FAULTS
    }

    assert checks == {check.id for check in CHECKS}
