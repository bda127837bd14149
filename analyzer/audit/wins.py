"""Wins: who wins in which order, furiten, indicators, yaku, and what points and payments are held against."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken
from analyzer.audit.case import Case, shared
from analyzer.audit.readings import compare_lists
from analyzer.audit.settled_hands import INDICATORS
from analyzer.audit.texts import (
    claimed_yaku,
    computed_yaku,
    in_order,
    played_yaku_text,
    ura_count_text,
)
from analyzer.audit.verdicts import (
    PLAY,
    TENHOU,
    Check,
    Detail,
    State,
    Verdicts,
    earlier_deals_matter,
    per_hand,
    unknown_words,
    ura_unstated,
)
from analyzer.formats.events import Oddity
from analyzer.kernels import kernel
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, Place
from analyzer.replay.seats import every_seat, of_hands, of_seats, sum_of_seats
from analyzer.rules import RuleSet
from analyzer.rules.grades import Furiten
from analyzer.settlement.dora import most_ura_shown, ura_counted
from analyzer.settlement.payments import LIABILITIES, WinTable, win_payments
from analyzer.settlement.points import MANGAN, MANGAN_BASE, NO_LIMIT, YAKUMAN_BASE
from analyzer.settlement.yaku_names import MUST_FOLLOW, Yaku
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, TILES, EndKind

__all__ = [
    "CHECKS",
    "Due",
    "claims_yaku",
    "dora_right",
    "dora_texts",
    "hidden_honba",
    "mark_misplaced",
    "payment_due",
    "payment_reasons",
    "points_differ",
    "with_counted_han",
    "with_misplaced_yaku",
    "yaku_absent",
    "yaku_differ",
    "yaku_due_text",
    "yaku_unread",
]

_MUST_FOLLOW: Final = np.array(MUST_FOLLOW, np.int64)


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
def yaku_differ(case: Case) -> NDArray[np.bool_]:
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
    unread = np.isin(case.wins.result, list(yaku_unread(case)))
    claims: NDArray[np.bool_] = ~(broken[case.wins.result] | unread | _yaku_unstated(case))
    return claims


@shared
def _yaku_unstated(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the log states no yaku, as JSON may."""
    results, rows = case.events.results, case.wins.result
    lists_none = (results.yaku[rows, 0, 0] == ABSENT) & (results.yakuman[rows, 0] == ABSENT)
    unstated: NDArray[np.bool_] = lists_none & case.from_json[case.events.hands.game[case.wins.hand]]
    return unstated & ~np.isin(rows, list(yaku_unread(case)))


@shared
def yaku_unread(case: Case) -> dict[int, str]:
    """Words for yaku that are not known, by row of ``results``; tiles that make no hand have no yaku."""
    shapeless = set(case.wins.result[case.wins.scores.shape == 0].tolist())
    words = unknown_words(case, Oddity.UNKNOWN_YAKU, "a yaku")
    return {row: reason for row, reason in words.items() if row not in shapeless}


def yaku_due_text(case: Case, item: int) -> str:
    """Yaku of the best decomposition, or why it is no win."""
    return _no_win_text(case, item) if _is_no_win(case)[item] else played_yaku_text(case, item)


