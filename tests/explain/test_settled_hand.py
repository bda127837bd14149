"""Hands with their reasons as records: plain values, whole texts, and the words of reasons."""

import ast
import json
import string
from pathlib import Path

import pytest

import analyzer
from analyzer import explain
from analyzer.errors import UserMistake
from analyzer.explain.reason import _WORDINGS, _WORDS, reason, ruled
from analyzer.explain.settled_hand import score, settle_note
from analyzer.explain.win import WinYaku
from analyzer.replay.notation import hand_of
from analyzer.rules import load
from analyzer.settlement.yaku_names import Yaku

PINFU = {"tehai": "234567m345p55s67s"}
NO_YAKU = {"tehai": "123m456p789s1133z"}
RON = {"kyoku": "E2.1", "left": 20, "last": "discard 0 8s", "ron": [2]}


def settled(facts):
    return settle_note(hand_of(facts, "facts"), load("tenhou"))


def test_a_settled_hand_is_plain_values():
    facts = RON | {"sticks": 1, "seat": {2: PINFU, 1: NO_YAKU}, "ron": [2, 1]}
    record = settled(facts).to_dict()

    assert json.loads(json.dumps(record)) == record
    assert list(record) == [
        "rule_set", "hand", "outcome", "wins", "invalid", "draw", "deltas", "final_points", "next_hand",
        "next_dealer", "kyotaku", "end", "scores", "results", "reasons",
    ]  # fmt: skip
    assert record["wins"][0] | {"yaku": None, "fu_parts": None} == {
        "winner": 2, "loser": 0, "tile": "8s", "yaku": None, "han": 2, "fu": 30, "fu_parts": None,
        "limit": None, "yakuman": 0, "points": 2000, "pao": [], "deltas": [-2300, 0, 3300, 0],
        "is_certain": True,
    }  # fmt: skip
    assert record["wins"][0]["yaku"][0] == {"name": "pinfu", "id": 7, "han": 1, "yakuman": 0}
    assert record["invalid"][0]["no_win"] == "noten"
    assert record["invalid"][0]["reason"]["text"] == "the tiles are not a winning hand"
    assert settled({"kyoku": "E1.0"}).to_dict()["draw"] == {
        "kind": "exhaustive", "tenpai": [], "nagashi": [], "chombo": [],
    }  # fmt: skip


def test_a_reason_is_a_record_with_rule_value_and_source():
    hand = settled({"kyoku": "E1.0", "seat": {0: {"waits": "25p"}}})
    record = next(one for one in hand.reasons if one.why == "tenpai").to_dict()

    assert record == {
        "why": "tenpai",
        "text": "seat 0 is tenpai, waiting for 25p",
        "met": True,
        "rule": "tenpai_wait",
        "value": "outside-concealed",
        "source": load("tenhou").source("tenpai_wait"),
        "facts": {"seat": 0, "waits": "25p"},
    }


def test_many_hands_are_settled_in_one_call():
    tenpai = {"kyoku": "E1.0", "seat": {0: {"waits": "25p"}}}
    hands = [tenpai, RON | {"seat": {2: PINFU}}, hand_of(tenpai, "note")]

    assert [hand.outcome for hand in analyzer.settle(hands, "tenhou")] == ["exhaustive", "win", "exhaustive"]
    assert analyzer.settle([], "tenhou") == []
    with pytest.raises(UserMistake, match=r"^facts\[1\]: 'kyoku' is missing"):
        analyzer.settle([tenpai, {}], "tenhou")


def test_yaku_fu_and_limit_are_named():
    melds, how = "ankan 9999p, pon 888s", {"tsumo": True, "situation": "rinshan", "indicators": "4m8p"}
    found, again = (
        score("340678m2s", "2s", "tenhou", melds=one, seat_wind="S", round_wind="E", **how)
        for one in (melds, melds.split(", "))
    )

    assert again == found
    yaku = [(Yaku.RINSHAN, 1), (Yaku.DORA, 5), (Yaku.AKA_DORA, 1)]
    assert [*found.yaku] == [WinYaku(one.text, one, han, 0) for one, han in yaku]
    assert [(one.name, one.tile, one.fu) for one in found.fu_parts] == [
        ("base", None, 20),
        ("pair wait", None, 2),
        ("closed kan", "9p", 32),
        ("open triplet", "8s", 2),
        ("tsumo", None, 2),
    ]
    assert (found.limit, found.yakuman, found.is_certain) == ("haneman", 0, True)
    assert (found.winner, found.loser, found.tile) == (1, None, "2s")


# The words of reasons come from one table.


def test_every_wording_formats_its_facts_with_words_that_there_are():
    texts = [text for one in _WORDINGS.values() for text in ([one] if isinstance(one, str) else one)]
    specs = {spec for text in texts for _, _, spec, _ in string.Formatter().parse(text) if spec}

    assert specs <= {*_WORDS, ","}


def test_every_wording_is_one_of_a_reason_and_every_reason_has_one():
    named, given = set(), set()
    for file in Path(explain.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant):
                named.add(node.value)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("reason", "_section"):
                given |= {one.value for one in node.args[:1] if isinstance(one, ast.Constant)}

    assert set(_WORDINGS) - named == set()
    assert given - set(_WORDINGS) == set()


def test_a_reason_is_its_text_with_the_rule_as_in_its_file_and_its_source_if_one_decides():
    tenhou = load("tenhou")
    tanyao = ruled(tenhou, "kuitan", "yaku", yaku=Yaku.TANYAO, han=1)

    assert str(reason("noten", seat=3)) == "seat 3 is noten"
    assert ruled(tenhou, None, "noten", seat=3) == reason("noten", seat=3)
    assert str(tanyao) == f"tanyao: 1 han [kuitan = true; {tenhou.source('kuitan')}]"
    fields = ("pao", "double_yakuman", "noten_penalty_points", "uma", "tie_rule")
    assert [ruled(tenhou, field, "no_yaku").ruling for field in fields] == [
        "pao = [daisangen, daisuushii]",
        "double_yakuman = []",
        "noten_penalty_points = 3000",
        "uma = [20000, 10000, -10000, -20000]",
        "tie_rule = seat-order",
    ]
