"""What is no document of tenhou.net/6 is refused in one line, with its place; nothing else ever happens."""

from __future__ import annotations

import copy
import json
import random

import pytest

from analyzer.audit import LogName, review
from analyzer.errors import AnalyzerError, MalformedLog
from analyzer.formats.any_format import read_log
from analyzer.formats.tenhou6.document import _without_repetition, looks_like_json
from analyzer.formats.tenhou6.reader import read_tenhou6
from tests.formats.tenhou6.documents import (
    DAISANGEN,
    DOUBLE_RON,
    FIRST,
    KITA,
    KITA_WIN,
    NOTEN,
    SECOND,
    WON,
    data_of,
    document,
    hand,
    played_out,
    won,
)

ONE = data_of(document(WON))
TILE = "expected a tile (11-19, 21-29, 31-39, 41-47, 51-53)"

# Place in the second hand, what stands there, and the message behind the place.
OF_A_HAND = [
    ((), [], ": expected a hand: a list of 17, or of 14 with three seats, found a list of 0"),
    ((0,), [0, 0], ": expected kyoku, honba and sticks, found a list of 2"),
    ((0, 0), 16, ": expected a number from 0 to 15, found 16"),
    ((0, 1), 10**400, ": expected a number from 0 to 9999, found a number of more than 40 digits"),
    ((0, 2), -1, ": expected a number from 0 to 9999, found -1"),
    ((0, 2), True, ": expected a number from 0 to 9999, found true"),
    ((1,), [25000] * 5, ": expected points of 4 seats, found a list of 5"),
    ((1, 3), 25050, ": expected a multiple of 100, found 25050"),
    ((1, 3), "25000", ": expected points, found '25000'"),
    ((1, 3), 10**9, ": expected points, found 1000000000"),
    ((2,), [], ": expected at least one indicator, found a list of 0"),
    ((2,), [39] * 9, ": expected a list of up to 8 indicators, found a list of 9"),
    ((2,), {}, ": expected a list of up to 8 indicators, found an object"),
    ((3,), [39] * 9, ": expected a list of up to 8 indicators, found a list of 9"),
    ((4,), [11] * 14, ": expected 13 tiles, found a list of 14"),
    ((4, 5), 60, f": {TILE}, found 60"),
    ((4, 5), "r11", f": {TILE}, found 'r11'"),
    ((4, 5), None, f": {TILE}, found null"),
    ((4, 5), [11], f": {TILE}, found a list of 1"),
    ((5, 0), "p45", f": {TILE}, a chi as 'c131415', a pon as '45p4545' or a daiminkan as 'm36363636', found"),
    ((6, 0), "x", ": expected a discard, 60, 0, a riichi as 'r23', a kakan as 'k37373737', an ankan as"),
    ((14,), [11], "[0]: expected a draw or call of seat 3 that an order of play reaches, found 11"),
    (
        (11,),
        ["c252627"],
        "[0]: expected a draw or call of seat 2 that an order of play reaches, found 'c2526",
    ),
    ((12,), [11], "[0]: expected a discard of seat 2 that an order of play reaches, found 11"),
    ((5,), [11] * 61, ": expected a list of draws, found a list of 61"),
    ((6,), "60", ": expected a list of discards, found '60'"),
    ((16,), "和了", ": expected a result: '和了' or the kind of draw, and payments, found '和了'"),
    ((16, 0), None, ": expected a result in words, found null"),
    ((16, 1), [0, 0], ": expected points of 4 seats, found a list of 2"),
    ((16, 1, 0), 50, ": expected a multiple of 100, found 50"),
    ((16, 2), [1, 0], ": expected winner, from whom, liable seat, points and yaku, found a list of 2"),
    ((16, 2, 0), 4, ": expected a seat of 4, found 4"),
    ((16, 2, 3), 1, ": expected fu and points in words, found 1"),
    ((16, 2, 4), 1, ": expected a yaku with its han, found 1"),
    (
        (16,),
        ["流局", [0] * 4, [0] * 4],
        ": expected the kind of draw and at most one list of payments, found",
    ),
    ((16,), ["和了"], ": expected '和了', and payments and a win of one to three winners, found a list of 1"),
    ((16,), ["和了", *[[0] * 4, FIRST] * 4], ": expected a result: '和了' or the kind of draw, and payments"),
]


