"""What a document says of its game: rules, lobby, players, final scores, whether it is all; and links."""

from __future__ import annotations

import json
from dataclasses import replace
from urllib.parse import quote

import pytest

from analyzer.audit import LogName, Verdict, review
from analyzer.errors import MalformedLog
from analyzer.formats import read as read_events
from analyzer.formats.any_format import read_log, read_logs
from analyzer.formats.conversion import convert
from analyzer.formats.events import SoulTable
from analyzer.formats.headers import Header, Headers
from analyzer.formats.one_game import OneGame
from analyzer.formats.tenhou6.head import soul_table
from analyzer.formats.tenhou6.writer import soul_words, write_links
from analyzer.rules import load
from analyzer.vocabulary import ABSENT, EndKind
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
    name_of,
    played_out,
    tiles,
    won,
)

PLAYED = hand(*played_out(*NOTEN), result=["全員不聴"])
REF = "2019021004gm-00e1-0000-e2f6516d"


def read(value):
    (game,) = read_log(data_of(value))
    return game.events, Headers([game.header])


def judged(value, rules="auto"):
    return review([(LogName("game.json", "game.json"), data_of(value))], rules)


def inconsistent(result):
    return [finding.check for finding in result.findings if finding.verdict.value == "inconsistent"]


@pytest.mark.parametrize(("rule", "go_type"), CASES["go_types"])
def test_the_rule_gives_the_type_where_it_is_in_words_of_tenhou(rule, go_type):
    value = document(PLAYED, rule=json.loads(rule))

    assert read(value)[0].games.go_type.tolist() == [go_type or ABSENT]


def test_the_log_id_says_the_type_before_the_words_do_and_words_that_contradict_it_are_named():
    events, _ = read(document(PLAYED, ref=REF))
    assert events.games.go_type.tolist() == [225]
    # A text with an id in it is none.
    assert read(document(PLAYED, ref=f"{REF}&tw=1"))[0].games.go_type.tolist() == [169]

    others = ("鳳南喰赤速", "特東喰赤速", "鳳東赤速", "鳳東喰赤")
    for words, is_named in (("鳳東喰赤速", False), ("玉の間南喰赤", False), *((one, True) for one in others)):
        result = review([(LogName(REF, "game.json"), data_of(document(PLAYED, ref=REF, disp=words)))])
        named = [one.message for one in result.findings if one.check == "well-formed"]
        assert any("another type of game" in message for message in named) == is_named
    # A game of Tenhou has one red five of each suit.
    result = judged(document(PLAYED, rule={"disp": "般南喰赤", "aka51": 1, "aka52": 2, "aka53": 1}))
    assert [one.message for one in result.findings if one.check == "well-formed"] == [
        "rule names another type of game, or other red fives, than ref or the tiles dealt"
    ]


@pytest.mark.parametrize(("disp", "check", "message", "passed"), CASES["unfit"])
def test_words_that_do_not_fit_are_named_and_the_game_is_judged_as_far_as_it_is_known(
    disp, check, message, passed
):
    result = judged(document(PLAYED, disp=disp))

    (finding,) = [finding for finding in result.findings if finding.check == check]
    assert message in finding.message
    assert result.events.games.go_type.tolist() == [169 if passed else ABSENT]
    tally = result.tallies["draw-payment"]
    assert (tally.passed, tally.undecided) == (passed, 1 - passed)


def test_a_log_is_named_by_the_id_it_states_where_its_file_is_not():
    other = LogName("2010010100gm-00a9-0000-11111111", "2010010100gm-00a9-0000-11111111.json")

    result = review([(name, data_of(document(PLAYED, ref=REF))) for name in (LogName("a", "a"), other)])

    assert [log.log_id for log in result.logs] == [REF, other.log_id]
    assert {finding.log for finding in result.findings} == {REF, other.log_id}


