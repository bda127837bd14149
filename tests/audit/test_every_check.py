"""Every check finds a fault, and the finding leads all else that fails because of it.

Each fault of the catalogue goes into a simulated log, and into real ones where they are at hand; what must
be found stands with the fault.  At length each is tried in every form of logs too.
"""

from collections import defaultdict
from functools import cache
from itertools import islice
from zlib import crc32

import pytest

from analyzer.audit import CHECKS, Finding, LogName, Verdict, review
from analyzer.conformance.fault_catalogue import FAULTS, Fault
from analyzer.conformance.planting import FORMS, Twin, in_form
from analyzer.conformance.site import written
from analyzer.kernels import compiling
from tests.audit.planting import Honest, first_twins, found, honest_logs, planted_in, samples
from tests.case_files import whole
from tests.logs import corpus_bytes, corpus_paths, needs_corpus

LOGS_OF_A_FAULT = 4
"""Real logs that a fault is planted in."""

each_fault = pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)


@cache
def real_logs() -> list[Honest]:
    """All odd tables, and some of the ordinary ones."""
    paths = corpus_paths("edge") + corpus_paths("phoenix")[::15]
    return honest_logs([(LogName(path.stem, path.name), corpus_bytes(path)) for path in paths])


@cache
def found_of_each() -> dict[str, list[tuple[object, ...]]]:
    """What leads a chain in the first twin of each fault."""
    return dict(zip(first_twins(), found(first_twins().values()), strict=True))


@each_fault
def test_a_fault_is_found_named_and_located_and_leads_all_that_fails(fault: Fault) -> None:
    first, *others = found_of_each()[fault.name]

    assert first == first_twins()[fault.name][1].finding
    assert {check for check, *_ in others} <= set(fault.again)


@pytest.mark.long
@needs_corpus
@each_fault
def test_a_fault_of_a_real_log_is_found_named_and_located(fault: Fault) -> None:
    with compiling():
        # From a place of the fault's own on.
        start = crc32(fault.name.encode()) % len(real_logs())
        places = [*real_logs()[start:], *real_logs()[:start]]
        logs = list(islice(planted_in(fault, places), LOGS_OF_A_FAULT))
        if not logs:
            pytest.skip("none of these real logs has an occasion")

        for (log, planted), said in zip(logs, found(logs, leading=False), strict=True):
            assert planted.finding in said, log.name


def test_every_check_has_a_fault() -> None:
    assert {fault.check for fault in FAULTS.values()} == {check.id for check in CHECKS}


def test_an_honest_log_gives_no_finding() -> None:
    assert len(samples()) == 24


ELSEWHERE = whole("conformance/forms")
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


@pytest.mark.long
@pytest.mark.parametrize("form", [form for form in FORMS if form != "mjlog"])
def test_every_fault_is_found_in_every_form_that_can_state_it(form):
    said = {
        name: kind
        for kind, reasons in ELSEWHERE[form].items()
        for names in reasons.values()
        for name in names
    }

    with compiling():
        assert outcomes(form) == dict.fromkeys(FAULTS, "found") | said
