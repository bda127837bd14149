"""Chi, pon, kans and kita, each in a hand of its own: what it leaves, and what cannot be."""

from __future__ import annotations

import pytest

from analyzer.formats.meld_codes import encode_ankan
from analyzer.replay.facts import FURITEN_PASSED
from analyzer.vocabulary import PlayKind, kind_of, kind_text
from tests.hands import Hand
from tests.replay.replayed import IDLE_OF_THREE, READY, READY_OF_THREE, dealt, drawn_out, facts_of, illegal


@pytest.mark.parametrize(
    ("called", "own", "discarded", "expected"),
    [
        ("2m", "34m", "2m", ["KUIKAE"]),
        ("2m", "34m", "5m", ["KUIKAE_OTHER_END"]),
        ("2m", "34m", "1m", []),
        ("4m", "23m", "4m", ["KUIKAE"]),
        ("4m", "23m", "1m", ["KUIKAE_OTHER_END"]),
        ("4m", "23m", "5m", []),
        ("3m", "24m", "3m", ["KUIKAE"]),
        ("3m", "24m", "1m", []),
        ("3m", "24m", "6m", []),
        ("6m", "78m", "9m", ["KUIKAE_OTHER_END"]),
        # No tile of another suit is the other end.
        ("7m", "89m", "1p", []),
        ("3p", "12p", "9m", []),
    ],
)
def test_what_a_chi_forbids_to_discard(called: str, own: str, discarded: str, expected: list[str]) -> None:
    hand = dealt("", own + discarded, "", "", keep=called).turn(0, called).chi(1, own)

    assert illegal(hand.discard(1, discarded)) == [(name, 1) for name in expected]


def test_the_discard_after_the_next_draw_is_free_again() -> None:
    hand = dealt("", "34m1z", "", "", keep="2m4z").turn(0, "2m").chi(1, "34m").discard(1, "1z")
    hand.turn(2, "4z").turn(3, "4z").turn(0, "4z")

    assert illegal(hand.turn(1, "2m")) == []


def test_a_pon_forbids_its_own_kind_only() -> None:
    def called() -> Hand:
        return dealt("5m", "555m1z", "", "", keep="2z").turn(0, "2z", "5m").pon(1)

    assert illegal(called().discard(1, "5m")) == [("KUIKAE", 1)]
    assert illegal(called().discard(1, "1z")) == []


def test_three_players_may_pon_and_must_not_chi() -> None:
    pon = Hand(READY_OF_THREE, *IDLE_OF_THREE).turn(0, "1m").pon(1).discard(1, "3z")
    chi = Hand(READY_OF_THREE, *IDLE_OF_THREE).turn(0, "1s").turn(1, "6p").chi(2, "45p")

    assert illegal(pon) == []
    assert illegal(chi) == [("CALL_IN_SANMA", 2)]


def test_after_riichi_nobody_calls() -> None:
    hand = dealt(READY, "", "", "", keep="36m5p5z6z").riichi(0, "5z").turn(1, "6z").turn(2, "5p").pon(0)

    assert illegal(hand) == [("CALL_AFTER_RIICHI", 0)]


def test_an_own_call_ends_furiten_for_a_tile_that_passed() -> None:
    hand = dealt(READY, "", "", "", keep="36m5p7z").turn(0, "7z").turn(1, "6m").draw(2, "5p")
    assert facts_of(hand)[0].furiten[0, 0] == FURITEN_PASSED

    assert facts_of(hand.discard(2, "5p").pon(0))[0].furiten[0, 0] == 0


def added_kan(tehai: str = "") -> Hand:
    """Seat 1 has called Red from seat 2 and has just added the fourth; seat 0 holds these tiles."""
    hand = dealt(tehai, "77z", "7z", "", keep="5s6s7z").turn(0, "5s").turn(1, "5s").turn(2, "5s", "7z")
    hand.pon(1).discard(1, kind_text(kind_of(hand.held[1][-1])))
    return hand.turn(2, "6s").turn(3, "6s").turn(0, "6s").draw(1, "7z").kakan(1, "7z")


def test_an_added_kan_takes_the_place_of_its_pon() -> None:
    facts, found = facts_of(added_kan())

    assert found == []
    assert (facts.meld_kind[0, 1, 0], facts.meld_tile[0, 1, 0]) == (PlayKind.KAKAN, 33)
    assert (facts.meld_count[0, 1], facts.open_melds[0, 1], facts.kans[0, 1]) == (1, 1, 1)
    assert (facts.meld_source[0, 1, 0], facts.melded[0, 1, 33]) == (2, 4)


def test_a_chi_is_no_pon_that_a_kan_could_be_made_of() -> None:
    hand = dealt("2m", "234m1z", "", "", keep="2m4z").turn(0, "4z", "2m").chi(1, "34m").discard(1, "1z")
    hand.turn(2, "4z").turn(3, "4z").turn(0, "4z").draw(1, "2m")
    hand.pons[1, 1] = ([4, 5, 6], 4, 0)

    assert illegal(hand.kakan(1, "2m")) == [("NO_SUCH_PON", 1)]


def test_an_added_kan_that_is_not_robbed_makes_furiten_who_waits_for_its_tile() -> None:
    hand = added_kan("19m19p19s1234566z")
    facts, found = facts_of(hand)
    # The Red that was called passed too; the own draw since then has ended that.
    assert (found, facts.waits[0, 0], facts.furiten[0, 0]) == ([], 1 << 33, 0)

    assert facts_of(hand.draw(1, "6s"))[0].furiten[0, 0] == FURITEN_PASSED


