"""Scores, sticks, honba and chips: what each hand begins with, what results start from, what riichi costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit, outcome, shared
from analyzer.audit.broken import has_broken, places, places_of_oddities
from analyzer.audit.texts import points_text
from analyzer.audit.verdicts import (
    FORMAT,
    PAYMENT,
    PROGRESS,
    RYUUKYOKU,
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
)
from analyzer.formats.events import Claim, plays_of_kind
from analyzer.replay.seats import every_seat, of_hands
from analyzer.vocabulary import ABSENT, SEATS, PlayKind, kyoku_text


class Steps(NamedTuple):
    """Steps from one hand to the next of the same game; shape (items,)."""

    before: NDArray[np.int64]
    after: NDArray[np.int64]
    lost: NDArray[np.bool_]


@shared
def steps_of(audit: Audit) -> Steps:
    """The steps of all games, lost where one of the hands cannot be judged."""
    after = np.flatnonzero(~audit.is_first_hand)
    before = after - 1
    return Steps(before, after, ~(audit.leads_on[before] & audit.played[after]))


def _results(audit: Audit) -> Items:
    return result_items(audit, np.arange(len(audit.events.results.hand)))


def _counters(honba: Column, sticks: Column) -> Column:
    return np.stack([honba, sticks], axis=1)


def _counters_text(counters: Column) -> str:
    return "nothing" if counters[0] == ABSENT else f"{counters[0]},{counters[1]}"


def _counters_due(audit: Audit) -> Column:
    rows = audit.events.results.hand
    sticks = np.where(audit.is_first_result, audit.facts.riichi_sticks[rows], 0)
    return _counters(audit.events.hands.honba[rows], sticks)


def _chained(audit: Audit) -> NDArray[np.int64]:
    """Rows of results that follow another of their hand, and start from its outcome."""
    return np.flatnonzero(~audit.is_first_result)


def _scores_due(audit: Audit) -> Column:
    results, chained = audit.events.results, _chained(audit)
    due = of_hands(audit.facts.scores, results.hand)
    due[chained] = results.scores[chained - 1] + results.deltas[chained - 1]
    return due


def _unscored(audit: Audit) -> Mask:
    unscored, chained = ~audit.scored, _chained(audit)
    unscored[chained[~audit.scored[chained - 1]]] = True
    return unscored


def _steps(audit: Audit) -> Items:
    steps = steps_of(audit)
    return Items(steps.after, audit.events.hands.element[steps.after], steps.lost)


def _begun(name: str) -> Callable[[Audit], Column]:
    return lambda audit: getattr(audit.events.hands, name)[steps_of(audit).after]


def _of_init(name: str, title: str, rule: str, text: Callable[[int], str] = str) -> Check:
    """The check of a number of INIT that is the one of the hand that follows."""
    what = "sticks" if name == "kyotaku" else name
    words = f"the next hand has {what} {{claimed}}, {{rules}} gives {{computed}}"
    run = two_columns(
        _steps, _begun(name), lambda audit: getattr(audit.next, name)[steps_of(audit).before], text, words
    )
    return Check(f"next-{name}", title, rule, RYUUKYOKU, run, PROGRESS)


class Sticks(NamedTuple):
    """Riichi sticks laid down; shape (items,), scores (items, 4)."""

    play: NDArray[np.int64]
    hand: NDArray[np.int64]
    stated: NDArray[np.int32]
    """Scores beside it, ABSENT where there are none that can be read."""
    has_scores: NDArray[np.bool_]
    due: NDArray[np.int32]
    """Scores at the start of the hand less the sticks up to this one."""


@shared
def _sticks(audit: Audit) -> Sticks:
    events = audit.events
    play, hand = plays_of_kind(events, PlayKind.RIICHI_ACCEPTED)
    seat = np.minimum(events.plays.seat[play], SEATS - 1)
    laid = np.cumsum(of_hands(np.eye(SEATS, dtype=np.int32), seat), axis=0, dtype=np.int32)
    first = np.searchsorted(hand, hand, side="left")
    before = np.where(first[:, None] > 0, of_hands(laid, first - 1), 0)
    due = of_hands(events.hands.scores, hand) - audit.stick[hand][:, None] * (laid - before)
    stated, row = np.full(due.shape, ABSENT, np.int32), events.plays.row[play]
    there = np.flatnonzero(row != ABSENT)
    stated[there] = of_hands(events.deposits, row[there])
    return Sticks(play, hand, stated, every_seat(stated != ABSENT), due)


def _deposits(audit: Audit) -> Items:
    sticks, plays = _sticks(audit), audit.events.plays
    play, hand = sticks.play[sticks.has_scores], sticks.hand[sticks.has_scores]
    return Items(hand, plays.element[play], ~audit.followed[hand], plays.seat[play])


def _with_other_deposits(audit: Audit, verdicts: Verdicts) -> Verdicts:
    """The verdicts on statements, and one more item per stick without.

    In JSON it is absent.  In an mjlog it fails where others are stated; in early 2009 no stick has scores
    beside it.  A value that cannot be read is malformed, and named so.
    """
    events, (play, hand, _, has_scores, due) = audit.events, _sticks(audit)
    games, plays = events.hands.game[hand], audit.events.plays
    verdicts = verdicts.with_more(audit, hand[audit.from_json[games] & ~has_scores], State.ABSENT)
    lacks = ~has_scores & ~audit.from_json[games] & audit.followed[hand]
    lacks &= np.isin(games, games[has_scores])
    lacks &= ~np.isin(places(hand, plays.element[play]), places_of_oddities(events))
    rows = np.flatnonzero(lacks)

    def detail(item: int) -> Detail:
        row, computed = int(play[rows[item]]), points_text(due[rows[item]])
        message = f"log has no scores after the stick, play gives {computed}"
        return Detail("no scores", computed, message, int(plays.element[row]), int(plays.seat[row]))

    return verdicts.with_more(audit, hand[rows], State.FAILED, detail)


def _stated(chips: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Shape (rows,): chips are stated for every seat."""
    return every_seat(chips != ABSENT)


