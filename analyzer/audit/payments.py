"""The check of who pays whom for a win, and what a win pays by what the log claims of it.

The log may claim other points, seats, honba or sticks; only wins whose payments fail ask for that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.doubted_play import doubts_of
from analyzer.audit.doubted_winners import lacks_earlier_win
from analyzer.audit.due_starts import start_of_hands
from analyzer.audit.shown_tehai import may_be_another
from analyzer.audit.undecided import for_reasons, ura_unstated
from analyzer.audit.verdicts import PAYMENT, SCORING, TENHOU, Check, Detail, Verdicts
from analyzer.audit.win_items import WinClaims, in_doubt, per_value
from analyzer.audit.win_lines import logged_line
from analyzer.audit.win_value import claimed_value, points_named, value_named
from analyzer.audit.win_yaku import claims_yaku, is_no_win
from analyzer.formats.claims import Claim
from analyzer.replay.seats import every_seat, of_hands
from analyzer.rules import RuleSet
from analyzer.settlement.payments import LIABILITIES, WinTable, win_payments
from analyzer.settlement.points import YAKUMAN_BASE
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS, signed_points

__all__ = ["CHECKS"]


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
    claims = WinClaims(
        "payments",
        passed,
        lambda item: signed_points(logged[item].tolist()),
        lambda item: signed_points(wins.deltas[item].tolist()),
        lambda items: follows_claims(case, items) | _balances_first(case, items),
        broken=("sc",),
        lost=_lost(case, passed),
    )
    verdicts = per_value(case, claims)
    reasons = ura_unstated(case) | dict.fromkeys(wins.result[wins.unmeasured].tolist(), _UNMEASURED)
    return for_reasons(case, replace(verdicts, detail=detail), wins.result, reasons)


_UNMEASURED: Final = "no source says who pays, in a ron, for a yakuman beside the one with a liable seat"


def _lost(case: Case, passed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Shape (wins,): the payment is that of the claims of a hand that cannot be judged, or of no claim."""
    wins = case.wins
    unjudged = ~case.usable[wins.hand]
    lost: NDArray[np.bool_] = unjudged & (passed | (case.events.results.ten[wins.result, 1] == ABSENT))
    items = np.flatnonzero(unjudged & ~lost)
    if len(items):
        lost[items] = follows_claims(case, items)
    return lost


