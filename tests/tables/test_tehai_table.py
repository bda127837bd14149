"""The table of tehai: the tiles of every seat as the hands written here have them, and as real logs do."""

import re

from analyzer.audit import LogName, review
from tests.built_tables import build_tables
from tests.hands import Hand, log_of
from tests.logs import corpus_bytes, corpus_paths, needs_corpus
from tests.tables.conftest import NAME

SOUTH, WEST, NORTH = "147m258p369s2346z", "258m369p147s2347z", "369m147p258s2367z"


def tehai_of(log, name=NAME):
    return build_tables(review([(name, log)], checks=["well-formed"]), ["tehai"])["tehai"].to_pylist()


def test_the_haipai_is_sorted_and_nobody_else_has_a_winning_tehai():
    hand = Hand("9m321m0456p78s115z", SOUTH, WEST, NORTH, indicator="3z").turn(0, "9m", "9m")

    rows = tehai_of(log_of(hand.ryuukyoku()))

    assert [(row["hand"], row["seat"], row["haipai"]) for row in rows] == [
        (0, 0, "1239m4056p78s115z"),
        (0, 1, SOUTH),
        (0, 2, WEST),
        (0, 3, NORTH),
    ]
    assert {(row["win_tehai"], row["indicators"], row["ura_indicators"]) for row in rows} == {
        (None, "3z", None)
    }


def test_a_log_without_hands_has_no_rows():
    assert tehai_of(b'<mjloggm ver="2.3"><GO type="169" lobby="0"/><TAIKYOKU oya="0"/></mjloggm>') == []


def test_a_third_seat_is_the_last_between_three_players():
    hand = Hand("119m1234p567s123z", "19m567p234s2334z2z", "19m345p89s13z4567z")

    assert [row["seat"] for row in tehai_of(log_of(hand.draw(0, "4z").kita(0).turn(0, "9p")))] == [0, 1, 2]


def text_of(numbers):
    """Tile ids of a game with red fives as mpsz, worked out from the numbers of Tenhou's tiles."""
    tiles = sorted(int(one) for one in numbers.split(","))
    named = [("mpsz"[one // 36], "0" if one in (16, 52, 88) else str(one // 4 % 9 + 1)) for one in tiles]
    suits = ["".join(digit for suit, digit in named if suit == own) + own for own in "mpsz"]
    return "".join(suit for suit in suits if len(suit) > 1)


@needs_corpus
def test_the_tiles_are_those_of_the_tags_of_real_logs():
    for path in corpus_paths("phoenix")[:20]:
        data = corpus_bytes(path)
        rows = tehai_of(data, LogName(path.stem, "x"))
        hands = data.decode().split("<INIT")[1:]
        expected = []
        for number, hand in enumerate(hands):
            added = re.findall(r'<DORA hai="(\d+)"', hand)
            first = re.search(r'seed="[^"]*,(\d+)"', hand)[1]
            wins = {}
            for win in re.findall(r"<AGARI[^>]*>", hand):
                named = dict(re.findall(r' (\w+)="([^"]*)"', win))
                wins.setdefault(int(named["who"]), named)
            for seat, dealt in re.findall(r' hai(\d)="([\d,]+)"', hand.partition(">")[0]):
                win = wins.get(int(seat), {})
                found = [dealt, win.get("hai"), ",".join([first, *added]), win.get("doraHaiUra")]
                expected.append((number, int(seat), *(one and text_of(one) for one in found)))
        assert [
            tuple(
                row[name] for name in ("hand", "seat", "haipai", "win_tehai", "indicators", "ura_indicators")
            )
            for row in rows
        ] == expected
