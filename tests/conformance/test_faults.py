"""The catalogue of faults, and drafts of logs that they are planted in."""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from analyzer.conformance.draft import Draft, NoOccasion
from analyzer.conformance.elements import elements_of
from analyzer.conformance.fault_catalogue import FAULTS
from analyzer.rules import load
from analyzer.simulation import simulate


def test_names_are_unique_and_meanings_one_sentence():
    assert len({fault.meaning for fault in FAULTS.values()}) == len(FAULTS)
    assert all(fault.meaning.endswith(".") and "\n" not in fault.meaning for fault in FAULTS.values())


@pytest.fixture(scope="module")
def draft():
    """The game of a scenario in which one seat is tenpai at the first draw, as it was played."""
    ((_, data),) = simulate(1, "1", players=4, scenario="tenpai_1", rules="tenhou")
    return Draft(elements_of(data), load("tenhou"), review([(LogName("a", "a"), data)]), 0)


def test_a_changed_payment_is_carried_to_the_end(draft):
    changed = draft.fresh()
    at = changed.results(0)[-1]
    last = changed.results(len(changed.inits()) - 1)[-1]
    before, final = changed.scores_after(last), changed.final_scores(last)

    changed.pay(at, {0: 100, 1: -100})

    assert changed.scores_after(last) == [before[0] + 100, before[1] - 100, *before[2:]]
    assert changed.final_scores(last) == [final[0] + 100, final[1] - 100, *final[2:]]
    assert changed[last].attributes["owari"] != draft[last].attributes["owari"]


def test_a_payment_that_ends_the_game_elsewhere_is_no_occasion(draft):
    changed = draft.fresh()

    with pytest.raises(NoOccasion, match="another course"):
        changed.pay(changed.results(0)[-1], {0: 30_000, 1: -30_000})


def test_a_copy_leaves_the_log_as_it_was(draft):
    before = [(one.name, dict(one.attributes)) for one in draft.elements]

    draft.fresh().pay(draft.results(0)[-1], {0: 100, 1: -100})

    assert [(one.name, one.attributes) for one in draft.elements] == before
