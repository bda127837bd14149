"""Checks of what every win is worth: yaku, fu, points, and the liable seat."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.against_wall import compared_indicators
from analyzer.audit.case import Case, shared
from analyzer.audit.doubts import doubts_of
from analyzer.audit.verdicts import Verdicts
from analyzer.audit.win_lines import (
    claimed_yaku,
    computed_yaku,
    logged_yaku_text,
    played_yaku_text,
    points_and_limit,
)
from analyzer.audit.wins import in_doubt, per_value, per_win, ura_count_differs
from analyzer.settlement.yaku_names import NO_YAKU, Yaku
from analyzer.vocabulary import ABSENT, NO_SEAT

__all__ = ["value_named", "winning_fu", "winning_pao", "winning_points", "winning_yaku"]


@shared
def _is_no_win(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the tiles are not complete, or have not the yaku that a win needs."""
    wins = case.wins
    alone = np.bincount(wins.hand, minlength=len(case.usable))[wins.hand] == 1
    no_win: NDArray[np.bool_] = (wins.scores.shape == 0) | (wins.scores.yaku_han < wins.least_yaku)
    no_win |= alone & ~wins.stands
    return no_win


_PAIR: Final = 2**31
"""Makes one number of an id and its han, each within int32."""


@shared
def _yaku_differ(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): yaku or yakuman of the log are not those computed, or it is no win.

    Their order does not matter: some places in Tenhou's order rest on no real hand.
    """
    wins, results = case.wins, case.events.results
    logged, due = results.yaku[wins.result], _yaku_due(case)
    other = np.flatnonzero((logged != due).any(axis=(1, 2)))
    pairs = [
        np.sort(yaku[other, :, 0].astype(np.int64) * _PAIR + yaku[other, :, 1], axis=1)
        for yaku in (logged, due)
    ]
    differ = np.zeros(len(wins.hand), np.bool_)
    differ[other] = (pairs[0] != pairs[1]).any(axis=1)
    units = results.yakuman[wins.result]
    units_due = np.where(wins.scores.yakuman == NO_YAKU, ABSENT, wins.scores.yakuman.astype(np.int32))
    other = np.flatnonzero((units != units_due).any(axis=1))
    differ[other] |= (np.sort(units[other], axis=1) != np.sort(units_due[other], axis=1)).any(axis=1)
    return differ | _is_no_win(case)


def _yaku_due(case: Case) -> NDArray[np.int32]:
    """Ids and han of the best readings, as wide as the lists of the log; ABSENT where fewer."""
    wins = case.wins
    places = wins.scores.yaku.shape[1]
    logged = case.events.results.yaku[wins.result]
    due = np.full(logged.shape, ABSENT, np.int32)
    width = min(places, logged.shape[1])
    there = wins.scores.yaku[:, :width, 0] != NO_YAKU
    due[:, :width][there] = wins.scores.yaku[:, :width][there]
    return due


def _same_but_for(case: Case, item: int, dora: tuple[Yaku, ...]) -> bool:
    """Whether the yaku of a win are right but for some kinds of dora."""
    claimed, computed = (
        [(number, han) for number, han in yaku if number not in dora]
        for yaku in (claimed_yaku(case, item), computed_yaku(case, item))
    )
    return claimed == computed


def winning_yaku(case: Case) -> Verdicts:
    """Yaku, their han and dora are those the hand has; one item per win."""
    wins = case.wins
    no_win = _is_no_win(case)

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        doubts = doubts_of(case)
        hand = wins.hand[items]
        named = in_doubt(case, items) | doubts.riichi[hand, wins.winner[items]]
        by_indicators = doubts.indicators[hand]
        by_ura = ura_count_differs(case)[items] | compared_indicators(case).has_wrong_ura()[hand]
        for place, item in enumerate(items.tolist()):
            dora = (Yaku.DORA, Yaku.URA_DORA) if by_indicators[place] else (Yaku.URA_DORA,)
            if by_indicators[place] or by_ura[place]:
                named[place] |= _same_but_for(case, item, dora)
        return named

    return per_value(
        case,
        ~_yaku_differ(case),
        lambda item: logged_yaku_text(case, item),
        lambda item: played_yaku_text(case, item) if not no_win[item] else "no win",
        "yaku",
        explained,
    )


def _named_before(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Wins whose yaku are wrong, or that are in doubt."""
    return _yaku_differ(case)[items] | in_doubt(case, items)


def _fu_differs(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): fu of the log are not those computed; JSON states none for a hand of a limit."""
    logged = case.events.results.ten[case.wins.result, 0]
    differs: NDArray[np.bool_] = (logged != ABSENT) & (logged != case.wins.scores.fu)
    return differs


def winning_fu(case: Case) -> Verdicts:
    """The fu are those of the best reading of the hand; one item per win."""
    fu = case.wins.scores.fu
    logged = case.events.results.ten[case.wins.result, 0]
    return per_value(
        case,
        ~_fu_differs(case),
        lambda item: str(logged[item]),
        lambda item: str(fu[item]),
        "fu",
        lambda items: _named_before(case, items),
        lost=logged == ABSENT,
    )


@shared
def _value_differs(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): fu, points or limit of the log are not those computed."""
    wins = case.wins
    ten = case.events.results.ten[wins.result]
    scores = wins.scores
    differs: NDArray[np.bool_] = (
        _fu_differs(case) | (ten[:, 1] != scores.points) | (ten[:, 2] != scores.limit)
    )
    return differs


def winning_points(case: Case) -> Verdicts:
    """Points and limit are those of han and fu; one item per win."""
    ten = case.events.results.ten[case.wins.result]
    scores = case.wins.scores
    return per_value(
        case,
        (ten[:, 1] == scores.points) & (ten[:, 2] == scores.limit),
        lambda item: points_and_limit(int(ten[item, 1]), int(ten[item, 2])),
        lambda item: points_and_limit(int(scores.points[item]), int(scores.limit[item])),
        "points",
        lambda items: _fu_differs(case)[items] | _named_before(case, items),
    )


def winning_pao(case: Case) -> Verdicts:
    """The liable seat of a yakuman is the one that gave its last set; one item per win."""
    wins = case.wins
    logged = case.events.results.pao_seat[wins.result]

    def text(seat: int) -> str:
        return "nobody" if seat == NO_SEAT else f"seat {seat}"

    return per_win(
        case,
        logged == wins.pao_seat,
        lambda item: text(int(logged[item])),
        lambda item: text(int(wins.pao_seat[item])),
        "as liable (paoWho)",
        lambda items: _named_before(case, items),
    )


def value_named(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): yaku, fu, points, limit or the liable seat are wrong, and named so."""
    wins = case.wins
    liable: NDArray[np.bool_] = case.events.results.pao_seat[wins.result] != wins.pao_seat
    return _yaku_differ(case) | _value_differs(case) | liable
