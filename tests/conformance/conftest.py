"""Packs made once: of some scenarios, and at length of more, each under one rule set in turn.

Of Tenhou's rules of today `test_whole.py` has every scenario.  Every fault is tried in every form by
`tests/audit/test_every_check.py`, and twins in every form are in the pack of some: the long one has them as
mjlog alone.
"""

from __future__ import annotations

import json
from collections import defaultdict
from contextlib import AbstractContextManager, nullcontext
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
SOME_HANDS = {SOME: 240, EVERY: 40}
"""Of single hands one in so many."""


def rows(pack: str) -> list[Scenario]:
    """The scenarios of a pack."""
    if pack == SOME:
        return [row for row in SCENARIOS if row.name in SOME_ROWS]
    others, found = [load(name) for name in names() if name not in SOME_SETS[:2]], []
    for place, row in enumerate(row for row in SCENARIOS[::4] if row.form is None or row.form.times):
        fit = [rules.name for rules in others if row.makes_sense(rules)]
        if fit:
            found.append(only_under(row, fit[place % len(fit)]))
    return found


def only_under(row: Scenario, name: str) -> Scenario:
    return replace(row, rules=lambda rules: rules.name == name)


def speed_for(pack: Path) -> AbstractContextManager[None]:
    """The long pack is written and read by compiled kernels."""
    return compiling() if pack.name == EVERY else nullcontext()


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
    with pytest.MonkeyPatch.context() as patch, speed_for(folder):
        patch.setattr(samples, "SCENARIOS", rows(request.param))
        if is_long:
            patch.setattr("analyzer.conformance.pack.FORMS", {"mjlog": ".mjlog"})
        else:
            patch.setattr("analyzer.conformance.planting.TWINS_OF_A_LOG", 1)
        patch.setattr(samples, "HANDS", HANDS[:: SOME_HANDS[request.param]])
        write_pack(folder, faulty=True, rule_sets=None if is_long else SOME_SETS)
    return folder


@pytest.fixture(scope="session")
def index(pack) -> dict[str, Any]:
    return read(pack / "index.json")


@pytest.fixture(scope="session")
def judged(pack, index) -> dict[str, Review]:
    """The logs of the index, by rule set, reviewed under it."""
    logs = defaultdict(list)
    for row in index["logs"]:
        logs[row["rule_set"]].append((LogName(row["log"], row["log"]), (pack / row["log"]).read_bytes()))
    with speed_for(pack):
        return {name: review(mine, name) for name, mine in logs.items()}


@pytest.fixture(scope="session")
def games(pack, index, judged) -> list[tuple[dict[str, Any], Game]]:
    """Each log of the index with what its rule set makes of it."""
    with speed_for(pack):
        found = {name: iter(games_of(each, load(name))) for name, each in judged.items()}
    return [(row, next(found[row["rule_set"]])) for row in index["logs"]]


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))
