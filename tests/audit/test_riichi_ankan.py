"""Closed kans after riichi: which of them a rule set allows.

Source: EMA Riichi Rules 2025, 6.7.1; Saikouisen Classic: never.
"""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from analyzer.rules import load
from analyzer.simulation.scene import Scenario, Scene
from analyzer.simulation.simulate import scenario_log

PLAYS = "E riichi -6z S -7z W -7z N -7z E +2m ankan 2222m +1z - S - W - N - E +5s tsumo"
HAIPAI = {
    "a triplet only": "222456m67s99p555z",
    "a triplet or runs": "222333444m67s99p",
}
RUNS = "a closed kan of 2m after riichi, which may be read in a run"
NEVER = "closed kan of 2m after riichi, which the rules forbid"


@pytest.mark.parametrize(
    ("haipai", "rules", "said"),
    [
        ("a triplet only", "ema-2025", []),
        ("a triplet only", "tenhou", []),
        ("a triplet only", "saikouisen-classic", [NEVER]),
        ("a triplet or runs", "ema-2025", [RUNS]),
        ("a triplet or runs", "m-league", [RUNS]),
        ("a triplet or runs", "tenhou", []),
        ("a triplet or runs", "saikouisen-classic", [NEVER]),
    ],
)
def test_a_kan_is_judged_by_waits_or_by_reading(haipai: str, rules: str, said: list[str]) -> None:
    scene = Scene(haipai={"E": HAIPAI[haipai]}, indicators="8p8s", plays=PLAYS)
    _, data = scenario_log(Scenario(name="kan", meaning="", scenes=(scene,)), "tests", load("tenhou"))

    found = review([(LogName("game", "game"), data)], rules, checks=["riichi-procedure"]).findings

    assert [one.message.partition(";")[0] for one in found] == said
