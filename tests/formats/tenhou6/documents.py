"""Documents of tenhou.net/6 written by hand for the tests."""

from __future__ import annotations

import json
from collections import Counter

from analyzer.formats.any_format import read_logs
from analyzer.formats.conversion import convert
from analyzer.vocabulary import parse_mpsz
from tests.case_files import whole

CASES = whole("formats/tenhou6")
RED = {15: 51, 25: 52, 35: 53}
YAOCHU = {11, 19, 21, 29, 31, 39, 41, 42, 43, 44, 45, 46, 47}
KINDS = [10 * suit + rank for suit in (1, 2, 3) for rank in range(1, 10)] + list(range(41, 48))


def tiles(text):
    """Numbers of an mpsz text; ``0`` is the red five."""
    numbers, digits = [], ""
    for char in text:
        if char.isdigit():
            digits += char
            continue
        suit = "mpsz".index(char) + 1
        numbers += [50 + suit if digit == "0" else 10 * suit + int(digit) for digit in digits]
        digits = ""
    assert len(numbers) == len(parse_mpsz(text))
    return numbers


def hand(*seats, result, kyoku=(0, 0, 0), scores=(25000, 25000, 25000, 25000), dora=(39,), ura=()):
    """A hand of seats as ``("123m…", [draws], [discards])``; three of them make a three-player hand."""
    seats = [*seats, ("", [], [])][:4]
    entries = [list(kyoku), list(scores), list(dora), list(ura)]
    for haipai, draws, discards in seats:
        entries += [tiles(haipai), list(draws), list(discards)]
    return [*entries, result]


def document(*hands, disp="鳳南喰赤", **members):
    """A game of some hands; keywords add members or replace them."""
    rule = {"disp": disp, "aka51": 1, "aka52": 1, "aka53": 1}
    return {
        "title": ["", ""],
        "name": ["A", "B", "C", "D"],
        "rule": rule,
        "lobby": 0,
        "log": list(hands),
    } | members


def played_out(*haipai, yaochu_seat=None):
    """Seats that draw the whole wall and discard what they draw; one of them terminals and honours only."""
    held = Counter(number for text in haipai for number in tiles(text)) + Counter([39])
    copies = {number: 3 if number in RED else 4 for number in KINDS} | dict.fromkeys(RED.values(), 1)
    left = [number for number, count in copies.items() for _ in range(count - held[number])]
    special = [number for number in left if number in YAOCHU]
    kept = special[: 18 if yaochu_seat is not None else 0]
    plain = [number for number in left if number not in YAOCHU] + special[len(kept) :]
    draws = [[], [], [], []]
    for place in range(70):
        seat = place % 4
        draws[seat].append(kept.pop(0) if seat == yaochu_seat else plain.pop(0))
    return [(text, draws[seat], [60] * len(draws[seat])) for seat, text in enumerate(haipai)]


TENPAI, NOTEN = map(tuple, CASES["tehai"].values())
DOUBLE_RON = CASES["seats"]["double_ron"]
WON = hand(*DOUBLE_RON, result=["和了", [-1300, 1300, 0, 0], [1, 0, 1, "40符1飜1300点", "断幺九(1飜)"]])


def data_of(value):
    """Its bytes."""
    return json.dumps(value, ensure_ascii=False).encode()


def of_mjlog(data: bytes, log_id: str):
    """An mjlog as the document that we write of it."""
    events, headers = read_logs([data]).read()
    return json.loads(convert(events, headers, "tenhou6", log_id=log_id).text)
