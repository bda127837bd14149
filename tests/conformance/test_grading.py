"""Grades follow from what a settlement uses: real hands counted, sources, and disputes, all of them data."""

import tomllib
from collections import Counter
from fnmatch import fnmatchcase

import pytest

from analyzer.conformance import cases
from analyzer.conformance.cases import elements_of, grades_of, houses
from analyzer.conformance.samples import ExpectedHand
from analyzer.explain.settled_hand import settle_note
from analyzer.kernels import compiling
from analyzer.replay.notation import hand_of
from analyzer.replay.written import facts_of_note
from analyzer.rules import load, names
from benchmarks.grades import counts_of
from tests.case_files import each, rows

FREQUENT = 100
"""Hands with an element of which a fourth of the logs has about a fourth."""
RIICHI = {"tehai": "234567m345p55s67s", "riichi": 5}
RON = {"kyoku": "E1.2", "left": 9, "last": "discard 0 8s", "ron": [1], "seat": {1: RIICHI}}
DRAW = {"kyoku": "E1.0", "last": "discard 3 9m", "seat": {1: {"waits": "25p"}}}
SPLIT = {
    "kyoku": "E1.0",
    "last": "discard 3 9m",
    "seat": {1: {"tehai": "123m456s789s3p", "melds": ["pon 333p from 0"]}},
}
HELD = {"kyoku": "E1.0", "last": "discard 3 9m", "seat": {1: {"tehai": "123m456s789s3333p"}}}


def expected(facts, rules, end):
    note = hand_of(facts, "hand")
    return ExpectedHand(0, facts_of_note(note), None, settle_note(note, load(rules)), end)


def elements(facts, rules="tenhou", end=None):
    return {part: {*found} for part, found in elements_of(expected(facts, rules, end)).items()}


def grades(facts, rules="tenhou", end=None):
    return grades_of(expected(facts, rules, end), load(rules))


def count(monkeypatch, hands):
    """Let the real hands be others."""
    read = cases._table
    counted = {"measured.toml": {"tenhou": hands}}
    monkeypatch.setattr(cases, "_table", lambda name: counted.get(name) or read(name))


def test_a_part_uses_its_yaku_fu_value_kinds_causes_and_rules():
    reasons = [{"text": "…", "rule": "bust = below-zero", "source": "TH"}]
    draw, end = elements(DRAW), elements(DRAW, end={"cause": "bust", "reasons": reasons})["ends"]

    assert elements(RON)["wins"] == {
        "yaku riichi 1 han", "yaku pinfu 1 han", "yaku tanyao 1 han", "fu base 20", "fu closed ron 10",
        "points of 3 han 30 fu", "honba_ron = 300",
    }  # fmt: skip
    assert {"draw exhaustive, 1 tenpai", "noten_penalty = shared"} <= draw["draws"]
    assert draw["flow"] == {"next after exhaustive", "dealer_repeat = tenpai", "honba_growth = always"}
    assert end == {"end bust", "bust = below-zero"}


@each(rows("conformance/grades", "uses"))
def test_what_a_win_uses_is_named_as_it_is_counted(row):
    found = elements((RON if row["is_ron"] else {}) | row["facts"])["wins"]

    assert (row["has"] in found, row["lacks"] in found) == (True, False)


def test_a_grade_has_the_count_of_what_is_rarest(monkeypatch):
    count(monkeypatch, dict.fromkeys(elements(RON)["wins"], 50) | {"fu closed ron 10": 7})

    assert grades(RON)["wins"] == {"grade": "measured", "hands": 7, "about": "fu closed ron 10"}


def test_what_no_real_hand_shows_has_its_sources(monkeypatch):
    count(monkeypatch, dict.fromkeys(elements(RON)["wins"] - {"yaku pinfu 1 han", "honba_ron = 300"}, 50))

    assert grades(RON)["wins"] == {
        "grade": "stated",
        "sources": {
            "yaku pinfu 1 han": "Riichi wiki, List of yaku",
            "honba_ron = 300": load("tenhou").source("honba_ron"),
        },
    }


def test_real_hands_of_another_house_say_nothing_and_a_dispute_names_both_readings():
    melds = ["pon 555z from 0", "pon 666z from 0", "pon 777z from 3"]
    unpaid = {"ron": [1], "last": "discard 0 2z", "seat": {1: {"tehai": "1122z", "melds": melds}}}
    untold = grades({"kyoku": "E1.0", "left": 9} | unpaid)["wins"]

    assert grades(RON)["wins"]["grade"] == "measured"
    assert grades(RON, "wrc")["wins"]["grade"] == "stated"
    for facts, rules in ((SPLIT, "tenhou"), (SPLIT, "wrc"), (HELD, "wrc")):
        grade = grades(facts, rules)["draws"]
        assert grade["grade"] == "disputed"
        assert len({one["by"] for one in grade["readings"]}) == len(grade["readings"]) == 2
    assert grades(SPLIT, "riichi-wiki")["draws"]["grade"] == "stated"
    assert grades(HELD, "tenhou")["draws"]["grade"] != "disputed"
    assert (untold["grade"], untold["about"]) == ("disputed", "payment that no source tells")


def test_the_rule_sets_of_grades_exist():
    disputed = cases._table("grades.toml")["disputed"]

    assert {name for house in houses().values() for name in house} <= {*names()}
    assert all(
        any(fnmatchcase(name, one) for name in names()) for row in disputed for one in row["rule_sets"]
    )


@pytest.mark.long
def test_the_counts_are_those_of_the_real_logs(corpus, root):
    """Of a fourth of the logs: no element is used more often, and a frequent one about a fourth as often."""
    folders = ("seed-examples", "phoenix", "years", "edge", "mahjong-soul", "tenhou6")
    stored = (root / "analyzer" / "conformance" / "measured.toml").read_text(encoding="utf-8")

    with compiling():
        some = counts_of([str(path) for name in folders for path in sorted((corpus / name).iterdir())[::4]])

    assert some.keys() == tomllib.loads(stored).keys()
    for house, counts in tomllib.loads(stored).items():
        assert some[house] <= Counter(counts), house
        often = {element: count for element, count in counts.items() if count > FREQUENT}
        shares = {element: some[house][element] / count for element, count in often.items()}
        assert {element: share for element, share in shares.items() if not 1 / 8 < share < 1 / 2} == {}
