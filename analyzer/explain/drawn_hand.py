"""A hand without a winner: which draw it is, who is tenpai on what, what chombo costs, and what is paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from analyzer.explain.conditions import Course, draw_text
from analyzer.explain.one_hand import OneHand
from analyzer.explain.reason import Reason, reason, ruled
from analyzer.explain.why import Why
from analyzer.replay.facts import Facts, Place
from analyzer.rules.grades import ChomboPenalty, NotenPenalty
from analyzer.rules.rule_set import RuleSet
from analyzer.tiles.counts import kinds_in
from analyzer.vocabulary import DrawKind, Seat

__all__ = [
    "chombo_costs",
    "draw_reasons",
    "overdue_reasons",
    "riichi_reasons",
    "tenpai_reasons",
    "waits_reasons",
]

_DRAWS: Final[dict[int, tuple[Why, str | None]]] = {
    0: (Why.NO_END, None),
    DrawKind.EXHAUSTIVE: (Why.EXHAUSTIVE, None),
    DrawKind.NAGASHI_MANGAN: (Why.NAGASHI, "nagashi"),
    DrawKind.SUUFON_RENDA: (Why.SUUFON_RENDA, "suufon_renda"),
    DrawKind.KYUUSHU_KYUUHAI: (Why.KYUUSHU_KYUUHAI, "kyuushu_kyuuhai"),
    DrawKind.SUUCHA_RIICHI: (Why.SUUCHA_RIICHI, "suucha_riichi"),
    DrawKind.SUUKAIKAN: (Why.SUUKAIKAN, "suukaikan"),
    DrawKind.SANCHAHOU: (Why.SANCHAHOU, "triple_ron"),
    DrawKind.CHOMBO: (Why.CHOMBO, "chombo_penalty"),
}
"""What each draw is, and the rule by which there is such a draw."""
_PAYMENTS: Final = {
    DrawKind.EXHAUSTIVE: "noten_penalty",
    DrawKind.NAGASHI_MANGAN: "nagashi_points",
}
"""The rule by which a draw is paid; what chombo costs is a section of its own."""


def draw_reasons(hand: OneHand) -> Iterator[Reason]:
    """Which draw it is, and what is paid."""
    draw, rules, kind = hand.settled.draws, hand.rules, hand.draw_kind
    why, rule = _DRAWS[kind]
    concerned = draw.chombo[0] if kind == DrawKind.CHOMBO else draw.nagashi[0]
    seats = tuple(np.flatnonzero(concerned).tolist())
    yield ruled(rules, rule, why, seats=seats)
    if kind in _PAYMENTS:
        deltas = hand.of_seats(draw.deltas)
        yield ruled(rules, _PAYMENTS[DrawKind(kind)], Why.PAYMENTS, deltas=deltas)
    elif kind and kind != DrawKind.CHOMBO:
        yield reason(Why.NO_PAYMENTS)


def overdue_reasons(hand: OneHand) -> Iterator[Reason]:
    """The draw that should have ended the hand before, if there is one."""
    late = int(hand.settled.overdue[0])
    if late:
        yield reason(Why.OVERDUE, met=False, draw=draw_text(DrawKind(late)))


def tenpai_reasons(hand: OneHand, *, counts_copies: bool) -> Iterator[Reason]:
    """Who is tenpai at a draw that asks for it, and why or why not, and what that costs.

    Args:
        hand: The hand.
        counts_copies: Whether to say where the copies are of each kind that a seat waits for.
    """
    facts, draw, rules = hand.facts, hand.settled.draws, hand.rules
    for seat in range(rules.seats):
        tenpai, furiten = _tenpai(hand, seat), int(facts.furiten[0, seat])
        yield tenpai
        if counts_copies:
            yield from _copies(facts, seat)
        if tenpai.met and furiten:
            yield ruled(rules, "furiten_tenpai", Why.FURITEN_TENPAI, seat=seat, furiten=furiten)
    if hand.draw_kind == DrawKind.EXHAUSTIVE:
        yield _penalty(int(draw.tenpai[0].sum()), rules)


def _tenpai(hand: OneHand, seat: Seat) -> Reason:
    """Whether a seat is tenpai by the rule set."""
    facts, rules = hand.facts, hand.rules
    is_tenpai, waits = bool(hand.settled.draws.tenpai[0, seat]), int(facts.waits[0, seat])
    says_noten = hand.says_noten(seat)
    rule, why = "tenpai_wait", Why.TENPAI if is_tenpai else Why.NO_WAIT_COUNTS
    if is_tenpai and says_noten and facts.riichi_order[0, seat] > 0:
        rule, why = "hidden_riichi", Why.TENPAI_IN_RIICHI
    elif is_tenpai and says_noten:
        rule = "noten_declaration"
    elif not is_tenpai and not waits:
        return reason(Why.NOTEN, met=False, seat=seat)
    elif not is_tenpai and says_noten:
        rule, why = "noten_declaration", Why.SAYS_NOTEN
    elif not is_tenpai and not rules.furiten_tenpai and facts.furiten[0, seat]:
        rule, why = "furiten_tenpai", Why.FURITEN_NOTEN
    elif not is_tenpai and not rules.yakuless_tenpai and facts.wait_outside_own[0, seat]:
        rule, why = "yakuless_tenpai", Why.YAKULESS_NOTEN
    return ruled(rules, rule, why, met=is_tenpai, seat=seat, waits=waits)


def waits_reasons(hand: OneHand) -> Iterator[Reason]:
    """What each seat waits for, and whether it is furiten."""
    for seat in range(hand.rules.seats):
        waits, furiten = int(hand.facts.waits[0, seat]), int(hand.facts.furiten[0, seat])
        why = Why.WAITS_FURITEN if furiten else Why.WAITS
        yield reason(why if waits else Why.NOTEN, seat=seat, waits=waits, furiten=furiten)


def _copies(facts: Facts, seat: Seat) -> Iterator[Reason]:
    """Where the copies are of each kind that a seat waits for."""
    for kind in kinds_in(int(facts.waits[0, seat])):
        own, melded = int(facts.concealed[0, seat, kind]), int(facts.melded[0, seat, kind])
        place = facts.place[0, 4 * kind : 4 * kind + 4]
        shown = int(((place == Place.INDICATOR) | (place >= Place.MELD)).sum()) - melded
        counts = ((own, "in its tehai"), (melded, "in its melds"), (shown, "shown elsewhere"))
        parts = [f"{count} {where}" for count, where in counts if count]
        unseen = 4 - own - melded - shown
        where = ", ".join([*parts, f"{unseen} out of its sight"])
        yield reason(Why.COPIES, seat=seat, kind=kind, where=where)


def _penalty(tenpai: int, rules: RuleSet) -> Reason:
    """How the noten penalty is shared out."""
    noten, points = rules.seats - tenpai, rules.noten_penalty_points
    by_tenpai = rules.noten_penalty == NotenPenalty.BY_TENPAI
    rule = "noten_payments" if by_tenpai else "noten_penalty_points"
    if not tenpai or not noten or rules.noten_penalty == NotenPenalty.OFF:
        return ruled(rules, rule, Why.NOTHING_DUE, tenpai=tenpai, seats=rules.seats)
    if by_tenpai:
        paid = rules.noten_payments[tenpai - 1]
        return ruled(rules, rule, Why.PENALTY_BY_TENPAI, noten=noten, paid=paid, tenpai=tenpai)
    paid, gets = points // noten, points // tenpai
    why = Why.PENALTY_SHARED if rules.noten_penalty == NotenPenalty.SHARED else Why.PENALTY_TO_EACH
    return ruled(rules, rule, why, points=points, noten=noten, paid=paid, tenpai=tenpai, gets=gets)


def riichi_reasons(hand: OneHand, course: Course) -> Iterator[Reason]:
    """Why a hand is chombo, as far as its log tells: whose riichi is wrong."""
    facts, draw, rules = hand.facts, hand.settled.draws, hand.rules
    is_over = facts.live_tiles[0] <= 0
    yield reason(Why.RIICHI_SHOWN_AT_END if is_over else Why.RIICHI_SHOWN_AT_FOURTH, met=True)
    for seat in range(rules.seats):
        turn, waits = int(facts.riichi_turn[0, seat]), int(facts.waits[0, seat])
        if not turn:
            continue
        declared = {"seat": seat, "turn": turn, "tile": course.rivers[seat][turn - 1].tile}
        if not draw.chombo[0, seat]:
            yield reason(Why.RIGHT_RIICHI, met=False, **declared, waits=waits)
        elif waits:
            yield ruled(rules, "tenpai_wait", Why.EMPTY_RIICHI, met=True, **declared, waits=waits)
        else:
            held = tuple(np.flatnonzero(facts.place[0] == Place.CONCEALED + seat).tolist())
            yield reason(Why.NOTEN_RIICHI, met=True, **declared, held=held)
    yield reason(Why.LOGGED_AS_DRAW)


def chombo_costs(hand: OneHand) -> Iterator[Reason]:
    """What is paid for chombo, and when."""
    facts, draw, rules = hand.facts, hand.settled.draws, hand.rules
    points = rules.chombo_points
    is_reverse = rules.chombo_penalty == ChomboPenalty.REVERSE_MANGAN
    yield ruled(rules, "chombo_penalty", Why.REVERSE_MANGAN if is_reverse else Why.PAID_AT_END)
    for seat in np.flatnonzero(draw.chombo[0]).tolist():
        why = Why.FROM_RESULT
        if is_reverse:
            why = Why.REVERSE_BY_DEALER if seat == facts.dealer[0] else Why.REVERSE_BY_CHILD
        yield ruled(rules, "chombo_points", why, seat=seat, points=points, half=points // 2)
    back = np.flatnonzero(facts.riichi_passed[0, : rules.seats]).tolist()
    if back:
        yield reason(Why.STICKS_BACK, stick=rules.riichi_stick, seats=tuple(back))
    yield reason(Why.NOT_PLAYED)
    yield reason(Why.PAYMENTS, deltas=hand.of_seats(draw.deltas))
