"""The course of a game: its first hand, the order of hands, riichi sticks, its end, chips beside points."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken, places, places_of_oddities
from analyzer.audit.case import Case, outcome, shared
from analyzer.audit.settled_hands import last_results, settle_results
from analyzer.audit.texts import points_text
from analyzer.audit.verdicts import (
    FORMAT,
    PROGRESS,
    TENHOU,
    Check,
    Detail,
    State,
    Verdicts,
    begins_midway,
    is_excerpt,
    joined,
    nothing,
    per_hand,
    why_outside,
)
from analyzer.formats.claims import Claim
from analyzer.formats.events import Oddity
from analyzer.replay.seats import any_seat, every_seat, of_hands
from analyzer.rules import Area
from analyzer.settlement.game_end import EndCause
from analyzer.vocabulary import ABSENT, SEATS, EndKind, PlayKind, kyoku_text

__all__ = [
    "CHECKS",
    "END",
    "StatedDeposits",
    "Steps",
    "final_results_due",
    "final_rows",
    "stated_deposits",
    "steps_of",
    "with_first_dealers",
    "with_unsaid_deposits",
    "with_unstated_deposits",
]

END: Final = frozenset({Area.GAME_END})
_AREAS: Final = PROGRESS | {Area.GAME, Area.GAME_END}


class Steps(NamedTuple):
    """Steps from one hand to the next of the same game; shape (items,)."""

    before: NDArray[np.int64]
    after: NDArray[np.int64]
    lost: NDArray[np.bool_]


@shared
def steps_of(case: Case) -> Steps:
    """The steps of all games, lost where one of the hands cannot be judged."""
    after = np.flatnonzero(~case.is_first_hand)
    before = after - 1
    return Steps(before, after, ~(case.leads_on[before] & case.played[after]))


def _scores_differ(case: Case, steps: Steps) -> NDArray[np.bool_]:
    start = of_hands(case.events.hands.scores, steps.after)
    return any_seat(start != of_hands(outcome(case), steps.before))


def _is_gap(case: Case, steps: Steps) -> NDArray[np.bool_]:
    """Per step: two of kyoku, honba and scores are wrong, as when a hand is missing or out of order.

    Honba that fit the logged next dealer do not count: they follow from a wrong dealer.
    """
    hands = case.events.hands
    kyoku = hands.kyoku[steps.after] != case.next.kyoku[steps.before]
    honba = hands.honba[steps.after] != case.next.honba[steps.before]
    # Honba that fit the logged next dealer follow from a wrong one.
    stays = hands.kyoku[steps.after] == hands.kyoku[steps.before]
    won = case.facts.end[steps.before] == EndKind.AGARI
    grown = hands.honba[steps.before] + 1
    honba &= ~(kyoku & (hands.honba[steps.after] == np.where(stays | ~won, grown, 0)))
    gap: NDArray[np.bool_] = (kyoku.astype(np.int8) + honba + _scores_differ(case, steps)) >= 2
    return gap


def _continues(case: Case, before: int, after: int) -> bool:
    """Whether a hand may directly follow another."""
    hands = case.events.hands
    follows = hands.kyoku[after] == case.next.kyoku[before] and hands.honba[after] == case.next.honba[before]
    return bool(follows and (hands.scores[after] == outcome(case)[before]).all())


def _begins(case: Case, row: int) -> bool:
    """Whether the hand is the first of a game."""
    hands = case.events.hands
    start = (hands.kyoku[row], hands.honba[row], hands.kyotaku[row])
    rules = case.rule_set(int(hands.game[row]))
    seated = np.arange(hands.scores.shape[1]) < case.events.games.players[hands.game[row]]
    if rules is None or any(start):
        return False
    return bool((hands.scores[row][seated] == rules.start_points).all())


def _is_displaced(case: Case, after: int) -> bool:
    """Whether a hand that does not follow the one before it follows another of its game, or begins it."""
    if _begins(case, after):
        return True
    if _continues(case, after - 1, after):
        return False
    game = int(case.events.hands.game[after])
    first, stop = case.events.games.hand_offsets[game : game + 2].tolist()
    return any(_continues(case, other, after) for other in range(first, stop) if case.usable[other])


def hand_order(case: Case) -> Verdicts:
    """No hand is missing or out of order; one item per step from hand to hand.

    Hands that follow others of the game are out of order.
    """
    steps, hands = steps_of(case), case.events.hands
    gap = _is_gap(case, steps)

    def detail(item: int) -> Detail:
        before, after = int(steps.before[item]), int(steps.after[item])
        claimed = kyoku_text(int(hands.kyoku[after]), int(hands.honba[after]))
        computed = kyoku_text(int(case.next.kyoku[before]), int(case.next.honba[before]))
        due, found = points_text(outcome(case)[before]), points_text(hands.scores[after])
        why = "hands are out of order" if _is_displaced(case, after) else "a hand is missing"
        message = f"{claimed} with {found} follows, expected {computed} with {due}: {why}"
        return Detail(claimed, computed, message, int(hands.element[after]))

    return per_hand(case, steps.after, ~gap, detail, lost=steps.lost)


def game_start(case: Case) -> Verdicts:
    """A game begins with E1, no honba, no sticks and the start points; one item per log that has a hand."""
    hands, offsets = case.events.hands, case.events.games.hand_offsets
    games = np.flatnonzero(offsets[1:] > offsets[:-1])
    rows = offsets[games]
    points = case.of_rules(lambda rules: rules.start_points)[games].astype(np.int32)
    start = np.where(np.arange(SEATS) < case.events.games.players[games, None], points[:, None], 0)

    def shown(row: int, scores: NDArray[np.int32]) -> str:
        kyoku = kyoku_text(int(hands.kyoku[row]), int(hands.honba[row]))
        return f"{kyoku}, {hands.kyotaku[row]} sticks, {points_text(scores)}"

    def detail(item: int) -> Detail:
        row = int(rows[item])
        claimed, computed = shown(row, hands.scores[row]), f"E1.0, 0 sticks, {points_text(start[item])}"
        return Detail(
            claimed, computed, f"the game begins with {claimed}, not {computed}", int(hands.element[row])
        )

    passed = (hands.kyoku[rows] == 0) & (hands.honba[rows] == 0) & (hands.kyotaku[rows] == 0)
    passed &= (hands.scores[rows] == start).all(axis=1) | case.unstated(Claim.START_SCORES)[rows]
    outside = (is_excerpt(case) & begins_midway(case))[games]
    lost = ~case.played[rows] | outside
    return per_hand(case, rows, passed, detail, lost=lost, why=why_outside(case, rows))


def with_first_dealers(case: Case, verdicts: Verdicts) -> Verdicts:
    """The verdicts on hands, and one more item per log whose TAIKYOKU names another dealer than East 1 has.

    Of a log that begins later in its game it may name the dealer of the first hand that is there.
    """
    games, hands = case.events.games, case.events.hands
    stated = np.flatnonzero((games.first_dealer != ABSENT) & (np.diff(games.hand_offsets) > 0))
    rows = games.hand_offsets[stated]
    first = hands.kyoku[rows] % SEATS
    named = games.first_dealer[stated]
    wrong = (named != 0) & (named != first) & case.played[rows] & ~case.from_json[stated]
    stated, rows, first, named = (column[wrong] for column in (stated, rows, first, named))
    if len(stated) == 0:
        return verdicts

    def detail(item: int) -> Detail:
        claimed, computed = f"seat {named[item]}", f"seat {first[item]}"
        kyoku = kyoku_text(int(hands.kyoku[rows[item]]))
        message = f"TAIKYOKU has {claimed} as first dealer (oya), the dealer of {kyoku} is {computed}"
        return Detail(claimed, computed, message, int(games.taikyoku[stated[item]]), int(named[item]))

    outside = np.full(len(stated), ABSENT, np.int32)
    state = np.full(len(stated), State.FAILED, np.uint8)
    return joined(verdicts, Verdicts(stated.astype(np.int32), outside, state, detail, detail))


def _has_owari(case: Case) -> NDArray[np.bool_]:
    """Shape (hands,): some result of the hand has ``owari``."""
    results = case.events.results
    ends = np.zeros(len(case.usable), np.bool_)
    ends[results.hand[results.has_owari]] = True
    return ends


@shared
def _has_misplaced_owari(case: Case) -> NDArray[np.bool_]:
    """Shape (games,): the last hand has owari, but not in its last result, which final-scores reports."""
    misplaced = np.zeros(len(case.logs), np.bool_)
    oddities = case.events.oddities
    games = np.unique(oddities.game[(oddities.code == Oddity.NO_OWARI) & (oddities.hand >= 0)])
    misplaced[games] = _has_owari(case)[case.events.games.hand_offsets[games + 1] - 1]
    return misplaced


@shared
def _lacks_owari(case: Case) -> NDArray[np.bool_]:
    """Shape (games,): an mjlog ends with a result, and so does its game by the rules, but there is no owari.

    If the game may go on, the log may just as well have been cut.
    """
    lacks = np.zeros(len(case.logs), np.bool_)
    oddities = case.events.oddities
    games = np.unique(oddities.game[oddities.code == Oddity.NO_OWARI])
    games = games[~(case.from_json | case.area_unknown(_AREAS) | _has_misplaced_owari(case))[games]]
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
    unended = _lacks_owari(case)[hands.game[rows]] & is_last
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


def final_rows(case: Case) -> NDArray[np.int64]:
    """Rows of ``results`` whose final scores could be read."""
    return np.flatnonzero(every_seat(case.events.results.final_scores != ABSENT))


@shared
def final_results_due(case: Case) -> NDArray[np.int32]:
    """Shape (items, 2, 4): final results of `final_rows`, also rounded otherwise where either is right."""
    hand = case.events.results.hand[final_rows(case)]
    return np.stack(
        settle_results(case.events, case.ruling, case.ryuukyoku, hand, case.endings.scores[hand]), axis=1
    )


class StatedDeposits(NamedTuple):
    """Riichi sticks with scores beside them; shape (items,), scores (items, 4)."""

    plays: NDArray[np.int64]
    hand: NDArray[np.int32]
    stated: NDArray[np.int32]
    due: NDArray[np.int32]
    """Scores at the start of the hand less the sticks up to this one."""


@shared
def stated_deposits(case: Case) -> StatedDeposits:
    """The sticks of a batch whose scores could be read."""
    events = case.events
    plays, hand, _ = case.rare.of_kind(PlayKind.RIICHI_ACCEPTED)
    deposit = events.plays.row[plays]
    there = np.flatnonzero(deposit != ABSENT)
    stated = of_hands(events.deposits, deposit[there])
    complete = np.flatnonzero(every_seat(stated != ABSENT))
    plays, rows = plays[there[complete]], hand[there[complete]].astype(np.int32)
    due = of_hands(events.hands.scores, rows) - _paid_for_sticks(case, plays)
    return StatedDeposits(plays, rows, of_hands(stated, complete), due)


def _element_and_seat(case: Case, play: int) -> tuple[int, int]:
    plays = case.events.plays
    return int(plays.element[play]), int(plays.seat[play])


def _paid_for_sticks(case: Case, plays: NDArray[np.int64]) -> NDArray[np.int32]:
    """Shape (items, 4): what the seats have paid in the hand once these sticks are laid down."""
    accepted, hand, _ = case.rare.of_kind(PlayKind.RIICHI_ACCEPTED)
    seats = np.minimum(case.events.plays.seat[accepted], SEATS - 1)
    sticks = np.cumsum(of_hands(np.eye(SEATS, dtype=np.int32), seats), axis=0, dtype=np.int32)
    first_of_hand = np.searchsorted(hand, hand, side="left")
    before = np.where(first_of_hand[:, None] > 0, of_hands(sticks, first_of_hand - 1), 0)
    paid: NDArray[np.int32] = case.stick[hand][:, None] * (sticks - before)
    return paid[np.searchsorted(accepted, plays)]


def with_unstated_deposits(case: Case, verdicts: Verdicts) -> Verdicts:
    """The verdicts on statements, and one more item per stick without, in an mjlog that has others.

    In early 2009 no stick has scores beside it.  A value that cannot be read is malformed, and named so.
    """
    events, stated = case.events, stated_deposits(case)
    plays, hand, _ = case.rare.of_kind(PlayKind.RIICHI_ACCEPTED)
    games = events.hands.game[hand]
    lacks = ~np.isin(plays, stated.plays) & np.isin(games, events.hands.game[stated.hand])
    lacks &= ~case.from_json[games] & case.followed[hand]
    lacks &= ~np.isin(places(hand, events.plays.element[plays]), places_of_oddities(events))
    plays, hand = plays[lacks], hand[lacks]
    if len(plays) == 0:
        return verdicts
    due = of_hands(events.hands.scores, hand) - _paid_for_sticks(case, plays)

    def detail(item: int) -> Detail:
        computed = points_text(due[item])
        message = f"log has no scores after the stick, play gives {computed}"
        return Detail("no scores", computed, message, *_element_and_seat(case, int(plays[item])))

    return joined(verdicts, per_hand(case, hand, np.zeros(len(plays), np.bool_), detail))


def with_unsaid_deposits(case: Case, verdicts: Verdicts) -> Verdicts:
    """The verdicts, and one more absent item for each riichi stick of JSON that has no scores beside it."""
    if not case.from_json.any():
        return verdicts
    plays, hand, _ = case.rare.of_kind(PlayKind.RIICHI_ACCEPTED)
    games = case.events.hands.game[hand]
    unsaid = case.from_json[games] & ~np.isin(plays, stated_deposits(case).plays)
    absent = np.full(np.count_nonzero(unsaid), State.ABSENT, np.uint8)
    return replace(
        verdicts,
        game=np.concatenate([verdicts.game, games[unsaid]]),
        hand=np.concatenate([verdicts.hand, hand[unsaid].astype(np.int32)]),
        state=np.concatenate([verdicts.state, absent]),
    )


def _stated(chips: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Shape (rows,): chips are stated for every seat."""
    return every_seat(chips != ABSENT)


