"""Packs made once: of some scenarios, and at length of more, each under one rule set in turn.

Of Tenhou's rules of today `test_whole.py` has every scenario.
"""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from analyzer.audit import LogName, Review, review
from analyzer.conformance import samples, write_pack
from analyzer.conformance.samples import expected_games
from analyzer.kernels import compiling
from analyzer.rules import RuleSet, load, names
from analyzer.simulation import SCENARIOS, Scenario
from analyzer.simulation.scenarios import HANDS

SOME, EVERY = "some_scenarios", "every_rule_set"
SOME_ROWS = ("tenpai_2", "double_ron", "four_han_30_fu", "bust_by_ron", "bust_by_noten", "kita_ron")
"""Most end their game at once: what is played behind them takes the time."""
SOME_SETS = ("tenhou", "tenhou-sanma", "wrc")
SOME_HANDS = {SOME: 120, EVERY: 40}
"""Of single hands one in so many."""


def rows(pack: str) -> list[Scenario]:
    """The scenarios of a pack."""
    if pack == SOME:
        return [row for row in SCENARIOS if row.name in SOME_ROWS]
    others, found = [load(name) for name in names() if name not in SOME_SETS[:2]], []
    for place, row in enumerate(row for row in SCENARIOS[::2] if row.form is None or row.form.times):
        fit = [rules.name for rules in others if row.makes_sense(rules)]
        if fit:
            found.append(only_under(row, fit[place % len(fit)]))
    return found


def only_under(row: Scenario, name: str) -> Scenario:
    return replace(row, rules=lambda rules: rules.name == name)


class Game(NamedTuple):
    """One log."""

    hands: list[dict[str, Any]]
    end: Any


def games_of(judged: Review, rules: RuleSet) -> list[Game]:
    """The logs of a batch under the rule set that it was reviewed under, with the scores around each hand."""
    found = []
    hands = judged.events.hands
    for game in expected_games(judged, rules):
        told = []
        for row, _, _, settled, _ in game:
            before, paid = hands.scores[row, : rules.seats], judged.facts.riichi_passed[row, : rules.seats]
            around = {
                "dealer": int(judged.facts.dealer[row]),
                "sticks": int(hands.kyotaku[row]),
                "deposits": np.flatnonzero(paid).tolist(),
                "scores_before": before.tolist(),
                "scores_after": (before - 1000 * paid + settled.deltas).tolist(),
                "element": int(hands.element[row]),
            }
            told.append(settled.to_dict() | around)
        found.append(Game(told, game[-1].end))
    return found


@pytest.fixture(scope="session", params=[SOME, pytest.param(EVERY, marks=pytest.mark.long)])
def pack(request, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("conformance") / request.param
    is_long = request.param == EVERY
    with pytest.MonkeyPatch.context() as patch, compiling() if is_long else nullcontext():
        patch.setattr(samples, "SCENARIOS", rows(request.param))
        patch.setattr(samples, "HANDS", HANDS[:: SOME_HANDS[request.param]])
        write_pack(folder, faulty=True, rule_sets=None if is_long else SOME_SETS)
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
