"""The catalogue of faults, and drafts of logs that they are planted in."""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from analyzer.conformance.fault_catalogue import FAULTS, FOLDER
from analyzer.conformance.planting import pay
from analyzer.conformance.site import Draft, NoOccasion, Site, elements_of
from analyzer.rules import load
from analyzer.simulation import simulate


def test_names_are_unique_and_meanings_one_sentence():
    assert len({fault.meaning for fault in FAULTS.values()}) == len(FAULTS)
    written = sum(file.read_text(encoding="utf-8").count("[[fault]]") for file in FOLDER.glob("*.toml"))
    assert written == len(FAULTS)
    assert all(fault.meaning.endswith(".") and "\n" not in fault.meaning for fault in FAULTS.values())


@pytest.fixture(scope="module")
def draft():
    """The game of a scenario in which one seat is tenpai at the first draw, as it was played."""
    ((_, data),) = simulate(1, "1", players=4, scenario="tenpai_1", rules="tenhou")
    return Draft(elements_of(data), load("tenhou"), review([(LogName("a", "a"), data)]), 0)


def result_of(draft, hand):
    at = draft.last_results()[hand]
    return Site(draft, draft[at], {})


def test_a_changed_payment_is_carried_to_the_end(draft):
    changed = draft.fresh()
    last, unchanged = result_of(changed, -1), result_of(draft, -1)
    before, final = unchanged.scores_after, unchanged.final_scores

    pay(result_of(changed, 0), {0: 100, 1: -100})

    assert last.scores_after == [before[0] + 100, before[1] - 100, *before[2:]]
    assert last.final_scores == [final[0] + 100, final[1] - 100, *final[2:]]
    assert last["owari"] != unchanged["owari"]


def test_a_payment_that_ends_the_game_elsewhere_is_no_occasion(draft):
    with pytest.raises(NoOccasion, match="another course"):
        pay(result_of(draft.fresh(), 0), {0: 30_000, 1: -30_000})


def test_a_copy_leaves_the_log_as_it_was(draft):
    before = [(one.name, dict(one.attributes)) for one in draft.elements]

    pay(result_of(draft.fresh(), 0), {0: 100, 1: -100})

    assert [(one.name, one.attributes) for one in draft.elements] == before
