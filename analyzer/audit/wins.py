"""Wins: who wins in which order, furiten, indicators, yaku, and what points and payments are held against."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit, shared
from analyzer.audit.broken import has_broken
from analyzer.audit.log_form import begins_midway, is_excerpt
from analyzer.audit.readings import lists_differ
from analyzer.audit.texts import logged_yaku_text, played_win, yaku_sentence
from analyzer.audit.verdicts import (
    PAYMENT,
    SCORING,
    TENHOU,
    Check,
    Column,
    Detail,
    Items,
    Mask,
    State,
    Texts,
    Verdicts,
    two_columns,
    unknown_words,
    win_items,
)
from analyzer.formats.events import Claim, Oddity
from analyzer.replay.seats import of_hands
from analyzer.rules import RuleSet
from analyzer.settlement.payments import LIABILITIES, WinTable, win_payments
from analyzer.settlement.points import MANGAN, MANGAN_BASE, NO_LIMIT, YAKUMAN_BASE
from analyzer.settlement.yaku_names import MUST_FOLLOW, NO_YAKU, Yaku
from analyzer.vocabulary import ABSENT, LIMITS, NO_SEAT, SEATS, signed_points

_MUST_FOLLOW: Final = np.array(MUST_FOLLOW, np.int64)


@shared
def _earlier_deals_matter(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): a yakuman if the dealer earned the honba before the excerpt too (paarenchan)."""
    wins, hands, facts = audit.wins, audit.events.hands, audit.facts
    needed = audit.of_rules(lambda rules: rules.paarenchan)[hands.game[wins.hand]]
    matter: NDArray[np.bool_] = (
        (needed > 0) & (hands.honba[wins.hand] >= needed) & (wins.winner == facts.dealer[wins.hand])
    )
    matter &= (is_excerpt(audit) & begins_midway(audit))[hands.game[wins.hand]]
    for item in np.flatnonzero(matter).tolist():
        hand = int(wins.hand[item])
        first = int(audit.events.games.hand_offsets[hands.game[hand]])
        # Once another seat has dealt within the excerpt, the whole run of the dealer is there.
        matter[item] = bool((hands.kyoku[first : hand + 1] == hands.kyoku[hand]).all())
    return matter


def _ura_unstated(audit: Audit) -> dict[int, str]:
    """By row of ``results``: why a win in riichi whose ura indicators the log leaves out cannot be valued."""
    wins = audit.wins
    hidden = audit.unstated(Claim.URA)[wins.hand]
    hidden &= wins.in_riichi
    hidden &= audit.of_rules(lambda rules: rules.ura_dora)[audit.events.hands.game[wins.hand]] != 0
    return dict.fromkeys(wins.result[hidden].tolist(), "the log does not state the ura indicators of the win")


def _hidden_honba(audit: Audit) -> dict[int, str]:
    """By row of ``results``: why an excerpt that hides earlier deals leaves the worth of a win open."""
    hidden = audit.wins.result[_earlier_deals_matter(audit)].tolist()
    return dict.fromkeys(hidden, "the excerpt does not show who earned its honba")


@shared
def _is_no_win(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): the tiles are not complete, or have not the yaku that a win needs."""
    wins = audit.wins
    alone = np.bincount(wins.hand, minlength=len(audit.usable))[wins.hand] == 1
    no_win: NDArray[np.bool_] = (wins.scores.shape == 0) | (wins.scores.yaku_han < wins.least_yaku)
    no_win |= wins.short_wait | (alone & ~wins.stands)
    return no_win


def _no_win_text(audit: Audit, item: int) -> str:
    wins = audit.wins
    if not wins.short_wait[item]:
        return "no win"
    return f"no win (open, with a wait that gives fewer than {wins.least_yaku[item]} han of yaku)"


@shared
def _yaku_differ(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): yaku or yakuman of the log are not those computed, in any order, or it is no win.

    Yaku in words that are not known, or not stated, differ from none.  No log shows whether a lobby without
    ura lists them, with no han.
    """
    wins, results = audit.wins, audit.events.results
    logged, due = of_hands(results.yaku, wins.result), wins.scores.yaku
    no_ura = audit.of_rules(lambda rules: not (rules.ura_dora or rules.kan_ura)) != 0
    may_list = no_ura[audit.events.hands.game[wins.hand]] & (wins.scores.yakuman_count == 0)
    if may_list.any():
        idle = (Yaku.URA_DORA, 0)
        logged = np.where((may_list[:, None] & (logged == idle).all(axis=2))[:, :, None], ABSENT, logged)
        due = np.where((may_list[:, None] & (due == idle).all(axis=2))[:, :, None], NO_YAKU, due)
    yakuman = of_hands(results.yakuman, wins.result)[:, :, None]
    differ = lists_differ(logged, due) | lists_differ(yakuman, wins.scores.yakuman[:, :, None])
    return (differ & claims_yaku(audit)) | _is_no_win(audit)


