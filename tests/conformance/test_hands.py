"""Every single hand comes to what its file says, worked out by hand, and the packages say the same."""

from __future__ import annotations

import re

import pytest

from analyzer.settlement.yaku_names import Yaku
from analyzer.simulation.scenarios import HANDS
from tests.conformance.cases_of_pack import PackCase, cases, han_of
from tests.settlement.second_opinions import as_printed, as_riichienv, by_mahjong, by_riichienv

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
def test_every_win_is_worth_the_same_to_the_package_mahjong(players):
    pytest.importorskip("mahjong")
    wins = [win for case in cases(players) for win in case.wins]

    pairs = [(win.where, as_printed(win), by_mahjong(win)) for win in wins]

    assert [pair for pair in pairs if pair[1] != pair[2]] == []


@each_table
def test_every_win_is_worth_the_same_to_riichienv(players):
    pytest.importorskip("riichienv")
    wins = [win for case in cases(players) for win in case.wins]

    pairs = [(win.where, as_riichienv(as_printed(win)), by_riichienv(win)) for win in wins]

    assert [pair for pair in pairs if pair[1] != pair[2]] == []
