"""Games of Mahjong Soul: which rules judge them, by the words of their rule."""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from analyzer.formats.events import SoulTable
from analyzer.formats.tenhou6.head import soul_table
from analyzer.rules import load
from tests.formats.tenhou6.documents import (
    CASES,
    DOUBLE_RON,
    FIRST,
    KITA,
    KITA_WIN,
    NOTEN,
    WON,
    data_of,
    document,
    hand,
    played_out,
    won,
)

NAME = LogName("game.json", "game.json")
PLAYED = hand(*played_out(*NOTEN), result=["全員不聴"])


def judged(value, rules="auto"):
    return review([(NAME, data_of(value))], rules)


def inconsistent(result):
    return [finding.check for finding in result.findings if finding.verdict.value == "inconsistent"]


@pytest.mark.parametrize(("disp", "bits"), CASES["soul_tables"])
def test_the_rule_in_words_names_room_length_seats_and_red_fives(disp, bits):
    table = soul_table(disp, None)

    assert (table is None) == (not bits)
    if table is not None:
        assert {bit.name for bit in SoulTable if bit in table} == {*bits.split()}
        (ruled,) = judged(document(PLAYED, rule={"disp": disp})).audit.ruling.of_game
        assert (ruled.reason is None) == ("HOSTED" not in bits and "THREE" not in bits)


def test_the_number_of_red_fives_goes_before_the_words():
    assert "RED_FIVES" not in soul_table("玉の間南喰赤", False).name
    assert "RED_FIVES" in soul_table("友人戦南喰", True).name


def test_a_room_chooses_the_rules_of_mahjong_soul_by_itself():
    result = judged(document(PLAYED, disp="玉の間東喰赤"))

    assert result.rule_sets == ("mahjong-soul",)
    assert [one.reason for one in result.audit.ruling.of_game] == [None]
    (rules,) = result.audit.rule_sets
    # One red five of each suit.
    assert (rules.winds, rules.red_fives) == (1, (1, 1, 1))
    assert rules.source("winds") == "room and mode in the rule of the log"
    assert result.tallies["draw-payment"].passed == 1


def test_three_players_are_judged_by_the_set_of_three():
    rule = {"disp": "三玉の間南喰赤", "aka51": 0, "aka52": 1, "aka53": 1}

    def paid(*deltas):
        win = [0, 0, 0, "満貫4000点∀", *KITA_WIN[:3], "抜きドラ(1飜)"]
        return judged(
            document(won([*deltas, 0], win, seats=KITA, scores=(35000, 35000, 35000, 0)), rule=rule)
        )

    result = paid(8000, -4000, -4000)

    assert (result.rule_sets, inconsistent(result)) == (("mahjong-soul-sanma",), [])
    assert [result.tallies[check].passed for check in ("win-yaku", "win-points", "win-payment")] == [1, 1, 1]
    # Riichi wiki, Majsoul: tsumo loss; nobody pays for the seat that is missing.
    assert inconsistent(paid(12000, -6000, -6000)) == ["win-payment"]


@pytest.mark.parametrize(
    ("disp", "why"),
    [
        ("三玉の間南喰赤", "names 3 seats, not 4"),
        ("友人戦南喰赤", "the host of a friendly match"),
        (None, "no GO type"),
    ],
)
def test_what_the_words_leave_open_leaves_the_rules_to_the_user(disp, why):
    value = document(PLAYED, disp=disp)
    if disp is None:
        del value["rule"]
    result = judged(value)

    (finding,) = [finding for finding in result.findings if finding.check == "rule-set"]
    assert why in finding.message
    tally = result.tallies["draw-payment"]
    assert (tally.passed, tally.undecided) == (0, 1)
    assert judged(value, "mahjong-soul").tallies["draw-payment"].passed == 1


def busted(result):
    """East 1 of a tonpuusen that a ron of 33,000 ends: a daisangen of hand-written tiles."""
    seats = (
        ("129m58p369s12337z", [19], [47]),
        ("22m789p55566677z", [], []),
        ("147m258p147s1244z", [], []),
        ("147m258p258s1133z", [], []),
    )
    win = [1, 0, 1, "役満32000点", "Big Three Dragons(役満)"]
    return document(won([-32000, 32000, 0, 0], win, seats=seats), disp="Jade Room East", sc=result)


# 57,000 less 25,000 is +32.0, uma +15.0; Riichi wiki, Majsoul: uma 15, 5, -5, -15, from 25,000, unrounded;
# of equal scores the seat that dealt first is second.
RESULTS = [-7000, -47.0, 57000, 47.0, 25000, 5.0, 25000, -5.0]


def test_a_whole_game_is_judged_up_to_its_results():
    result = judged(busted(RESULTS))

    assert inconsistent(result) == []
    for check in ("whole-log", "game-start", "game-over", "final-scores", "final-result", "win-payment"):
        assert (result.tallies[check].passed, result.tallies[check].undecided) == (1, 0), check
    for place, value, check in (
        (1, -57.0, "final-result"),
        (3, 47.5, "final-result"),
        (0, -6000, "final-scores"),
    ):
        assert check in inconsistent(judged(busted([*RESULTS[:place], value, *RESULTS[place + 1 :]])))


def test_mahjong_soul_pays_three_rons_and_rounds_no_mangan_up():
    for rules in map(load, ("mahjong-soul", "mahjong-soul-sanma")):
        assert (rules.triple_ron, rules.kiriage_mangan) == ("pay-all", False)
        # Riichi wiki, Majsoul: these four count twice.
        assert {*rules.double_yakuman} == {"suuankou-tanki", "pure-chuuren", "kokushi-thirteen", "daisuushii"}
        assert (rules.rounding, rules.return_points) == ("none", rules.start_points)


def test_a_win_is_judged_where_the_room_is_known_and_not_where_it_is_not():
    assert judged(document(WON, disp="Gold Room South")).tallies["win-payment"].passed == 1
    assert judged(document(WON, disp="Room South")).tallies["win-payment"].undecided == 1


# Tensoul writes aka52 2 where the host of a match put four red fives into the wall.
def test_a_second_red_five_of_circles_is_a_tile_and_leaves_scoring_unknown():
    seats = (("19m28p369s12344z0p", [52], [60]), *DOUBLE_RON[1:])
    rule = {"disp": "友人戦南喰赤", "aka51": 1, "aka52": 2, "aka53": 1}
    value = document(won([-2600, 2600, 0, 0], [*FIRST[:3], "40符2飜2600点"], seats=seats), rule=rule)

    for rules in ("auto", "mahjong-soul"):
        result = judged(value, rules)
        assert inconsistent(result) == []
        assert result.tallies["tile-place"].passed == 1
        assert result.tallies["win-payment"].undecided == 1
        assert result.events.plays.tile.tolist()[:2] == [53, 53]
    assert "tile-place" in inconsistent(judged(value | {"rule": rule | {"aka52": 1}}))
