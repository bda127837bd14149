"""Hands settled under rule sets: which draw they are, which wins stand, who pays what, what follows.

A batch may be judged by several rule sets; one hand is a batch of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts, Replacement, is_one_of, take
from analyzer.replay.seats import any_seat, of_seats
from analyzer.rules import RuleSet, load
from analyzer.settlement.game_end import Carry, GameEnd, carry, game_end
from analyzer.settlement.payments import (
    LIABILITIES,
    WinTable,
    barred_rons,
    first_liable,
    is_unmeasured,
    liable_base,
    liable_seats,
    paid_winners,
    sticks_taken,
    takes_pot,
    win_payments,
)
from analyzer.settlement.points import YAKUMAN_BASE, scoring_rules
from analyzer.settlement.ryuukyoku import Ryuukyoku, overdue, settle_ryuukyoku
from analyzer.settlement.scoring import score_wins
from analyzer.settlement.wait_values import has_short_wait, is_paarenchan, least_yaku_han
from analyzer.settlement.win_facts import Said, Situation, WinFacts, WinScores, win_facts
from analyzer.vocabulary import NO_SEAT, SEATS, DrawKind, EndKind


class RulesOfHands(NamedTuple):
    """Which rule set judges each hand."""

    rule_sets: tuple[RuleSet, ...]
    of_hand: NDArray[np.int32]
    """Shape (hands,): index into ``rule_sets``; -1 where none does."""


class Calls(NamedTuple):
    """Wins that are called; shape (calls,)."""

    result: NDArray[np.int64]
    """What calls it, as whoever lists them counts."""
    hand: NDArray[np.int32]
    winner: NDArray[np.uint8]


class Wins(NamedTuple):
    """Wins that are called, one row for each call; shape (wins,) unless said.  Zeros without a rule set."""

    result: NDArray[np.int64]
    """As of `Calls`."""
    hand: NDArray[np.int32]
    """Row of the hands."""
    table: WinTable
    facts: WinFacts
    scores: WinScores
    least_yaku: NDArray[np.uint8]
    """Han of yaku, dora excluded, that the rule set asks for."""
    short_wait: NDArray[np.bool_]
    """The hand is open and has fewer with some tile it waits for, which ryanshi forbids."""
    is_valid: NDArray[np.bool_]
    """The tiles are complete and have yaku enough."""
    is_heard: NDArray[np.bool_]
    """The rule set pays a valid hand of this seat: no head bump, abortive draw or chombo is in its way."""
    paarenchan: NDArray[np.bool_]
    """The dealer's ninth win in a row: a yakuman."""
    base: NDArray[np.int32]
    """Base points; 0 for what is not valid."""
    deltas: NDArray[np.int32]
    """Shape (wins, 4), points, honba and sticks included; 0 for a win that does not stand."""
    pao_seat: NDArray[np.uint8]
    """Seat that answers for the first yakuman with a liable one; NO_SEAT where none does."""
    liable: NDArray[np.int32]
    """Shape (wins, 3): base points for which a seat of ``table.pao_seat`` answers; 0 where none does."""
    unmeasured: NDArray[np.bool_]
    """No source says who pays: ``deltas`` are a guess that nothing may be held against."""
    wait_counts: NDArray[np.bool_]
    """False where the winning tile was not kept apart, and the rule set asks for it."""

    @property
    def winner(self) -> NDArray[np.uint8]:
        """The seat that calls."""
        return self.table.winner

    @property
    def loser(self) -> NDArray[np.uint8]:
        """The seat that is ronned; equals ``winner`` for a tsumo."""
        return self.table.loser

    @property
    def takes_pot(self) -> NDArray[np.bool_]:
        """Whether honba and sticks go to this of several winners of one tile."""
        return self.table.takes_pot

    @property
    def in_riichi(self) -> NDArray[np.bool_]:
        """Whether the winner is in riichi."""
        return self.facts.riichi

    @property
    def stands(self) -> NDArray[np.bool_]:
        """Whether the win stands and is paid."""
        return self.is_valid & self.is_heard


