"""What holds of every hand that is settled whole, won or not; the hands are those of the case files."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from analyzer.replay.facts import take
from analyzer.replay.written import facts_of_note
from analyzer.rules import load, names
from analyzer.settlement import RulesOfHands, Said, Situation, settle
from tests.settlement.notes import batch, cases, note_of, said_of, settled, situation_of
from tests.settlement.test_cases import DRAWS
from tests.thinned import thinned


@cache
def notes_for(rules):
    """Every hand of the case files that can be played with so many seats."""
    rows = {case.says: case for case in cases("settlement/wins", *DRAWS) if case.rules.seats == rules.seats}
    return [note_of(case) for case in rows.values()]


def rotated(note, seats):
    """The same hand with every seat moved on by one, the dealer too."""

    def moved(seat):
        return None if seat is None else (seat + 1) % seats

    here = [
        replace(seat, melds=tuple(replace(meld, source=moved(meld.source)) for meld in seat.melds))
        for seat in note.seats[:seats]
    ]
    return replace(
        note,
        kyoku=note.kyoku // 4 * 4 + (note.kyoku % 4 + 1) % seats,
        last_seat=moved(note.players - 1 if note.last_seat is None else note.last_seat),
        ron=tuple(moved(seat) for seat in note.ron),
        tsumo=moved(note.tsumo),
        chombo=tuple(moved(seat) for seat in note.chombo),
        seats=(here[-1], *here[:-1], *note.seats[seats:]),
    )


def together(kind, of, notes):
    """Situations, or what is said, of several hands."""
    return kind(*map(np.concatenate, zip(*map(of, notes), strict=True)))


def settled_together(notes, rules):
    """Several hands in one batch."""
    facts = batch(*map(facts_of_note, notes))
    before = [column.copy() for column in facts]
    whole = settle(facts, rules, together(Situation, situation_of, notes), together(Said, said_of, notes))
    assert all(np.array_equal(one, other) for one, other in zip(before, facts, strict=True))
    return whole


@pytest.mark.parametrize("name", thinned(names(), 4))
def test_points_are_kept_and_seats_are_alike(name):
    # Each hand under half of the rule sets.
    rules = load(name)
    notes = notes_for(rules)[names().index(name) // 4 % 2 :: 2]

    whole = settled_together(notes, rules)
    moved = settled_together([rotated(note, rules.seats) for note in notes], rules)

    sticks = whole.facts.riichi_sticks - whole.after.kyotaku
    is_wrong = whole.deltas.sum(axis=1) != 1000 * sticks
    is_wrong |= (np.roll(whole.deltas[:, : rules.seats], 1, axis=1) != moved.deltas[:, : rules.seats]).any(
        axis=1
    )
    for one, other in ((whole.won, moved.won), (whole.draws.kind, moved.draws.kind)):
        is_wrong |= one != other
    is_wrong |= whole.after.honba != moved.after.honba
    assert [notes[row] for row in np.flatnonzero(is_wrong)] == []


@pytest.mark.parametrize("name", thinned(names()[::4], 4))
def test_one_hand_is_a_batch_of_one(name):
    rules = load(name)
    notes = notes_for(rules)[::4]

    whole = settled_together(notes, rules)

    for row, note in enumerate(notes):
        alone = settled(note, rules)
        assert alone.won.tolist() == whole.won[[row]].tolist(), note
        pairs = [*zip(whole.after, alone.after, strict=True), *zip(whole.draws, alone.draws, strict=True)]
        for column, other in [*pairs, (whole.deltas, alone.deltas)]:
            assert np.array_equal(column[[row]], other), note


def test_no_hand_gives_no_row():
    rules = load("tenhou")
    note = notes_for(rules)[0]
    nothing = np.array([], np.int64)
    situation = Situation(*(column[nothing] for column in situation_of(note)))

    settled = settle(take(facts_of_note(note), nothing), rules, situation)

    assert settled.deltas.shape == settled.wins.deltas.shape == (0, 4)
    assert settled.draws.tenpai.shape == settled.final_points.shape == (0, 4)


def test_hands_of_a_batch_are_judged_each_by_its_rule_set_or_by_none():
    rule_sets = load("tenhou"), load("tenhou-sanma")
    notes = [notes_for(rules)[0] for rules in rule_sets]
    three = [*notes, notes[0]]
    facts, situation = batch(*map(facts_of_note, three)), together(Situation, situation_of, three)

    whole = settle(facts, RulesOfHands(rule_sets, np.array([0, 1, -1], np.int32)), situation)
    nothing = settle(
        facts_of_note(notes[0]), RulesOfHands((), np.array([-1], np.int32)), situation_of(notes[0])
    )

    for row, (note, rules) in enumerate(zip(notes, rule_sets, strict=True)):
        alone = settle(facts_of_note(note), rules, situation_of(note))
        assert np.array_equal(whole.deltas[row], alone.deltas[0])
        assert whole.wins.stands[row] == alone.wins.stands[0]
    assert whole.wins.hand.tolist() == [0, 1, 2]
    assert whole.wins.winner[2] == whole.wins.winner[0]
    assert (whole.deltas[2].any(), whole.wins.stands[2], whole.won[2]) == (False, False, False)
    assert (nothing.deltas.any(), nothing.wins.stands.tolist()) == (False, [False])
    assert nothing.after.kyoku.tolist() == nothing.overdue.tolist() == [0]
