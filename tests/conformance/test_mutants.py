"""The pack finds every wrong scorer: each mutant differs from it in a hand, the plain scorer in none."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from analyzer.vocabulary import parse_kyoku
from tests.conformance.cases_of_pack import Case, cases
from tests.conformance.mutants import (
    KEEPER,
    KEEPERS,
    MUTANTS,
    PLAIN,
    SANMA_KEEPERS,
    SANMA_MUTANTS,
)
from tests.conformance.plain_keeper import Keeper
from tests.conformance.plain_scorer import Score, Scorer

pytestmark = pytest.mark.long

_NO_CHI = "an open hand without a triplet needs a chi"
_NO_RUN = "runs of characters need tiles that are not in the game"
_NO_NORTH = "there is no North seat"
CANNOT_BE: dict[int, dict[str, str]] = {
    4: {},
    3: {
        "pinfu open too": _NO_CHI,
        "no fu for open form": _NO_CHI,
        "10 fu more for open form": _NO_CHI,
        "does not know seat north": _NO_NORTH,
        "one han more for seat north": _NO_NORTH,
        "seat north closed alone": _NO_NORTH,
        "does not know sanshoku": _NO_RUN,
        "one han more for sanshoku": _NO_RUN,
        "sanshoku open as closed": _NO_RUN,
        "sanshoku closed alone": _NO_RUN,
        "sanshoku closed as open": _NO_RUN,
    },
}
"""What cannot happen with so many players, and why."""
each_table = pytest.mark.parametrize("players", [4, 3])


def is_wrong(case: Case, scorer: Scorer) -> bool:
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


def keeps_wrong(case: Case, keeper: Keeper) -> bool:
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
    mutants = MUTANTS | (SANMA_MUTANTS if players == 3 else {})

    uncaught = [
        name for name, one in mutants.items() if not any(is_wrong(case, one) for case in cases(players))
    ]

    assert sorted(uncaught) == sorted(CANNOT_BE[players])


@each_table
def test_every_wrong_keeper_is_caught(players):
    mutants: Mapping[str, Keeper] = KEEPERS | (SANMA_KEEPERS if players == 3 else {})

    uncaught = [
        name for name, one in mutants.items() if not any(keeps_wrong(case, one) for case in cases(players))
    ]

    assert uncaught == []


def test_the_mutants_are_many():
    assert len(MUTANTS) + len(SANMA_MUTANTS) + len(KEEPERS) + len(SANMA_KEEPERS) >= 200
