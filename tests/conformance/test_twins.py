"""The faulty logs of a whole rule set."""

from __future__ import annotations

import pytest

from analyzer.audit import CHECKS, LogName, review
from analyzer.conformance.planting import twins_of, with_one_finding
from analyzer.conformance.samples import samples
from analyzer.rules import load

pytestmark = pytest.mark.long

WITHOUT_TWINS: set[str] = set()
"""Checks of which no log of a pack can have a fault; each with the reason."""


@pytest.mark.parametrize("name", ["tenhou", "tenhou-sanma"])
def test_every_check_has_a_twin_that_gives_it_alone(name):
    rules = load(name)
    played = [*samples(rules, "1")]
    judged = review([(LogName(one.scenario, one.scenario), one.data) for one in played], rules.name)
    twins = [twin for _, twin in twins_of(rules, judged, played)]
    exact = [twin for twin, is_exact in zip(twins, with_one_finding(twins, rules), strict=True) if is_exact]

    assert {check.id for check in CHECKS} - {twin.fault.check for twin in exact} == WITHOUT_TWINS
    assert len(exact) > 0.98 * len(twins)
