"""Packs made once: of some scenarios, and at length each under one rule set in turn, or all of them.

The environment variable TENHOU_WHOLE_PACK makes the long one the whole pack.
"""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analyzer.audit import LogName, review
from analyzer.conformance import samples, write_pack
from analyzer.kernels import compiling
from analyzer.rules import load, names
from analyzer.simulation import SCENARIOS, Scenario
from analyzer.simulation.scenarios import HANDS
from tests.conformance.settled_games import Game, games_of

WHOLE = bool(os.environ.get("TENHOU_WHOLE_PACK"))
FORMS_UNDER = ("tenhou", "tenhou-2009", "tenhou-2010", "tenhou-sanma", "tenhou-sanma-2010")
"""An ordinary game is long, so that these rule sets will do for other ways to write one."""
SOME, EVERY = "some_scenarios", "every_scenario"
SOME_ROWS = ("tenpai_2", "double_ron", "four_han_30_fu", "bust_by_ron", "bust_by_noten", "kita_ron")
"""Most end their game at once: what is played behind them takes the time."""
SOME_SETS = ("tenhou", "tenhou-sanma", "wrc")
SOME_HANDS = {SOME: 120, EVERY: 40}
"""Of single hands one in so many; tests of mutants play them all."""
PAID_TWICE = {"double_ron": "tenhou"}
"""Scenarios of two winners, each under a rule set that pays both."""


def rows(pack: str) -> list[Scenario]:
    """The scenarios of a pack; of the long one each under one rule set where it makes sense."""
    if pack == SOME:
        return [row for row in SCENARIOS if row.name in SOME_ROWS]
    if WHOLE:
        return list(SCENARIOS)
    found = []
    for place, row in enumerate(SCENARIOS):
        sets = [load(name) for name in (names() if row.form is None else FORMS_UNDER)]
        fit = [rules for rules in sets if row.makes_sense(rules)]
        if fit:
            found.append(only_under(row, PAID_TWICE.get(row.name, fit[place % len(fit)].name)))
    return found


def only_under(row: Scenario, name: str) -> Scenario:
    return replace(row, rules=lambda rules: rules.name == name)


@pytest.fixture(scope="session", params=[SOME, pytest.param(EVERY, marks=pytest.mark.long)])
def pack(request, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("conformance") / request.param
    is_whole = WHOLE and request.param == EVERY
    with pytest.MonkeyPatch.context() as patch, compiling() if is_whole else nullcontext():
        patch.setattr(samples, "SCENARIOS", rows(request.param))
        patch.setattr(samples, "HANDS", HANDS if is_whole else HANDS[:: SOME_HANDS[request.param]])
        write_pack(folder, faulty=True, rule_sets=SOME_SETS if request.param == SOME else None)
    return folder


@pytest.fixture(scope="session")
def index(pack) -> dict[str, Any]:
    return read(pack / "index.json")


@pytest.fixture(scope="session")
def games(pack, index) -> list[tuple[dict[str, Any], Game]]:
    """Each log of the index with what its rule set makes of it."""
    found = []
    for name in dict.fromkeys(row["rule_set"] for row in index["logs"]):
        mine = [row for row in index["logs"] if row["rule_set"] == name]
        logs = [(LogName(row["log"], row["log"]), (pack / row["log"]).read_bytes()) for row in mine]
        found += zip(mine, games_of(review(logs, name), load(name)), strict=True)
    return found


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))
