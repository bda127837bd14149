"""The pack finds every wrong scorer: each mutant differs from it in a hand, the plain scorer in none."""

from __future__ import annotations

import pytest

from analyzer.vocabulary import parse_kyoku
from tests.conformance.cases_of_pack import PackCase, cases, shown
from tests.conformance.mutants import FOUR_ALONE, KEEPER, MUTANTS, PLAIN, keepers, mutants
from tests.conformance.plain_keeper import Keeper
from tests.conformance.plain_scorer import Score, Scorer

pytestmark = pytest.mark.long

each_table = pytest.mark.parametrize("players", [4, 3])


def is_wrong(case: PackCase, scorer: Scorer) -> bool:
    """Whether a scorer gives a win of a hand another score than the pack."""
    winners = len(case.wins)
    scored = [
        scorer.score(win, is_first=place == 0, is_last=place == winners - 1, winners=winners)
        for place, win in enumerate(case.wins)
    ]
    return [plain(one, case.players) for one in scored] != [plain(one, case.players) for one in case.scores]


def plain(score: Score, players: int) -> Score:
    """A score without what does not matter: the order of yaku, fu of a yakuman, the seat nobody has."""
    is_yakuman = any(han == 13 for _, han in score.yaku)
    fu = 0 if is_yakuman else score.fu
    return score._replace(yaku=tuple(sorted(score.yaku)), fu=fu, deltas=score.deltas[:players])


def keeps_wrong(case: PackCase, keeper: Keeper) -> bool:
    """Whether a keeper pays a draw otherwise than the pack, or goes on with another hand."""
    hand = case.hand
    is_told = hand["outcome"] != "win" and (hand["outcome"] != "nagashi_mangan" or case.ended.nagashi)
    if is_told and keeper.deltas(case.ended) != [*hand["deltas"]]:
        return True
    if case.end is not None or hand["next_hand"] is None:
        return False
    return keeper.following(case.ended) != (*parse_kyoku(hand["next_hand"]), hand["kyotaku"])


@each_table
def test_the_plain_scorer_agrees_with_every_win(players):
    assert [case.where for case in cases(players) if is_wrong(case, PLAIN)] == []


@each_table
def test_the_plain_keeper_agrees_with_every_hand(players):
    assert [case.where for case in cases(players) if keeps_wrong(case, KEEPER)] == []


@each_table
def test_every_wrong_scorer_is_caught(players):
    uncaught = [
        name
        for name, one in mutants(players).items()
        if not any(is_wrong(case, one) for case in shown(players))
    ]

    assert uncaught == []


@each_table
def test_every_wrong_keeper_is_caught(players):
    uncaught = [
        name
        for name, one in keepers(players).items()
        if not any(keeps_wrong(case, one) for case in shown(players))
    ]

    assert uncaught == []


def test_with_three_players_the_mutants_of_four_alone_would_be_right():
    wrong = {name for name in FOUR_ALONE if any(is_wrong(case, MUTANTS[name]) for case in cases(3))}

    assert wrong == set()


def test_the_mutants_are_many():
    assert len(mutants(4)) + len(keepers(4)) >= 240
    assert len(mutants(3)) + len(keepers(3)) >= 230