@pytest.mark.parametrize(("path", "value", "message"), OF_A_HAND)
def test_an_entry_that_cannot_be_is_named_with_its_place_and_hand(path, value, message):
    changed = document(WON, copy.deepcopy(WON))
    *above, last = ("log", 1, *path)
    place = changed
    for index in above:
        place = place[index]
    place[last] = value

    with pytest.raises(MalformedLog) as raised:
        read_log(data_of(changed))

    assert raised.value.message.startswith("log[1]" + "".join(f"[{index}]" for index in path) + message)
    assert raised.value.location.hand == 1
    assert "\n" not in str(raised.value)


OF_A_GAME = {
    "sc[1]: expected a final result with at most one decimal, found 1.25": {"sc": [25000, 1.25] * 4},
    "sc[1]: expected a final result with at most one decimal, found true": {"sc": [25000, True] * 4},
    "sc[0]: expected a multiple of 100, found 25050": {"sc": [25050, 1] * 4},
    "sc: expected final points and results of 4 seats, found a list of 3": {"sc": [1, 2, 3]},
    "sc: expected final points and results of 4 seats, found an object": {"sc": {}},
    "name: expected names of the seats, found a list of 1": {"name": ["A"]},
    "name[0]: expected a name, found 1": {"name": [1, 2, 3, 4]},
    "rule: expected an object, found 5": {"rule": 5},
    "rule[0]: expected an entry of rules: text or a number, found an object": {"rule": [{}]},
    "csrule[0]: expected an entry of rules: text or a number, found null": {"csrule": [None]},
    "csrule: expected a list of at most 199 entries, found a list of 200": {"csrule": [""] * 200},
    "rule.aka: expected a number of red fives, found 'x'": {"rule": {"aka": "x"}},
    "rule.disp: expected the rule in words, found 1": {"rule": {"disp": 1}},
    "lobby: expected the number of a lobby, found -1": {"lobby": -1},
    "lobby: expected the number of a lobby, found 'room'": {"lobby": "room"},
    "lobby: expected the number of a lobby, found true": {"lobby": True},
    "dan: expected dan of the seats, found 'x'": {"dan": "x"},
    "log: expected a list of 1 to 200 hands, found a list of 0": {"log": []},
    # Type b9 is of three players.
    "log: expected tiles dealt to 3 seats, as the type of the game has it, found tiles dealt to 4": {
        "ref": "2019021004gm-00b9-0000-e2f6516d"
    },
    "log[1]: expected a hand of 4 players, as the first, found a list of 17": {
        "log": [WON, won([8000, -4000, -4000], [0, 0, 0, "", *KITA_WIN], seats=KITA, scores=[0, 0, 0])]
    },
    "log[0][0][0]: expected a kyoku of 3 players, found 3": {
        "log": [won([8000, -4000, -4000], [0, 0, 0, "", *KITA_WIN], seats=KITA, kyoku=(3, 0, 0))]
    },
}


@pytest.mark.parametrize("message", OF_A_GAME)
def test_a_member_of_another_form_is_named(message):
    with pytest.raises(MalformedLog) as raised:
        read_log(data_of(document(WON, **OF_A_GAME[message])))

    assert raised.value.message == message


OF_BYTES = {
    "expected JSON, found at line 1, column 2": b"{",
    "expected a member 'log', found an object": b"{}",
    "expected a game, found an empty list": b"[]",
    "[0]: expected an object with the members 'log', 'name' and 'rule', found 1": b"[1]",
    "expected every key once, found 'log' twice": b'{"log": 1, "log": 2}',
    "expected a number, found NaN": b'{"log": [NaN]}',
    "expected a number, found -Infinity": b'{"log": [-Infinity]}',
    "expected a few levels of lists, found far more": b'{"log": ' + b"[" * 100_000,
    "expected numbers of a log, found one of thousands of digits": b'{"log": ' + b"9" * 10_000 + b"}",
    "expected UTF-8, found other bytes at 9": b'{"log": "\xff"}',
    "line 1.log[0]: expected a hand": b'{"log": [1]}\n{"log": \n',
    "line 1: expected JSON, found at column 9: Expecting value": b'{"log": \n{"log": [1]}',
    "line 2.log: expected a list of 1 to 200 hands": b'\n{"log": []}\n{"log": [1]}',
    "expected well-formed XML": b"nothing",
}


