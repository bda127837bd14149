"""Why a hand is settled so, in reading order, and what follows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.explain.drawn_hand import (
    PlayedHand,
    chombo_costs,
    condition_sections,
    draw_reasons,
    overdue_reasons,
    riichi_reasons,
    tenpai_reasons,
    waits_reasons,
)
from analyzer.explain.reason import Reason, Section, reason, ruled
from analyzer.explain.win import computed_win, in_turn
from analyzer.explain.winning_hand import unpaid_reasons, win_reasons
from analyzer.rules.grades import Bust, Rounding
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement import Settlement
from analyzer.settlement.game_end import EndCause
from analyzer.vocabulary import ABORTIVE, ASKS_TENPAI, DrawKind, kyoku_text

_OVER: Final = {
    EndCause.BUST: ("over_bust", "bust"),
    EndCause.TEPPEN: ("over_teppen", "teppen"),
    EndCause.TARGET: ("over_target", "target_points"),
    EndCause.YAME: ("over_yame", "agari_yame"),
    EndCause.LIMIT: ("over_limit", "extension_winds"),
}


def carry_reasons(hand: Settlement, rules: RuleSet) -> Iterator[Reason]:
    """Why the dealer stays or goes, and what becomes of honba and sticks."""
    after, kind = hand.after, int(hand.draw_kind[0])
    stays, seat = bool(after.dealer_stays[0]), int(hand.facts.dealer[0])
    why = "dealer_stays" if stays else "dealer_moves"
    yield ruled(rules, _repeat_rule(kind), why, seat=seat)
    before, now = int(hand.situation.honba[0]), int(after.honba[0])
    rule = "honba_inherited" if not stays and before and not now else "honba_growth"
    if kind == DrawKind.CHOMBO:
        rule = "chombo_honba"
    yield ruled(rules, None if hand.won[0] else rule, "honba", before=before, after=now)
    sticks = int(hand.facts.riichi_sticks[0])
    if sticks:
        yield reason("sticks_stay", left=int(after.kyotaku[0]), sticks=sticks)


def _repeat_rule(draw_kind: int) -> str | None:
    """The rule by which the dealer stays or goes; None where chombo leaves no choice."""
    if draw_kind == DrawKind.CHOMBO:
        return None
    if draw_kind in ABORTIVE:
        return "abort_repeat"
    return "nagashi_repeat" if draw_kind == DrawKind.NAGASHI_MANGAN else "dealer_repeat"


def next_reason(hand: Settlement, rules: RuleSet) -> Reason:
    """The hand that follows, or why the game is over."""
    after, end = hand.after, hand.game_end
    cause = EndCause(int(end.cause[0]))
    if cause:
        scores = (hand.facts.scores + hand.deltas)[0, : rules.seats]
        return game_over(cause, scores, rules, won=bool(hand.won[0]))
    name = kyoku_text(int(after.kyoku[0]), int(after.honba[0]))
    why = "next_or_end" if end.may_end[0] else "next"
    return reason(why, hand=name, seat=int(after.dealer[0]))


def game_over(cause: EndCause, scores: NDArray[np.int32], rules: RuleSet, *, won: bool) -> Reason:
    """Why the game is over, with the seats that ended it.

    Args:
        cause: Of the end.
        scores: After the last hand; shape (seats,).
        rules: The rule set.
        won: Whether the last hand was won.
    """
    why, rule = _OVER[cause]
    lowest = 0 if rules.bust == Bust.BELOW_ZERO else 1
    concerned = scores >= rules.target_points
    if cause == EndCause.BUST:
        concerned = scores < lowest
    elif cause == EndCause.TEPPEN:
        concerned = scores > rules.teppen
    seats = tuple(np.flatnonzero(concerned).tolist())
    return ruled(rules, "tenpai_yame" if cause == EndCause.YAME and not won else rule, why, seats=seats)


def result_reasons(
    sticks: int, left: NDArray[np.int32], penalties: NDArray[np.int32], rules: RuleSet
) -> Iterator[Reason]:
    """How the final results come from the scores after the last hand.

    Args:
        sticks: Left on the table.
        left: Points of them, per seat.
        penalties: Points that chombo took from the results, per seat.
        rules: The rule set.
    """
    if sticks:
        yield ruled(rules, "leftover_kyotaku", "sticks_left", sticks=sticks, points=tuple(left.tolist()))
    yield ruled(rules, "return_points", "less_return")
    uma = "uma_by_below" if rules.uma_by_below else "uma_tonpuu" if rules.winds == 1 else "uma"
    yield ruled(rules, uma, "with_uma")
    is_rounded = rules.rounding != Rounding.NONE
    yield ruled(rules, "rounding", "rounded" if is_rounded else "not_rounded")
    yield ruled(rules, "tie_rule", "equal_scores")
    if penalties.any():
        yield ruled(rules, "chombo_points", "chombo_taken", points=tuple(penalties.tolist()))


def sections_of(
    hand: Settlement, rules: RuleSet, played: PlayedHand | None = None, claimed: str = "none"
) -> tuple[Section, ...]:
    """Why one hand is settled so.

    Args:
        hand: One row.
        rules: The rule set by which it is settled.
        played: What was played, where it is known; without it nothing is said of what did not come about.
        claimed: How the hand ended by its log, as `Outcome.kind` has it.
    """
    return tuple(section for section in _sections(hand, rules, played, claimed) if section.lines)


def _sections(hand: Settlement, rules: RuleSet, played: PlayedHand | None, claimed: str) -> Iterator[Section]:
    won, kind = bool(hand.won[0]), int(hand.draw_kind[0])
    yield _section("an_overdue_draw", overdue_reasons(hand))
    yield from _wins(hand, rules)
    yield _section("other_rons", unpaid_reasons(hand, rules))
    if not won and not hand.is_invalid[0]:
        yield _section("the_draw", draw_reasons(hand, rules))
    if kind == DrawKind.CHOMBO:
        if played is not None:
            yield _section("condition_of_chombo", riichi_reasons(hand, rules, played))
        yield _section("cost_of_chombo", chombo_costs(hand, rules))
    if played is not None:
        yield from condition_sections(played, rules, _kinds_in_question(kind, claimed))
    if kind in ASKS_TENPAI:
        yield _section("who_is_tenpai", tenpai_reasons(hand, rules, counts_copies=played is not None))
    elif played is not None:
        yield _section("tehai_at_end", waits_reasons(hand.facts, rules))
    if won or kind:
        following = next_reason(hand, rules)
        # Without the plays it is a settled hand that is told, which names the next one itself.
        told = () if played is None and following.why == "next" else (following,)
        yield _section("what_follows", (*carry_reasons(hand, rules), *told))


def _section(heading: str, lines: Iterable[Reason]) -> Section:
    return Section(reason(heading), tuple(lines))


def _wins(hand: Settlement, rules: RuleSet) -> Iterator[Section]:
    wins = hand.wins
    for row in in_turn(wins, np.flatnonzero(wins.is_heard)):
        win = computed_win(wins, row, hand.facts, rules)
        heading = reason("an_invalid_win", seat=win.winner, way=win.way)
        if wins.is_valid[row]:
            heading = reason("a_win", seat=win.winner, way=win.way, worth=win.worth)
        yield Section(heading, tuple(win_reasons(hand, row, win, rules)))


def _kinds_in_question(draw_kind: int, claimed: str) -> set[DrawKind]:
    """Draws that the log or the rules speak of."""
    kinds = {kind for kind in DrawKind if kind.text == claimed}
    if draw_kind:
        kinds.add(DrawKind(draw_kind))
    if DrawKind.CHOMBO in kinds:
        kinds -= {DrawKind.CHOMBO, DrawKind.EXHAUSTIVE}
    if DrawKind.EXHAUSTIVE in kinds:
        # Why it is no nagashi mangan is what readers ask of an exhaustive draw.
        kinds.discard(DrawKind.EXHAUSTIVE)
        kinds.add(DrawKind.NAGASHI_MANGAN)
    return kinds
