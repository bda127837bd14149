"""Why a hand is settled so: conditions step by step, wins part by part, claimed beside computed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import analyzer
from analyzer.explain.explanation import game_over, result_reasons
from analyzer.explain.reason import Reason
from analyzer.rules import load
from analyzer.settlement.game_end import EndCause
from analyzer.view.as_text import Explanation
from tests.case_files import each, rows
from tests.explain.test_cases import line
from tests.hands import Hand
from tests.settlement.notes import varied
from tests.view.hands import ENDINGS, ending, sample, tehai

TENHOU = load("tenhou")


def lines_of(explanation: Explanation, title: str) -> tuple[Reason, ...]:
    """Lines of the section whose title begins so."""
    (section,) = [section for section in explanation.sections if section.title.startswith(title)]
    return section.lines


def told(explanation: Explanation, title: str) -> list[tuple[str, bool | None]]:
    return [(line.text, line.met) for line in lines_of(explanation, title)]


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


@each(rows("explain/played"))
def test_the_end_of_a_played_hand_is_told(row):
    explanation = ending(row["ending"]).explain(row.get("rules", "auto"))
    sections = {
        section.title: [line(replace(one, rule=None)) for one in section.lines]
        for section in explanation.sections
    }
    lines = [line for found in sections.values() for line in found]
    lines += [line(one) for section in explanation.sections for one in section.lines]

    for title, found in row.get("told", {}).items():
        assert [lines for name, lines in sections.items() if name.startswith(title)] == [found]
    assert [one for one in row.get("has", []) if one not in lines] == []
    assert [title.split(":")[0] for title in sections] == row.get(
        "titles", [t.split(":")[0] for t in sections]
    )
    if "fulfilled" in row:
        assert {one[:2] for one in sections[f"Condition of {row['fulfilled']}"]} == {"+ "}
    assert explanation.computed.kind == row.get("kind", explanation.computed.kind)


def test_claimed_stands_beside_computed_where_they_differ():
    data = Hand(*tehai("19m19p19s123z4m", "", "", "")).draw(0, "4m").ryuukyoku(0, kind="yao9").xml()
    wrong = data.replace(b'sc="250,0,250,0,250,0,250,0"', b'sc="250,10,250,-10,250,0,250,0"')

    explanation = analyzer.read(wrong).hands[0].explain()

    assert explanation.claimed.kind == explanation.computed.kind == "kyuushu_kyuuhai"
    assert explanation.differences == (("payments", "+1,000 -1,000 0 0", "0 0 0 0"),)
    assert "draw-payment" in {finding.check for finding in explanation.findings}


def test_a_draw_that_the_rules_do_not_give_is_explained_by_its_failing_step():
    data = Hand(*tehai("19m19p", "", "", "")).draw(0, "4m").ryuukyoku(0, kind="yao9").xml()

    explanation = analyzer.read(data).hands[0].explain()
    failing = [text for text, met in told(explanation, "Condition of kyuushu kyuuhai") if met is False]

    assert failing == ["it holds 4 kinds of terminals and honours: 19m19p; nine are needed"]


def test_a_cut_hand_is_explained_as_far_as_it_goes():
    explanation = analyzer.read(Hand(*tehai("", "", "", "")).turn(0, "5z").xml()).hands[0].explain()

    assert (explanation.claimed.kind, explanation.computed.kind) == ("none", "none")
    assert explanation.differences == ()
    assert repr(explanation).splitlines()[-1] == "The log stops before the end of the hand."


def test_an_explanation_ends_with_what_the_log_claims_and_what_was_found():
    data = Hand(*tehai("19m19p19s123z4m", "", "", "")).draw(0, "4m").ryuukyoku(0, kind="kaze4").xml()
    explanation = analyzer.read(data).hands[0].explain()
    *_, claims = repr(explanation).partition("Claimed and computed")

    assert claims.splitlines()[1:6] == [
        "  end",
        "    log   suufon renda",
        "    rules kyuushu kyuuhai",
        "",
        "Findings",
    ]
    assert repr(ending("ron").explain()).splitlines()[-1] == "The log says the same."


def test_the_text_of_an_explanation_has_each_rule_below_its_reason():
    explanation = ending("ron").explain()
    dealer = explanation.sections[-1].lines[0]
    lines = repr(explanation).splitlines()

    assert lines[0] == "E1.0 under tenhou: seat 2 ron off seat 0 on 3m"
    place = lines.index("    dealer seat 0 moves on")
    assert lines[place + 1] == f"      rule dealer_repeat = tenpai [{dealer.source}]"
    assert lines[place + 2] == "    honba 0 to 0"


YAME = "the dealer would go on, but is top and at the target"
OVER = {
    "bust": ("e3039597", "bust of seat 1"),
    "agari_yame": ("c6fcd4db", YAME),
    "tenpai_yame": ("942fff00", YAME),
    "target_points": ("f959543a", "the last hand is played, with seat 2 at the target"),
}
"""By rule."""


@pytest.mark.parametrize("rule", OVER)
def test_the_last_hand_says_why_the_game_is_over(rule):
    log, text = OVER[rule]
    explained = [hand.explain() for hand in sample(f"00a9-0000-{log}").hands]
    *earlier, last = (lines_of(one, "What follows")[-1] for one in explained)

    assert (last.text, last.rule) == (f"the game is over: {text}", rule)
    assert all(line.why == "next" for line in earlier)
    assert {one.differences for one in explained} == {()}


def wrong_riichi(scenario: str, rules: str) -> Explanation:
    """The hand of a scenario with a riichi on a noten hand, as a log of that rule set has it."""
    ((_, data),) = analyzer.simulate(1, "1", scenario=scenario, rules=rules)
    return analyzer.read(data).hands[0].explain(rules)


def test_chombo_says_whose_riichi_is_wrong_and_what_it_costs():
    explanation = wrong_riichi("noten_riichi", "riichi-wiki")
    occasion, (wrong, met), *_ = told(explanation, "Condition of chombo")
    costs = lines_of(explanation, "What chombo costs")

    assert occasion == ("the live wall is used up: whoever is in riichi shows its tehai", True)
    assert wrong.startswith("seat 1 declared riichi with discard 2, ")
    assert (wrong.endswith(" is noten"), met) == (True, True)
    assert [line.text for line in costs] == [
        "a mangan tsumo the other way round is paid at once",
        "seat 1 pays 4,000 to the dealer and 2,000 to everybody else",
        "the sticks of this hand go back: 1,000 to seat 1",
        "the hand counts as not played: nothing else is paid, and it is played again",
        "payments +4,000 -7,000 +2,000 +2,000",
    ]
    assert costs[1].ruling == "chombo_points = 4000"
    assert costs[1].source.startswith("Riichi wiki, Chombo (2024-07-16), ")


def test_chombo_at_the_fourth_riichi_tells_the_right_riichi_from_the_wrong_one():
    steps = told(wrong_riichi("noten_riichi_suucha", "riichi-wiki"), "Condition of chombo")

    assert steps[0] == ("the fourth riichi stands: whoever is in riichi shows its tehai", True)
    assert [met for _, met in steps[1:5]] == [False, False, False, True]
    assert steps[1][0].endswith(" and waits for 3p: no chombo")


def test_chombo_of_the_final_result_pays_nothing_in_the_game_and_a_log_that_pays_it_differs():
    ((_, data),) = analyzer.simulate(1, "1", scenario="noten_riichi", rules="riichi-wiki")
    paid, unpaid = (analyzer.read(data).hands[0].explain(rules) for rules in ("riichi-wiki", "wrc-2015"))

    # A log has no name for chombo but that of its draw.
    assert (paid.claimed.kind, paid.computed.kind, paid.differences) == ("exhaustive", "chombo", ())
    assert unpaid.differences == (
        ("end", "exhaustive draw", "chombo"),
        ("payments", "+4,000 -7,000 +2,000 +2,000", "0 +1,000 0 0"),
    )
    first, second, *_, last = (text for text, _ in told(unpaid, "What chombo costs"))
    assert first == "nothing is paid in the game"
    assert second == "20,000 points are taken from the final result of seat 1"
    assert last == "payments 0 +1,000 0 0"


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