def _chips_before(case: Case) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Chips that each result must start from, shape (results, 4), and whether they are known.

    For the first result of a hand those of its INIT, for a second those that the first leaves.
    """
    results, hands = case.events.results, case.events.hands
    before, known = hands.chips[results.hand], _stated(hands.chips)[results.hand]
    again = np.flatnonzero(~case.is_first_result)
    before[again] = results.chip_scores[again - 1] + results.chip_deltas[again - 1]
    known[again] = _stated(results.chip_deltas)[again - 1]
    return before, known


def _chips_after(case: Case) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Chips that must follow from each result: those of the next INIT; shape (results, 4), and if known."""
    results, hands = case.events.results, case.events.hands
    last = np.append(results.hand[1:] != results.hand[:-1], True) if len(results.hand) else results.has_owari
    following = results.hand + 1
    inside = following < case.events.games.hand_offsets[hands.game[results.hand] + 1]
    following = np.minimum(following, max(len(hands.game) - 1, 0))
    known: NDArray[np.bool_] = last & inside & _stated(hands.chips)[following]
    return hands.chips[following], known


def _left_before(case: Case) -> NDArray[np.int32]:
    """Shape (results, 4): chips that the previous result leaves; meaningless for the first of a game."""
    results = case.events.results
    left: NDArray[np.int32] = np.roll(results.chip_scores + results.chip_deltas, 1, axis=0)
    return left


