"""The page of engines says what was found: right answers, explained mistakes, rules on purpose."""

import re

import pytest

import analyzer
from analyzer.conformance.cases import Case
from analyzer.conformance.judging import judge
from analyzer.errors import UserMistake
from benchmarks.engines.page import Engine, _differences, engines, page_text

ENGINE = Engine("riichienv", "0.4.0", "PyPI", "riichienv_package.py", ("tenhou",), "its value", "evaluator")
NO_EDGE_WAITS = Engine("riichi", "1.2.0", "npm", "riichi_package.js", ("tenhou",), "its value")
TSUMO = {"kyoku": "E1.0", "left": 9, "tsumo": 1}
ORPHANS = TSUMO | {"seat": {1: {"tehai": "19m19p19s1234567z", "drawn": "1z"}}}
# Tsumo, pinfu, tanyao: 3 han 20 fu.
TANYAO = TSUMO | {"seat": {1: {"tehai": "234567m345p55s67s", "drawn": "8s"}}}


def answered(facts, points):
    settled = analyzer.settle(facts, "tenhou").to_dict() | {"end": None}
    grades = {"wins": {"grade": "measured"}, "flow": {"grade": "measured"}}
    return judge(
        Case("tenhou/some/0", "some", {}, settled, grades), {"wins": [{"winner": 1, "points": points}]}
    )


def row(text):
    return [
        cell.strip() for cell in next(line for line in text.splitlines() if "| `riichi" in line).split("|")
    ]


def test_right_answers_are_counted_and_a_rule_on_purpose_is_a_note_that_does_not_count():
    text = page_text({ENGINE: answered(TANYAO, 2700)}, "abc", "2026-01-02")

    assert row(text)[1:] == [
        "`riichienv 0.4.0 (evaluator)`", "PyPI", "its value", "tenhou", "1 of 1", "–", "–", "–", "0", "0", "",
    ]  # fmt: skip
    assert "2026-01-02" in text
    assert "`abc`" in text
    text = page_text({ENGINE: answered(ORPHANS, 64000)}, "abc", "2026-01-02")
    assert row(text)[5:10] == ["–", "–", "–", "–", "1"]
    assert "- on purpose: the four rarer yakuman count twice" in text


def test_a_mistake_is_explained_in_a_line_or_there_is_no_page():
    text = page_text({NO_EDGE_WAITS: answered(TANYAO, 5000)}, "abc", "2026-01-02")

    assert row(text)[5] == "0 of 1"
    assert "- an edge wait has no fu" in text
    assert text.endswith(": `tenhou/some/0`\n")
    with pytest.raises(UserMistake, match=r"0\.4\.0 \(evaluator\): `tenhou/some/0` \(wins\): .* not 2700"):
        page_text({ENGINE: answered(TANYAO, 5000)}, "abc", "2026-01-02")


def test_the_page_in_docs_has_every_engine_as_pinned_and_one_line_a_mistake(root):
    page = (root / "docs" / "engines.md").read_text(encoding="utf-8")
    explanations = {("on purpose: " if one.get("on_purpose") else "") + one["text"] for one in _differences()}

    listed = re.findall(r"^\| `([^`]+)` \| (\w+) \|", page, re.MULTILINE)
    lines = re.findall(r"^- (.*): `[\w./-]+/\d+`(?: and \d+ more)?$", page, re.MULTILINE)

    assert listed == [(engine.title, engine.source) for engine in engines()]
    assert len(lines) == page.count("\n- ")
    assert {*lines} <= explanations


def test_every_engine_has_its_adapter_and_every_explanation_is_of_an_engine_that_is_asked(root):
    adapters = root / "benchmarks" / "engines" / "adapters"

    assert [engine.title for engine in engines() if not (adapters / engine.adapter).is_file()] == []
    assert {one["engine"].split()[0] for one in _differences()} <= {engine.name for engine in engines()}
