"""What the scripted wins come to, worked out by hand: han and fu first, then who pays.

Points by han and fu, and shares of a tsumo: Riichi wiki, "Scoring".  Honba, sticks, several winners and the
order of the yaku: Tenhou as measured, format description 4.5; of three players nobody pays the missing
share.
"""

import pytest

from analyzer.formats.events import Events
from analyzer.rules import load
from analyzer.simulation.scenarios import scripted_scenarios
from analyzer.vocabulary import PlayKind
from tests.scenarios.telling import course, each_rule_set, played, shown, without_expectation

# The hand that most of them win with: 111m 999m 79p 456s 99s.
# By ron 20 + 10 closed + 8 + 8 closed triplets of terminals + 2 inner wait = 48, 50 fu;
# by tsumo 20 + 8 + 8 + 2 + 2 = 40 fu.
EXPECTED = {
    # 5 han: a mangan; 4000 from the dealer, 2000 from the others, and the own stick back.
    ("riichi_ippatsu_tsumo", "tenhou wrc-2015 mahjong-soul riichi-wiki tenhou-2009 tenhou-chip"): (
        (
            "S tsumo: riichi 1, ippatsu 1, menzen tsumo 1, pinfu 1, ura dora 1; 20 fu 8000 mangan; "
            "E -4000 S +9000 W -2000 N -2000"
        ),
    ),
    ("riichi_ippatsu_tsumo", "tenhou-sanma sanma-ryanshi"): (
        (
            "S tsumo: riichi 1, ippatsu 1, menzen tsumo 1, pinfu 1, ura dora 1; 20 fu 6000 mangan; "
            "E -4000 S +7000 W -2000"
        ),
    ),
    # 3 han 30 fu; ura are listed with 0 han when they miss.
    ("double_riichi", "tenhou wrc-2015 tenhou-sanma"): (
        "S ron E: double riichi 2, pinfu 1, ura dora 0; 30 fu 3900; E -3900 S +4900",
    ),
    # 2 han 30 fu; no stick is on the table.
    ("riichi_tile_won", "tenhou wrc-2015 tenhou-sanma"): (
        "W ron S: pinfu 1, tanyao 1; 30 fu 2000; S -2000 W +2000",
    ),
    # 3 han 20 fu: 640 base points to 1300 and 700.
    ("riichi_tile_called", "tenhou wrc-2015"): (
        "S tsumo: riichi 1, menzen tsumo 1, pinfu 1, ura dora 0; 20 fu 2700; E -1300 S +3700 W -700 N -700",
    ),
    ("riichi_tile_called", "tenhou-sanma"): (
        "S tsumo: riichi 1, menzen tsumo 1, pinfu 1, ura dora 0; 20 fu 2000; E -1300 S +3000 W -700",
    ),
    # 5 han: a mangan, and three sticks, not four.
    ("fourth_riichi_won", "tenhou wrc-2015 mahjong-soul"): (
        (
            "S ron E: double riichi 2, ippatsu 1, pinfu 1, tanyao 1, ura dora 0; 30 fu 8000 mangan; "
            "E -8000 S +11000"
        ),
    ),
    # 20 + 10 + 32 for the closed kan of terminals: 70 fu, and 3 han 70 fu is a mangan.
    ("kan_dora_and_kan_ura", "tenhou wrc-2015 tenhou-sanma tenhou-chip"): (
        "S ron E: riichi 1, dora 1, ura dora 1; 70 fu 8000 mangan; E -8000 S +9000",
    ),
    ("chankan", "tenhou wrc-2015 tenhou-sanma tenhou-chip"): (
        "S ron E: chankan 1; 50 fu 1600; E -1600 S +1600",
    ),
    ("chankan_riichi_ippatsu", "tenhou wrc-2015 tenhou-sanma"): (
        "S ron E: riichi 1, ippatsu 1, chankan 1, ura dora 0; 50 fu 6400; E -6400 S +7400",
    ),
    # 20 + 32 + 2 by tsumo: 60 fu; 2 han: 960 base points to 2000 and 1000.
    ("rinshan", "tenhou wrc-2015"): (
        "S tsumo: rinshan 1, menzen tsumo 1; 60 fu 4000; E -2000 S +4000 W -1000 N -1000",
    ),
    ("rinshan", "tenhou-sanma"): ("S tsumo: rinshan 1, menzen tsumo 1; 60 fu 3000; E -2000 S +3000 W -1000",),
    # 20 + 16 for the open kan + 2 by tsumo: 40 fu; 1 han: 320 base points to 700 and 400.
    ("rinshan_daiminkan", "tenhou wrc-2015 mahjong-soul tenhou-chip"): (
        "S tsumo: rinshan 1; 40 fu 1500; E -700 S +1500 W -400 N -400",
    ),
    ("rinshan_daiminkan", "tenhou-sanma"): ("S tsumo: rinshan 1; 40 fu 1100; E -700 S +1100 W -400",),
    # Tenhou: robbing a kita is no chankan (4 real wins).
    ("kita_ron", "tenhou-sanma sanma-ryanshi"): ("S ron E: chiitoitsu 2; 25 fu 1600; E -1600 S +1600",),
    # 4 han 20 fu, the North one of them: 1280 base points to 2600 and 1300.
    ("kita_rinshan", "tenhou-sanma sanma-ryanshi"): (
        "S tsumo: rinshan 1, menzen tsumo 1, pinfu 1, dora 1; 20 fu 3900; E -2600 S +3900 W -1300",
    ),
    # 2 han 40 fu: 640 base points to 1300 and 700.
    ("haitei", "tenhou wrc-2015"): (
        "S tsumo: haitei 1, menzen tsumo 1; 40 fu 2700; E -1300 S +2700 W -700 N -700",
    ),
    ("haitei", "tenhou-sanma sanma-ryanshi"): (
        "E tsumo: haitei 1, menzen tsumo 1; 40 fu 2600; E +2600 S -1300 W -1300",
    ),
    ("houtei", "tenhou wrc-2015"): ("E ron S: houtei 1; 50 fu 2400; E +2400 S -2400",),
    ("houtei", "tenhou-sanma sanma-ryanshi"): ("S ron E: houtei 1; 50 fu 1600; E -1600 S +1600",),
    # The nearer winner has the honba and the farther one's stick.
    ("double_ron", "tenhou mahjong-soul riichi-wiki tenhou-2009"): (
        "S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2300 S +3300",
        "W ron E: riichi 1, ura dora 0; 50 fu 1600; E -1600 W +1600",
    ),
    ("double_ron", "tenhou-chip"): (
        "S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -3500 S +4500",
        "W ron E: riichi 1, ura dora 0; 50 fu 1600; E -1600 W +1600",
    ),
    ("double_ron", "tenhou-sanma"): (
        "S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2200 S +3200",
        "W ron E: riichi 1, ura dora 0; 50 fu 1600; E -1600 W +1600",
    ),
    ("double_ron", "sanma-ryanshi"): (
        "S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -3000 S +4000",
        "W ron E: riichi 1, ura dora 0; 50 fu 1600; E -1600 W +1600",
    ),
    # WRC 5.7: the seat next in turn from the discarder alone (atamahane).
    ("double_ron", "wrc-2015"): ("S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2300 S +3300",),
    ("double_ron_with_dealer", "tenhou mahjong-soul tenhou-sanma"): (
        "W ron S: pinfu 1, tanyao 1; 30 fu 2000; S -2000 W +3000",
        "E ron S: riichi 1, ura dora 0; 50 fu 2400; E +2400 S -2400",
    ),
    ("double_ron_with_dealer", "wrc-2015"): ("W ron S: pinfu 1, tanyao 1; 30 fu 2000; S -2000 W +3000",),
    ("triple_ron", "mahjong-soul"): (
        "S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 S +3000",
        "W ron E: riichi 1, ura dora 0; 50 fu 1600; E -1600 W +1600",
        "N ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 N +2000",
    ),
    # 2 han 30 fu to the nearer, with the honba; to the other 1 han 40 fu: 20 + 10 + 8 haku + 2 inner wait.
    ("double_rons", "tenhou"): (
        "S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 S +2000",
        "W ron E: haku 1; 40 fu 1300; E -1300 W +1300",
        "S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 S +2000",
        "N ron E: haku 1; 40 fu 1300; E -1300 N +1300",
        "W ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 W +2000",
        "N ron E: haku 1; 40 fu 1300; E -1300 N +1300",
        "W ron S: pinfu 1, tanyao 1; 30 fu 2000; S -2000 W +2000",
        "N ron S: haku 1; 40 fu 1300; S -1300 N +1300",
        "W ron S: pinfu 1, tanyao 1; 30 fu 2000; S -2000 W +2000",
        "E ron S: haku 1; 40 fu 2000; E +2000 S -2000",
        "N ron S: pinfu 1, tanyao 1; 30 fu 2000; S -2300 N +2300",
        "E ron S: haku 1; 40 fu 2000; E +2000 S -2000",
        "N ron W: pinfu 1, tanyao 1; 30 fu 2000; W -2600 N +2600",
        "E ron W: haku 1; 40 fu 2000; E +2000 W -2000",
        "N ron W: pinfu 1, tanyao 1; 30 fu 2000; W -2900 N +2900",
        "S ron W: haku 1; 40 fu 1300; S +1300 W -1300",
        "E ron W: pinfu 1, tanyao 1; 30 fu 2900; E +2900 W -2900",
        "S ron W: haku 1; 40 fu 1300; S +1300 W -1300",
        "E ron N: pinfu 1, tanyao 1; 30 fu 2900; E +3200 N -3200",
        "S ron N: haku 1; 40 fu 1300; S +1300 N -1300",
        "E ron N: pinfu 1, tanyao 1; 30 fu 2900; E +3500 N -3500",
        "W ron N: haku 1; 40 fu 1300; W +1300 N -1300",
        "S ron N: pinfu 1, tanyao 1; 30 fu 2000; S +2900 N -2900",
        "W ron N: haku 1; 40 fu 1300; W +1300 N -1300",
    ),
    ("double_rons_of_three", "tenhou-sanma"): (
        "S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 S +2000",
        "W ron E: haku 1; 40 fu 1300; E -1300 W +1300",
        "W ron S: pinfu 1, tanyao 1; 30 fu 2000; S -2000 W +2000",
        "E ron S: haku 1; 40 fu 2000; E +2000 S -2000",
        "E ron W: pinfu 1, tanyao 1; 30 fu 2900; E +3100 W -3100",
        "S ron W: haku 1; 40 fu 1300; S +1300 W -1300",
    ),
    ("three_rons_off_every_seat", "mahjong-soul"): (
        "S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 S +2000",
        "W ron E: haku 1; 40 fu 1300; E -1300 W +1300",
        "N ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 N +2000",
        "W ron S: pinfu 1, tanyao 1; 30 fu 2000; S -2000 W +2000",
        "N ron S: haku 1; 40 fu 1300; S -1300 N +1300",
        "E ron S: pinfu 1, tanyao 1; 30 fu 2900; E +2900 S -2900",
        "N ron W: pinfu 1, tanyao 1; 30 fu 2000; W -2300 N +2300",
        "E ron W: haku 1; 40 fu 2000; E +2000 W -2000",
        "S ron W: pinfu 1, tanyao 1; 30 fu 2000; S +2000 W -2000",
        "E ron N: pinfu 1, tanyao 1; 30 fu 2900; E +3500 N -3500",
        "S ron N: haku 1; 40 fu 1300; S +1300 N -1300",
        "W ron N: pinfu 1, tanyao 1; 30 fu 2000; W +2000 N -2000",
    ),
    ("triple_ron", "wrc-2015"): ("S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 S +3000",),
}


