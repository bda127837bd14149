"""The check of who pays whom for a win.

In a hand whose play cannot be followed, payments are held against the points that the log claims.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.undecided import for_reasons, ura_unstated
from analyzer.audit.verdicts import PAYMENT, SCORING, TENHOU, Check, Detail, Verdicts
from analyzer.audit.win_items import WinClaims, per_value
from analyzer.audit.win_lines import logged_line
from analyzer.formats.claims import Claim
from analyzer.replay.seats import every_seat, of_hands
from analyzer.rules import RuleSet
from analyzer.settlement.points import YAKUMAN_BASE
from analyzer.settlement.win_payments import LIABILITIES, WinTable, win_payments
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS, signed_points

__all__ = ["CHECKS"]

_UNMEASURED: Final = "no source says who pays, in a ron, for a yakuman beside the one with a liable seat"


def winning_payment(case: Case) -> Verdicts:
    """The payments of a win are those of its value, honba, sticks and liability; one item per win."""
    wins = case.wins
    logged = of_hands(case.events.results.deltas, wins.result)
    unjudged = ~case.usable[wins.hand] & (case.events.results.ten[wins.result, 1] != ABSENT)
    claimed = {item: _payments_claimed(case, item) for item in np.flatnonzero(unjudged).tolist()}
    # What comes to no such points by any rule is no payment that could be held against them.
    unjudged[[item for item, due in claimed.items() if not due]] = False
    passed = every_seat(logged == wins.deltas)
    for item in np.flatnonzero(unjudged).tolist():
        passed[item] = logged[item].tolist() in claimed[item]
    unjudged &= ~passed

    def detail(item: int) -> Detail:
        said = verdicts.detail(item)
        if not unjudged[item]:
            return said
        due = signed_points(claimed[item][-1])
        message = f"payments {said.claimed} are not those of the win that the log claims, {due}"
        return said._replace(computed=due, message=f"{message}: {logged_line(case, item)}")

    claims = WinClaims(
        "payments",
        passed,
        lambda item: signed_points(logged[item].tolist()),
        lambda item: signed_points(wins.deltas[item].tolist()),
        broken=("sc",),
        lost=~case.usable[wins.hand] & ~unjudged,
    )
    verdicts = per_value(case, claims)
    reasons = ura_unstated(case) | dict.fromkeys(wins.result[wins.unmeasured].tolist(), _UNMEASURED)
    return for_reasons(case, replace(verdicts, detail=detail), wins.result, reasons)


_BASE_STEP: Final = 50
"""Every split of a tsumo into rounded shares is that of some multiple of it."""
_SHARES: Final = np.array([1, 2, 3, 4, 6])
"""Base points are worth so many times as many, before they are rounded."""


def _payments_claimed(case: Case, item: int) -> list[list[int]]:
    """Payments of the points, the liable seat and the counters that a result states; none where none are so.

    A liable seat may answer for all of a win, or for one or two yakuman of it.
    """
    wins, results, hands = case.wins, case.events.results, case.events.hands
    hand, result = int(wins.hand[item]), int(wins.result[item])
    rules = case.rule_set(int(hands.game[hand]))
    points, liable = int(results.ten[result, 1]), int(results.pao_seat[result])
    if rules is None:
        return []
    honba, sticks = (
        int(play if stated == ABSENT else stated)
        for stated, play in (
            (results.honba[result], hands.honba[hand]),
            (results.kyotaku[result], case.facts.riichi_sticks[hand]),
        )
    )
    near = np.unique(points // _SHARES // _BASE_STEP * _BASE_STEP)
    tried = np.unique(np.concatenate([points // _SHARES, near, near + _BASE_STEP]))
    bases = tried[tried > 0]
    answered = [0] if liable == NO_SEAT else [YAKUMAN_BASE, 2 * YAKUMAN_BASE, None]
    found = []
    for part in answered:
        parts = bases if part is None else np.minimum(bases, part)
        bare = _payments(case, item, rules, bases, parts, honba=0, sticks=0)
        paid = _payments(case, item, rules, bases, parts, honba=honba, sticks=sticks)
        found += paid[bare[:, wins.winner[item]] == points].tolist()
    return found


def _payments(
    case: Case,
    item: int,
    rules: RuleSet,
    base: NDArray[np.int64],
    liable: NDArray[np.int64],
    *,
    honba: int,
    sticks: int,
) -> NDArray[np.int32]:
    """Shape (items, 4): what base points are paid with, of which a part is the liable seat's."""
    wins, count = case.wins, len(base)
    parts = np.zeros((count, len(LIABILITIES)), np.int32)
    parts[:, 0] = liable
    seat = case.events.results.pao_seat[wins.result[item]]
    table = WinTable(
        winner=np.full(count, wins.winner[item], np.uint8),
        loser=np.full(count, wins.loser[item], np.uint8),
        dealer=np.full(count, case.facts.dealer[wins.hand[item]], np.uint8),
        honba=np.full(count, honba, np.int32),
        kyotaku=np.full(count, sticks, np.int32),
        takes_pot=np.full(count, wins.takes_pot[item], np.bool_),
        pao_seat=np.full((count, len(LIABILITIES)), seat, np.uint8),
    )
    deltas = np.zeros((count, SEATS), np.int32)
    deltas[:, : rules.seats] = win_payments(base.astype(np.int32), parts, table, rules)
    return deltas


CHECKS: Final = (
    Check(
        "win-payment",
        "payments of a win",
        "The losers pay the value with honba; the first winner takes honba and sticks",
        TENHOU + ": 6,653 wins",
        winning_payment,
        SCORING | PAYMENT,
        Claim.DELTAS,
        of_amounts=True,
    ),
)
