"""Everything that is told of a hand, in reading order: the one list that all who explain print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from analyzer.explain.conditions import Course, condition_sections
from analyzer.explain.drawn_hand import (
    chombo_costs,
    draw_reasons,
    overdue_reasons,
    riichi_reasons,
    tenpai_reasons,
    waits_reasons,
)
from analyzer.explain.next_hand import carry_reasons, next_reason
from analyzer.explain.one_hand import OneHand
from analyzer.explain.outcome import computed_win, in_turn
from analyzer.explain.reason import Reason, Section, reason
from analyzer.explain.why import Why
from analyzer.explain.winning_hand import unpaid_reasons, win_reasons
from analyzer.vocabulary import DrawKind

__all__ = ["sections_of"]


def sections_of(hand: OneHand, course: Course | None = None, claimed: str = "none") -> tuple[Section, ...]:
    """Why one hand is settled so.

    Args:
        hand: The hand.
        course: What was played, where it is known; without it nothing is said of what did not come about.
        claimed: How the hand ended by its log, as `Outcome.kind` has it.
    """
    return tuple(section for section in _sections(hand, course, claimed) if section.lines)


def _sections(hand: OneHand, course: Course | None, claimed: str) -> Iterator[Section]:
    yield _section(Why.AN_OVERDUE_DRAW, overdue_reasons(hand))
    yield from _wins(hand)
    yield _section(Why.OTHER_RONS, unpaid_reasons(hand))
    if not hand.won and not hand.is_invalid:
        yield _section(Why.THE_DRAW, draw_reasons(hand))
    if hand.draw_kind == DrawKind.CHOMBO:
        if course is not None:
            yield _section(Why.CONDITION_OF_CHOMBO, riichi_reasons(hand, course))
        yield _section(Why.COST_OF_CHOMBO, chombo_costs(hand))
    if course is not None:
        yield from condition_sections(course, hand.rules, _kinds_in_question(hand, claimed))
    if hand.asks_tenpai:
        yield _section(Why.WHO_IS_TENPAI, tenpai_reasons(hand, counts_copies=course is not None))
    elif course is not None:
        yield _section(Why.TEHAI_AT_END, waits_reasons(hand))
    if hand.has_ended:
        following = next_reason(hand)
        # Without the plays it is a settled hand that is told, which names the next one itself.
        told = () if course is None and following.why is Why.NEXT else (following,)
        yield _section(Why.WHAT_FOLLOWS, (*carry_reasons(hand), *told))


def _section(heading: Why, lines: Iterable[Reason]) -> Section:
    return Section(reason(heading), tuple(lines))


def _wins(hand: OneHand) -> Iterator[Section]:
    wins = hand.settled.wins
    for row in in_turn(wins, np.arange(len(wins.hand))):
        win = computed_win(wins, row, hand.rules)
        heading = reason(Why.AN_INVALID_WIN, seat=win.winner, way=win.way)
        if wins.is_valid[row]:
            heading = reason(Why.A_WIN, seat=win.winner, way=win.way, worth=win.worth)
        yield Section(heading, tuple(win_reasons(hand, row, win)))


def _kinds_in_question(hand: OneHand, claimed: str) -> set[DrawKind]:
    """Draws that the log or the rules speak of."""
    kinds = {kind for kind in DrawKind if kind.text == claimed}
    if hand.draw_kind:
        kinds.add(DrawKind(hand.draw_kind))
    if DrawKind.CHOMBO in kinds:
        kinds -= {DrawKind.CHOMBO, DrawKind.EXHAUSTIVE}
    if DrawKind.EXHAUSTIVE in kinds:
        # Why it is no nagashi mangan is what readers ask of an exhaustive draw.
        kinds.discard(DrawKind.EXHAUSTIVE)
        kinds.add(DrawKind.NAGASHI_MANGAN)
    return kinds
