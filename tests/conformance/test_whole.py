"""The whole pack of Tenhou's rules, made once: what files, plain engine and cells say of it.

All that needs it is here: each process of pytest-xdist would make its own.
"""

import json
from collections.abc import Callable, Mapping
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from analyzer.audit import CHECKS
from analyzer.conformance import write_pack
from analyzer.conformance.cases import SMOKE, Case, read_cases
from analyzer.conformance.fault_catalogue import FAULTS
from analyzer.kernels import compiling
from analyzer.rules import load
from analyzer.simulation import SCENARIOS
from analyzer.simulation.scenarios import HANDS
from analyzer.vocabulary import WIND_LETTERS
from benchmarks.smoke import smoke_files
from tests.conformance.plain_engine import (
    FOUR_ALONE,
    KEEPER,
    MUTANTS,
    OF_THREE,
    PLAIN,
    ended_of,
    is_wrong,
    wins_of,
)
from tests.scenarios.test_hand_rows import said, worded

pytestmark = pytest.mark.long

RULES = {4: "tenhou", 3: "tenhou-sanma"}
ROWS = {row.name: row for row in HANDS}
each_table = pytest.mark.parametrize("players", RULES)
HONBA, STICKS = [f"{count} honba" for count in range(6)], [f"{count} sticks" for count in range(5)]
"""More count as the last."""


Cases = list[Case]


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("conformance") / "pack"
    with pytest.MonkeyPatch.context() as patch, compiling():
        # Other packs have twins in all forms.
        patch.setattr("analyzer.conformance.pack.FORMS", {"mjlog": ".mjlog"})
        write_pack(folder, faulty=True, rule_sets=[*RULES.values()])
    return folder