@shared
def claims_yaku(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): the log lists yaku or yakuman that can be read, be they none."""
    broken = has_broken(audit.events, "yaku", "yakuman")
    unread = np.isin(audit.wins.result, list(_yaku_unread(audit)))
    claims: NDArray[np.bool_] = ~(broken[audit.wins.result] | unread | _yaku_unstated(audit))
    return claims


@shared
def _yaku_unstated(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): the log states no yaku, as JSON may."""
    results, rows = audit.events.results, audit.wins.result
    lists_none = (results.yaku[rows, 0, 0] == ABSENT) & (results.yakuman[rows, 0] == ABSENT)
    unstated: NDArray[np.bool_] = lists_none & audit.from_json[audit.events.hands.game[audit.wins.hand]]
    return unstated & ~np.isin(rows, list(_yaku_unread(audit)))


@shared
def _yaku_unread(audit: Audit) -> dict[int, str]:
    """Words for yaku that are not known, by row of ``results``; tiles that make no hand have no yaku."""
    shapeless = set(audit.wins.result[audit.wins.scores.shape == 0].tolist())
    words = unknown_words(audit, Oddity.UNKNOWN_YAKU, "a yaku")
    return {row: reason for row, reason in words.items() if row not in shapeless}


def _yaku_due_text(audit: Audit, item: int) -> str:
    """Yaku of the best decomposition, or why it is no win."""
    return _no_win_text(audit, item) if _is_no_win(audit)[item] else played_win(audit, item).listed_text


def _yaku_words(audit: Audit, item: int) -> str:
    """What is wrong with the yaku; there is nothing to compare where it is no win."""
    said = "log has a win, play gives {computed}" if _is_no_win(audit)[item] else yaku_sentence(audit, item)
    return said + _AS_PLAYED


def _yaku_absent(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): the log states no yaku, of what is a win."""
    return _yaku_unstated(audit) & ~_is_no_win(audit)


def _with_misplaced_yaku(audit: Audit, verdicts: Verdicts) -> Verdicts:
    """The verdicts on wins, of which those fail too whose yaku are right but stand in the wrong order."""
    misplaced = _misplaced(audit) & (verdicts.state == State.PASSED)
    if not misplaced.any():
        return verdicts

    def detail(item: int) -> Detail:
        said = verdicts.detail(item)
        if not misplaced[item]:
            return said
        listed = (text.split(", ") for text in (said.claimed or "", said.computed or ""))
        first, due = next(pair for pair in zip(*listed, strict=True) if pair[0] != pair[1])
        return said._replace(message=f"yaku out of order: log has {first} where Tenhou writes {due}")

    state = np.where(misplaced, np.uint8(State.FAILED), verdicts.state)
    return replace(verdicts, state=state, detail=detail)


def _with_counted_han(audit: Audit, verdicts: Verdicts) -> Verdicts:
    """The verdicts on wins, of which those fail too whose yaku are right but not the han that is counted."""
    events, wins = audit.events, audit.wins
    counted: dict[int, tuple[int, int]] = {}
    stated = np.flatnonzero(events.oddities.code == int(Oddity.COUNTED)).tolist()
    if not stated:
        return verdicts
    from analyzer.explain.win import claimed_win

    for row in stated:
        hand, element = events.oddities.hand[row], events.oddities.element[row]
        claimed = int(events.oddities.detail[row])
        same = (wins.hand == hand) & (events.results.element[wins.result] == element)
        for item in np.flatnonzero(same & (verdicts.state == State.PASSED)).tolist():
            listed = claimed_win(events.results, int(wins.result[item]), SEATS).listed
            han = sum(yaku.han for yaku in listed if not yaku.yakuman)
            if han != claimed and claimed not in {one for one, _ in counted.values()}:
                counted[item] = claimed, han
    if not counted:
        return verdicts

    def detail(item: int) -> Detail:
        said = verdicts.detail(item)
        if item not in counted:
            return said
        claimed, computed = (f"{han} han" for han in counted[item])
        message = f"log counts {claimed}, its yaku have {computed}"
        return said._replace(claimed=claimed, computed=computed, message=message)

    state = verdicts.state.copy()
    state[[*counted]] = State.FAILED
    return replace(verdicts, state=state, detail=detail)


def _misplaced(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): some yaku stands behind one that must follow it; the order of JSON is its own."""
    wins = audit.wins
    misplaced = stand_misplaced(of_hands(audit.events.results.yaku, wins.result)[:, :, 0])
    return misplaced & ~audit.from_json[audit.events.hands.game[wins.hand]]


