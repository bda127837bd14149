"""What the rules give to every win of a batch: value, payments, liable seats; rule set by rule set."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.computed import Next, Wins
from analyzer.audit.ruling import Ruling
from analyzer.mjlog.events import Events
from analyzer.replay import Facts
from analyzer.replay.facts import take
from analyzer.rules import RuleSet
from analyzer.settlement.rons import paid_winners
from analyzer.settlement.settle import Counters, settle_wins
from analyzer.settlement.win_columns import WinScores, no_scores
from analyzer.settlement.win_payments import LIABILITIES, liable_base, takes_pot, win_payments
from analyzer.vocabulary import NO_SEAT, NO_TILE, SEATS, EndKind, PlayKind

__all__ = ["INDICATORS", "counters_of", "indicators_of_hands", "score_agari"]

INDICATORS = 8
"""Width of the lists of indicators, as in the columns of results."""


def indicators_of_hands(events: Events) -> NDArray[np.uint8]:
    """Shape (hands, 8): dora indicators in the order shown; NO_TILE where fewer."""
    hands, plays = events.hands, events.plays
    shown = np.full((len(hands.game), INDICATORS), NO_TILE, np.uint8)
    shown[:, 0] = hands.indicator
    rows = np.flatnonzero(plays.kind == PlayKind.DORA)
    hand = np.searchsorted(hands.play_offsets, rows, side="right") - 1
    nth = np.arange(len(rows)) - np.searchsorted(hand, hand, side="left") + 1
    fits = nth < INDICATORS
    shown[hand[fits], nth[fits]] = plays.tile[rows[fits]]
    return shown


def _own_honba(events: Events, facts: Facts, after: Next, tenpai: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Shape (hands,): honba that the dealer has earned alone, by own wins or tenpai draws (paarenchan)."""
    hands = events.hands
    rows = np.arange(len(hands.game))
    dealer = np.minimum(facts.dealer, SEATS - 1).astype(np.int64)
    earned = facts.winners[rows, dealer] | ((facts.end == EndKind.RYUUKYOKU) & tenpai[rows, dealer])
    own = np.zeros(len(rows), np.int32)
    for row in np.flatnonzero(hands.honba > 0).tolist():
        before = row - 1
        if before < 0 or hands.game[before] != hands.game[row] or facts.dealer[before] != facts.dealer[row]:
            continue
        # Honba taken over from another dealer, or from the table, are not the dealer's own.
        grew = earned[before] and after.honba[before] == hands.honba[row]
        own[row] = own[before] + 1 if grew and own[before] == hands.honba[before] else 0
    return own


def counters_of(events: Events, facts: Facts, after: Next, tenpai: NDArray[np.bool_]) -> Counters:
    """What stands beside the table in each hand; the ura indicators are those that the results claim.

    Args:
        events: The batch.
        facts: Of its hands.
        after: The hand that follows each, by the rules.
        tenpai: By the rules; shape (hands, 4).
    """
    hands, results = events.hands, events.results
    ura = np.full((len(hands.game), INDICATORS), NO_TILE, np.uint8)
    stated = np.flatnonzero(results.has_ura)
    ura[results.hand[stated]] = results.ura[stated]
    own = _own_honba(events, facts, after, tenpai)
    return Counters(hands.kyoku, hands.honba, indicators_of_hands(events), ura, own)


def score_agari(events: Events, facts: Facts, ruling: Ruling, counters: Counters) -> Wins:
    """Score and settle every agari; wins without a rule set stay empty, their checks are undecided.

    Ura indicators are taken from the log: whether they are right is for the check of the wall.
    """
    results = events.results
    playable = (results.end == EndKind.AGARI) & (results.winner < SEATS) & (results.loser < SEATS)
    rows = np.flatnonzero(playable)
    hand = results.hand[rows]
    winner, loser = results.winner[rows], results.loser[rows]
    wins = Wins(
        rows,
        hand,
        winner,
        loser,
        takes_pot(hand, winner, loser),
        no_scores(len(rows)),
        np.zeros((len(rows), SEATS), np.int32),
        np.zeros((len(rows), SEATS), np.int32),
        np.full(len(rows), NO_SEAT, np.uint8),
        np.zeros(len(rows), np.uint8),
        np.zeros(len(rows), np.bool_),
    )
    rule_of_hand = ruling.rule_of_game[events.hands.game]
    for index, rules in enumerate(ruling.rule_sets):
        _score_part(events, facts, wins, np.flatnonzero(rule_of_hand == index), rules, counters)
    return wins


def _score_part(
    events: Events,
    facts: Facts,
    wins: Wins,
    hands: NDArray[np.int64],
    rules: RuleSet,
    counters: Counters,
) -> None:
    """Fill the wins of the hands of one rule set."""
    part = take(facts, hands)
    beside = Counters(
        counters.kyoku[hands],
        counters.honba[hands],
        counters.indicators[hands],
        counters.ura[hands],
        counters.own_honba[hands],
    )
    won = part.winners[:, : rules.seats] & (part.end == EndKind.AGARI)[:, None]
    settled = settle_wins(part, won, beside, rules)
    row_of_seat = np.full((len(facts.dealer), SEATS), -1, np.int64)
    row_of_seat[hands[settled.hand], settled.table.winner] = np.arange(len(settled.hand))
    source = row_of_seat[wins.hand, wins.winner]
    mine = np.flatnonzero(source >= 0)
    source = source[mine]
    for name in WinScores._fields:
        getattr(wins.scores, name)[mine] = getattr(settled.scores, name)[source]
    liable = liable_base(settled.scores, rules)
    result = wins.result[mine]
    by_ba = settled.table._replace(
        honba=_of_first(settled.table.honba, source, events.results.honba[result]),
        kyotaku=_of_first(settled.table.kyotaku, source, events.results.kyotaku[result]),
    )
    paid = paid_winners(part, rules)[settled.hand, settled.table.winner] & settled.is_valid
    seats = slice(0, rules.seats)
    wins.deltas[mine, seats] = np.where(paid[:, None], settled.deltas, 0)[source]
    claimed = win_payments(settled.base, liable, by_ba, rules)
    wins.deltas_by_ba[mine, seats] = np.where(paid[:, None], claimed, 0)[source]
    pays = np.where(liable > 0, settled.table.pao_seat, np.uint8(NO_SEAT))
    named = pays[:, 0]
    for place in range(1, len(LIABILITIES)):
        named = np.where(named == NO_SEAT, pays[:, place], named)
    wins.pao_seat[mine] = named[source]
    wins.least_yaku[mine] = settled.least_yaku[source]
    wins.stands[mine] = paid[source]


def _of_first(
    column: NDArray[np.int32], rows: NDArray[np.int64], claimed: NDArray[np.int32]
) -> NDArray[np.int32]:
    """A column of settled wins with the claims of the log in their rows."""
    changed = column.copy()
    changed[rows] = claimed
    return changed
