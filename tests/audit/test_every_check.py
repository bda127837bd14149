"""Every check finds a fault, and the finding leads all else that fails because of it.

Each fault of the catalogue goes into a simulated log, and into real ones where they are at hand; what must
be found stands with the fault.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from zlib import crc32

import pytest

from analyzer.audit import CHECKS, LogName
from analyzer.conformance.fault_catalogue import FAULTS, Fault
from tests.audit.planting import Honest, first_twins, found, honest_logs, planted_in, samples
from tests.logs import corpus_bytes, corpus_paths, needs_corpus

LOGS_OF_A_FAULT = 8
"""Real logs that a fault is planted in."""

each_fault = pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)


@cache
def real_logs() -> list[Honest]:
    """All odd tables, and some of the ordinary ones."""
    paths = corpus_paths("edge") + corpus_paths("phoenix")[::15]
    return honest_logs([(LogName(path.stem, path.name), corpus_bytes(path)) for path in paths])


def real_logs_from(fault: Fault) -> list[Honest]:
    """Real logs, from a place of the fault's own on."""
    start = crc32(fault.name.encode()) % len(real_logs())
    return [*real_logs()[start:], *real_logs()[:start]]


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
    logs = list(islice(planted_in(fault, real_logs_from(fault)), LOGS_OF_A_FAULT))
    if not logs:
        pytest.skip("none of these real logs has an occasion")

    for (log, planted), said in zip(logs, found(logs, leading=False), strict=True):
        assert planted.finding in said, log.name


def test_every_check_has_a_fault() -> None:
    assert {fault.check for fault in FAULTS.values()} == {check.id for check in CHECKS}


def test_an_honest_log_gives_no_finding() -> None:
    assert len(samples()) == 24
