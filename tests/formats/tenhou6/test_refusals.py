"""What is no document of tenhou.net/6 is refused in one line, with its place; nothing else ever happens."""

from __future__ import annotations

import copy
import json
import random
import re

import pytest

from analyzer.audit import LogName, review
from analyzer.errors import AnalyzerError, MalformedLog
from analyzer.formats.any_format import read_log
from analyzer.formats.json_document import _without_repetition, looks_like_json
from analyzer.formats.tenhou6.reader import read_tenhou6
from tests.formats.tenhou6.documents import (
    CASES,
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
TOO_MANY = [
    ["[5]", json.dumps([11] * 61), ": expected a list of draws, found a list of 61"],
    ["[16]", json.dumps(["和了", *[[0] * 4, FIRST] * 4]), ": expected a result: '和了' or the kind of draw"],
]


def refused(value):
    with pytest.raises(MalformedLog) as raised:
        read_log(data_of(value))
    assert "\n" not in str(raised.value)
    return raised.value


@pytest.mark.parametrize(("path", "value", "message"), [*CASES["refused_hands"], *TOO_MANY])
def test_an_entry_that_cannot_be_is_named_with_its_place_and_hand(path, value, message):
    *above, last = ("log", 1, *map(int, re.findall(r"\d+", path)))
    changed = place = document(WON, copy.deepcopy(WON))
    for index in above:
        place = place[index]
    place[last] = json.loads(value)

    error = refused(changed)

    assert error.message.startswith(f"log[1]{path}{message.replace('TILE', TILE)}")
    assert error.location.hand == 1


SANMA = [8000, -4000, -4000], [0, 0, 0, "", *KITA_WIN]
OTHERS = [
    [{"csrule": [""] * 200}, "csrule: expected a list of at most 199 entries, found a list of 200"],
    [
        {"log": [WON, won(*SANMA, seats=KITA)]},
        "log[1]: expected a hand of 4 players, as the first, found a list of 17",
    ],
    [
        {"log": [won(*SANMA, seats=KITA, kyoku=(3, 0, 0))]},
        "log[0][0][0]: expected a kyoku of 3 players, found 3",
    ],
]


@pytest.mark.parametrize(
    ("members", "message"),
    [*((json.loads(text), message) for text, message in CASES["refused_games"]), *OTHERS],
)
def test_a_member_of_another_form_is_named(members, message):
    assert refused(document(WON, **members)).message == message


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