def test_a_kita_that_is_not_won_on_makes_furiten_who_waits_for_north() -> None:
    hand = dealt("4z", "1133557799p22s4z", "", keep="4z7z").draw(0, "7z").kita(0)
    assert facts_of(hand)[0].furiten[0, 1] == 0

    assert facts_of(hand.draw(0, "7z"))[0].furiten[0, 1] == FURITEN_PASSED


@pytest.mark.parametrize("tile", ["3z", "7z"])
def test_only_north_is_set_aside(tile: str) -> None:
    hand = dealt(tile, "", "", keep="6z").draw(0, "6z").kita(0, tile)

    assert illegal(hand) == [("KITA_NOT_NORTH", 0)]


def after_riichi(tehai: str) -> Hand:
    """Seat 0 has declared, and draws next."""
    hand = dealt(tehai, "", "", "", keep="4m1z5z7z", indicator="2z")
    return hand.riichi(0, "5z").turn(1, "7z").turn(2, "7z").turn(3, "7z")


def test_a_closed_kan_after_riichi_must_leave_the_waits_as_they_are() -> None:
    same = after_riichi("45m234p234s55p111z").draw(0, "1z").ankan(0, "1z")
    # Waits for 47m beside 444m, and for 9p beside 456m; after the kan for 47m only.
    other = after_riichi("44456m234p234s99p").draw(0, "4m").ankan(0, "4m")

    assert illegal(same) == []
    assert illegal(other) == [("ANKAN_CHANGES_WAITS", 0)]


def test_a_closed_kan_after_riichi_must_be_of_the_tile_just_drawn() -> None:
    hand = after_riichi("45m234p234s55p111z").turn(0, "1z", "5m")
    hand.turn(1, "7z").turn(2, "5z").turn(3, "5z").draw(0, "5z").ankan(0, "1z")

    # Without 5m the hand waits for nothing, before the kan as after it.
    assert illegal(hand) == [("NOT_TSUMOGIRI", 0), ("ANKAN_CHANGES_WAITS", 0)]


@pytest.mark.parametrize("copy", range(4))
def test_whatever_tile_of_a_closed_kan_a_log_names_the_lowest_is_laid_down(copy: int) -> None:
    hand = dealt("7777z", "", "", "", keep="5z").draw(0, "5z")
    red = [tile for tile in hand.held[0] if kind_of(tile) == 33]
    hand.lines.append(f'<N who="0" m="{encode_ankan(red[copy])}" />')

    facts, found = facts_of(hand)

    assert (found, facts.last_tile[0]) == ([], min(red))
    assert (facts.melded[0, 0, 33], facts.open_melds[0, 0], facts.meld_source[0, 0, 0]) == (4, 0, 0)


def make_kans(hand: Hand, seat: int, *kinds: str) -> Hand:
    """Closed kans, each with its indicator and the draw after it."""
    for kind in kinds:
        hand.ankan(seat, kind).dora("6s").draw(seat, "7s")
    return hand


def two_kans_each() -> Hand:
    """Of two seats; the second has just discarded."""
    hand = dealt("1111z2222z", "3333z9999p", "8888m", "", keep="567s")
    make_kans(hand.draw(0, "5s"), 0, "1z", "2z").discard(0, "7s")
    return make_kans(hand.draw(1, "5s"), 1, "3z", "9p").discard(1, "7s")


def test_the_fourth_kan_of_several_seats_and_the_discard_after_it_are_found() -> None:
    facts, found = facts_of(two_kans_each().turn(2, "5s").turn(3, "5s"))

    # Draw, kan, indicator, draw, kan, indicator, draw, discard; then the same of seat 1.
    assert found == []
    assert (facts.fourth_kan[0], facts.fourth_kan_discard[0]) == (12, 15)
    assert facts.kans[0].tolist() == [2, 2, 0, 0]


def test_four_kans_of_one_seat_are_no_fourth_kan() -> None:
    hand = dealt("1111z2222z3333z4z", "", "", "", keep="67s4z").draw(0, "4z")
    for kind, drawn in (("1z", "4z"), ("2z", "4z"), ("3z", "7s")):
        hand.ankan(0, kind).dora("6s").draw(0, drawn)
    facts, found = facts_of(hand.ankan(0, "4z"))

    assert found == []
    assert (facts.kans[0, 0], facts.fourth_kan[0]) == (4, -1)


def test_a_fifth_kan_is_illegal() -> None:
    assert illegal(two_kans_each().draw(2, "5s").ankan(2, "8m")) == [("FIFTH_KAN", 2)]


@pytest.mark.parametrize(("draws", "expected"), [(68, []), (69, [("CALL_OF_LAST_DISCARD", 3)])])
def test_the_last_discard_must_not_be_called(draws: int, expected: list[tuple[str, int]]) -> None:
    hand = drawn_out(dealt("", "", "", "99m", keep="9m"), draws, keep="9m")

    assert illegal(hand.turn(draws % 4, "9m").pon(3)) == expected


@pytest.mark.parametrize(("draws", "expected"), [(68, []), (69, [("KAN_ON_LAST_TILE", 1)])])
def test_no_kan_is_made_with_the_last_tile(draws: int, expected: list[tuple[str, int]]) -> None:
    seat = draws % 4
    tehai = ("111z" if one == seat else "" for one in range(4))
    hand = drawn_out(dealt(*tehai, keep="1z"), draws, keep="1z")

    assert illegal(hand.draw(seat, "1z").ankan(seat, "1z")) == expected
