"""Whole hands settled under a rule set, won or not: who pays what, and what the next hand is."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts
from analyzer.replay.seats import any_seat, of_hands, of_seats
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.carry import Carry, carry
from analyzer.settlement.dora import dora_counted, ura_counted
from analyzer.settlement.payments import (
    WinTable,
    is_unmeasured,
    liable_base,
    liable_seats,
    paid_winners,
    takes_pot,
    win_payments,
)
from analyzer.settlement.points import YAKUMAN_BASE, scoring_rules
from analyzer.settlement.ryuukyoku import Ryuukyoku, settle_ryuukyoku
from analyzer.settlement.scoring import score_wins
from analyzer.settlement.wait_values import has_short_wait, is_paarenchan, least_yaku_han
from analyzer.settlement.win_facts import WinFacts, WinScores, win_facts
from analyzer.vocabulary import NO_TILE, DrawKind, EndKind

__all__ = ["Settlement", "Situation", "Wins", "settle_hands"]


class Situation(NamedTuple):
    """What a hand is played under: kyoku, honba and dora indicators; shape (hands,) unless said."""

    kyoku: NDArray[np.int32]
    honba: NDArray[np.int32]
    indicators: NDArray[np.uint8]
    """Shape (hands, any): dora indicators, tile ids in the order shown; NO_TILE where fewer."""
    ura: NDArray[np.uint8]
    """Shape (hands, any): the tiles under them, in the same order."""
    own_honba: NDArray[np.int32]
    """Honba that the dealer has earned alone; only paarenchan asks."""


class Wins(NamedTuple):
    """Winning hands that are paid; one row each, in order of hand and turn; shape (wins,) unless said."""

    hand: NDArray[np.int32]
    """Row of the hands."""
    facts: WinFacts
    scores: WinScores
    table: WinTable
    least_yaku: NDArray[np.int64]
    """Han of yaku that the rule set asks for."""
    short_wait: NDArray[np.bool_]
    """The hand is open and has fewer with some tile it waits for, which ryanshi forbids."""
    is_valid: NDArray[np.bool_]
    """The tiles are complete and have yaku enough; otherwise nothing is paid for them."""
    paarenchan: NDArray[np.bool_]
    """The dealer's ninth win in a row: a yakuman."""
    base: NDArray[np.int32]
    """Base points that are paid."""
    deltas: NDArray[np.int32]
    """Shape (wins, seats), points."""
    unmeasured: NDArray[np.bool_]
    """No source says who pays: ``deltas`` are a guess that nothing may be held against."""
    wait_counts: NDArray[np.bool_]
    """False where the winning tile was not kept apart, and the rule set asks for it."""


class Settlement(NamedTuple):
    """Hands settled; shape (hands,) unless said."""

    won: NDArray[np.bool_]
    """Somebody's win stands; elsewhere the hand is settled as the draw."""
    draw: Ryuukyoku
    wins: Wins
    deltas: NDArray[np.int32]
    """Shape (hands, seats), points, sticks taken or given back included."""
    after: Carry


def _shown(tiles: NDArray[np.uint8], hand: NDArray[np.int32], counted: slice) -> NDArray[np.uint8]:
    """The indicators of each win that count; at least one column, for those who look."""
    part = of_hands(tiles[:, counted], hand)
    return part if part.shape[1] else np.full((len(hand), 1), NO_TILE, np.uint8)


def _win_facts(
    facts: Facts,
    hand: NDArray[np.int32],
    winner: NDArray[np.uint8],
    is_tsumo: NDArray[np.bool_],
    situation: Situation,
    rules: RuleSet,
) -> WinFacts:
    """The table at each win, with the dora that the rule set knows."""
    found = win_facts(
        facts,
        hand,
        winner,
        is_tsumo,
        kyoku=situation.kyoku[hand],
        indicators=_shown(situation.indicators, hand, dora_counted(rules)),
        ura_indicators=_shown(situation.ura, hand, ura_counted(rules)),
        red_fives=np.full(len(hand), rules.red_fives),
    )
    return found if rules.nuki_dora else found._replace(kita=np.zeros_like(found.kita))


def _score(found: WinFacts, wait_counts: NDArray[np.bool_], rules: RuleSet) -> WinScores:
    """What each hand is worth; without its wait where this does not count."""
    scores = score_wins(found, scoring_rules(rules))
    rows = np.flatnonzero(~wait_counts)
    if len(rows):
        mixed = WinFacts._make(column[rows] for column in found)
        others = score_wins(mixed, scoring_rules(rules)._replace(wait_counts=0))
        for name, column in others._asdict().items():
            getattr(scores, name)[rows] = column
    return scores


