"""What the scripted pao come to, worked out by hand.

The liable seat pays a tsumo alone and shares a ron with the discarder, the honba its own: Tenhou's rule
page, by a translation; two real wins for the tsumo.
"""

from dataclasses import replace

import pytest

from analyzer.rules import load
from analyzer.rules.grades import Liability
from analyzer.simulation.scenarios import scripted_scenarios
from tests.scenarios.telling import each_rule_set, scenes_of, shown, told, without_expectation

EXPECTED = {
    # 20 + 4 for each open triplet of dragons + 2 by tsumo = 34.
    ("pao_daisangen_tsumo", "tenhou wrc-2015 mahjong-soul"): (
        "S tsumo, W liable: daisangen; 40 fu 32000 yakuman; S +32000 W -32000",
    ),
    ("pao_daisangen_tsumo", "tenhou-sanma sanma-ryanshi"): (
        "S tsumo, W liable: daisangen; 40 fu 24000 yakuman; S +24000 W -24000",
    ),
    # EMA Riichi Rules 2025, 3.3.7, and WRC: the honba is the discarder's.
    ("pao_daisangen_ron", "wrc-2015 ema-2025"): (
        "S ron E, W liable: daisangen; 40 fu 32000 yakuman; E -16300 S +32300 W -16000",
    ),
    ("pao_daisangen_ron", "tenhou m-league mahjong-soul"): (
        "S ron E, W liable: daisangen; 40 fu 32000 yakuman; E -16000 S +32300 W -16300",
    ),
    ("pao_daisangen_ron", "tenhou-chip"): (
        "S ron E, W liable: daisangen; 40 fu 32000 yakuman; E -16000 S +33500 W -17500",
    ),
    ("pao_daisangen_ron", "tenhou-sanma"): (
        "S ron E, W liable: daisangen; 40 fu 32000 yakuman; E -16000 S +32200 W -16200",
    ),
    ("pao_daisangen_ron", "sanma-ryanshi"): (
        "S ron E, W liable: daisangen; 40 fu 32000 yakuman; E -16000 S +33000 W -17000",
    ),
    ("pao_daisangen_ron_from_giver", "tenhou wrc-2015 tenhou-sanma"): (
        "S ron W, W liable: daisangen; 40 fu 32000 yakuman; S +32000 W -32000",
    ),
    # 20 + 3 * 4 + 8 for the closed triplet of South + 2 by tsumo = 42, 50 fu.  On Tenhou West pays the whole
    # hand (2019103023gm-00a9-0000-f90e0fe9).
    ("pao_beside_another_yakuman", "tenhou"): (
        "S tsumo, W liable: daisangen, tsuuiisou; 50 fu 64000 yakuman; S +64000 W -64000",
    ),
    ("pao_beside_another_yakuman", "tenhou-sanma"): (
        "S tsumo, W liable: daisangen, tsuuiisou; 50 fu 48000 yakuman; S +48000 W -48000",
    ),
    # Elsewhere West pays 32000 for daisangen, and of tsuuiisou, as everybody does, its 8000.
    ("pao_beside_another_yakuman", "mahjong-soul"): (
        "S tsumo, W liable: daisangen, tsuuiisou; 50 fu 64000 yakuman; E -16000 S +64000 W -40000 N -8000",
    ),
    ("pao_beside_another_yakuman", "sanma-ryanshi"): (
        "S tsumo, W liable: daisangen, tsuuiisou; 50 fu 48000 yakuman; E -16000 S +48000 W -32000",
    ),
    # WRC: yakuman do not add up.
    ("pao_beside_another_yakuman", "wrc-2015"): (
        "S tsumo, W liable: daisangen, tsuuiisou; 50 fu 32000 yakuman; S +32000 W -32000",
    ),
    # 20 + 4 for each open triplet of winds + 2 for the pair's wait (+ 2 by tsumo) = 40 or 38.
    ("pao_daisuushii_tsumo", "tenhou wrc-2015"): (
        "S tsumo, W liable: daisuushii; 40 fu 32000 yakuman; S +32000 W -32000",
    ),
    # Mahjong Soul counts daisuushii twice.
    ("pao_daisuushii_tsumo", "mahjong-soul"): (
        "S tsumo, W liable: daisuushii; 40 fu 64000 yakuman; S +64000 W -64000",
    ),
    ("pao_daisuushii_ron", "tenhou wrc-2015"): (
        "S ron E, W liable: daisuushii; 40 fu 32000 yakuman; E -16000 S +32000 W -16000",
    ),
    ("pao_daisuushii_ron", "mahjong-soul"): (
        "S ron E, W liable: daisuushii; 40 fu 64000 yakuman; E -32000 S +64000 W -32000",
    ),
}
CASES = each_rule_set(EXPECTED)


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_a_liable_seat_pays(name: str, rules: str) -> None:
    assert shown(name, rules) == CASES[name, rules]


def test_every_liability_has_an_expectation() -> None:
    assert without_expectation(EXPECTED, scripted_scenarios("pao")) == []


def test_the_giver_of_a_fourth_kan_is_liable_where_a_rule_set_says_so() -> None:
    rules = load("tenhou")
    with_kans = replace(rules, pao=(*rules.pao, Liability.SUUKANTSU))

    assert told(scenes_of("suukantsu", with_kans), 0) == [
        "S ron E, W liable: suukantsu; 110 fu 32000 yakuman; E -16000 S +32000 W -16000"
    ]