def yaku_absent(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the log states no yaku, of what is a win."""
    return _yaku_unstated(case) & ~_is_no_win(case)


def with_misplaced_yaku(case: Case, verdicts: Verdicts) -> Verdicts:
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


def with_counted_han(case: Case, verdicts: Verdicts) -> Verdicts:
    """The verdicts on wins, of which those fail too whose yaku are right but not the han that is counted."""
    events, wins = case.events, case.wins
    counted: dict[int, int] = {}
    for row in np.flatnonzero(events.oddities.code == int(Oddity.COUNTED)).tolist():
        place = events.oddities.hand[row], events.oddities.element[row]
        count = int(events.oddities.detail[row])
        same = (wins.hand == place[0]) & (events.results.element[wins.result] == place[1])
        for item in np.flatnonzero(same & (verdicts.state == State.PASSED)).tolist():
            if sum(han for _, han in claimed_yaku(case, item)) != count and count not in counted.values():
                counted[item] = count
    if not counted:
        return verdicts

    def detail(item: int) -> Detail:
        said = verdicts.detail(item)
        if item not in counted:
            return said
        claimed = f"{counted[item]} han"
        computed = f"{sum(han for _, han in claimed_yaku(case, item))} han"
        return said._replace(
            claimed=claimed, computed=computed, message=f"log counts {claimed}, its yaku have {computed}"
        )

    state = verdicts.state.copy()
    state[[*counted]] = State.FAILED
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


_FURITEN = (
    (Furiten.OWN_DISCARDS, FURITEN_DISCARD, "an own discard"),
    (Furiten.PASSED, FURITEN_PASSED, "a tile let pass in this go-round"),
    (Furiten.AFTER_RIICHI, FURITEN_RIICHI, "a tile let pass after riichi"),
)


def winner_order(case: Case) -> Verdicts:
    """Two winners of a tile are two seats, the next in turn from the discarder first; one per double ron."""
    results = case.events.results
    second = np.flatnonzero((results.hand[1:] == results.hand[:-1]) & (results.end[1:] == EndKind.AGARI)) + 1
    first = second - 1
    hand, loser = results.hand[second], results.loser[second].astype(np.int64)
    turn, later = (results.winner[rows] - loser for rows in (first, second))
    same = results.winner[first] == results.winner[second]
    tsumo = (turn == 0) | (later == 0)
    passed = (turn % 4 < later % 4) & ~same & ~tsumo

    def detail(item: int) -> Detail:
        one, other = int(results.winner[first[item]]), int(results.winner[second[item]])
        row = int(second[item] if same[item] or tsumo[item] else first[item])
        said, due = f"seat {one} before seat {other}", f"seat {other} before seat {one}"
        message = f"log has {said}, turn order gives {due}"
        if same[item]:
            said, due, message = f"seat {one} twice", "once", f"seat {one} wins twice"
        elif tsumo[item]:
            said, due, message = "tsumo", "one winner", "a tsumo beside the win of another seat"
        return Detail(said, due, message, int(results.element[row]), int(results.winner[row]))

    return per_hand(
        case,
        hand,
        passed,
        detail,
        lost=~case.usable[hand],
    )


def furiten_ron(case: Case) -> Verdicts:
    """No ron by a seat that the rule set bars as furiten; one item per ron."""
    wins = case.wins
    rows = np.flatnonzero(wins.winner != wins.loser)
    hand = wins.hand[rows]
    bars = case.of_rules(lambda rules: sum(bit for grade, bit, _ in _FURITEN if grade in rules.furiten))
    barred = bars[case.events.hands.game[hand]]
    furiten = of_seats(case.facts.furiten, hand, wins.winner[rows]) & barred

    def detail(item: int) -> Detail:
        row = int(rows[item])
        why = ", ".join(cause for _, bit, cause in _FURITEN if furiten[item] & bit)
        element = int(case.events.results.element[wins.result[row]])
        return Detail("ron", "furiten", f"ron by a furiten seat ({why})", element, int(wins.winner[row]))

    return per_hand(
        case,
        hand,
        furiten == 0,
        detail,
        lost=~case.usable[hand],
    )


@shared
def _ura_count_differs(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): not as many ura indicators as are due to a riichi winner, or any to another.

    No log shows whether a server shows the ura indicators that its rules do not count: all may be there.
    """
    shown = sum_of_seats(of_hands(case.events.results.ura, case.wins.result) != NO_TILE)
    hand = case.wins.hand
    most = case.of_rules(most_ura_shown, INDICATORS)[case.events.hands.game[hand]]
    every = np.minimum(sum_of_seats(case.indicators != NO_TILE)[hand], most)
    differs: NDArray[np.bool_] = (shown != _ura_due(case)) & (
        shown != np.where(case.wins.in_riichi, every, 0)
    )
    return differs


@shared
def _ura_due(case: Case) -> NDArray[np.int64]:
    """Shape (wins,): how many ura indicators the rules count."""
    hand = case.wins.hand
    game = case.events.hands.game[hand]
    first = case.of_rules(lambda rules: ura_counted(rules).start)[game]
    stop = case.of_rules(lambda rules: ura_counted(rules).stop, INDICATORS)[game]
    counted = np.minimum(sum_of_seats(case.indicators != NO_TILE)[hand], stop) - first
    return np.where(case.wins.in_riichi, np.maximum(counted, 0), 0)


@shared
def _ura_misplaced(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): an ura indicator lies elsewhere, or twice; where the wall is known that tells more."""
    wins = case.wins
    misplaced = np.zeros(len(wins.hand), np.bool_)
    rows = np.flatnonzero(~case.wall.known[wins.hand])
    if len(rows) == 0:
        return misplaced
    ura = case.events.results.ura[wins.result[rows]]
    there = ura != NO_TILE
    lies = case.facts.place[wins.hand[rows, None], np.minimum(ura, TILES - 1)] != Place.UNSEEN
    ordered = np.sort(ura, axis=1)
    twice = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NO_TILE)).any(axis=1)
    misplaced[rows] = (lies & there).any(axis=1) | twice
    return misplaced


def dora_texts(case: Case, item: int) -> tuple[str, str]:
    """Of the indicators, or else of the ura indicators, those that the log has and those due."""
    wins, results = case.wins, case.events.results
    logged, due = results.dora[wins.result[item]], case.indicators[wins.hand[item]]
    if (logged != due).any():
        alike = in_order(logged.tolist(), ids=False) == in_order(due.tolist(), ids=False)
        claimed, computed = (in_order(tiles.tolist(), ids=alike) for tiles in (logged, due))
        return f"indicators {claimed}", f"indicators {computed}"
    ura, count = results.ura[wins.result[item]], int(_ura_due(case)[item])
    shown = int((ura != NO_TILE).sum())
    if shown != count:
        stated = f" ({in_order(ura.tolist(), ids=False)})" if shown else ""
        return ura_count_text(shown) + stated, ura_count_text(count)
    return f"ura indicators {in_order(ura.tolist(), ids=True)}", "such as lie nowhere else"


def dora_right(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the indicators of a win are those shown in play, with as many ura after riichi."""
    wins, dora = case.wins, case.events.results.dora
    right: NDArray[np.bool_] = every_seat(of_hands(dora, wins.result) == of_hands(case.indicators, wins.hand))
    return right & ~_ura_count_differs(case) & ~_ura_misplaced(case)


CHECKS: Final = (
    Check(
        "winner-order",
        "order of several winners",
        "Two winners of one tile are two seats; the next in turn after the discarder comes first",
        TENHOU + ": 101 double rons",
        winner_order,
    ),
    Check(
        "furiten",
        "ron in furiten",
        "A seat may not ron with a wait among its discards, or after it let a wait pass",
        'Riichi wiki, "Furiten"; ' + TENHOU,
        furiten_ron,
        PLAY,
    ),
)
