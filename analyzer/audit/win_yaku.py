"""The check of yaku: those that a win lists, held against those that the hand has."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken
from analyzer.audit.case import Case, shared
from analyzer.audit.readings import compare_lists
from analyzer.audit.undecided import for_reasons, unknown_words
from analyzer.audit.verdicts import SCORING, TENHOU, Check, Detail, State, Verdicts
from analyzer.audit.win_items import WinClaims, per_value
from analyzer.audit.win_lines import claimed_yaku, computed_yaku, logged_yaku_text, played_yaku_text
from analyzer.formats.events import Oddity
from analyzer.kernels import kernel
from analyzer.settlement.yaku_names import Yaku
from analyzer.settlement.yaku_order import MUST_FOLLOW
from analyzer.vocabulary import ABSENT

__all__ = ["CHECKS", "claims_yaku", "is_no_win", "yaku_named", "yakuman_differ"]

_MUST_FOLLOW: Final = np.array(MUST_FOLLOW, np.int64)


@shared
def is_no_win(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the tiles are not complete, or have not the yaku that a win needs."""
    wins = case.wins
    alone = np.bincount(wins.hand, minlength=len(case.usable))[wins.hand] == 1
    no_win: NDArray[np.bool_] = (wins.scores.shape == 0) | (wins.scores.yaku_han < wins.least_yaku)
    no_win |= wins.short_wait | (alone & ~wins.stands)
    return no_win


def _no_win_text(case: Case, item: int) -> str:
    wins = case.wins
    if not wins.short_wait[item]:
        return "no win"
    return f"no win (open, with a wait that gives fewer than {wins.least_yaku[item]} han of yaku)"


@shared
def _yaku_differ(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): yaku or yakuman of the log are not those computed, in any order, or it is no win.

    Yaku in words that are not known, or not stated, differ from none.
    """
    wins, results = case.wins, case.events.results
    differ = yakuman_differ(case).copy()
    compare_lists(results.yaku, wins.result, wins.scores.yaku, differ)
    return (differ & claims_yaku(case) & ~_differ_by_no_ura(case, differ)) | is_no_win(case)


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


@shared
def yakuman_differ(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the yakuman of the log are not those computed."""
    wins, results = case.wins, case.events.results
    differ = np.zeros(len(wins.hand), np.bool_)
    compare_lists(results.yakuman[:, :, None], wins.result, wins.scores.yakuman[:, :, None], differ)
    return differ


@shared
def claims_yaku(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the log lists yaku or yakuman that can be read, be they none."""
    broken = has_broken(case.events, "yaku") | has_broken(case.events, "yakuman")
    unread = np.isin(case.wins.result, list(_yaku_unread(case)))
    claims: NDArray[np.bool_] = ~(broken[case.wins.result] | unread | _yaku_unstated(case))
    return claims


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


def winning_yaku(case: Case) -> Verdicts:
    """Yaku, their han and dora are those the hand has; one item per win."""
    wins = case.wins
    no_win = is_no_win(case)

    claims = WinClaims(
        "yaku",
        ~_yaku_differ(case),
        lambda item: logged_yaku_text(case, item),
        lambda item: _no_win_text(case, item) if no_win[item] else played_yaku_text(case, item),
        broken=("yaku", "yakuman"),
        absent=_yaku_unstated(case) & ~no_win,
    )
    judged = for_reasons(case, per_value(case, claims), wins.result, _yaku_unread(case))
    return _with_misplaced(case, judged)


def _with_misplaced(case: Case, verdicts: Verdicts) -> Verdicts:
    """The verdicts on wins, of which those fail too whose yaku are right but stand in the wrong order."""
    misplaced = _misplaced(case) & (verdicts.state == State.PASSED)
    if not misplaced.any():
        return verdicts

    def detail(item: int) -> Detail:
        said = verdicts.detail(item)
        if not misplaced[item]:
            return said
        message = f"yaku in the order {said.claimed}, Tenhou writes {said.computed}"
        return said._replace(message=message)

    state = np.where(misplaced, np.uint8(State.FAILED), verdicts.state)
    return replace(verdicts, state=state, detail=detail)


def _misplaced(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): some yaku stands behind one that must follow it; the order of JSON is its own."""
    wins, results = case.wins, case.events.results
    misplaced = np.zeros(len(wins.hand), np.bool_)
    mark_misplaced(results.yaku, wins.result, _MUST_FOLLOW, misplaced)
    return misplaced & ~case.from_json[case.events.hands.game[wins.hand]]


@kernel
def mark_misplaced(
    logged: NDArray[np.int32],
    result: NDArray[np.int64],
    must_follow: NDArray[np.int64],
    misplaced: NDArray[np.bool_],
) -> None:
    """Write which wins list a yaku behind one that must follow it.

    Args:
        logged: Shape (results, places, 2): ids and han, padded with ABSENT.
        result: Shape (wins,): row of ``logged``.
        must_follow: By id, a mask of the ids that stand behind it.
        misplaced: Shape (wins,), written.
    """
    for row in range(len(result)):
        stated = logged[result[row]]
        seen = 0
        for place in range(len(stated)):
            yaku = int(stated[place, 0])
            if yaku == ABSENT:
                break
            if yaku < len(must_follow) and must_follow[yaku] & seen != 0:
                misplaced[row] = True
            seen |= 1 << yaku


def yaku_named(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the log lists other yaku than the hand has, and the check of yaku runs to say so."""
    return _yaku_differ(case) & claims_yaku(case) & case.names("win-yaku")


CHECKS: Final = (
    Check(
        "win-yaku",
        "yaku of a win",
        "A win lists the yaku of its best decomposition, with dora, in Tenhou's order, and needs one",
        'Riichi wiki, "Yaku"; ' + TENHOU,
        winning_yaku,
        SCORING,
    ),
)
