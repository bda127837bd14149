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
    DAISANGEN,
    DOUBLE_RON,
    FIRST,
    KITA,
    KITA_WIN,
    NINE,
    NOTEN,
    SECOND,
    TENPAI,
    WON,
    data_of,
    document,
    hand,
    played_out,
    reviewed,
    said,
    won,
)

MIXED = (TENPAI[0], *NOTEN[1:])
DAIMINKAN = (
    ("19m258p369s12233z", [44], [60]),
    ("123456m7p678s444z", ["m44444444", 27], [0]),
    ("147m258p147s1257z", [], []),
    ("147m258p258s1337z", [], []),
)
RINSHAN = ([-700, 1500, -400, -400], [1, 1, 1, "40符1飜400-700点", "嶺上開花(1飜)"])
# Seat 1 waits for the pair of 8s with a closed triplet of haku: 40 fu, 1300 points.
HAKU = ("147m258p369s1234z", "234m567p345s555z8s", "258m369p147s1234z", "369m147p258s1234z")


def drawn(haipai, *result, **seat):
    return hand(*played_out(*haipai, **seat), result=[*result])


def nine(*result):
    """Nine kinds at the first draw."""
    return hand((NINE[0], [16], []), *[(text, [], []) for text in NINE[1:]], result=[*result])


def claimed(place, wrong):
    """The first win with one claim replaced."""
    return won([-1300, 1300, 0, 0], [*FIRST[:place], wrong, *FIRST[place + 1 :]])


def kita(scores, deltas):
    return won(deltas, [0, 0, 0, "満貫4000点∀", *KITA_WIN], seats=KITA, scores=scores)


def haku(winner):
    seats = [(text, [38] * (seat == 0), [60] * (seat == 0)) for seat, text in enumerate(HAKU)]
    win = [winner, 0, winner, "40符1飜1300点", "役牌 白(1飜)"]
    return won([-1300, 1300, 0, 0], win, seats=seats, dora=(16,))


def after_nagashi(kyoku, dealer):
    """A nagashi mangan of seat 1 while the dealer is tenpai, and the next hand."""
    first = drawn(MIXED, "流し満貫", [-4000, 8000, -2000, -2000], yaochu_seat=1)
    seats = played_out(*NOTEN)
    turned = [seats[(seat - dealer) % 4] for seat in range(4)]
    scores = [21000, 33000, 23000, 23000]
    return document(first, hand(*turned, result=["全員不聴"], kyoku=kyoku, scores=scores))


