"""Wins as records: those that are paid, and those that are none."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import analyzer
from analyzer.errors import UserMistake
from analyzer.explain.settled_hand import SettledDraw, settle_note
from analyzer.explain.settled_win import NoWin
from analyzer.explain.why import Why
from analyzer.replay.notation import hand_of
from analyzer.rules import load
from analyzer.rules.grades import DoubleRon

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"
PINFU = {"tehai": "234567m345p55s67s"}
NO_YAKU = {"tehai": "123m456p789s1133z"}
ORPHANS = {"tehai": "19m19p19s2345677z"}
RON = {"kyoku": "E2.1", "left": 20, "last": "discard 0 8s", "ron": [2]}
ALSO_3Z = {"kyoku": "E1.0", "left": 20, "last": "discard 0 3z"}


def settled(facts, rules="tenhou", **changes):
    return settle_note(hand_of(facts, "facts"), replace(load(rules), **changes))


def test_a_ron_has_its_seats_its_worth_and_its_payments():
    (win,) = settled(RON | {"sticks": 2, "indicators": "1m", "seat": {2: PINFU}}).wins

    assert (win.winner, win.loser, win.tile) == (2, 0, "8s")
    assert [(one.name, one.han) for one in win.yaku] == [("pinfu", 1), ("tanyao", 1), ("dora", 1)]
    assert (win.han, win.fu, win.limit, win.yakuman, win.points) == (3, 30, None, 0, 3900)
    assert [(one.name, one.fu) for one in win.fu_parts] == [("base", 20), ("closed ron", 10)]
    assert win.deltas == (-4200, 0, 6200, 0)
    assert win.pao == ()


def test_two_winners_are_in_order_of_turn_and_their_payments_add_up():
    facts = RON | {"last": "discard 1 8s", "ron": [0, 2]}
    hand = settled(facts | {"seat": {0: PINFU, 2: {"tehai": "345m345p678p55s67s"}}})

    assert [win.winner for win in hand.wins] == [2, 0]
    assert [sum(column) for column in zip(*(win.deltas for win in hand.wins), strict=True)] == list(
        hand.deltas
    )
    assert hand.invalid == ()
    assert hand.draw is None


def test_who_is_liable_is_named_with_the_yakuman():
    melds = ["pon 555z from 3", "pon 666z from 0", "pon 777z from 3"]
    (win,) = settled(RON | {"last": "discard 0 2p", "seat": {2: {"tehai": "2p345s", "melds": melds}}}).wins

    assert [(one.name, one.id, one.han, one.yakuman) for one in win.yaku] == [("daisangen", 39, 0, 1)]
    assert [(one.seat, one.yaku) for one in win.pao] == [(3, "daisangen")]
    assert (win.han, win.yakuman, win.limit) == (0, 1, "yakuman")


def test_a_draw_has_its_kind_and_who_is_tenpai():
    tenpai = settled({"kyoku": "E1.0", "last": "discard 3 9m", "seat": {1: {"waits": "25p"}}}, "tenhou")
    nagashi = settled({"kyoku": "E1.0", "last": "discard 3 9m", "seat": {3: {"river": "1z 9m"}}})
    winds = {str(seat): {"river": "3z"} for seat in range(4)}
    abort = settled({"kyoku": "E1.0", "left": 66, "last": "discard 3 3z", "seat": winds})

    assert tenpai.draw == SettledDraw("exhaustive", (1,), (), ())
    assert nagashi.draw == SettledDraw("nagashi_mangan", (), (3,), ())
    assert abort.draw == SettledDraw("suufon_renda", None, (), ())
    assert settled({"kyoku": "E1.0", "chombo": [2]}).draw == SettledDraw("chombo", None, (), (2,))


NO_WINS = [
    ("no yaku", ALSO_3Z | {"ron": [1], "seat": {1: NO_YAKU}}, NoWin.NO_YAKU, Why.NO_YAKU, None),
    ("noten", ALSO_3Z | {"ron": [1], "seat": {1: PINFU}}, NoWin.NOTEN, Why.NO_WINNING_HAND, None),
    (
        "own discard",
        RON | {"seat": {2: PINFU | {"river": "5s 1z"}}},
        NoWin.FURITEN,
        Why.FURITEN_RON,
        "furiten",
    ),
    ("passed", RON | {"seat": {2: PINFU | {"passed": True}}}, NoWin.FURITEN, Why.FURITEN_RON, "furiten"),
    (
        "closed kan",
        {"kyoku": "E1.0", "last": "ankan 0 1z", "ron": [1], "seat": {1: ORPHANS}},
        NoWin.CLOSED_KAN,
        Why.CLOSED_KAN_RON,
        "kokushi_on_ankan",
    ),
    (
        "noten tsumo",
        {"kyoku": "E1.0", "left": 9, "tsumo": 1, "seat": {1: PINFU | {"drawn": "1z"}}},
        NoWin.NOTEN,
        Why.NO_WINNING_HAND,
        None,
    ),
]


@pytest.mark.parametrize(
    ("facts", "no_win", "why", "rule"), [pytest.param(*row[1:], id=row[0]) for row in NO_WINS]
)
@pytest.mark.parametrize("left", [20, 0])
def test_a_win_that_is_none_says_why_and_nothing_is_settled(facts, no_win, why, rule, left):
    if left == 0 and no_win == NoWin.NO_YAKU:
        pytest.skip("the last discard gives a yaku")
    hand = settled(facts | {"left": left})
    (none,) = hand.invalid

    assert (hand.outcome, hand.wins, hand.draw, hand.next_hand) == ("invalid", (), None, None)
    assert hand.deltas == (0, 0, 0, 0)
    assert (none.no_win, none.reason.why, none.reason.rule, none.reason.met) == (no_win, why, rule, False)
    assert none.loser == (None if "tsumo" in facts else 0)
    assert not any(one.why is Why.PAYMENTS for one in hand.reasons)
    assert any("none" in one.text or "no win" in one.text for one in hand.reasons)


def test_furiten_bars_no_tsumo():
    hand = settled(
        {"kyoku": "E1.0", "left": 9, "tsumo": 1, "seat": {1: PINFU | {"river": "5s 1z", "drawn": "8s"}}}
    )

    assert (hand.outcome, hand.invalid) == ("win", ())


def test_what_bars_from_ron_is_the_rule_sets():
    facts = RON | {"seat": {2: PINFU | {"passed": True}}}

    assert settled(facts).invalid[0].no_win == "furiten"
    assert settled(facts, furiten=("own-discards",)).outcome == "win"


def test_too_few_han_name_the_rule_that_asks_for_more():
    facts = {"kyoku": "E1.4", "players": 3, "left": 20, "ron": [1], "last": "discard 0 8s"}
    (none,) = settled(
        facts | {"seat": {1: {"tehai": "22345p111p345s67s", "riichi": 3}}}, "sanma-ryanshi"
    ).invalid

    assert none.no_win == NoWin.TOO_FEW_HAN
    assert (none.reason.rule, none.reason.value) == ("ryanshi_from", 4)


def test_beside_a_win_that_stands_the_others_are_none():
    both = {0: PINFU, 2: PINFU | {"river": "8s"}}
    facts = RON | {"last": "discard 1 8s", "ron": [0, 2]}
    furiten = settled(facts | {"seat": both})
    bumped = settled(
        facts | {"seat": {0: PINFU, 2: {"tehai": "345m345p678p55s67s"}}}, double_ron=DoubleRon.HEAD_BUMP
    )

    assert ([win.winner for win in furiten.wins], furiten.outcome) == ([0], "win")
    assert [(one.winner, one.no_win) for one in furiten.invalid] == [(2, "furiten")]
    assert [win.winner for win in bumped.wins] == [2]
    assert [(one.winner, one.no_win, one.reason.value) for one in bumped.invalid] == [
        (0, "head-bump", "head-bump")
    ]


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"tsumo": 1, "seat": {1: PINFU}}, "tsumo of seat 1: seat.1 must have the tile 'drawn'"),
        ({"tsumo": 1}, "seat 1 wins: seat.1 must have its 'tehai'"),
        (
            {"tsumo": 1, "last": "discard 0 8s", "seat": {1: PINFU | {"drawn": "8s"}}},
            "tsumo of seat 1: 'last' must be 'draw 1', found 'discard 0'",
        ),
        ({"tsumo": 1, "ron": [1], "seat": {1: PINFU | {"drawn": "8s"}}}, "'tsumo' and 'ron' exclude"),
        ({"ron": [1], "seat": {1: PINFU}}, "'ron' needs the tile: 'last' must be a play such as"),
        ({"ron": [1], "last": "discard 0", "seat": {1: PINFU}}, "'last' must be as 'discard 0 9m'"),
        ({"ron": [1], "last": "draw 0 8s", "seat": {1: PINFU}}, "'ron' needs the tile"),
        ({"ron": [1], "last": "discard 1 8s", "seat": {1: PINFU}}, "seat 1 calls ron on its own tile"),
        ({"ron": [1, 1], "last": "discard 0 8s", "seat": {1: PINFU}}, "'ron' names a seat twice"),
        ({"ron": [1], "last": "discard 0 8z", "seat": {1: PINFU}}, "8z"),
        ({"ron": [3], "players": 3, "last": "discard 0 8s"}, "seat 3 wins, and the hand has 3 players"),
        ({"players": 3}, "tenhou is for 4 players, the hand has 3; 'players' says how many"),
        (
            {"ron": [1], "last": "discard 0 5s", "seat": {1: {"tehai": "5550s234m78p1122z"}}},
            "more copies of 5s",
        ),
        ({"kyoku": "S4.0", "players": 3}, "kyoku: a game of three players has no S4.0"),
        ({"players": 3, "last": "discard 3 9m"}, "a game of three players has no seat 3"),
        ({"players": 3, "seat": {3: PINFU}}, "a game of three players has no seat 3"),
        *(
            (facts, "5m: a game of three players has no 2m to 8m")
            for facts in (
                {"players": 3, "seat": {1: {"tehai": "1999m123p456p789s0m"}}},
                {"players": 3, "seat": {1: {"waits": "5m"}}},
                {"players": 3, "tsumo": 1, "seat": {1: {"tehai": "123456789p1122z", "drawn": "5m"}}},
                {"players": 3, "seat": {1: {"melds": ["pon 555m from 0"]}}},
                {"players": 3, "seat": {1: {"river": "1z 5m* 9p"}}},
                {"players": 3, "last": "discard 0 5m"},
                {"players": 3, "indicators": "1z5m"},
                {"players": 3, "ura": "5m"},
            )
        ),
        ({"players": 3, "seat": {1: {"melds": ["pon 777z from 3"]}}}, "three players has no seat 3"),
        ({"indicators": "11111m"}, "more copies of 1m"),
        ({"indicators": "1m", "ura": "1111m"}, "more copies of 1m"),
        ({"seat": {1: {"river": "1m*" * 137}}}, "seat.1: river: expected at most 136 tiles, found 137"),
    ],
)  # fmt: skip
def test_a_win_that_cannot_be_called_is_a_mistake_in_one_line(facts, message):
    with pytest.raises(UserMistake) as told:
        settled({"kyoku": "E1.0", **facts}, "tenhou-sanma" if "no 2m to 8m" in message else "tenhou")

    assert message in str(told.value)
    assert str(told.value).startswith("facts")


def test_where_a_closed_kan_may_be_robbed_thirteen_orphans_alone_may():
    facts = {"kyoku": "E1.0", "left": 20, "ron": [1, 2], "last": "ankan 0 1z"}
    hand = settled(facts | {"seat": {1: ORPHANS, 2: {"tehai": "234567m345p678s1z"}}}, "mahjong-soul")

    assert hand.deltas == (-32000, 32000, 0, 0)
    assert [(one.winner, one.no_win, one.reason.why) for one in hand.invalid] == [
        (2, "closed-kan", Why.KOKUSHI_ALONE)
    ]


def test_a_settled_hand_is_plain_values():
    facts = RON | {"sticks": 1, "seat": {2: PINFU, 1: NO_YAKU}, "ron": [2, 1]}
    record = settled(facts).to_dict()

    assert json.loads(json.dumps(record)) == record
    assert list(record) == [
        "rule_set", "hand", "outcome", "wins", "invalid", "draw", "deltas", "final_points", "next_hand",
        "next_dealer", "kyotaku", "end", "reasons",
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
    record = next(one for one in hand.reasons if one.why is Why.TENPAI).to_dict()

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


def test_the_wins_of_the_sample_games_are_those_that_their_logs_claim():
    seen = []
    for path in sorted(SAMPLES.glob("*.mjlog"))[:8]:
        for hand in analyzer.read(path).hands:
            record, claimed = hand.settlement(), hand.claimed
            seen += [
                (win.winner, win.loser, win.fu, win.points, win.deltas, [yaku.name for yaku in win.yaku])
                for win in record.wins
            ]
            assert record.invalid == ()
            assert seen[len(seen) - len(record.wins) :] == [
                (
                    win.winner,
                    None if win.loser == win.winner else win.loser,
                    win.fu,
                    win.points,
                    win.deltas,
                    [name for name, _ in win.yaku],
                )
                for win in claimed.wins
            ]
            assert json.loads(json.dumps(record.to_dict()))["outcome"] == claimed.kind

    assert len(seen) > 20
