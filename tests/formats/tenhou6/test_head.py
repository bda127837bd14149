"""What a document says of its game: rules, lobby, players, final scores."""

from __future__ import annotations

import json

import pytest

from analyzer.audit import LogName, review
from analyzer.formats.any_format import read_log
from analyzer.formats.headers import Headers
from analyzer.vocabulary import ABSENT
from tests.formats.tenhou6.documents import CASES, NOTEN, data_of, document, hand, played_out

PLAYED = hand(*played_out(*NOTEN), result=["全員不聴"])
REF = "2019021004gm-00e1-0000-e2f6516d"


def read(value):
    (game,) = read_log(data_of(value))
    return game.events, Headers([game.header])


@pytest.mark.parametrize(("rule", "go_type"), CASES["go_types"])
def test_the_rule_gives_the_type_where_it_is_in_words_of_tenhou(rule, go_type):
    value = document(PLAYED, rule=json.loads(rule))

    assert read(value)[0].games.go_type.tolist() == [go_type or ABSENT]


def test_the_log_id_says_the_type_before_the_words_do_and_words_that_contradict_it_are_named():
    events, _ = read(document(PLAYED, ref=REF))
    assert events.games.go_type.tolist() == [225]
    # A text with an id in it is none.
    assert read(document(PLAYED, ref=f"{REF}&tw=1"))[0].games.go_type.tolist() == [169]

    for words, is_named in (("鳳東喰赤速", False), ("鳳南喰赤", True), ("玉の間南喰赤", False)):
        result = review([(LogName(REF, "game.json"), data_of(document(PLAYED, ref=REF, disp=words)))])
        named = [one.message for one in result.findings if one.check == "well-formed"]
        assert any("another type of game" in message for message in named) == is_named


@pytest.mark.parametrize(
    ("disp", "check", "message", "judged"),
    [
        (
            "三鳳南喰赤",
            "well-formed",
            "rule names another type of game, or other red fives, than ref or the tiles dealt",
            1,
        ),
        ("乱闘の間南喰赤", "rule-set", "no GO type", 0),
    ],
)
def test_words_that_do_not_fit_are_named_and_the_game_is_judged_as_far_as_it_is_known(
    disp, check, message, judged
):
    result = review([(LogName("game.json", "game.json"), data_of(document(PLAYED, disp=disp)))])

    (finding,) = [finding for finding in result.findings if finding.check == check]
    assert message in finding.message
    assert result.events.games.go_type.tolist() == [169 if judged else ABSENT]
    assert (result.tallies["draw-payment"].passed, result.tallies["draw-payment"].undecided) == (
        judged,
        1 - judged,
    )


def test_a_game_of_tenhou_has_one_red_five_of_each_suit():
    told = data_of(document(PLAYED, disp="般南喰赤")).replace(b'"aka52": 1', b'"aka52": 2')
    result = review([(LogName("game.json", "game.json"), told)])

    assert told.count(b'"aka52": 2') == 1
    assert [one.message for one in result.findings if one.check == "well-formed"] == [
        "rule names another type of game, or other red fives, than ref or the tiles dealt"
    ]


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
    _, headers = read(document(PLAYED, **people))

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
    result = review([(LogName("game.json", "game.json"), data_of(document(PLAYED, lobby=lobby)))])
    assert result.rule_sets == ("tenhou",)


def test_final_scores_end_the_game_and_rules_of_a_lobby_are_the_text_that_go_has():
    sc = [25000, 15, 25000, 5.0, 25000, -5.5, 25000, -14.5]
    rule = ["", "", "0009", 0, "0,1", 0, 0]
    events, headers = read(document(PLAYED, sc=sc, rule=rule, csrule=["00200000", "00000004", "", "", 25000]))

    assert events.results.final_scores.tolist() == [[25000] * 4]
    assert events.results.final_results.tolist() == [[150, 50, -55, -145]]
    assert events.games.announces_rules.tolist() == [True]
    # An entry is one, whatever is in it.
    assert headers.announcements == {0: (",,0009,0,0;1,0,0", "00200000,00000004,,,25000")}


@pytest.mark.parametrize(("start", "wrong"), [(25000, []), (30000, ["game-start"])])
def test_a_game_is_judged_by_the_rules_of_its_lobby(start, wrong):
    rules = {"rule": ["", "", "0009"], "csrule": ["00200000", "00000004", "", "", start]}

    result = review(
        [(LogName("a", "a"), data_of(document(PLAYED, **rules)))], checks=("rule-set", "game-start")
    )

    assert [finding.check for finding in result.findings] == wrong


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
