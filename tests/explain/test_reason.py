"""A reason is a record first: what it says, of what, by which rule; its words come from one table."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from analyzer import explain
from analyzer.explain.reason import _WORDINGS, _WORDS, reason, ruled
from analyzer.rules import load
from analyzer.settlement.yaku_names import Yaku


@pytest.mark.parametrize("why", _WORDINGS)
def test_every_wording_formats_its_facts_with_words_that_there_are(why):
    wording = _WORDINGS[why]
    texts = [wording] if isinstance(wording, str) else wording
    specs = {spec for text in texts for _, _, spec, _ in string.Formatter().parse(text) if spec}

    assert specs <= {*_WORDS, ","}


def test_every_wording_is_one_of_a_reason_and_every_reason_has_one():
    named, given = set(), set()
    for file in Path(explain.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant):
                named.add(node.value)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("reason", "_section"):
                given |= {one.value for one in node.args[:1] if isinstance(one, ast.Constant)}

    assert set(_WORDINGS) - named == set()
    assert given - set(_WORDINGS) == set()


def test_a_reason_has_the_rule_that_decides_it_with_value_and_source():
    tenhou = load("tenhou")
    found = ruled(tenhou, "pao", "liable_half", seat=2, yaku="daisangen", loser=0)

    assert dict(found.facts) == {"seat": 2, "yaku": "daisangen", "loser": 0}
    assert (found.rule, found.value) == ("pao", ("daisangen", "daisuushii"))
    assert found.ruling == "pao = [daisangen, daisuushii]"
    assert found.source == tenhou.source("pao")
    assert found.text.startswith("seat 2 let the last set of daisangen be called: ")


def test_a_reason_that_no_rule_decides_is_its_text_alone():
    assert str(reason("noten", seat=3)) == "seat 3 is noten"
    assert ruled(load("wrc-2015"), None, "noten", seat=3) == reason("noten", seat=3)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kuitan", "true"),
        ("double_yakuman", "[]"),
        ("noten_penalty_points", "3000"),
        ("uma", "[20000, 10000, -10000, -20000]"),
        ("uma_by_below", "[]"),
        ("tie_rule", "seat-order"),
    ],
)
def test_the_value_of_a_rule_is_written_as_in_its_file(field, value):
    assert ruled(load("tenhou"), field, "no_yaku").ruling == f"{field} = {value}"


def test_a_reason_on_one_line_has_its_rule_and_its_source_behind():
    tenhou = load("tenhou")

    assert str(ruled(tenhou, "kuitan", "yaku", yaku=Yaku.TANYAO, han=1)) == (
        f"tanyao: 1 han [kuitan = true; {tenhou.source('kuitan')}]"
    )
