"""A hand without a winner: which draw it is, who is tenpai on what, what chombo costs, and what is paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.explain.conditions import Course
from analyzer.explain.reason import Reason, Section, reason, ruled
from analyzer.explain.why import Why
from analyzer.replay.facts import Facts, Place
from analyzer.rules.grades import ChomboPenalty, NotenPenalty
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.ryuukyoku import Ryuukyoku
from analyzer.tiles.counts import kinds_in
from analyzer.vocabulary import ASKS_TENPAI, DrawKind, Seat

__all__ = ["chombo_sections", "draw_reasons", "tenpai_reasons", "tenpai_section"]

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
    DrawKind.CHOMBO: "chombo_points",
}
"""The rule by which a draw is paid."""


def draw_reasons(draw: Ryuukyoku, rules: RuleSet) -> Iterator[Reason]:
    """Which draw it is, and what is paid."""
    kind = int(draw.kind[0])
    why, rule = _DRAWS[kind]
    concerned = draw.chombo[0] if kind == DrawKind.CHOMBO else draw.nagashi[0]
    seats = tuple(np.flatnonzero(concerned).tolist())
    yield ruled(rules, rule, why, seats=seats)
    if kind in _PAYMENTS:
        deltas = tuple(draw.deltas[0].tolist())
        yield ruled(rules, _PAYMENTS[DrawKind(kind)], Why.BRIEF_PAYMENTS, deltas=deltas)
    elif kind:
        yield reason(Why.NO_PAYMENTS)
    if draw.final_points.any():
        points = tuple(draw.final_points[0].tolist())
        yield ruled(rules, "chombo_points", Why.BRIEF_FINAL_POINTS, points=points)


def tenpai_reasons(
    facts: Facts, draw: Ryuukyoku, declared_noten: NDArray[np.bool_] | None, rules: RuleSet
) -> list[Reason]:
    """Who is tenpai at a draw that asks for it, and why or why not."""
    if draw.kind[0] not in ASKS_TENPAI:
        return []
    said = np.zeros(rules.seats, np.bool_) if declared_noten is None else declared_noten[0]
    return [
        _tenpai(facts, seat, rules, is_tenpai=bool(draw.tenpai[0, seat]), says_noten=bool(said[seat]))
        for seat in range(rules.seats)
    ]


def _tenpai(facts: Facts, seat: Seat, rules: RuleSet, *, is_tenpai: bool, says_noten: bool) -> Reason:
    def found(rule: str, why: Why) -> Reason:
        return ruled(rules, rule, why, met=is_tenpai, seat=seat, waits=int(facts.waits[0, seat]))

    if is_tenpai:
        if says_noten and facts.riichi_order[0, seat] > 0:
            return found("hidden_riichi", Why.TENPAI_IN_RIICHI)
        return found("noten_declaration" if says_noten else "tenpai_wait", Why.TENPAI)
    if not facts.waits[0, seat]:
        return reason(Why.NOTEN, met=False, seat=seat)
    if says_noten:
        return found("noten_declaration", Why.SAYS_NOTEN)
    if not rules.furiten_tenpai and facts.furiten[0, seat]:
        return found("furiten_tenpai", Why.FURITEN_NOTEN)
    if not rules.yakuless_tenpai and facts.wait_outside_own[0, seat]:
        return found("yakuless_tenpai", Why.YAKULESS_NOTEN)
    return found("tenpai_wait", Why.NO_WAIT_COUNTS)


def tenpai_section(facts: Facts, draw: Ryuukyoku, rules: RuleSet, *, won: bool) -> Section:
    """Who is tenpai on what; where the draw asks for it, whether it counts, and what is paid."""
    if won or draw.kind[0] not in ASKS_TENPAI:
        return Section("Tehai at the end", tuple(_waits(facts, seat) for seat in range(rules.seats)))
    lines: list[Reason] = []
    for seat, tenpai in enumerate(tenpai_reasons(facts, draw, None, rules)):
        lines += [tenpai, *_copies(facts, seat)]
        furiten = int(facts.furiten[0, seat])
        if tenpai.met and furiten:
            lines.append(ruled(rules, "furiten_tenpai", Why.FURITEN_TENPAI, seat=seat, furiten=furiten))
    if draw.kind[0] == DrawKind.EXHAUSTIVE:
        lines.append(_penalty(int(draw.tenpai[0].sum()), rules))
    return Section("Tenpai", tuple(lines))


def _waits(facts: Facts, seat: Seat) -> Reason:
    waits, furiten = int(facts.waits[0, seat]), int(facts.furiten[0, seat])
    if not waits:
        return reason(Why.NOTEN, seat=seat)
    return reason(Why.WAITS_FURITEN if furiten else Why.WAITS, seat=seat, waits=waits, furiten=furiten)


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


def chombo_sections(course: Course, draw: Ryuukyoku, rules: RuleSet) -> list[Section]:
    """Why a hand is chombo, as far as its log tells, and what is paid.

    Args:
        course: What was played.
        draw: One row, settled as chombo.
        rules: The rule set.
    """
    return [
        Section("Condition of chombo", tuple(_shown_riichi(course, draw, rules))),
        Section("What chombo costs", tuple(_chombo_costs(course.facts, draw, rules))),
    ]


def _shown_riichi(course: Course, draw: Ryuukyoku, rules: RuleSet) -> Iterator[Reason]:
    facts = course.facts
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


def _chombo_costs(facts: Facts, draw: Ryuukyoku, rules: RuleSet) -> Iterator[Reason]:
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
    yield reason(Why.PAYMENTS, deltas=tuple(draw.deltas[0].tolist()))
