"""What holds of every hand that is settled whole, won or not; the hands are those of the case files."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from analyzer.explain.settled_hand import said_of, table_of
from analyzer.replay.facts import take
from analyzer.rules import load, names
from analyzer.settlement import RulesOfHands, Situation, settle
from tests.settlement.notes import cases, note_of, settled
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


@pytest.mark.parametrize("name", thinned(names(), 4))
def test_points_are_kept_and_seats_are_alike(name):
    # Each hand under half of the rule sets.
    rules = load(name)
    notes = notes_for(rules)[names().index(name) // 4 % 2 :: 2]

    whole = settled(*notes, rules=rules)
    moved = settled(*(rotated(note, rules.seats) for note in notes), rules=rules)

    sticks, seats = whole.facts.riichi_sticks - whole.after.kyotaku, rules.seats
    is_wrong = whole.deltas.sum(axis=1) != 1000 * sticks
    is_wrong |= (np.roll(whole.deltas[:, :seats], 1, axis=1) != moved.deltas[:, :seats]).any(axis=1)
    is_wrong |= (whole.won != moved.won) | (whole.draws.kind != moved.draws.kind)
    is_wrong |= whole.after.honba != moved.after.honba
    assert [notes[row] for row in np.flatnonzero(is_wrong)] == []


@pytest.mark.parametrize("name", thinned(names()[::4], 4))
def test_one_hand_is_a_batch_of_one(name):
    rules = load(name)
    notes = notes_for(rules)[::4]

    facts, situation = table_of(*notes)
    before = [column.copy() for column in facts]

    whole = settle(facts, rules, situation, said_of(*notes))

    assert all(np.array_equal(one, other) for one, other in zip(before, facts, strict=True))
    for row, note in enumerate(notes):
        alone = settled(note, rules=rules)
        assert alone.won.tolist() == whole.won[[row]].tolist(), note
        pairs = [*zip(whole.after, alone.after, strict=True), *zip(whole.draws, alone.draws, strict=True)]
        for column, other in [*pairs, (whole.deltas, alone.deltas)]:
            assert np.array_equal(column[[row]], other), note


def test_no_hand_gives_no_row():
    rules = load("tenhou")
    facts, situation = table_of(notes_for(rules)[0])
    nothing = np.array([], np.int64)

    settled = settle(take(facts, nothing), rules, Situation(*(column[nothing] for column in situation)))

    assert settled.deltas.shape == settled.wins.deltas.shape == (0, 4)
    assert settled.draws.tenpai.shape == settled.final_points.shape == (0, 4)


def test_hands_of_a_batch_are_judged_each_by_its_rule_set_or_by_none():
    rule_sets = load("tenhou"), load("tenhou-sanma")
    notes = [notes_for(rules)[0] for rules in rule_sets]
    facts, situation = table_of(*notes, notes[0])

    whole = settle(facts, RulesOfHands(rule_sets, np.array([0, 1, -1], np.int32)), situation)
    facts, situation = table_of(notes[0])
    nothing = settle(facts, RulesOfHands((), np.array([-1], np.int32)), situation)

    for row, (note, rules) in enumerate(zip(notes, rule_sets, strict=True)):
        facts, situation = table_of(note)
        alone = settle(facts, rules, situation)
        assert np.array_equal(whole.deltas[row], alone.deltas[0])
        assert whole.wins.stands[row] == alone.wins.stands[0]
    assert whole.wins.hand.tolist() == [0, 1, 2]
    assert whole.wins.winner[2] == whole.wins.winner[0]
    assert (whole.deltas[2].any(), whole.wins.stands[2], whole.won[2]) == (False, False, False)
    assert (nothing.deltas.any(), nothing.wins.stands.tolist()) == (False, [False])
    assert nothing.after.kyoku.tolist() == nothing.overdue.tolist() == [0]
