"""The check of who pays whom at a draw."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.draws import LoggedDraws, draws_of
from analyzer.audit.texts import kind_text, seats_text
from analyzer.audit.verdicts import (
    RYUUKYOKU,
    Check,
    Detail,
    Verdicts,
    per_hand,
)
from analyzer.formats.claims import Claim
from analyzer.formats.events import UNKNOWN_DRAW_KIND
from analyzer.replay.seats import every_seat, of_hands
from analyzer.rules import Area, RuleSet
from analyzer.settlement.ryuukyoku import nagashi_payment, noten_penalty
from analyzer.vocabulary import NO_TILE, DrawKind, signed_points

__all__ = ["CHECKS"]

_PAYMENTS: Final = frozenset({Area.TENPAI, Area.NOTEN_PENALTY, Area.NAGASHI, Area.CHOMBO})


def draw_payment(case: Case) -> Verdicts:
    """The payments at a draw are those of the rule set; one item per ryuukyoku.

    Where the hand cannot be judged, they are held against the kind and the seats that the log has.
    """
    draws = draws_of(case)
    results = case.events.results
    claimed = of_hands(results.deltas, draws.result)
    computed = of_hands(case.draws.deltas, draws.hand)

    def detail(item: int) -> Detail:
        paid, due = signed_points(claimed[item].tolist()), signed_points(computed[item].tolist())
        hand, element = int(draws.hand[item]), int(results.element[draws.result[item]])
        if draws.lost[item]:
            kind = kind_text(int(draws.claimed[item]))
            message = f"log pays {paid}, which is no payment of {kind} with the seats that it shows"
            return Detail(paid, None, message, element)
        tenpai = seats_text(case.draws.tenpai[hand])
        kind = kind_text(int(draws.computed[item]))
        message = f"log pays {paid}, {case.rule_name(hand)} pays {due} ({kind}, tenpai: {tenpai})"
        return Detail(paid, due, message, element)

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        return _follow_claims(case, draws, items)

    passed = every_seat(claimed == computed)
    # What a kind of draw pays that nobody knows cannot be told.
    lost = (draws.claimed == UNKNOWN_DRAW_KIND) | (draws.lost & passed)
    unjudged = np.flatnonzero(draws.lost & ~lost)
    if len(unjudged):
        lost[unjudged] = explained(unjudged) | case.unshown()[draws.hand[unjudged]]
    unscored = ~case.scored[draws.result]
    return per_hand(case, draws.hand, passed, detail, lost=lost, explained=explained, follows=unscored)


def _follow_claims(case: Case, draws: LoggedDraws, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Of draws: the payments are those of the kind or the seats that the log has, which are named wrong."""
    follow = np.zeros(len(items), np.bool_)
    for place, item in enumerate(items.tolist()):
        rules = case.rule_set(int(case.events.hands.game[draws.hand[item]]))
        if rules is None:
            follow[place] = True
            continue
        paid, empty = np.split(case.events.results.deltas[draws.result[item]], [rules.seats])
        follow[place] = not empty.any() and any(
            (paid == due).all() for due in _claimed_payments(case, draws, item, rules)
        )
    return follow


def _claimed_payments(
    case: Case, draws: LoggedDraws, item: int, rules: RuleSet
) -> Iterator[NDArray[np.int32]]:
    """Payments of the kind of draw that the log names and of the seats it shows, where one of them is wrong.

    Both are named themselves, and the payments may follow; each of shape (seats,).
    """
    hand, kind = int(draws.hand[item]), int(draws.claimed[item])
    kind_is_right = kind == draws.computed[item] and not draws.lost[item]
    shown = case.events.results.shown[draws.result[item], : rules.seats, 0] != NO_TILE
    if kind == DrawKind.EXHAUSTIVE:
        if not case.unshown()[hand]:
            yield noten_penalty(shown[None], rules)[0]
        if not kind_is_right:
            yield noten_penalty(case.draws.tenpai[None, hand, : rules.seats], rules)[0]
    elif kind_is_right:
        return
    elif kind == DrawKind.NAGASHI_MANGAN:
        for made in product((False, True), repeat=rules.seats):
            if any(made) and not all(made):
                yield nagashi_payment(np.array([made]), case.facts.dealer[hand : hand + 1], rules)[0]
    else:
        yield np.zeros(rules.seats, np.int32)


CHECKS: Final = (
    Check(
        "draw-payment",
        "payments at a draw",
        "Noten seats pay the tenpai seats; nagashi mangan replaces it; an abortive draw pays nothing",
        RYUUKYOKU,
        draw_payment,
        _PAYMENTS,
        Claim.DELTAS,
    ),
)