def _chips_before(audit: Audit) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Chips that each result must start from, shape (results, 4), and whether they are known.

    For the first result of a hand those of its INIT, for a second those that the first leaves.
    """
    results, hands = audit.events.results, audit.events.hands
    before, known = hands.chips[results.hand], _stated(hands.chips)[results.hand]
    again = np.flatnonzero(~audit.is_first_result)
    before[again] = results.chip_scores[again - 1] + results.chip_deltas[again - 1]
    known[again] = _stated(results.chip_deltas)[again - 1]
    return before, known


def _chips_after(audit: Audit) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Chips that must follow from each result: those of the next INIT; shape (results, 4), and if known."""
    results, hands = audit.events.results, audit.events.hands
    last = np.append(results.hand[1:] != results.hand[:-1], True) if len(results.hand) else results.has_owari
    following = results.hand + 1
    inside = following < audit.events.games.hand_offsets[hands.game[results.hand] + 1]
    following = np.minimum(following, max(len(hands.game) - 1, 0))
    known: NDArray[np.bool_] = last & inside & _stated(hands.chips)[following]
    return hands.chips[following], known


def _left_before(audit: Audit) -> NDArray[np.int32]:
    """Shape (results, 4): chips that the previous result leaves; meaningless for the first of a game."""
    results = audit.events.results
    left: NDArray[np.int32] = np.roll(results.chip_scores + results.chip_deltas, 1, axis=0)
    return left


def chips(audit: Audit) -> Verdicts:
    """Chips move between seats only, and every count follows from the last; one per result."""
    results, hands = audit.events.results, audit.events.hands
    has_chips = _stated(hands.chips)[results.hand] | _stated(results.chip_deltas)
    rows = np.flatnonzero(has_chips)
    hand = results.hand[rows]
    there = _stated(results.chip_deltas)[rows]
    left = results.chip_scores[rows] + results.chip_deltas[rows]
    before, before_known = (column[rows] for column in _chips_before(audit))
    after, after_known = (column[rows] for column in _chips_after(audit))
    final, final_known = results.final_chips[rows], _stated(results.final_chips[rows])
    even = results.chip_deltas[rows].sum(axis=1, dtype=np.int64) == 0
    starts = ~before_known | (results.chip_scores[rows] == before).all(axis=1)
    # Wrong chips of an INIT fail at the step to it.
    earlier = np.flatnonzero(~starts & (rows > 0))
    starts[earlier] = (results.chip_scores[rows] == _left_before(audit)[rows])[earlier].all(axis=1)
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
    broken = has_broken(audit.events, "sc", "owari")[rows]
    verdicts = per_hand(audit, hand, passed, detail, lost=~audit.usable[hand], unread=broken)
    at_the_step = there & even & starts & ~follows
    return replace(verdicts, hand=(hand + at_the_step).astype(np.int32))


CHECKS: Final = (
    _of_init(
        "kyoku",
        "next dealer",
        "The dealer stays after a win of the dealer, an abortive draw, or tenpai at an exhaustive draw",
        kyoku_text,
    ),
    _of_init(
        "honba",
        "next honba",
        "Honba grows by one at a draw or if the dealer stays, and is zero after the win of another seat",
    ),
    _of_init("kyotaku", "next sticks", "Riichi sticks stay on the table at a draw and go to the winner"),
    Check(
        "next-scores",
        "scores of the next hand",
        "The next hand starts with the scores the last result gives",
        FORMAT,
        two_columns(
            _steps,
            _begun("scores"),
            lambda audit: of_hands(outcome(audit), steps_of(audit).before),
            points_text,
            "the next hand starts with {claimed}, the last result gives {computed}, "
            "a difference of {difference}",
        ),
        claim=Claim.START_SCORES,
        of_amounts=True,
    ),
    Check(
        "counters",
        "honba and sticks of a result",
        "ba states the honba of the hand and the sticks on the table; a second winner gets no sticks",
        TENHOU,
        two_columns(
            _results,
            lambda audit: _counters(audit.events.results.honba, audit.events.results.kyotaku),
            _counters_due,
            _counters_text,
            "log says honba,sticks {claimed}, play gives {computed}",
            unread="ba",
        ),
        claim=Claim.COUNTERS,
    ),
    Check(
        "riichi-deposit",
        "scores after a riichi stick",
        "An accepted riichi takes 1000 points from its seat and nothing from others",
        TENHOU,
        two_columns(
            _deposits,
            lambda audit: _sticks(audit).stated[_sticks(audit).has_scores],
            lambda audit: _sticks(audit).due[_sticks(audit).has_scores],
            points_text,
            "log has scores {claimed} after the stick, play gives {computed}",
            also=_with_other_deposits,
        ),
        PAYMENT,
        Claim.DEPOSIT,
        of_amounts=True,
    ),
    Check(
        "scores-before",
        "scores before a result",
        "Scores before a result are those at the start less riichi sticks, or those that a first ron leaves",
        TENHOU,
        two_columns(
            _results,
            lambda audit: audit.events.results.scores,
            _scores_due,
            points_text,
            "log has scores {claimed} before the result, play gives {computed}",
            unread=_unscored,
        ),
        PAYMENT,
        Claim.SCORES_BEFORE,
        of_amounts=True,
    ),
    Check(
        "chips",
        "chips",
        "Chips move between the seats only, and every count follows from the one before",
        FORMAT + ": chip tables",
        chips,
    ),
)
