"""CHECKS, the list of all checks, and running them: counts of each, and findings made of what they say.

Failures of a hand, and of the step to the next hand, hang together in chains; the first of them leads.  That
they hang together proves no cause.  A check therefore compares its own claim and knows no other check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit import draws, game, log_form, play, scores, wall, winners, wins
from analyzer.audit.audit import Audit
from analyzer.audit.findings import Finding, Placed, Verdict, bounded, first_of_games, shortened
from analyzer.audit.open_rules import without_open, without_unstated
from analyzer.audit.verdicts import Check, Detail, State, Verdicts, unknown_because
from analyzer.rules import Area
from analyzer.vocabulary import ABSENT

_OF_THE_STEP: Final = frozenset(
    ("hand-order", "next-kyoku", "next-honba", "next-kyotaku", "next-scores", "wall-dice", "wall-deal")
)
"""Checks of what INIT says by the hand before it; the wall goes on from hand to hand too."""
_GOES_ON: Final = "game-over"
"""The check that fails in every hand that is played after the end of the game."""


def in_chains(found: Sequence[Placed]) -> list[Placed]:
    """The findings with the chain of each that fails, counted from 0 in each game.

    Args:
        found: In the order in which chains are formed.
    """
    chained: list[Placed] = []
    chain, first, last = -1, None, None
    for one in found:
        if one.finding.verdict == Verdict.UNDECIDED:
            chained.append(one)
            continue
        if first is None or last is None or first.game != one.game:
            chain, first = 0, one
        elif not _hang_together(first, last, one):
            chain, first = chain + 1, one
        last = one
        chained.append(one._replace(finding=replace(one.finding, chain=chain, leads=one is first)))
    return chained


def _hang_together(first: Placed, last: Placed, one: Placed) -> bool:
    """Whether a failure goes on with the chain of these, its first and its last so far, in the same game."""
    if ABSENT in (last.hand, one.hand):
        return False
    if one.finding.check == last.finding.check == _GOES_ON:
        return True
    if one.hand == last.hand:
        # In the hand behind the step of a chain another chain begins.
        return one.finding.check in _OF_THE_STEP or one.hand == first.hand
    return one.hand == last.hand + 1 and one.finding.check in _OF_THE_STEP


_ORDER: Final = (
    *("well-formed", "known-vocabulary", "whole-log", "rule-set"),
    *("hand-order", "next-kyoku", "next-honba", "next-kyotaku", "next-scores", "game-start", "dealer"),
    *("tile-place", "turn-order", "calls", "riichi-procedure", "kuikae", "last-tile", "riichi-conditions"),
    *("dora-indicators", "winning-tile", "draw-kind", "winner-order"),
    *("counters", "riichi-deposit", "scores-before"),
    *("overdue-draw", "shown-seats", "shown-tiles", "draw-payment"),
    *("furiten", "win-tehai", "win-melds", "win-dora", "win-yaku", "win-fu", "win-points", "win-pao"),
    *("win-payment", "game-over", "final-scores", "final-result", "chips"),
    *("wall-seed", "wall-dice", "wall-deal", "wall-draws", "wall-indicators"),
)
"""Causes before what may come of them."""
_CHECKS: Final = {
    check.id: check
    for family in (log_form, play, draws, winners, wins, scores, game, wall)
    for check in family.CHECKS
}

CHECKS: Final = tuple(map(_CHECKS.__getitem__, _ORDER))
"""In the order in which a reader wants them; findings of one place are sorted so, and the first leads."""


_Found = tuple[int, int, Finding]
"""Row of the game, that of the hand or ABSENT, and what is found there."""


def run_checks(
    audit: Audit, checks: Sequence[Check], *, as_written: bool = False
) -> tuple[list[Finding], dict[str, NDArray[np.int64]]]:
    """Findings in order of game, element and check, and per check the counts of every game.

    Failures that hang together are numbered as a chain, of which the first leads.
    An undecided finding speaks for all items of its log, check and reason, and stands at the first of them.
    Beyond `MAX_FINDINGS` of a log, one speaks for all others.

    Args:
        audit: The batch.
        checks: In the order in which findings of one place are sorted.
        as_written: Rules that no source states are as their set has them, whatever else they may be.

    Returns:
        The findings, and by id of each check the counts of every game, shape (games, 4): passed, failed,
        undecided, absent.
    """
    tallies: dict[str, NDArray[np.int64]] = {}
    placed: list[Placed] = []
    unmade: Counter[int] = Counter()
    for rank, check in enumerate(checks):
        verdicts = _judged_by_both(audit, check)
        if not as_written and not verdicts.all_passed:
            verdicts = without_unstated(audit, check, verdicts)
        tallies[check.id] = verdicts.tallies(len(audit.logs))
        if verdicts.all_passed:
            continue
        items = verdicts.items(State.FAILED)
        first = first_of_games(verdicts.game[items])
        unmade.update(verdicts.game[items[~first]].tolist())
        found = (*_failed(audit, check, verdicts, items[first]), *_undecided(audit, check, verdicts))
        for place, row, finding in found:
            element = -1 if finding.element is None else finding.element
            placed.append(Placed(place, element, rank, row, finding))
    placed.sort(key=lambda one: one[:3])
    return bounded(in_chains(placed), unmade), tallies


_MAY_DIFFER: Final = frozenset({Area.GAME_END, Area.RESULT})
"""What the rule sets differ in that one game may have been played under."""


def _judged_by_both(audit: Audit, check: Check) -> Verdicts:
    """The verdicts; of games with two possible rule sets those that both give, others are undecided."""
    verdicts, other = _judged(audit, check, check.run(audit)), audit.other
    if other is None or not check.areas & _MAY_DIFFER:
        return verdicts
    differ = verdicts.state != _judged(other, check, check.run(other)).state

    def why(item: int) -> Detail:
        game = int(verdicts.game[item])
        names = " and ".join(one.name for one in (audit.rule_set(game), other.rule_set(game)) if one)
        return Detail(None, None, f"{names} differ: {audit.ruling.of_game[game].reason}")

    return verdicts.undecided_where(differ, why)


def _judged(audit: Audit, check: Check, verdicts: Verdicts) -> Verdicts:
    """The verdicts: absent where the log cannot state what is judged, undecided where rules are not known."""
    if not verdicts.all_passed:
        verdicts = without_open(audit, check.id, verdicts)
    if check.claim is not None and audit.from_json.any():
        # What concerns a game as a whole is of no hand.
        unstated = np.append(audit.unstated(check.claim), False)[np.maximum(verdicts.hand, -1)]
        state = np.where(unstated, np.uint8(State.ABSENT), verdicts.state)
        verdicts = replace(verdicts, state=state)
    of_games = audit.area_unknown(check.areas) if check.areas else None
    if of_games is None or not of_games.any():
        return verdicts
    unknown = of_games[verdicts.game] & (verdicts.state != int(State.ABSENT))
    return verdicts.undecided_where(
        unknown, lambda item: unknown_because(audit, int(verdicts.game[item]), check.areas)
    )


def _failed(audit: Audit, check: Check, verdicts: Verdicts, items: NDArray[np.int64]) -> Iterator[_Found]:
    """Game, row of the hand, and finding of these failing items."""
    for item in items.tolist():
        detail = verdicts.detail(item)
        detail = detail._replace(message=shortened(detail.message))
        verdict = detail.verdict or Verdict.INCONSISTENT
        if verdict == Verdict.INCONSISTENT:
            detail = detail._replace(message=f"{detail.message}; rule: {check.rule} [{check.source}]")
        game, row = int(verdicts.game[item]), int(verdicts.hand[item])
        yield game, row, _finding(audit, check, game, row, detail, verdict)


def _undecided(audit: Audit, check: Check, verdicts: Verdicts) -> Iterator[_Found]:
    """Game, row of the hand, and finding of every reason for which items are undecided."""
    counts: Counter[tuple[int, str]] = Counter()
    first: dict[tuple[int, str], tuple[int, Detail]] = {}
    for item in verdicts.items(State.UNDECIDED).tolist():
        detail = verdicts.why(item)
        key = int(verdicts.game[item]), detail.message
        counts[key] += 1
        first.setdefault(key, (int(verdicts.hand[item]), detail))
    for (place, reason), count in counts.items():
        row, detail = first[place, reason]
        times = "" if count == 1 else f" ({count} times)"
        element = detail.element
        if element is None and row != ABSENT:
            element = int(audit.events.hands.element[row])
        detail = detail._replace(message=shortened(f"undecided{times}: {reason}"), element=element)
        finding = _finding(audit, check, place, row, detail, Verdict.UNDECIDED)
        yield place, row, replace(finding, reason=reason, count=count)


def _finding(audit: Audit, check: Check, game: int, row: int, detail: Detail, verdict: Verdict) -> Finding:
    """A finding of a check; ``row`` is that of its hand, or ABSENT."""
    hands, name, rules = audit.events.hands, audit.logs[game], audit.rule_set(game)
    inside = row != ABSENT
    is_counted = inside and hands.counted[row]
    return Finding(
        log=name.log_id,
        source=name.source,
        hand=row - int(audit.events.games.hand_offsets[game]) if inside else None,
        kyoku=int(hands.kyoku[row]) if is_counted else None,
        honba=int(hands.honba[row]) if is_counted else None,
        seat=detail.seat,
        element=detail.element,
        check=check.id,
        verdict=verdict,
        rule_set=None if rules is None else rules.name,
        claimed=detail.claimed,
        computed=detail.computed,
        message=detail.message,
        line=detail.element if audit.from_lines[game] else None,
    )
