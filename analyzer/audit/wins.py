"""What every win is worth: the check of its yaku, and what its points and payments are held against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken
from analyzer.audit.case import Case, shared
from analyzer.audit.readings import compare_lists
from analyzer.audit.texts import (
    claimed_yaku,
    computed_yaku,
    logged_line,
    logged_yaku_text,
    played_line,
    played_yaku_text,
)
from analyzer.audit.undecided import earlier_deals_matter, for_reasons, unknown_words, ura_unstated
from analyzer.audit.verdicts import SCORING, TENHOU, Check, Detail, State, Verdicts, per_hand
from analyzer.formats.events import Oddity
from analyzer.kernels import kernel
from analyzer.replay.seats import of_hands
from analyzer.rules import RuleSet
from analyzer.settlement.points import MANGAN, MANGAN_BASE, NO_LIMIT, YAKUMAN_BASE
from analyzer.settlement.win_payments import LIABILITIES, WinTable, win_payments
from analyzer.settlement.yaku_names import Yaku
from analyzer.settlement.yaku_order import MUST_FOLLOW
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS

__all__ = [
    "CHECKS",
    "Due",
    "WinClaims",
    "claims_yaku",
    "hidden_honba",
    "mark_misplaced",
    "payment_due",
    "payment_reasons",
    "per_win",
    "points_differ",
]

_MUST_FOLLOW: Final = np.array(MUST_FOLLOW, np.int64)


@dataclass(frozen=True, slots=True)
class WinClaims:
    """What a log claims about its wins, beside what play gives; masks have shape (wins,).

    Attributes:
        what: Name of what is compared.
        passed: Wins for which both are the same.
        claimed: What the log says of a win.
        computed: What play gives.
        broken: Attributes of AGARI that make the claim; where one is malformed, well-formed names it.
        absent: Wins of which the log, by its form, does not state the claim.
        lost: Wins that cannot be judged; those of a hand that is not usable, if not given.
    """

    what: str
    passed: NDArray[np.bool_]
    claimed: Callable[[int], str]
    computed: Callable[[int], str]
    broken: tuple[str, ...]
    absent: NDArray[np.bool_] | None = None
    lost: NDArray[np.bool_] | None = None


def per_win(case: Case, claims: WinClaims) -> Verdicts:
    """One item per win; the message has what the log says and what play gives."""
    wins = case.wins

    def detail(item: int) -> Detail:
        said, due = claims.claimed(item), claims.computed(item)
        message = f"log has {claims.what}{' ' * bool(claims.what)}{said}, play gives {due}"
        element = int(case.events.results.element[wins.result[item]])
        return Detail(said, due, message, element, int(wins.winner[item]))

    unjudged = ~case.usable[wins.hand] if claims.lost is None else claims.lost
    is_broken = np.zeros(len(wins.hand), np.bool_)
    for name in claims.broken:
        is_broken |= has_broken(case.events, name)[wins.result]
    absent = ~is_broken & (False if claims.absent is None else claims.absent)
    return per_hand(
        case,
        wins.hand,
        claims.passed,
        detail,
        lost=unjudged | absent,
        unread=is_broken & ~unjudged,
        absent=absent & ~unjudged,
    )


def hidden_honba(case: Case) -> dict[int, str]:
    """By row of ``results``: why an excerpt that hides earlier deals leaves the worth of a win open."""
    hidden = case.wins.result[earlier_deals_matter(case)].tolist()
    return dict.fromkeys(hidden, "the excerpt does not show who earned its honba")


@shared
def _is_no_win(case: Case) -> NDArray[np.bool_]:
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
    differ = _yakuman_differ(case).copy()
    compare_lists(results.yaku, wins.result, wins.scores.yaku, differ)
    return (differ & claims_yaku(case) & ~_differ_by_no_ura(case, differ)) | _is_no_win(case)


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
def _yakuman_differ(case: Case) -> NDArray[np.bool_]:
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
    no_win = _is_no_win(case)

    claims = WinClaims(
        "yaku",
        ~_yaku_differ(case),
        lambda item: logged_yaku_text(case, item),
        lambda item: _no_win_text(case, item) if no_win[item] else played_yaku_text(case, item),
        broken=("yaku", "yakuman"),
        absent=_yaku_unstated(case) & ~no_win,
    )
    judged = per_win(case, claims)

    def detail(item: int) -> Detail:
        said = judged.detail(item)
        message = f"yaku {said.claimed}, not {said.computed}: log has {logged_line(case, item)}"
        return said._replace(message=f"{message}; play gives {played_line(case, item)}")

    reasons = _yaku_unread(case) | hidden_honba(case)
    return _with_misplaced(case, for_reasons(case, replace(judged, detail=detail), wins.result, reasons))


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


@shared
def points_differ(case: Case) -> NDArray[np.bool_]:
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


_UNMEASURED: Final = "no source says who pays, in a ron, for a yakuman beside the one with a liable seat"


def payment_reasons(case: Case) -> dict[int, str]:
    """By row of ``results``: why the payments of a win have no verdict."""
    unmeasured = case.wins.result[case.wins.unmeasured].tolist()
    return ura_unstated(case) | dict.fromkeys(unmeasured, _UNMEASURED)


class Due(NamedTuple):
    """What wins are paid; shape (wins,) unless said."""

    deltas: NDArray[np.int32]
    """Shape (wins, 4)."""
    by_claims: NDArray[np.bool_]
    """The hand cannot be followed, so that they are those of the points that the log claims."""


@shared
def payment_due(case: Case) -> Due:
    """The payments of each win; of those of several that come to its claimed points, the one that is paid."""
    wins = case.wins
    deltas, by_claims = wins.deltas.copy(), np.zeros(len(wins.hand), np.bool_)
    logged = of_hands(case.events.results.deltas, wins.result)
    unjudged = ~case.usable[wins.hand] & (case.events.results.ten[wins.result, 1] != ABSENT)
    for item in np.flatnonzero(unjudged).tolist():
        claimed = _payments_claimed(case, item)
        # A payment that fits its claims says nothing of what was played.
        if claimed and logged[item].tolist() not in claimed:
            deltas[item], by_claims[item] = claimed[-1], True
    return Due(deltas, by_claims)


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
        "win-yaku",
        "yaku of a win",
        "A win lists the yaku of its best decomposition, with dora, in Tenhou's order, and needs one",
        'Riichi wiki, "Yaku"; ' + TENHOU,
        winning_yaku,
        SCORING,
    ),
)
