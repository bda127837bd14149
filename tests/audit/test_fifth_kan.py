"""A fifth kan, where the rule set lets play go on: legal, with an indicator, without an ura under it.

Source: Arcturus wiki, "Tochuu ryuukyoku", Suukaikan, variant: play on, a fifth kan without new ura.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from analyzer.audit import LogName, Verdict, review
from analyzer.rules import RuleSet, load
from analyzer.rules.grades import Suukaikan
from analyzer.simulation.scene import Scenario, Scene
from analyzer.simulation.simulate import scenario_log
from tests.faults import gains
from tests.logs import Elements

# West waits for 2s and 5s with 22p; only the indicator of the fifth kan, 1p, makes a dora of its hand.
SCENE = Scene(
    haipai={"E": "111222z", "S": "333444z", "W": "123456789m22p34s", "N": "555z"},
    indicators="7z6z7z6z7z1p",
    plays="E ankan 1111z ankan 2222z -9p S ankan 3333z ankan 4444z -1s W riichi -9s N ankan 5555z -2s W ron",
)


def under(form: str) -> RuleSet:
    return replace(load("tenhou"), suukaikan=Suukaikan(form))


@cache
def played() -> Elements:
    scenario = Scenario(name="fifth_kan", meaning="", scenes=(SCENE,))
    return Elements.of(scenario_log(scenario, "tests", under("fifth-without-ura"))[1])


def said(log: Elements, form: str) -> list[str]:
    found = review([(LogName("game", "game"), log.xml())], under(form)).findings
    return [f"{one.check}: {one.message.partition(';')[0]}" for one in found if one.check != "wall-seed"]


def test_five_kans_show_six_indicators_and_five_ura():
    log = played()
    at = log.find("<AGARI")

    assert sum(element.startswith("<DORA") for element in log[:at]) == 5
    assert (len(log.numbers(at, "doraHai")), len(log.numbers(at, "doraHaiUra"))) == (6, 5)


def test_the_indicator_of_the_fifth_kan_counts():
    # Riichi, pinfu, ittsuu 2 and the pair of 2p as dora make six han: 12,000, and the stick.
    log = played()
    at = log.find("<AGARI")

    assert log.get(at, "ten") == "30,12000,2"
    assert gains(log, at) == [0, 0, 130, -120]


def test_play_settlement_and_audit_agree_on_it():
    assert said(played(), "fifth-without-ura") == []


@pytest.mark.parametrize("form", ["no-fifth"])
def test_where_it_is_not_allowed_it_is_named(form):
    assert said(played(), form)[0] == "calls: a fifth kan, of 5z"


def test_where_the_rules_are_not_known_it_is_undecided():
    log = Elements(played())
    # A lobby with rules of its own that it does not announce.
    log.set(log.find("<GO"), "type", str(int(log.get(log.find("<GO"), "type")) | 0x100))

    result = review([(LogName("game", "game"), log.xml())], checks=["calls"])

    (said_of_it,) = result.findings
    assert said_of_it.verdict == Verdict.UNDECIDED
    assert str(said_of_it.reason).startswith("rules not known (abortive): the lobby has rules of its own")
    assert result.tallies["calls"].failed == 0


def test_an_ura_indicator_under_that_of_the_fifth_kan_is_one_too_many():
    log = Elements(played())
    at = log.find("<AGARI")
    hand = log[: at + 1]
    shown = {int(tile) for element in hand for tile in element.replace('"', ",").split(",") if tile.isdigit()}
    spare = next(tile for tile in range(72, 108) if tile not in shown)
    log.set_numbers(at, "doraHaiUra", [*log.numbers(at, "doraHaiUra"), spare])

    (message,) = said(log, "fifth-without-ura")

    assert message.startswith("win-dora: log has 6 ura indicators (")
    assert message.endswith(", play gives 5 ura indicators")


def test_its_indicator_must_be_shown():
    log = Elements(played())
    last = max(place for place, element in enumerate(log[: log.find("<AGARI")]) if "<DORA" in element)
    del log[last]

    assert said(log, "fifth-without-ura")[0] == "dora-indicators: the indicator of a kan is not shown in time"
