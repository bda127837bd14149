"""The course of a game: its first hand, the order of hands, the dealer, its end and the final results."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit, final_results_of, last_results, outcome, shared
from analyzer.audit.broken import has_broken, has_broken_start
from analyzer.audit.log_form import begins_midway, is_excerpt, why_outside
from analyzer.audit.scores import Steps, steps_of
from analyzer.audit.texts import points_text
from analyzer.audit.verdicts import (
    FORMAT,
    PROGRESS,
    TENHOU,
    Check,
    Column,
    Detail,
    Items,
    Mask,
    State,
    Verdicts,
    per_hand,
    result_items,
    two_columns,
    unknown_because,
)
from analyzer.formats.events import Claim, Oddity
from analyzer.replay.seats import any_seat, every_seat, of_hands
from analyzer.rules import Area
from analyzer.settlement.game_end import EndCause
from analyzer.vocabulary import ABSENT, SEATS, EndKind, kyoku_text

_END: Final = frozenset({Area.GAME_END})
_AREAS: Final = PROGRESS | {Area.GAME, Area.GAME_END}
_START_STEP: Final = 1000
"""Start points are whole multiples of it: also where a log does not tell which they are."""


def _scores_differ(audit: Audit, steps: Steps) -> NDArray[np.bool_]:
    start = of_hands(audit.events.hands.scores, steps.after)
    return any_seat(start != of_hands(outcome(audit), steps.before))


def _is_gap(audit: Audit, steps: Steps) -> NDArray[np.bool_]:
    """Per step: two of kyoku, honba and scores are wrong, as when a hand is missing or out of order.

    Honba that fit the logged next dealer do not count: they follow from a wrong dealer.
    """
    hands = audit.events.hands
    kyoku = hands.kyoku[steps.after] != audit.next.kyoku[steps.before]
    honba = hands.honba[steps.after] != audit.next.honba[steps.before]
    # Honba that fit the logged next dealer follow from a wrong one.
    stays = hands.kyoku[steps.after] == hands.kyoku[steps.before]
    won = audit.facts.end[steps.before] == EndKind.AGARI
    grown = hands.honba[steps.before] + 1
    honba &= ~(kyoku & (hands.honba[steps.after] == np.where(stays | ~won, grown, 0)))
    gap: NDArray[np.bool_] = (kyoku.astype(np.int8) + honba + _scores_differ(audit, steps)) >= 2
    return gap


def _continues(audit: Audit, before: int, after: int) -> bool:
    """Whether a hand may directly follow another."""
    hands = audit.events.hands
    follows = (
        hands.kyoku[after] == audit.next.kyoku[before] and hands.honba[after] == audit.next.honba[before]
    )
    return bool(follows and (hands.scores[after] == outcome(audit)[before]).all())


def _begins(audit: Audit, row: int) -> bool:
    """Whether the hand is the first of a game."""
    hands = audit.events.hands
    start = (hands.kyoku[row], hands.honba[row], hands.kyotaku[row])
    rules = audit.rule_set(int(hands.game[row]))
    seated = np.arange(hands.scores.shape[1]) < audit.events.games.players[hands.game[row]]
    if rules is None or any(start):
        return False
    return bool((hands.scores[row][seated] == rules.start_points).all())


def _is_displaced(audit: Audit, after: int) -> bool:
    """Whether a hand that does not follow the one before it follows another of its game, or begins it."""
    if _begins(audit, after):
        return True
    game = int(audit.events.hands.game[after])
    first, stop = audit.events.games.hand_offsets[game : game + 2].tolist()
    return any(_continues(audit, other, after) for other in range(first, stop) if audit.usable[other])


def hand_order(audit: Audit) -> Verdicts:
    """No hand is missing or out of order; one item per step from hand to hand.

    Hands that follow others of the game are out of order.
    """
    steps, hands = steps_of(audit), audit.events.hands
    gap = _is_gap(audit, steps)

    def detail(item: int) -> Detail:
        before, after = int(steps.before[item]), int(steps.after[item])
        claimed = kyoku_text(int(hands.kyoku[after]), int(hands.honba[after]))
        computed = kyoku_text(int(audit.next.kyoku[before]), int(audit.next.honba[before]))
        due, found = points_text(outcome(audit)[before]), points_text(hands.scores[after])
        why = "hands are out of order" if _is_displaced(audit, after) else "a hand is missing"
        message = f"{claimed} with {found} follows, expected {computed} with {due}: {why}"
        return Detail(claimed, computed, message, int(hands.element[after]))

    return per_hand(audit, steps.after, ~gap, detail, lost=steps.lost)


def game_start(audit: Audit) -> Verdicts:
    """A game begins with E1, no honba, no sticks and the start points; one item per log that has a hand.

    In an excerpt that begins midway all scores and sticks must add up to some start points for every seat.
    """
    hands, offsets = audit.events.hands, audit.events.games.hand_offsets
    games = np.flatnonzero(offsets[1:] > offsets[:-1])
    rows = offsets[games]
    points = audit.of_rules(lambda rules: rules.start_points)[games].astype(np.int32)
    players = audit.events.games.players[games].astype(np.int32)
    start = np.where(np.arange(SEATS) < players[:, None], points[:, None], 0)

    def shown(row: int, scores: NDArray[np.int32]) -> str:
        kyoku = kyoku_text(int(hands.kyoku[row]), int(hands.honba[row]))
        return f"{kyoku}, {hands.kyotaku[row]} sticks, {points_text(scores)}"

    def detail(item: int) -> Detail:
        row = int(rows[item])
        if outside[item]:
            claimed, computed = str(total[item]), str(start[item].sum())
            message = f"all seats and sticks on the table have {claimed} points, not {computed}"
            return Detail(claimed, computed, message, int(hands.element[row]))
        claimed, computed = shown(row, hands.scores[row]), f"E1.0, 0 sticks, {points_text(start[item])}"
        return Detail(
            claimed, computed, f"the game begins with {claimed}, not {computed}", int(hands.element[row])
        )

    passed = (hands.kyoku[rows] == 0) & (hands.honba[rows] == 0) & (hands.kyotaku[rows] == 0)
    unstated = audit.unstated(Claim.START_SCORES)[rows]
    passed &= (hands.scores[rows] == start).all(axis=1) | unstated
    outside = (is_excerpt(audit) & begins_midway(audit))[games]
    total = hands.scores[rows].sum(axis=1) + hands.kyotaku[rows] * audit.stick[rows]
    could_be = total % (_START_STEP * players) == 0
    lost = ~audit.played[rows] | (outside & (could_be | unstated))
    return per_hand(audit, rows, passed, detail, lost=lost, why=why_outside(audit, rows))


def _hands(audit: Audit) -> Items:
    hands = audit.events.hands
    return Items(np.arange(len(hands.game)), hands.element, ~audit.played, seat=hands.dealer)


def _with_first_dealers(audit: Audit, verdicts: Verdicts) -> Verdicts:
    """The verdicts on hands, and one more item per log whose TAIKYOKU names another dealer than East 1 has.

    Of a log that begins later in its game it may name the dealer of the first hand that is there.
    """
    games, hands = audit.events.games, audit.events.hands
    stated = np.flatnonzero((games.first_dealer != ABSENT) & (np.diff(games.hand_offsets) > 0))
    rows = games.hand_offsets[stated]
    first = hands.kyoku[rows] % SEATS
    named = games.first_dealer[stated]
    wrong = (named != 0) & (named != first) & audit.played[rows] & ~audit.from_json[stated]
    stated, rows, first, named = (column[wrong] for column in (stated, rows, first, named))

    def detail(item: int) -> Detail:
        claimed, computed = f"seat {named[item]}", f"seat {first[item]}"
        kyoku = kyoku_text(int(hands.kyoku[rows[item]]))
        message = f"TAIKYOKU has {claimed} as first dealer (oya), the dealer of {kyoku} is {computed}"
        return Detail(claimed, computed, message, int(games.taikyoku[stated[item]]), int(named[item]))

    outside = np.full(len(stated), ABSENT)
    return verdicts.with_more(audit, outside, State.FAILED, detail, stated)


def _has_owari(audit: Audit) -> NDArray[np.bool_]:
    """Shape (hands,): some result of the hand has ``owari``."""
    results = audit.events.results
    ends = np.zeros(len(audit.usable), np.bool_)
    ends[results.hand[results.has_owari]] = True
    return ends


@shared
def _lacks_owari(audit: Audit) -> NDArray[np.bool_]:
    """Shape (games,): an mjlog ends with a result, and so does its game by the rules, but there is no owari.

    If the game may go on, the log may just as well have been cut.  An owari in another result of the last
    hand than its last is what final-scores reports.
    """
    lacks = np.zeros(len(audit.logs), np.bool_)
    oddities, offsets = audit.events.oddities, audit.events.games.hand_offsets
    has_hand = offsets[oddities.game + 1] > offsets[oddities.game]
    rows = np.flatnonzero((oddities.code == Oddity.NO_OWARI) & has_hand)
    games, last = oddities.game[rows], offsets[oddities.game[rows] + 1] - 1
    misplaced = np.zeros(len(audit.logs), np.bool_)
    misplaced[games[(oddities.hand[rows] >= 0) & _has_owari(audit)[last]]] = True
    lacks[games[audit.leads_on[last] & (audit.endings.cause[last] != EndCause.NONE)]] = True
    return lacks & ~(audit.from_json | audit.area_unknown(_AREAS) | misplaced)


def game_over(audit: Audit) -> Verdicts:
    """The game ends after this hand if and only if the rules end it; one item per hand with a result."""
    hands = audit.events.hands
    rows = np.flatnonzero(hands.complete)
    is_last = (audit.events.games.hand_offsets[hands.game + 1] - 1 == np.arange(len(hands.game)))[rows]
    ends = _has_owari(audit)[rows]
    over = (audit.endings.cause != EndCause.NONE)[rows]
    unended = _lacks_owari(audit)[hands.game[rows]] & is_last
    outside = is_last & is_excerpt(audit)[hands.game[rows]]
    is_cut = is_last & ~ends & ~over & ~outside
    lost = ~audit.usable[rows] | is_cut | outside
    agrees = ((is_last == over) | audit.endings.may_end[rows]) & (~ends | is_last) & ~unended

    def detail(item: int) -> Detail:
        row = int(rows[item])
        here = kyoku_text(int(hands.kyoku[row]), int(hands.honba[row]))
        due = f"it ends ({EndCause(int(audit.endings.cause[row])).text})" if over[item] else "it goes on"
        said = f"the game {'ends' if is_last[item] or ends[item] else 'goes on'} after {here}"
        message = f"{said}, by {audit.rule_name(row)} {due}"
        if ends[item] and not is_last[item]:
            message = f"a hand follows although owari ends the game after {here}"
        elif unended[item]:
            said = f"no owari after {here}"
            message = f"the log ends after {here} without owari, by {audit.rule_name(row)} the game is over"
            message += f" ({EndCause(int(audit.endings.cause[row])).text})"
        element = int(audit.events.results.element[last_results(audit.events)[row]])
        return Detail(said, due, message, element)

    unscored = ~audit.scored[last_results(audit.events)[rows]]

    def why(item: int) -> Detail:
        if is_cut[item]:
            return Detail(None, None, "the log ends here, its game does not")
        return why_outside(audit, rows)(item)

    return per_hand(audit, rows, agrees, detail, lost=lost, unread=unscored, why=why)


def _final_rows(audit: Audit) -> NDArray[np.int64]:
    """Rows of ``results`` whose final scores could be read."""
    return np.flatnonzero(every_seat(audit.events.results.final_scores != ABSENT))


@shared
def _final_results_due(audit: Audit) -> NDArray[np.int32]:
    """Shape (items, 2, 4): final results of `_final_rows`, also rounded otherwise where either is right."""
    hand = audit.events.results.hand[_final_rows(audit)]
    return np.stack(final_results_of(audit, hand, audit.endings), axis=1)


def _owari(audit: Audit) -> Items:
    items = result_items(audit, _final_rows(audit))
    outside = is_excerpt(audit)[audit.events.hands.game[items.hand]]
    return replace(items, lost=items.lost | outside, why=why_outside(audit, items.hand))


def _is_last(audit: Audit) -> Mask:
    """Shape (items,): ``owari`` stands in the last result of its hand."""
    rows = _final_rows(audit)
    return np.asarray(last_results(audit.events)[audit.events.results.hand[rows]] == rows)


def _final_scores(audit: Audit) -> Column:
    return audit.events.results.final_scores[_final_rows(audit)]


def _final_scores_due(audit: Audit) -> Column:
    return audit.endings.scores[audit.events.results.hand[_final_rows(audit)]]


def _final_scores_words(audit: Audit, item: int) -> str:
    if _is_last(audit)[item]:
        return "final scores {claimed}, {rules} gives {computed}"
    return "owari stands in a result that is not the last of its hand"


def _where_sticks_are_left(audit: Audit, verdicts: Verdicts) -> Verdicts:
    """The verdicts, undecided where sticks are left and no rule is known for them."""
    hand = audit.events.results.hand[_final_rows(audit)]
    game, left = audit.events.hands.game[hand], audit.facts.riichi_sticks[hand] > 0
    left &= audit.facts.end[hand] != EndKind.AGARI
    is_open = audit.area_unknown(_END)[game] & (left | (audit.rule_of_game[game] < 0))
    return verdicts.undecided_where(is_open, lambda item: unknown_because(audit, int(game[item]), _END))


def _final_results(audit: Audit) -> Column:
    # Points of a tenth in ``owari``: 64.0 is 64000.
    return audit.events.results.final_results[_final_rows(audit)] * 100


def _final_results_agree(audit: Audit) -> Mask:
    logged, due = _final_results(audit), _final_results_due(audit)
    return every_seat(logged == due[:, 0]) | every_seat(logged == due[:, 1])


def _final_results_text(results: Column) -> str:
    if results.ndim == 1:
        return points_text(results)
    return " or ".join(dict.fromkeys(map(points_text, results)))


CHECKS: Final = (
    Check(
        "hand-order",
        "sequence of hands",
        "Hands follow one another; none is missing or out of order",
        TENHOU,
        hand_order,
        PROGRESS,
    ),
    Check(
        "game-start",
        "first hand",
        "A game begins with East 1, no honba, no sticks and the start points of its rule set; "
        "no points come or go later",
        TENHOU,
        game_start,
        frozenset({Area.GAME}),
    ),
    Check(
        "dealer",
        "dealer of a hand",
        "The dealer is the seat of the kyoku's number",
        FORMAT,
        two_columns(
            _hands,
            lambda audit: audit.events.hands.dealer,
            lambda audit: audit.events.hands.kyoku % SEATS,
            lambda seat: f"seat {seat}",
            "log has {claimed} as dealer of {kyoku}, it is {computed} (first to draw: {first})",
            unread=lambda audit: has_broken_start(audit.events, "oya"),
            also=_with_first_dealers,
        ),
        claim=Claim.DEALER,
    ),
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
        two_columns(
            _owari,
            _final_scores,
            _final_scores_due,
            points_text,
            _final_scores_words,
            agree=lambda audit: (
                every_seat(_final_scores(audit) == _final_scores_due(audit)) & _is_last(audit)
            ),
            unread=lambda audit: ~audit.scored[_final_rows(audit)],
            also=_where_sticks_are_left,
        ),
        claim=Claim.FINAL_SCORES,
        of_amounts=True,
    ),
    Check(
        "final-result",
        "final results",
        "Scores less return points, plus uma and oka; until 2022-01-13 rounded, and the top gets the rest",
        TENHOU + ": 2,171 of 2,174 games; 2,629 games by date",
        two_columns(
            _owari,
            _final_results,
            _final_results_due,
            _final_results_text,
            "final results {claimed} points, {rules} gives {computed}",
            agree=_final_results_agree,
            unread=lambda audit: (~audit.scored | has_broken(audit.events, "owari"))[_final_rows(audit)],
            # Final scores without results are of a log that was converted from a form without them.
            absent=lambda audit: every_seat(audit.events.results.final_results[_final_rows(audit)] == ABSENT),
        ),
        frozenset({Area.RESULT, Area.GAME_END}),
        Claim.FINAL_RESULT,
        of_amounts=True,
    ),
)
