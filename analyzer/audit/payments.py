"""The check of who pays whom for a win."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.payouts import follows_claims, payment_claimed
from analyzer.audit.undecided import for_reasons
from analyzer.audit.verdicts import Detail, Verdicts
from analyzer.audit.win_items import per_value
from analyzer.audit.win_lines import logged_line
from analyzer.replay.seats import every_seat, of_hands
from analyzer.vocabulary import ABSENT, SEATS, signed_points

__all__ = ["winning_payment"]


def winning_payment(case: Case) -> Verdicts:
    """The payments of a win are those of its value, honba, sticks and liability; one item per win.

    Where the hand cannot be judged, they are held against the points that the log claims.
    """
    wins = case.wins
    logged = of_hands(case.events.results.deltas, wins.result)

    def detail(item: int) -> Detail:
        said = verdicts.detail(item)
        if case.usable[wins.hand[item]]:
            return said
        due = payment_claimed(case, item)
        message = f"payments {said.claimed} are not those of the win that the log claims"
        told = "" if due is None else f", {signed_points(due)}"
        return said._replace(
            computed=None if due is None else signed_points(due),
            message=f"{message}{told}: {logged_line(case, item)}",
        )

    passed = every_seat(logged == wins.deltas)
    verdicts = per_value(
        case,
        passed,
        lambda item: signed_points(logged[item].tolist()),
        lambda item: signed_points(wins.deltas[item].tolist()),
        "payments",
        lambda items: follows_claims(case, items) | _balances_first(case, items),
        broken=("sc",),
        lost=_lost(case, passed),
    )
    unmeasured = wins.result[wins.unmeasured].tolist()
    told = replace(verdicts, detail=detail)
    return for_reasons(case, told, wins.result, dict.fromkeys(unmeasured, _UNMEASURED))


_UNMEASURED: Final = "no source says who pays for a yakuman beside the liable one off a discard"


def _points(case: Case) -> NDArray[np.int32]:
    """Shape (wins,): points that the log claims."""
    return of_hands(case.events.results.ten, case.wins.result)[:, 1]


def _lost(case: Case, passed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Shape (wins,): the payment is that of the claims of a hand that cannot be judged, or of no claim."""
    wins = case.wins
    unjudged = ~case.usable[wins.hand]
    lost: NDArray[np.bool_] = unjudged & (passed | (_points(case) == ABSENT))
    items = np.flatnonzero(unjudged & ~lost)
    if len(items):
        lost[items] = follows_claims(case, items)
    return lost


def _balances_first(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Second winners who get just what the first should have: the first is named."""
    wins, results = case.wins, case.events.results
    excess = results.deltas[wins.result] - wins.deltas
    balances = np.zeros(len(items), np.bool_)
    for place, item in enumerate(items.tolist()):
        if item == 0 or wins.hand[item - 1] != wins.hand[item] or not excess[item - 1].any():
            continue
        both = excess[item - 1] + excess[item]
        moved = int(excess[item, wins.winner[item]])
        due = np.zeros(SEATS, np.int64)
        due[wins.winner[item]], due[wins.winner[item - 1]] = moved, -moved
        balances[place] = moved != 0 and bool((both == due).all())
    return balances
