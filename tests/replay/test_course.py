"""The course of hands written down by hand: every expected value is counted on the tiles above it."""

import numpy as np
import pytest

from analyzer import kernels
from analyzer.replay import replay, replay_with_course
from analyzer.replay.course import NO_KINDS, NagashiEnd
from analyzer.tiles.counts import kinds_in
from analyzer.vocabulary import PlayKind, kind_text
from tests.hands import Hand

# One away from tenpai, and three seats that are nowhere near.
EAST = "123m456p78s1155z9m"
SOUTH = "147m258p369s1234z"
WEST = "147m258p369s2346z"
NORTH = "258m369p147s2367z"


def course(hand):
    return replay_with_course(hand.events())[2]


def after(found, seat):
    """Shanten after each discard of a seat of the first hand."""
    return found.shanten_after[found.shanten_offsets[seat] : found.shanten_offsets[seat + 1]].tolist()


def waits_of(found, seat):
    return "".join(kind_text(kind) for kind in kinds_in(int(found.riichi_waits[0, seat])))


def test_shanten_of_the_deal_and_after_every_discard():
    hand = Hand(EAST, SOUTH, WEST, NORTH)
    hand.turn(0, "1p").turn(1, "9s").turn(2, "9p").turn(3, "9p").turn(0, "5z", "9m")

    found = course(hand)

    assert found.haipai_shanten[0].tolist() == [1, 6, 6, 6]
    assert [after(found, seat) for seat in range(4)] == [[1, 0], [6], [6], [6]]
    assert found.tenpai_turn[0].tolist() == [2, 0, 0, 0]


def test_a_tehai_that_is_broken_up_keeps_the_turn_at_which_it_first_was_tenpai():
    hand = Hand(EAST, SOUTH, WEST, NORTH)
    hand.turn(0, "5z", "9m").turn(1, "9s").turn(2, "9p").turn(3, "9p").turn(0, "9p", "8s")

    found = course(hand)

    assert after(found, 0) == [0, 1]
    assert found.tenpai_turn[0, 0] == 1


def test_shanten_of_seven_pairs_and_thirteen_orphans_counts_as_well():
    hand = Hand("1155m2277p3399s4z", "19m19p19s1234567z", "147m258p368s2346z", "258m369p258s2367z")

    assert course(hand).haipai_shanten[0, :2].tolist() == [0, 0]


def test_melds_count_as_sets_and_the_tehai_that_is_left_is_looked_at_anew():
    hand = Hand("123m456p78s11z357m", SOUTH, WEST, NORTH)
    # After the call nothing is drawn: 3m of 357m goes, 57m and 78s stay.
    hand.turn(0, "9p").turn(1, "9s").chi(0, "78s").discard(0, "3m")

    found = course(hand)

    assert after(found, 0) == [1, 0]
    assert found.open_turn[0].tolist() == [2, 0, 0, 0]


def test_an_added_kan_is_no_further_set():
    hand = Hand("55z123m456p78s2p4s9m", SOUTH, WEST, "258m369p147s2367z")
    hand.turn(0, "9p").turn(1, "5z").pon(0).discard(0, "2p")
    assert after(course(hand), 0)[-1] == 1

    hand.turn(1, "9p").turn(2, "9p").turn(3, "9s").draw(0, "5z").kakan(0, "5z").draw(0, "1p").discard(0, "1p")

    assert after(course(hand), 0)[-1] == 1


def test_after_a_call_even_the_tile_drawn_before_it_changes_what_is_held():
    hand = Hand("123m456p78s57m124z", SOUTH, WEST, NORTH).turn(0, "9p", "4z").turn(1, "9s").chi(0, "78s")

    assert after(course(hand.discard(0, "9p")), 0) == [2, 1]


def test_a_closed_kan_opens_nothing_and_a_second_call_does_not_change_the_turn():
    hand = Hand("1111z55z23m456p78s", "147m258p369s2346z", "147m258p369s2346z", "258m369p147s2367z")
    hand.draw(0, "9p").ankan(0, "1z").dora("9m").draw(0, "9p").discard(0, "9p")
    hand.turn(1, "5z").pon(0).discard(0, "9p").turn(1, "9s").chi(0, "78s").discard(0, "4p")

    assert course(hand).open_turn[0].tolist() == [2, 0, 0, 0]


def test_kinds_and_shanten_at_the_first_draw():
    hand = Hand("258m19m19p19s1234z", SOUTH, WEST, NORTH).turn(0, "5z")

    found = course(hand)

    # 19m 19p 19s 1234z 5z: eleven kinds, so thirteen orphans are two tiles away.
    assert (found.kyuushu_kinds[0, 0], found.kyuushu_shanten[0, 0]) == (11, 2)


def test_after_a_call_and_before_a_draw_there_is_no_first_draw_to_declare_on():
    hand = Hand(EAST, "147m258p369s2266z", WEST, NORTH)
    hand.turn(0, "1p").turn(1, "9s").turn(2, "9p", "6z").pon(1).discard(1, "1m").turn(2, "9p").turn(3, "9p")

    # East 19m 1p 15z, South 1m 9s 26z, West 1m 9p 9s 2346z; North draws after the call.
    assert course(hand).kyuushu_kinds[0].tolist() == [5, 4, 7, NO_KINDS]


