"""What the rules give to every win of a batch: value, payments, liable seats; rule set by rule set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.irregular import RarePlays, rare_plays
from analyzer.audit.ruling import Ruling
from analyzer.formats.events import Events
from analyzer.replay import Facts
from analyzer.replay.facts import is_one_of
from analyzer.replay.seats import any_seat, of_hands, of_seats
from analyzer.rules import RuleSet
from analyzer.settlement import Carry, Ryuukyoku
from analyzer.settlement.rons import paid_winners
from analyzer.settlement.settle import Situation, settle_wins
from analyzer.settlement.settle import Wins as Settled
from analyzer.settlement.shibari import own_honba_of_games
from analyzer.settlement.win_columns import WinScores, no_scores
from analyzer.settlement.win_payments import answering_seats, takes_pot
from analyzer.vocabulary import NO_SEAT, NO_TILE, SEATS, DrawKind, EndKind, PlayKind

__all__ = ["INDICATORS", "Wins", "indicators_of_hands", "liable_seat", "score_agari", "settled_part"]
__all__ += ["situation_of"]


Column = NDArray[Any]


class Wins(NamedTuple):
    """The wins of a batch; shape (wins,) unless said."""

    result: NDArray[np.int64]
    """Row of ``results``."""
    hand: NDArray[np.int32]
    winner: NDArray[np.uint8]
    loser: NDArray[np.uint8]
    """Equals ``winner`` for a tsumo."""
    takes_pot: NDArray[np.bool_]
    """First of the winners of one tile, who gets honba and sticks."""
    scores: WinScores
    deltas: NDArray[np.int32]
    """Shape (wins, 4), points, with the honba and sticks that lie on the table."""
    pao_seat: NDArray[np.uint8]
    """Seat that pays for a yakuman; NO_SEAT when none does."""
    least_yaku: NDArray[np.uint8]
    """Han of yaku, dora excluded, that the rule set asks of this win."""
    short_wait: NDArray[np.bool_]
    """The hand is open and has fewer with some tile it waits for: no win."""
    stands: NDArray[np.bool_]
    """The rule set lets the win stand and pays it."""
    unmeasured: NDArray[np.bool_]
    """No source says who pays the win, so that ``deltas`` cannot be held against the log."""
    in_riichi: NDArray[np.bool_]
    """The winner is in riichi."""

    @property
    def settled(self) -> tuple[Column, ...]:
        """What is settled beside the scores, as `settled_part` gives it."""
        return self[6:]


_Part = tuple[WinScores, tuple[Column, ...]]
"""The wins of one rule set: scores, and the columns behind them in `Wins`."""

_PLAYED_OUT = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)

INDICATORS = 8
"""Width of the lists of indicators, as in the columns of results."""


def indicators_of_hands(events: Events, rare: RarePlays | None = None) -> NDArray[np.uint8]:
    """Shape (hands, 8): dora indicators in the order shown; NO_TILE where fewer."""
    shown = np.full((len(events.hands.game), INDICATORS), NO_TILE, np.uint8)
    shown[:, 0] = events.hands.indicator
    rows, hand, _ = (rare or rare_plays(events)).of_kind(PlayKind.DORA)
    nth = np.arange(len(rows)) - np.searchsorted(hand, hand, side="left") + 1
    fits = nth < INDICATORS
    shown[hand[fits], nth[fits]] = events.plays.tile[rows[fits]]
    return shown


def _own_honba(events: Events, facts: Facts, after: Carry, draws: Ryuukyoku) -> NDArray[np.int32]:
    """Shape (hands,): honba that the dealer has earned alone, by own wins or tenpai draws (paarenchan)."""
    hands = events.hands
    rows = np.arange(len(hands.game))
    dealer = np.minimum(facts.dealer, SEATS - 1).astype(np.int64)
    by_draw = is_one_of(draws.kind, _PLAYED_OUT) & draws.tenpai[rows, dealer]
    earned = np.where(facts.end == EndKind.AGARI, facts.winners[rows, dealer], by_draw)
    # Where the log goes on as the rules do not let it, nothing is earned.
    stays = np.zeros(len(rows), np.bool_)
    stays[:-1] = (hands.kyoku[1:] == hands.kyoku[:-1]) & (after.kyoku[:-1] == hands.kyoku[1:])
    stays[:-1] &= after.honba[:-1] == hands.honba[1:]
    own = np.zeros(len(rows), np.int32)
    own_honba_of_games(hands.game, hands.honba, stays, earned, own)
    return own


def situation_of(
    events: Events,
    facts: Facts,
    after: Carry,
    draws: Ryuukyoku,
    indicators: NDArray[np.uint8] | None = None,
) -> Situation:
    """What stands beside the table in each hand; the ura indicators are those that the results claim.

    Args:
        events: The batch.
        facts: Of its hands.
        after: The hand that follows each, by the rules.
        draws: Each as a ryuukyoku, by the rules.
        indicators: As `indicators_of_hands` gives them; None where they are not known yet.
    """
    hands, results = events.hands, events.results
    ura = np.full((len(hands.game), INDICATORS), NO_TILE, np.uint8)
    stated = np.flatnonzero(results.has_ura)
    ura[results.hand[stated]] = of_hands(results.ura, stated)
    own = _own_honba(events, facts, after, draws)
    if indicators is None:
        indicators = indicators_of_hands(events)
    return Situation(hands.kyoku, hands.honba, indicators, ura, own)


def score_agari(events: Events, facts: Facts, ruling: Ruling, situation: Situation) -> Wins:
    """Score and settle every agari; wins without a rule set stay empty, their checks are undecided.

    Ura indicators are taken from the log: whether they are right is for the check of the wall.
    """
    results = events.results
    playable = (results.end == EndKind.AGARI) & (results.winner < SEATS) & (results.loser < SEATS)
    rows = np.flatnonzero(playable)
    hand = results.hand[rows]
    winner, loser = results.winner[rows], results.loser[rows]
    rule_of_hand = np.where(facts.end == EndKind.AGARI, ruling.rule_of_game[events.hands.game], -1)
    row_of_seat = np.full((len(facts.dealer), SEATS), -1, np.int64)
    parts: list[_Part] = []
    count = 0
    for index, rules in enumerate(ruling.rule_sets):
        won = facts.winners[:, : rules.seats] & (rule_of_hand == index)[:, None]
        settled = settle_wins(facts, won, situation, rules)
        row_of_seat[settled.hand, settled.table.winner] = np.arange(count, count + len(settled.hand))
        count += len(settled.hand)
        parts.append(settled_part(facts, settled, rules))
    scores, others = _chosen([*parts, _unsettled()], of_seats(row_of_seat, hand, winner))
    return Wins(rows, hand, winner, loser, takes_pot(hand, winner, loser), scores, *others)


def settled_part(facts: Facts, settled: Settled, rules: RuleSet) -> _Part:
    """Scores, and the columns behind them in `Wins`, of the wins of one rule set."""
    stands = paid_winners(facts, rules)[settled.hand, settled.table.winner] & settled.is_valid
    deltas = np.zeros((len(stands), SEATS), np.int32)
    deltas[:, : rules.seats] = settled.deltas
    deltas[~stands] = 0
    least_yaku = settled.least_yaku.astype(np.uint8)
    liable = liable_seat(settled, rules)
    riichi = of_seats(facts.riichi_turn, settled.hand, settled.table.winner) > 0
    others = (deltas, liable, least_yaku, settled.short_wait, stands, settled.unmeasured, riichi)
    return settled.scores, others


def _unsettled() -> _Part:
    """One win without a rule set."""
    nobody, none = np.full(1, NO_SEAT, np.uint8), np.zeros(1, np.bool_)
    deltas, least = np.zeros((1, SEATS), np.int32), np.zeros(1, np.uint8)
    return no_scores(1), (deltas, nobody, least, none, none, none, none)


def _chosen(parts: Sequence[_Part], rows: NDArray[np.int64]) -> _Part:
    """Rows of all parts behind one another; -1 is the last."""
    scores, others = zip(*parts, strict=True)
    return WinScores._make(_rows(scores, rows)), tuple(_rows(others, rows))


def _rows(parts: Iterable[tuple[Column, ...]], rows: NDArray[np.int64]) -> Iterator[Column]:
    return (of_hands(np.concatenate(columns), rows) for columns in zip(*parts, strict=True))


def liable_seat(settled: Settled, rules: RuleSet) -> NDArray[np.uint8]:
    """Shape (wins,): the seat that answers for the first yakuman with a liable one; NO_SEAT where none."""
    seats = answering_seats(settled.scores, settled.table, rules)
    named = np.full(len(seats), NO_SEAT, np.uint8)
    rows = np.flatnonzero(any_seat(seats != NO_SEAT))
    named[rows] = seats[rows, (seats[rows] != NO_SEAT).argmax(axis=1)]
    return named
