"""The faulty logs of a whole rule set, and every fault of the catalogue in every form of logs."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from analyzer.audit import CHECKS, LogName, Verdict, review
from analyzer.conformance.fault_catalogue import FAULTS
from analyzer.conformance.planting import FORMS, Twin, in_form, twins_in, twins_of
from analyzer.conformance.samples import samples
from analyzer.conformance.site import written
from analyzer.rules import load
from tests.audit.planting import Honest, planted_in, scenario
from tests.audit.planting import samples as simulated

pytestmark = pytest.mark.long

WITHOUT_TWINS: set[str] = set()
"""Checks of which no log of a pack can have a fault; each with the reason."""
ELSEWHERE = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "conformance" / "forms.toml").read_text("utf-8")
)
"""By form: what becomes of faults that do not give their finding there, with the reason."""


@pytest.mark.parametrize("name", ["tenhou", "tenhou-sanma"])
def test_every_check_has_a_twin_that_gives_it_alone(name):
    rules = load(name)
    played = [*samples(rules, "1")]
    judged = review([(LogName(one.scenario, one.scenario), one.data) for one in played], rules.name)
    twins = [twin for _, twin in twins_of(rules, judged, played)]
    exact = [twin for twin, found in zip(twins, twins_in("mjlog", twins, rules), strict=True) if found]

    assert {check.id for check in CHECKS} - {twin.fault.check for twin in exact} == WITHOUT_TWINS
    assert len(exact) > 0.98 * len(twins)


@cache
def twin_of(name: str) -> tuple[Honest, Twin]:
    fault = FAULTS[name]
    return next(planted_in(fault, scenario(fault.example, fault.rules) if fault.example else simulated()))


def outcome(name: str, form: str) -> str:
    """What becomes of a fault in a form: ``found``, or why it is not."""
    log, twin = twin_of(name)
    data = in_form(form, written(twin.elements))
    if data is None:
        return "not convertible"
    if data == in_form(form, written(log.draft.elements)):
        return "not stated"
    due = (twin.fault.check, twin.fault.verdict)
    found = [one for one in review([(log.name, data)], log.rules).findings if one.leads]
    rows = [
        (one.check, one.verdict, one.hand, one.seat)
        for one in found
        if one.verdict != Verdict.UNDECIDED or (one.check, one.verdict) == due
    ]
    if (*due, twin.finding.hand, twin.finding.seat) in rows:
        return "found"
    return f"at {rows[0][0]}" if rows else "nothing is found"


@pytest.mark.parametrize("form", [form for form in FORMS if form != "mjlog"])
def test_every_fault_is_found_in_every_form_that_can_state_it(form):
    said = {
        name: kind
        for kind, reasons in ELSEWHERE[form].items()
        for names in reasons.values()
        for name in names
    }

    assert {name: outcome(name, form) for name in FAULTS} == dict.fromkeys(FAULTS, "found") | said
