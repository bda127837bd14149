"""Hands with their reasons as records: whole texts, plain values, and hands as two packages score them."""

from __future__ import annotations

import ast
import json
import string
from contextlib import nullcontext
from pathlib import Path

import pytest

import analyzer
from analyzer import explain
from analyzer.errors import UserMistake
from analyzer.explain.reason import _WORDINGS, _WORDS, reason, ruled
from analyzer.explain.settled_hand import score, settle_note
from analyzer.explain.win import WinYaku
from analyzer.kernels import compiling
from analyzer.replay.notation import hand_of
from analyzer.rules import load
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import PlayKind, mpsz, tile_text
from tests.settlement.generated_wins import generated_wins
from tests.settlement.second_opinions import (
    DORA,
    NO_YAKU_OPINION,
    Opinion,
    as_riichienv,
    by_mahjong,
    by_riichienv,
)

PINFU = {"tehai": "234567m345p55s67s"}
NO_YAKU = {"tehai": "123m456p789s1133z"}
RON = {"kyoku": "E2.1", "left": 20, "last": "discard 0 8s", "ron": [2]}
CHILD = {"seat_wind": "S", "round_wind": "E"}


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


def test_a_file_of_several_hands_is_none_to_settle_at_once(tmp_path):
    path = tmp_path / "hands.jsonl"
    path.write_text('{"kyoku": "E1.0"}\n{"kyoku": "E2.0"}\n')

    with pytest.raises(UserMistake, match="expected one hand, found 2"):
        analyzer.settle(path, "tenhou")


OPINIONS = {"mahjong": (by_mahjong, lambda ours: ours), "riichienv": (by_riichienv, as_riichienv)}
"""By package: what it says, and our result in its words."""
FEW, MANY = 150, 6_000


def meld_text(kind, tiles):
    return f"{PlayKind(kind).name.lower()} {mpsz(tiles)}"


def ours(win):
    """A generated win scored by its texts."""
    concealed = list(win.concealed)
    concealed.remove(win.machi)
    found = score(
        mpsz(concealed),
        tile_text(win.machi),
        "tenhou" if win.players == 4 else "tenhou-sanma",
        seat_wind="ESWN"[win.seat_wind - 27],
        round_wind="ESWN"[win.kyoku // 4],
        tsumo=win.is_tsumo,
        melds=[meld_text(kind, tiles) for kind, tiles in win.melds],
        situation=[Yaku(one).text for one in win.ids],
        indicators=mpsz(win.indicators),
        ura=mpsz(win.ura_indicators),
        kita=win.kita,
    )
    if found.invalid is not None:
        return NO_YAKU_OPINION if found.invalid.no_win == "no-yaku" else found.invalid.no_win
    ids = frozenset(yaku.id for yaku in found.yaku) - DORA
    return Opinion(13 * found.yakuman or found.han, found.fu, found.points, ids)


@pytest.fixture(scope="module", params=[FEW, pytest.param(MANY, marks=pytest.mark.long)])
def scored(request):
    """Generated wins with what they are worth, many of them by compiled kernels."""
    with compiling() if request.param == MANY else nullcontext():
        return [(win, ours(win)) for win in generated_wins(request.param, seed=7)]


@pytest.mark.parametrize("package", OPINIONS)
def test_generated_hands_are_worth_the_same_to_another_package(scored, package):
    pytest.importorskip(package)
    theirs, in_its_words = OPINIONS[package]

    pairs = [(win.where, in_its_words(found), theirs(win)) for win, found in scored]

    assert [pair for pair in pairs if pair[1] != pair[2]] == []
    assert {found == NO_YAKU_OPINION for _, found in scored} == {True, False}
    # No round of North, and no renhou.
    seen = {yaku for _, found in scored for yaku in found.yaku}
    assert len(scored) < MANY or seen == {*range(52)} - {17, 36}


def test_yaku_fu_and_limit_are_named():
    rinshan = CHILD | {"tsumo": True, "situation": "rinshan"}
    found = score(
        "340678m2s", "2s", "tenhou", melds=["ankan 9999p", "pon 888s"], **rinshan, indicators="4m8p"
    )

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


def test_melds_are_a_list_or_one_text():
    listed = score("345m67p22s", "8p", "tenhou", melds=["chi 234m", "pon 777z"], **CHILD)
    one_text = score("345m67p22s", "8p", "tenhou", melds="chi 234m, pon 777z", **CHILD)

    assert one_text == listed
    assert [yaku.name for yaku in listed.yaku] == ["chun"]


def test_the_public_face_has_it():
    assert analyzer.score is score
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        _ = analyzer.scores


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


def test_a_reason_has_the_rule_that_decides_it_with_value_and_source():
    tenhou = load("tenhou")
    found = ruled(tenhou, "pao", "liable_half", seat=2, yaku="daisangen", loser=0)

    assert dict(found.facts) == {"seat": 2, "yaku": "daisangen", "loser": 0}
    assert (found.rule, found.value) == ("pao", ("daisangen", "daisuushii"))
    assert found.ruling == "pao = [daisangen, daisuushii]"
    assert found.source == tenhou.source("pao")
    assert found.text.startswith("seat 2 let the last set of daisangen be called: ")


def test_a_reason_is_its_text_with_the_rule_as_in_its_file_and_its_source_if_one_decides():
    tenhou = load("tenhou")
    tanyao = ruled(tenhou, "kuitan", "yaku", yaku=Yaku.TANYAO, han=1)

    assert str(reason("noten", seat=3)) == "seat 3 is noten"
    assert ruled(tenhou, None, "noten", seat=3) == reason("noten", seat=3)
    assert str(tanyao) == f"tanyao: 1 han [kuitan = true; {tenhou.source('kuitan')}]"
    fields = ("double_yakuman", "noten_penalty_points", "uma", "tie_rule")
    assert [ruled(tenhou, field, "no_yaku").ruling for field in fields] == [
        "double_yakuman = []",
        "noten_penalty_points = 3000",
        "uma = [20000, 10000, -10000, -20000]",
        "tie_rule = seat-order",
    ]
