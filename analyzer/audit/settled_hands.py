"""What the rules give to every hand of a batch: its draw, the hand that follows, and the end of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.ruling import Ruling
from analyzer.formats.events import Events
from analyzer.replay.facts import Facts, is_one_of, take
from analyzer.rules import RuleSet
from analyzer.rules.grades import Rounding
from analyzer.settlement import overdue, settle_ryuukyoku
from analyzer.settlement.abortive import ABORTIVE_DRAWS
from analyzer.settlement.carry import Carry, carry
from analyzer.settlement.game_end import GameEnd, final_results, game_end, leftover_points
from analyzer.settlement.ryuukyoku import Ryuukyoku
from analyzer.vocabulary import SEATS, DrawKind, EndKind

__all__ = [
    "ABORTIVE_KINDS",
    "Endings",
    "Results",
    "SettledHands",
    "end_of",
    "fill",
    "last_results",
    "rounded_otherwise",
    "settle",
    "settle_endings",
    "settle_results",
]

ABORTIVE_KINDS: Final = tuple(dict.fromkeys(draw.kind for draw in ABORTIVE_DRAWS))
"""Draws that end a hand before its wall does."""


class SettledHands(NamedTuple):
    """What the rules give to each hand; rows are those of ``hands``, and every hand has four seats."""

    draws: Ryuukyoku
    """Each hand as a ryuukyoku; no payments where it was won."""
    overdue: NDArray[np.uint8]
    """Shape (hands,): DrawKind that should have ended the hand earlier; 0 when none."""
    next: Carry
    """The hand that must follow each hand."""


class Endings(NamedTuple):
    """What the rules say of the end of the game after each hand; rows are those of ``hands``."""

    cause: NDArray[np.uint8]
    """An EndCause; NONE where the game goes on."""
    may_end: NDArray[np.bool_]
    """The dealer may end the game: going on and stopping are both right."""
    scores: NDArray[np.int32]
    """Shape (hands, 4), points: final scores if the game ends here, leftover sticks included."""


class Results(NamedTuple):
    """Final results; shape (items, 4), points."""

    due: NDArray[np.int32]
    other: NDArray[np.int32]
    """Rounded if ``due`` are not and the reverse, where either is right; else the same."""


def settle(events: Events, facts: Facts, ruling: Ruling) -> SettledHands:
    """What the rules give to every hand.

    Hands without a rule set get zeros; their checks are undecided.
    """
    settled = _unsettled(len(events.hands.game))
    rule_of_hand = ruling.rule_of_game[events.hands.game]
    for index, rules in enumerate(ruling.rule_sets):
        is_judged = rule_of_hand == index
        # Mostly one rule set judges all of a batch, and nothing need be copied.
        rows = slice(None) if is_judged.all() else np.flatnonzero(is_judged)
        part = facts if isinstance(rows, slice) else take(facts, rows)
        kyoku, honba = events.hands.kyoku[rows], events.hands.honba[rows]
        drawn = settle_ryuukyoku(part, rules, kyoku=kyoku)
        fill(settled.draws, rows, drawn)
        settled.overdue[rows] = overdue(part, rules)
        fill(settled.next, rows, carry(part, drawn, rules, kyoku=kyoku, honba=honba))
    won = facts.end == EndKind.AGARI
    settled.draws.deltas[won] = 0
    settled.draws.final_points[won] = 0
    return settled


def fill(columns: tuple[Any, ...], rows: NDArray[np.int64] | slice, values: tuple[Any, ...]) -> None:
    """Write into rows of columns what was worked out for them, be it for three seats or four."""
    for column, part in zip(columns, values, strict=True):
        if part.ndim == 1:
            column[rows] = part
        else:
            column[rows, : part.shape[1]] = part


def _unsettled(count: int) -> SettledHands:
    """Hands to which no rule set has given anything."""

    def numbers(*shape: int) -> NDArray[np.int32]:
        return np.zeros((count, *shape), np.int32)

    def marks(*shape: int) -> NDArray[np.bool_]:
        return np.zeros((count, *shape), np.bool_)

    kinds, late, dealer = (np.zeros(count, np.uint8) for _ in range(3))
    return SettledHands(
        Ryuukyoku(kinds, marks(SEATS), numbers(SEATS), marks(SEATS), marks(SEATS), numbers(SEATS)),
        late,
        Carry(marks(), dealer, numbers(), numbers(), numbers()),
    )


def last_results(events: Events) -> NDArray[np.int64]:
    """Row of the last result of each hand; meaningless for a hand without one."""
    return np.maximum(events.hands.result_offsets[1:].astype(np.int64) - 1, 0)


def settle_endings(events: Events, facts: Facts, ruling: Ruling, settled: SettledHands) -> Endings:
    """Whether the game ends after each hand, judged from the scores that its results claim."""
    count = len(events.hands.game)
    endings = Endings(
        np.zeros(count, np.uint8),
        np.zeros(count, np.bool_),
        np.zeros((count, SEATS), np.int32),
    )
    if len(events.results.hand) == 0:
        return endings
    rule_of_hand = np.where(events.hands.complete, ruling.rule_of_game[events.hands.game], -1)
    for index, rules in enumerate(ruling.rule_sets):
        rows = np.flatnonzero(rule_of_hand == index)
        _settle_part(events, facts, endings, rows, rules, settled)
    return endings


def settle_results(
    events: Events, ruling: Ruling, draws: Ryuukyoku, hand: NDArray[np.integer], scores: NDArray[np.int32]
) -> Results:
    """Final results where the game ends after some hands; zeros without a rule set or a result.

    Args:
        events: The batch.
        ruling: Of its games.
        draws: Every hand as a ryuukyoku, by the rules.
        hand: The last hands of games; shape (items,).
        scores: Their final scores; shape (items, 4).
    """
    game = events.hands.game[hand]
    rule_of_item = np.where(events.hands.complete[hand], ruling.rule_of_game[game], -1)
    penalties = _penalties(events, draws)[hand]
    due = np.zeros(scores.shape, np.int32)
    other = np.zeros(scores.shape, np.int32)
    for index, rules in enumerate(ruling.rule_sets):
        items, seats = np.flatnonzero(rule_of_item == index), slice(0, rules.seats)
        due[items, seats] = final_results(scores[items, seats], rules, penalties[items, seats])
        other[items] = due[items]
        items = items[ruling.either_rounding[game[items]]]
        if len(items):
            rounded = rounded_otherwise(rules)
            other[items, seats] = final_results(scores[items, seats], rounded, penalties[items, seats])
    return Results(due, other)


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
    settled: SettledHands,
) -> None:
    """Fill the rows of one rule set."""
    result = last_results(events)[rows]
    scores = (events.results.scores + events.results.deltas)[result, : rules.seats]
    kyoku = events.hands.kyoku[rows]
    won = facts.end[rows] == EndKind.AGARI
    stays = settled.next.kyoku[rows] == kyoku
    end = end_of(rules, scores, kyoku, facts.dealer[rows], stays, settled.draws.kind[rows], won)
    endings.cause[rows] = end.cause
    endings.may_end[rows] = end.may_end
    sticks = np.where(won, 0, facts.riichi_sticks[rows]).astype(np.int32)
    endings.scores[rows, : rules.seats] = scores + leftover_points(scores, sticks, rules)


def _penalties(events: Events, draws: Ryuukyoku) -> NDArray[np.int32]:
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
        played_out=won | ~is_one_of(kind, (*ABORTIVE_KINDS, DrawKind.CHOMBO)),
    )
