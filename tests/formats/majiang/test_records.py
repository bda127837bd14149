"""How records are recognised, what they leave open, and that they come back to the byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.audit import LogName, review
from analyzer.formats.any_format import read_log, read_logs
from analyzer.formats.conversion import convert
from analyzer.formats.events import Claim
from analyzer.formats.majiang.notation import meld_text, read_meld
from analyzer.formats.red_fives import numerous_reds
from analyzer.formats.words import YAKU_NAMES
from analyzer.rules import load
from analyzer.vocabulary import TILES, DrawKind, PlayKind
from tests.case_files import whole
from tests.formats.majiang.records import (
    KYUUSHU,
    SAMPLES,
    again,
    bytes_of,
    judged,
    record,
    sample,
    say,
    written,
)
from tests.formats.mjai.games import KANS, as_lines
from tests.formats.test_conversion import settled
from tests.logs import corpus_paths, needs_corpus

CASES = whole("formats/majiang")
MELDS = [(kind, text) for kind, texts in CASES["melds"].items() for text in texts]
GAME = bytes_of(written(*KYUUSHU))
RULES = ("default", "tenhou", "mleague", "wrc", "classic", "odd")


@pytest.mark.parametrize(("kind", "text"), MELDS)
def test_a_meld_is_read_and_written(kind, text):
    meld = read_meld(text)

    assert ("none" if meld is None else meld.kind.name) == kind
    assert meld is None or meld_text(meld) == text


def test_members_may_stand_in_any_order_and_the_wiki_allows_more():
    game = dict(reversed(json.loads(GAME).items())) | {"comment": {"log": 1}}

    assert judged(bytes_of(game)).events.results.draw_kind.tolist() == [DrawKind.KYUUSHU_KYUUHAI]


@pytest.mark.parametrize(
    ("old", "new", "check"),
    [('{"zimo":{"l":1,"p":"s1"}}', '{"kaiju":{}}', "known-vocabulary"), ("九種九牌", "何か", "draw-kind")],
)
def test_a_message_or_word_that_is_not_known_is_undecided(old, new, check):
    data = GAME.decode().replace(old, new).encode()

    found = [one for one in judged(data, load("tenhou")).findings if one.check == check]
    assert [(one.verdict.value, one.element) for one in found] == [("undecided", 3 if "kaiju" in new else 4)]
    assert check != "draw-kind" or new in str(found[0])


def test_without_a_named_rule_set_only_what_needs_none_is_judged():
    read = judged(record(SAMPLES[0]).encode())

    assert {one.verdict for one in read.findings} == {"undecided"}
    assert read.tallies["tile-place"].passed > 0
    assert (read.tallies["win-payment"].passed, read.tallies["win-payment"].failed) == (0, 0)


def test_ura_indicators_that_are_null_are_not_stated():
    game = json.loads(record(next(path for path in SAMPLES if '"fubaopai":["' in record(path))))
    rules = sample(SAMPLES[0]).audit.rule_sets[0]
    before = judged(bytes_of(game), rules).tallies["win-dora"]
    hules = [message["hule"] for hand in game["log"] for message in hand if "hule" in message]
    stated = sum(hule["fubaopai"] is not None for hule in hules)
    for hule in hules:
        hule["fubaopai"] = None
    after = judged(bytes_of(game), rules)

    assert after.tallies["win-dora"].absent - before.absent >= stated > 0
    assert [one for one in after.findings if one.verdict != "undecided" and one.check == "win-dora"] == []


@pytest.mark.parametrize(
    ("stated", "claims"),
    [
        ({}, Claim.WIN_TEHAI | Claim.WIN_MELDS | Claim.PAO),
        ({"hupai": []}, Claim.WIN_TEHAI | Claim.WIN_MELDS),
        ({"shoupai": "m123456789p11s23s1", "unstated": "ura"}, Claim.PAO | Claim.URA),
    ],
)
def test_what_a_win_leaves_out_is_not_stated(stated, claims):
    [read] = read_log(bytes_of(written(say("zimo", 0, p="s1"), say("hule", 0, fenpei=[0] * 4, **stated))))

    assert Claim(read.events.oddities.detail[-1]) == Claim.SCORES_BEFORE | claims


@pytest.mark.parametrize(("word", "name"), CASES["yaku"])
def test_yaku_are_known_by_the_names_of_several_writers(word, name):
    worth = "*" if word.startswith("国士") else 1
    win = say("hule", 2, baojia=0, hupai=[{"name": word, "fanshu": worth}])
    game = written(say("zimo", 0, p="z1"), say("dapai", 0, p="z1_"), win)
    game["log"][0][0]["qipai"] |= {"zhuangfeng": 1, "jushu": 1}
    [read] = read_log(bytes_of(game))

    numbers = [*read.events.results.yaku[0, :, 0], *read.events.results.yakuman[0]]
    assert [YAKU_NAMES[number] for number in numbers if number >= 0] == [name] * bool(name)


def test_final_results_may_be_numbers_or_texts_with_a_sign():
    end = {"rank": [1, 2, 3, 4], "defen": [40000, 30000, 20000, 10000]}
    found = [
        judged(bytes_of(written(*KYUUSHU, **end, point=point))).events.results.final_results.tolist()
        for point in ([40, 10.5, -20, -30.5], ["+40.0", "+10.5", "-20.0", "-30.5"])
    ]

    assert found == [[[400, 105, -200, -305]]] * 2


def kan(*messages):
    """Messages after a closed kan of 9 of pin by the third seat."""
    before = [say(kind, seat, p=tile) for seat in (0, 1) for kind, tile in (("zimo", "z1"), ("dapai", "z1_"))]
    return bytes_of(written(*before, say("zimo", 2, p="p8"), say("gang", 2, m="p8888"), *messages))


REPLACED, LAID = say("gangzimo", 2, p="z2"), say("dapai", 2, p="z2_")
SHOWN = {"kaigang": {"baopai": "z3"}}
WON = say("hule", 2)
OPEN_KAN = (say("zimo", 0, p="p8"), say("dapai", 0, p="p8_"), say("fulou", 2, m="p8888="))


@pytest.mark.parametrize(
    ("data", "kinds"),
    [
        (kan(REPLACED, SHOWN, LAID), ["ANKAN", "DORA", "DRAW", "DISCARD"]),
        (kan(REPLACED, LAID, SHOWN), ["ANKAN", "DRAW", "DORA", "DISCARD"]),
        # That of an open kan, unless its tile is won on, may have been shown before the discard alone.
        (bytes_of(written(*OPEN_KAN, REPLACED, SHOWN, LAID)), ["DAIMINKAN", "DRAW", "DORA", "DISCARD"]),
        (
            bytes_of(written(*OPEN_KAN, REPLACED, SHOWN, say("hule", 2))),
            ["DISCARD", "DAIMINKAN", "DORA", "DRAW"],
        ),
    ],
)
def test_an_indicator_moves_to_where_the_tile_is_shown(data, kinds):
    [game] = read_log(data)

    assert [PlayKind(kind).name for kind in game.events.plays.kind.tolist()[-4:]] == kinds


def test_indicators_of_two_kans_and_yakuman_that_count_twice_come_back():
    second = say("gang", 2, m="z2222")
    again_replaced = say("gangzimo", 2, p="z4"), SHOWN, say("dapai", 2, p="z4_")
    kans = bytes_of(written(*OPEN_KAN, REPLACED, second, SHOWN, *again_replaced))
    yakuman = [{"name": "四暗刻単騎", "fanshu": "**"}, {"name": "大四喜", "fanshu": "*"}]
    win = {"shoupai": "m1z111222333444m1", "baojia": None, "fubaopai": None, "damanguan": 3, "defen": 144000}
    paid = say("hule", 0, **win, hupai=yakuman, fenpei=[144000, -48000, -48000, -48000])
    won = bytes_of(written(say("zimo", 0, p="m1"), paid))

    late, early = (bytes_of(written(*OPEN_KAN, REPLACED, *two)) for two in ((LAID, SHOWN), (SHOWN, LAID)))
    for data in (kans, won, late, early):
        assert again(data) == data.decode()


def test_a_kakan_takes_the_place_of_its_pon_in_the_tehai_of_a_win():
    text = convert(*read_logs([as_lines(KANS)]).read(), "majiang").text

    (hule,) = [message["hule"] for message in json.loads(text)["log"][0] if "hule" in message]
    assert hule["shoupai"] == "m234p567s9s9,z666+6,m1111"


def test_a_kakan_is_added_to_its_own_pon_of_two():
    def turn(seat, tile):
        return say("zimo", seat, p=tile), say("dapai", seat, p=f"{tile}_")

    first = (*turn(0, "p8"), say("fulou", 2, m="p888="), say("dapai", 2, p="s4"), *turn(3, "z1"))
    second = (*turn(0, "p6"), say("fulou", 2, m="p666="), say("dapai", 2, p="s5"), *turn(3, "z1"))
    kakan = (*turn(0, "z2"), *turn(1, "s2"), say("zimo", 2, p="p6"), say("gang", 2, m="p666=6"))

    found = judged(bytes_of(written(*first, *second, *kakan)), load("tenhou")).findings
    assert [str(one) for one in found if one.verdict != "undecided"] == []


def test_a_seat_with_four_melds_shows_one_tile():
    shown = ["", "m1,z111=,z222=,z333=,z444=", "", ""]
    draw = {"pingju": {"name": "荒牌平局", "shoupai": shown, "fenpei": [0] * 4}}
    [game] = read_log(bytes_of(written(*KYUUSHU[:3], draw)))

    assert (game.events.results.shown[0] < TILES).sum(axis=1).tolist() == [0, 1, 0, 0]


def test_the_riichi_stick_is_paid_with_the_next_draw_and_not_before_a_win():
    riichi = [say("zimo", 0, p="z1"), say("dapai", 0, p="z1_*"), say("zimo", 1, p="s1")]
    [paid] = read_log(bytes_of(written(*riichi)))
    [won_on] = read_log(bytes_of(written(*riichi[:2], say("hule", 1, baojia=0, fenpei=[-1000, 1000, 0, 0]))))

    assert PlayKind.RIICHI_ACCEPTED in paid.events.plays.kind
    assert PlayKind.RIICHI_ACCEPTED not in won_on.events.plays.kind
    assert won_on.events.results.kyotaku.tolist() == [0]


@needs_corpus
@pytest.mark.parametrize("name", RULES)
def test_nothing_is_wrong_with_real_records_under_their_rules(name):
    """Four red fives are what no rule set can say yet: the two games with them leave values open."""
    [rules] = [path for path in corpus_paths("majiang/rules") if path.stem == name]
    paths = [path for path in corpus_paths("majiang") if path.stem.endswith(name)]
    found = review([(LogName(path.stem, path.stem), path.read_bytes()) for path in paths], rules).findings

    assert paths
    assert [str(one) for one in found if one.verdict != "undecided"] == []
    assert {one.check.split("-")[0] for one in found} <= ({"rule", "win", "dora"} if name == "odd" else set())


def test_two_red_fives_of_circles_are_in_the_wall():
    # A game of the program's own players; it says nothing of the rules but what is seen.
    data = (Path(__file__).parent / "two-red-5p.json").read_bytes()

    assert numerous_reds(read_log(data)[0].events) == {0: (1, 2, 1)}
    found = {one.check for one in judged(data, load("majiang")).findings}
    assert "rule-set" in found
    assert "tile-place" not in found


WIN = {
    "shoupai": "m123456789p11s23s1",
    "baojia": 1,
    "fubaopai": None,
    "fu": 40,
    "fanshu": 2,
    "defen": 3900,
    "hupai": [{"name": "一気通貫", "fanshu": 2}],
    "fenpei": [3900, -3900, 0, 0],
}
FURITEN = (
    *(say("zimo", 0, p="s4"), say("dapai", 0, p="s4_"), say("zimo", 1, p="s1"), say("dapai", 1, p="s1_")),
    say("hule", 0, **WIN),
)
"""Seat 0 waits for 1 and 4 of sou, and has discarded the 4."""


@pytest.mark.parametrize(("han", "is_named"), [(1, True), (2, False), (3, True)])
def test_a_win_in_furiten_is_named_and_its_han_are_the_sum_of_its_yaku(han, is_named):
    *plays, end = FURITEN
    win = {"hule": end["hule"] | {"fanshu": han}}

    found = judged(bytes_of(written(*plays, win)), sample(SAMPLES[0]).audit.rule_sets[0]).findings

    wrong = [one.check for one in found if one.verdict != "undecided"]
    assert "furiten" in wrong
    assert ("well-formed" in wrong) == is_named


RECORDS = [path for path in corpus_paths("majiang") if path.suffix == ".json"][::4]


def untitled(data: bytes) -> str:
    """The record as its members are ordered, without a title, which no column has."""
    return bytes_of(json.loads(data) | {"title": ""}).decode()


@needs_corpus
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_real_record_comes_back_to_the_byte_but_for_its_title_and_is_the_same_game_in_other_forms(path):
    data = path.read_bytes()
    read = judged(data)

    assert again(data) == untitled(data)
    for target in ("mjai", "tenhou6", "mjlog"):
        other = judged(convert(read.events, read.headers, target).text.encode())
        assert settled(other) == settled(read)
        assert len(other.events.plays.kind) == len(read.events.plays.kind)


UNROUNDED = {"rank": [2, 3, 1, 4], "defen": [25000, 24000, 30000, 21000]}


@pytest.mark.parametrize(
    "members",
    [
        {"qijia": 1, "player": ["a\n(R1500)", "", "い", 'd"']},
        {"point": ["52", "2", "-35", "-19"], "rank": [1, 2, 4, 3], "defen": [62000, 22000, -5000, 1000]},
        *({"point": point, **UNROUNDED} for point in (["0.0", "-0.5", "10.5", "-10.0"], [])),
    ],
)
def test_names_the_first_dealer_and_the_end_come_back(members):
    game = bytes_of(written(*KYUUSHU, **members))

    assert again(game) == game.decode()
