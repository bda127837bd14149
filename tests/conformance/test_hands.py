"""Every case of the pack comes to what its file, the plain engine and two packages say."""

from __future__ import annotations

import re

import pytest

from analyzer.settlement.yaku_names import Yaku
from analyzer.simulation.scenarios import HANDS
from tests.conformance.cases_of_pack import PackCase, cases, han_of, shown
from tests.conformance.mutants import FOUR_ALONE, KEEPER, MUTANTS, PLAIN, keepers, mutants
from tests.conformance.plain_engine import is_wrong
from tests.settlement.second_opinions import DORA, Opinion, as_riichienv, by_mahjong, by_riichienv

pytestmark = pytest.mark.long
ROWS = {row.name: row for row in HANDS}
each_table = pytest.mark.parametrize("players", [4, 3])


def said(case: PackCase) -> list[tuple[list[str], int, int | None]]:
    """Yaku, han and fu of each win of a hand, as its file says."""
    worth = ROWS[case.name].worth
    parts = [part for part in ("", "second_", "third_") if f"{part}yaku" in worth]
    return [
        (sorted(worth[f"{part}yaku"].split()), worth[f"{part}han"], worth.get(f"{part}fu")) for part in parts
    ]


def expected(case: PackCase) -> list[tuple[list[str], int, int | None]]:
    """The same as the pack says."""
    found = []
    for win in case.hand["wins"]:
        words = [word for one in win["yaku"] for word in named(one["id"], one["han"])]
        is_yakuman = any(one["id"] in range(37, 52) for one in win["yaku"])
        han = sum(map(han_of, win["yaku"]))
        found.append((sorted(words), han, None if is_yakuman else win["fu"]))
    return found


def named(number: int, han: int) -> list[str]:
    """A yaku as files name it: winds by their part, each dora by itself."""
    name = re.sub("^(seat|round)_.*", r"\1_wind", Yaku(number).name.lower())
    return [name] * han if number >= Yaku.DORA else [name]


@each_table
def test_a_hand_is_worth_what_its_file_says(players):
    rows = [case for case in cases(players) if case.name in ROWS and case.wins]

    assert [(case.name, said(case), expected(case)) for case in rows if said(case) != expected(case)] == []


@each_table
def test_every_hand_that_can_be_is_played(players):
    played = {case.name for case in cases(players)}
    possible = {row.name for row in HANDS if players in row.players}
    # Under other rule sets than Tenhou's.
    elsewhere = {"renhou_five_han", "three_rons"} if players == 4 else {"renhou_five_han"}

    assert possible - played - elsewhere == set()


@each_table
def test_the_plain_scorer_and_keeper_agree_with_every_case(players):
    assert [
        one.case for one in cases(players) for plain in (PLAIN, KEEPER) if is_wrong(one.case, plain)
    ] == []


def test_every_wrong_scorer_and_keeper_of_three_players_is_caught():
    wrong = mutants(3) | keepers(3)

    assert {
        name for name, one in wrong.items() if not any(is_wrong(case.case, one) for case in shown(3))
    } == set()


def test_with_three_players_the_mutants_of_four_alone_would_be_right():
    assert {
        name for name in FOUR_ALONE if any(is_wrong(one.case, MUTANTS[name]) for one in cases(3))
    } == set()


def opinions(players: int):
    """Each win, and what the pack says of it."""
    for case in cases(players):
        for win, due in zip(case.wins, case.hand["wins"], strict=True):
            yaku = frozenset(one["id"] for one in due["yaku"]) - DORA
            yield win, Opinion(sum(map(han_of, due["yaku"])), due["fu"], due["points"], yaku)


@each_table
def test_every_win_is_worth_the_same_to_the_package_mahjong(players):
    pytest.importorskip("mahjong")

    pairs = [(win.where, due, by_mahjong(win)) for win, due in opinions(players)]

    assert [pair for pair in pairs if pair[1] != pair[2]] == []


@each_table
def test_every_win_is_worth_the_same_to_riichienv(players):
    pytest.importorskip("riichienv")

    pairs = [(win.where, as_riichienv(due), by_riichienv(win)) for win, due in opinions(players)]

    assert [pair for pair in pairs if pair[1] != pair[2]] == []
