"""The end of hands: who called ron on what, what passes at a draw, and where the copies of waits lie."""

from __future__ import annotations

import pytest

from analyzer.replay.facts import FURITEN_PASSED, Facts
from tests.hands import Hand
from tests.replay.replayed import IDLE, READY, dealt, facts_of, illegal, kinds_of


def agari(hand: Hand, winner: int, loser: int, machi: int) -> Hand:
    """A win, of which a log says this much."""
    tiles = ",".join(map(str, sorted({*hand.held[winner], machi})))
    hand.lines.append(
        f'<AGARI ba="0,0" hai="{tiles}" machi="{machi}" ten="30,1000,0" yaku="1,1" '
        f'doraHai="{hand.indicator}" who="{winner}" fromWho="{loser}" sc="250,10,250,-10,250,0,250,0" />'
    )
    return hand


def copies(facts: Facts, seat: int = 0) -> tuple[bool, bool, bool]:
    """Whether a wait lies outside the concealed part, outside all its own tiles, outside all that it sees."""
    columns = (facts.wait_outside_concealed, facts.wait_outside_own, facts.wait_unseen)
    outside, own, unseen = (bool(column[0, seat]) for column in columns)
    return outside, own, unseen


def test_a_win_by_ron_is_on_the_last_discard() -> None:
    facts, found = facts_of(agari(Hand(READY, *IDLE).turn(0, "7z").turn(1, "6m"), 0, 1, 20))

    assert found == []
    assert (facts.winners[0].tolist(), facts.ron_calls[0]) == ([True, False, False, False], 1)


def test_a_win_by_tsumo_is_on_the_own_draw_and_calls_no_ron() -> None:
    hand = Hand(READY, *IDLE).draw(0, "6m")
    facts, found = facts_of(agari(hand, 0, 0, hand.held[0][-1]))

    assert (found, facts.ron_calls[0]) == ([], 0)


@pytest.mark.parametrize(
    ("winner", "loser", "machi"),
    [(0, 0, "last"), (0, 2, "last"), (0, 1, "other")],
    ids=["tsumo on another's discard", "ron from another seat", "another tile"],
)
def test_a_win_on_anything_else_is_illegal(winner: int, loser: int, machi: str) -> None:
    hand = Hand(READY, *IDLE).turn(0, "7z").turn(1, "6m")
    tile = hand.last[1] if machi == "last" else hand.last[1] + 1

    assert illegal(agari(hand, winner, loser, tile)) == [("NO_WINNING_TILE", winner)]


def test_a_tsumo_on_the_draw_of_another_is_illegal() -> None:
    hand = Hand(READY, *IDLE).turn(0, "7z").draw(1, "6m")

    assert illegal(agari(hand, 0, 0, hand.held[1][-1])) == [("NO_WINNING_TILE", 0)]


def test_a_ron_before_anything_was_discarded_is_illegal() -> None:
    hand = Hand(READY, *IDLE).turn(0, "7z").draw(1, "6m")

    assert illegal(agari(hand, 0, 1, hand.held[1][-1])) == [("NO_WINNING_TILE", 0)]


KOKUSHI = "19m19p19s1234566z"
"""Waits for Red."""


def test_kans_and_kita_may_be_won_on() -> None:
    closed = dealt(KOKUSHI, "7777z", "", "", keep="5s").turn(0, "5s").draw(1, "5s").ankan(1, "7z")
    assert illegal(agari(closed, 0, 1, 132)) == []

    added = dealt(KOKUSHI, "77z1m", "7z", "", keep="5s6s7z").turn(0, "5s").turn(1, "5s").turn(2, "5s", "7z")
    added.pon(1).discard(1, "1m").turn(2, "6s").turn(3, "6s").turn(0, "6s").draw(1, "7z").kakan(1, "7z")
    assert illegal(agari(added, 0, 1, added.last[1])) == []

    kita = dealt("4z", "1133557799p22s4z", "", keep="4z7z").draw(0, "7z").kita(0)
    assert illegal(agari(kita, 1, 0, kita.last[1])) == []


@pytest.mark.parametrize(("discard", "calls"), [("6m", 1), ("7z", 0)])
def test_a_draw_of_three_rons_counts_the_seats_that_show_a_wait_for_the_last_tile(
    discard: str, calls: int
) -> None:
    # Seat 1 waits for 3m and 6m, seat 2 for nothing.
    hand = Hand(*IDLE[:1], READY, *IDLE[1:]).turn(0, discard).ryuukyoku(1, 2, kind="ron3")

    assert facts_of(hand)[0].ron_calls[0] == calls


def test_the_last_discard_passes_when_the_hand_is_drawn() -> None:
    hand = Hand(READY, *IDLE).turn(0, "7z").turn(1, "6m")
    assert facts_of(hand)[0].furiten[0, 0] == 0

    assert facts_of(hand.ryuukyoku(0))[0].furiten[0, 0] == FURITEN_PASSED


def test_a_riichi_at_the_last_discard_must_have_its_stick_by_the_end() -> None:
    hand = Hand(READY, *IDLE).riichi(0, "7z", stands=False).ryuukyoku(0)
    facts, found = facts_of(hand)

    assert found == [("RIICHI_STEP", 0)]
    assert facts.riichi_passed[0, 0]


def test_a_wait_that_was_just_drawn_was_to_be_had_before() -> None:
    hand = dealt("6777889m234p234s", "", "", "", keep="7m")
    assert kinds_of(int(facts_of(hand)[0].waits[0, 0])) == ["7m"]

    # The fourth 7m: before the draw it was not in the hand, so that the hand was tenpai.
    assert copies(facts_of(hand.draw(0, "7m"))[0]) == (True, True, False)


def test_a_wait_of_which_the_seat_has_a_pon_lies_outside_its_concealed_part_only() -> None:
    hand = dealt("333p456789s555z1m", "", "", "", keep="3p1z6z").turn(0, "1z").turn(1, "6z").turn(2, "6z")
    facts, _ = facts_of(hand.turn(3, "3p").pon(0).discard(0, "1m"))

    assert kinds_of(int(facts.waits[0, 0])) == ["3p"]
    assert copies(facts) == (True, False, False)


@pytest.mark.parametrize(("indicator", "unseen"), [("9s", True), ("3p", False)])
def test_a_wait_of_which_three_are_discarded_and_one_is_an_indicator_is_seen(
    indicator: str, unseen: bool
) -> None:
    hand = dealt("111m456789s55z12p", "", "", "", keep="3p1z", indicator=indicator).turn(0, "1z")
    for seat in (1, 2, 3):
        hand.turn(seat, "3p")

    assert copies(facts_of(hand)[0]) == (True, True, unseen)


def test_norths_set_aside_are_own_tiles() -> None:
    hand = dealt("4444z123456789p", "", "", keep="123s5z").draw(0, "1s")
    for drawn in ("2s", "3s", "5z"):
        hand.kita(0).draw(0, drawn)
    facts, _ = facts_of(hand.discard(0, "5z"))

    assert kinds_of(int(facts.waits[0, 0])) == ["4z"]
    assert copies(facts) == (True, False, False)