def test_players_have_their_names_grades_and_ratings():
    people = {
        "name": ["ⓝLuckyJ", "<&>", "", "D" * 1000],
        "dan": ["十段", "新人", "雀聖★1", "天鳳位"],
        "rate": [2217.36, 1500, "?", 1e300],
        "sx": ["M", "F", "X", 1],
    }
    events, headers = read(document(PLAYED, **people))

    # They come back as they were known.
    again = json.loads(convert(events, headers, "tenhou6").text)
    assert (again["name"][:2], again["dan"][:3]) == (["ⓝLuckyJ", "<&>"], ["十段", "新人", ""])
    assert list(headers.people.name[0]) == ["ⓝLuckyJ", "<&>", "", "D" * 200]
    assert list(headers.people.dan[0]) == [19, 0, None, 20]
    assert list(headers.people.rate[0]) == [2217.36, 1500.0, None, None]
    assert list(headers.people.sex[0]) == ["M", "F", None, None]


@pytest.mark.parametrize("member", ["name", "dan", "rate", "sx"])
def test_an_empty_list_of_the_seats_states_nothing(member):
    people = {"name": ["A", "B", "C", "D"], "dan": ["初段"] * 4, "rate": [1500.0] * 4, "sx": ["M"] * 4}
    without = document(PLAYED, **people)
    del without[member]

    for nothing in (None, []):
        assert read(document(PLAYED, **people | {member: nothing}))[1].people == read(without)[1].people


@pytest.mark.parametrize(
    ("lobby", "number"), [("0", 0), ("L1234", 1234), ("C12345678", 12345678), ("", ABSENT), (None, ABSENT)]
)
def test_a_lobby_may_be_written_as_text(lobby, number):
    assert read(document(PLAYED, lobby=lobby))[0].games.lobby.tolist() == [number]
    # A lobby that is not stated does not make the game one of 2009.
    assert judged(document(PLAYED, lobby=lobby)).rule_sets == ("tenhou",)


def test_final_scores_end_the_game_and_rules_of_a_lobby_are_the_text_that_go_has():
    sc = [25000, 15, 25000, 5.0, 25000, -5.5, 25000, -14.5]
    rule = ["", "", "0009", 0, "0,1", 0, 0]
    events, headers = read(document(PLAYED, sc=sc, rule=rule, csrule=["00200000", "00000004", "", "", 25000]))

    assert events.results.final_scores.tolist() == [[25000] * 4]
    assert events.results.final_results.tolist() == [[150, 50, -55, -145]]
    assert events.games.announces_rules.tolist() == [True]
    # An entry is one, whatever is in it.
    announced = (",,0009,0,0;1,0,0", "00200000,00000004,,,25000")
    assert headers.announcements == {0: announced}
    for stated in (announced, ("", announced[1])):
        headers = Headers([Header(announced=stated)])
        text = convert(events, headers, "tenhou6", log_id=REF.replace("00e1", "0009")).text
        assert read(json.loads(text))[1].announcements == {0: stated}


@pytest.mark.parametrize(
    ("stick", "score"), [("", 24000), ("2000", 23000), (500, 24500), (0, 25000), ("many", 24000)]
)
def test_scores_before_a_result_are_less_the_sticks_that_the_lobby_announces(stick, score):
    seats = played_out("123m456p789s2267s", *NOTEN[1:])
    haipai, draws, discards = seats[0]
    declared = (haipai, draws, [f"r{60}", *discards[1:]])
    told = document(
        hand(declared, *seats[1:], result=["流局", [3000, -1000, -1000, -1000]]),
        rule=["", "", "0009"],
        csrule=["00200000", "00000004", *[""] * 8, stick],
    )

    events, _ = read(told)

    assert events.results.scores.tolist() == [[score, 25000, 25000, 25000]]