@pytest.fixture(scope="module")
def index(pack: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((pack / "index.json").read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def packed(pack: Path) -> dict[int, Cases]:
    """The cases by number of players."""
    return {players: read_cases(pack, [name]) for players, name in RULES.items()}


@pytest.fixture
def cases(packed: dict[int, Cases], players: int) -> Cases:
    return packed[players]


@pytest.fixture
def shown(cases: Cases) -> Cases:
    """Those that the pack is there for; the others bring games to their end."""
    return [case for case in cases if not case.shows.startswith("another hand of ")]


@each_table
def test_every_scenario_and_hand_that_can_be_is_played(players: int, index: dict[str, Any]) -> None:
    logs = [row for row in index["logs"] if row["rule_set"] == RULES[players]]
    played = {name for row in logs for name in (row["hands"] or [row["scenario"]]) if name}
    rules = load(RULES[players])

    assert played == {row.name for row in (*SCENARIOS, *HANDS) if row.makes_sense(rules)}


@each_table
def test_every_check_has_a_twin_that_gives_it_alone(players: int, index: dict[str, Any]) -> None:
    twins = [row for row in index["faulty"] if row["rule_set"] == RULES[players]]

    assert {row["finding"]["check"] for row in twins} == {check.id for check in CHECKS}


def test_every_fault_that_is_found_once_has_a_twin(index: dict[str, Any]) -> None:
    found_once = {fault.name for fault in FAULTS.values() if not fault.again}

    assert found_once - {row["fault"] for row in index["faulty"]} == set()


def test_the_smoke_pack_is_what_its_command_takes_out_of_it(pack: Path) -> None:
    kept = {
        file.relative_to(SMOKE).as_posix(): file.read_bytes() for file in SMOKE.rglob("*") if file.is_file()
    }

    assert smoke_files(pack) == kept


def name_of(case: Case) -> str:
    """Of a single hand its name."""
    return case.shows.replace(" ", "_")


def expected(case: Case) -> list[tuple[list[str], int, int | None]]:
    """Yaku, han and fu of each win of a hand, as the pack says."""
    found = []
    for win in case.expected["wins"]:
        words = [word for one in win["yaku"] for word in worded(one["id"], one["han"])]
        han = sum(one["han"] or 13 * one["yakuman"] for one in win["yaku"])
        found.append((sorted(words), han, None if win["yakuman"] else win["fu"]))
    return found


@each_table
def test_a_hand_is_worth_what_its_file_says(cases: Cases) -> None:
    rows = [case for case in cases if name_of(case) in ROWS and case.expected["wins"]]

    due = [(case, said(ROWS[name_of(case)].worth), expected(case)) for case in rows]
    assert [one for one in due if one[1] != one[2]] == []


@each_table
def test_the_plain_scorer_and_keeper_agree_with_every_case(cases: Cases) -> None:
    assert [one for one in cases for plain in (PLAIN, KEEPER) if is_wrong(one, plain)] == []


@pytest.mark.parametrize("players", [3])
def test_every_wrong_scorer_and_keeper_of_three_players_is_caught(shown: Cases) -> None:
    assert {name for name, one in OF_THREE.items() if not any(is_wrong(case, one) for case in shown)} == set()
    assert {name for name in FOUR_ALONE if any(is_wrong(one, MUTANTS[name]) for one in shown)} == set()


# Cells: sets of what must be there, and what is. Yaku, fu, limits and dora are those that the mutants need;
# draws and ends are told one by one in tests/scenarios.


def shown_by(players: int, winner: int, loser: int, dealer: int, of_round: int, *counts: str) -> set[str]:
    """Cells of one win: its seats and winds, each with its honba and its sticks."""
    wind, round_wind = f"wind {(winner - dealer) % players}", f"round {of_round}"
    parts = [f"winner {winner}", f"dealer {dealer}", wind, round_wind]
    parts += [] if winner == loser else [f"loser {loser}"]
    found = {f"dealer {dealer}, {winner} wins off {loser}", ", ".join(counts)}
    found |= {f"{part}, {count}" for part in parts for count in counts}
    return found | {f"{round_wind}, dealer {dealer}", f"{round_wind}, {wind}"}


def every_seat(players: int, shown: Cases) -> tuple[set[str], set[str]]:
    """Winner, loser and dealer in every seat with every number of honba and of sticks; winds likewise."""
    due: set[str] = set()
    for cell in product(*[range(players)] * 3, range(3), HONBA, STICKS):
        due |= shown_by(players, *cell)
    found = set()
    for ended, win in ((ended_of(one), win) for one in shown for win in wins_of(one)):
        counts = HONBA[min(ended.honba, 5)], STICKS[min(ended.sticks, 4)]
        found |= shown_by(players, win.winner, win.loser, win.dealer, ended.kyoku // 4, *counts)
    # Sticks stay where a honba comes; a fourth riichi is a draw, and three seats have three.
    return due - {"0 honba, 4 sticks"}, found


def several_rons(players: int, shown: Cases) -> tuple[set[str], set[str]]:
    """Every loser with every set of winners, by wind; three are a draw under Tenhou's rules."""
    winds = WIND_LETTERS[:players]
    due = {
        f"{loser} pays {pair}"
        for loser in winds
        for pair in map("".join, combinations(winds, 2))
        if loser not in pair
    }
    if players == 4:
        due |= {f"{wind} would pay three" for wind in winds}
    found = set()
    for case in shown:
        wins, dealer = wins_of(case), ended_of(case).dealer
        last = int(case.question["hand"]["last"].split()[1])
        if len(wins) == 2:
            winners = sorted((win.winner - dealer) % players for win in wins)
            pair = "".join(winds[wind] for wind in winners)
            found.add(f"{winds[(wins[0].loser - dealer) % players]} pays {pair}")
        if case.expected["outcome"] == "sanchahou":
            found.add(f"{winds[(last - dealer) % players]} would pay three")
    return due, found


CELLS: Mapping[str, Callable[[int, Cases], tuple[set[str], set[str]]]] = {
    "seats, winds, honba and sticks": every_seat,
    "several rons": several_rons,
}


@each_table
@pytest.mark.parametrize("cells", CELLS)
def test_no_cell_is_missing(cells: str, players: int, shown: Cases) -> None:
    due, found = CELLS[cells](players, shown)

    assert due
    assert sorted(due - found) == []