_NOTHING_SAID: Final = Said()
_Rows = NDArray[np.int64] | slice
T = TypeVar("T")


class _AsCalled(NamedTuple):
    """What depends on who calls a win, and not on whose win stands."""

    draws: Ryuukyoku
    overdue: NDArray[np.uint8]
    next: Carry


@dataclass(frozen=True)
class Settlement:
    """Hands settled by rule sets, from what was played alone; every part is worked out when it is asked for.

    Every hand has four seats.  Hands that no rule set judges have zeros.

    Attributes:
        facts: The table at the end of each hand, with all who call a win.
        rules: Which rule set judges each hand.
        situation: Of the same hands.
        said: What is known beside the play.
        calls: The wins that are called, in the order of the rows of `wins`.
        barred: Why a ron that a seat calls is none, as bits of `barred_rons`; shape (hands, 4).
    """

    facts: Facts
    rules: RulesOfHands
    situation: Situation
    said: Said
    calls: Calls
    barred: NDArray[np.uint8]

    @property
    def draws(self) -> Ryuukyoku:
        """Each hand as a ryuukyoku, whether it was one or not."""
        return self._as_called.draws

    @property
    def overdue(self) -> NDArray[np.uint8]:
        """Shape (hands,): the DrawKind that should have ended the hand earlier; 0 where there is none."""
        return self._as_called.overdue

    @property
    def next(self) -> Carry:
        """The hand that follows each, if every win that is called stands."""
        return self._as_called.next

    @cached_property
    def _as_called(self) -> _AsCalled:
        def judged(rules: RuleSet, rows: _Rows) -> _AsCalled:
            facts, situation = _part(self._heard, rows), _rows_of(self.situation, rows)
            draws = settle_ryuukyoku(facts, situation, _rows_of(self.said, rows), rules)
            return _AsCalled(draws, overdue(facts, rules), carry(facts, draws, situation, rules))

        return _by_rules(self.rules, judged)

    @cached_property
    def after(self) -> Carry:
        """The hand that follows each, by the wins that stand."""
        end = np.where(self.won, EndKind.AGARI, EndKind.RYUUKYOKU).astype(np.uint8)
        facts = self.facts._replace(end=end, winners=self.standing)

        def judged(rules: RuleSet, rows: _Rows) -> Carry:
            draws, situation = _rows_of(self.draws, rows), _rows_of(self.situation, rows)
            return carry(_part(facts, rows), draws, situation, rules)

        return _by_rules(self.rules, judged)

    @cached_property
    def _heard(self) -> Facts:
        """The facts without the rons that are barred."""
        if not self.barred.any():
            return self.facts
        is_barred = self.barred > 0
        calls = self.facts.ron_calls - is_barred.sum(axis=1, dtype=np.uint8)
        return self.facts._replace(winners=self.facts.winners & ~is_barred, ron_calls=calls)

    @cached_property
    def wins(self) -> Wins:
        """Every win that is called, with its points and payments; a barred one has none."""
        result, hand, winner = self.calls
        is_called = self._heard.winners[hand, winner] & (self.facts.end == EndKind.AGARI)[hand]
        rule_of_call = np.where(is_called, self.rules.of_hand[hand], -1)

        def judged(rules: RuleSet, rows: _Rows) -> Wins:
            return self._wins_under(rules, _rows_of(self.calls, rows))

        found = _by_rules(RulesOfHands(self.rules.rule_sets, rule_of_call), judged)
        # Calls that no rule set judges are rows too.
        return found._replace(result=result, hand=hand, table=found.table._replace(winner=winner))

    def _wins_under(self, rules: RuleSet, calls: Calls) -> Wins:
        """Calls that one rule set judges."""
        result, hand, winner = calls
        facts, situation = self._heard, self.situation
        is_tsumo = facts.ron_calls[hand] == 0
        found = win_facts(facts, hand, winner, is_tsumo, situation, rules)
        wait_counts = np.ones(len(hand), np.bool_)
        if self.said.mixed is not None and rules.tile_kept_apart:
            wait_counts = ~self.said.mixed[hand, winner]
        scores = _score(found, wait_counts, rules)
        honba = situation.honba[hand]
        paarenchan = is_paarenchan(winner == facts.dealer[hand], honba, situation.own_honba[hand], rules)
        least = least_yaku_han(honba, paarenchan, rules)
        short_wait = has_short_wait(facts, found, hand, winner, least, rules)
        is_valid = (scores.shape != 0) & (scores.yaku_han >= least) & ~short_wait
        is_heard = paid_winners(facts, rules)[hand, winner] & (self.draws.kind[hand] != DrawKind.SANCHAHOU)
        if self.said.chombo is not None:
            is_heard &= ~any_seat(self.said.chombo)[hand]
        base = np.where(paarenchan, np.maximum(scores.base, YAKUMAN_BASE), scores.base)
        base = np.where(is_valid, base, 0).astype(np.int32)
        liable = liable_base(scores, rules)
        table = _table(facts, hand, winner, is_tsumo, is_valid & is_heard, situation, liable, rules)
        deltas = np.zeros((len(hand), SEATS), np.int32)
        deltas[:, : rules.seats] = win_payments(base, liable, table, rules)
        deltas[~(is_valid & is_heard)] = 0
        return Wins(
            result=result,
            hand=hand,
            table=table,
            facts=found,
            scores=scores,
            least_yaku=least,
            short_wait=short_wait,
            is_valid=is_valid,
            is_heard=is_heard,
            paarenchan=paarenchan,
            base=base,
            deltas=deltas,
            pao_seat=first_liable(table.pao_seat),
            liable=np.where(table.pao_seat != NO_SEAT, liable, 0),
            unmeasured=is_unmeasured(base, liable, table, rules),
            wait_counts=wait_counts,
        )

    def with_wins(self, wins: Wins) -> Settlement:
        """The same hands with other wins; payments, and the hand and the game after, follow from these."""
        found = replace(self)
        # Where a cached property keeps its value.
        vars(found)["wins"] = wins
        return found

    def hand(self, row: int) -> Settlement:
        """One hand alone."""
        rows, mine = np.array([row]), np.flatnonzero(self.wins.hand == row)
        first = np.zeros(len(mine), np.int32)
        found = Settlement(
            take(self.facts, rows),
            RulesOfHands(self.rules.rule_sets, self.rules.of_hand[rows]),
            _rows_of(self.situation, rows),
            _rows_of(self.said, rows),
            Calls(np.arange(len(mine)), first, self.wins.winner[mine]),
            self.barred[rows],
        )
        return found.with_wins(part_of_wins(self.wins, mine)._replace(hand=first))

    @cached_property
    def standing(self) -> NDArray[np.bool_]:
        """Shape (hands, 4): whose win stands."""
        standing = np.zeros(self.facts.winners.shape, np.bool_)
        stands = self.wins.stands
        standing[self.wins.hand[stands], self.wins.winner[stands]] = True
        return standing

    @cached_property
    def won(self) -> NDArray[np.bool_]:
        """Shape (hands,): somebody's win stands."""
        return any_seat(self.standing)

    @cached_property
    def is_invalid(self) -> NDArray[np.bool_]:
        """Shape (hands,): a win is called and none stands, so that nothing is settled."""
        voided = is_one_of(self.draws.kind, (DrawKind.SANCHAHOU, DrawKind.CHOMBO))
        return any_seat(self.facts.winners) & ~self.won & ~voided

    @cached_property
    def draw_kind(self) -> NDArray[np.uint8]:
        """Shape (hands,): the DrawKind that ends the hand; 0 for a win, and where no rule ends it."""
        return np.where(self.won | self.is_invalid, np.uint8(0), self.draws.kind)

    @cached_property
    def deltas(self) -> NDArray[np.int32]:
        """Shape (hands, 4), points: payments, and the sticks that are taken or given back."""
        deltas = np.where((self.draw_kind == 0)[:, None], np.int32(0), self.draws.deltas)
        np.add.at(deltas, self.wins.hand, self.wins.deltas)
        return deltas

    @cached_property
    def final_points(self) -> NDArray[np.int32]:
        """Shape (hands, 4), points that the hand takes from the final result."""
        return np.where((self.draw_kind == 0)[:, None], np.int32(0), self.draws.final_points)

    @cached_property
    def game_end(self) -> GameEnd:
        """Whether the game is over after each hand, which has ended.

        Where the scores are not known, as far as none decides: after the last hand that there can be.
        """
        scores = self.facts.scores + self.deltas
        if self.said.no_scores is not None:
            scores = np.where(self.said.no_scores[:, None], np.int32(1), scores)

        def judged(rules: RuleSet, rows: _Rows) -> GameEnd:
            return game_end(
                scores[rows, : rules.seats],
                rules,
                kyoku=self.situation.kyoku[rows],
                dealer=self.facts.dealer[rows],
                dealer_stays=self.after.dealer_stays[rows],
                won=self.won[rows],
                kind=self.draw_kind[rows],
            )

        return _by_rules(self.rules, judged)