@pytest.mark.parametrize(("disp", "bits"), CASES["soul_tables"])
def test_the_rule_in_words_names_room_length_seats_and_red_fives(disp, bits):
    table = soul_table(disp, None)
    # The number of red fives goes before the words.
    said = [soul_table(disp, has_aka) for has_aka in (False, True)]
    assert [one is not None and SoulTable.RED_FIVES in one for one in said] == [False, table is not None]

    assert (table is None) == (not bits)
    if table is not None:
        assert {bit.name for bit in SoulTable if bit in table} == {*bits.split()}
        (ruled,) = judged(document(PLAYED, rule={"disp": disp})).audit.ruling.of_game
        assert (ruled.reason is None) == ("HOSTED" not in bits and "THREE" not in bits)


@pytest.mark.parametrize("bit", ["HOSTED", "LOCAL_YAKU", "NO_ROOM", "TONPUUSEN"])
def test_a_room_whose_rules_are_not_known_is_written_as_one_of_friends(bit):
    table = soul_table(soul_words(SoulTable[bit] | SoulTable.TONPUUSEN), None)

    assert table is not None
    assert SoulTable.TONPUUSEN in table
    assert (SoulTable.HOSTED in table) == (bit != "TONPUUSEN")


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
    def paid(*deltas, disp="三玉の間南喰赤"):
        rule = {"disp": disp, "aka51": 0, "aka52": 1, "aka53": 1}
        win = [0, 0, 0, "満貫4000点∀", *KITA_WIN[:3], "抜きドラ(1飜)"]
        return judged(
            document(won([*deltas, 0], win, seats=KITA, scores=(35000, 35000, 35000, 0)), rule=rule)
        )

    result = paid(8000, -4000, -4000)

    assert (result.rule_sets, inconsistent(result)) == (("mahjong-soul-sanma",), [])
    assert [result.tallies[check].passed for check in ("win-yaku", "win-points", "win-payment")] == [1, 1, 1]
    # Nor has Tenhou a red five of man then.
    of_tenhou = paid(8000, -4000, -4000, disp="三鳳南喰赤")
    assert "well-formed" not in [one.check for one in of_tenhou.findings]
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


# Some hands of a game: what lies outside them is undecided, they themselves are judged in full.

SCORES = (25000, 25000, 25000, 25000)
FINAL = [25000, 25.0, 25000, 5.0, 25000, -15.0, 25000, -15.0]


def excerpt(*hands, rules="auto", **members):
    value = document(*hands, **members)
    return review([(name_of(value), data_of(value))], rules)


def reason(result, check):
    return next(finding.reason for finding in result.findings if finding.check == check)


def states(result, *checks):
    return [(tally.passed, tally.failed, tally.undecided) for tally in map(result.tallies.get, checks)]


def seen_from(dealer, values):
    return [values[(seat - dealer) % 4] for seat in range(4)]


def ron(kyoku, scores=SCORES, deltas=(-1300, 1300, 0, 0), texts=FIRST[3:]):
    """A hand that the seat after the dealer wins by ron from the dealer, whoever deals."""
    dealer = kyoku[0] % 4
    win = [(1 + dealer) % 4, dealer, (1 + dealer) % 4, *texts]
    seats = seen_from(dealer, DOUBLE_RON)
    return won(seen_from(dealer, deltas), win, seats=seats, kyoku=kyoku, scores=scores)


EAST_1, EAST_2, EAST_3, SOUTH_4 = (0, 0, 0), (1, 0, 0), (2, 0, 0), (7, 0, 0)
AFTER = (23700, 26300, 25000, 25000)
NOBODY_TENPAI = hand(
    *seen_from(3, played_out(*NOTEN)),
    result=["全員不聴"],
    kyoku=(3, 2, 2),
    scores=(24000, 24000, 25000, 25000),
)
"""Its sticks stay."""