def _balances_first(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Second winners who get exactly what the first is short of: only the first is reported."""
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


_BASE_STEP = 50
"""Every split of a tsumo into rounded shares is that of some multiple of it."""

Deltas = NDArray[np.int32]


class _Seating(NamedTuple):
    """Who is paid by whom."""

    winner: int
    loser: int
    """Equals ``winner`` for a tsumo."""
    dealer: int
    liable: int


def follows_claims(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether the payments of wins are those of their claims, where these are reported as wrong.

    In a hand that cannot be judged, every claim of the log may be right.
    """
    follows = np.zeros(len(items), np.bool_)
    for place, item in enumerate(items.tolist()):
        rules = case.rule_set(int(case.events.hands.game[case.wins.hand[item]]))
        follows[place] = rules is None or _follows(case, item, rules)
    return follows


def payment_claimed(case: Case, item: int) -> list[int] | None:
    """Payments of the points that a result states, with honba and sticks; None where none come to them."""
    hand, result = int(case.wins.hand[item]), int(case.wins.result[item])
    rules = case.rule_set(int(case.events.hands.game[hand]))
    if rules is None:
        return None
    seating = _due_seating(case, item)._replace(liable=int(case.events.results.pao_seat[result]))
    honba, sticks = int(case.events.hands.honba[hand]), int(case.facts.riichi_sticks[hand])
    pot = bool(case.wins.takes_pot[item]) * _pot(rules, seating, honba, sticks)
    for base in _bases_of(int(case.events.results.ten[result, 1]), seating, rules):
        paid: list[int] = (_paid(base, seating, rules)[-1] + pot).tolist()
        return paid
    return None


def _due_seating(case: Case, item: int) -> _Seating:
    """Winner and loser as the log has them, dealer and liable seat as play has them."""
    wins = case.wins
    dealer = int(case.facts.dealer[wins.hand[item]])
    return _Seating(int(wins.winner[item]), int(wins.loser[item]), dealer, int(wins.pao_seat[item]))


def _follows(case: Case, item: int, rules: RuleSet) -> bool:
    paid = case.events.results.deltas[case.wins.result[item]]
    return any(
        (pots == paid - bare).all(axis=1).any()
        for seating, bares in _bare_payments(case, item, rules)
        for pots in [_pots(case, item, rules, seating)]
        for bare in bares
    )


def _bare_payments(case: Case, item: int, rules: RuleSet) -> Iterator[tuple[_Seating, list[Deltas]]]:
    """Seatings that may be meant, each with the payments without honba and sticks that go with it."""
    wins = case.wins
    hand, due = int(wins.hand[item]), _due_seating(case, item)
    points, bases = _claimed_points(case, item), _claimed_bases(case, item, rules)
    judged = bool(case.usable[hand] and wins.stands[item])
    if judged:
        takes = bool(wins.takes_pot[item])
        honba, sticks = int(case.events.hands.honba[hand]), int(case.facts.riichi_sticks[hand])
        yield due, [wins.deltas[item] - takes * _pot(rules, due, honba, sticks)]
    for seating in _seatings(case, item, due):
        worth = list(points)
        if judged and seating != due:
            worth.append(int(wins.scores.points[item]))
        found = [base for value in worth for base in _bases_of(value, seating, rules)]
        yield seating, [bare for base in [*bases, *found] for bare in _paid(base, seating, rules)]


def _claimed_points(case: Case, item: int) -> list[int]:
    """Points of ``ten``, where they are reported as wrong, or may be right beside other faults."""
    stated = int(case.events.results.ten[case.wins.result[item], 1])
    may_be = points_named(case)[item] or not case.usable[case.wins.hand[item]]
    doubted = in_doubt(case, np.array([item]))[0]
    no_win = is_no_win(case)[item] and value_named(case)[item]
    return [stated] if stated != ABSENT and (may_be or doubted or no_win) else []


def _claimed_bases(case: Case, item: int, rules: RuleSet) -> list[int]:
    """Base points of the listed yaku and fu, where these are reported as wrong and the points are wrong."""
    stated = int(case.events.results.ten[case.wins.result[item], 1])
    if stated == case.wins.scores.points[item] or not value_named(case)[item]:
        return []
    return [claimed_value(case, item, rules, has_yaku=bool(claims_yaku(case)[item])).base]


def _seatings(case: Case, item: int, due: _Seating) -> Iterator[_Seating]:
    """Combinations of the seats as logged and as played, where these differ; each difference is reported."""
    wins, hands = case.wins, case.events.hands
    hand = int(wins.hand[item])
    winners, losers = {due.winner}, {due.loser}
    doubted = doubts_of(case).winning_tile[hand, due.winner] or may_be_another(case)[item]
    if doubted or not case.usable[hand]:
        players = int(case.events.games.players[hands.game[hand]])
        winners |= set(range(players))
        losers |= {int(case.facts.last_seat[hand])} & set(range(players))
    kyokus = (int(hands.kyoku[hand]), int(start_of_hands(case).kyoku[hand]))
    dealers = {due.dealer, int(hands.dealer[hand]), *(kyoku % SEATS for kyoku in kyokus)}
    liable = {due.liable}
    if case.names("win-pao"):
        liable.add(int(case.events.results.pao_seat[wins.result[item]]))
    for winner, loser, dealer, pays in product(winners, losers, dealers, liable):
        # A tsumo is one of whoever is meant.
        source = winner if loser == due.winner == due.loser else loser
        yield _Seating(winner, source, dealer, pays)


def _bases_of(points: int, seating: _Seating, rules: RuleSet) -> list[int]:
    """Base points that are worth so many points to the winner; none where nothing comes to them."""
    shares = np.array([1, 2, 3, 4, 6])
    near = points // shares
    steps = np.arange(-1, 2) * _BASE_STEP
    rounded = (near // _BASE_STEP * _BASE_STEP)[:, None] + steps
    tried = np.unique(np.concatenate([near, rounded.ravel()]))
    tried = tried[tried > 0]
    paid = _payments(tried, np.zeros_like(tried), seating, rules)
    return sorted({int(base) for base in tried[paid[:, seating.winner] == points].tolist()})[:1]


def _paid(base: int, seating: _Seating, rules: RuleSet) -> list[Deltas]:
    """Payments of base points; a liable seat may answer for all of them, or for one or two yakuman."""
    parts = {0} if seating.liable == NO_SEAT else {base, YAKUMAN_BASE, 2 * YAKUMAN_BASE}
    liable = np.array(sorted(part for part in parts if part <= base))
    return list(_payments(np.full(len(liable), base), liable, seating, rules))


def _payments(
    base: NDArray[np.int64], liable: NDArray[np.int64], seating: _Seating, rules: RuleSet, *, honba: int = 0
) -> Deltas:
    """Shape (items, 4): score changes of base points of which a part is the liable seat's; no sticks."""
    count = len(base)
    parts = np.zeros((count, len(LIABILITIES)), np.int32)
    parts[:, 0] = liable
    table = WinTable(
        winner=np.full(count, seating.winner, np.uint8),
        loser=np.full(count, seating.loser, np.uint8),
        dealer=np.full(count, seating.dealer, np.uint8),
        honba=np.full(count, honba, np.int32),
        kyotaku=np.zeros(count, np.int32),
        takes_pot=np.ones(count, np.bool_),
        pao_seat=np.full((count, len(LIABILITIES)), seating.liable, np.uint8),
    )
    deltas = np.zeros((count, SEATS), np.int32)
    deltas[:, : rules.seats] = win_payments(base.astype(np.int32), parts, table, rules)
    return deltas


def _pot(rules: RuleSet, seating: _Seating, honba: int, sticks: int) -> Deltas:
    """Shape (4,): what honba and sticks add to the payments of a win."""
    # A liable seat pays the honba of whatever it answers for.
    one = np.ones(1, np.int64)
    pot: Deltas = _payments(one, one, seating, rules, honba=honba)[0] - _payments(one, one, seating, rules)[0]
    pot[seating.winner] += rules.riichi_stick * sticks
    return pot


def _pots(case: Case, item: int, rules: RuleSet, seating: _Seating) -> Deltas:
    """Shape (pots, 4): honba and sticks as INIT, ``ba``, play or the order of winners has them."""
    wins, results, hands = case.wins, case.events.results, case.events.hands
    hand, result = int(wins.hand[item]), int(wins.result[item])
    start = start_of_hands(case)
    stated = [int(results.honba[result]), int(results.kyotaku[result])]
    played = int(case.facts.riichi_sticks[hand])
    every_honba = {int(hands.honba[hand]), int(start.honba[hand]), stated[0]} - {ABSENT}
    earlier = int(start.kyotaku[hand] - hands.kyotaku[hand])
    shown = int(doubts_of(case).sticks[hand].sum())
    every_sticks = {played, played + shown, played + earlier, stated[1]} - {ABSENT}
    is_first = hands.result_offsets[hand] == result
    pairs = set(product(every_honba, every_sticks)) if wins.takes_pot[item] or is_first else set()
    if not wins.takes_pot[item]:
        # A second winner is paid no honba, whatever the log says, but sticks if ba gives him any.
        pairs |= {(0, 0), (0, max(stated[1], 0))}
    elif not is_first or lacks_earlier_win(case)[hand]:
        pairs.add((0, 0))
    return np.stack([_pot(rules, seating, honba, sticks) for honba, sticks in sorted(pairs)])


CHECKS: Final = (
    Check(
        "win-payment",
        "payments of a win",
        "The losers pay the value with honba; the first winner takes honba and sticks",
        TENHOU + ": 6,653 wins",
        winning_payment,
        SCORING | PAYMENT,
        Claim.DELTAS,
    ),
)
