"""Games as links of tenhou.net/5 and /6, as people pass them around."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from analyzer.audit import LogName, review
from analyzer.errors import MalformedLog
from analyzer.formats import read, read_log
from analyzer.formats.any_format import read_logs
from analyzer.formats.headers import Headers
from analyzer.formats.one_game import OneGame
from analyzer.formats.tenhou6.writer import write_links
from tests.formats.tenhou6.documents import WON, data_of, document

GAME = document(WON)
RAW = json.dumps(GAME, ensure_ascii=False)
SIX, FIVE = "https://tenhou.net/6/#json=", "https://tenhou.net/5/#json="


def hands_of(text):
    """The number of hands of each game of a text; None for one that cannot be read."""
    games = read_log(text if isinstance(text, bytes) else text.encode())
    return [None if isinstance(game, MalformedLog) else len(game.events.hands.game) for game in games]


@pytest.mark.parametrize(
    "text",
    [
        SIX + quote(RAW, safe=""),
        SIX + RAW,
        FIVE + RAW,
        SIX + quote(RAW, safe="{}[]:,") + "\n",
        f"East 1, first hand: {SIX}{quote(RAW)} (a mangan)",
        f"[East 1]({SIX}{quote(RAW)})",
        f"\ufeff{SIX}{RAW}\r\n",
        f"https://tenhou.net/5/?tw=1#json={RAW}",
        f"tenhou.net/6#json={RAW}",
        f'<p><a href="{SIX}{quote(RAW)}">East 1</a></p>',
    ],
)
def test_a_link_is_the_game_in_it(text):
    assert read(text.encode()).results.deltas.tolist() == read(data_of(GAME)).results.deltas.tolist()


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
    events = read(data_of(document(WON, WON, sc=sc)))
    written = write_links(OneGame(events, Headers([read_log(data_of(GAME))[0].header])))

    links = written.text.splitlines()
    assert len(links) == 2
    assert all(link.startswith(f"{SIX}%7B%22") and link.isascii() for link in links)
    assert hands_of(written.text) == [1, 1]
    assert "final scores" in written.lost
