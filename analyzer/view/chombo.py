"""Chombo step by step: whose riichi is wrong and what brings it to light, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.rules.grades import ChomboPenalty
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.ryuukyoku import Ryuukyoku
from analyzer.tiles.counts import mask_text
from analyzer.view.conditions import Course
from analyzer.view.lines import Line, Section, ruled, step
from analyzer.view.outcome import signed
from analyzer.vocabulary import Seat, mpsz, tile_text

__all__ = ["chombo_sections"]


def chombo_sections(course: Course, draw: Ryuukyoku, rules: RuleSet) -> list[Section]:
    """Why a hand is chombo, as far as its log tells, and what is paid.

    Args:
        course: What was played.
        draw: One row, settled as chombo.
        rules: The rule set.
    """
    offenders = np.flatnonzero(draw.chombo[0]).tolist()
    return [
        Section("Condition of chombo", tuple(_condition(course, offenders, rules))),
        Section("What chombo costs", tuple(_costs(course, draw, offenders, rules))),
    ]


def _condition(course: Course, offenders: Sequence[Seat], rules: RuleSet) -> list[Line]:
    is_over = course.last.live_tiles <= 0
    occasion = "the live wall is used up" if is_over else "the fourth riichi stands"
    lines = [step(f"{occasion}: whoever is in riichi shows its tehai", met=True)]
    for seat in range(rules.seats):
        turn = int(course.facts.riichi_turn[0, seat])
        if not turn:
            continue
        thrown = tile_text(course.last.sides[seat].river[turn - 1].tile)
        declared = f"seat {seat} declared riichi with discard {turn}, {thrown},"
        waits = int(course.facts.waits[0, seat])
        if seat not in offenders:
            lines.append(step(f"{declared} and waits for {mask_text(waits)}: no chombo", met=False))
        elif not waits:
            held = mpsz(course.last.sides[seat].tehai)
            lines.append(step(f"{declared} and {held} is noten", met=True))
        else:
            text = f"{declared} and waits for {mask_text(waits)}, of which none counts"
            lines.append(ruled(text, "tenpai_wait", rules, met=True))
    return [*lines, Line("a log has no name for chombo: the draw stands there as if every riichi were right")]


def _costs(course: Course, draw: Ryuukyoku, offenders: Sequence[Seat], rules: RuleSet) -> list[Line]:
    if rules.chombo_penalty == ChomboPenalty.REVERSE_MANGAN:
        lines = [ruled("a mangan tsumo the other way round is paid at once", "chombo_penalty", rules)]
        dealer = int(course.facts.dealer[0])
        lines += [
            ruled(_reverse_text(seat, dealer, rules.chombo_points), "chombo_points", rules)
            for seat in offenders
        ]
    else:
        lines = [ruled("nothing is paid in the game", "chombo_penalty", rules)]
        lines += [
            ruled(
                f"{rules.chombo_points:,} points are taken from the final result of seat {seat}",
                "chombo_points",
                rules,
            )
            for seat in offenders
        ]
    back = np.flatnonzero(course.facts.riichi_passed[0, : rules.seats]).tolist()
    if back:
        seats = ", ".join(f"seat {seat}" for seat in back)
        lines.append(Line(f"the sticks of this hand go back: {rules.riichi_stick:,} to {seats}"))
    lines.append(Line("the hand counts as not played: nothing else is paid, and it is played again"))
    return [*lines, Line(f"payments {signed(tuple(draw.deltas[0].tolist()))}")]


def _reverse_text(seat: Seat, dealer: Seat, points: int) -> str:
    if seat == dealer:
        return f"seat {seat}, the dealer, pays {points:,} to each"
    return f"seat {seat} pays {points:,} to the dealer and {points // 2:,} to everybody else"
