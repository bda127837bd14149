"""Checks of what every win is worth: yaku, fu, points, and the liable seat."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.against_wall import compared_indicators
from analyzer.audit.case import Case, shared
from analyzer.audit.doubts import doubts_of
from analyzer.audit.unknown_words import for_reasons, unknown_words
from analyzer.audit.verdicts import Verdicts
from analyzer.audit.win_lines import (
    claimed_yaku,
    computed_yaku,
    logged_yaku_text,
    played_yaku_text,
    points_and_limit,
)
from analyzer.audit.wins import in_doubt, per_value, per_win, ura_count_differs
from analyzer.kernels import kernel
from analyzer.mjlog.events import Oddity
from analyzer.replay.seats import of_hands
from analyzer.settlement.points import MANGAN, MANGAN_BASE, NO_LIMIT
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


@shared
def _yaku_unstated(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the log states no yaku, as JSON may."""
    results, rows = case.events.results, case.wins.result
    lists_none = (results.yaku[rows, 0, 0] == ABSENT) & (results.yakuman[rows, 0] == ABSENT)
    unstated: NDArray[np.bool_] = lists_none & case.from_json[case.events.hands.game[case.wins.hand]]
    return unstated & ~np.isin(rows, list(_yaku_unread(case)))


@shared
def _yaku_unread(case: Case) -> dict[int, str]:
    """Words for yaku that are not known, by row of ``results``; tiles that make no hand have no yaku."""
    shapeless = set(case.wins.result[case.wins.scores.shape == 0].tolist())
    words = unknown_words(case, Oddity.UNKNOWN_YAKU, "a yaku")
    return {row: reason for row, reason in words.items() if row not in shapeless}


@shared
def _yaku_differ(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): yaku or yakuman of the log are not those computed, or it is no win.

    Their order does not matter: some places in Tenhou's order rest on no real hand.  Yaku in words that are
    not known, or not stated, differ from none.
    """
    wins, results = case.wins, case.events.results
    differ = np.zeros(len(wins.hand), np.bool_)
    compare_lists(results.yaku, wins.result, wins.scores.yaku, differ)
    compare_lists(results.yakuman[:, :, None], wins.result, wins.scores.yakuman[:, :, None], differ)
    unread = np.isin(wins.result, list(_yaku_unread(case))) | _yaku_unstated(case)
    return (differ & ~unread & ~_differ_by_no_ura(case, differ)) | _is_no_win(case)


def _differ_by_no_ura(case: Case, differ: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Shape (wins,): of those that differ, the ones that do by an ura of 0 han, where there are no ura.

    No log shows whether a lobby without ura lists them.
    """
    wins = case.wins
    no_ura = case.of_rules(lambda rules: not (rules.ura_dora or rules.kan_ura))
    found = np.zeros(len(differ), np.bool_)
    rows = np.flatnonzero(differ & (no_ura[case.events.hands.game[wins.hand]] != 0))
    for row in rows.tolist():
        claimed, computed = (
            sorted(pair for pair in pairs if pair != (Yaku.URA_DORA, 0))
            for pairs in (claimed_yaku(case, row), computed_yaku(case, row))
        )
        found[row] = claimed == computed and not wins.scores.yakuman_count[row]
    return found


@kernel
def is_due(logged: NDArray[np.int32], at: int, due: NDArray[np.uint8], place: int) -> bool:
    """Whether an entry of a list of the log is the one at a place of the list due, ABSENT beyond its end."""
    beyond = place >= len(due) or due[place, 0] == NO_YAKU
    for number in range(logged.shape[1]):
        if beyond:
            if logged[at, number] != ABSENT:
                return False
        elif logged[at, number] != due[place, number]:
            return False
    return True


@kernel
def is_as_often(logged: NDArray[np.int32], at: int, due: NDArray[np.uint8]) -> bool:
    """Whether an entry of a list of the log is as often in the list due, padded to the same length."""
    surplus = 0
    for place in range(len(logged)):
        is_same = True
        for number in range(logged.shape[1]):
            is_same = is_same and logged[place, number] == logged[at, number]
        if is_same:
            surplus += 1
        if is_due(logged, at, due, place):
            surplus -= 1
    return surplus == 0


@kernel
def compare_lists(
    logged: NDArray[np.int32], result: NDArray[np.int64], due: NDArray[np.uint8], differ: NDArray[np.bool_]
) -> None:
    """Write where the entries of two lists are not the same, in any order.

    Args:
        logged: Shape (results, places, numbers): lists padded with ABSENT.
        result: Shape (wins,): row of ``logged``.
        due: Shape (wins, places, numbers): lists padded with NO_YAKU in the first number.
        differ: Shape (wins,), written.
    """
    for row in range(len(result)):
        stated = logged[result[row]]
        for at in range(len(stated)):
            # Entries in the same place cannot tell: of the others each must be as often in both.
            if not is_due(stated, at, due[row], at):
                if not is_as_often(stated, at, due[row]):
                    differ[row] = True
            elif stated[at, 0] == ABSENT:
                break


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

    verdicts = per_value(
        case,
        ~_yaku_differ(case),
        lambda item: logged_yaku_text(case, item),
        lambda item: played_yaku_text(case, item) if not no_win[item] else "no win",
        "yaku",
        explained,
        absent=_yaku_unstated(case) & ~no_win,
    )
    return for_reasons(case, verdicts, wins.result, _yaku_unread(case))


def _named_before(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Wins whose yaku are wrong, or that are in doubt."""
    return _yaku_differ(case)[items] | in_doubt(case, items)


def _fu_differs(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): fu of the log are not those computed; JSON states none for a hand of a limit."""
    logged = case.events.results.ten[:, 0][case.wins.result]
    differs: NDArray[np.bool_] = (logged != ABSENT) & (logged != case.wins.scores.fu)
    return differs


def winning_fu(case: Case) -> Verdicts:
    """The fu are those of the best reading of the hand; one item per win."""
    fu = case.wins.scores.fu
    logged = case.events.results.ten[:, 0][case.wins.result]
    return per_value(
        case,
        ~_fu_differs(case),
        lambda item: str(logged[item]),
        lambda item: str(fu[item]),
        "fu",
        lambda items: _named_before(case, items),
        absent=logged == ABSENT,
    )


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
    differs: NDArray[np.bool_] = (ten[:, 1] != ABSENT) & (ten[:, 1] != scores.points)
    differs |= (ten[:, 2] != scores.limit) & ~as_written
    return differs


@shared
def _value_differs(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): fu, points or limit of the log are not those computed."""
    differs: NDArray[np.bool_] = _fu_differs(case) | _points_differ(case)
    return differs


def winning_points(case: Case) -> Verdicts:
    """Points and limit are those of han and fu; one item per win."""
    ten = of_hands(case.events.results.ten, case.wins.result)
    scores = case.wins.scores
    reasons = unknown_words(case, Oddity.UNKNOWN_WORTH, "fu and points")
    unstated = (ten[:, 1] == ABSENT) & (ten[:, 2] == NO_LIMIT) & ~np.isin(case.wins.result, list(reasons))
    verdicts = per_value(
        case,
        ~_points_differ(case),
        lambda item: points_and_limit(int(ten[item, 1]), int(ten[item, 2])),
        lambda item: points_and_limit(int(scores.points[item]), int(scores.limit[item])),
        "points",
        lambda items: _fu_differs(case)[items] | _named_before(case, items),
        absent=unstated,
    )
    return for_reasons(case, verdicts, case.wins.result, reasons)


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
