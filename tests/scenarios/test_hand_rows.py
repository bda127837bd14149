"""Rows of single hands are hands written down: `analyzer.score` reads their words as they stand."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import analyzer
from analyzer.rules import load
from analyzer.settlement.yaku_names import Yaku
from analyzer.simulation.scenarios import _FILES, HANDS

WAYS: dict[str, dict[str, Any]] = {
    "ron": {},
    "tsumo": {"tsumo": True},
    "riichi_ron": {"situation": "riichi"},
    "riichi_tsumo": {"situation": "riichi", "tsumo": True},
    "ippatsu_ron": {"situation": "riichi, ippatsu"},
    "ippatsu_tsumo": {"situation": "riichi, ippatsu", "tsumo": True},
    "double_riichi_ron": {"situation": "double riichi"},
    "double_riichi_tsumo": {"situation": "double riichi", "tsumo": True},
    "double_ippatsu_ron": {"situation": "double riichi, ippatsu"},
    "rinshan": {"situation": "rinshan", "tsumo": True},
    "chankan": {"situation": "chankan"},
    "haitei": {"situation": "haitei", "tsumo": True},
    "houtei": {"situation": "houtei"},
    "riichi_kan_tsumo": {"situation": "riichi, rinshan", "tsumo": True},
}
"""Ways of the file in the words of `analyzer.score`; those of a first draw or discard depend on the seat."""
PLAYED = {row.name: row for row in HANDS}
ROWS = {
    row["name"]: row
    for file in _FILES.values()
    for row in file.get("hands", ())
    if "yaku" in row and "plays" not in row and row.get("way", "ron") in WAYS
}


def winds_of(row: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Winds of seat and round that a row may have, with what its letters for winds stand for."""
    for seat, of_round in product(row.get("winner", "ESWN"), row.get("round", "ES")):
        own, other = ("ESWN".index(wind) + 1 for wind in (seat, of_round))
        letters = {"d": own} if own == other else {"a": own, "r": other}
        letters["o"] = next(wind for wind in (1, 2, 3, 4) if wind not in (own, other))
        texts = f"{row['tehai']} {row['win']} {row.get('melds')}"
        used = {letter for word in re.findall("[ardo]+(?=z)", texts) for letter in word}
        if used <= letters.keys():
            yield seat, of_round, {letter: str(wind) for letter, wind in letters.items()}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_worth_what_it_says_as_it_is_written(name: str) -> None:
    row, played = ROWS[name], PLAYED[name]
    rules = next((one for one in map(load, ("tenhou", "tenhou-sanma")) if played.makes_sense(one)), None)
    assert rules is not None
    seat, of_round, letters = next(winds_of(row))

    def named(text: str) -> str:
        return re.sub("[ardo]+(?=z)", lambda found: "".join(letters[one] for one in found[0]), text)

    words = {key: row.get(key, "") for key in ("indicators", "ura")}
    words |= {"melds": named(row["melds"])} if "melds" in row else {}
    words |= {"seat_wind": seat, "round_wind": of_round}
    way = WAYS[row.get("way", "ron")]
    won = analyzer.score(named(row["tehai"]), named(row["win"]), rules.name, **words, **way)

    assert sorted(word for one in won.yaku for word in worded(one.id, one.han)) == sorted(row["yaku"].split())
    assert sum(one.han or 13 * one.yakuman for one in won.yaku) == row["han"]
    assert won.yakuman or won.fu == row["fu"]


@pytest.mark.parametrize(
    "name",
    [
        *("fu_60", "open_form", "open_kan_of_simples", "rinshan_kakan", "chankan_open", "closed_kan_tsumo"),
        *("two_rons", "double_wind", "double_riichi_rinshan"),
    ],
)
def test_a_row_is_played_to_what_it_says(name: str) -> None:
    worth = PLAYED[name].worth
    ((_, data),) = analyzer.simulate(1, "1", scenario=name, rules="tenhou", progress=False)

    found = []
    for fu, text in re.findall(r'ten="(\d+),[^"]*" yaku="([^"]*)"', data.decode()):
        numbers = [*map(int, text.split(","))]
        pairs = [pair for pair in zip(numbers[::2], numbers[1::2], strict=True) if pair[1]]
        words = sorted(word for number, han in pairs for word in worded(number, han))
        found.append((words, sum(han for _, han in pairs), int(fu)))
    assert [due for due in said(worth) if due not in found] == []


def said(worth: dict[str, Any]) -> list[tuple[list[str], int, int | None]]:
    """Yaku, han and fu of each win of a hand, as its file says."""
    parts = [part for part in ("", "second_", "third_") if f"{part}yaku" in worth]
    names = [(f"{part}yaku", f"{part}han", f"{part}fu") for part in parts]
    return [(sorted(worth[yaku].split()), worth[han], worth.get(fu)) for yaku, han, fu in names]


def worded(number: int, han: int) -> list[str]:
    """A yaku as files name it: winds by their part, each dora by itself."""
    name = re.sub("^(seat|round)_.*", r"\1_wind", Yaku(number).name.lower())
    return [name] * han if number >= Yaku.DORA else [name]