# Hands, why they are no whole game, and what is known of start, steps and end: passed, failed, undecided.
@pytest.mark.parametrize(
    ("hands", "why", "start", "steps", "end"),
    [
        ([NOBODY_TENPAI], "begins with E4.2", 1, 0, 1),
        ([ron((2, 1, 0), (20000, 31000, 24000, 25000), (-1600, 1600, 0, 0))], "begins with E3.1", 1, 0, 1),
        ([ron(EAST_1)], "ends with E1.0", 0, 0, 1),
        ([ron(EAST_2, AFTER), ron(EAST_3, (23700, 25000, 26300, 25000))], "begins with E2.0", 1, 1, 1),
        ([ron(SOUTH_4, (30100, 20000, 24900, 25000))], "begins with S4.0", 1, 0, 1),
    ],
)
def test_some_hands_are_an_excerpt(hands, why, start, steps, end):
    result = excerpt(*hands)

    assert inconsistent(result) == []
    assert reason(result, "whole-log") == f"an excerpt that {why}"
    assert states(result, "game-start", "next-kyoku", "next-scores", "final-scores") == [
        (1 - start, 0, start),
        (steps, 0, 0),
        (steps, 0, 0),
        (0, 0, 0),
    ]
    assert result.tallies["game-over"].undecided == end
    wins = 0 if hands == [NOBODY_TENPAI] else len(hands)
    assert states(result, "win-yaku", "win-fu", "win-points", "win-payment") == [(wins, 0, 0)] * 4
    assert states(result, "draw-kind", "draw-payment") == [(len(hands) - wins, 0, 0)] * 2


# The first three passed silently once: honba, sticks and scores of a hand that begins midway were in doubt.
@pytest.mark.parametrize(
    ("change", "check"),
    [
        ({"deltas": (-1600, 2600, 0, 0)}, "win-payment"),
        ({"deltas": (-1300, 1300, 0, 0)}, "win-payment"),
        ({"texts": ["30符1飜1000点", "断幺九(1飜)"], "deltas": (-1300, 1300, 0, 0)}, "win-fu"),
        ({"texts": ["40符1飜1300点", "平和(1飜)"]}, "win-yaku"),
        ({"texts": ["40符1飜1500点", "断幺九(1飜)"]}, "win-points"),
    ],
)
def test_a_fault_within_an_excerpt_is_found(change, check):
    plain = {"deltas": (-1600, 1600, 0, 0)} | change

    assert check in inconsistent(excerpt(ron((2, 1, 0), (20000, 31000, 24000, 25000), **plain)))
    # So are a wrong start and a wrong step.
    second = ron(EAST_3, (23700, 25000, 25300, 26000))
    assert inconsistent(excerpt(ron(EAST_1, (26000, 24000, 25000, 25000)))) == ["game-start"]
    assert inconsistent(excerpt(ron(EAST_2, AFTER), second)) == ["next-scores"]


def hanchan():
    """East 1 to South 4, each won by the seat after the dealer: everybody ends with 25,000."""
    hands, scores = [], list(SCORES)
    for kyoku in range(8):
        hands.append(ron((kyoku, 0, 0), tuple(scores)))
        scores[kyoku % 4] -= 1300
        scores[(kyoku + 1) % 4] += 1300
    return hands


LOW_TARGET = replace(load("tenhou"), target_points=20_000)
"""The game ends after South 4."""


def test_a_whole_game_needs_no_final_scores():
    for nothing in ({}, {"sc": []}, {"sc": None}, {"sc": [0] * 8}):
        result = excerpt(*hanchan(), rules=LOW_TARGET, **nothing)

        assert inconsistent(result) == []
        assert states(result, "whole-log", "game-start", "game-over") == [(1, 0, 0), (1, 0, 0), (8, 0, 0)]
        assert states(result, "final-scores", "final-result") == [(0, 0, 0), (0, 0, 0)]


