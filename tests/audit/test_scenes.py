"""Rare hands played as scenes, under rule sets that judge them otherwise: kans, liability, two han."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from analyzer.audit import LogName, Tally, Verdict, review
from analyzer.rules import RuleSet, load
from analyzer.rules.grades import Suukaikan
from analyzer.simulation.scenarios import SCENARIOS
from analyzer.simulation.scene import Scene
from tests.audit.made import judged, scene_log, sentence
from tests.faults import gains, players
from tests.logs import Elements

# A fifth kan, where the rule set lets play go on: legal, with an indicator, without an ura under it.
# Source: Arcturus wiki, "Tochuu ryuukyoku", Suukaikan, variant: play on, a fifth kan without new ura.
# West waits for 2s and 5s with 22p; only the indicator of the fifth kan, 1p, makes a dora of its hand.
FIVE_KANS = Scene(
    haipai={"E": "111222z", "S": "333444z", "W": "123456789m22p34s", "N": "555z"},
    indicators="7z6z7z6z7z1p",
    plays="E ankan 1111z ankan 2222z -9p S ankan 3333z ankan 4444z -1s W riichi -9s N ankan 5555z -2s W ron",
)


ASIDE = ("wall-seed", "game-over", "whole-log")
"""The games have no seed, and stop after their scenes."""


def under(form: str) -> RuleSet:
    return replace(load("tenhou"), suukaikan=Suukaikan(form))


@cache
def five_kans() -> Elements:
    return Elements.of(scene_log(FIVE_KANS, rules=under("fifth-without-ura")))


def said(log: Elements, form: str = "fifth-without-ura") -> list[str]:
    found = judged(log.xml(), under(form)).findings
    return [f"{one.check}: {sentence(one)}" for one in found if one.check not in ASIDE]


def test_five_kans_show_six_indicators_and_five_ura_and_the_last_counts():
    log = five_kans()
    at = log.find("<AGARI")

    assert sum(element.startswith("<DORA") for element in log[:at]) == 5
    assert (len(log.numbers(at, "doraHai")), len(log.numbers(at, "doraHaiUra"))) == (6, 5)
    # Riichi, pinfu, ittsuu 2 and the pair of 2p as dora make six han: 12,000, and the stick.
    assert (log.get(at, "ten"), gains(log, at)) == ("30,12000,2", [0, 0, 130, -120])
    assert said(log) == []


def test_a_fifth_kan_is_named_where_it_is_not_allowed_and_undecided_where_nobody_knows():
    log = Elements(five_kans())
    assert said(log, "no-fifth")[0] == "calls: a fifth kan, of 5z"

    # A lobby with rules of its own that it does not announce.
    log.set(log.find("<GO"), "type", str(int(log.get(log.find("<GO"), "type")) | 0x100))
    result = judged(log.xml(), checks=["calls"])

    (said_of_it,) = result.findings
    assert said_of_it.verdict == Verdict.UNDECIDED
    assert str(said_of_it.reason).startswith("rules not known (abortive): the lobby has rules of its own")
    assert result.tallies["calls"].failed == 0


def test_an_ura_indicator_under_that_of_the_fifth_kan_is_one_too_many():
    log = Elements(five_kans())
    at = log.find("<AGARI")
    hand = log[: at + 1]
    shown = {int(tile) for element in hand for tile in element.replace('"', ",").split(",") if tile.isdigit()}
    spare = next(tile for tile in range(72, 108) if tile not in shown)
    log.set_numbers(at, "doraHaiUra", [*log.numbers(at, "doraHaiUra"), spare])

    (message,) = said(log)

    assert message.startswith("win-dora: log has 6 ura indicators (")
    assert message.endswith(", play gives 5 ura indicators")


def test_the_indicator_of_a_fifth_kan_must_be_shown():
    log = Elements(five_kans())
    del log[max(place for place, element in enumerate(log[: log.find("<AGARI")]) if "<DORA" in element)]

    assert said(log)[0] == "dora-indicators: the indicator of a kan is not shown in time"


KAN = "E riichi -6z S -7z W -7z N -7z E +2m ankan 2222m +1z - S - W - N - E +5s tsumo"
TRIPLET, RUNS_TOO = "222456m67s99p555z", "222333444m67s99p"
IN_A_RUN = "a closed kan of 2m after riichi, which may be read in a run"
NEVER = "closed kan of 2m after riichi, which the rules forbid"


@pytest.mark.parametrize(
    ("haipai", "rules", "said"),
    [
        (TRIPLET, "ema-2025", []),
        (TRIPLET, "tenhou", []),
        (TRIPLET, "saikouisen-classic", [NEVER]),
        (RUNS_TOO, "ema-2025", [IN_A_RUN]),
        (RUNS_TOO, "m-league", [IN_A_RUN]),
        (RUNS_TOO, "tenhou", []),
        (RUNS_TOO, "saikouisen-classic", [NEVER]),
    ],
)
def test_a_kan_after_riichi_is_judged_by_waits_or_reading(haipai: str, rules: str, said: list[str]) -> None:
    """EMA Riichi Rules 2025, 6.7.1; Saikouisen Classic: never."""
    data = scene_log(Scene(haipai={"E": haipai}, indicators="8p8s", plays=KAN))

    found = judged(data, rules, ["riichi-procedure"]).findings

    assert [sentence(one) for one in found] == said


# South calls White and Green from East, then Red from West, who is liable.
PAO = "E -5z S pon 555z -1p E -6z S pon 666z -9p W -7z S pon 777z -9m "


def tally(log: Elements) -> Tally:
    name = f"2199010110gm-00{0xA9 if players(log) == 4 else 0xB9:02x}-0000-00000000"
    return review([(LogName(name, name), log.xml())], checks=["win-payment"]).tallies["win-payment"]


def paid_by_others(log: Elements) -> Elements:
    """The win paid by other seats than it was."""
    changed = Elements(log)
    at = changed.find("paoWho")
    paid = gains(changed, at)
    payer = next(seat for seat, gain in enumerate(paid) if gain < 0)
    other = next(seat for seat, gain in enumerate(paid) if gain <= 0 and seat != payer)
    numbers = changed.numbers(at, "sc")
    numbers[1 + 2 * payer] += 30
    numbers[1 + 2 * other] -= 30
    changed.set_numbers(at, "sc", numbers)
    return changed


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma"])
@pytest.mark.parametrize(
    ("end", "rest", "is_known"),
    [
        ("S +2z tsumo", "1122z", True),
        ("W +2z - S ron", "1122z", True),
        ("E +2z - S ron", "1122z", False),
        ("E +7p - S ron", "56p44s", True),
    ],
    ids=["tsumo", "off the liable seat", "off another seat", "a single yakuman off another seat"],
)
def test_a_payment_is_undecided_where_no_source_says_who_pays(
    end: str, rest: str, is_known: bool, rules: str
) -> None:
    """Of a liable yakuman with another beside it: by tsumo it is known, off another seat's discard not."""
    scene = Scene(haipai={"S": f"9m19p{rest}556677z"}, indicators="9m", plays=PAO + end)
    log = Elements.of(scene_log(scene, rules=rules))

    right, wrong = tally(log), tally(paid_by_others(log))

    assert (right.failed, right.undecided) == (0, 0 if is_known else 1)
    assert (wrong.failed, wrong.undecided) == ((1, 0) if is_known else (0, 1))


@pytest.mark.parametrize(
    ("rest", "messages"),
    [
        ("345p22s66z", ["no win (open, with a wait that gives fewer than 2 han of yaku)"]),
        # Waits of Red and Green: each makes two with White.
        ("345p7766z", []),
    ],
)
def test_a_wait_of_one_yaku_makes_a_win_of_two_illegal(rest: str, messages: list[str]) -> None:
    """Three-player rule page, 2011-09-10, ryanshi: after a call every finishing tile must give two."""
    ryanshi = load("sanma-ryanshi")
    four_wins = next(row.scenes[:4] for row in SCENARIOS if row.name == "ryanshi")
    # South calls White and 8s; Green makes two yaku, 2s would make one.
    calls = "E -5z S pon 555z -1m E -8s S pon 888s -9m E -6z S ron"
    scene = Scene(haipai={"S": f"19m88s55z{rest}"}, indicators="9m", plays=calls)
    data = scene_log(*four_wins, scene, rules=replace(ryanshi, ryanshi_from=0))

    found = judged(data, ryanshi, ["win-yaku"]).findings

    assert [one.sentence.partition("play gives ")[2] for one in found] == messages
