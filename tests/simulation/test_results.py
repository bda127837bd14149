"""Results as logs state them; real ones are in `test_games.py`, several winners in `tests/scenarios`."""

import re

import numpy as np
import pytest

from analyzer.rules import load
from analyzer.simulation.results import settled_round
from analyzer.vocabulary import ABSENT, NO_TILE, DrawKind, mpsz
from tests.hands import Hand

NO_URA = np.full((1, 8), NO_TILE, np.uint8)


def settled(events, winners, rules="tenhou", ura=NO_URA):
    return settled_round(events, np.isin(np.arange(4), winners)[None], load(rules), ura)


def tiles(row):
    return mpsz(tile for tile in row.tolist() if tile != NO_TILE)


def numbers(row):
    return [number for number in row.reshape(-1).tolist() if number != ABSENT]


def three_wait_for_5p():
    """West discards 5p in its first turn; all others are tenpai on it, with tanyao."""
    hand = Hand(
        "22m567s678s333p67p", "234m567m345s22s67p", "147m147p147s1234z", "345m678m456s88s46p",
        kyoku="E1.2", kyotaku=1, indicator="9s",
    )  # fmt: skip
    return hand.turn(0, "9m").turn(1, "9m").turn(2, "5p").events()


def test_three_winners_are_all_shown_where_they_abort_the_hand():
    results = settled(three_wait_for_5p(), winners=[0, 1, 3]).events.results

    assert results.draw_kind.tolist() == [DrawKind.SANCHAHOU]
    assert [tiles(row) for row in results.shown[0]] == [
        "22m33367p566778s", "234567m67p22345s", "", "345678m46p45688s",
    ]  # fmt: skip


def test_a_win_says_what_was_held_and_what_it_is_worth():
    results = settled(three_wait_for_5p(), winners=[1]).events.results

    assert (tiles(results.shown[0, 1]), tiles(results.machi)) == ("234567m567p22345s", "5p")
    assert (int(results.loser[0]), numbers(results.ten)) == (2, [30, 2000, 0])
    # Pinfu before tanyao, one han each.
    assert numbers(results.yaku) == [7, 1, 8, 1]
    assert (tiles(results.dora[0]), bool(results.has_ura[0])) == ("9s", False)


def test_a_riichi_winner_shows_as_many_ura_as_there_are_indicators():
    hand = Hand("22m567s678s333p67p", "258m258p258s1234z", "147m147p147s1234z", "369m369p369s1567z")
    events = hand.riichi(0, "9m").turn(1, "5p").events()

    results = settled(events, winners=[0], ura=np.array([[100, 96, 92]], np.uint8)).events.results

    assert (tiles(results.ura[0]), bool(results.has_ura[0])) == ("8s", True)
    # Double riichi, ippatsu, tanyao; ura is listed though it is none.
    assert numbers(results.yaku) == [21, 2, 2, 1, 8, 1, 53, 0]
    assert results.kyotaku.tolist() == [1]
    assert results.scores.tolist() == [[24000, 25000, 25000, 25000]]


def test_melds_stand_latest_first_and_a_kakan_in_the_place_of_its_pon():
    hand = Hand("258m258p258s1234z", "5566z234m567p8s19p", "147m147p147s1234z", "369m369p369s1237z")
    hand.turn(0, "5z").pon(1).discard(1, "1p").turn(2, "6z").pon(1).discard(1, "9p")
    hand.turn(2, "9m").turn(3, "9m").turn(0, "9m").draw(1, "5z").kakan(1, "5z").draw(1, "8s")
    _, pon_6z, kakan_5z = (int(code) for code in re.findall(r'm="(\d+)"', "".join(hand.lines)))

    results = settled(hand.events(), winners=[1]).events.results

    assert numbers(results.melds) == [pon_6z, kakan_5z]


@pytest.mark.parametrize(
    ("winners", "told"),
    [([2, 3], "wins that tenhou does not pay"), ([], "hands that tenhou does not end here")],
)
def test_what_the_rules_neither_pay_nor_end_is_a_mistake(winners, told):
    with pytest.raises(RuntimeError, match=told):
        settled(three_wait_for_5p(), winners)
