"""The check of who pays whom for a win."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.doubts import doubts_of
from analyzer.audit.follows import start_of_hands
from analyzer.audit.unknown_words import for_reasons
from analyzer.audit.values import value_named
from analyzer.audit.verdicts import Verdicts
from analyzer.audit.wins import in_doubt, per_value
from analyzer.replay.seats import every_seat, of_hands
from analyzer.vocabulary import NO_SEAT, SEATS, signed_points

__all__ = ["winning_payment"]


def winning_payment(case: Case) -> Verdicts:
    """The payments of a win are those of its value, honba, sticks and liability; one item per win.

    Undecided where no source says who pays.
    """
    wins = case.wins
    logged = of_hands(case.events.results.deltas, wins.result)

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        named = value_named(case)[items] | in_doubt(case, items)
        return named | _fits_other_pot(case, items) | _balances_first(case, items)

    passed = every_seat(logged == wins.deltas)
    verdicts = per_value(
        case,
        passed,
        lambda item: signed_points(logged[item].tolist()),
        lambda item: signed_points(wins.deltas[item].tolist()),
        "payments",
        explained,
    )
    unmeasured = wins.result[wins.unmeasured].tolist()
    return for_reasons(case, verdicts, wins.result, dict.fromkeys(unmeasured, _UNMEASURED))


_UNMEASURED: Final = "no source says who pays for a yakuman beside the liable one off a discard"


def _one_honba(case: Case, items: NDArray[np.int64]) -> NDArray[np.int32]:
    """Shape (items, 4): score changes that one honba makes."""
    wins = case.wins
    changes = np.zeros((len(items), SEATS), np.int32)
    for place, item in enumerate(items.tolist()):
        rules = case.rule_set(int(case.events.hands.game[wins.hand[item]]))
        if rules is None:
            continue
        winner, loser, liable = (int(column[item]) for column in (wins.winner, wins.loser, wins.pao_seat))
        if winner == loser:
            changes[place, : rules.seats] = -rules.honba_tsumo
            changes[place, winner] = 0
        else:
            changes[place, loser] = -rules.honba_ron
        paid = -int(changes[place].sum())
        if liable != NO_SEAT:
            changes[place] = 0
            changes[place, liable] = -paid
        changes[place, winner] = paid
    return changes


def _fits_other_pot(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Payments right but for honba or sticks that INIT, ``ba`` or the order of winners gets wrong.

    Each of those is named itself, and the payments may follow either it or play.
    """
    wins, results, hands = case.wins, case.events.results, case.events.hands
    hand, result = wins.hand[items], wins.result[items]
    one_honba = _one_honba(case, items)
    one_stick = np.where(np.arange(SEATS) == wins.winner[items][:, None], case.stick[hand][:, None], 0)
    honba, sticks = hands.honba[hand], case.facts.riichi_sticks[hand].astype(np.int32)
    takes = wins.takes_pot[items]

    def pot(honba: NDArray[np.int32], sticks: NDArray[np.int32]) -> NDArray[np.int64]:
        changes: NDArray[np.int64] = honba[:, None] * one_honba + sticks[:, None] * one_stick.astype(np.int64)
        return changes

    bare = wins.deltas[items] - takes[:, None] * pot(honba, sticks)
    start = start_of_hands(case)
    shown = doubts_of(case).sticks.sum(axis=1, dtype=np.int32)[hand]
    earlier = start.kyotaku[hand] - hands.kyotaku[hand]
    stated_sticks = results.kyotaku[result]
    is_first = hands.result_offsets[hand] == result
    logged = results.deltas[result]
    # A second winner is paid no honba, whatever the log says, but sticks if ba gives him any.
    fits: NDArray[np.bool_] = (logged == bare + pot(np.zeros_like(honba), stated_sticks)).all(axis=1) & ~takes
    for some_honba in (honba, results.honba[result], start.honba[hand]):
        for some_sticks in (sticks, stated_sticks, sticks + shown, sticks + earlier):
            whole = pot(some_honba, some_sticks)
            fits |= (logged == bare + takes[:, None] * whole).all(axis=1)
            fits |= (logged == bare + is_first[:, None] * whole).all(axis=1)
    return fits


def _balances_first(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Second winners who get just what the first should have: the first is named."""
    wins, results = case.wins, case.events.results
    excess = results.deltas[wins.result] - wins.deltas
    balances = np.zeros(len(items), np.bool_)
    for place, item in enumerate(items.tolist()):
        if item == 0 or wins.hand[item - 1] != wins.hand[item]:
            continue
        both = excess[item - 1] + excess[item]
        moved = int(excess[item, wins.winner[item]])
        due = np.zeros(SEATS, np.int64)
        due[wins.winner[item]], due[wins.winner[item - 1]] = moved, -moved
        balances[place] = moved != 0 and bool((both == due).all())
    return balances
