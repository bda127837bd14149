"""The check of who pays whom at a draw."""

from __future__ import annotations

from typing import Final

from analyzer.audit.case import Case
from analyzer.audit.draws import draws_of
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
from analyzer.rules import Area
from analyzer.vocabulary import signed_points

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
        tenpai = seats_text(case.draws.tenpai[hand])
        kind = kind_text(int(draws.computed[item]))
        message = f"log pays {paid}, {case.rule_name(hand)} pays {due} ({kind}, tenpai: {tenpai})"
        return Detail(paid, due, message, element)

    passed = every_seat(claimed == computed)
    # What a kind of draw pays that nobody knows cannot be told.
    lost = (draws.claimed == UNKNOWN_DRAW_KIND) | draws.lost
    unscored = ~case.scored[draws.result]
    return per_hand(case, draws.hand, passed, detail, lost=lost, unread=unscored)


CHECKS: Final = (
    Check(
        "draw-payment",
        "payments at a draw",
        "Noten seats pay the tenpai seats; nagashi mangan replaces it; an abortive draw pays nothing",
        RYUUKYOKU,
        draw_payment,
        _PAYMENTS,
        Claim.DELTAS,
        of_amounts=True,
    ),
)