def test_with_final_scores_a_missing_hand_is_a_fault():
    first = excerpt(*hanchan()[1:], rules=LOW_TARGET, sc=FINAL)
    last = excerpt(*hanchan()[:-1], rules=LOW_TARGET, sc=FINAL)

    assert "game-start" in inconsistent(first)
    assert first.tallies["whole-log"].passed == 1
    assert {"game-over", "final-scores"} <= set(inconsistent(last))
    # Without them it may be an excerpt.
    assert inconsistent(excerpt(*hanchan()[1:], rules=LOW_TARGET)) == []

    # Left in a few hands they make no game of them.
    for part in (slice(1, 2), slice(1, 3), slice(3, None)):
        result = excerpt(*hanchan()[part], sc=FINAL)
        assert inconsistent(result) == []
        assert states(result, "final-scores", "final-result", "game-start", "whole-log") == [(0, 0, 1)] * 4


@pytest.mark.parametrize("result", [["不明"], ["Unknown"], [""], [], None])
def test_play_without_a_result_is_judged(result):
    firsts = DOUBLE_RON[0], (DOUBLE_RON[0][0], [25], [26])
    value, wrong = (hand(first, *DOUBLE_RON[1:], result=result) for first in firsts)
    if result is None:
        del value[-1], wrong[-1]

    reviewed = excerpt(value)

    assert inconsistent(reviewed) == []
    assert [finding.verdict.value for finding in reviewed.findings if finding.check == "well-formed"] == []
    assert reason(reviewed, "whole-log") == "the hand has no result"
    assert states(reviewed, "tile-place", "turn-order") == [(1, 0, 0)] * 2
    assert reviewed.facts.end.tolist() != [EndKind.AGARI]
    assert reviewed.tallies["game-over"].passed == 0
    assert inconsistent(excerpt(wrong)) == ["tile-place"]


def test_a_hand_without_a_result_may_stand_before_another():
    result = excerpt(hand(*DOUBLE_RON, result=["不明"]), ron(EAST_2, AFTER))

    assert inconsistent(result) == []
    assert {finding.verdict for finding in result.findings} == {Verdict.UNDECIDED}
    assert reason(result, "next-kyoku") == "the hand before it cannot be judged"
    assert states(result, "next-kyoku", "win-payment") == [(0, 0, 1), (1, 0, 0)]


@pytest.mark.parametrize(
    "names", [["A", "B", "C", ""], ["A", "B", "C"], ["", "", "", ""], ["?", "?", "?", None]]
)
@pytest.mark.parametrize("fourth", [[], [[], [], []]])
def test_a_fourth_seat_may_be_empty_or_left_out(names, fourth):
    seats = [entry for haipai, *lists in KITA for entry in (tiles(haipai), *lists)]
    win = ["和了", [8000, -4000, -4000, 0], [0, 0, 0, "満貫4000点∀", *KITA_WIN]]

    result = excerpt(
        [[0, 0, 0], [35000, 35000, 35000, 0], [39], [], *seats, *fourth, win], disp="三鳳南喰赤", name=names
    )

    assert inconsistent(result) == []
    assert result.events.games.players.tolist() == [3]
    assert result.tallies["win-payment"].passed == 1


# Riichi wiki, Paarenchan: the dealer's eighth repeat in a row; an excerpt does not say who earned its honba.
@pytest.mark.parametrize(("honba", "state"), [(7, (1, 0, 0)), (8, (0, 0, 1))])
def test_honba_earned_before_the_excerpt_leave_a_win_of_the_dealer_undecided(honba, state):
    rules = replace(load("tenhou"), paarenchan=8)
    others = [f"147m258p19s123{dragon}{dragon}z" for dragon in "567"]
    plays = ([44], [60]), ([38], [60]), ([], []), ([], [])
    seats = [(text, *lists) for text, lists in zip(["234567m23477p67s", *others], plays, strict=True)]
    paid = 2900 + 300 * honba
    win = [0, 1, 0, "30符2飜2900点", "平和(1飜)", "断幺九(1飜)"]

    result = excerpt(won([paid, -paid, 0, 0], win, seats=seats, kyoku=(4, honba, 0), dora=(41,)), rules=rules)

    assert inconsistent(result) == []
    assert states(result, "win-yaku", "win-payment") == [state] * 2


