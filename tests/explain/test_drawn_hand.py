"""Draws as they were played: the condition of each, step by step, copies of waits, a wrong riichi."""

from dataclasses import replace

import numpy as np
import pytest

from analyzer.explain.drawn_hand import (
    PlayedHand,
    condition_sections,
    draw_text,
    riichi_reasons,
    tenpai_reasons,
)
from analyzer.replay import replay
from analyzer.rules import load
from analyzer.settlement import Situation, settle
from analyzer.view.plays import plays_of, shown_seats
from analyzer.vocabulary import NO_TILE, DrawKind
from tests.case_files import each, rows
from tests.explain.test_cases import line
from tests.hands import Hand
from tests.replay.written_cases import play
from tests.settlement.notes import varied
from tests.view.hands import tehai

TENHOU = load("tenhou")
QUIET = ("147m258p369s2346z", "258m369p147s2347z", "369m147p258s3677z")


def played(dealt, plays):
    """A hand of so many tehai, the rest dealt at random, and its plays."""
    hand = Hand(*tehai(*dealt, *[""] * (4 - len(dealt))))
    play(hand, plays)
    return hand


def course_of(hand, winners=(), **facts):
    """What was played in a hand, some of its facts set otherwise."""
    events = hand.events()
    found = replay(events)[0]._replace(**{name: np.array([value]) for name, value in facts.items()})
    found.winners[0, list(winners)] = True
    return PlayedHand(found, plays_of(events, 0), shown_seats(events, 0))


def condition(course, kind, rules=TENHOU):
    """The condition of a draw line by line, without the rules that decide."""
    title = f"Condition of {draw_text(kind)}"
    (section,) = [one for one in condition_sections(course, rules, {kind}) if one.title == title]
    return [line(replace(one, rule=None)) for one in section.lines]


@each(rows("explain/conditions"))
def test_a_draw_asks_step_by_step(row):
    facts = {name: row[name] for name in ("winners", "live_tiles", "ron_calls", "last_tile") if name in row}
    (kind,) = [kind for kind in DrawKind if kind.text == row["kind"]]
    found = condition(
        course_of(played(row["dealt"], row["plays"]), **facts), kind, varied(TENHOU, row.get("with", {}))
    )

    assert found[-len(row["steps"]) :] == row["steps"]
    assert row.get("only_last") or len(found) == len(row["steps"])


OFF = {
    DrawKind.SUUFON_RENDA: {"suufon_renda": False},
    DrawKind.KYUUSHU_KYUUHAI: {"kyuushu_kyuuhai": False},
    DrawKind.SUUCHA_RIICHI: {"suucha_riichi": False},
    DrawKind.SUUKAIKAN: {"suukaikan": "no-fifth"},
    DrawKind.SANCHAHOU: {"triple_ron": "pay-all"},
}


@pytest.mark.parametrize("kind", OFF, ids=lambda kind: kind.text)
def test_each_abortive_draw_has_a_rule_of_its_own(kind):
    course = course_of(played(["19m19p19s123z"], "0 turn 4z"))
    others = {rule: value for one, off in OFF.items() if one != kind for rule, value in off.items()}

    without = condition(course, kind, varied(TENHOU, OFF[kind]))
    assert f"- the rule set does not have {draw_text(kind)}" in without
    assert f"+ the rule set has {draw_text(kind)}" in condition(course, kind, varied(TENHOU, others))


def test_an_abortive_draw_that_came_about_is_told_even_where_nobody_asks():
    course = course_of(played(["", "", "", "3z"], "0123 turn 4z"))

    titles = [section.title for section in condition_sections(course, TENHOU, ())]
    assert titles == ["Condition of suufon renda"]


def ended(hand, rules=TENHOU):
    """A hand settled, the live wall being used up."""
    facts = replay(hand.events())[0]._replace(live_tiles=np.array([0], np.int16))
    nothing, no_tiles = np.zeros(1, np.int32), np.full((1, 5), NO_TILE, np.uint8)
    return settle(facts, rules, Situation(nothing, nothing, no_tiles, no_tiles, nothing))


@each(rows("explain/copies"))
def test_the_copies_of_waits_are_where_a_seat_sees_them(row):
    hand = Hand(row["tehai"], *QUIET, indicator=row.get("indicator", "9s"))
    play(hand, row["plays"])

    reasons = tenpai_reasons(ended(hand), TENHOU, counts_copies=True)

    assert [one.text for one in reasons if one.why == "copies"] == row["copies"]


def test_whose_riichi_is_wrong_is_told_from_the_right_ones():
    hand = Hand("123m456m789m1145p", "1479m147p258s123z", "12p3333p456s78s22z", "258m258p369s5677z")
    play(
        hand, "0 riichi 7z, 1 riichi 4z 4m, 2 draw 9s, 2 ankan 3p, 2 turn 4z, 3 turn 6z, 0 turn 6z, 1 turn 6z"
    )
    play(hand, "2 riichi 5z, 3 turn 5z")
    rules = load("riichi-wiki")
    settled = ended(hand, rules)
    course = PlayedHand(settled.facts, plays_of(hand.events(), 0), ())

    assert [line(one) for one in riichi_reasons(settled, rules, course)] == [
        "+ the live wall is used up: whoever is in riichi shows its tehai",
        "- seat 0 declared riichi with discard 1, 7z, and waits for 36p: no chombo",
        "+ seat 1 declared riichi with discard 1, 4m, and 179m147p258s1234z is noten",
        "+ seat 2 declared riichi with discard 2, 5z, and waits for 3p, of which none counts [tenpai_wait]",
        "a log has no name for chombo: the draw stands there as if every riichi were right",
    ]
