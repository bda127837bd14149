"""Batches of logs in any mixture of forms, read in their order."""

from __future__ import annotations

import json

import pytest

from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_log, read_logs
from analyzer.formats.events import Oddity, joined
from analyzer.formats.mjai.lines import looks_like_mjai
from analyzer.formats.mjlog import decoder
from tests.case_files import whole
from tests.formats.logs import AGARI, GAME, HEAD, INIT, SANMA_GAME, arrays, game
from tests.formats.mjai.games import GAME as MJAI
from tests.formats.mjai.games import HORA, as_lines
from tests.formats.tenhou6.documents import WON, data_of, document

XML = GAME.encode()
SANMA = SANMA_GAME.encode()
OTHER_XML = XML.replace(b'"', b"'")
MARKED = XML.replace(b"<INIT ", b'<INIT unstated="start-scores" ')
CUT = XML[: XML.index(b"<AGARI")]
ONE_GAME = data_of(document(WON))
TWO_GAMES = b"[%s,%s]" % (ONE_GAME, data_of(document(WON, WON)))
BAD_BETWEEN = b'[%s,{"log": 1},%s]' % (ONE_GAME, ONE_GAME)
NO_LOG = b"nothing"
THREE_LOGS = XML + b"\n" + CUT + b"\n<?xml version='1.0'?>" + SANMA

WORDS = as_lines([*MJAI[:-5], {**HORA, "yakus": [["a yaku of ours", 1]]}])
CALLED = {"type": "pon", "actor": 3, "target": 1, "pai": "9p", "consumed": ["9p", "9p"]}

MIXTURES = {
    "Tenhou's form alone": [XML, MARKED, game("<T136/>", INIT, AGARI, AGARI), game(head=HEAD), SANMA, XML],
    "no logs": [XML, NO_LOG, b""],
    "others at the ends": [TWO_GAMES, XML, SANMA, OTHER_XML],
    "several logs in one": [XML, THREE_LOGS, SANMA],
    "every form": [XML, WORDS, SANMA, ONE_GAME, as_lines([*MJAI[:8], CALLED]), WORDS, CUT],
    "others between": [XML, NO_LOG, XML, XML, CUT, BAD_BETWEEN, TWO_GAMES, SANMA],
}


@pytest.mark.parametrize("logs", MIXTURES.values(), ids=MIXTURES)
def test_a_batch_is_its_logs_read_one_by_one(logs, monkeypatch):
    # The scanner, which is for kernels that are compiled, reads short logs soon enough without.
    monkeypatch.setattr(decoder, "is_compiling", lambda: True)
    alone, places, refused = [], [], []
    for log, data in enumerate(logs):
        try:
            games = read_log(data)
        except MalformedLog as error:
            games = [error]
        for within, one in enumerate(games):
            if isinstance(one, MalformedLog):
                refused.append((log, within, str(one)))
            else:
                places.append((log, within, one.log_id))
                alone.append(one)

    read = read_logs(logs)
    together, beside = read.read()

    assert arrays(together) == arrays(joined([game.events for game in alone]))
    assert read.hand_count == len(together.hands.game)
    assert read.places == places
    assert list(beside.games) == [game.header for game in alone]
    assert [(place.log, place.within, str(error)) for place, error in read.refused] == refused


def test_a_batch_of_nothing_has_no_games():
    assert read_logs([]).read()[0].games.hand_offsets.tolist() == [0]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig"])
@pytest.mark.parametrize("log", [ONE_GAME, TWO_GAMES, XML, THREE_LOGS], ids=["JSON", "list", "XML", "logs"])
def test_a_log_may_be_in_utf_16_or_have_a_byte_order_mark(log, encoding):
    text = log.decode().replace("<?xml version='1.0'?>", "")
    mark = "\ufeff" if encoding == "utf-16-be" else ""

    read, expected = read_log((mark + text).encode(encoding)), read_log(text.encode())

    assert [arrays(game.events) for game in read] == [arrays(game.events) for game in expected]
    assert [game.header for game in read] == [game.header for game in expected]


def test_utf_16_is_read_up_to_a_cut_and_refused_where_it_is_none():
    (game,) = read_log(CUT.decode().encode("utf-16")[:-1])

    assert game.events.oddities.code.tolist() == [Oddity.NO_RESULT]
    with pytest.raises(MalformedLog, match="expected UTF-16, found other bytes at 2"):
        read_log(b"\xff\xfe\0\xd8x\0")


def test_mjlogs_may_stand_one_after_another():
    first, cut, third = read_log(THREE_LOGS)

    assert cut.events.oddities.code.tolist() == [Oddity.NO_RESULT]
    assert arrays(first.events) == arrays(read_log(XML)[0].events)
    assert read_logs([THREE_LOGS], within=2).read()[0].games.players.tolist() == [3]
    assert arrays(third.events) == arrays(read_log(SANMA)[0].events)
    # A bad one loses itself alone.
    good, bad, last = read_log(XML + b"<mjloggm></x>" + XML)
    assert isinstance(bad, MalformedLog)
    assert arrays(good.events) == arrays(last.events)
    with pytest.raises(MalformedLog, match="expected at most 1000 logs in one file, found more"):
        read_log(b"<mjloggm/>" * 1001)


@pytest.mark.parametrize(
    "page", [b"<!DOCTYPE html>\n<html>", b"\n<HTML lang=en>", b"\xef\xbb\xbf<!doctype HTML>"]
)
def test_a_page_is_told_from_a_damaged_log(page):
    with pytest.raises(MalformedLog, match=r"\Athis is a page, not a log; save the log\Z"):
        read_log(page)


def test_the_first_object_tells_mjai_from_other_json():
    for kind, texts in whole("formats/first_objects").items():
        assert {looks_like_mjai(text.encode()) for text in texts} == {kind == "mjai"}


def test_a_document_may_stand_on_many_lines():
    assert len(read_log(json.dumps(document(WON), indent=2).encode())) == 1
