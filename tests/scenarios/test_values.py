"""What the scripted values come to, worked out by hand.

Points by han and fu: Riichi wiki, "Scoring".  Where a rule set differs, its file names the source.
"""

import pytest

from analyzer.simulation.scenarios import scripted_scenarios
from tests.scenarios.telling import course, each_rule_set, final, played, shown, without_expectation

EXPECTED = {
    # 4 han 30 fu: 7700, rounded up to a mangan at the chip tables; WRC has no red fives.
    ("red_fives", "tenhou tenhou-sanma sanma-ryanshi mahjong-soul"): (
        "S ron E: pinfu 1, tanyao 1, aka dora 2; 30 fu 7700; E -7700 S +7700",
    ),
    ("red_fives", "tenhou-chip"): ("S ron E: pinfu 1, tanyao 1, aka dora 2; 30 fu 8000; E -8000 S +8000",),
    ("red_fives", "wrc-2015"): ("S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 S +2000",),
    # A North set aside counts among the dora (Tenhou: no yaku of its own).
    ("nuki_dora", "tenhou-sanma sanma-ryanshi"): ("S ron E: pinfu 1, dora 1; 30 fu 2000; E -2000 S +2000",),
    # Two Norths, each once as kita and once by the indicator: 5 han.
    ("nuki_dora_twice", "tenhou-sanma sanma-ryanshi"): (
        "S ron E: pinfu 1, dora 4; 30 fu 8000 mangan; E -8000 S +8000",
    ),
    ("chiitoitsu", "tenhou wrc-2015 tenhou-sanma"): ("S ron E: chiitoitsu 2; 25 fu 1600; E -1600 S +1600",),
    # 2 han 20 fu: 320 base points to 700 and 400.
    ("pinfu_tsumo", "tenhou wrc-2015"): (
        "S tsumo: menzen tsumo 1, pinfu 1; 20 fu 1500; E -700 S +1500 W -400 N -400",
    ),
    ("pinfu_tsumo", "tenhou-sanma"): ("S tsumo: menzen tsumo 1, pinfu 1; 20 fu 1100; E -700 S +1100 W -400",),
    ("open_pinfu_form", "tenhou wrc-2015"): ("S ron E: tanyao 1; 30 fu 1000; E -1000 S +1000",),
    ("kuikae_kept", "tenhou wrc-2015"): ("S ron E: tanyao 1; 30 fu 1000; E -1000 S +1000",),
    # 30 * 2 ** 6 * 4 = 7680; the limit that is printed stays none.
    ("four_han_30_fu", "tenhou mahjong-soul tenhou-sanma sanma-ryanshi"): (
        "S ron E: riichi 1, pinfu 1, iipeikou 1, tanyao 1, ura dora 0; 30 fu 7700; E -7700 S +8700",
    ),
    ("four_han_30_fu", "wrc-2015 tenhou-chip"): (
        "S ron E: riichi 1, pinfu 1, iipeikou 1, tanyao 1, ura dora 0; 30 fu 8000; E -8000 S +9000",
    ),
    # 20 + 10 closed + 8 for each of three closed triplets of terminals = 54; 60 * 2 ** 5 * 4 = 7680.
    ("three_han_60_fu", "tenhou mahjong-soul tenhou-sanma"): (
        "S ron E: riichi 1, sanankou 2, ura dora 0; 60 fu 7700; E -7700 S +8700",
    ),
    ("three_han_60_fu", "wrc-2015 tenhou-chip"): (
        "S ron E: riichi 1, sanankou 2, ura dora 0; 60 fu 8000; E -8000 S +9000",
    ),
    ("eight_han", "tenhou wrc-2015 tenhou-sanma"): (
        "S ron E: pinfu 1, iipeikou 1, chinitsu 6; 30 fu 16000 baiman; E -16000 S +16000",
    ),
    ("eleven_han", "tenhou wrc-2015"): (
        (
            "S tsumo: riichi 1, ippatsu 1, menzen tsumo 1, pinfu 1, iipeikou 1, chinitsu 6, ura dora 0; "
            "20 fu 24000 sanbaiman; E -12000 S +25000 W -6000 N -6000"
        ),
    ),
    ("eleven_han", "tenhou-sanma"): (
        (
            "S tsumo: riichi 1, ippatsu 1, menzen tsumo 1, pinfu 1, iipeikou 1, chinitsu 6, ura dora 0; "
            "20 fu 18000 sanbaiman; E -12000 S +19000 W -6000"
        ),
    ),
    ("renhou", "tenhou mahjong-soul tenhou-sanma"): (
        "S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 S +2000",
    ),
    # The author's errata of 2014-01-22: renhou is cumulative with other yaku and dora.
    ("renhou", "wrc-2015"): ("S ron E: pinfu 1, tanyao 1, renhou 5; 30 fu 12000 haneman; E -12000 S +12000",),
    # 1000 for each of four honba.
    ("ryanshi", "sanma-ryanshi"): ("E ron S: pinfu 1, tanyao 1; 30 fu 2900; E +6900 S -6900",),
}
CASES = each_rule_set(EXPECTED)


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_a_scripted_value_is_what_a_scorer_makes_of_it(name: str, rules: str) -> None:
    assert shown(name, rules) == CASES[name, rules]


def test_every_value_has_an_expectation() -> None:
    # Of paarenchan only the payment is said: no log of it is known.
    assert without_expectation(EXPECTED, scripted_scenarios("values")) == ["paarenchan with 3"]


def test_the_ninth_win_of_a_dealer_without_a_yaku_is_paid_as_a_yakuman() -> None:
    # Wins of 1500 each, then of 2900, with 0 to 7 honba of 1000, from South and West in turn:
    # South pays 1500 + 3500 + 6900 + 8900, West 2500 + 4500 + 7900 + 9900.
    # The ninth takes 48000 and eight honba from South.
    events = played("paarenchan", "sanma-ryanshi")

    assert course(events) == [f"E1.{honba}" for honba in range(9)]
    assert events.hands.scores[8].tolist() == [80_600, 14_200, 10_200, 0]
    assert final(events)[0] == [136_600, -41_800, 10_200]
