"""What is told of hands written down: every row of the case files, under the rule set it names."""

import json
from dataclasses import replace

import pytest

from analyzer.errors import UserMistake
from analyzer.explain.drawn_hand import PlayedHand
from analyzer.explain.explanation import sections_of
from analyzer.explain.settled_hand import score, settle_note
from analyzer.replay.notation import hand_of
from analyzer.rules import load
from analyzer.vocabulary import signed_points
from tests.case_files import each, rows
from tests.settlement.notes import RuleCase, cases, note_of, settled

CASES = cases(*(f"explain/{name}" for name in ("draws", "wins", "follows", "hands")))


def line(reason):
    """A reason as the files write it."""
    mark = "" if reason.met is None else "+ " if reason.met else "- "
    return f"{mark}{reason.text}" + (f" [{reason.rule}]" if reason.rule else "")


def told(case: RuleCase):
    """Sections of the hand of a case by title, with every line."""
    hand = settled(note_of(case), rules=case.rules, bars_rons=True)
    played = None if case.claimed is None else PlayedHand(hand.facts, (), ())
    sections = sections_of(hand, case.rules, played, case.claimed or "none")
    return {section.title: [line(one) for one in section.lines] for section in sections}


def record(case: RuleCase):
    """The hand of a case as a record: what is no list of wins or reasons."""
    hand = settle_note(note_of(case), case.rules)
    plain = hand.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    found = {name: getattr(hand, name) for name in ("rule_set", "hand", "outcome", "next_hand", "kyotaku")}
    found |= {name: list(getattr(hand, name)) for name in ("tenpai", "deltas", "final_points")}
    found["next_hand"] = found["next_hand"] or "none"
    found["next_dealer"] = hand.next_dealer
    found["wins"] = [
        f"seat {win.winner} {win.way}: {win.yaku_text}; {win.worth}; {signed_points(win.deltas)}"
        for win in hand.wins
    ]
    found["liable"] = [f"seat {one.seat} {one.yaku}" for win in hand.wins for one in win.pao]
    found["invalid"] = [f"seat {one.winner}: {one.no_win}, {line(one.reason)}" for one in hand.invalid]
    found["draw"] = {name: value for name, value in (plain["draw"] or {}).items() if value is not None}
    found["first"] = line(hand.reasons[0])
    return found


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_hand_is_told_as_its_case_says(case):
    expected, sections = dict(case.expected), told(case)
    lines = [line for found in sections.values() for line in found]

    for title, found in expected.pop("told", {}).items():
        assert [lines for name, lines in sections.items() if name.startswith(title)] == [found]
    assert [one for one in expected.pop("has", []) if one not in lines] == []
    assert [one for one in expected.pop("lacks", []) if any(one in line for line in lines)] == []
    assert list(sections) == expected.pop("titles", list(sections))
    conditions = [title[13:] for title in sections if title.startswith("Condition of ")]
    assert conditions == expected.pop("conditions", conditions)
    if wanted := expected.pop("record", None):
        found = record(case)
        assert {name: found[name] for name in wanted} == wanted
    assert expected == {}


@each(rows("explain/texts"))
def test_a_settled_hand_as_text_names_every_seat_and_the_rules_that_decide(row):
    hand = settle_note(hand_of(row["facts"], "facts"), load(row["rules"]))

    assert str(hand).splitlines() == row["text"].splitlines()


@each(rows("explain/mistakes"))
def test_a_hand_that_cannot_be_settled_is_a_mistake_in_one_line(row):
    rules = load("tenhou-sanma" if "2m to 8m" in row["message"] else "tenhou")

    with pytest.raises(UserMistake) as said:
        settle_note(hand_of(row["facts"], "facts"), rules)

    assert row["message"] in str(said.value)
    assert str(said.value).startswith("facts")
    assert "\n" not in str(said.value)


@each(rows("explain/scored"))
def test_a_winning_hand_alone_is_worth_what_its_source_says(row):
    rules = replace(load(row.get("rules", "tenhou")))

    if "mistake" in row:
        with pytest.raises(UserMistake) as said:
            score(row["tehai"], row["win"], rules, **row["how"])
        assert row["mistake"] in str(said.value)
        assert str(said.value).startswith("hand: ")
        return
    found = score(row["tehai"], row["win"], rules, **row["how"])
    if "no_win" in row:
        assert (found.invalid.no_win, found.invalid.reason.met) == (row["no_win"], False)
        assert (found.yaku, found.points, set(found.deltas)) == ((), 0, {0})
        return
    assert found.invalid is None
    assert [found.han, found.fu, found.points] == row["value"]
    assert list(found.deltas) == row["deltas"]