CASES = each_rule_set(EXPECTED)


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_a_scripted_win_is_what_a_scorer_makes_of_it(name: str, rules: str) -> None:
    assert shown(name, rules) == CASES[name, rules]


def test_every_win_has_an_expectation() -> None:
    assert without_expectation(EXPECTED, scripted_scenarios("wins")) == []


def _sticks(events: Events, hand: int) -> int:
    first, stop = events.hands.play_offsets[hand : hand + 2].tolist()
    return int((events.plays.kind[first:stop] == PlayKind.RIICHI_ACCEPTED).sum())


@pytest.mark.parametrize(
    ("name", "sticks"), [("riichi_tile_won", 0), ("riichi_tile_called", 1), ("fourth_riichi_won", 3)]
)
def test_a_stick_is_paid_unless_the_tile_is_won_on(name: str, sticks: int) -> None:
    assert _sticks(played(name, "tenhou"), 0) == sticks


def test_the_scores_of_a_double_ron_are_chained() -> None:
    events = played("double_ron", "tenhou")
    first, stop = events.hands.result_offsets[1:3].tolist()

    # 25000 each; East won 1500 from South before, West has paid its stick.
    assert events.results.scores[first:stop].tolist() == [
        [26500, 23500, 24000, 25000],
        [24200, 26800, 24000, 25000],
    ]
    assert events.results.kyotaku[first:stop].tolist() == [1, 0]
    assert events.results.honba[first:stop].tolist() == [1, 1]


def test_one_of_two_winners_being_the_dealer_keeps_the_deal() -> None:
    assert course(played("double_ron_with_dealer", "tenhou"))[:2] == ["E1.0", "E1.1"]
    assert course(played("double_ron_with_dealer", "wrc-2015"))[:2] == ["E1.0", "E2.0"]


def test_the_last_tile_is_the_last_of_the_wall() -> None:
    for rules, tiles in (("tenhou", 70), ("tenhou-sanma", 55)):
        events = played("haitei", rules)
        first, stop = events.hands.play_offsets[:2].tolist()
        draws = int((events.plays.kind[first:stop] == PlayKind.DRAW).sum())
        assert draws == tiles, load(rules).title
