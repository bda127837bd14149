"""Batches of logs in any mixture of forms, read in their order."""

from __future__ import annotations

import json

import pytest

from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_log, read_logs
from analyzer.formats.events import Oddity
from analyzer.formats.mjai.lines import looks_like_mjai
from analyzer.formats.mjlog import decoder
from analyzer.vocabulary import ABSENT, PlayKind
from tests.formats.logs import GAME, SANMA_GAME
from tests.formats.mjai.games import GAME as MJAI
from tests.formats.mjai.games import HORA, as_lines
from tests.formats.tenhou6.documents import WON, data_of, document

XML = GAME.encode()
SANMA = SANMA_GAME.encode()
OTHER_XML = XML.replace(b'"', b"'")
CUT = XML[: XML.index(b"<AGARI")]
ONE_GAME = data_of(document(WON))
TWO_GAMES = b"[%s,%s]" % (ONE_GAME, data_of(document(WON, WON)))
BAD_BETWEEN = b'[%s,{"log": 1},%s]' % (ONE_GAME, ONE_GAME)
NO_LOG = b"nothing"
THREE_LOGS = XML + b"\n" + CUT + b"\n<?xml version='1.0'?>" + SANMA

WORDS = as_lines([*MJAI[:-5], {**HORA, "yakus": [["a yaku of ours", 1]]}])
CALLED = {"type": "pon", "actor": 3, "target": 1, "pai": "9p", "consumed": ["9p", "9p"]}

MIXTURES = {
    "nothing": [],
    "Tenhou's form alone": [XML, SANMA, XML],
    "other forms alone": [OTHER_XML, TWO_GAMES],
    "no logs": [NO_LOG, b""],
    "one among others": [OTHER_XML, XML, CUT],
    "others at the ends": [TWO_GAMES, XML, SANMA, OTHER_XML],
    "several logs in one": [XML, THREE_LOGS, SANMA],
    "a bad game between": [XML, BAD_BETWEEN, XML],
    "every form": [XML, WORDS, SANMA, ONE_GAME, as_lines([*MJAI[:8], CALLED]), WORDS, CUT],
    "others between": [XML, NO_LOG, XML, XML, CUT, ONE_GAME, TWO_GAMES, SANMA],
}


def one_by_one(logs):
    """Events, places, headers and refused logs, as `read_log` gives them."""
    events, places, headers, refused = [], [], [], []
    for log, data in enumerate(logs):
        try:
            games = read_log(data)
        except MalformedLog as error:
            refused.append((log, 0, str(error)))
            continue
        for within, game in enumerate(games):
            if isinstance(game, MalformedLog):
                refused.append((log, within, str(game)))
                continue
            places.append((log, within, game.log_id))
            events.append(game.events)
            headers.append(game.header)
    return events, places, headers, refused


@pytest.mark.parametrize("scans", [False, True], ids=["read", "scanned"])
@pytest.mark.parametrize("logs", MIXTURES.values(), ids=MIXTURES)
def test_a_batch_is_its_logs_read_one_by_one(logs, scans, monkeypatch):
    # The scanner, which is for kernels that are compiled, reads short logs soon enough without.
    monkeypatch.setattr(decoder, "is_compiling", lambda: scans)
    events, places, headers, refused = one_by_one(logs)

    read = read_logs(logs)
    together, beside = read.read()

    assert [told(together, game) for game in range(len(places))] == [told(alone, 0) for alone in events]
    assert len(together.games.players) == len(places)
    assert read.hand_count == len(together.hands.game)
    assert read.places == places
    assert list(beside.games) == headers
    assert [(place.log, place.within, str(error)) for place, error in read.refused] == refused


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig"])
@pytest.mark.parametrize("log", [ONE_GAME, TWO_GAMES, XML, THREE_LOGS], ids=["JSON", "list", "XML", "logs"])
def test_a_log_may_be_in_utf_16_or_have_a_byte_order_mark(log, encoding):
    text = log.decode().replace("<?xml version='1.0'?>", "")
    mark = "\ufeff" if encoding == "utf-16-be" else ""

    read, expected = read_log((mark + text).encode(encoding)), read_log(text.encode())

    assert [told(game.events, 0) for game in read] == [told(game.events, 0) for game in expected]
    assert [game.header for game in read] == [game.header for game in expected]


