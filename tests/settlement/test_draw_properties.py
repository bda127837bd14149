"""What holds of every draw: points are kept, seats are alike, one hand is a batch of one."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.replay.facts import Facts
from analyzer.replay.notation import HandNote, RiverTile, SeatNote
from analyzer.replay.written import facts_of_note
from analyzer.rules import load, names
from analyzer.rules.grades import ChomboPenalty
from analyzer.settlement import Said, Situation, settle
from analyzer.vocabulary import PlayKind
from tests.settlement.notes import batch, said_of, settled, situation_of

RULES = st.sampled_from(names()).map(load)

SEATS = st.builds(
    SeatNote,
    waits=st.sampled_from(["", "1z", "25p"]),
    river=st.sampled_from(["", "1z", "19m1z", "1z5p"]).map(
        lambda text: tuple(RiverTile(tile, called=False) for tile in river_tiles(text))
    ),
    riichi=st.sampled_from([0, 0, 1, 2]),
    declares_noten=st.booleans(),
)
NOTES = st.builds(
    HandNote,
    kyoku=st.sampled_from([0, 1, 2, 4, 5, 6]),
    honba=st.integers(0, 9),
    left=st.sampled_from([0, 0, 0, 20]),
    sticks=st.integers(4, 8),
    last_seat=st.integers(0, 2),
    ron=st.sampled_from([(), (), (), (0,), (0, 1), (0, 1, 2)]),
    seats=st.tuples(SEATS, SEATS, SEATS, SEATS),
)


def river_tiles(text):
    return {"": [], "1z": ["1z"], "19m1z": ["1m", "9m", "1z"], "1z5p": ["1z", "5p"]}[text]


def played(note, rules):
    """The hand as it can be with so many seats."""
    ron = tuple(seat for seat in note.ron if seat != note.last_seat)
    return replace(note, players=rules.seats, ron=ron, last_kind=PlayKind.DISCARD)


def rotated(facts, by, seats):
    """The same hands with every seat moved on; the dealer too."""

    def moved(name, column):
        if name in ("dealer", "last_seat"):
            return ((column.astype(int) + by) % seats).astype(column.dtype)
        return turned(column, by, seats) if column.ndim >= 2 and column.shape[1] == 4 else column

    return Facts(*(moved(name, column) for name, column in zip(Facts._fields, facts, strict=True)))


def turned(column, by, seats):
    column = column.copy()
    column[:, :seats] = np.roll(column[:, :seats], by, axis=1)
    return column


@given(note=NOTES, rules=RULES)
def test_points_and_sticks_are_kept(note, rules):
    hand = settled(played(note, rules), rules)

    if not hand.facts.winners.any():
        given_back = int(hand.facts.riichi_sticks[0]) - int(hand.next.kyotaku[0])
        assert hand.draws.deltas.sum() == 1000 * given_back
    assert (hand.draws.final_points <= 0).all()
    assert not hand.draws.final_points.any() or rules.chombo_penalty == ChomboPenalty.FINAL_RESULT


@given(note=NOTES, rules=RULES, by=st.integers(1, 3))
def test_moving_every_seat_moves_the_draw_with_it(note, rules, by):
    note = played(note, rules)
    facts, said = facts_of_note(note), said_of(note)
    of_seats = {"noten": said.noten, "chombo": said.chombo, "mixed": said.mixed}
    moved = said._replace(**{name: turned(column, by, rules.seats) for name, column in of_seats.items()})

    here = settle(facts, rules, situation_of(note), said).draws
    there = settle(rotated(facts, by, rules.seats), rules, situation_of(note), moved).draws

    assert there.kind.tolist() == here.kind.tolist()
    for left, right in zip(here[1:], there[1:], strict=True):
        assert np.array_equal(turned(left, by, rules.seats), right)


@settings(max_examples=30)
@given(notes=st.lists(NOTES, min_size=1, max_size=5), rules=RULES)
def test_one_draw_is_settled_as_in_a_batch(notes, rules):
    notes = [played(note, rules) for note in notes]
    facts = batch(*map(facts_of_note, notes))
    situation, said = (
        kind(*map(np.concatenate, zip(*map(of, notes), strict=True)))
        for kind, of in ((Situation, situation_of), (Said, said_of))
    )

    whole = settle(facts, rules, situation, said)

    for row, note in enumerate(notes):
        alone = settled(note, rules)
        for columns, others in ((whole.draws, alone.draws), (whole.next, alone.next)):
            assert [column[row].tolist() for column in columns] == [column[0].tolist() for column in others]
        assert whole.overdue[row] == alone.overdue[0]


@settings(max_examples=30)
@given(note=NOTES, rules=RULES)
def test_a_settlement_never_changes_the_facts(note, rules):
    note = played(note, rules)
    facts = facts_of_note(note)
    before = [column.copy() for column in facts]

    hand = settle(facts, rules, situation_of(note), said_of(note))

    assert len(hand.next.kyoku) == len(hand.deltas) == 1
    assert all(np.array_equal(one, other) for one, other in zip(before, facts, strict=True))
