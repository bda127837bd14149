"""An open hand at four honba and more of which some wait gives one yaku only: it is no win.

Source: three-player rule page, 2011-09-10, Special Cases, ryanshi: after a call every possible finishing tile
must give two.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.audit import LogName, review
from analyzer.rules import load
from analyzer.simulation.scenarios import SCENARIOS
from analyzer.simulation.scene import Scenario, Scene
from analyzer.simulation.simulate import scenario_log

RYANSHI = load("sanma-ryanshi")
WITHOUT = replace(RYANSHI, ryanshi_from=0)
FOUR_WINS = next(row.scenes[:4] for row in SCENARIOS if row.name == "ryanshi")
# South calls White and 8s; Green makes two yaku, 2s would make one.
CALLS = "E -5z S pon 555z -1m E -8s S pon 888s -9m E -6z S ron"


def said(rest: str) -> list[str]:
    """What is found of the fifth hand, which South wins open with these tiles beside its calls."""
    scene = Scene(haipai={"S": f"19m88s55z{rest}"}, indicators="9m", plays=CALLS)
    scenario = Scenario(name="open", meaning="", players=(3,), scenes=(*FOUR_WINS, scene))
    _, data = scenario_log(scenario, "tests", WITHOUT)
    found = review([(LogName("game", "game"), data)], RYANSHI, checks=["win-yaku"]).findings
    return [one.sentence.partition("play gives ")[2] for one in found]


@pytest.mark.parametrize(
    ("rest", "messages"),
    [
        ("345p22s66z", ["no win (open, with a wait that gives fewer than 2 han of yaku)"]),
        # Waits of Red and Green: each makes two with White.
        ("345p7766z", []),
    ],
)
def test_a_wait_of_one_yaku_makes_a_win_of_two_illegal(rest: str, messages: list[str]) -> None:
    assert said(rest) == messages
