"""The reasons of a settled hand in short."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from analyzer.explain.drawn_hand import draw_reasons, tenpai_reasons
from analyzer.explain.next_hand import carry_reasons
from analyzer.explain.reason import Reason, reason, ruled
from analyzer.explain.why import Why
from analyzer.explain.winning_hand import liable_reasons
from analyzer.replay.facts import Facts
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.abortive import overdue
from analyzer.settlement.rons import paid_winners
from analyzer.settlement.settle import Counters, Settlement, Wins
from analyzer.settlement.yaku_names import NO_YAKU, Yaku
from analyzer.vocabulary import LIMITS, DrawKind

__all__ = ["brief_reasons", "overdue_reason", "unpaid_reasons"]


def brief_reasons(
    facts: Facts,
    rules: RuleSet,
    settled: Settlement,
    counters: Counters,
    declared_noten: NDArray[np.bool_] | None,
) -> Iterator[Reason]:
    """Why a hand is settled so."""
    wins = settled.wins
    yield from overdue_reason(facts, rules)
    for row in range(len(wins.hand)):
        yield _value(wins, row)
        yield from _conditions(wins, row, rules)
        if wins.is_valid[row]:
            yield from _extras(wins, row, rules)
        yield reason(Why.BRIEF_PAYMENTS, deltas=tuple(wins.deltas[row].tolist()))
    yield from unpaid_reasons(facts, rules)
    if not settled.won[0]:
        yield from draw_reasons(settled.draw, rules)
        yield from (
            one._replace(met=None) for one in tenpai_reasons(facts, settled.draw, declared_noten, rules)
        )
    if settled.won[0] or settled.draw.kind[0]:
        yield from carry_reasons(facts, settled, counters, rules)


def overdue_reason(facts: Facts, rules: RuleSet) -> Iterator[Reason]:
    """The draw that should have ended the hand before, if there is one."""
    late = int(overdue(facts, rules)[0])
    if late:
        yield reason(Why.OVERDUE, met=False, draw=DrawKind(late).text)


def unpaid_reasons(facts: Facts, rules: RuleSet) -> Iterator[Reason]:
    """Who called ron and is not paid."""
    called = facts.winners[0, : rules.seats]
    unpaid = np.flatnonzero(called & ~paid_winners(facts, rules)[0]).tolist()
    if unpaid:
        rule = "double_ron" if called.sum() == 2 else "triple_ron"
        yield ruled(rules, rule, Why.NOT_PAID, seats=tuple(unpaid))


def _value(wins: Wins, row: int) -> Reason:
    scores, table = wins.scores, wins.table
    winner, loser = int(table.winner[row]), int(table.loser[row])
    listed = [f"{Yaku(int(yaku)).text} {han}" for yaku, han in scores.yaku[row].tolist() if yaku != NO_YAKU]
    listed += [Yaku(int(yaku)).text for yaku in scores.yakuman[row].tolist() if yaku != NO_YAKU]
    limit = int(scores.limit[row])
    worth = f"{int(scores.han[row])} han {int(scores.fu[row])} fu{f', {LIMITS[limit]}' if limit else ''}"
    if scores.shape[row] == 0:
        worth = Why.NO_WINNING_HAND.value
    else:
        worth = f"{', '.join(listed) or 'no yaku'}; {worth}"
    way = "tsumo" if winner == loser else f"ron off seat {loser}"
    return reason(Why.BRIEF_WIN, seat=winner, way=way, kind=int(wins.facts.win_kind[row]), worth=worth)


def _conditions(wins: Wins, row: int, rules: RuleSet) -> Iterator[Reason]:
    """Ryanshi, paarenchan and a winning tile that was not kept apart, where they matter."""
    if wins.paarenchan[row]:
        yield ruled(rules, "paarenchan", Why.BRIEF_PAARENCHAN)
    if not wins.wait_counts[row]:
        yield ruled(rules, "tile_kept_apart", Why.NOT_KEPT_APART)
    least, has = int(wins.least_yaku[row]), int(wins.scores.yaku_han[row])
    if least > 1:
        yield ruled(rules, "ryanshi_from", Why.LEAST_YAKU, least=least, has=has)
    if wins.short_wait[row]:
        yield ruled(rules, "ryanshi_from", Why.SHORT_WAIT, least=least)
    if not wins.is_valid[row]:
        yield reason(Why.NO_WIN)


def _extras(wins: Wins, row: int, rules: RuleSet) -> Iterator[Reason]:
    """Honba, sticks and a liable seat."""
    table = wins.table
    honba, sticks = int(table.honba[row]), int(table.kyotaku[row])
    is_tsumo = table.winner[row] == table.loser[row]
    rule, points = ("honba_tsumo", rules.honba_tsumo) if is_tsumo else ("honba_ron", rules.honba_ron)
    if honba and table.takes_pot[row]:
        yield ruled(rules, rule, Why.BRIEF_HONBA, honba=honba, points=honba * points)
    if sticks and table.takes_pot[row]:
        yield reason(Why.BRIEF_STICKS, sticks=sticks, points=sticks * rules.riichi_stick)
    yield from liable_reasons(wins, row, rules)
