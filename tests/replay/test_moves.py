"""Draws, discards, riichi and indicators, each in a hand of its own: what it leaves, and what cannot be."""

from __future__ import annotations

import pytest

from analyzer.replay.facts import FURITEN_DISCARD
from analyzer.vocabulary import NO_SEAT
from tests.hands import Hand
from tests.replay.replayed import (
    IDLE,
    IDLE_OF_THREE,
    READY,
    READY_OF_THREE,
    dealt,
    drawn_out,
    facts_of,
    illegal,
)

SEVENS = "7777z1199m1199p1z"
"""Holds all Red; with it in place of the first, no other tehai may have any."""
BESIDE_SEVENS = (IDLE[1], "3377m3377p12346z")
ALL_TENPAI = ("111m456789s55z12p", "999m123789s44p66z", "456p45611s777z88p", "789p234s333z11z22z")


def four_riichi() -> Hand:
    hand = Hand(*ALL_TENPAI, indicator="9p")
    for seat, tile in enumerate(("5m", "6m", "7m", "8m")):
        hand.riichi(seat, tile)
    return hand


def test_each_riichi_keeps_its_place_and_what_was_left_when_it_was_declared() -> None:
    facts, found = facts_of(four_riichi())

    assert found == []
    assert facts.riichi_order[0].tolist() == [1, 2, 3, 4]
    assert facts.riichi_live_tiles[0].tolist() == [69, 68, 67, 66]
    assert facts.riichi_score[0].tolist() == [25000] * 4
    assert facts.scores[0].tolist() == [24000] * 4


def test_the_fourth_riichi_is_the_play_that_pays_the_fourth_stick() -> None:
    # A draw, a declaration, a discard and a stick each.
    assert facts_of(four_riichi())[0].fourth_riichi[0] == 15

    hand = four_riichi()
    del hand.lines[-1]
    assert facts_of(hand)[0].fourth_riichi[0] == -1


@pytest.mark.parametrize(("tile", "expected"), [("1m", []), ("2m", ["ABSENT_TILE"]), ("8m", ["ABSENT_TILE"])])
def test_three_players_have_no_tile_from_2_to_8_man(tile: str, expected: list[str]) -> None:
    hand = Hand(READY_OF_THREE, *IDLE_OF_THREE).draw(0, tile)

    assert [name for name, _ in illegal(hand)] == expected


def test_of_three_players_the_first_follows_the_last() -> None:
    hand = Hand(READY_OF_THREE, *IDLE_OF_THREE)
    for seat, tile in ((0, "1z"), (1, "5z"), (2, "6z"), (0, "7z")):
        hand.turn(seat, tile)
    facts, found = facts_of(hand)

    assert found == []
    assert facts.live_tiles[0] == 108 - 14 - 3 * 13 - 4


def test_a_draw_after_a_kan_or_kita_is_told_from_one_in_turn() -> None:
    kan = Hand(READY, SEVENS, *BESIDE_SEVENS).turn(0, "5z").draw(1, "8s").ankan(1, "7z").dora("8s")
    kita = Hand("4z123456789p199s", *IDLE_OF_THREE).draw(0, "7z").kita(0)

    assert facts_of(kan.draw(1, "9s"))[0].last_replacement[0] == 1
    assert facts_of(kan.discard(1, "9s").draw(2, "5z"))[0].last_replacement[0] == 0
    assert facts_of(kita.draw(0, "7z"))[0].last_replacement[0] == 2


def test_the_wall_has_seventy_tiles_and_not_one_more() -> None:
    hand = drawn_out(Hand(READY, *IDLE), 70)

    facts, found = facts_of(hand)
    assert (facts.live_tiles[0], found) == (0, [])

    assert illegal(drawn_out(hand, 1, 2)) == [("NO_TILES_LEFT", 2)]


def test_ippatsu_lasts_until_the_replacement_draw_of_a_kan() -> None:
    hand = Hand(READY, SEVENS, *BESIDE_SEVENS).riichi(0, "5z").draw(1, "8s").ankan(1, "7z")
    assert facts_of(hand)[0].ippatsu[0, 0]

    assert not facts_of(hand.dora("8s").draw(1, "9s"))[0].ippatsu[0, 0]


def test_ippatsu_lasts_until_the_own_next_discard() -> None:
    hand = Hand(READY, *IDLE).riichi(0, "5z").turn(1, "7z").turn(2, "7z").turn(3, "7z").draw(0, "6s")
    assert facts_of(hand)[0].ippatsu[0, 0]

    assert not facts_of(hand.discard(0, "6s"))[0].ippatsu[0, 0]


def test_riichi_may_be_declared_with_a_tile_from_the_hand() -> None:
    assert illegal(Hand("45m234p234s55p67s5z", *IDLE).riichi(0, "8s", "5z")) == []


def test_the_turn_of_a_riichi_counts_discards_and_not_draws() -> None:
    facts, found = facts_of(
        Hand("7777z45m234p55p67s", *IDLE[:2], "3377m3377p12346z")
        .draw(0, "1s")
        .ankan(0, "7z")
        .dora("8s")
        .riichi(0, "8s", "1s")
    )

    assert found == []
    assert (facts.riichi_turn[0, 0], facts.double_riichi[0, 0]) == (1, False)


def test_a_riichi_at_the_first_discard_is_not_double_after_a_call() -> None:
    hand = dealt("6z", READY, "66z3z", "", keep="36m1z4z5z").turn(0, "1z", "6z")
    hand.pon(2).discard(2, "3z").turn(3, "4z").turn(0, "4z").riichi(1, "5z")
    facts, found = facts_of(hand)

    assert found == []
    assert (facts.riichi_turn[0, 1], facts.double_riichi[0, 1]) == (1, False)


