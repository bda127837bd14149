"""Generated wins as two other scorers see them, compiled and plain, alone and in a batch."""

import numpy as np
import pytest

from analyzer import kernels
from analyzer.rules import load
from analyzer.settlement.points import scoring_rules
from analyzer.settlement.scoring import score_wins
from analyzer.settlement.win_facts import WinScores
from analyzer.settlement.yaku_names import NO_YAKU
from tests.settlement.generated_wins import generated_wins
from tests.settlement.logged_wins import facts_of
from tests.settlement.second_opinions import (
    DORA,
    NO_YAKU_OPINION,
    Opinion,
    as_riichienv,
    by_mahjong,
    by_riichienv,
)

TENHOU = scoring_rules(load("tenhou"))
OPINIONS = {"mahjong": (by_mahjong, lambda ours: ours), "riichienv": (by_riichienv, as_riichienv)}
"""By package: what it says, and our result in its words."""


def opinion(scores, row) -> Opinion:
    if not scores.han[row]:
        return NO_YAKU_OPINION
    listed = [*scores.yaku[row, :, 0].tolist(), *scores.yakuman[row].tolist()]
    ids = frozenset(listed) - DORA - {NO_YAKU}
    return Opinion(int(scores.han[row]), int(scores.fu[row]), int(scores.points[row]), ids)


@pytest.mark.long
@pytest.mark.parametrize("package", OPINIONS)
def test_generated_wins_are_worth_the_same_to_another_package(package):
    pytest.importorskip(package)
    theirs, in_its_words = OPINIONS[package]
    wins = generated_wins(6_000, seed=7)

    with kernels.compiling():
        scores = score_wins(facts_of(wins), TENHOU)

    ours = [opinion(scores, row) for row in range(len(wins))]
    assert set().union(*(one.yaku for one in ours)) == set(range(52)) - {
        17,
        36,
    }  # no round of North, no renhou
    pairs = [(win.where, in_its_words(one), theirs(win)) for win, one in zip(wins, ours, strict=True)]
    assert [pair for pair in pairs if pair[1] != pair[2]] == []


@pytest.mark.long
def test_compiled_and_plain_scores_are_identical():
    facts = facts_of(generated_wins(3000, seed=7))

    plain = score_wins(facts, TENHOU)
    with kernels.compiling():
        compiled = score_wins(facts, TENHOU)

    for name, one, other in zip(WinScores._fields, plain, compiled, strict=True):
        assert one.dtype == other.dtype, name
        assert np.array_equal(one, other), name


def test_one_win_is_scored_as_in_a_batch_and_none_gives_no_scores():
    wins = generated_wins(100, seed=7)

    batch = score_wins(facts_of(wins), TENHOU)

    for row, one in enumerate(wins):
        alone = score_wins(facts_of((one,)), TENHOU)
        assert all(np.array_equal(a[0], b[row]) for a, b in zip(alone, batch, strict=True)), one.where
    assert {len(column) for column in score_wins(facts_of(()), TENHOU)} == {0}
