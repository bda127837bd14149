"""Wins as real logs print them, and as two other scorers see them."""

from functools import cache

import numpy as np
import pytest

from analyzer import kernels
from analyzer.rules import load
from analyzer.settlement.decompositions import QUAD, RUN, TRIPLE
from analyzer.settlement.points import ScoringRules, scoring_rules
from analyzer.settlement.scoring import score_wins
from analyzer.settlement.win_facts import NO_PLACE, WinScores, WinShape
from analyzer.settlement.yaku_names import NO_YAKU
from tests.logs import needs_all_logs
from tests.settlement.generated_wins import generated_wins
from tests.settlement.logged_wins import LoggedWin, facts_of, logged_wins
from tests.settlement.second_opinions import (
    NO_YAKU_OPINION,
    Opinion,
    as_riichienv,
    by_mahjong,
    by_riichienv,
)
from tests.settlement.winning import TENHOU, value, win

DORA = {52, 53, 54}
CHIP_TABLE = 0x200
NO_KUITAN = 4


def rules_of(logged: LoggedWin) -> ScoringRules:
    """The rules that the log's GO type announces."""
    rules = scoring_rules(load("tenhou-chip" if logged.go_type & CHIP_TABLE else "tenhou"))
    return rules._replace(kuitan=0 if logged.go_type & NO_KUITAN else 1)


@cache
def scored(wins: tuple[LoggedWin, ...]) -> list[tuple[LoggedWin, WinScores, int]]:
    """Each win with the scores that hold it, and its row there; wins of one rule set together."""
    found = []
    for rules in sorted({rules_of(one) for one in wins}):
        batch = tuple(one for one in wins if rules_of(one) == rules)
        scores = score_wins(facts_of(batch), rules)
        found += [(one, scores, row) for row, one in enumerate(batch)]
    return found


def printed(scores, row):
    """Fu, points and limit, yaku with han, yakuman: as the attributes of AGARI."""
    ten = (int(scores.fu[row]), int(scores.points[row]), int(scores.limit[row]))
    yaku = tuple((int(one), int(han)) for one, han in scores.yaku[row] if one != NO_YAKU)
    return ten, yaku, tuple(int(one) for one in scores.yakuman[row] if one != NO_YAKU)


def opinion(scores, row) -> Opinion:
    _, yaku, yakuman = printed(scores, row)
    if not scores.han[row]:
        return NO_YAKU_OPINION
    ids = frozenset({one for one, _ in yaku} - DORA | set(yakuman))
    return Opinion(int(scores.han[row]), int(scores.fu[row]), int(scores.points[row]), ids)


@needs_all_logs
def test_every_win_of_real_logs_is_scored_as_printed_down_to_the_order_of_yaku():
    wins = logged_wins()

    differing = {
        one.where: (printed(scores, row), (one.ten, one.yaku, one.yakuman))
        for one, scores, row in scored(wins)
        if printed(scores, row) != (one.ten, one.yaku, one.yakuman)
    }

    assert len(wins) > 4000
    assert differing == {}


def differing_from_mahjong(all_scored):
    pairs = [
        (one.where, opinion(scores, row), by_mahjong(one))
        for one, scores, row in all_scored
        if not one.go_type & CHIP_TABLE  # where kiriage holds
    ]
    return [(where, ours, theirs) for where, ours, theirs in pairs if ours != theirs]


@needs_all_logs
def test_every_real_win_is_worth_the_same_to_the_package_mahjong():
    pytest.importorskip("mahjong")

    assert differing_from_mahjong(scored(logged_wins())) == []


@pytest.mark.long
def test_generated_wins_are_worth_the_same_to_the_package_mahjong():
    pytest.importorskip("mahjong")
    wins = generated_wins(20_000, seed=7)

    with kernels.compiling():
        all_scored = scored(wins)

    seen = set().union(*(opinion(scores, row).yaku for _, scores, row in all_scored))
    assert seen == set(range(52)) - {17, 36}  # no round of North, no renhou
    assert differing_from_mahjong(all_scored) == []


