"""What the scripted yakuman come to, worked out by hand.

A yakuman is 32000, of three players 24000 by tsumo, since nobody pays the missing share (Tenhou, format
description 4.5).  Tenhou prints the fu of a yakuman too, 0 for thirteen orphans.  Mahjong Soul counts four of
them twice; under WRC several do not add up.
"""

import pytest

from analyzer.simulation.scenarios import scripted_scenarios
from tests.scenarios.telling import each_rule_set, shown, without_expectation

BY_TSUMO = "E -16000 S +32000 W -8000 N -8000"
BY_TSUMO_OF_THREE = "E -16000 S +24000 W -8000"
BY_RON = "E -32000 S +32000"
COUNTED = "riichi 1, ippatsu 1, menzen tsumo 1, pinfu 1, iipeikou 1, chinitsu 6, dora 2, ura dora 0; 20 fu "

EXPECTED = {
    # Pinfu by tsumo: 20 fu.
    ("tenhou", "tenhou wrc-2015"): (
        "E tsumo: tenhou; 20 fu 48000 yakuman; E +48000 S -16000 W -16000 N -16000",
    ),
    ("tenhou", "tenhou-sanma"): ("E tsumo: tenhou; 20 fu 32000 yakuman; E +32000 S -16000 W -16000",),
    ("chiihou", "tenhou wrc-2015"): (f"S tsumo: chiihou; 20 fu 32000 yakuman; {BY_TSUMO}",),
    ("chiihou", "tenhou-sanma"): (f"S tsumo: chiihou; 20 fu 24000 yakuman; {BY_TSUMO_OF_THREE}",),
    ("kokushi", "tenhou mahjong-soul tenhou-sanma"): (f"S ron E: kokushi; 0 fu 32000 yakuman; {BY_RON}",),
    ("kokushi_thirteen", "tenhou wrc-2015"): (f"S tsumo: kokushi thirteen; 0 fu 32000 yakuman; {BY_TSUMO}",),
    ("kokushi_thirteen", "tenhou-sanma"): (
        f"S tsumo: kokushi thirteen; 0 fu 24000 yakuman; {BY_TSUMO_OF_THREE}",
    ),
    ("kokushi_thirteen", "mahjong-soul"): (
        "S tsumo: kokushi thirteen; 0 fu 64000 yakuman; E -32000 S +64000 W -16000 N -16000",
    ),
    # 20 + 8 + 8 terminals + 4 + 4 simples + 2 by tsumo = 46.
    ("suuankou", "tenhou mahjong-soul"): (f"S tsumo: suuankou; 50 fu 32000 yakuman; {BY_TSUMO}",),
    ("suuankou", "tenhou-sanma"): (f"S tsumo: suuankou; 50 fu 24000 yakuman; {BY_TSUMO_OF_THREE}",),
    # 20 + 10 closed + 8 + 8 + 4 + 4 + 2 for the wait = 56.
    ("suuankou_tanki", "tenhou wrc-2015 tenhou-sanma"): (
        f"S ron E: suuankou tanki; 60 fu 32000 yakuman; {BY_RON}",
    ),
    ("suuankou_tanki", "mahjong-soul"): ("S ron E: suuankou tanki; 60 fu 64000 yakuman; E -64000 S +64000",),
    # 20 + 10 + 8 + 8 + 4 for the triplet that the ron completes = 50.
    ("daisangen", "tenhou wrc-2015 tenhou-sanma"): (f"S ron E: daisangen; 50 fu 32000 yakuman; {BY_RON}",),
    ("shousuushii", "tenhou mahjong-soul tenhou-sanma"): (
        f"S ron E: shousuushii; 50 fu 32000 yakuman; {BY_RON}",
    ),
    # 20 + 10 + 8 + 8 + 8 + 4 = 58.
    ("daisuushii", "tenhou wrc-2015 tenhou-sanma"): (f"S ron E: daisuushii; 60 fu 32000 yakuman; {BY_RON}",),
    ("daisuushii", "mahjong-soul"): ("S ron E: daisuushii; 60 fu 64000 yakuman; E -64000 S +64000",),
    # 20 + 10 + 8 + 8 + 8 + 4 + 2 for the pair of dragons = 60.
    ("tsuuiisou", "tenhou mahjong-soul tenhou-sanma"): (
        f"S ron E: tsuuiisou; 60 fu 32000 yakuman; {BY_RON}",
    ),
    ("tsuuiisou_seven_pairs", "tenhou tenhou-sanma"): (f"S ron E: tsuuiisou; 25 fu 32000 yakuman; {BY_RON}",),
    # 20 + 10 + 8 + 8 + 8 + 4 = 58.
    ("chinroutou", "tenhou tenhou-sanma"): (f"S ron E: chinroutou; 60 fu 32000 yakuman; {BY_RON}",),
    # 20 + 10 + 4 for 666s + 4 for the triplet of Green that the ron completes = 38.
    ("ryuuiisou", "tenhou tenhou-sanma"): (f"S ron E: ryuuiisou; 40 fu 32000 yakuman; {BY_RON}",),
    # 11p 123p 456p 678p 999p: 20 + 10 + 4 = 34.
    ("chuuren", "tenhou mahjong-soul tenhou-sanma"): (f"S ron E: chuuren; 40 fu 32000 yakuman; {BY_RON}",),
    # 111s 234s 55s 678s 999s: 20 + 10 + 8 + 8 + 2 for the wait = 48.
    ("pure_chuuren", "tenhou wrc-2015 tenhou-sanma"): (
        f"S ron E: pure chuuren; 50 fu 32000 yakuman; {BY_RON}",
    ),
    ("pure_chuuren", "mahjong-soul"): ("S ron E: pure chuuren; 50 fu 64000 yakuman; E -64000 S +64000",),
    # 20 + closed kans 32 + 32 + 16 + open kan 8 + 2 for the wait = 110.
    (
        "suukantsu",
        "tenhou wrc-2015 mahjong-soul riichi-wiki tenhou-chip tenhou-2009 tenhou-sanma sanma-ryanshi",
    ): (f"S ron E: suukantsu; 110 fu 32000 yakuman; {BY_RON}",),
    ("kokushi_on_kita", "tenhou-sanma sanma-ryanshi"): (f"S ron E: kokushi; 0 fu 32000 yakuman; {BY_RON}",),
    ("kokushi_on_ankan", "mahjong-soul mahjong-soul-sanma riichi-wiki wrc-2015"): (
        f"S ron E: kokushi; 0 fu 32000 yakuman; {BY_RON}",
    ),
    # 20 + 10 + 8 + 8 + 8 + 4 + 2 for the pair of the own wind = 60.
    ("daisangen_tsuuiisou", "tenhou mahjong-soul tenhou-sanma"): (
        "S ron E: daisangen, tsuuiisou; 60 fu 64000 yakuman; E -64000 S +64000",
    ),
    ("daisangen_tsuuiisou", "wrc-2015"): (f"S ron E: daisangen, tsuuiisou; 60 fu 32000 yakuman; {BY_RON}",),
    # 20 + 10 + 4 * 8 + 2 for the wait + 2 for the pair = 66.
    ("daisuushii_suuankou_tanki_tsuuiisou", "tenhou tenhou-sanma"): (
        "S ron E: daisuushii, suuankou tanki, tsuuiisou; 70 fu 96000 yakuman; E -96000 S +96000",
    ),
    ("daisuushii_suuankou_tanki_tsuuiisou", "mahjong-soul"): (
        "S ron E: daisuushii, suuankou tanki, tsuuiisou; 70 fu 160000 yakuman; E -160000 S +160000",
    ),
    ("daisuushii_suuankou_tanki_tsuuiisou", "wrc-2015"): (
        f"S ron E: daisuushii, suuankou tanki, tsuuiisou; 70 fu 32000 yakuman; {BY_RON}",
    ),
    # 20 + 32 + 32 + 16 + 16 + 2 for the wait + 2 by tsumo = 120.
    ("suukantsu_suuankou_tanki", "tenhou"): (
        "S tsumo: suuankou tanki, suukantsu; 120 fu 64000 yakuman; E -32000 S +64000 W -16000 N -16000",
    ),
    ("suukantsu_suuankou_tanki", "mahjong-soul"): (
        "S tsumo: suuankou tanki, suukantsu; 120 fu 96000 yakuman; E -48000 S +96000 W -24000 N -24000",
    ),
    ("suukantsu_suuankou_tanki", "wrc-2015"): (
        f"S tsumo: suuankou tanki, suukantsu; 120 fu 32000 yakuman; {BY_TSUMO}",
    ),
    ("suukantsu_suuankou_tanki", "tenhou-sanma"): (
        "S tsumo: suuankou tanki, suukantsu; 120 fu 48000 yakuman; E -32000 S +48000 W -16000",
    ),
    # 13 han, and the own stick back.
    ("counted_yakuman", "tenhou mahjong-soul"): (
        f"S tsumo: {COUNTED}32000 yakuman; E -16000 S +33000 W -8000 N -8000",
    ),
    ("counted_yakuman", "tenhou-sanma"): (f"S tsumo: {COUNTED}24000 yakuman; E -16000 S +25000 W -8000",),
    ("counted_yakuman", "wrc-2015"): (
        f"S tsumo: {COUNTED}24000 sanbaiman; E -12000 S +25000 W -6000 N -6000",
    ),
}
CASES = each_rule_set(EXPECTED)


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_a_scripted_yakuman_is_what_a_scorer_makes_of_it(name: str, rules: str) -> None:
    assert shown(name, rules) == CASES[name, rules]


def test_every_yakuman_has_an_expectation() -> None:
    assert without_expectation(EXPECTED, scripted_scenarios("yakuman")) == []