def stand_misplaced(ids: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Shape (wins,): some yaku stands behind one that must follow it; ids in the order listed, or ABSENT."""
    known = (ids >= 0) & (ids < len(_MUST_FOLLOW))
    yaku = np.where(known, ids, 0)
    seen = np.bitwise_or.accumulate(np.where(known, np.int64(1) << yaku, 0), axis=1)
    followed = np.where(known, _MUST_FOLLOW[yaku], 0)[:, 1:] & seen[:, :-1]
    return np.asarray((followed != 0).any(axis=1))


@shared
def _points_differ(audit: Audit) -> NDArray[np.bool_]:
    """Shape (wins,): points or limit of the log are not those computed, as far as it states them.

    JSON may leave out either; without the name of a limit it does not say that there is none, and it calls
    kiriage mangan a mangan, for which an mjlog states no limit (2 of 2 on chip tables).
    """
    wins = audit.wins
    ten, scores = of_hands(audit.events.results.ten, wins.result), wins.scores
    raised = (scores.limit == NO_LIMIT) & (scores.base == MANGAN_BASE) & (ten[:, 2] == MANGAN)
    as_written = (ten[:, 2] == NO_LIMIT) | raised
    as_written &= audit.from_json[audit.events.hands.game[wins.hand]]
    differ: NDArray[np.bool_] = (ten[:, 1] != ABSENT) & (ten[:, 1] != scores.points)
    differ |= (ten[:, 2] != ABSENT) & (ten[:, 2] != scores.limit) & ~as_written
    return differ


_UNMEASURED: Final = "no source says who pays, in a ron, for a yakuman beside the one with a liable seat"


def _payment_reasons(audit: Audit) -> dict[int, str]:
    """By row of ``results``: why the payments of a win have no verdict."""
    unmeasured = audit.wins.result[audit.wins.unmeasured].tolist()
    return _ura_unstated(audit) | dict.fromkeys(unmeasured, _UNMEASURED)


class Due(NamedTuple):
    """What wins are paid; shape (wins,) unless said."""

    deltas: NDArray[np.int32]
    """Shape (wins, 4)."""
    by_claims: NDArray[np.bool_]
    """The hand cannot be followed, so that they are those of the points that the log claims."""


@shared
def _payment_due(audit: Audit) -> Due:
    """The payments of each win; of those of several that come to its claimed points, the one that is paid."""
    wins = audit.wins
    deltas, by_claims = wins.deltas.copy(), np.zeros(len(wins.hand), np.bool_)
    logged = of_hands(audit.events.results.deltas, wins.result)
    unjudged = ~audit.usable[wins.hand] & (audit.events.results.ten[wins.result, 1] != ABSENT)
    for item in np.flatnonzero(unjudged).tolist():
        claimed = _payments_claimed(audit, item)
        # A payment that fits its claims says nothing of what was played.
        if claimed and logged[item].tolist() not in claimed:
            deltas[item], by_claims[item] = claimed[-1], True
    return Due(deltas, by_claims)


_BASE_STEP: Final = 50
"""Every split of a tsumo into rounded shares is that of the multiple of it below its part of the points."""
_SHARES: Final = np.array([1, 2, 3, 4, 6])
"""Base points are worth so many times as many, before they are rounded."""


def _payments_claimed(audit: Audit, item: int) -> list[list[int]]:
    """Payments of the points, the liable seat and the counters that a result states; none where none are so.

    A liable seat may answer for all of a win, or for one or two yakuman of it.
    """
    wins, results, hands = audit.wins, audit.events.results, audit.events.hands
    hand, result = int(wins.hand[item]), int(wins.result[item])
    rules = audit.rule_set(int(hands.game[hand]))
    points, liable = int(results.ten[result, 1]), int(results.pao_seat[result])
    if rules is None:
        return []
    honba, sticks = (
        int(play if stated == ABSENT else stated)
        for stated, play in (
            (results.honba[result], hands.honba[hand]),
            (results.kyotaku[result] * wins.takes_pot[item], wins.table.sticks[item]),
        )
    )
    near = np.unique(points // _SHARES // _BASE_STEP * _BASE_STEP)
    tried = np.unique(np.concatenate([points // _SHARES, near]))
    bases = tried[tried > 0]
    answered = [0] if liable == NO_SEAT else [YAKUMAN_BASE, 2 * YAKUMAN_BASE, None]
    found = []
    for part in answered:
        parts = bases if part is None else np.minimum(bases, part)
        bare = _payments(audit, item, rules, bases, parts, honba=0, sticks=0)
        paid = _payments(audit, item, rules, bases, parts, honba=honba, sticks=sticks)
        found += paid[bare[:, wins.winner[item]] == points].tolist()
    return found


def _payments(
    audit: Audit,
    item: int,
    rules: RuleSet,
    base: NDArray[np.int64],
    liable: NDArray[np.int64],
    *,
    honba: int,
    sticks: int,
) -> NDArray[np.int32]:
    """Shape (items, 4): what base points are paid with, of which a part is the liable seat's."""
    wins, count = audit.wins, len(base)
    parts = np.zeros((count, len(LIABILITIES)), np.int32)
    parts[:, 0] = liable
    seat = audit.events.results.pao_seat[wins.result[item]]
    table = WinTable(
        winner=np.full(count, wins.winner[item], np.uint8),
        loser=np.full(count, wins.loser[item], np.uint8),
        dealer=np.full(count, audit.facts.dealer[wins.hand[item]], np.uint8),
        honba=np.full(count, honba, np.int32),
        sticks=np.full(count, sticks, np.int32),
        takes_pot=np.full(count, wins.takes_pot[item], np.bool_),
        pao_seat=np.full((count, len(LIABILITIES)), seat, np.uint8),
        feeder=np.full(count, wins.table.feeder[item], np.uint8),
    )
    deltas = np.zeros((count, SEATS), np.int32)
    deltas[:, : rules.seats] = win_payments(base.astype(np.int32), parts, table, rules)
    return deltas


def _paid_wins(audit: Audit) -> Items:
    """Wins, also those of hands that cannot be followed whose payments can be held against their points."""
    items = win_items(audit)
    return replace(items, lost=items.lost & ~_payment_due(audit).by_claims)


def _worth(audit: Audit) -> Column:
    return of_hands(audit.events.results.ten, audit.wins.result)[:, 1:]


def _worth_text(worth: Column) -> str:
    from analyzer.explain.win import points_and_limit

    points, limit = worth.tolist()
    return points_and_limit(None if points == ABSENT else points, LIMITS[limit] if limit > 0 else None)


def _worth_unstated(audit: Audit) -> Mask:
    (points, limit), unknown = _worth(audit).T, [*_unknown_worth(audit)]
    # A converted mjlog without ``ten`` has no limit, JSON without one has 0.
    unstated: Mask = (points == ABSENT) & (limit <= 0) & ~np.isin(audit.wins.result, unknown)
    return unstated


def _unknown_worth(audit: Audit) -> dict[int, str]:
    return unknown_words(audit, Oddity.UNKNOWN_WORTH, "fu and points")


def _fu(audit: Audit) -> Column:
    return audit.events.results.ten[:, 0][audit.wins.result]


def _has_broken(audit: Audit, *names: str) -> Mask:
    broken: Mask = has_broken(audit.events, *names)[audit.wins.result]
    return broken


_AS_PLAYED: Final = "; play: {made_of}"
_DIFFER: Final = "{claimed}, not {computed}" + _AS_PLAYED
_PAID: Final = f"payments {_DIFFER}, {{settlement}}"
_OF_CLAIMS: Final = "payments {claimed} are not those of the {worth} that the log claims, {computed}"


CHECKS: Final = (
    Check(
        "win-yaku",
        "yaku of a win",
        "A win lists the yaku of its best decomposition, with dora, in Tenhou's order, and needs one",
        'Riichi wiki, "Yaku"; ' + TENHOU,
        two_columns(
            win_items,
            Texts(logged_yaku_text),
            Texts(_yaku_due_text),
            str,
            _yaku_words,
            agree=lambda audit: ~_yaku_differ(audit),
            unread=("yaku", "yakuman"),
            absent=lambda audit: _yaku_absent(audit) & ~_has_broken(audit, "yaku", "yakuman"),
            reasons=lambda audit: _yaku_unread(audit) | _hidden_honba(audit),
            also=lambda audit, verdicts: _with_counted_han(audit, _with_misplaced_yaku(audit, verdicts)),
        ),
        SCORING,
    ),
    Check(
        "win-fu",
        "fu of a win",
        "Fu count form, wait and sets of the best decomposition, and are rounded up to tens",
        'Riichi wiki, "Fu"; ' + TENHOU,
        two_columns(
            win_items,
            _fu,
            lambda audit: audit.wins.scores.fu,
            str,
            f"fu {_DIFFER}",
            unread="ten",
            absent=lambda audit: (_fu(audit) == ABSENT) & ~_has_broken(audit, "ten"),
            reasons=_hidden_honba,
        ),
        SCORING,
    ),
    Check(
        "win-points",
        "points of a win",
        "Points are fu times two to the power of han and two, rounded up, or those of the limit",
        'Riichi wiki, "Scoring"; ' + TENHOU,
        two_columns(
            win_items,
            _worth,
            lambda audit: np.stack([audit.wins.scores.points, audit.wins.scores.limit], axis=1),
            _worth_text,
            f"points {_DIFFER}",
            agree=lambda audit: ~_points_differ(audit),
            unread="ten",
            absent=lambda audit: _worth_unstated(audit) & ~_has_broken(audit, "ten"),
            reasons=lambda audit: _unknown_worth(audit) | _hidden_honba(audit),
        ),
        SCORING,
        of_amounts=True,
    ),
    Check(
        "win-pao",
        "liable seat",
        "The seat that gave the call which made daisangen or daisuushii certain is liable",
        "Tenhou's rule page, in a wiki's translation",
        two_columns(
            win_items,
            lambda audit: audit.events.results.pao_seat[audit.wins.result],
            lambda audit: audit.wins.pao_seat,
            lambda seat: "nobody" if seat == NO_SEAT else f"seat {seat}",
            "log has as liable (paoWho) {claimed}, play gives {computed}",
            unread="paoWho",
        ),
        PAYMENT,
        Claim.PAO,
    ),
    Check(
        "win-payment",
        "payments of a win",
        "The losers pay the value with honba; the first winner takes honba and sticks",
        TENHOU + ": 6,653 wins",
        two_columns(
            _paid_wins,
            lambda audit: of_hands(audit.events.results.deltas, audit.wins.result),
            lambda audit: _payment_due(audit).deltas,
            lambda paid: signed_points(paid.tolist()),
            lambda audit, item: _OF_CLAIMS if _payment_due(audit).by_claims[item] else _PAID,
            unread="sc",
            reasons=lambda audit: _payment_reasons(audit) | _hidden_honba(audit),
        ),
        SCORING | PAYMENT,
        Claim.DELTAS,
        of_amounts=True,
    ),
)
