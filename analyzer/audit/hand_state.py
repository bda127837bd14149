"""Checks of the honba, sticks, scores and dealer that a hand states: at its start, at riichi, at its end."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken, has_broken_dealer
from analyzer.audit.case import Case
from analyzer.audit.deposits import riichi_deposit
from analyzer.audit.texts import points_text
from analyzer.audit.undecided import begins_midway, is_excerpt, why_outside
from analyzer.audit.verdicts import (
    FORMAT,
    PAYMENT,
    TENHOU,
    Check,
    Detail,
    State,
    Verdicts,
    joined,
    per_hand,
)
from analyzer.formats.claims import Claim
from analyzer.replay.seats import every_seat, of_hands
from analyzer.rules import Area
from analyzer.vocabulary import ABSENT, SEATS, kyoku_text

__all__ = ["CHECKS"]


def counters(case: Case) -> Verdicts:
    """``ba`` has the honba of the hand and the sticks on the table; one item per result.

    The second winner of a double ron gets no sticks, and ``ba`` says so.
    """
    results, hands = case.events.results, case.events.hands
    rows = results.hand
    first = case.is_first_result
    sticks = np.where(first, case.facts.riichi_sticks[rows], 0)
    honba = hands.honba[rows]

    def detail(item: int) -> Detail:
        stated = results.honba[item] != ABSENT
        claimed = f"{results.honba[item]},{results.kyotaku[item]}" if stated else "nothing"
        computed = f"{honba[item]},{sticks[item]}"
        message = f"log says honba,sticks {claimed}, play gives {computed}"
        return Detail(claimed, computed, message, int(results.element[item]))

    passed = (results.honba == honba) & (results.kyotaku == sticks)
    broken, lost = has_broken(case.events, "ba"), ~case.usable[rows]
    return per_hand(case, rows, passed, detail, lost=lost, unread=broken)


def scores_before(case: Case) -> Verdicts:
    """The scores before a result are those at the start less the deposits; one item per result.

    In a double ron the second result starts from the outcome of the first.
    """
    results = case.events.results
    rows = results.hand
    expected = of_hands(case.facts.scores, rows)
    chained = np.flatnonzero(~case.is_first_result)
    expected[chained] = results.scores[chained - 1] + results.deltas[chained - 1]

    def detail(item: int) -> Detail:
        claimed, computed = points_text(results.scores[item]), points_text(expected[item])
        message = f"log has scores {claimed} before the result, play gives {computed}"
        return Detail(claimed, computed, message, int(results.element[item]))

    passed = every_seat(results.scores == expected)
    unscored = ~case.scored
    unscored[chained[~case.scored[chained - 1]]] = True
    lost = ~case.usable[rows]
    return per_hand(case, rows, passed, detail, lost=lost, unread=unscored)


def dealer_of_kyoku(case: Case) -> Verdicts:
    """``oya`` is the dealer of the kyoku, who also draws first; one item per hand."""
    hands, facts = case.events.hands, case.facts
    rows = np.arange(len(hands.game))
    by_kyoku = hands.kyoku % SEATS

    def detail(item: int) -> Detail:
        claimed, computed = f"seat {hands.dealer[item]}", f"seat {by_kyoku[item]}"
        kyoku = kyoku_text(int(hands.kyoku[item]))
        message = (
            f"log has {claimed} as dealer of {kyoku}, it is {computed} (first to draw: {facts.dealer[item]})"
        )
        return Detail(claimed, computed, message, int(hands.element[item]), int(hands.dealer[item]))

    passed = hands.dealer == by_kyoku
    # An oya that cannot be read is malformed, and no claim.
    unread = has_broken_dealer(case.events)
    verdicts = per_hand(case, rows, passed, detail, lost=~case.played, unread=unread)
    return _with_first_dealers(case, verdicts)


def _with_first_dealers(case: Case, verdicts: Verdicts) -> Verdicts:
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


CHECKS: Final = (
    Check(
        "counters",
        "honba and sticks of a result",
        "ba states the honba of the hand and the sticks on the table; a second winner gets no sticks",
        TENHOU,
        counters,
        claim=Claim.COUNTERS,
    ),
    Check(
        "riichi-deposit",
        "scores after a riichi stick",
        "An accepted riichi takes 1000 points from its seat and nothing from others",
        TENHOU,
        riichi_deposit,
        PAYMENT,
        claim=Claim.DEPOSIT,
        of_amounts=True,
    ),
    Check(
        "scores-before",
        "scores before a result",
        "Scores before a result are those at the start less riichi sticks, or those that a first ron leaves",
        TENHOU,
        scores_before,
        PAYMENT,
        claim=Claim.SCORES_BEFORE,
        of_amounts=True,
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
        "dealer",
        "dealer of a hand",
        "The dealer is the seat of the kyoku's number",
        FORMAT,
        dealer_of_kyoku,
        claim=Claim.DEALER,
    ),
)
