"""Answers are compared as far as they go; what they leave out or do not support is told apart."""

from importlib.resources import files
from unittest import SkipTest

import pytest

import analyzer
from analyzer.conformance.cases import Case
from analyzer.conformance.judging import NoAnswerError, Verdict, judge
from analyzer.conformance.running import scores_text, wrong_text
from analyzer.conformance.testing import check
from analyzer.settlement.yaku_names import Yaku
from tests.case_files import whole

OPEN = {"tehai": "45699m67s", "melds": ["pon 777z from 0", "chi 234p from 1"]}
RIICHI = {"tehai": "234567m345p55s67s", "riichi": 5}
RON = {"kyoku": "E1.1", "left": 9, "last": "discard 0 8s", "ron": [1, 2], "seat": {"1": RIICHI, "2": OPEN}}
"""Riichi, pinfu, tanyao: 3,900, the honba and the stick; and chun alone: 1,000."""
DRAW = {"kyoku": "E1.0", "last": "discard 3 9m", "seat": {"1": {"waits": "25p"}, "2": {"waits": "3s"}}}
YAKUMAN = {
    "kyoku": "E1.0",
    "left": 9,
    "tsumo": 1,
    "seat": {"1": {"tehai": "19m19p19s1234567z", "drawn": "1z"}},
}
OVER = {"cause": "target", "scores": [1, 2, 3, 4], "results": [4, 3, 2, 1], "reasons": []}


def case_of(facts, *, end=None, **grades):
    settled = analyzer.settle(facts, "tenhou").to_dict() | {"end": end}
    parts = ("wins" if settled["wins"] else "draws", "flow" if end is None else "ends")
    certain = {part: {"grade": grades.get(part, "measured")} for part in parts}
    return Case("tenhou/some/0", "something", {"case": "tenhou/some/0", "hand": facts}, settled, certain)


def found(case, answer):
    return {one.part: (one.verdict, *one.told) for one in judge(case, answer)}


def test_what_settle_gives_is_right():
    for facts in (RON, DRAW, YAKUMAN):
        case = case_of(facts)

        assert {one.verdict for one in judge(case, analyzer.settle(facts, "tenhou").to_dict())} == {"right"}


RIGHT, WRONG = Verdict.RIGHT, Verdict.WRONG
ASKED = {"ron": RON, "draw": DRAW, "yakuman": YAKUMAN, "red": RON | {"last": "discard 0 5s"}}
ASKED["dora"] = RON | {"indicators": "1m"}
JUDGED = whole("conformance/judged")


@pytest.mark.parametrize(("asked", "answer", "said"), [(*row[:2], row[2:]) for row in JUDGED["judged"]])
def test_an_answer_is_judged_and_what_differs_is_named_with_its_place(asked, answer, said):
    case = case_of(ASKED[asked])

    assert found(case, answer)[next(iter(case.grades))] == tuple(said)


def test_a_wrong_part_is_told_with_the_reasons():
    wins, flow = judge(case_of(RON), {"deltas": [0, 0, 0, 0], "next_hand": "E3.0"})

    assert wrong_text(wins).startswith(
        "tenhou/some/0 wins, E1.1: something\n  deltas: [0, 0, 0, 0], not [-5200"
    )
    assert "honba: 300 more from seat 0 [honba_ron = 300; Tenhou logs" in wrong_text(wins)
    assert "next: E2.0" not in wrong_text(wins)
    assert wrong_text(flow).splitlines()[1:3] == [
        "  next_hand: E3.0, not E2.0",
        "    dealer seat 0 moves on [dealer_repeat = tenpai; "
        + wins.case.expected["reasons"][-3]["source"]
        + "]",
    ]


def test_what_is_left_out_is_no_mistake_and_is_told():
    draws, flow = judge(case_of(DRAW), {"deltas": [-1500, 1500, 1500, -1500]})

    assert (draws.verdict, draws.missing) == (Verdict.RIGHT, ("outcome", "draw"))
    assert flow.verdict == Verdict.LEFT_OUT
    (wins, _) = judge(case_of(RON), {"wins": [{"winner": 1}, {"winner": 2, "yaku": ["chun"]}]})
    assert {"outcome", "deltas", "wins.yaku", "wins.fu"} <= {*wins.missing}


def test_what_follows_is_judged_by_itself():
    case = case_of(DRAW, end=OVER)

    # True is not one.
    assert found(case_of(DRAW), {"kyotaku": False})["flow"][0] == WRONG
    # A game that is over is asked for its end alone.
    answer = {"next_hand": "E9.9", "end": {"cause": "target", "scores": [1, 2, 3, 4]}}
    assert found(case, answer)["ends"] == (RIGHT,)
    assert found(case, {"end": None})["ends"][0] == WRONG
    assert found(case_of(DRAW), {"unsupported": "draws"}) == dict.fromkeys(
        ("draws", "flow"), (Verdict.UNSUPPORTED, "draws")
    )


def test_what_is_disputed_does_not_count():
    judged = judge(case_of(DRAW, draws="disputed"), {"deltas": [0, 0, 0, 0], "kyotaku": 0})

    assert [one.verdict for one in judged] == [Verdict.DISPUTED, Verdict.RIGHT]
    assert scores_text(judged).splitlines()[2].split() == ["draws", "0", "0", "0", "0", "0", "0", "0", "1"]


@pytest.mark.parametrize(("asked", "answer", "told"), JUDGED["unread"])
def test_a_key_or_form_that_is_not_known_is_named(asked, answer, told):
    with pytest.raises(NoAnswerError, match=told.replace("?", r"\?")):
        judge(case_of(ASKED[asked]), answer)


@pytest.mark.parametrize("given", [{"yaku": "riichi, pinfu"}, None])
def test_a_text_or_number_in_the_place_of_a_list_is_wrong(given):
    answer = {"wins": [{"winner": 2}, {"winner": 1, **given}] if given else 3}

    assert found(case_of(RON), answer)["wins"][0] == WRONG


def test_in_a_test_suite_a_wrong_answer_fails_and_an_unsupported_one_is_skipped():
    case = case_of(DRAW)

    check(case, {"deltas": [-1500, 1500, 1500, -1500]})
    with pytest.raises(AssertionError, match=r"(?s)deltas: .*each of 2 noten pays 1,500"):
        check(case, {"deltas": [0, 0, 0, 0]})
    with pytest.raises(SkipTest, match="draws unsupported no draws"):
        check(case, {"unsupported": "no draws"})


def test_the_page_lists_every_yaku():
    page = (files("analyzer.conformance") / "pack_readme.md").read_text(encoding="utf-8")

    assert all(f"{one.value} `{one.text}`" in page for one in Yaku)