def test_utf_16_is_read_up_to_a_cut_and_refused_where_it_is_none():
    (game,) = read_log(CUT.decode().encode("utf-16")[:-1])

    assert game.events.oddities.code.tolist() == [Oddity.NO_RESULT]
    with pytest.raises(MalformedLog, match="expected UTF-16, found other bytes at 2"):
        read_log(b"\xff\xfe\0\xd8x\0")


def test_mjlogs_may_stand_one_after_another():
    first, cut, third = read_log(THREE_LOGS)

    assert cut.events.oddities.code.tolist() == [Oddity.NO_RESULT]
    assert told(first.events, 0) == told(read_log(XML)[0].events, 0)
    assert read_logs([THREE_LOGS], within=2).read()[0].games.players.tolist() == [3]
    assert told(third.events, 0) == told(read_log(SANMA)[0].events, 0)


def test_of_mjlogs_in_one_file_a_bad_one_loses_itself_alone():
    first, bad, third = read_log(XML + b"<mjloggm></x>" + XML)

    assert isinstance(bad, MalformedLog)
    assert told(first.events, 0) == told(third.events, 0)


def test_a_file_of_too_many_mjlogs_is_refused():
    with pytest.raises(MalformedLog, match="expected at most 1000 logs in one file, found more"):
        read_log(b"<mjloggm/>" * 1001)


@pytest.mark.parametrize(
    "page", [b"<!DOCTYPE html>\n<html>", b"\n<HTML lang=en>", b"\xef\xbb\xbf<!doctype HTML>"]
)
def test_a_page_is_told_from_a_damaged_log(page):
    with pytest.raises(MalformedLog, match=r"\Athis is a page, not a log; save the log\Z"):
        read_log(page)


def told(events, game):
    """What one game of events says, without row numbers."""
    hands, plays, results, oddities = events.hands, events.plays, events.results, events.oddities
    first, stop = events.games.hand_offsets[game : game + 2]
    played = slice(hands.play_offsets[first], hands.play_offsets[stop])
    ended = slice(hands.result_offsets[first], hands.result_offsets[stop])
    calls = [
        events.deposits[row].tolist() if kind == PlayKind.RIICHI_ACCEPTED else events.calls.code[row]
        for kind, row in zip(plays.kind[played], plays.row[played], strict=True)
        if row != ABSENT
    ]
    odd = oddities.game == game
    details = [
        events.words[detail] if code == Oddity.UNKNOWN_YAKU else detail
        for code, detail in zip(oddities.code[odd], oddities.detail[odd], strict=True)
    ]
    at = [hand if hand == ABSENT else hand - first for hand in oddities.hand[odd].tolist()]
    assert (hands.game[first:stop] == game).all()
    assert ((results.hand[ended] >= first) & (results.hand[ended] < stop)).all()
    return (
        events.games.players[game],
        hands.scores[first:stop].tolist(),
        plays.tile[played].tolist(),
        calls,
        results.deltas[ended].tolist(),
        list(zip(oddities.code[odd].tolist(), at, details, strict=True)),
    )


@pytest.mark.parametrize(
    ("data", "is_mjai"),
    [
        (b'{"type":"start_game"}', True),
        (b'\xef\xbb\xbf \n{"names": [], "type" : "hello"}', True),
        (b'[{"type":"start_game"}]', True),
        (b'[[{"type":"start_game"}]]', False),
        (b'{"log":[],"type":7}', False),
        (b'{"title":["type",""],"log":[[]]}', False),
        (b'{"type":"start_game","names":["A"', True),
    ],
)
def test_the_first_object_tells_mjai_from_other_json(data, is_mjai):
    assert looks_like_mjai(data) == is_mjai


def test_a_document_may_stand_on_many_lines():
    assert len(read_log(json.dumps(document(WON), indent=2).encode())) == 1