@pytest.mark.parametrize(
    ("drawn", "until", "end"),
    [
        ("1z 9m 1p", 3, NagashiEnd.ALIVE),
        ("1z 9m 5p 1p", 2, NagashiEnd.SIMPLE),
        ("5p 1z", 0, NagashiEnd.SIMPLE),
        ("", 0, NagashiEnd.NONE),
    ],
)
def test_discards_of_terminals_and_honours_from_the_first_on(drawn, until, end):
    hand = Hand("234m567p234s22z67s", "345m678p345s33z78s", "456m234p456s55z23s", "567m345p567s66z34s")
    for tile in drawn.split():
        hand.turn(0, tile).turn(1, "8m").turn(2, "1s").turn(3, "9p")

    found = course(hand)

    assert (found.nagashi_until[0, 0], found.nagashi_end[0, 0]) == (until, end)


def test_a_call_ends_the_row_of_discards_and_takes_its_tile_out_of_it():
    hand = Hand("234m567p234s22z67s", "345m678p345s33z78s", "456m234p456s55z23s", "567m345p567s66z34s")
    hand.turn(0, "9m").turn(1, "3m").turn(2, "8m").turn(3, "8p").turn(0, "5z").pon(2)
    hand.discard(2, "2p").turn(3, "9s").turn(0, "1z")

    found = course(hand)

    assert (found.nagashi_until[0, 0], found.nagashi_end[0, 0]) == (1, NagashiEnd.CALLED)


def test_waits_of_a_riichi_and_what_is_left_of_them():
    hand = Hand(EAST, SOUTH, WEST, NORTH, indicator="9s")
    hand.turn(0, "1p").turn(1, "6s").turn(2, "9p").turn(3, "9p").riichi(0, "5z", "9m").turn(1, "9s").turn(
        2, "6s"
    )

    found = course(hand)

    # 69s: at the declaration a 9s is the indicator and a 6s lies in the river of South.
    assert waits_of(found, 0) == "6s9s"
    assert (found.riichi_wait_live[0, 0], found.riichi_furiten[0, 0]) == (6, False)
    # Since then a 9s and a 6s have been discarded.
    assert found.wait_live[0, 0] == 4


def test_a_declaration_tile_that_is_a_wait_makes_the_riichi_furiten():
    hand = Hand("123m456p789s1155z", SOUTH, WEST, NORTH).riichi(0, "1z")

    found = course(hand)

    # 11z and 55z: one 1z lies in the river, and nobody else shows any; South holds one unseen.
    assert waits_of(found, 0) == "1z5z"
    assert (found.riichi_furiten[0, 0], found.riichi_wait_live[0, 0]) == (True, 3)


def test_the_tile_that_wins_is_not_seen_before():
    hand = Hand(EAST, SOUTH, WEST, NORTH).turn(0, "5z", "9m").turn(1, "6s")
    hand.lines.append(
        f'<AGARI ba="0,0" hai="{",".join(map(str, sorted([*hand.held[0], hand.last[1]])))}" '
        f'machi="{hand.last[1]}" ten="30,1000,0" yaku="1,1" doraHai="{hand.indicator}" who="0" fromWho="1" '
        'sc="250,10,250,-10,250,0,250,0" />'
    )

    # 69s: the indicator is a 9s; the 6s that is won on counts.
    assert course(hand).wait_live[0, 0] == 7


def test_a_seat_that_has_just_drawn_is_looked_at_before_its_draw():
    hand = Hand(EAST, SOUTH, WEST, NORTH).turn(0, "5z", "9m").turn(1, "9m").turn(2, "9p").turn(3, "9p")

    assert course(hand.draw(0, "6s")).wait_live[0, 0] == 7


def test_copies_in_rivers_and_in_melds_of_others_are_seen():
    hand = Hand("23m456p789s1155z9m", SOUTH, "56m258p369s22346z", NORTH)
    hand.turn(0, "9m").turn(1, "5z").pon(0).discard(0, "9m")
    assert course(hand).wait_live[0, 0] == 8  # 14m; that South holds one of each is not to be seen

    hand.turn(1, "4m")
    assert course(hand).wait_live[0, 0] == 7

    hand.chi(2, "56m").discard(2, "2z").turn(3, "1m")
    assert course(hand).wait_live[0, 0] == 6


@pytest.mark.long
def test_compiled_courses_equal_plain_courses():
    hand = Hand("123m456p78s1155z9m", SOUTH, "147m258p36s5z2346z", NORTH)
    hand.turn(0, "1p").turn(1, "6s").turn(2, "9p").turn(3, "9p").riichi(0, "5z", "9m").turn(1, "9s")
    hand.turn(2, "6s").turn(3, "1p").turn(0, "9p")
    events = hand.events()
    *_, plain = replay_with_course(events, plays=True)

    with kernels.compiling():
        *_, compiled = replay_with_course(events, plays=True)

    for name in plain._fields:
        np.testing.assert_array_equal(getattr(compiled, name), getattr(plain, name), err_msg=name)
    assert len(plain.plays.turn) == np.count_nonzero(events.plays.kind <= PlayKind.DISCARD)


def test_plays_are_there_when_asked_for():
    events = Hand(EAST, SOUTH, WEST, NORTH).turn(0, "1p").events()

    assert len(replay_with_course(events)[2].plays.turn) == 0


def test_the_facts_of_a_hand_are_the_same_with_its_course():
    hand = Hand(EAST, SOUTH, WEST, NORTH).turn(0, "5z", "9m").turn(1, "9s").riichi(2, "9p")
    events = hand.events()

    facts, illegals = replay(events)
    followed, reported, _ = replay_with_course(events)

    for name in facts._fields:
        np.testing.assert_array_equal(getattr(followed, name), getattr(facts, name), err_msg=name)
    assert reported.code.tolist() == illegals.code.tolist()
