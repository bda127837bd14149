"""Words for yaku, points, limits and draws in every dialect that writers are known to have.

Japanese: tenhou.net/6; English: Mahjong Soul's client; romanised: converters; Chinese: the same client.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from analyzer.formats import read, read_log, words
from analyzer.formats.conversion import convert
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Oddity
from analyzer.formats.headers import Headers
from analyzer.formats.words import YAKU_NAMES
from analyzer.vocabulary import ABSENT
from tests.formats.tenhou6.documents import (
    CASES,
    FIRST,
    KITA,
    NINE,
    NOTEN,
    SECOND,
    TENPAI,
    data_of,
    document,
    hand,
    played_out,
    reviewed,
    said,
    won,
)

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
    (game,) = read_log(data_of(document(won([0] * 4, [1, 0, 1, "", *texts]))))
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


def test_editors_leave_a_hand_without_a_result():
    for result in ([], [""], ["不明"], ["Unknown"]):
        assert results_of(result)[0].end.size == 0
    # A win in other words is still one.
    won, _ = results_of(["Agari", [0] * 4, [0, 1, 0, "Mangan 12000点"]])
    assert (won.winner.tolist(), won.loser.tolist()) == ([0], [1])


def reviewed_win(*texts, deltas=(-1300, 1300, 0, 0)):
    """The review of a hand won with all simples, 40 fu, whose win lists these texts."""
    return reviewed(document(won(list(deltas), [*FIRST[:3], *texts])))


def passed(result):
    return [result.tallies[check].passed for check in ("win-yaku", "win-fu", "win-points", "win-payment")]


@pytest.mark.parametrize(("texts", "judged", "unknown"), CASES["claims"])
def test_what_is_unknown_or_not_stated_is_no_fault_and_the_rest_is_judged(texts, judged, unknown):
    result, wrong = reviewed_win(*texts), reviewed_win(*texts, deltas=(-2300, 2300, 0, 0))

    assert passed(result) == judged
    assert (result.events.results.ten[0, 1] == ABSENT) == (judged[2] == 0)
    reasons = [f"the log's word for {unknown}"] if unknown else []
    assert [finding.reason for finding in result.findings if finding.leads] == reasons
    assert ("win-payment", "inconsistent") in said(wrong)


# Points alone, without the name of their limit, are compared as points.
@pytest.mark.parametrize(
    ("worth", "is_right"), [("Mangan", True), ("Haneman", False), ("4000点∀", True), ("6000点∀", False)]
)
def test_a_limit_without_points_is_compared_by_its_name(worth, is_right):
    yaku = ["Fully Concealed Hand(1飜)", "Pinfu(1飜)", "Pure Straight(2飜)", "Kita(1飜)"]
    win = [8000, -4000, -4000, 0], [0, 0, 0, worth, *yaku]
    value = document(won(*win, seats=KITA, scores=(35000, 35000, 35000, 0)), disp="三鳳南喰赤")

    assert said(reviewed(value)) == ([] if is_right else [("win-points", "inconsistent")])


def test_an_unknown_kind_of_draw_is_named_and_its_payment_is_judged():
    seats = [(text, [], []) for text in NINE]
    seats[0] = (NINE[0], [16], [])

    result = reviewed(document(hand(*seats, result=["五風連打"])))

    assert said(result) == [("draw-kind", "undecided")]
    assert result.findings[0].reason == (
        "the log's word for the kind of draw is not known: 五風連打; known are exhaustive, "
        "nagashi_mangan (nm), kyuushu_kyuuhai (yao9), suufon_renda (kaze4), suucha_riichi (reach4), "
        "suukaikan (kan4), sanchahou (ron3) and Tenhou's own words"
    )
    # Whether nobody pays without a list depends on the kind.
    assert result.tallies["draw-payment"].absent == 1
    drawn = hand(*played_out(TENPAI[0], *NOTEN[1:]), result=["황패유국", [-1000, 3000, -1000, -1000]])
    assert said(reviewed(document(drawn))) == [("draw-kind", "undecided"), ("draw-payment", "inconsistent")]


def test_an_empty_list_of_payments_is_as_none():
    seats = played_out(TENPAI[0], *NOTEN[1:])
    for label in ("流局", "황패유국"):
        empty, none = (reviewed(document(hand(*seats, result=one))) for one in ([label, []], [label]))

        assert said(empty) == said(none)
        assert empty.tallies["draw-payment"] == none.tallies["draw-payment"]
    won_without = reviewed(document(won([], FIRST, [], SECOND)))
    assert said(won_without) == []
    assert won_without.tallies["win-payment"].absent == 2
