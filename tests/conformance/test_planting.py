"""Faults planted in a log: what changes, at which place it must be found, and which logs get which twins."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from analyzer.audit import LogName, Verdict, review
from analyzer.conformance.fault_catalogue import Change, Fault, Place
from analyzer.conformance.planting import TWINS_OF_A_LOG, FindingRow, findings_of, plant, twins_of
from analyzer.conformance.samples import Sample, samples
from analyzer.conformance.site import NoOccasion, elements_of, written
from analyzer.rules import load
from analyzer.simulation import SCENARIOS, simulate
from tests.conformance.made_game import draft_of, drawn_hand, won_hand
from tests.hands import log_of


@pytest.fixture(scope="module")
def four():
    return draft_of(drawn_hand(), won_hand())


def fault(*changes, at="AGARI", when=(), names=None, found=None, seat=None):
    return Fault(
        name="made",
        meaning="Made.",
        at=Place(at),
        when=when,
        names=names or {},
        changes=changes,
        check="none",
        found=found or Place(within="rest"),
        seat=seat,
        verdict=Verdict.INCONSISTENT,
        example=None,
        rules="tenhou",
    )


NOTHING = Change("set", ({"new": 1},), Place())
ANOTHER = Change("insert", ("BYE who=1",), Place("draw", within="log"))


@pytest.mark.parametrize(
    ("planted", "hand", "expected"),
    [
        (fault(NOTHING), 1, (1, 25, None)),
        (fault(NOTHING, seat="fromWho"), 1, (1, 25, 1)),
        (fault(NOTHING, at="INIT", found=Place("discard", within="rest")), 0, (0, 7, None)),
        (fault(NOTHING, found=Place(offset=-1)), 1, (1, 24, None)),
        # Where something is put in before, the element is found where it then stands.
        (fault(ANOTHER), 1, (1, 26, None)),
        (fault(ANOTHER, found=Place("inserted")), 1, (0, 5, None)),
        (fault(ANOTHER, found=Place("log")), 1, (None, None, None)),
    ],
)
def test_a_fault_is_found_at_its_place(four, planted, hand, expected):
    found = plant(planted, four, hand)

    assert found.finding[2:] == expected


def test_names_are_worked_out_one_after_another_before_anything_changes(four):
    change = Change("set", ({"ba[0]": "twice"},), Place())
    again = Change("set", ({"ba[1]": "twice"},), Place())

    planted = plant(fault(change, again, names={"once": "ba[0] + 1", "twice": "2 * once"}), four, 1)

    assert planted.elements[25].attributes["ba"] == "4,4"
    assert four[25].attributes["ba"] == "1,1"


def test_a_change_is_made_at_each_of_its_places(four):
    change = Change("set", ({"new": "seat"},), Place("draw", within="hand", each=True))

    planted = plant(fault(change), four, 1)

    assert [one.attributes.get("new") for one in planted.elements[16:]].count(None) == 7
    assert [planted.elements[at].attributes["new"] for at in (17, 21, 23)] == ["0", "0", "1"]


@pytest.mark.parametrize(
    ("planted", "hand"),
    [(fault(NOTHING), 0), (fault(NOTHING, when=("fromWho == 2",)), 1), (fault(NOTHING), 2)],
    ids=["no such element", "what it needs does not hold", "no such hand"],
)
def test_a_hand_without_a_place_for_a_fault_is_no_occasion(four, planted, hand):
    with pytest.raises(NoOccasion):
        plant(planted, four, hand)


@pytest.fixture(scope="module")
def played():
    """A game in which one seat is tenpai at its first draw, reviewed."""
    ((_, data),) = simulate(1, "1", players=4, scenario="tenpai_1", rules="tenhou")
    return data, review([(LogName("a", "a"), data)], "tenhou")


def twins(data, shows, times=1):
    """Twins of one log, or of one that is there several times, log by log."""
    rules = load("tenhou")
    logs = [Sample(str(at), "", shows, data) for at in range(times)]
    judged = review([(LogName(one.scenario, one.scenario), data) for one in logs], rules.name)
    made = [*twins_of(rules, judged, logs)]
    return [[twin for sample, twin in made if sample is one] for one in logs]


def test_a_log_has_three_twins_with_the_faults_that_are_used_least(played):
    made = [[twin.fault.name for twin in of_a_log] for of_a_log in twins(played[0], (0,), 4)]

    assert [len(names) for names in made] == [TWINS_OF_A_LOG] * 4
    assert max(Counter(name for names in made for name in names).values()) == 1


def test_faults_are_planted_in_the_hands_that_show_something_and_in_the_last(played):
    data, judged = played
    last = len(judged.events.hands.game) - 1

    hands = {
        shows: {twin.finding.hand for of_a_log in twins(data, shows, 3) for twin in of_a_log} - {None}
        for shows in ((), (0,), (last,))
    }

    assert last > 0
    assert hands[()] <= {last}
    assert 0 in hands[(0,)]
    assert hands[(last,)] <= {last}


def test_a_log_with_findings_or_with_bytes_to_be_repaired_has_no_twins(played):
    data, _ = played

    assert twins(data.replace(b'ba="0,0"', b'ba="7,0"', 1), (0,)) == [[]]
    assert twins(data.replace(b"><", b">\n<"), (0,)) == [[]]


def test_findings_are_of_one_log_and_not_of_its_wall(played):
    cut = log_of(drawn_hand(), won_hand())
    names = [LogName("a", "x"), LogName("a", "y"), LogName("b", "y")]
    judged = review(list(zip(names, (played[0], cut, cut), strict=True)), "tenhou")

    of_the_wall = replace(judged.findings[0], source="x", check="wall-tiles")
    judged = judged._replace(findings=(of_the_wall, *judged.findings))

    found = [findings_of(judged, name) for name in names]

    assert found[0] == []
    assert [{(one.log, one.source) for one in those} for those in found[1:]] == [{("a", "y")}, {("b", "y")}]


def test_a_twin_has_the_finding_of_its_fault_where_the_log_differs(played):
    data, _ = played
    honest = elements_of(data)

    for twin in twins(data, (0,))[0]:
        log = (LogName("b", "b"), written(twin.elements))
        (found,) = review([log], "tenhou", checks=[twin.finding.check]).findings

        assert twin.elements != honest
        assert FindingRow(found.check, found.verdict, found.hand, found.element, found.seat) == twin.finding


def test_scenarios_of_form_show_one_game_in_several_forms(monkeypatch):
    names = ("no_ref", "no_lobby", "indented", "draw_then_call", "tenpai_1")
    rows = [row for row in SCENARIOS if row.name in names]
    monkeypatch.setattr("analyzer.conformance.samples.SCENARIOS", rows)
    monkeypatch.setattr("analyzer.conformance.samples.HANDS", ())

    made = {one.scenario: one for one in samples(load("tenhou"), "1")}
    plays = {name: [one.name for one in elements_of(made[name].data)] for name in names}

    assert [*made] == [row.name for row in rows]
    assert plays["draw_then_call"] == plays["no_lobby"] == plays["indented"] != plays["tenpai_1"]
    assert len({made[name].data for name in names}) == 5
    assert b"lobby=" not in made["no_lobby"].data
    # What a form says of seeds needs walls that came from them.
    assert [name for name in names if b"<SHUFFLE" in made[name].data] == ["no_ref"]