DOUBLE = won(
    *([-1600, 2600, 0, 0], FIRST, [-2000, 0, 2000, 0], SECOND),
    kyoku=(0, 1, 1),
    scores=(25000, 25000, 25000, 24000),
)
PAO = won([0, 32000, 0, -32000], [1, 1, 3, "役満8000-16000点", "大三元(役満)"], seats=DAISANGEN)
NAGASHI = drawn(NOTEN, "流し満貫", [12000, -4000, -4000, -4000], yaochu_seat=0)
SANMA = {"disp": "三鳳南喰赤", "name": ["A", "B", "C"]}
THREE = kita((35000,) * 3, [8000, -4000, -4000])
ZEROS = kita((35000, 35000, 35000, 0), [8000, -4000, -4000, 0])
# By name: hands or a document, checks that fail, how often others pass, and those that nothing is claimed of.
HANDS = {
    "all tenpai": (drawn(TENPAI, "全員聴牌"), "", {"shown-seats": 1, "draw-payment": 1}, ""),
    "nobody tenpai": (drawn(NOTEN, "全員不聴"), "", {"shown-seats": 1}, ""),
    "all tenpai, other words": (drawn(TENPAI, "全員不聴"), "shown-seats", {}, ""),
    "plain words do not say who": (drawn(TENPAI, "流局"), "", {"draw-payment": 1}, "shown-seats"),
    "one tenpai": (drawn(MIXED, "流局", [3000, -1000, -1000, -1000]), "", {"shown-seats": 1}, ""),
    "one tenpai, payments left out": (drawn(MIXED, "流局"), "draw-payment", {}, ""),
    "payments that fit no seats": (
        *(drawn((*TENPAI[:2], *NOTEN[2:]), "流局", [3000, 0, -1500, -1500]), "draw-payment", {}),
        "shown-seats",
    ),
    "payments that do not add up": (
        *(drawn((*TENPAI[:2], *NOTEN[2:]), "流局", [1500, 1500, -1000, -1000]), "draw-payment", {}),
        "shown-seats",
    ),
    "nagashi does not say who": (NAGASHI, "", {"draw-payment": 1}, "shown-seats"),
    "the dealer stays after a nagashi": (after_nagashi((0, 1, 0), 0), "", {}, ""),
    "the dealer passes on after a nagashi": (after_nagashi((1, 1, 0), 1), "next-kyoku", {}, ""),
    "nine kinds": (nine("九種九牌"), "", {"draw-kind": 1}, "counters"),
    "nine kinds, other words": (nine("四風連打"), "draw-kind", {}, ""),
    "the first of two takes all": (DOUBLE, "", {"winner-order": 1, "win-payment": 2}, ""),
    "wrong fu": (claimed(3, "30符1飜1300点"), "win-fu", {}, ""),
    "no points": (claimed(3, "40符1飜0点"), "win-points", {}, ""),
    "wrong limit": (claimed(3, "満貫8000点"), "win-points", {}, ""),
    "wrong yaku": (claimed(4, "平和(1飜)"), "win-yaku", {}, ""),
    "wrong han": (claimed(4, "断幺九(2飜)"), "well-formed malformed", {}, ""),
    "other han before the points": (claimed(3, "40符2飜1300点"), "well-formed malformed", {}, ""),
    "liable": (PAO, "", {"win-pao": 1}, "win-fu"),
    "kita": (document(THREE, **SANMA), "", {"win-points": 1}, ""),
    "kita, zeros for the fourth": (document(ZEROS, **SANMA), "", {"win-dora": 1}, ""),
    "no fourth": (document([*THREE[:13], THREE[16]], **SANMA), "", {"win-payment": 1}, ""),
    "rinshan comes before the indicator": (won(*RINSHAN, seats=DAIMINKAN), "", {"dora-indicators": 1}, ""),
    "rinshan after the indicator": (
        *(won(*RINSHAN, seats=DAIMINKAN, dora=(39, 22)), "dora-indicators", {}),
        "",
    ),
    "an indicator too many": ([*WON[:2], [39, 22], *WON[3:]], "dora-indicators", {}, ""),
    "the winner is paid": (haku(1), "", {}, ""),
    "another than the winner is paid": (haku(2), "win-yaku", {}, ""),
}  # fmt: skip


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_judged(name):
    value, wrong, passed, absent = HANDS[name]
    result = reviewed(value if isinstance(value, dict) else document(value))

    leading = [f"{check} {verdict}" for check, verdict in said(result)]
    assert leading == ([wrong if " " in wrong else f"{wrong} inconsistent"] if wrong else [])
    assert {check: result.tallies[check].passed for check in passed} == passed
    assert not absent or (result.tallies[absent].absent, result.tallies[absent].failed) == (1, 0)


# Who throws the last tile shows no tehai where three ron it, and then pays no stick for a riichi with it.
@pytest.mark.parametrize(
    ("label", "shows"),
    [("四家立直", [0, 1, 2, 3]), ("九種九牌", [0]), ("三家和了", [1, 2, 3]), ("四風連打", [])],
)
def test_who_shows_tehai_and_whether_a_riichi_stands_depends_on_the_kind_of_draw(label, shows):
    seats = (TENPAI[0], [45], ["r45"]), *[(text, [], []) for text in TENPAI[1:]]

    events = reviewed(document(hand(*seats, result=[label]))).events

    assert [seat for seat in range(4) if events.results.shown[0, seat, 0] != 255] == shows
    assert (PlayKind.RIICHI_ACCEPTED in events.plays.kind) == (label != "三家和了")