def differing_from_riichienv(all_scored):
    pairs = [
        (one.where, as_riichienv(opinion(scores, row)), by_riichienv(one))
        for one, scores, row in all_scored
        if not one.go_type & (NO_KUITAN | CHIP_TABLE)
    ]
    return [(where, ours, theirs) for where, ours, theirs in pairs if ours != theirs]


@needs_all_logs
def test_every_real_win_is_worth_the_same_to_riichienv():
    pytest.importorskip("riichienv")

    assert differing_from_riichienv(scored(logged_wins())) == []


@pytest.mark.long
def test_generated_wins_are_worth_the_same_to_riichienv():
    pytest.importorskip("riichienv")
    with kernels.compiling():
        all_scored = scored(generated_wins(20_000, seed=7))

    assert differing_from_riichienv(all_scored) == []


@pytest.mark.long
def test_compiled_and_plain_scores_are_identical():
    facts = facts_of(generated_wins(3000, seed=7))

    plain = score_wins(facts, TENHOU)
    with kernels.compiling():
        compiled = score_wins(facts, TENHOU)

    for name, one, other in zip(WinScores._fields, plain, compiled, strict=True):
        assert one.dtype == other.dtype, name
        assert np.array_equal(one, other), name


def test_one_win_is_scored_as_in_a_batch():
    wins = generated_wins(200, seed=7)

    batch = score_wins(facts_of(wins), TENHOU)

    for row, one in enumerate(wins):
        alone = score_wins(facts_of((one,)), TENHOU)
        assert all(np.array_equal(a[0], b[row]) for a, b in zip(alone, batch, strict=True)), one.where


def test_no_wins_give_no_scores():
    facts = win("123m456p345789s99p", "4s")

    scores = score_wins(type(facts)(*(column[:0] for column in facts)), TENHOU)

    assert [len(column) for column in scores] == [0] * len(scores)


@pytest.mark.parametrize(
    ("tiles", "machi", "melds"),
    [
        pytest.param("123m456p345789s9p1z", "4s", (), id="no pair"),
        pytest.param("1133m2255p66889s1z", "9s", (), id="six pairs"),
        pytest.param("1133m2255p669999s", "9s", (), id="four of a kind are no two pairs"),
        pytest.param("19m19p19s1234567z5p", "5p", (), id="thirteen orphans and a strange tile"),
        pytest.param("123m456p99p", "4p", ("chi 789s",), id="a set short"),
        pytest.param("19m19p19s12345z", "1m", ("pon 777z",), id="orphans beside a meld"),
    ],
)
def test_tiles_that_are_not_complete_have_no_value(tiles, machi, melds):
    found = value(win(tiles, machi, *melds, riichi=True))

    assert found == (WinShape.NONE, 0, 0, 0, 0, [], [])


def test_scores_show_the_decomposition_they_come_from():
    scores = score_wins(win("222567m345p99s", "2m", "ankan 7777z"), TENHOU)

    assert scores.sets[0].tolist() == [[TRIPLE, 1, 0], [RUN, 4, 1], [RUN, 11, 1], [QUAD, 33, 1]]
    assert (scores.pair[0], scores.win_place[0]) == (26, 0)


def test_seven_pairs_and_orphans_have_no_sets_to_show():
    for facts in (win("1133m2255p668899s", "9s"), win("19m19p19s12345677z", "7z")):
        scores = score_wins(facts, TENHOU)

        assert not scores.sets.any()
        assert (scores.pair[0], scores.win_place[0]) == (NO_PLACE, NO_PLACE)


def test_han_of_dora_are_told_from_han_of_yaku():
    scores = score_wins(win("123m456p345789s99p", "5s", riichi=True, dora=2, ura=1), TENHOU)

    assert (scores.han[0], scores.yaku_han[0]) == (5, 2)
