"""What the rules say of the end of every game: whether it is over, its final scores and results."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.computed import Draws, Endings
from analyzer.audit.ruling import Ruling
from analyzer.formats.events import Events
from analyzer.replay import Facts
from analyzer.replay.facts import is_one_of
from analyzer.rules import RuleSet
from analyzer.rules.grades import Rounding
from analyzer.settlement.game_end import GameEnd, final_results, game_end, leftover_points
from analyzer.vocabulary import SEATS, DrawKind, EndKind

__all__ = ["end_of", "last_results", "rounded_otherwise", "settle_endings"]

_PLAYS_ON: Final = (
    DrawKind.SUUFON_RENDA,
    DrawKind.KYUUSHU_KYUUHAI,
    DrawKind.SUUCHA_RIICHI,
    DrawKind.SUUKAIKAN,
    DrawKind.SANCHAHOU,
    DrawKind.CHOMBO,
)


def last_results(events: Events) -> NDArray[np.int64]:
    """Row of the last result of each hand; of no meaning for a hand without one."""
    return np.maximum(events.hands.result_offsets[1:].astype(np.int64) - 1, 0)


def settle_endings(
    events: Events, facts: Facts, ruling: Ruling, draws: Draws, after: NDArray[np.int32]
) -> Endings:
    """Whether the game ends after each hand, judged from the scores that its results claim.

    Args:
        events: The batch.
        facts: Of its hands.
        ruling: The rule set of each game.
        draws: What the rules give to each hand as a ryuukyoku.
        after: Kyoku of the hand that follows if the game goes on, per hand.
    """
    count = len(events.hands.game)
    endings = Endings(
        np.zeros(count, np.uint8),
        np.zeros(count, np.bool_),
        np.zeros((count, SEATS), np.int32),
        np.zeros((count, SEATS), np.int32),
        np.zeros((count, SEATS), np.int32),
    )
    if len(events.results.hand) == 0:
        return endings
    rule_of_hand = ruling.rule_of_game[events.hands.game]
    penalties = _penalties(events, draws)
    for index, rules in enumerate(ruling.rule_sets):
        rows = np.flatnonzero((rule_of_hand == index) & events.hands.complete)
        _settle_part(events, facts, endings, rows, rules, draws.kind, penalties, after)
    endings.other_results[:] = endings.results
    either = ruling.either_rounding[events.hands.game] & events.hands.complete
    for index, rules in enumerate(ruling.rule_sets):
        rows, seats = np.flatnonzero((rule_of_hand == index) & either), slice(0, rules.seats)
        other = rounded_otherwise(rules)
        results = final_results(endings.scores[rows, seats], other, penalties[rows, seats])
        endings.other_results[rows, seats] = results
    return endings


def rounded_otherwise(rules: RuleSet) -> RuleSet:
    """The rule set with final results rounded where it does not round them, and the reverse."""
    other = Rounding.HALF_AWAY if rules.rounding == Rounding.NONE else Rounding.NONE
    return replace(rules, rounding=other)


def _settle_part(
    events: Events,
    facts: Facts,
    endings: Endings,
    rows: NDArray[np.int64],
    rules: RuleSet,
    kind: NDArray[np.uint8],
    penalties: NDArray[np.int32],
    after: NDArray[np.int32],
) -> None:
    """Fill the rows of one rule set."""
    result = last_results(events)[rows]
    scores = (events.results.scores + events.results.deltas)[result, : rules.seats]
    kyoku = events.hands.kyoku[rows]
    won = facts.end[rows] == EndKind.AGARI
    end = end_of(rules, scores, kyoku, facts.dealer[rows], after[rows] == kyoku, kind[rows], won)
    endings.cause[rows] = end.cause
    endings.may_end[rows] = end.may_end
    sticks = np.where(won, 0, facts.riichi_sticks[rows]).astype(np.int32)
    final = scores + leftover_points(scores, sticks, rules)
    endings.scores[rows, : rules.seats] = final
    endings.results[rows, : rules.seats] = final_results(final, rules, penalties[rows, : rules.seats])


def _penalties(events: Events, draws: Draws) -> NDArray[np.int32]:
    """Shape (hands, 4), points: what the chombo of a game so far take from its final results."""
    total = np.cumsum(draws.final_points, axis=0, dtype=np.int32)
    first = events.games.hand_offsets[events.hands.game]
    return total - (total - draws.final_points)[first]


def end_of(
    rules: RuleSet,
    scores: NDArray[np.int32],
    kyoku: NDArray[np.int32],
    dealer: NDArray[np.uint8],
    stays: NDArray[np.bool_],
    kind: NDArray[np.uint8],
    won: NDArray[np.bool_],
) -> GameEnd:
    """Whether the game is over after hands of one rule set; shape (items,) each."""
    return game_end(
        scores,
        rules,
        kyoku=kyoku,
        dealer=dealer,
        dealer_stays=stays,
        won=won,
        played_out=won | ~is_one_of(kind, _PLAYS_ON),
    )