def test_what_a_win_says_is_in_its_columns():
    double, pao = (reviewed(document(one)).events.results for one in (DOUBLE, PAO))
    sanma = reviewed(document(THREE, **SANMA))

    assert double.winner.tolist() == [1, 2]
    assert (double.honba.tolist(), double.kyotaku.tolist()) == ([1, 1], [1, 0])
    assert double.deltas.tolist() == [[-1600, 2600, 0, 0], [-2000, 0, 2000, 0]]
    assert double.scores.tolist() == [[25000, 25000, 25000, 24000], [23400, 27600, 25000, 24000]]
    assert pao.pao_seat.tolist() == [3]
    # The newest meld first: chun, hatsu, haku.
    assert ((pao.melds[0, :3] >> 9) // 3).tolist() == [33, 32, 31]
    assert sanma.events.games.players.tolist() == [3]
    assert sanma.facts.kita[0].tolist() == [1, 0, 0, 0]
    assert sanma.events.results.ten[0, 1] == 8000


def double_ron(*, laid=60, ura=(), **members):
    seats = ("19m247p369s12344z", [25], [laid]), *DOUBLE_RON[1:]
    wins = [-1300, 1300, 0, 0], FIRST, [-2000, 0, 2000, 0], SECOND
    return reviewed(document(won(*wins, seats=seats, ura=ura), **members))


def test_the_tile_just_drawn_is_discarded_as_60_unless_the_seat_holds_another():
    result = double_ron(laid=25)

    assert said(double_ron()) == []
    held = DOUBLE_RON[0][0], [25], [25]
    assert said(reviewed(document(won([-1300, 1300, 0, 0], FIRST, seats=(held, *DOUBLE_RON[1:]))))) == []
    assert said(result) == [("known-vocabulary", "undecided")]
    assert result.findings[0].reason == (
        "the tile just drawn, the only one of its kind, is discarded by number: read as 60"
    )
    # That of a riichi may be written so too.
    others = [(text, [], []) for text in TENPAI[1:]]
    hands = [hand((TENPAI[0], [45], [laid]), *others, result=["流局"]) for laid in ("r60", "r45")]
    by_60, by_number = (reviewed(document(one)) for one in hands)
    assert sorted(said(by_number)) == sorted([("known-vocabulary", "undecided"), *said(by_60)])
    assert by_number.events.plays.tile.tolist() == by_60.events.plays.tile.tolist()


def test_ura_indicators_without_a_win_in_riichi_are_found_but_in_logs_of_mahjong_soul():
    result = double_ron(ura=(11,))

    assert said(result) == [("win-dora", "inconsistent")]
    assert (result.findings[0].claimed, result.findings[0].computed) == (
        "1 ura indicator (1m)",
        "no ura indicators",
    )
    assert double_ron(ura=(11,), rule={"disp": "玉の間南喰赤"}).tallies["win-dora"].failed == 0


def test_a_win_in_riichi_shows_the_ura_indicators_and_claims_ura_dora_of_no_han():
    plays = ([25], [60]), ([45], ["r60"]), ([46], [60]), ([47], [60])
    seats = [(text, *lists) for (text, *_), lists in zip(DOUBLE_RON, plays, strict=True)]
    wins = [-3200, 3200, 0, 0], [*FIRST[:3], "40符2飜2600点", "立直(1飜)", "断幺九(1飜)"]

    results = reviewed(document(won(*wins, seats=seats, kyoku=(1, 0, 0), ura=(41,)))).events.results

    assert results.yaku[0, :4].tolist() == [[1, 1], [8, 1], [53, 0], [-(2**31)] * 2]
    # Of East the third copy: two seats hold one.
    assert results.ura[0, :2].tolist() == [110, 255]
    assert results.scores.tolist() == [[25000, 24000, 25000, 25000]]


# A closed kan shows its indicator at once, an open one with the next discard.
@pytest.mark.parametrize(
    ("seats", "kinds"),
    [
        (
            [("111m9999m19p1234z", [11, 22, 23], ["111111a11", "191919a19", 60])],
            "DRAW ANKAN DORA DRAW ANKAN DORA DRAW DISCARD",
        ),
        (
            [*DAIMINKAN[:1], (DAIMINKAN[1][0], ["m44444444", 27], [0, 60])],
            "DRAW DISCARD DAIMINKAN DRAW DORA DISCARD DORA",
        ),
    ],
)
def test_indicators_are_shown_when_tenhou_shows_them(seats, kinds):
    others = [(text, [], []) for text in NOTEN[len(seats) :]]

    plays = reviewed(document(hand(*seats, *others, result=["不明"], dora=(39, 31, 32)))).events.plays

    assert [PlayKind(kind).name for kind in plays.kind.tolist()] == kinds.split()
    # Under rules of open kans that show theirs at once, they may do so before a rinshan.
    game = document(won(*RINSHAN, seats=DAIMINKAN, dora=(39, 22)))
    assert reviewed(game, "tenhou-chip").tallies["dora-indicators"].passed == 1


def test_tiles_get_ids_in_the_order_they_appear_and_red_fives_only_where_named():
    hands = reviewed(document(WON)).events.hands

    assert hands.haipai[0, 0].tolist()[:5] == [0, 32, 40, 53, 64]
    assert 52 not in hands.haipai[0]
    assert hands.dice.tolist() == [[255, 255]]


@pytest.mark.parametrize(("haipai", "draw", "discard", "check"), CASES["impossible"])
def test_play_that_cannot_be_is_a_finding_not_an_error(haipai, draw, discard, check):
    seats = (haipai, [draw], [discard]), *DOUBLE_RON[1:]
    result = reviewed(document(won([-1300, 1300, 0, 0], FIRST, seats=seats)))

    assert check in [finding.check for finding in result.findings]


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


def test_a_win_in_other_words_is_still_one():
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
