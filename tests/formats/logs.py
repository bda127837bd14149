"""Hand-made logs: XML written for the tests of this room."""

from __future__ import annotations

import numpy as np

from analyzer.formats.events import Events
from analyzer.formats.mjlog.markup import games_between
from analyzer.formats.mjlog.reader import read_markup
from analyzer.formats.mjlog.scanner import scan

HAI0 = "0,4,8,12,16,20,24,28,32,36,40,44,48"
HAI1 = "1,5,9,13,17,21,25,29,33,37,41,45,49"
HAI2 = "2,6,10,14,18,22,26,30,34,38,42,46,50"
HAI3 = "3,7,11,15,19,23,27,31,35,39,43,47,51"

HEAD = (
    '<mjloggm ver="2.3"><SHUFFLE seed="mt19937ar-sha512-n288-base64,AAAA" ref=""/><GO type="169" lobby="0"/>'
    '<UN n0="%41" n1="%E3%81%82" n2="C" n3="D" dan="16,17,0,20" rate="2100.50,1500.00,1499.99,2300.00" '
    'sx="M,F,M,M"/><TAIKYOKU oya="0"/>'
)
"""Elements 0 to 4."""
INIT = (
    '<INIT seed="0,0,0,2,5,130" ten="250,250,250,250" oya="0" '
    f'hai0="{HAI0}" hai1="{HAI1}" hai2="{HAI2}" hai3="{HAI3}"/>'
)
RYUUKYOKU = '<RYUUKYOKU ba="0,1" sc="240,15,250,-15,250,15,250,-15" hai0="0,4,8" hai2="2,6" />'
OWARI = 'owari="255,-4.0,235,-26.0,265,47.0,235,-17.0"'
AGARI = (
    '<AGARI ba="1,1" hai="5,9,13,17,60" m="41578,7" machi="60" ten="30,2000,1" yaku="1,1,52,2" '
    'doraHai="130,64" doraHaiUra="7,8" who="1" fromWho="2" sc="255,0,235,43,265,-33,235,0" '
    f"{OWARI} />"
)
END = "</mjloggm>"

GAME = (
    f"{HEAD}{INIT}"  # INIT is element 5
    '<T52/><REACH who="0" step="1"/><D52/><REACH who="0" ten="240,250,250,250" step="2"/>'  # 6 to 9
    '<U60/><E61/><N who="3" m="41578" /><G51/>'  # 10 to 13: a pon of East by seat 3 from across
    '<BYE who="2" /><UN n2="C" /><DORA hai="64" />'  # 14 to 16
    f"{RYUUKYOKU}"  # 17
    '<INIT seed="0,1,1,0,0,7" ten="255,235,265,235" oya="0" '
    f'hai0="{HAI0}" hai1="{HAI1}" hai2="{HAI2}" hai3="{HAI3}"/>'  # 18
    f"<T135/><D135/>{AGARI}{END}"  # 19 to 21
)
"""Two hands: an exhaustive draw and a ron that ends the game."""


def arrays(events: Events) -> list[list[object]]:
    """Every column of the events, and the unknown words."""
    tables = (table if isinstance(table, tuple) else [table] for table in events)
    columns = (column for table in tables for column in table)
    return [column.tolist() if isinstance(column, np.ndarray) else column for column in columns]


def same(one, other) -> bool:
    """Whether two markups have equal columns."""
    return all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def scanned_as_read(logs: list[bytes]) -> int:
    """How many logs the scanner accepts in one batch; the reader has the same of each, and repairs none."""
    markup, accepted = scan(logs)
    read = [log for log, is_accepted in zip(logs, accepted, strict=True) if is_accepted]
    for game, log in enumerate(read):
        one, problems = read_markup(log)
        assert problems == [], log
        assert same(games_between(markup, game, game + 1), one), log
    return len(read)


def game(*elements: str, head: str = HEAD, init: str = INIT) -> bytes:
    """A log of one hand: head (elements 0-4), INIT (5), then the elements given."""
    return "".join([head, init, *elements, END]).encode()


SANMA_GAME = (
    GAME.replace("169", "185")
    .replace(HAI3, "")
    .replace('<N who="3" m="41578" /><G51/>', '<V123/><N who="2" m="31520" /><V50/>')
    .replace("250,250,250,250", "350,350,350,0")
)
"""The same with three players; North is set aside instead of a pon."""
