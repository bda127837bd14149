"""Checks of what every win is worth: fu, points and the liable seat; and its value by the log's claims."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.undecided import for_reasons, unknown_words
from analyzer.audit.verdicts import PAYMENT, SCORING, TENHOU, Check, Verdicts
from analyzer.audit.win_items import WinClaims, per_value, per_win
from analyzer.audit.win_lines import (
    points_and_limit,
)
from analyzer.formats.claims import Claim
from analyzer.formats.events import Oddity
from analyzer.replay.seats import of_hands
from analyzer.settlement.points import (
    MANGAN,
    MANGAN_BASE,
    NO_LIMIT,
)
from analyzer.vocabulary import ABSENT, NO_SEAT

__all__ = ["CHECKS"]


@shared
def _fu_differs(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): fu of the log are not those computed; JSON states none for a hand of a limit."""
    logged = case.events.results.ten[:, 0][case.wins.result]
    differs: NDArray[np.bool_] = (logged != ABSENT) & (logged != case.wins.scores.fu)
    return differs


def winning_fu(case: Case) -> Verdicts:
    """The fu are those of the best decomposition of the hand; one item per win."""
    fu = case.wins.scores.fu
    logged = case.events.results.ten[:, 0][case.wins.result]

    claims = WinClaims(
        "fu",
        ~_fu_differs(case),
        lambda item: str(logged[item]),
        lambda item: str(fu[item]),
        broken=("ten",),
        absent=logged == ABSENT,
    )
    return per_value(case, claims)


@shared
def _points_differ(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): points or limit of the log are not those computed, as far as it states them.

    JSON may leave out either; without the name of a limit it does not say that there is none, and it calls
    kiriage mangan a mangan, for which an mjlog states no limit (2 of 2 on chip tables).
    """
    wins = case.wins
    ten, scores = of_hands(case.events.results.ten, wins.result), wins.scores
    raised = (scores.limit == NO_LIMIT) & (scores.base == MANGAN_BASE) & (ten[:, 2] == MANGAN)
    as_written = (ten[:, 2] == NO_LIMIT) | raised
    as_written &= case.from_json[case.events.hands.game[wins.hand]]
    differ: NDArray[np.bool_] = (ten[:, 1] != ABSENT) & (ten[:, 1] != scores.points)
    differ |= (ten[:, 2] != ABSENT) & (ten[:, 2] != scores.limit) & ~as_written
    return differ


def winning_points(case: Case) -> Verdicts:
    """Points and limit are those of han and fu; one item per win."""
    ten = of_hands(case.events.results.ten, case.wins.result)
    scores = case.wins.scores
    reasons = unknown_words(case, Oddity.UNKNOWN_WORTH, "fu and points")
    unstated = (ten[:, 1] == ABSENT) & (ten[:, 2] == NO_LIMIT) & ~np.isin(case.wins.result, list(reasons))
    claims = WinClaims(
        "points",
        ~_points_differ(case),
        lambda item: points_and_limit(int(ten[item, 1]), int(ten[item, 2])),
        lambda item: points_and_limit(int(scores.points[item]), int(scores.limit[item])),
        broken=("ten",),
        absent=unstated,
    )
    return for_reasons(case, per_value(case, claims), case.wins.result, reasons)


def winning_pao(case: Case) -> Verdicts:
    """The liable seat of a yakuman is the one that gave its last set; one item per win."""
    wins = case.wins
    logged = case.events.results.pao_seat[wins.result]

    def text(seat: int) -> str:
        return "nobody" if seat == NO_SEAT else f"seat {seat}"

    claims = WinClaims(
        "as liable (paoWho)",
        logged == wins.pao_seat,
        lambda item: text(int(logged[item])),
        lambda item: text(int(wins.pao_seat[item])),
        broken=("paoWho",),
    )
    return per_win(case, claims)


CHECKS: Final = (
    Check(
        "win-fu",
        "fu of a win",
        "Fu count form, wait and sets of the best decomposition, and are rounded up to tens",
        'Riichi wiki, "Fu"; ' + TENHOU,
        winning_fu,
        SCORING,
    ),
    Check(
        "win-points",
        "points of a win",
        "Points are fu times two to the power of han and two, rounded up, or those of the limit",
        'Riichi wiki, "Scoring"; ' + TENHOU,
        winning_points,
        SCORING,
        of_amounts=True,
    ),
    Check(
        "win-pao",
        "liable seat",
        "The seat that gave the call which made daisangen or daisuushii certain is liable",
        "Tenhou's rule page, in a wiki's translation",
        winning_pao,
        PAYMENT,
        Claim.PAO,
    ),
)
