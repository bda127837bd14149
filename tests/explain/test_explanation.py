"""Why a hand is settled so: conditions step by step, wins part by part, claimed beside computed."""

import re
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer.explain.explanation import game_over, result_reasons
from analyzer.rules import load
from analyzer.settlement.game_end import EndCause
from analyzer.view.as_text import Explanation
from tests.case_files import each, rows
from tests.explain.test_cases import line
from tests.hands import Hand
from tests.replay.written_cases import play
from tests.settlement.notes import varied
from tests.view.hands import ENDINGS, ending, sample, tehai

TENHOU = load("tenhou")


@pytest.mark.parametrize("name", ENDINGS)
def test_what_simulate_logs_is_what_the_rules_give_each_with_its_value_and_source(name):
    explanation = ending(name).explain()
    rules = analyzer.rule_set(explanation.rule_set)
    ruled = [line for section in explanation.sections for line in section.lines if line.ruling]

    assert explanation.differences == ()
    assert explanation.claimed.kind == explanation.computed.kind
    assert [win.yaku for win in explanation.claimed.wins] == [win.yaku for win in explanation.computed.wins]
    assert {one.ruling.split(" = ")[0]: one.source for one in ruled} == {
        one.rule: rules.source(one.rule) for one in ruled
    }
    assert ruled


@cache
def game_of(scenario: str, rules: str) -> analyzer.Game:
    """The game of a scenario, as a log of that rule set has it."""
    ((_, data),) = analyzer.simulate(1, "1", scenario=scenario, rules=rules)
    return analyzer.read(data)


def explained(row: dict[str, Any]) -> Explanation:
    """Of a row: a known ending, the last hand of a log, a scenario, or a hand that is written down."""
    rules = row.get("rules", "auto")
    if "log" in row:
        return sample(row["log"]).hands[-1].explain(rules)
    if "ending" in row:
        return ending(row["ending"]).explain(rules)
    if "scenario" in row:
        return game_of(row["scenario"], row.get("logged_by", rules)).hands[0].explain(rules)
    hand = Hand(*tehai(*row["deal"]))
    play(hand, row["plays"])
    log = re.sub(*row.get("change", ("^", "")), hand.xml().decode())
    return analyzer.read(log.encode()).hands[0].explain(rules)


def are(found: list[str], expected: list[str]) -> bool:
    """Whether lines are those expected, where ``.*`` stands for anything."""
    patterns = [".*".join(map(re.escape, one.split(".*"))) for one in expected]
    pairs = zip(patterns, found, strict=False)
    return len(found) == len(patterns) and all(re.fullmatch(*pair) for pair in pairs)


@each(rows("explain/played"))
def test_the_end_of_a_played_hand_is_told(row):
    explanation = explained(row)
    sections = {
        section.title: [line(replace(one, rule=None)) for one in section.lines]
        for section in explanation.sections
    }
    lines = [line for found in sections.values() for line in found]
    lines += [line(one) for section in explanation.sections for one in section.lines]

    for title, expected in row.get("told", {}).items():
        (found,) = [lines for name, lines in sections.items() if name.startswith(title)]
        assert are(found, expected), found
    assert [one for one in row.get("has", []) if one not in lines] == []
    assert [title.split(":")[0] for title in sections] == row.get(
        "titles", [t.split(":")[0] for t in sections]
    )
    if "fulfilled" in row:
        assert {one[:2] for one in sections[f"Condition of {row['fulfilled']}"]} == {"+ "}
    assert explanation.computed.kind == row.get("kind", explanation.computed.kind)
    assert explanation.claimed.kind == row.get("claimed", explanation.claimed.kind)
    if "differences" in row:
        assert [[*one] for one in explanation.differences] == row["differences"]
    assert {*row.get("found", [])} <= {finding.check for finding in explanation.findings}
    assert row.get("text", "") in repr(explanation)


@each(rows("explain/game_over"))
def test_a_game_is_over_with_the_seats_that_ended_it(row):
    rules = varied(TENHOU, row.get("with", {}))
    cause = EndCause[row["cause"].upper()]
    found = game_over(cause, np.array(row["scores"], np.int32), rules, won=row.get("won", True))

    assert (found.text, found.rule) == (f"the game is over: {row['text']}", row["rule"])


@each(rows("explain/results"))
def test_the_steps_from_the_last_scores_to_the_results(row):
    left, taken = (np.array(row.get(name, [0] * 4), np.int32) for name in ("left", "penalties"))
    found = result_reasons(row.get("sticks", 0), left, taken, varied(TENHOU, row.get("with", {})))

    assert [line(one) for one in found] == row["told"]
