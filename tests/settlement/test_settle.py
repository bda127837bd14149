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

FILES = (
    "settlement/wins",
    "settlement/exhaustive",
    "settlement/nagashi",
    "settlement/abortive",
    "settlement/chombo",
    "settlement/carry",
)


@cache
def notes_for(rules):
    """Every hand of the case files that can be played with so many seats."""
    rows = {case.description: case for case in cases(*FILES) if case.rules.seats == rules.seats}
    return [note_of(case) for case in rows.values()]


@cache
def settled_alone(note, rules):
    return settled(note, rules)


def rotated(note, seats):
    """The same hand with every seat moved on by one, the dealer too."""

    def moved(seat):
        return None if seat is None else (seat + 1) % seats

    def moved_meld(meld):
        return replace(meld, source=moved(meld.source))

    here = [
        replace(seat, melds=tuple(moved_meld(meld) for meld in seat.melds)) for seat in note.seats[:seats]
    ]
    last = note.players - 1 if note.last_seat is None else note.last_seat
    return replace(
        note,
        kyoku=note.kyoku // 4 * 4 + (note.kyoku % 4 + 1) % seats,
        last_seat=moved(last),
        ron=tuple(moved(seat) for seat in note.ron),
        tsumo=moved(note.tsumo),
        chombo=tuple(moved(seat) for seat in note.chombo),
        seats=(here[-1], *here[:-1], *note.seats[seats:]),
    )


@pytest.mark.parametrize("name", names())
def test_points_and_sticks_are_kept(name):
    rules = load(name)

    for note in notes_for(rules):
        settled = settled_alone(note, rules)
        before = int(facts_of_note(note).riichi_sticks[0])
        assert settled.deltas.sum() == 1000 * (before - int(settled.after.kyotaku[0])), note


@pytest.mark.parametrize("name", names())
def test_moving_every_seat_moves_the_settlement_with_it(name):
    rules = load(name)

    for note in notes_for(rules):
        here, there = settled_alone(note, rules), settled_alone(rotated(note, rules.seats), rules)
        deltas = [one.deltas[:, : rules.seats] for one in (here, there)]
        assert np.array_equal(np.roll(deltas[0], 1, axis=1), deltas[1]), note
        assert np.array_equal(here.won, there.won), note
        assert np.array_equal(here.draws.kind, there.draws.kind), note
        assert np.array_equal(here.after.honba, there.after.honba), note


@pytest.mark.parametrize("name", names())
def test_one_hand_is_settled_as_in_a_batch(name):
    rules = load(name)
    notes = notes_for(rules)
    situation = Situation(
        *(np.concatenate(columns) for columns in zip(*map(situation_of, notes), strict=True))
    )
    said = Said(*map(np.concatenate, zip(*map(said_of, notes), strict=True)))
    facts = batch(*(facts_of_note(note) for note in notes))

    whole = settle(facts, rules, situation, said)

    for row, note in enumerate(notes):
        alone = settled_alone(note, rules)
        assert np.array_equal(whole.deltas[row : row + 1], alone.deltas), note
        assert whole.won[row] == alone.won[0]
        assert [column[row] for column in whole.after] == [column[0] for column in alone.after]


def test_no_hand_gives_no_row():
    rules = load("tenhou")
    note = notes_for(rules)[0]
    nothing = np.array([], np.int64)
    situation = Situation(*(column[nothing] for column in situation_of(note)))

    settled = settle(take(facts_of_note(note), nothing), rules, situation)

    assert settled.deltas.shape == (0, 4)
    assert settled.wins.deltas.shape == (0, 4)
    assert settled.draws.tenpai.shape == settled.final_points.shape == (0, 4)


def test_hands_of_a_batch_are_judged_each_by_its_rule_set_or_by_none():
    rule_sets = load("tenhou"), load("tenhou-sanma")
    hands = [(notes_for(rules)[0], rules) for rules in rule_sets]
    notes = [note for note, _ in hands]
    facts = batch(*(facts_of_note(note) for note in (*notes, notes[0])))
    situation = Situation(
        *(np.concatenate(columns) for columns in zip(*map(situation_of, (*notes, notes[0])), strict=True))
    )

    whole = settle(facts, RulesOfHands(rule_sets, np.array([0, 1, -1], np.int32)), situation)

    for row, (note, rules) in enumerate(hands):
        alone = settle(facts_of_note(note), rules, situation_of(note))
        assert np.array_equal(whole.deltas[row], alone.deltas[0])
        assert whole.wins.stands[row] == alone.wins.stands[0]
    assert whole.wins.hand.tolist() == [0, 1, 2]
    assert whole.wins.winner[2] == whole.wins.winner[0]
    assert not whole.deltas[2].any()
    assert not whole.wins.stands[2]
    assert not whole.won[2]


def test_without_any_rule_set_nothing_is_judged():
    note = notes_for(load("tenhou"))[0]
    none = RulesOfHands((), np.array([-1], np.int32))

    settled = settle(facts_of_note(note), none, situation_of(note))

    assert settled.deltas.tolist() == [[0] * 4]
    assert settled.wins.stands.tolist() == [False]
    assert settled.after.kyoku.tolist() == settled.overdue.tolist() == [0]
