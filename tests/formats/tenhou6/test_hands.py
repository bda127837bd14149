"""Hands written as tenhou.net/6 has them: their entries, their order of play, their words, and the review.

Words for yaku, points, limits and draws are in every dialect that writers are known to have.  Japanese:
tenhou.net/6; English: Mahjong Soul's client; romanised: converters; Chinese: the same client.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from analyzer.errors import MalformedLog
from analyzer.formats import read, read_log, words
from analyzer.formats.conversion import convert
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Oddity
from analyzer.formats.headers import Headers
from analyzer.formats.json_document import Field
from analyzer.formats.tenhou6 import hand as tenhou6
from analyzer.formats.words import YAKU_NAMES
from analyzer.vocabulary import ABSENT, PlayKind
from tests.formats.tenhou6.documents import (
    CASES,
    DOUBLE_RON,
    NOTEN,
    TENPAI,
    data_of,
    document,
    hand,
)


# Who throws the last tile shows no tehai where three ron it, and then pays no stick for a riichi with it.
@pytest.mark.parametrize(
    ("label", "shows"),
    [("四家立直", [0, 1, 2, 3]), ("九種九牌", [0]), ("三家和了", [1, 2, 3]), ("四風連打", [])],
)
def test_who_shows_tehai_and_whether_a_riichi_stands_depends_on_the_kind_of_draw(label, shows):
    seats = (TENPAI[0], [45], ["r45"]), *[(text, [], []) for text in TENPAI[1:]]

    events = read(data_of(document(hand(*seats, result=[label]))))

    assert [seat for seat in range(4) if events.results.shown[0, seat, 0] != 255] == shows
    assert (PlayKind.RIICHI_ACCEPTED in events.plays.kind) == (label != "三家和了")


TABLES = {"draws": tenhou6.DRAWS, "discards": tenhou6.DISCARDS}
ENTRIES = CASES["entries"]


def in_words(entry):
    """What an entry says, as the rows of cases have it."""
    if entry is None:
        return "none"
    number = "drawn" if entry.face == tenhou6.DRAWN else tenhou6.NUMBERS[entry.face]
    if isinstance(entry, tenhou6.Discard):
        return f"{'riichi' if entry.is_riichi else 'discard'} {number}"
    others = "".join(str(tenhou6.NUMBERS[face]) for face in entry.others)
    return f"{entry.kind.name} {number} {others} {entry.relative}"


@pytest.mark.parametrize(
    ("table", "text", "said"), [(name, *row) for name in TABLES for row in ENTRIES[name]]
)
def test_an_entry_names_its_tiles_the_one_called_and_where_it_came_from(table, text, said):
    assert in_words(TABLES[table][json.loads(text)]) == said


@pytest.mark.parametrize("table", TABLES)
def test_anything_else_is_refused(table):
    expected = "a tile (11-19, " if table == "draws" else "a discard, 60, 0, a riichi"
    for text in f"{ENTRIES['neither']} {ENTRIES[f'no_{table}']}".split():
        with pytest.raises(MalformedLog) as refused:
            TABLES[table].all_of(Field([23, json.loads(text)], "log[0][5]"), range(9), table)
        assert refused.value.message.startswith(f"log[0][5][1]: expected {expected}"), text


HAIPAI = "147m258p369s1234z"


def steps(dealer, *lists):
    """A hand of draws and discards by seat; who deals has drawn the first tile."""
    seats = [(HAIPAI, draws, discards) for draws, discards in zip(lists[::2], lists[1::2], strict=True)]
    return tenhou6.Hand(Field(hand(*seats, result=[], kyoku=(dealer, 0, 0)), "log[0]")).steps


@pytest.mark.parametrize("name", CASES["orders"])
def test_the_order_of_play_uses_up_all_lists(name):
    *lists, seats = CASES["orders"][name]

    assert [seat for seat, *_ in steps(*lists)] == seats


@pytest.mark.parametrize("name", CASES["stuck"])
def test_a_play_that_no_order_reaches_is_named(name):
    *lists, message = CASES["stuck"][name]

    with pytest.raises(MalformedLog) as refused:
        steps(*lists)

    assert refused.value.message.startswith(f"{message} that an order of play reaches")


def test_lists_that_could_be_anything_are_given_up():
    """Without a limit they would be tried for years."""
    # Every discard may be called by three seats, and nobody discards the tile of the last pon.
    calls = ["c151617", "p151515", "15p1515"] * 18

    with pytest.raises(MalformedLog, match="that an order of play reaches"):
        steps(0, *[[15, *calls, "p424242"], [15] * 56] * 4)


# Words.

S2 = 5
IN_WORDS = (Oddity.UNKNOWN_YAKU, Oddity.UNKNOWN_WORTH, Oddity.UNKNOWN_DRAW)


def results_of(result, players=4, kyoku=0):
    """Columns of results of a hand, and what is odd in them, with its words."""
    seats = [(text, [], []) for text in NOTEN[:players]]
    entries = hand(*seats, result=result, kyoku=(kyoku, 0, 0), scores=[25000] * players)
    events = read(data_of(document(entries, disp="三鳳南喰赤" if players == 3 else "鳳南喰赤")))
    pairs = zip(events.oddities.code.tolist(), events.oddities.detail.tolist(), strict=True)
    return events.results, {
        code: events.words[detail] if code in IN_WORDS else None for code, detail in pairs
    }


class Win(NamedTuple):
    """What a win claims; ABSENT and empty where it claims nothing."""

    ten: list[int]
    yaku: dict[int, int]
    yakuman: list[int]
    odd: dict[Oddity, str | None]
    """What is not known, with its words."""


def win_of(*texts, players=4, kyoku=S2, winner=3):
    """The win that lists these texts behind its seats."""
    results, odd = results_of(["和了", [0] * players, [winner, winner, winner, *texts]], players, kyoku)
    return Win(
        results.ten[0].tolist(),
        {number: han for number, han in results.yaku[0].tolist() if number != ABSENT},
        [number for number in results.yakuman[0].tolist() if number != ABSENT],
        odd,
    )


@pytest.mark.parametrize("number", CASES["yaku"])
def test_a_yaku_has_its_id_in_every_dialect(number):
    for worth, text in product(("30符3飜3900点", None), CASES["yaku"][number]):
        # The text for points may be left out.
        win = win_of(*filter(None, (worth, text)))

        assert [*win.yaku] == [int(number)]
        assert not {Oddity.UNKNOWN_WORTH, Oddity.UNKNOWN_YAKU} & {*win.odd}


# Mahjong Soul's client, yaku 10 and 11; the ids are those of mjlog: 10 to 13 and 14 to 17, east to north.
@pytest.mark.parametrize(
    "names", [("役牌:自風牌", "役牌:場風牌"), ("Seat Wind", "Prevalent Wind"), ("門風牌", "場風牌")]
)
def test_a_yaku_named_after_a_wind_is_that_of_the_seat_or_the_round(names):
    texts = [f"{name}(1飜)" for name in names]

    # In South 2 seat 1 deals: seat 3 is West.
    assert win_of("", *texts).yaku == {12: 1, 15: 1}
    # Of three players the seat before the dealer is West.
    assert win_of("", *texts, players=3, kyoku=1, winner=0).yaku == {12: 1, 14: 1}
    assert win_of("", *texts, kyoku=0, winner=0).yaku == {10: 1, 14: 1}


LONG = ["平和(1飜)", "立直" * 100 + "(1飜)"], {"7": 1}, [], "立直" * 30


@pytest.mark.parametrize(("texts", "yaku", "yakuman", "unknown"), [*CASES["listed"], LONG])
def test_yaku_are_listed_with_their_han_and_unknown_ones_as_written(texts, yaku, yakuman, unknown):
    win = win_of("", *texts)

    assert ({str(number): han for number, han in win.yaku.items()}, win.yakuman) == (yaku, yakuman)
    assert win.odd.get(Oddity.UNKNOWN_YAKU) == (unknown or None)
    # In mjai a yakuman has no han, and neither has what is not known.
    (game,) = read_log(data_of(document(hand(*DOUBLE_RON, result=["和了", [0] * 4, [1, 0, 1, "", *texts]]))))
    lines = convert(game.events, Headers([game.header]), "mjai").text.splitlines()
    (hora,) = [event for event in map(json.loads, lines) if event["type"] == "hora"]
    listed = [[YAKU_NAMES[int(number)], han] for number, han in yaku.items()]
    others = [*(YAKU_NAMES[number] for number in yakuman), *filter(None, [unknown])]
    assert hora["yakus"] == listed + [[name, 0] for name in others]


def test_no_word_stands_for_two_yaku():
    table = tomllib.loads(Path(words.__file__).with_suffix(".toml").read_text())["yaku"]
    keys = Counter(words.key(word) for name, others in table.items() for word in {name, *others})

    assert [word for word, count in keys.items() if count > 1] == []
    assert [words.yaku_id(name, 0, 0) for name in YAKU_NAMES] == [*range(len(YAKU_NAMES))]
    assert list(YAKU_NAMES) == [name.replace("_", " ") for name in CASES["names"].split()]


@pytest.mark.parametrize("players", CASES["worths"])
def test_the_worth_of_a_win_is_read_as_far_as_it_is_stated(players):
    for text, *worth in CASES["worths"][players]:
        win = win_of(text, "立直(1飜)", players=int(players), winner=0)

        assert [-1 if number == ABSENT else number for number in win.ten] == worth, text
        assert Oddity.UNKNOWN_WORTH not in win.odd


@pytest.mark.parametrize("kind", CASES["draws"])
def test_a_draw_has_its_kind_in_every_dialect(kind):
    for label in CASES["draws"][kind]:
        results, odd = results_of([label, [0] * 4])

        assert results.draw_kind.tolist() == [int(kind)]
        assert odd.get(Oddity.UNKNOWN_DRAW) == (label if int(kind) == UNKNOWN_DRAW_KIND else None)