def test_a_second_riichi_of_a_seat_is_illegal_and_costs_nothing() -> None:
    hand = Hand(READY, *IDLE).riichi(0, "5z").turn(1, "7z").turn(2, "7z").turn(3, "7z").riichi(0, "6z")
    facts, found = facts_of(hand)

    assert found == [("RIICHI_TWICE", 0), ("RIICHI_STEP", 0)]
    assert (facts.riichi_sticks[0], facts.scores[0, 0], facts.riichi_turn[0, 0]) == (1, 24000, 1)


def test_a_riichi_after_an_open_call_is_illegal() -> None:
    hand = Hand("45m234p234s55z678s", "1199m1199p1199s5z", *IDLE[1:]).turn(0, "1z")
    hand.turn(1, "6z", "5z").pon(0).discard(0, "8s").turn(1, "7z").turn(2, "7z").turn(3, "7z")

    assert illegal(hand.riichi(0, "8s", "2p")) == [("RIICHI_OPEN", 0), ("RIICHI_NOTEN", 0)]


def test_a_riichi_before_the_draw_is_illegal() -> None:
    hand = Hand("45m234p234s55z678s", "1199m1199p1199s5z", *IDLE[1:]).turn(0, "1z").turn(1, "6z", "5z").pon(0)
    hand.lines.append('<REACH who="0" step="1"/>')

    assert illegal(hand) == [("RIICHI_STEP", 0), ("RIICHI_OPEN", 0)]


def test_a_seat_is_not_furiten_twice_for_its_own_discard() -> None:
    hand = Hand("345m234p234s5p678s", *IDLE).turn(0, "5p", "3m").draw(1, "7z")

    assert facts_of(hand)[0].furiten[0, 0] == FURITEN_DISCARD


@pytest.mark.parametrize(("first", "fourth_wind"), [("2z", 7), ("5z", -1)])
def test_only_winds_make_four_first_discards_of_one_wind(first: str, fourth_wind: int) -> None:
    hand = Hand(READY, "1199m1199p1199s6z", "2288m2288p3z4z6z66z", "3377m3377p7z3z4z77z")
    for seat in range(4):
        hand.turn(seat, first)

    assert facts_of(hand)[0].fourth_wind[0] == fourth_wind


def test_a_call_keeps_four_first_discards_from_being_uninterrupted() -> None:
    hand = Hand("7777z45m234p55p67s", "1199m1199p1199s6z", "2288m2288p3z4z6z66z", "3377m3377p14z3z41z")
    hand.draw(0, "1s").ankan(0, "7z").dora("8s")
    for seat in range(4):
        hand.turn(seat, "2z")

    facts, found = facts_of(hand)

    assert found == []
    assert (facts.fourth_wind[0], facts.first_round[0]) == (-1, False)


def test_the_first_round_ends_with_the_second_discard_of_a_seat() -> None:
    hand = Hand(READY, *IDLE).turn(0, "7z").turn(1, "7z").turn(2, "7z").turn(3, "6z").draw(0, "5z")
    assert facts_of(hand)[0].first_round[0]

    assert not facts_of(hand.discard(0, "5z"))[0].first_round[0]


def test_a_river_is_of_terminals_and_honours_until_another_tile_lies_in_it() -> None:
    facts, _ = facts_of(Hand(READY, *IDLE).turn(0, "7z").turn(1, "9s").turn(2, "5s").turn(3, "5s", "1z"))

    assert facts.river_yaochu[0].tolist() == [True, True, False, True]


def test_an_indicator_that_lies_elsewhere_already_is_illegal() -> None:
    hand = Hand("7777z1m234s55p678s", *IDLE[:2], "3377m3377p12346z").draw(0, "5z").ankan(0, "7z")
    hand.lines.append(f'<DORA hai="{hand.held[1][0]}" />')

    assert illegal(hand) == [("COPY_TWICE", NO_SEAT)]


def test_the_tile_of_the_indicator_cannot_be_drawn() -> None:
    hand = Hand(READY, *IDLE)
    hand.lines.append(f"<T{hand.indicator}/>")

    assert illegal(hand) == [("COPY_TWICE", 0)]


def test_the_indicator_of_an_open_kan_before_its_replacement_draw_is_noticed() -> None:
    hand = Hand("777z12m234s55p678s", *IDLE[:2], "3377m3377p12346z").turn(0, "5z").turn(1, "7z").daiminkan(0)

    assert illegal(hand.dora("8s").draw(0, "6s").discard(0, "6s")) == [("DORA_BEFORE_DRAW", NO_SEAT)]


def test_sticks_on_the_table_before_the_hand_are_counted() -> None:
    assert facts_of(Hand(READY, *IDLE, kyotaku=2).riichi(0, "5z"))[0].riichi_sticks[0] == 3


@pytest.mark.parametrize(
    ("oya", "first", "dealer"),
    [(0, 0, 0), (1, 0, 0), (1, 1, 1), (1, 2, 1)],
)
def test_who_draws_first_is_the_dealer_if_the_kyoku_says_so_too(oya: int, first: int, dealer: int) -> None:
    hand = Hand(READY, *IDLE)
    hand.lines[0] = hand.lines[0].replace('oya="0"', f'oya="{oya}"')

    assert facts_of(hand.draw(first, "5z"))[0].dealer[0] == dealer
