"""What holds of every draw: points are kept, seats are alike, one hand is a batch of one."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.replay.facts import Facts, take
from analyzer.replay.notation import HandNote, RiverTile, SeatNote
from analyzer.replay.written import facts_of_note
from analyzer.rules import load, names
from analyzer.rules.grades import ChomboPenalty
from analyzer.settlement import carry, overdue, settle_ryuukyoku
from analyzer.vocabulary import PlayKind
from tests.settlement.notes import batch

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


def facts_for(note, rules):
    players = rules.seats
    ron = tuple(seat for seat in note.ron if seat != note.last_seat)
    return facts_of_note(
        HandNote(
            note.kyoku,
            note.honba,
            players,
            sticks=note.sticks,
            left=note.left,
            last_kind=PlayKind.DISCARD,
            last_seat=note.last_seat,
            ron=ron,
            seats=note.seats,
        )
    )


def declared(note, rules):
    return np.array([[seat.declares_noten for seat in note.seats[: rules.seats]]])


def rotated(facts, by, seats):
    """The same hands with every seat moved on; the dealer too."""

    def moved(name, column):
        if name in ("dealer", "last_seat"):
            return ((column.astype(int) + by) % seats).astype(column.dtype)
        if column.ndim < 2 or column.shape[1] != 4:
            return column
        column = column.copy()
        column[:, :seats] = np.roll(column[:, :seats], by, axis=1)
        return column

    return Facts(*(moved(name, column) for name, column in zip(Facts._fields, facts, strict=True)))


def same(left, right):
    return all(np.array_equal(one, other) for one, other in zip(left, right, strict=True))


@given(note=NOTES, rules=RULES)
def test_points_and_sticks_are_kept(note, rules):
    facts = facts_for(note, rules)

    settled = settle_ryuukyoku(facts, rules, declared(note, rules))
    after = carry(facts, settled, rules, kyoku=np.array([note.kyoku]), honba=np.array([note.honba]))

    if not facts.winners.any():
        given_back = int(facts.riichi_sticks[0]) - int(after.kyotaku[0])
        assert settled.deltas.sum() == 1000 * given_back
    assert (settled.final_points <= 0).all()
    assert not settled.final_points.any() or rules.chombo_penalty == ChomboPenalty.FINAL_RESULT


@given(note=NOTES, rules=RULES, by=st.integers(1, 3))
def test_moving_every_seat_moves_the_settlement_with_it(note, rules, by):
    facts = facts_for(note, rules)
    moved = rotated(facts, by, rules.seats)
    said = declared(note, rules)

    here = settle_ryuukyoku(facts, rules, said)
    there = settle_ryuukyoku(moved, rules, np.roll(said, by, axis=1))

    assert there.kind.tolist() == here.kind.tolist()
    for left, right in zip(here[1:], there[1:], strict=True):
        assert np.array_equal(np.roll(left, by, axis=1), right)


@settings(max_examples=30)
@given(notes=st.lists(NOTES, min_size=1, max_size=5), rules=RULES)
def test_one_hand_is_settled_as_in_a_batch(notes, rules):
    facts = batch(*(facts_for(note, rules) for note in notes))
    said = np.concatenate([declared(note, rules) for note in notes])
    kyoku = np.array([note.kyoku for note in notes])
    honba = np.array([note.honba for note in notes])

    whole = settle_ryuukyoku(facts, rules, said)
    after = carry(facts, whole, rules, kyoku=kyoku, honba=honba)
    late = overdue(facts, rules)

    for row in range(len(notes)):
        one = slice(row, row + 1)
        part = take(facts, np.array([row]))
        alone = settle_ryuukyoku(part, rules, said[one])
        assert same((column[one] for column in whole), alone)
        following = carry(part, alone, rules, kyoku=kyoku[one], honba=honba[one])
        assert same((column[one] for column in after), following)
        assert overdue(part, rules) == late[one]


@settings(max_examples=30)
@given(note=NOTES, rules=RULES)
def test_a_draw_never_changes_the_facts(note, rules):
    facts = facts_for(note, rules)
    before = [column.copy() for column in facts]

    settled = settle_ryuukyoku(facts, rules, declared(note, rules))
    carry(facts, settled, rules, kyoku=np.array([note.kyoku]), honba=np.array([note.honba]))

    assert same(before, facts)


def test_an_empty_batch_gives_empty_columns():
    facts = take(facts_for(HandNote(0, 0), load("tenhou")), np.array([], np.int64))

    settled = settle_ryuukyoku(facts, load("tenhou"))
    after = carry(facts, settled, load("tenhou"), kyoku=np.zeros(0, np.int32), honba=np.zeros(0, np.int32))

    assert settled.deltas.shape == (0, 4)
    assert after.kyoku.shape == (0,)
