"""What a log brings to the settlement of its hands: its calls, what lies on the table, the ends."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.rare_plays import RarePlays, rare_plays
from analyzer.audit.ruling import Ruling
from analyzer.formats.events import Events
from analyzer.replay.facts import Facts, is_one_of
from analyzer.replay.seats import of_hands
from analyzer.rules import RuleSet
from analyzer.rules.grades import Rounding
from analyzer.settlement import Calls, RulesOfHands, Ryuukyoku, Settlement, Situation, Wins, settle
from analyzer.settlement.game_end import final_results, game_end, leftover_points
from analyzer.settlement.payments import takes_pot
from analyzer.settlement.wait_values import own_honba_of_games
from analyzer.vocabulary import ASKS_TENPAI, NO_TILE, SEATS, EndKind, PlayKind

__all__ = [
    "INDICATORS",
    "Endings",
    "Results",
    "indicators_of_hands",
    "last_results",
    "rounded_otherwise",
    "settle_endings",
    "settle_log",
    "settle_results",
    "wins_of_log",
]

INDICATORS = 8
"""Width of the lists of indicators, as in the columns of results."""


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


def settle_log(
    events: Events, facts: Facts, ruling: Ruling, indicators: NDArray[np.uint8] | None = None
) -> Settlement:
    """Settlement of every hand of a batch of logs; the calls are the results that name a winner.

    Ura indicators are taken from the log: whether they are right is for the check of the wall.

    Args:
        events: The batch.
        facts: Of its hands.
        ruling: Of its games.
        indicators: As `indicators_of_hands` gives them; None where they are not known yet.
    """
    hands, results = events.hands, events.results
    ura = np.full((len(hands.game), INDICATORS), NO_TILE, np.uint8)
    stated = np.flatnonzero(results.has_ura)
    ura[results.hand[stated]] = of_hands(results.ura, stated)
    indicators = indicators_of_hands(events) if indicators is None else indicators
    none = np.zeros(len(hands.game), np.int32)
    situation = Situation(hands.kyoku, hands.honba, indicators, ura, own_honba=none)
    playable = (results.end == EndKind.AGARI) & (results.winner < SEATS) & (results.loser < SEATS)
    rows = np.flatnonzero(playable)
    calls = Calls(rows, results.hand[rows], results.winner[rows])
    rules = RulesOfHands(ruling.rule_sets, ruling.rule_of_game[hands.game])
    settled = settle(facts, rules, situation, calls=calls)
    if any(rule_set.paarenchan for rule_set in ruling.rule_sets):
        situation.own_honba[:] = _own_honba(events, settled)
    return settled


def _own_honba(events: Events, settled: Settlement) -> NDArray[np.int32]:
    """Shape (hands,): honba that the dealer has earned alone, by own wins or tenpai draws (paarenchan)."""
    hands, facts, after, draws = events.hands, settled.facts, settled.next, settled.draws
    rows = np.arange(len(hands.game))
    dealer = np.minimum(facts.dealer, SEATS - 1).astype(np.int64)
    by_draw = is_one_of(draws.kind, ASKS_TENPAI) & draws.tenpai[rows, dealer]
    earned = np.where(facts.end == EndKind.AGARI, facts.winners[rows, dealer], by_draw)
    # Where the log goes on as the rules do not let it, nothing is earned.
    stays = np.zeros(len(rows), np.bool_)
    stays[:-1] = (hands.kyoku[1:] == hands.kyoku[:-1]) & (after.kyoku[:-1] == hands.kyoku[1:])
    stays[:-1] &= after.honba[:-1] == hands.honba[1:]
    return own_honba_of_games(hands.game, hands.honba, stays, earned)


def indicators_of_hands(events: Events, rare: RarePlays | None = None) -> NDArray[np.uint8]:
    """Shape (hands, 8): dora indicators in the order shown; NO_TILE where fewer."""
    shown = np.full((len(events.hands.game), INDICATORS), NO_TILE, np.uint8)
    shown[:, 0] = events.hands.indicator
    rows, hand, _ = (rare or rare_plays(events)).of_kind(PlayKind.DORA)
    nth = np.arange(len(rows)) - np.searchsorted(hand, hand, side="left") + 1
    fits = nth < INDICATORS
    shown[hand[fits], nth[fits]] = events.plays.tile[rows[fits]]
    return shown


def wins_of_log(events: Events, settled: Settlement) -> Wins:
    """The wins that a log calls, with the loser that it names; honba and sticks go to the first in turn."""
    wins = settled.wins
    loser = events.results.loser[wins.result]
    pot = takes_pot(wins.hand, wins.winner, loser)
    return wins._replace(table=wins.table._replace(loser=loser, takes_pot=pot))


def last_results(events: Events) -> NDArray[np.int64]:
    """Row of the last result of each hand; meaningless for a hand without one."""
    return np.maximum(events.hands.result_offsets[1:].astype(np.int64) - 1, 0)


def settle_endings(events: Events, ruling: Ruling, settled: Settlement) -> Endings:
    """Whether the game ends after each hand, judged from the scores that its results claim."""
    count = len(events.hands.game)
    endings = Endings(
        np.zeros(count, np.uint8),
        np.zeros(count, np.bool_),
        np.zeros((count, SEATS), np.int32),
    )
    if len(events.results.hand) == 0:
        return endings
    facts, kyoku = settled.facts, events.hands.kyoku
    rule_of_hand = np.where(events.hands.complete, ruling.rule_of_game[events.hands.game], -1)
    for index, rules in enumerate(ruling.rule_sets):
        rows = np.flatnonzero(rule_of_hand == index)
        result = last_results(events)[rows]
        scores = (events.results.scores + events.results.deltas)[result, : rules.seats]
        won = facts.end[rows] == EndKind.AGARI
        end = game_end(
            scores,
            rules,
            kyoku=kyoku[rows],
            dealer=facts.dealer[rows],
            dealer_stays=settled.next.kyoku[rows] == kyoku[rows],
            won=won,
            kind=settled.draws.kind[rows],
        )
        endings.cause[rows] = end.cause
        endings.may_end[rows] = end.may_end
        sticks = np.where(won, 0, facts.riichi_sticks[rows]).astype(np.int32)
        endings.scores[rows, : rules.seats] = scores + leftover_points(scores, sticks, rules)
    return endings


def settle_results(
    events: Events, ruling: Ruling, draws: Ryuukyoku, hand: NDArray[np.integer], scores: NDArray[np.int32]
) -> Results:
    """Final results where the game ends after some hands; zeros without a rule set or a result.

    Args:
        events: The batch.
        ruling: Of its games.
        draws: Every hand as a ryuukyoku, by the rules; no points where it was won.
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


def _penalties(events: Events, draws: Ryuukyoku) -> NDArray[np.int32]:
    """Shape (hands, 4), points: what the chombo of a game so far take from its final results."""
    total = np.cumsum(draws.final_points, axis=0, dtype=np.int32)
    first = events.games.hand_offsets[events.hands.game]
    return total - (total - draws.final_points)[first]