@pytest.mark.parametrize("message", OF_BYTES)
def test_bytes_that_are_no_document_are_refused(message):
    with pytest.raises(MalformedLog) as raised:
        read_log(OF_BYTES[message])

    assert raised.value.message.startswith(message)


def test_a_document_beyond_the_bounds_is_refused():
    with pytest.raises(MalformedLog, match="expected at most 20 bytes, found 528"):
        read_tenhou6(ONE, max_bytes=20)
    for many in (b"[" + b"0," * 1000 + b"0]", b'{"log": 0}\n' * 1001):
        with pytest.raises(MalformedLog, match="expected at most 1000 games in one file, found 1001"):
            read_tenhou6(many)


class CountedKey(str):
    """A key that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other):
        CountedKey.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_a_key_given_twice_is_found_without_comparing_each_with_all(monkeypatch):
    pairs = [(CountedKey(f"k{number}"), 1) for number in (*range(3000), 2999)]
    monkeypatch.setattr(CountedKey, "compared", 0)

    with pytest.raises(MalformedLog, match="expected every key once, found 'k2999' twice"):
        _without_repetition(pairs)

    assert CountedKey.compared < 100


def test_a_refused_document_is_a_finding_and_the_rest_is_read():
    broken = data_of(document(WON, [*WON[:2], [], *WON[3:]]))

    result = review([(LogName("a", "a.json"), broken), (LogName("b", "b.json"), ONE)])

    assert [log.source for log in result.logs] == ["b.json"]
    finding = result.findings[0]
    assert (finding.source, finding.check, finding.verdict.value, finding.hand) == (
        *("a.json", "well-formed", "malformed"),
        1,
    )
    assert (
        finding.message == "not a readable log: log[1][2]: expected at least one indicator, found a list of 0"
    )


def test_json_and_xml_are_told_apart_by_their_first_bytes():
    assert [*map(looks_like_json, (b'\xef\xbb\xbf \n{"log"', b"[{", b"<mjloggm", b""))] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("joined", [b"[%s, %s]", b"%s\n%s\n", b"%s\r\n\r\n%s", b"\xef\xbb\xbf \r\n%s\n%s"])
def test_several_games_are_a_list_or_one_a_line_and_told_apart_by_their_place(joined):
    games = joined % (ONE, data_of(document(WON, WON)))

    assert [len(game.events.hands.game) for game in read_log(games)] == [1, 2]
    result = review([(LogName("a", "a.json"), games)])
    assert [log.source for log in result.logs] == ["a.json", "a.json#2"]
    assert {finding.source for finding in result.findings} == {"a.json", "a.json#2"}


BAD_GAMES = {
    "no JSON": (ONE[:-1], "expected JSON, found at column"),
    "no game": (b'{"log": 1}', ".log: expected a list of 1 to 200 hands, found 1"),
    "no UTF-8": (ONE.replace(b"title", b"\xfftle"), ": expected UTF-8, found other bytes at 2"),
    "a key twice": (b'{"log": 1, "log": 2}', ": expected every key once, found 'log' twice"),
}


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("bad", BAD_GAMES)
def test_one_bad_line_loses_its_game_alone(bad, place):
    line, message = BAD_GAMES[bad]
    lines = [ONE, ONE, ONE]
    lines[place] = line

    games = read_log(b"\n".join(lines))

    assert [isinstance(game, MalformedLog) for game in games] == [at == place for at in range(3)]
    assert str(games[place]).startswith(f"line {place + 1}")
    assert message in str(games[place])


def test_one_bad_game_of_a_list_loses_itself_alone():
    first, second, third = read_log(b'[%s, {"log": 1}, %s]' % (ONE, ONE))

    assert second.message == "[1].log: expected a list of 1 to 200 hands, found 1"
    assert first.events.plays.tile.tolist() == third.events.plays.tile.tolist()


def test_a_document_may_stand_on_many_lines():
    assert len(read_log(json.dumps(document(WON), indent=2).encode())) == 1


SEEDS = (
    document(WON, hand(*DOUBLE_RON, result=["和了", [0] * 4, FIRST, [0] * 4, SECOND])),
    document(hand(*DAISANGEN, result=["和了", [0] * 4, [1, 1, 3, "役満8000-16000点", "大三元(役満)"]])),
    document(hand(*played_out(*NOTEN), result=["全員不聴"]), sc=[25000, 1, 25000, 2, 25000, 3, 25000, 4]),
    document(
        hand(
            *KITA, result=["和了", [0] * 4, [0, 0, 0, "満貫4000点∀", *KITA_WIN]], scores=(35000, 35000, 35000)
        ),
        disp="三鳳南喰赤",
    ),
)
ODD = (
    None, True, -1, 0, 1, 3, 11, 15, 44, 51, 60, 2**31, 10**25, 0.5, 1e300, "", "r60", "r11", "f44", "a",
    "p111111", "11p1111", "c111213", "k11111111", "111111a11", "m44444444", "和了", "流局", "三家和了",
    "\ud800", "\0", [], [0], [[]], {}, {"log": []}, "役満32000点", "立直(1飜)", "ドラ(999飜)", "x(役満)",
)  # fmt: skip


def places(value, path=()):
    """Paths of every value of a document."""
    yield path
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, child in children:
        yield from places(child, (*path, key))


@pytest.mark.long
def test_three_thousand_mutated_documents_are_read_or_refused():
    chance = random.Random(6)  # noqa: S311
    paths = [[path for path in places(seed) if path] for seed in SEEDS]
    read = 0
    for _ in range(3000):
        which = chance.randrange(len(SEEDS))
        value = copy.deepcopy(SEEDS[which])
        for _ in range(chance.choice([1, 1, 1, 2, 4])):
            mutate(value, chance.choice(paths[which]), chance)
        try:
            events = [game.events for game in read_log(json.dumps(value).encode())]
            read += len(events)
        except AnalyzerError:
            continue
    assert 200 < read < 2800


def mutate(value, path, chance):
    """Replace, drop or repeat what stands at a place, if it is still there."""
    *above, last = path
    try:
        for key in above:
            value = value[key]
        match chance.randrange(3):
            case 0:
                value[last] = copy.deepcopy(chance.choice(ODD))
            case 1:
                del value[last]
            case _:
                value.insert(last, copy.deepcopy(value[last]))
    except (LookupError, TypeError, AttributeError):
        return


def test_documents_with_bytes_changed_are_read_or_refused():
    chance = random.Random(7)  # noqa: S311
    for _ in range(2000):
        data = bytearray(data_of(chance.choice(SEEDS)))
        for _ in range(chance.choice([1, 2, 8])):
            at = chance.randrange(len(data))
            match chance.randrange(3):
                case 0:
                    data[at] = chance.choice(b'0123456789[]{},":rpcmkaf\xff')
                case 1:
                    del data[at : at + chance.choice([1, 5, 400])]
                case _:
                    data[at:at] = data[at : at + 20]
            if not data:
                break
        try:
            for game in read_log(b"{" + bytes(data[1:])):
                assert isinstance(game, MalformedLog) or len(game.events.hands.game)
        except AnalyzerError:
            continue


def test_mutated_documents_that_are_read_are_reviewed_without_an_error():
    chance = random.Random(8)  # noqa: S311
    reviewed = 0
    for round_ in range(150):
        which = chance.randrange(len(SEEDS))
        value = copy.deepcopy(SEEDS[which])
        mutate(value["log"], chance.choice([path for path in places(value["log"]) if path]), chance)
        result = review([(LogName(str(round_), str(round_)), json.dumps(value).encode())])
        reviewed += len(result.logs)
    assert reviewed > 10
