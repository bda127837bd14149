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
from tests.formats.tenhou6.documents import data_of, document, hand, played_out
from tests.formats.tenhou6.test_hands import DAISANGEN, DOUBLE_RON, FIRST, KITA, KITA_WIN, SECOND

NOTEN = ("147m258p369s1234z", "147m258p369s1567z", "258m369p147s2345z", "369m147p258s3467z")
WON = hand(*DOUBLE_RON, result=["和了", [-1300, 1300, 0, 0], FIRST])


def changed(path, value):
    """The won hand with one entry replaced."""
    entries = copy.deepcopy(WON)
    *above, last = path
    place = entries
    for index in above:
        place = place[index]
    place[last] = value
    return document(WON, entries)


class CountedKey(str):
    """A key that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other):
        CountedKey.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_a_key_given_twice_is_found_without_comparing_each_with_all(monkeypatch):
    keys = [CountedKey(f"k{number}") for number in range(3000)]
    pairs = [(key, 1) for key in [*keys, CountedKey("k2999")]]
    monkeypatch.setattr(CountedKey, "compared", 0)

    with pytest.raises(MalformedLog, match="expected every key once, found 'k2999' twice"):
        _without_repetition(pairs)

    assert CountedKey.compared < 100


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ((0,), [0, 0], "log[1][0]: expected kyoku, honba and sticks, found a list of 2"),
        ((0, 0), 16, "log[1][0][0]: expected a number from 0 to 15, found 16"),
        ((0, 1), 10**400, "log[1][0][1]: expected a number from 0 to 9999, found a number of more than"),
        ((0, 2), -1, "log[1][0][2]: expected a number from 0 to 9999, found -1"),
        ((1,), [25000] * 5, "log[1][1]: expected points of 4 seats, found a list of 5"),
        ((1, 3), 25050, "log[1][1][3]: expected a multiple of 100, found 25050"),
        ((1, 3), "25000", "log[1][1][3]: expected points, found '25000'"),
        ((2,), [], "log[1][2]: expected at least one indicator, found a list of 0"),
        ((2,), [39] * 9, "log[1][2]: expected a list of up to 8 indicators, found a list of 9"),
        ((4,), [11] * 14, "log[1][4]: expected 13 tiles, found a list of 14"),
        ((4, 5), 60, "log[1][4][5]: expected a tile (11-19, 21-29, 31-39, 41-47, 51-53), found 60"),
        ((5, 0), "p45", "log[1][5][0]: expected a tile (11-19, 21-29, 31-39, 41-47, 51-53), a chi as 'c13"),
        ((6, 0), "x", "log[1][6][0]: expected a discard, 60, 0, a riichi as 'r23', a kakan as 'k37373737'"),
        ((14,), [11], "log[1][14][0]: expected a draw or call of seat 3 that an order of play reaches"),
        ((11,), ["c252627"], "log[1][11][0]: expected a draw or call of seat 2 that an order of play"),
        ((5,), [11] * 61, "log[1][5]: expected a list of draws, found a list of 61"),
        ((16,), "和了", "log[1][16]: expected a result: '和了' or the kind of draw, and payments, found"),
        ((16, 0), None, "log[1][16][0]: expected a result in words, found null"),
        ((16, 1), [0, 0], "log[1][16][1]: expected points of 4 seats, found a list of 2"),
        ((16, 2), [1, 0], "log[1][16][2]: expected winner, from whom, liable seat, points and yaku"),
        ((16, 2, 0), 4, "log[1][16][2][0]: expected a seat of 4, found 4"),
        ((16, 2, 4), 1, "log[1][16][2][4]: expected a yaku with its han, found 1"),
        ((16,), ["流局", [0] * 4, [0] * 4], "log[1][16]: expected the kind of draw and at most one"),
        ((16,), ["和了"], "log[1][16]: expected '和了', and payments and a win of one to three winners"),
    ],
)  # fmt: skip
def test_an_entry_that_cannot_be_is_named_with_its_place_and_hand(path, value, message):
    with pytest.raises(MalformedLog) as raised:
        read_log(data_of(changed(path, value)))

    assert message in raised.value.message
    assert raised.value.location.hand == 1
    assert "\n" not in str(raised.value)


def test_a_type_of_game_for_other_seats_than_tiles_are_dealt_to_is_refused():
    # Type b9 is of three players.
    value = document(WON, ref="2019021004gm-00b9-0000-e2f6516d")

    with pytest.raises(MalformedLog) as raised:
        read_log(data_of(value))

    expected = "log: expected tiles dealt to 3 seats, as the type of the game has it, found tiles dealt to 4"
    assert raised.value.message == expected


def test_a_refused_document_is_a_finding_and_the_rest_is_read():
    broken, whole = LogName("a", "a.json"), LogName("b", "b.json")

    result = review([(broken, data_of(changed((2,), []))), (whole, data_of(document(WON)))])

    assert [log.source for log in result.logs] == ["b.json"]
    finding = result.findings[0]
    assert (finding.source, finding.check, finding.verdict.value, finding.hand) == (
        "a.json",
        "well-formed",
        "malformed",
        1,
    )
    assert (
        finding.message == "not a readable log: log[1][2]: expected at least one indicator, found a list of 0"
    )


def test_the_games_of_one_file_are_told_apart_by_their_place():
    result = review([(LogName("a", "a.json"), b"[%s, %s]" % ((data_of(document(WON)),) * 2))])

    assert [log.source for log in result.logs] == ["a.json", "a.json#2"]
    assert {finding.source for finding in result.findings} == {"a.json", "a.json#2"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "expected JSON, found at line 1, column 2"),
        (b"{}", "expected a member 'log', found an object"),
        (b"[]", "expected a game, found an empty list"),
        (b"[1]", "[0]: expected an object with the members 'log', 'name' and 'rule', found 1"),
        (b'{"log": []}', "log: expected a list of 1 to 200 hands, found a list of 0"),
        (
            b'{"log": [[]]}',
            "log[0]: expected a hand: a list of 17, or of 14 with three seats, found a list of 0",
        ),
        (b'{"log": 1, "log": 2}', "expected every key once, found 'log' twice"),
        (b'{"log": [NaN]}', "expected a number, found NaN"),
        (b'{"log": [-Infinity]}', "expected a number, found -Infinity"),
        (b'{"log": ' + b"[" * 100_000, "expected a few levels of lists, found far more"),
        (b'{"log": ' + b"9" * 10_000 + b"}", "found one of thousands of digits"),
        (b'{"log": "\xff"}', "expected UTF-8, found other bytes at 9"),
        (b'{"log": [1]}\n{"log": \n', "line 1.log[0]: expected a hand"),
        (b'{"log": \n{"log": [1]}', "line 1: expected JSON, found at column 9: Expecting value"),
        (b'{"log": [1]}\n{"log": []}', "line 1.log[0]: expected a hand"),
    ],
)
def test_bytes_that_are_no_document_are_refused(data, message):
    with pytest.raises(MalformedLog) as raised:
        read_log(data)

    assert message in raised.value.message
    assert raised.value.message[0] != ":"


def test_a_document_beyond_the_bounds_is_refused():
    with pytest.raises(MalformedLog, match="expected at most 20 bytes, found 528"):
        read_tenhou6(data_of(document(WON)), max_bytes=20)
    with pytest.raises(MalformedLog, match="expected at most 1000 games in one file, found 1001"):
        read_tenhou6(b"[" + b"0," * 1000 + b"0]")


def test_json_and_xml_are_told_apart_by_their_first_bytes():
    assert looks_like_json(b'\xef\xbb\xbf \n{"log"')
    assert looks_like_json(b"[{")
    assert not looks_like_json(b"<mjloggm")
    assert not looks_like_json(b"")
    with pytest.raises(MalformedLog, match="expected well-formed XML"):
        read_log(b"nothing")


def test_a_byte_order_mark_and_blanks_are_passed_over():
    assert len(read_log(b"\xef\xbb\xbf \r\n" + data_of(document(WON)) + b"\n")) == 1


@pytest.mark.parametrize("joined", [b"[%s, %s]", b"%s\n%s\n", b"%s\r\n\r\n%s"])
def test_several_games_are_a_list_or_one_a_line(joined):
    games = read_log(joined % (data_of(document(WON)), data_of(document(WON, WON))))

    assert [len(game.events.hands.game) for game in games] == [1, 2]


ONE = data_of(document(WON))
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
