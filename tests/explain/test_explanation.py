"""Why a hand is settled so: conditions step by step, wins part by part, claimed beside computed."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

import analyzer
from analyzer.explain.explanation import Explanation, explanation_text, game_over, result_reasons
from analyzer.explain.outcome import Outcome
from analyzer.explain.reason import Reason, Section, reason, ruled
from analyzer.rules import load
from analyzer.rules.grades import Bust, Rounding
from analyzer.settlement.game_end import EndCause
from tests.hands import Hand
from tests.view.hands import ENDINGS, ending, sample, tehai

TENHOU = load("tenhou")


def lines_of(explanation: Explanation, title: str) -> tuple[Reason, ...]:
    """Lines of the section whose title begins so."""
    (section,) = [section for section in explanation.sections if section.title.startswith(title)]
    return section.lines


def told(explanation: Explanation, title: str) -> list[tuple[str, bool | None]]:
    return [(line.text, line.met) for line in lines_of(explanation, title)]


@pytest.mark.parametrize("name", ENDINGS)
def test_what_simulate_logs_is_what_the_rules_give(name):
    explanation = ending(name).explain()

    assert explanation.differences == ()
    assert explanation.claimed.kind == explanation.computed.kind
    assert [win.yaku for win in explanation.claimed.wins] == [win.yaku for win in explanation.computed.wins]


@pytest.mark.parametrize("name", ENDINGS)
def test_every_rule_is_named_with_its_value_and_its_source(name):
    explanation = ending(name).explain()
    rules = analyzer.rule_set(explanation.rule_set)
    ruled = [line for section in explanation.sections for line in section.lines if line.ruling]

    assert ruled
    for line in ruled:
        field = line.ruling.split(" = ")[0]
        assert line.source == rules.source(field)


def test_a_win_is_taken_apart():
    explanation = ending("ron").explain()

    # 20 fu, 2 for the inner wait; an open hand that is won by ron gets no more.
    assert told(explanation, "Seat 2 wins: ron off seat 0 on 3m, 1 han 30 fu, 1,000 points") == [
        ("234m 345s 567s (678m) 88s; 3m completes 234m", None),
        ("tanyao: 1 han", None),
        ("dora: indicator 4z makes 1z, 0 held", None),
        ("base: 20 fu", None),
        ("inner wait: 2 fu", None),
        ("22 fu in all, rounded up to 30", None),
        ("base points: 30 fu × 2^(2 + 1 han) = 240", None),
        ("ron by a child: 4 × 240, rounded up to hundreds: 1,000 points", None),
        ("payments -1,000 0 +1,000 0", None),
    ]


def test_a_liable_seat_is_named_with_its_share():
    texts = [text for text, _ in told(ending("pao").explain(), "Seat 1 wins")]

    assert "daisangen: yakuman" in texts
    assert "seat 2 let the last set of daisangen be called: it is liable and shares it with seat 0" in texts
    assert "1 honba: 300 more from seat 2" in texts
    assert texts[-1] == "payments -16,000 +32,300 -16,300 0"


def test_a_counted_yakuman_is_told_from_a_real_one():
    lines = lines_of(ending("counted_yakuman").explain(), "Seat 1 wins")
    (limit,) = [line for line in lines if "is a yakuman" in line.text]

    assert limit.text == "13 han 20 fu is a yakuman: base points 8,000"
    assert limit.ruling == "counted_yakuman = yakuman"


def test_the_winners_of_one_tile_come_in_turn_order():
    titles = [section.title for section in ending("double_ron").explain().sections]

    assert [title[:11] for title in titles[:2]] == ["Seat 3 wins", "Seat 0 wins"]


def test_a_rule_set_that_pays_one_ron_says_who_is_not_paid():
    (line,) = lines_of(ending("double_ron").explain("wrc"), "Other rons")

    assert line.text == "ron of seat 0 is not paid"
    assert line.ruling == "double_ron = head-bump"


def test_nagashi_mangan_is_decided_seat_by_seat():
    steps = told(ending("nagashi_mangan").explain(), "Condition of nagashi mangan")

    assert steps[0] == ("0 tiles are left in the live wall", True)
    assert steps[3:] == [
        ("seat 0: 18 discards, all terminals and honours, none called", True),
        ("seat 1: discard 1 of 18, 8s, is neither terminal nor honour", False),
        ("seat 2: discard 1 of 17, 0s, is neither terminal nor honour", False),
        ("seat 3: discard 1 of 17, 8m, is neither terminal nor honour", False),
    ]


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("suufon_renda", ["the first discards are one wind: seat 0 2z, seat 1 2z, seat 2 2z, seat 3 2z"]),
        ("suucha_riichi", ["4 riichi stand; four are needed"]),
        (
            "suukaikan",
            ["by 3 seats; two or more are needed", "seat 1 discards 7m after it, which nobody wins on"],
        ),
        (
            "sanchahou",
            ["seat 1 waits for 25p and calls ron on 5p of seat 0", "3 seats call ron; three are needed"],
        ),
        (
            "kyuushu_kyuuhai_of_three",
            [
                "it holds 9 kinds of terminals and honours: 19m19p19s123z; nine are needed",
                "calls before: none",
            ],
        ),
    ],
)
def test_an_abortive_draw_fulfils_every_step(name, steps):
    explanation = ending(name).explain()
    kind = explanation.computed.kind.replace("_", " ")
    found = told(explanation, f"Condition of {kind}")

    assert {met for _, met in found} == {True}
    assert set(steps) <= {text for text, _ in found}


def test_a_draw_that_a_rule_set_does_not_have_says_so():
    explanation = ending("suufon_renda").explain("wrc")
    (known,) = [line for line in lines_of(explanation, "Condition of suufon renda") if line.ruling]

    assert explanation.computed.kind == "none"
    assert (known.text, known.met) == ("the rule set does not have suufon renda", False)
    assert explanation.differences[0] == ("end", "suufon renda", "no end")


def test_tenpai_is_counted_seat_by_seat_with_the_penalty():
    steps = told(ending("exhaustive_some_tenpai").explain(), "Tenpai")

    assert [met for _, met in steps if met is not None] == [True, True, False, False]
    assert steps[-1][0] == "3,000 in all: each of 2 noten pays 1,500, each of 2 tenpai gets 1,500"


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


def test_every_hand_of_a_game_can_be_explained():
    game = sample("00b9-0000-1330b19a")

    assert [hand.explain().differences for hand in game.hands] == [()] * len(game.hands)


def test_the_copies_of_what_a_seat_waits_for_are_counted():
    steps = [text for text, _ in told(ending("exhaustive_all_tenpai").explain(), "Tenpai")]

    # data/samples/ORIGIN.md, tenpai_4: nobody holds or shows what another needs but by chance.
    assert steps[0] == "seat 0 is tenpai, waiting for 3p"
    assert steps[1].startswith("seat 0, 3p: ")
    assert steps[1].endswith(" out of its sight")


@pytest.mark.parametrize(
    ("log", "text", "rule"),
    [
        ("00a9-0000-e3039597", "the game is over: bust of seat 1", "bust"),
        (
            "00a9-0000-c6fcd4db",
            "the game is over: the dealer would go on, but is top and at the target",
            "agari_yame",
        ),
        (
            "00a9-0000-942fff00",
            "the game is over: the dealer would go on, but is top and at the target",
            "tenpai_yame",
        ),
        (
            "00a9-0000-f959543a",
            "the game is over: the last hand is played, with seat 2 at the target",
            "target_points",
        ),
    ],
    ids=["bust", "agari_yame", "tenpai_yame", "sudden_death"],
)
def test_the_last_hand_says_why_the_game_is_over(log, text, rule):
    *earlier, last = (lines_of(hand.explain(), "What follows")[-1] for hand in sample(log).hands)

    assert (last.text, last.rule) == (text, rule)
    assert all(line.why == "next" for line in earlier)


def test_the_options_of_a_log_are_those_of_its_explanation():
    game = sample("00a1-0000-21f3b79c")

    assert game.hands[0].rules().winds == 1
    assert lines_of(game.hands[-1].explain(), "What follows")[-1].text.startswith("the game is over: ")


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


def test_chombo_that_is_taken_from_the_final_result_pays_nothing_in_the_game():
    texts = [text for text, _ in told(wrong_riichi("noten_riichi", "wrc"), "What chombo costs")]

    assert texts[:2] == [
        "nothing is paid in the game",
        "20,000 points are taken from the final result of seat 1",
    ]
    assert texts[-1] == "payments 0 +1,000 0 0"


def test_chombo_at_the_fourth_riichi_tells_the_right_riichi_from_the_wrong_one():
    steps = told(wrong_riichi("noten_riichi_suucha", "riichi-wiki"), "Condition of chombo")

    assert steps[0] == ("the fourth riichi stands: whoever is in riichi shows its tehai", True)
    assert [met for _, met in steps[1:5]] == [False, False, False, True]
    assert steps[1][0].endswith(" and waits for 3p: no chombo")


def test_chombo_that_a_log_pays_under_the_name_of_its_draw_is_no_difference():
    paid = wrong_riichi("noten_riichi", "riichi-wiki")
    ((_, data),) = analyzer.simulate(1, "1", scenario="noten_riichi", rules="riichi-wiki")
    unpaid = analyzer.read(data).hands[0].explain("wrc")

    assert (paid.claimed.kind, paid.computed.kind, paid.differences) == ("exhaustive", "chombo", ())
    assert unpaid.differences == (
        ("end", "exhaustive draw", "chombo"),
        ("payments", "+4,000 -7,000 +2,000 +2,000", "0 +1,000 0 0"),
    )


class Found(NamedTuple):
    """A finding as far as explanations ask for it."""

    check: str
    message: str


def explanation_of(claimed, *differences, findings=()):
    """One section: a heading, a condition met by a rule, one not met, and a plain reason."""
    tenhou = analyzer.rule_set("tenhou")
    lines = (
        ruled(tenhou, "suufon_renda", "known", met=True, draw="suufon renda"),
        reason("calls_before", met=False, listed=("a pon",)),
        reason("no_payments"),
    )
    section = Section(reason("condition", draw="suufon renda"), lines)
    computed = Outcome("exhaustive", (), (), (0, 0, 0, 0))
    return Explanation("E1.0", "tenhou", claimed, computed, (section,), differences, findings)


def test_an_explanation_as_text_is_written_section_by_section():
    claimed = Outcome("suufon_renda", (), None, (0, 0, 0, 0))
    differing = ("end", "suufon renda", "exhaustive draw")
    explanation = explanation_of(claimed, differing, findings=(Found("draw-kind", "not so"),))
    source = analyzer.rule_set("tenhou").source("suufon_renda")

    assert explanation_text(explanation, met="yes", unmet="no").splitlines() == [
        "E1.0 under tenhou: exhaustive draw",
        "",
        "Condition of suufon renda",
        "  yes the rule set has suufon renda",
        f"      rule suufon_renda = true [{source}]",
        "  no calls before: a pon",
        "    no payments",
        "",
        "Claimed and computed",
        "  end",
        "    log   suufon renda",
        "    rules exhaustive draw",
        "",
        "Findings",
        "  draw-kind: not so",
    ]


@pytest.mark.parametrize(
    ("kind", "last"),
    [("none", "The log stops before the end of the hand."), ("exhaustive", "The log says the same.")],
)
def test_an_explanation_without_differences_ends_with_what_the_log_says(kind, last):
    lines = repr(explanation_of(Outcome(kind, (), None, None))).splitlines()

    assert lines[3:7] == [
        "  + the rule set has suufon renda",
        f"      rule suufon_renda = true [{analyzer.rule_set('tenhou').source('suufon_renda')}]",
        "  - calls before: a pon",
        "    no payments",
    ]
    assert lines[-2:] == ["", last]


def test_findings_are_told_where_nothing_differs_but_not_of_a_log_that_is_cut():
    same, cut = (
        explanation_text(explanation_of(Outcome(kind, (), None, None), findings=(Found("kuikae", "x"),)))
        for kind in ("exhaustive", "none")
    )

    assert same.splitlines()[-4:] == ["The log says the same.", "", "Findings", "  kuikae: x"]
    assert "Findings" not in cut


def over(cause, *scores, rules=TENHOU, won=True):
    found = game_over(cause, np.array(scores, np.int32), rules, won=won)
    return found.text, found.rule


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("suufon_renda", "abort_repeat"),
        ("nagashi_mangan", "nagashi_repeat"),
        ("exhaustive_some_tenpai", "dealer_repeat"),
        ("ron", "dealer_repeat"),
    ],
)
def test_whether_the_dealer_stays_is_decided_by_the_rule_for_that_end(name, rule):
    lines = [line for section in ending(name).explain().sections for line in section.lines]

    assert [line.rule for line in lines if line.why in ("dealer_stays", "dealer_moves")] == [rule]


def test_a_seat_with_nothing_left_is_bust_only_where_the_rules_say_so():
    assert over(EndCause.BUST, 50100, -100, 0, 50000) == ("the game is over: bust of seat 1", "bust")
    at_zero = replace(TENHOU, bust=Bust.ZERO)
    assert over(EndCause.BUST, 50100, -100, 0, 50000, rules=at_zero)[0].endswith("bust of seats 1, 2")


def test_only_a_score_above_the_highest_ends_the_game_at_once():
    rules = replace(TENHOU, teppen=60000)

    assert over(EndCause.TEPPEN, 60100, 27900, 6000, 6000, rules=rules) == (
        "the game is over: seat 0 above the highest score",
        "teppen",
    )


def test_a_dealer_who_ends_the_game_does_so_by_win_or_by_tenpai():
    scores = (41000, 19000, 20000, 20000)

    assert over(EndCause.YAME, *scores)[1] == "agari_yame"
    assert over(EndCause.YAME, *scores, won=False)[1] == "tenpai_yame"
    assert over(EndCause.BUST, 50100, -100, 0, 50000, won=False)[1] == "bust"


@pytest.mark.parametrize(
    ("cause", "text", "field"),
    [
        (EndCause.TARGET, "the last hand is played, with seats 0, 2 at the target", "target_points"),
        (EndCause.LIMIT, "no hand can follow the last one", "extension_winds"),
    ],
)
def test_a_game_is_over_with_the_last_hand(cause, text, field):
    assert over(cause, 30000, 29900, 30100, 10000, won=False) == (f"the game is over: {text}", field)


NOTHING = (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("sticks", "left", "penalties", "changes", "expected"),
    [
        (
            0,
            NOTHING,
            NOTHING,
            {},
            [
                ("scores less the return points", "return_points"),
                ("with what each rank adds", "uma"),
                ("not rounded", "rounding"),
                ("equal scores", "tie_rule"),
            ],
        ),
        (
            2,
            (0, 2000, 0, 0),
            (0, 0, -20000, 0),
            {"winds": 1, "rounding": Rounding.HALF_AWAY},
            [
                ("2 sticks left on the table: 0 +2,000 0 0", "leftover_kyotaku"),
                ("scores less the return points", "return_points"),
                ("with what each rank adds", "uma_tonpuu"),
                ("rounded to thousands", "rounding"),
                ("equal scores", "tie_rule"),
                ("chombo: 0 0 -20,000 0", "chombo_points"),
            ],
        ),
        (
            0,
            NOTHING,
            NOTHING,
            {"winds": 1, "uma_by_below": (0,) * 15},
            [
                ("scores less the return points", "return_points"),
                ("with what each rank adds", "uma_by_below"),
                ("not rounded", "rounding"),
                ("equal scores", "tie_rule"),
            ],
        ),
    ],
    ids=["two winds", "one wind, sticks, chombo", "uma by seats below the start"],
)
def test_the_steps_from_the_last_scores_to_the_results(sticks, left, penalties, changes, expected):
    points, taken = np.array(left, np.int32), np.array(penalties, np.int32)
    found = result_reasons(sticks, points, taken, replace(TENHOU, **changes))

    assert [(one.text, one.rule) for one in found] == expected


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("ron", ["Seat 2 wins", "Tehai at the end", "What follows"]),
        ("exhaustive_some_tenpai", ["The draw", "Condition of nagashi mangan", "Tenpai", "What follows"]),
        ("nagashi_mangan", ["The draw", "Condition of nagashi mangan", "Tenpai", "What follows"]),
        ("suufon_renda", ["The draw", "Condition of suufon renda", "Tehai at the end", "What follows"]),
        (
            "sanchahou",
            ["The draw", "Condition of sanchahou", "Tehai at the end", "What follows"],
        ),
    ],
)
def test_where_the_plays_are_known_the_conditions_are_told_and_what_each_seat_holds(name, titles):
    found = [section.title.split(":")[0] for section in ending(name).explain().sections]

    assert found == titles