# Games as links of tenhou.net/5 and /6, as people pass them around.

GAME = document(WON)
RAW = json.dumps(GAME, ensure_ascii=False)
SIX, FIVE = "https://tenhou.net/6/#json=", "https://tenhou.net/5/#json="


def hands_of(text):
    """The number of hands of each game of a text; None for one that cannot be read."""
    games = read_log(text if isinstance(text, bytes) else text.encode())
    return [None if isinstance(game, MalformedLog) else len(game.events.hands.game) for game in games]


@pytest.mark.parametrize("text", CASES["links"])
def test_a_link_is_the_game_in_it(text):
    game = {"raw": RAW, "quoted": quote(RAW), "all": quote(RAW, safe=""), "few": quote(RAW, safe="{}[]:,")}
    data = text.format(six=SIX, five=FIVE, **game).encode()

    found, expected = (read_events(one).results.deltas for one in (data, data_of(GAME)))
    assert found.tolist() == expected.tolist()


def test_links_stand_one_a_line_among_other_text():
    other = document(WON, WON)
    text = f"my games\n\n1. {SIX}{RAW}\nlost: {SIX}{quote(json.dumps(other))} {FIVE}{RAW}\nbye\n"

    assert hands_of(text) == [1, 2, 1]
    # A log whose words hold a link is none.
    assert hands_of(data_of(document(WON, title=[f"{SIX}x", ""]))) == [1]


def test_a_bad_link_loses_its_game_alone_and_is_named_with_its_line():
    text = f"{SIX}{RAW}\n{SIX}%7B%22log\n{SIX}{quote(RAW)}\n"

    assert hands_of(text) == [1, None, 1]
    assert str(read_log(text.encode())[1]).startswith("line 2: expected JSON, found at column 2")


def test_links_without_a_game_and_too_many_are_refused():
    for tail in ("", "%7B", "%FF", "x", "[" * 5000, "%"):
        with pytest.raises(MalformedLog, match=r"\Aline 1: expected "):
            read_log((SIX + tail).encode())
    with pytest.raises(MalformedLog, match="expected at most 1000 games in one file, found 1001"):
        read_log(f"{SIX}{RAW}\n".encode() * 1001)


def links_of_hands():
    """Two hands of one game in a link each, with the final scores, as a public program writes them."""
    whole = {
        "ref": "2199010110gm-00a9-0000-0ea370be",
        "sc": [17800, -32.2, 21200, -18.8, 34600, 44.6, 26400, 6.4],
    }
    later = json.loads(json.dumps(WON))
    later[0] = [0, 1, 0]
    return "\n".join(SIX + json.dumps(document(hand, **whole)) for hand in (WON, later)).encode()


def test_hands_of_one_game_in_links_of_their_own_are_parts_of_it():
    result = review([(LogName("links.txt", "links.txt"), links_of_hands())])

    assert [game.log_id for game in result.logs] == ["2199010110gm-00a9-0000-0ea370be", "links.txt#2"]
    assert not result.events.results.has_owari.any()
    # By themselves they are too.
    events, _ = read_logs([links_of_hands()], within=0).read()
    assert events.results.has_owari.tolist() == [0]


def test_a_game_is_written_as_a_link_for_each_hand():
    sc = [25000, 0.0, 25000, 0.0, 25000, 0.0, 25000, 0.0]
    events = read_events(data_of(document(WON, WON, sc=sc)))
    written = write_links(OneGame(events, Headers([read_log(data_of(GAME))[0].header])))

    links = written.text.splitlines()
    assert len(links) == 2
    assert all(link.startswith(f"{SIX}%7B%22") and link.isascii() for link in links)
    assert hands_of(written.text) == [1, 1]
    assert "final scores" in written.lost
