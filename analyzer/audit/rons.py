"""Checks of rons: the order of several winners of a tile, and furiten."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.doubts import doubts_of
from analyzer.audit.verdicts import Detail, Verdicts, per_hand, silenced
from analyzer.audit.win_items import in_doubt
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI
from analyzer.replay.seats import of_seats
from analyzer.rules.grades import Furiten
from analyzer.vocabulary import EndKind

__all__ = ["furiten_ron", "winner_order"]

_FURITEN = (
    (Furiten.OWN_DISCARDS, FURITEN_DISCARD, "an own discard"),
    (Furiten.PASSED, FURITEN_PASSED, "a tile let pass in this go-round"),
    (Furiten.AFTER_RIICHI, FURITEN_RIICHI, "a tile let pass after riichi"),
)


def winner_order(case: Case) -> Verdicts:
    """Two winners of a tile are two seats, the next in turn from the discarder first; one per double ron."""
    results = case.events.results
    second = np.flatnonzero((results.hand[1:] == results.hand[:-1]) & (results.end[1:] == EndKind.AGARI)) + 1
    first = second - 1
    hand, loser = results.hand[second], results.loser[second].astype(np.int64)
    turn, later = (results.winner[rows] - loser for rows in (first, second))
    same = results.winner[first] == results.winner[second]
    tsumo = (turn == 0) | (later == 0)
    passed = (turn % 4 < later % 4) & ~same & ~tsumo

    def detail(item: int) -> Detail:
        one, other = int(results.winner[first[item]]), int(results.winner[second[item]])
        row = int(second[item] if same[item] or tsumo[item] else first[item])
        said, due = f"seat {one} before seat {other}", f"seat {other} before seat {one}"
        message = f"log has {said}, by turn it is {due}"
        if same[item]:
            said, due, message = f"seat {one} twice", "once", f"seat {one} wins twice"
        elif tsumo[item]:
            said, due, message = "tsumo", "one winner", "a tsumo beside the win of another seat"
        return Detail(said, due, message, int(results.element[row]), int(results.winner[row]))

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        named: NDArray[np.bool_] = doubts_of(case).winning_tile[hand[items]].any(axis=1) & ~same[items]
        return named

    silent = silenced(passed, ~case.usable[hand], explained)
    return per_hand(case.events.hands.game, hand, passed, detail, silent=silent)


def furiten_ron(case: Case) -> Verdicts:
    """No ron by a seat that the rule set bars as furiten; one item per ron."""
    wins = case.wins
    rows = np.flatnonzero(wins.winner != wins.loser)
    hand = wins.hand[rows]
    bars = case.of_rules(lambda rules: sum(bit for grade, bit, _ in _FURITEN if grade in rules.furiten))
    barred = bars[case.events.hands.game[hand]]
    furiten = of_seats(case.facts.furiten, hand, wins.winner[rows]) & barred

    def detail(item: int) -> Detail:
        row = int(rows[item])
        why = ", ".join(cause for _, bit, cause in _FURITEN if furiten[item] & bit)
        element = int(case.events.results.element[wins.result[row]])
        return Detail("ron", "furiten", f"ron by a furiten seat ({why})", element, int(wins.winner[row]))

    passed = furiten == 0
    silent = silenced(passed, ~case.usable[hand], lambda items: in_doubt(case, rows[items]))
    return per_hand(case.events.hands.game, hand, passed, detail, silent=silent)
