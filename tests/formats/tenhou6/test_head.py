"""What a document says of its game: rules, lobby, players, final scores, whether it is all; and links."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from analyzer.audit import LogName, review
from analyzer.errors import MalformedLog
from analyzer.formats import read as read_events
from analyzer.formats.any_format import read_log, read_logs
from analyzer.formats.conversion import convert
from analyzer.formats.events import SoulTable
from analyzer.formats.headers import Header, Headers
from analyzer.formats.one_game import OneGame
from analyzer.formats.tenhou6.head import soul_table
from analyzer.formats.tenhou6.writer import soul_words, write_links
from analyzer.vocabulary import ABSENT
from tests.formats.tenhou6.documents import (
    CASES,
    NOTEN,
    WON,
    data_of,
    document,
    hand,
    played_out,
)

PLAYED = hand(*played_out(*NOTEN), result=["全員不聴"])
REF = "2019021004gm-00e1-0000-e2f6516d"


def read(value):
    (game,) = read_log(data_of(value))
    return game.events, Headers([game.header])


def judged(value, rules="auto"):
    return review([(LogName("game.json", "game.json"), data_of(value))], rules)


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
    (rules,) = judged(document(PLAYED, disp="玉の間東喰赤")).audit.rule_sets

    # One red five of each suit.
    assert (rules.name, rules.winds, rules.red_fives) == ("mahjong-soul", 1, (1, 1, 1))
    assert rules.source("winds") == "room and mode in the rule of the log"


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