def settle(
    facts: Facts,
    rules: RuleSet | RulesOfHands,
    situation: Situation,
    said: Said = _NOTHING_SAID,
    *,
    calls: Calls | None = None,
    bars_rons: bool = False,
) -> Settlement:
    """Settlement of each hand by the rules, from what was played alone.

    A hand that somebody won is settled as a win, except that three rons may be an abortive draw; of several
    winners those are paid whom the rule set pays.

    Args:
        facts: The table at the end of each hand.
        rules: One rule set for all hands, or which judges which.
        situation: Of the same hands.
        said: What is known beside the play.
        calls: The wins that are called, in any order; None for the winners of the facts.
        bars_rons: Whether a ron that furiten or a closed kan forbids is none; else it is paid as others are.
    """
    if isinstance(rules, RuleSet):
        rules = RulesOfHands((rules,), np.zeros(len(facts.dealer), np.int32))
    if calls is None:
        hand, winner = np.nonzero(facts.winners)
        calls = Calls(np.arange(len(hand)), hand.astype(np.int32), winner.astype(np.uint8))
    barred = np.zeros(facts.winners.shape, np.uint8)
    if bars_rons:
        for rule_set, rows in _rows_by_rules(rules):
            barred[rows] = barred_rons(_part(facts, rows), rule_set)
    return Settlement(facts, rules, situation, said, calls, barred)


