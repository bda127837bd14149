"""Checks of the end of a game: when it is over, who gets the sticks left, and the final result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken
from analyzer.audit.case import Case, shared
from analyzer.audit.settled_hands import last_results, settle_results
from analyzer.audit.texts import points_text
from analyzer.audit.undecided import is_excerpt, unknown_because, why_outside
from analyzer.audit.verdicts import (
    PROGRESS,
    TENHOU,
    Check,
    Detail,
    Verdicts,
    per_hand,
)
from analyzer.formats.claims import Claim
from analyzer.formats.events import Oddity
from analyzer.replay.seats import every_seat
from analyzer.rules import Area
from analyzer.settlement.game_end import EndCause
from analyzer.vocabulary import ABSENT, EndKind, kyoku_text

__all__ = ["CHECKS", "has_misplaced_owari", "lacks_owari"]

_AREAS: Final = PROGRESS | {Area.GAME, Area.GAME_END}
_END: Final = frozenset({Area.GAME_END})
_TENTH = 100
"""Points of a tenth in ``owari``: 64.0 is 64000."""


def _has_owari(case: Case) -> NDArray[np.bool_]:
    """Shape (hands,): some result of the hand has ``owari``."""
    results = case.events.results
    ends = np.zeros(len(case.usable), np.bool_)
    ends[results.hand[results.has_owari]] = True
    return ends


@shared
def has_misplaced_owari(case: Case) -> NDArray[np.bool_]:
    """Shape (games,): the last hand has owari, but not in its last result, which final-scores reports."""
    misplaced = np.zeros(len(case.logs), np.bool_)
    oddities = case.events.oddities
    games = np.unique(oddities.game[(oddities.code == Oddity.NO_OWARI) & (oddities.hand >= 0)])
    misplaced[games] = _has_owari(case)[case.events.games.hand_offsets[games + 1] - 1]
    return misplaced


@shared
def lacks_owari(case: Case) -> NDArray[np.bool_]:
    """Shape (games,): an mjlog ends with a result, and so does its game by the rules, but there is no owari.

    If the game may go on, ignoring reported faults, the log may just as well have been cut.
    """
    lacks = np.zeros(len(case.logs), np.bool_)
    oddities = case.events.oddities
    games = np.unique(oddities.game[oddities.code == Oddity.NO_OWARI])
    games = games[~(case.from_json | case.area_unknown(_AREAS) | has_misplaced_owari(case))[games]]
    rows = case.events.games.hand_offsets[games + 1].astype(np.int64) - 1
    judged = case.leads_on[rows] & (case.endings.cause[rows] != EndCause.NONE)
    games = games[judged]
    lacks[games] = True
    return lacks


def game_over(case: Case) -> Verdicts:
    """The game ends after this hand if and only if the rules end it; one item per hand with a result."""
    hands = case.events.hands
    rows = np.flatnonzero(hands.complete)
    is_last = (case.events.games.hand_offsets[hands.game + 1] - 1 == np.arange(len(hands.game)))[rows]
    ends = _has_owari(case)[rows]
    over = (case.endings.cause != EndCause.NONE)[rows]
    unended = lacks_owari(case)[hands.game[rows]] & is_last
    outside = is_last & is_excerpt(case)[hands.game[rows]]
    is_cut = is_last & ~ends & ~over & ~outside
    lost = ~case.usable[rows] | is_cut | outside
    agrees = ((is_last == over) | case.endings.may_end[rows]) & (~ends | is_last) & ~unended

    def detail(item: int) -> Detail:
        row = int(rows[item])
        here = kyoku_text(int(hands.kyoku[row]), int(hands.honba[row]))
        due = f"it ends ({EndCause(int(case.endings.cause[row])).text})" if over[item] else "it goes on"
        said = f"the game {'ends' if is_last[item] or ends[item] else 'goes on'} after {here}"
        message = f"{said}, by {case.rule_name(row)} {due}"
        if ends[item] and not is_last[item]:
            message = f"a hand follows although owari ends the game after {here}"
        elif unended[item]:
            said = f"no owari after {here}"
            message = f"the log ends after {here} without owari, by {case.rule_name(row)} the game is over"
            message += f" ({EndCause(int(case.endings.cause[row])).text})"
        element = int(case.events.results.element[last_results(case.events)[row]])
        return Detail(said, due, message, element)

    unscored = ~case.scored[last_results(case.events)[rows]]

    def why(item: int) -> Detail:
        if is_cut[item]:
            return Detail(None, None, "the log ends here, its game does not")
        return why_outside(case, rows)(item)

    return per_hand(case, rows, agrees, detail, lost=lost, unread=unscored, why=why)


def _final_rows(case: Case) -> NDArray[np.int64]:
    """Rows of ``results`` whose final scores could be read."""
    results = case.events.results
    return np.flatnonzero(every_seat(results.final_scores != ABSENT))


def final_scores(case: Case) -> Verdicts:
    """``owari`` has the last scores with the sticks left added where the rules put them; one per game.

    Where no stick is left, no rule is needed for it.
    """
    rows = _final_rows(case)
    results = case.events.results
    hand = results.hand[rows].astype(np.int64)
    logged, due = results.final_scores[rows], case.endings.scores[hand]
    is_last = last_results(case.events)[hand] == rows

    def detail(item: int) -> Detail:
        said, computed = points_text(logged[item]), points_text(due[item])
        message = f"final scores {said}, {case.rule_name(int(hand[item]))} gives {computed}"
        if not is_last[item]:
            message = "owari stands in a result that is not the last of its hand"
        return Detail(said, computed, message, int(results.element[rows[item]]))

    passed = every_seat(logged == due) & is_last
    verdicts = _per_owari(case, hand, passed, detail, ~case.scored[rows])
    game, has_sticks = case.events.hands.game[hand], case.facts.riichi_sticks[hand] > 0
    has_sticks &= case.facts.end[hand] != EndKind.AGARI
    is_open = case.area_unknown(_END)[game] & (has_sticks | (case.rule_of_game[game] < 0))
    return verdicts.undecided_where(is_open, lambda item: unknown_because(case, int(game[item]), _END))


def _per_owari(
    case: Case,
    hand: NDArray[np.integer],
    passed: NDArray[np.bool_],
    detail: Callable[[int], Detail],
    broken: NDArray[np.bool_],
    absent: NDArray[np.bool_] | None = None,
) -> Verdicts:
    """One item per `owari`; lost where the outcome is not sound, or in an excerpt, which it is not about."""
    lost = ~case.usable[hand] | is_excerpt(case)[case.events.hands.game[hand]]
    why = why_outside(case, hand)
    return per_hand(case, hand, passed, detail, lost=lost, unread=broken, absent=absent, why=why)


def final_result(case: Case) -> Verdicts:
    """``owari`` has the final results, with uma and oka, rounded or not; one item per game.

    Where its final scores are reported as wrong, the results may follow them.
    """
    rows = _final_rows(case)
    results = case.events.results
    hand = results.hand[rows]
    logged = results.final_results[rows] * _TENTH
    due, other = settle_results(case.events, case.ruling, case.draws, hand, case.endings.scores[hand])

    def detail(item: int) -> Detail:
        said, computed = points_text(logged[item]), points_text(due[item])
        if (due[item] != other[item]).any():
            computed += f" or {points_text(other[item])}"
        message = f"final results {said} points, {case.rule_name(int(hand[item]))} gives {computed}"
        return Detail(said, computed, message, int(results.element[rows[item]]))

    passed = every_seat(logged == due) | every_seat(logged == other)
    broken = ~case.scored[rows] | has_broken(case.events, "owari")[rows]
    # Final scores without results are those of a log that was converted from a form without them.
    absent = every_seat(results.final_scores[rows] != ABSENT) & every_seat(
        results.final_results[rows] == ABSENT
    )
    return _per_owari(case, hand, passed, detail, broken, absent)


CHECKS: Final = (
    Check(
        "game-over",
        "end of the game",
        "The game ends by a bust, by the target in the last hands, by the dealer's yame, or at its last hand",
        TENHOU + ": every hand of 2,233 games",
        game_over,
        _AREAS,
    ),
    Check(
        "final-scores",
        "final scores",
        "Sticks left at the end go to the top seat; in a tie, to the one nearer to the first dealer",
        TENHOU + ": 85 games",
        final_scores,
        claim=Claim.FINAL_SCORES,
        of_amounts=True,
    ),
    Check(
        "final-result",
        "final results",
        "Scores less return points, plus uma and oka; until 2022-01-13 rounded, and the top gets the rest",
        TENHOU + ": 2,171 of 2,174 games; 2,629 games by date",
        final_result,
        frozenset({Area.RESULT, Area.GAME_END}),
        Claim.FINAL_RESULT,
        of_amounts=True,
    ),
)
