"""What is no document of tenhou.net/6 is refused in one line, with its place; nothing else ever happens."""

from __future__ import annotations

import json

import pytest

from analyzer.audit import LogName, review
from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_log
from analyzer.formats.json_document import _without_repetition, looks_like_json
from tests.formats.tenhou6.documents import (
    WON,
    data_of,
    document,
)

ONE = data_of(document(WON))


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