def _rows_by_rules(rules: RulesOfHands) -> Iterator[tuple[RuleSet, _Rows]]:
    """Each rule set with the rows that it judges; mostly one judges all, and nothing need be copied."""
    for index, rule_set in enumerate(rules.rule_sets):
        is_judged = rules.of_hand == index
        if is_judged.all():
            yield rule_set, slice(None)
        elif is_judged.any():
            yield rule_set, np.flatnonzero(is_judged)


def _by_rules(rules: RulesOfHands, judged: Callable[[RuleSet, _Rows], T]) -> T:
    """Columns of all rows, each from the rule set that judges it; zeros where none does."""
    parts = [(rows, judged(rule_set, rows)) for rule_set, rows in _rows_by_rules(rules)]
    if parts and isinstance(parts[0][0], slice):
        return parts[0][1]
    # Of no row, any rule set gives the columns.
    _, like = parts[0] if parts else (None, judged(load("tenhou"), np.zeros(0, np.int64)))
    found: T = _each_column(like, lambda part: np.zeros((len(rules.of_hand), *part.shape[1:]), part.dtype))
    for rows, part in parts:
        fill((found,), rows, (part,))
    return found


def _each_column(columns: Any, change: Callable[[Any], Any]) -> Any:  # noqa: ANN401 - an array, or a tuple
    """The same columns, each changed; None stays."""
    if isinstance(columns, tuple):
        return type(columns)._make(_each_column(one, change) for one in columns)  # type: ignore[attr-defined]
    return None if columns is None else change(columns)


