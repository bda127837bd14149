"""Every fault of the catalogue in every form of logs."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from analyzer.audit import Finding, LogName, Verdict, review
from analyzer.conformance.fault_catalogue import FAULTS
from analyzer.conformance.planting import FORMS, Twin, in_form
from analyzer.conformance.site import written
from tests.audit.planting import first_twins

pytestmark = pytest.mark.long

ELSEWHERE = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "conformance" / "forms.toml").read_text("utf-8")
)
"""By form: what becomes of faults that do not give their finding there, with the reason."""


def outcomes(form: str) -> dict[str, str]:
    """What becomes of each fault in a form: ``found``, or why it is not."""
    honest = cache(lambda place: in_form(form, written(logs[place].draft.elements)))
    logs = {id(log): log for log, _ in first_twins().values()}
    told, by_rules = {}, defaultdict(list)
    for name, (log, twin) in first_twins().items():
        data = in_form(form, written(twin.elements))
        if data is None or data == honest(id(log)):
            told[name] = "not convertible" if data is None else "not stated"
        else:
            by_rules[log.rules].append((LogName(log.name.log_id, name), data))
    found = defaultdict(list)
    for rules, twins in by_rules.items():
        for one in review(twins, rules).findings:
            found[one.source].append(one)
    return told | {name: outcome(first_twins()[name][1], found[name]) for name in FAULTS if name not in told}


def outcome(twin: Twin, found: list[Finding]) -> str:
    due = (twin.fault.check, twin.fault.verdict)
    rows = [
        (one.check, one.verdict, one.hand, one.seat)
        for one in found
        if one.leads and (one.verdict != Verdict.UNDECIDED or (one.check, one.verdict) == due)
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

    assert outcomes(form) == dict.fromkeys(FAULTS, "found") | said
