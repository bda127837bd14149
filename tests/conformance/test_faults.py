"""Every twin gives exactly its finding; every kind of fault has one."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext

import pytest

from analyzer.audit import CHECKS, LogName, Verdict, review
from analyzer.conformance.draft import Draft, course_of
from analyzer.conformance.elements import elements_of
from analyzer.conformance.fault_catalogue import FAULTS, FAULTS_OF_THE_PACK
from analyzer.conformance.terms import NoOccasion
from analyzer.kernels import compiling
from analyzer.rules import load
from analyzer.simulation import simulate
from tests.conformance.conftest import WHOLE


def places(findings):
    """What is found, but for what a log without a seed leaves undecided."""
    return [
        {"check": one.check, "hand": one.hand, "element": one.element, "seat": one.seat}
        for one in findings
        if one.check != "wall-seed"
    ]


def test_every_twin_gives_exactly_its_finding(pack, index):
    for rule_set in index["rule_sets"]:
        rows = [row for row in index["faulty"] if row["rule_set"] == rule_set["name"]]
        logs = [(LogName(row["log"], row["log"]), (pack / row["log"]).read_bytes()) for row in rows]
        with compiling() if WHOLE else nullcontext():
            found = review(logs, rule_set["name"]).findings

        for row in rows:
            mine = [one for one in found if one.source == row["log"]]
            assert places(mine) == [row["finding"]], row["log"]
            assert all(one.verdict == Verdict.INCONSISTENT for one in mine if one.check != "wall-seed")


def test_a_twin_is_its_log_with_a_difference(pack, index):
    for row in index["faulty"]:
        assert (pack / row["log"]).read_bytes() != (pack / row["of"]).read_bytes()


def test_every_kind_of_fault_has_a_twin(index):
    planted = Counter(row["fault"] for row in index["faulty"])

    assert [fault.name for fault in FAULTS_OF_THE_PACK if not planted[fault.name]] == []


def test_the_faults_are_of_many_checks_that_exist(index):
    named = {row["finding"]["check"] for row in index["faulty"]}

    assert named <= {check.id for check in CHECKS}
    assert len(named) >= 20


def test_names_are_unique_and_meanings_one_sentence():
    assert len({fault.meaning for fault in FAULTS.values()}) == len(FAULTS)
    assert all(fault.meaning.endswith(".") and "\n" not in fault.meaning for fault in FAULTS.values())


@pytest.fixture(scope="module")
def draft():
    """The game of a scenario in which one seat is tenpai at the first draw, as it was played."""
    ((_, data),) = simulate(1, "1", players=4, scenario="tenpai_1", rules="tenhou")
    return Draft(elements_of(data), load("tenhou"), course_of(review([(LogName("a", "a"), data)]), 0))


def test_a_changed_payment_is_carried_to_the_end(draft):
    changed = draft.fresh()
    at = changed.results(0)[-1]
    last = changed.results(len(changed.inits()) - 1)[-1]
    before, final = changed.scores_after(last), changed.end_by_rules()[0]

    changed.pay(at, {0: 100, 1: -100})

    assert changed.scores_after(last) == [before[0] + 100, before[1] - 100, *before[2:]]
    assert changed.end_by_rules()[0] == [final[0] + 100, final[1] - 100, *final[2:]]
    assert changed[last].attributes["owari"] != draft[last].attributes["owari"]


def test_a_payment_that_ends_the_game_elsewhere_is_no_occasion(draft):
    changed = draft.fresh()

    with pytest.raises(NoOccasion, match="another course"):
        changed.pay(changed.results(0)[-1], {0: 30_000, 1: -30_000})


def test_a_copy_leaves_the_log_as_it_was(draft):
    before = [(one.name, dict(one.attributes)) for one in draft.elements]

    draft.fresh().pay(draft.results(0)[-1], {0: 100, 1: -100})

    assert [(one.name, one.attributes) for one in draft.elements] == before
