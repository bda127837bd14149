"""A reason is a record first: what it says, of what, by which rule; its words come from one table."""

from __future__ import annotations

import string

import pytest

from analyzer.explain.reason import _WORDS, reason, ruled
from analyzer.explain.why import Why
from analyzer.rules import load


def wordings(why: Why) -> tuple[str, ...]:
    return why.value if isinstance(why.value, tuple) else (why.value,)


@pytest.mark.parametrize("why", Why, ids=lambda why: why.name)
def test_every_wording_formats_its_facts_with_words_that_there_are(why):
    specs = {spec for text in wordings(why) for _, _, spec, _ in string.Formatter().parse(text) if spec}

    assert specs <= {*_WORDS, ","}


def test_a_step_is_worded_by_whether_it_is_met():
    met, unmet = (reason(Why.LAST_DISCARD, met=met, tile=0, seat=2) for met in (True, False))

    assert met.text == "the last discard, 1m of seat 2, was not won on"
    assert unmet.text == "the last discard, 1m of seat 2, was won on"


def test_a_reason_has_the_rule_that_decides_it_with_value_and_source():
    tenhou = load("tenhou")
    found = ruled(tenhou, "pao", Why.LIABLE_HALF, seat=2, yaku=39, loser=0)

    assert dict(found.facts) == {"seat": 2, "yaku": 39, "loser": 0}
    assert (found.field, found.value) == ("pao", "[daisangen, daisuushii]")
    assert found.rule == "pao = [daisangen, daisuushii]"
    assert found.source == tenhou.source("pao")
    assert found.text.startswith("seat 2 let the last set of daisangen be called: ")


def test_a_reason_that_no_rule_decides_is_its_text_alone():
    assert str(reason(Why.NOTEN, seat=3)) == "seat 3 is noten"
    assert ruled(load("wrc"), None, Why.NOTEN, seat=3) == reason(Why.NOTEN, seat=3)


@pytest.mark.parametrize(
    ("seats", "text"),
    [((), "nobody"), ((1,), "seat 1"), ((0, 2), "seats 0, 2")],
)
def test_seats_are_listed(seats, text):
    assert reason(Why.NOT_PAID, seats=seats).text == f"ron of {text} is not paid"
