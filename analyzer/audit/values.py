"""Checks of what every win is worth: yaku, fu, points, and the liable seat."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.against_wall import compared_indicators
from analyzer.audit.case import Case
from analyzer.audit.doubts import doubts_of
from analyzer.audit.verdicts import Verdicts
from analyzer.audit.wins import in_doubt, per_win, ura_count_differs
from analyzer.settlement.win_text import decomposition_text, fu_text, yaku_text, yakuman_text
from analyzer.settlement.yaku_names import NO_YAKU, Yaku
from analyzer.vocabulary import ABSENT, NO_SEAT

__all__ = ["value_named", "winning_fu", "winning_pao", "winning_points", "winning_yaku"]

_LIMITS = ("no limit", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")


def _is_no_win(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the tiles are not complete, or have not the yaku that a win needs."""
    wins = case.wins
    alone = np.bincount(wins.hand, minlength=len(case.usable))[wins.hand] == 1
    no_win: NDArray[np.bool_] = (wins.scores.shape == 0) | (wins.scores.yaku_han < wins.least_yaku)
    no_win |= alone & ~wins.stands
    return no_win


def _yaku_differ(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): yaku or yakuman of the log are not those computed, or it is no win."""
    wins, results = case.wins, case.events.results
    places = wins.scores.yaku.shape[1]
    logged = results.yaku[wins.result]
    due = np.full(logged.shape, ABSENT, np.int32)
    width = min(places, logged.shape[1])
    there = wins.scores.yaku[:, :width, 0] != NO_YAKU
    due[:, :width][there] = wins.scores.yaku[:, :width][there]
    yakuman = results.yakuman[wins.result]
    yakuman_due = np.where(wins.scores.yakuman == NO_YAKU, ABSENT, wins.scores.yakuman.astype(np.int32))
    differ: NDArray[np.bool_] = (logged != due).any(axis=(1, 2)) | (yakuman != yakuman_due).any(axis=1)
    return differ | _is_no_win(case)


def _claimed_yaku(case: Case, item: int) -> list[tuple[int, int]]:
    rows = case.events.results.yaku[case.wins.result[item]].tolist()
    return [(number, han) for number, han in rows if number != ABSENT]


def _computed_yaku(case: Case, item: int) -> list[tuple[int, int]]:
    return [(number, han) for number, han in case.wins.scores.yaku[item].tolist() if number != NO_YAKU]


def _same_but_for(case: Case, item: int, dora: tuple[Yaku, ...]) -> bool:
    """Whether the yaku of a win are right but for some kinds of dora."""
    claimed, computed = (
        [(number, han) for number, han in yaku if number not in dora]
        for yaku in (_claimed_yaku(case, item), _computed_yaku(case, item))
    )
    return claimed == computed


def winning_yaku(case: Case) -> Verdicts:
    """Yaku, their han and dora are those the hand has; one item per win."""
    wins, results = case.wins, case.events.results

    def claimed(item: int) -> str:
        yakuman = [number for number in results.yakuman[wins.result[item]].tolist() if number != ABSENT]
        return yakuman_text(yakuman) if yakuman else yaku_text(_claimed_yaku(case, item))

    def computed(item: int) -> str:
        yakuman = [number for number in wins.scores.yakuman[item].tolist() if number != NO_YAKU]
        names = yakuman_text(yakuman) if yakuman else yaku_text(_computed_yaku(case, item))
        return f"{names} ({decomposition_text(wins.scores, item)})"

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

    return per_win(case, ~_yaku_differ(case), claimed, computed, "yaku", explained)


def winning_fu(case: Case) -> Verdicts:
    """The fu are those of the best reading of the hand; one item per win."""
    wins = case.wins
    logged = case.events.results.ten[wins.result, 0]

    def computed(item: int) -> str:
        return f"{wins.scores.fu[item]} ({fu_text(wins.scores, item)})"

    return per_win(
        case,
        logged == wins.scores.fu,
        lambda item: str(logged[item]),
        computed,
        "fu",
        lambda items: _yaku_differ(case)[items],
    )


def _value_differs(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): fu, points or limit of the log are not those computed."""
    wins = case.wins
    ten = case.events.results.ten[wins.result]
    scores = wins.scores
    differs: NDArray[np.bool_] = (
        (ten[:, 0] != scores.fu) | (ten[:, 1] != scores.points) | (ten[:, 2] != scores.limit)
    )
    return differs


def winning_points(case: Case) -> Verdicts:
    """Points and limit are those of han and fu; one item per win."""
    wins = case.wins
    ten = case.events.results.ten[wins.result]
    scores = wins.scores

    def text(points: int, limit: int) -> str:
        return f"{points} ({_LIMITS[limit] if 0 <= limit < len(_LIMITS) else limit})"

    def computed(item: int) -> str:
        value = text(int(scores.points[item]), int(scores.limit[item]))
        return f"{value}: {scores.han[item]} han {scores.fu[item]} fu"

    passed = (ten[:, 1] == scores.points) & (ten[:, 2] == scores.limit)
    return per_win(
        case,
        passed,
        lambda item: text(int(ten[item, 1]), int(ten[item, 2])),
        computed,
        "points",
        lambda items: (_yaku_differ(case) | (ten[:, 0] != scores.fu))[items],
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
        lambda items: _yaku_differ(case)[items],
    )


def value_named(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): yaku, fu, points, limit or the liable seat are wrong, and named so."""
    wins = case.wins
    liable: NDArray[np.bool_] = case.events.results.pao_seat[wins.result] != wins.pao_seat
    return _yaku_differ(case) | _value_differs(case) | liable
