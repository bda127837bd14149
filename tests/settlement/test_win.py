"""Wins as real logs print them, and as two other scorers see them."""

from functools import cache

import numpy as np
import pytest

from analyzer import kernels
from analyzer.rules import load
from analyzer.settlement.points import ScoringRules, scoring_rules
from analyzer.settlement.scoring import score_wins
from analyzer.settlement.win_facts import WinScores
from analyzer.settlement.yaku_names import NO_YAKU
from tests.logs import needs_all_logs
from tests.settlement.generated_wins import generated_wins
from tests.settlement.logged_wins import LoggedWin, facts_of, logged_wins
from tests.settlement.second_opinions import (
    DORA,
    NO_YAKU_OPINION,
    Opinion,
    as_riichienv,
    by_mahjong,
    by_riichienv,
)

CHIP_TABLE = 0x200
NO_KUITAN = 4
OPINIONS = {
    # Where kiriage holds, and where an evaluator has no option, it has no say.
    "mahjong": (by_mahjong, lambda ours: ours, CHIP_TABLE),
    "riichienv": (by_riichienv, as_riichienv, NO_KUITAN | CHIP_TABLE),
}
"""By package: what it says, our result in its words, and the tables that are left out."""


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


def differing_from(package, all_scored):
    pytest.importorskip(package)
    theirs, in_its_words, left_out = OPINIONS[package]
    pairs = [
        (one.where, in_its_words(opinion(scores, row)), theirs(one))
        for one, scores, row in all_scored
        if not one.go_type & left_out
    ]
    return [pair for pair in pairs if pair[1] != pair[2]]


@needs_all_logs
@pytest.mark.parametrize("package", OPINIONS)
def test_real_wins_are_worth_the_same_to_another_package(package):
    # The test above compares all of them with what is printed; these show that the package reads them.
    assert differing_from(package, scored(logged_wins()[::8])) == []


@pytest.mark.long
@pytest.mark.parametrize("package", OPINIONS)
def test_generated_wins_are_worth_the_same_to_another_package(package):
    with kernels.compiling():
        all_scored = scored(generated_wins(6_000, seed=7))

    seen = set().union(*(opinion(scores, row).yaku for _, scores, row in all_scored))
    assert seen == set(range(52)) - {17, 36}  # no round of North, no renhou
    assert differing_from(package, all_scored) == []


@pytest.mark.long
def test_compiled_and_plain_scores_are_identical():
    facts, tenhou = facts_of(generated_wins(3000, seed=7)), scoring_rules(load("tenhou"))

    plain = score_wins(facts, tenhou)
    with kernels.compiling():
        compiled = score_wins(facts, tenhou)

    for name, one, other in zip(WinScores._fields, plain, compiled, strict=True):
        assert one.dtype == other.dtype, name
        assert np.array_equal(one, other), name


def test_one_win_is_scored_as_in_a_batch_and_none_gives_no_scores():
    wins, tenhou = generated_wins(100, seed=7), scoring_rules(load("tenhou"))

    batch = score_wins(facts_of(wins), tenhou)

    for row, one in enumerate(wins):
        alone = score_wins(facts_of((one,)), tenhou)
        assert all(np.array_equal(a[0], b[row]) for a, b in zip(alone, batch, strict=True)), one.where
    assert {len(column) for column in score_wins(facts_of(()), tenhou)} == {0}