def _rows_of(columns: T, rows: _Rows) -> T:
    found: T = columns if isinstance(rows, slice) else _each_column(columns, lambda column: column[rows])
    return found


def _part(facts: Facts, rows: _Rows) -> Facts:
    return facts if isinstance(rows, slice) else take(facts, rows)


def part_of_wins(wins: Wins, rows: NDArray[np.int64]) -> Wins:
    """Some rows of the wins."""
    return _rows_of(wins, rows)


def fill(columns: tuple[Any, ...], rows: _Rows, values: tuple[Any, ...]) -> None:
    """Write into rows of columns what was worked out for them."""
    for column, part in zip(columns, values, strict=True):
        if isinstance(column, tuple):
            fill(column, rows, part)
        else:
            column[rows] = part


def _score(found: WinFacts, wait_counts: NDArray[np.bool_], rules: RuleSet) -> WinScores:
    """What each hand is worth; without its wait where this does not count."""
    scores = score_wins(found, scoring_rules(rules))
    rows = np.flatnonzero(~wait_counts)
    if len(rows):
        mixed = WinFacts._make(column[rows] for column in found)
        fill(scores, rows, score_wins(mixed, scoring_rules(rules)._replace(wait_counts=0)))
    return scores


def _feeders(
    facts: Facts, hand: NDArray[np.int32], winner: NDArray[np.uint8], is_tsumo: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Who discarded the tile of the open kan whose replacement tile each tsumo is; NO_SEAT where none."""
    feeders = np.full(len(hand), NO_SEAT, np.uint8)
    rows = np.flatnonzero(is_tsumo & (facts.last_replacement[hand] == Replacement.DAIMINKAN))
    called = (facts.meld_source, facts.meld_kind)
    sources, kinds = (of_seats(each, hand[rows], winner[rows]) for each in called)
    last = (kinds != 0).sum(axis=1) - 1
    feeders[rows] = sources[np.arange(len(rows)), last]
    return feeders


def _table(
    facts: Facts,
    hand: NDArray[np.int32],
    winner: NDArray[np.uint8],
    is_tsumo: NDArray[np.bool_],
    stands: NDArray[np.bool_],
    situation: Situation,
    liable: NDArray[np.int32],
    rules: RuleSet,
) -> WinTable:
    """Who sits where at each win; the first of those whose win stands takes honba and sticks."""
    loser = np.where(is_tsumo, winner, facts.last_seat[hand]).astype(np.uint8)
    kyotaku = facts.riichi_sticks[hand].astype(np.int32)
    pot = np.zeros(len(hand), np.bool_)
    pot[stands] = takes_pot(hand[stands], winner[stands], loser[stands])
    pao = np.full((len(hand), len(LIABILITIES)), NO_SEAT, np.uint8)
    rows = np.flatnonzero(any_seat(liable > 0))
    if len(rows):
        called = (facts.meld_kind, facts.meld_tile, facts.meld_source)
        melds = [of_seats(column, hand[rows], winner[rows]) for column in called]
        pao[rows] = liable_seats(melds[0], melds[1], melds[2], winner[rows])
        pao[liable == 0] = NO_SEAT
    return WinTable(
        winner=winner,
        loser=loser,
        dealer=facts.dealer[hand],
        honba=situation.honba[hand],
        sticks=sticks_taken(hand, pot, kyotaku, stands & of_seats(facts.riichi_passed, hand, winner), rules),
        takes_pot=pot,
        pao_seat=pao,
        feeder=_feeders(facts, hand, winner, is_tsumo),
    )