def settle_wins(
    facts: Facts,
    paid: NDArray[np.bool_],
    situation: Situation,
    rules: RuleSet,
    mixed: NDArray[np.bool_] | None = None,
) -> Wins:
    """Every winning hand that is paid, with its points and payments.

    Args:
        facts: The table at the end of each hand.
        paid: Shape (hands, seats): whose hands are paid.
        situation: Of the same hands.
        rules: The rule set.
        mixed: Seats that did not keep the winning tile apart; shape (hands, seats).
    """
    rows, seats = np.nonzero(paid)
    hand, winner = rows.astype(np.int32), seats.astype(np.uint8)
    is_tsumo = facts.ron_calls[hand] == 0
    found = _win_facts(facts, hand, winner, is_tsumo, situation, rules)
    wait_counts = np.ones(len(rows), np.bool_)
    if mixed is not None and rules.tile_kept_apart:
        wait_counts = ~mixed[rows, seats]
    scores = _score(found, wait_counts, rules)
    honba = situation.honba[hand]
    paarenchan = is_paarenchan(winner == facts.dealer[hand], honba, situation.own_honba[hand], rules)
    least = least_yaku_han(honba, paarenchan, rules)
    short_wait = has_short_wait(facts, found, hand, winner, least, rules)
    is_valid = (scores.shape != 0) & (scores.yaku_han >= least) & ~short_wait
    base = np.where(paarenchan, np.maximum(scores.base, YAKUMAN_BASE), scores.base)
    base = np.where(is_valid, base, 0).astype(np.int32)
    table = _table(facts, hand, winner, is_tsumo, is_valid, situation)
    liable = liable_base(scores, rules)
    deltas = win_payments(base, liable, table, rules)
    deltas[~is_valid] = 0
    unmeasured = is_unmeasured(base, liable, table, rules)
    return Wins(
        hand,
        found,
        scores,
        table,
        least,
        short_wait,
        is_valid,
        paarenchan,
        base,
        deltas,
        unmeasured,
        wait_counts,
    )


def _table(
    facts: Facts,
    hand: NDArray[np.int32],
    winner: NDArray[np.uint8],
    is_tsumo: NDArray[np.bool_],
    is_valid: NDArray[np.bool_],
    situation: Situation,
) -> WinTable:
    """Who sits where at each win; the first of those whose win stands takes honba and sticks."""
    seat = winner.astype(np.int64)
    loser = np.where(is_tsumo, winner, facts.last_seat[hand]).astype(np.uint8)
    pot = np.zeros(len(hand), np.bool_)
    pot[is_valid] = takes_pot(hand[is_valid], winner[is_valid], loser[is_valid])
    melds = [of_seats(column, hand, seat) for column in (facts.meld_kind, facts.meld_tile, facts.meld_source)]
    return WinTable(
        winner=winner,
        loser=loser,
        dealer=facts.dealer[hand],
        honba=situation.honba[hand],
        kyotaku=facts.riichi_sticks[hand].astype(np.int32),
        takes_pot=pot,
        pao_seat=liable_seats(melds[0], melds[1], melds[2], winner),
    )


def settle_hands(
    facts: Facts,
    rules: RuleSet,
    situation: Situation,
    declared_noten: NDArray[np.bool_] | None = None,
    chombo: NDArray[np.bool_] | None = None,
    mixed: NDArray[np.bool_] | None = None,
) -> Settlement:
    """Settlement of each hand by the rule set, from what was played alone.

    Args:
        facts: The table at the end of each hand.
        rules: The rule set; its number of seats is the width of the result.
        situation: Of the same hands.
        declared_noten: Seats that called themselves noten; shape (hands, seats).
        chombo: Seats whose chombo is known from elsewhere; shape (hands, seats).  No win stands beside it.
        mixed: Seats that did not keep the winning tile apart from their hand; shape (hands, seats).

    Returns:
        One row per hand.  A hand that somebody won is settled as a win, except that three rons may be an
        abortive draw; of several winners those are paid whom the rule set pays.  Where the rule set lets
        no win stand, the hand is settled as one that nobody won.
    """
    draw = settle_ryuukyoku(facts, rules, declared_noten, kyoku=situation.kyoku, chombo=chombo)
    called = (facts.end == EndKind.AGARI) & (draw.kind != DrawKind.SANCHAHOU)
    if chombo is not None:
        called &= ~any_seat(chombo)
    wins = settle_wins(facts, paid_winners(facts, rules) & called[:, None], situation, rules, mixed)
    standing = _standing_wins(facts, wins)
    won = any_seat(standing)
    deltas = np.where(won[:, None], 0, draw.deltas).astype(np.int32)
    np.add.at(deltas, wins.hand, wins.deltas)
    end = np.where(won, EndKind.AGARI, EndKind.RYUUKYOKU).astype(np.uint8)
    outcome = facts._replace(end=end, winners=standing)
    after = carry(outcome, draw, rules, kyoku=situation.kyoku, honba=situation.honba)
    return Settlement(won, draw, wins, deltas, after)


def _standing_wins(facts: Facts, wins: Wins) -> NDArray[np.bool_]:
    """Whose win stands; shape (hands, 4)."""
    standing = np.zeros(facts.winners.shape, np.bool_)
    standing[wins.hand[wins.is_valid], wins.table.winner[wins.is_valid]] = True
    return standing