def chips(case: Case) -> Verdicts:
    """Chips move between seats only, and every count follows from the last; one per result."""
    results, hands = case.events.results, case.events.hands
    has_chips = _stated(hands.chips)[results.hand] | _stated(results.chip_deltas)
    rows = np.flatnonzero(has_chips)
    if len(rows) == 0:
        return nothing()
    hand = results.hand[rows]
    there = _stated(results.chip_deltas)[rows]
    left = results.chip_scores[rows] + results.chip_deltas[rows]
    before, before_known = (column[rows] for column in _chips_before(case))
    after, after_known = (column[rows] for column in _chips_after(case))
    final, final_known = results.final_chips[rows], _stated(results.final_chips[rows])
    even = results.chip_deltas[rows].sum(axis=1, dtype=np.int64) == 0
    starts = ~before_known | (results.chip_scores[rows] == before).all(axis=1)
    # Wrong chips of an INIT fail at the step to it.
    earlier = np.flatnonzero(~starts & (rows > 0))
    starts[earlier] = (results.chip_scores[rows] == _left_before(case)[rows])[earlier].all(axis=1)
    follows = ~after_known | (left == after).all(axis=1) | ~starts
    ends = ~final_known | (left == final).all(axis=1)

    def detail(item: int) -> Detail:
        element = int(results.element[rows[item]])
        if not there[item]:
            return Detail("no chips", None, "the result states no chips, the hand does", element)
        if not even[item]:
            said = points_text(results.chip_deltas[rows[item]])
            return Detail(said, "a sum of zero", f"chips {said} change hands, not a sum of zero", element)
        if not starts[item]:
            said, due = points_text(results.chip_scores[rows[item]]), points_text(before[item])
            return Detail(said, due, f"chips {said} before the result, the hand begins with {due}", element)
        if not follows[item]:
            said, due = points_text(after[item]), points_text(left[item])
            element = int(hands.element[hand[item] + 1])
            return Detail(said, due, f"the next hand has chips {said}, the last result leaves {due}", element)
        said, due = points_text(final[item]), points_text(left[item])
        return Detail(said, due, f"final chips {said}, the last result leaves {due}", element)

    passed = there & even & starts & follows & ends
    broken = (has_broken(case.events, "sc") | has_broken(case.events, "owari"))[rows]
    verdicts = per_hand(case, hand, passed, detail, lost=~case.usable[hand], unread=broken)
    at_the_step = there & even & starts & ~follows
    return replace(verdicts, hand=(hand + at_the_step).astype(np.int32))


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
        "A game begins with East 1, no honba, no sticks and the start points of its rule set",
        TENHOU,
        game_start,
        frozenset({Area.GAME}),
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
        "chips",
        "chips",
        "Chips move between the seats only, and every count follows from the one before",
        FORMAT + ": chip tables",
        chips,
    ),
)
