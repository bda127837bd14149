"""Why a hand is settled as it is: what happened, by which rule, and where the log says otherwise."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from analyzer.audit import Finding
from analyzer.audit.settled_hands import end_of
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, Facts, Place
from analyzer.rules.grades import NotenPenalty
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.abortive import overdue
from analyzer.settlement.game_end import EndCause
from analyzer.settlement.reasons import by_rule, carry_reasons, draw_reasons, tenpai_reasons, win_reasons
from analyzer.settlement.settle import Counters, Settlement
from analyzer.settlement.win_payments import answering_seats
from analyzer.tiles.counts import kinds_in, mask_text
from analyzer.view.chombo import chombo_sections
from analyzer.view.conditions import Course, condition_sections
from analyzer.view.lines import Line, Section, from_reasons, ruled
from analyzer.view.outcome import Outcome, computed_outcome, computed_win, differences
from analyzer.view.winning import win_lines
from analyzer.vocabulary import NO_SEAT, SEATS, DrawKind, Seat, kind_text, kyoku_text

__all__ = ["Explanation", "explain", "liable_of"]

_FURITEN: Final = (
    (FURITEN_DISCARD, "by its own discards"),
    (FURITEN_PASSED, "it let a wait pass"),
    (FURITEN_RIICHI, "it let a wait pass after riichi"),
)


class Explanation(NamedTuple):
    """Why one hand is settled as it is under one rule set.

    Attributes:
        hand: As ``E2.1``.
        rule_set: Name.
        claimed: The end as the log has it.
        computed: The end as the rule set gives it.
        sections: In reading order.
        differences: What, as claimed, as computed; only where they differ.
        findings: What the audit says of the hand under the rule set of the game, and of that rule set.
    """

    hand: str
    rule_set: str
    claimed: Outcome
    computed: Outcome
    sections: tuple[Section, ...]
    differences: tuple[tuple[str, str, str], ...]
    findings: tuple[Finding, ...]


def liable_of(settled: Settlement, rules: RuleSet) -> tuple[Seat | None, ...]:
    """Per win of a settlement the seat that pays for a yakuman by its calls; None where none does."""
    pays = answering_seats(settled.wins.scores, settled.wins.table, rules)
    named = [[seat for seat in row if seat != NO_SEAT] for row in pays.tolist()]
    return tuple(seats[0] if seats else None for seats in named)


def explain(
    course: Course,
    rules: RuleSet,
    counters: Counters,
    settled: Settlement,
    claimed: Outcome,
    findings: tuple[Finding, ...],
) -> Explanation:
    """Explain one hand.

    Args:
        course: What was played.
        rules: The rule set.
        counters: One row.
        settled: One row, under that rule set.
        claimed: The end as the log has it.
        findings: Of this hand.
    """
    computed = computed_outcome(settled, liable_of(settled, rules))
    return Explanation(
        hand=kyoku_text(int(counters.kyoku[0]), int(counters.honba[0])),
        rule_set=rules.name,
        claimed=claimed,
        computed=computed,
        sections=tuple(
            section for section in _sections(course, rules, counters, settled, claimed) if section.lines
        ),
        differences=tuple(differences(claimed, computed)),
        findings=findings,
    )


def _sections(
    course: Course, rules: RuleSet, counters: Counters, settled: Settlement, claimed: Outcome
) -> list[Section]:
    facts = course.facts
    kinds = _kinds_in_question(settled, claimed)
    found = [_overdue(facts, rules)]
    if settled.won[0] or len(settled.wins.hand):
        found += _wins(settled, counters, rules)
        found.append(_not_paid(facts, settled, counters, rules))
    if not settled.won[0]:
        found += _draw(course, settled, rules)
    found += condition_sections(course, rules, kinds)
    found.append(_tenpai(facts, settled, rules))
    if settled.won[0] or settled.draw.kind[0]:
        lines = from_reasons(carry_reasons(facts, settled, counters.honba, rules))
        lines.append(_next_line(facts, settled, counters, rules))
        found.append(Section("What follows", tuple(lines)))
    return found


def _next_line(facts: Facts, settled: Settlement, counters: Counters, rules: RuleSet) -> Line:
    """The hand that follows, or why the game is over."""
    after = settled.after
    scores = facts.scores[:, : rules.seats] + settled.deltas
    kinds, won, stays = settled.draw.kind, settled.won, after.dealer_stays
    end = end_of(rules, scores, counters.kyoku, facts.dealer, stays, kinds, won)
    if end.cause[0]:
        return _over_line(EndCause(int(end.cause[0])), rules, won=bool(won[0]))
    following = kyoku_text(int(after.kyoku[0]), int(after.honba[0]))
    choice = "; the dealer may end the game instead" if end.may_end[0] else ""
    return Line(f"next: {following}, dealer seat {int(after.dealer[0])}{choice}")


def _over_line(cause: EndCause, rules: RuleSet, *, won: bool) -> Line:
    match cause:
        case EndCause.BUST:
            return ruled("the game is over: a seat is bust", "bust", rules)
        case EndCause.TEPPEN:
            return ruled("the game is over: a score is above the highest", "teppen", rules)
        case EndCause.TARGET:
            text = "the game is over: the last hand is played and somebody has the target"
            return ruled(text, "target_points", rules)
        case EndCause.YAME:
            text = "the game is over: the dealer would go on, but is top with the target"
            return ruled(text, "agari_yame" if won else "tenpai_yame", rules)
    return ruled("the game is over: no hand can follow the last one", "extension_winds", rules)


def _draw(course: Course, settled: Settlement, rules: RuleSet) -> list[Section]:
    """Which draw it is, and what is paid."""
    reasons = draw_reasons(settled.draw, rules)
    if settled.draw.kind[0] != DrawKind.CHOMBO:
        return [Section("The draw", tuple(from_reasons(reasons)))]
    return [
        Section("The draw", tuple(from_reasons(reasons[:1]))),
        *chombo_sections(course, settled.draw, rules),
    ]


def _kinds_in_question(settled: Settlement, claimed: Outcome) -> set[DrawKind]:
    """Draws that the log or the rules speak of."""
    kinds = {kind for kind in DrawKind if kind.text == claimed.kind}
    if not settled.won[0] and settled.draw.kind[0]:
        kinds.add(DrawKind(int(settled.draw.kind[0])))
    if DrawKind.CHOMBO in kinds:
        kinds -= {DrawKind.CHOMBO, DrawKind.EXHAUSTIVE}
    if DrawKind.EXHAUSTIVE in kinds:
        # Why it is no nagashi mangan is what readers ask of an exhaustive draw.
        kinds.discard(DrawKind.EXHAUSTIVE)
        kinds.add(DrawKind.NAGASHI_MANGAN)
    return kinds


def _overdue(facts: Facts, rules: RuleSet) -> Section:
    late = int(overdue(facts, rules)[0])
    if not late:
        return Section("", ())
    text = f"{DrawKind(late).text} should have ended the hand before: play went on"
    return Section("Overdue", (Line(text, met=False),))


def _wins(settled: Settlement, counters: Counters, rules: RuleSet) -> list[Section]:
    found: list[Section] = []
    liable = liable_of(settled, rules)
    table = settled.wins.table
    in_turn = np.argsort((table.winner.astype(np.int64) - table.loser) % SEATS)
    for row in in_turn.tolist():
        win = computed_win(settled, row, liable[row])
        title = f"Seat {win.winner} wins: {win.way}, {win.worth}"
        found.append(Section(title, tuple(win_lines(settled, row, win, counters, rules))))
    return found


def _not_paid(facts: Facts, settled: Settlement, counters: Counters, rules: RuleSet) -> Section:
    """Those who called ron and are not paid."""
    reasons = [
        reason
        for reason in win_reasons(facts, settled.wins, counters.honba, rules)
        if reason.text.endswith("is not paid")
    ]
    return Section("Other rons", tuple(from_reasons(reasons)))


def _tenpai(facts: Facts, settled: Settlement, rules: RuleSet) -> Section:
    """Who is tenpai on what; where the draw asks for it, whether it counts, and what is paid."""
    asked = not settled.won[0] and settled.draw.kind[0] in (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)
    if not asked:
        return Section("Tehai at the end", tuple(_waits_line(facts, seat) for seat in range(rules.seats)))
    reasons = tenpai_reasons(facts, settled.draw, None, rules)
    lines: list[Line] = []
    for seat, reason in enumerate(reasons):
        met = bool(settled.draw.tenpai[0, seat])
        lines.append(Line(reason.text, met, reason.rule, reason.source))
        lines += _copies_lines(facts, seat)
        if met and facts.furiten[0, seat]:
            text = f"seat {seat} is furiten ({_furiten_text(facts, seat)}), which does not matter at a draw"
            lines.append(ruled(text, "furiten_tenpai", rules))
    if settled.draw.kind[0] == DrawKind.EXHAUSTIVE:
        lines.append(_penalty_line(int(settled.draw.tenpai[0].sum()), rules))
    return Section("Tenpai", tuple(lines))


def _waits_line(facts: Facts, seat: Seat) -> Line:
    waits = int(facts.waits[0, seat])
    if not waits:
        return Line(f"seat {seat} is noten")
    furiten = f", furiten: {_furiten_text(facts, seat)}" if facts.furiten[0, seat] else ""
    return Line(f"seat {seat} waits for {mask_text(waits)}{furiten}")


def _copies_lines(facts: Facts, seat: Seat) -> list[Line]:
    """Where the copies are of each kind that a seat waits for."""
    found: list[Line] = []
    for kind in kinds_in(int(facts.waits[0, seat])):
        own, melded = int(facts.concealed[0, seat, kind]), int(facts.melded[0, seat, kind])
        place = facts.place[0, 4 * kind : 4 * kind + 4]
        shown = int(((place == Place.INDICATOR) | (place >= Place.MELD)).sum()) - melded
        parts = [f"{own} in its tehai"] if own else []
        parts += [f"{melded} in its melds"] if melded else []
        parts += [f"{shown} shown elsewhere"] if shown else []
        unseen = 4 - own - melded - shown
        where = ", ".join([*parts, f"{unseen} out of its sight"])
        found.append(Line(f"seat {seat}, {kind_text(kind)}: {where}"))
    return found


def _furiten_text(facts: Facts, seat: Seat) -> str:
    bits = int(facts.furiten[0, seat])
    return ", ".join(text for bit, text in _FURITEN if bits & bit)


def _penalty_line(tenpai: int, rules: RuleSet) -> Line:
    """How the noten penalty is shared out."""
    noten, points = rules.seats - tenpai, rules.noten_penalty_points
    if not tenpai or not noten or rules.noten_penalty == NotenPenalty.OFF:
        text = f"{tenpai} of {rules.seats} are tenpai: nothing is paid"
    elif rules.noten_penalty == NotenPenalty.SHARED:
        shares = f"each of {noten} noten pays {points // noten:,}, each of {tenpai} tenpai gets"
        text = f"{points:,} in all: {shares} {points // tenpai:,}"
    elif rules.noten_penalty == NotenPenalty.BY_TENPAI:
        text = f"each of {noten} noten pays {rules.noten_payments[tenpai - 1]:,} for {tenpai} tenpai"
    else:
        text = f"each noten seat pays {points:,} to each tenpai seat"
    by_tenpai = rules.noten_penalty == NotenPenalty.BY_TENPAI
    reason = by_rule(text, "noten_payments" if by_tenpai else "noten_penalty_points", rules)
    return Line(reason.text, None, reason.rule, reason.source)
