"""Readings of a win: where a fault leaves the play in doubt, the one that the claims of the win fit best.

A win that fits none of them is compared with the reading of the replay.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.ruling import Ruling
from analyzer.formats.events import Events
from analyzer.replay.facts import UNSURE_COPIES, UNSURE_INDICATORS, UNSURE_RIICHI, Facts, take
from analyzer.replay.registers import FIVES
from analyzer.replay.seats import every_seat, of_seats
from analyzer.rules import RuleSet
from analyzer.settlement import Situation, Wins, settle
from analyzer.settlement.settle import fill, part_of_wins
from analyzer.settlement.win_facts import WinScores
from analyzer.settlement.yaku_names import NO_YAKU
from analyzer.vocabulary import ABSENT


def read_as_claimed(events: Events, facts: Facts, ruling: Ruling, situation: Situation, wins: Wins) -> Wins:
    """The wins, those in doubt by the reading that they fit best.

    Args:
        events: The batch.
        facts: Of its hands, with what is in doubt.
        ruling: Of its games.
        situation: Beside the facts.
        wins: By the reading of the replay.
    """
    if not facts.unsure.any():
        return wins
    doubtful = (of_seats(facts.unsure, wins.hand, wins.winner) != 0) & ~facts.derailed[wins.hand]
    doubtful &= wins.winner < events.games.players[events.hands.game[wins.hand]]
    rules_of_win = ruling.rule_of_game[events.hands.game[wins.hand]]
    for item in np.flatnonzero(doubtful & (rules_of_win >= 0)).tolist():
        _read(events, facts, ruling.rule_sets[rules_of_win[item]], situation, wins, item)
    return wins


def _read(events: Events, facts: Facts, rules: RuleSet, situation: Situation, wins: Wins, item: int) -> None:
    """Put the best reading of one win in the place of that of the replay."""
    hand, winner, result = int(wins.hand[item]), int(wins.winner[item]), int(wins.result[item])
    readings = [*_readings(events, facts, situation, hand, winner, result)]
    rows = np.full(len(readings), hand)
    table = take(facts, rows)
    beside = Situation(*(column[rows] for column in situation))
    for row, (riichi, sticks, indicators, place) in enumerate(readings):
        if riichi != (table.riichi_turn[row, winner] > 0):
            table.riichi_turn[row, winner] = riichi
            table.double_riichi[row, winner] = table.ippatsu[row, winner] = False
        table.riichi_sticks[row] = sticks
        beside.indicators[row, : len(indicators)] = indicators
        table.place[row] = place
    read = settle(table, rules, beside).wins
    own = np.flatnonzero(read.winner == winner)
    best = int(own[np.argmax(_agreement(events, result, read.scores, read.deltas)[own])])
    # Who sits where stays as it is.
    at, first = np.array([item]), Wins._fields.index("facts")
    fill(wins[first:], at, part_of_wins(read, np.array([best]))[first:])


_Reading = tuple[bool, int, NDArray[np.uint8], NDArray[np.uint8]]
"""Whether the winner is in riichi, sticks on the table, indicators, and where the tiles lie."""


def _readings(
    events: Events, facts: Facts, situation: Situation, hand: int, winner: int, result: int
) -> Iterator[_Reading]:
    """Every reading, that of the replay first."""
    unsure = int(facts.unsure[hand, winner])
    played, stated = int(facts.riichi_sticks[hand]), int(events.results.kyotaku[result])
    riichi, sticks = [bool(facts.riichi_turn[hand, winner])], [played]
    if unsure & UNSURE_RIICHI:
        riichi.append(not riichi[0])
        sticks += [stated] if abs(stated - played) == 1 else []
    indicators = [situation.indicators[hand]]
    if unsure & UNSURE_INDICATORS:
        indicators.append(events.results.dora[result])
    places = [facts.place[hand]]
    if unsure & UNSURE_COPIES:
        places += _with_other_red_fives(facts.place[hand])
    return product(riichi, sticks, indicators, places)


def _with_other_red_fives(place: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """Where the tiles lie if a red five is another copy of its kind."""
    for kind in FIVES:
        red = 4 * kind
        for other in range(red + 1, red + 4):
            if place[other] != place[red]:
                exchanged = place.copy()
                exchanged[[red, other]] = place[[other, red]]
                yield exchanged


def _agreement(
    events: Events, result: int, scores: WinScores, deltas: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Shape (readings,): how well yaku, and then fu, points and payments, are as the result states them."""
    results, rows = events.results, np.full(len(deltas), result)
    differ = lists_differ(results.yaku[rows], scores.yaku)
    differ |= lists_differ(results.yakuman[rows, :, None], scores.yakuman[:, :, None])
    fu, points, _ = results.ten[result].tolist()
    agree: NDArray[np.int64] = 4 * (~differ).astype(np.int64) + (scores.fu == fu) + (scores.points == points)
    agree += every_seat(deltas == results.deltas[result])
    return agree


def lists_differ(logged: NDArray[np.integer], due: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Shape (wins,): the entries of two lists are not the same, in any order.

    Args:
        logged: Shape (wins, places, numbers): lists padded with ABSENT.
        due: Likewise, padded with NO_YAKU in the first number.
    """
    ours = np.where(due[:, :, :1] == NO_YAKU, ABSENT, due.astype(np.int64))
    places, sides = max(logged.shape[1], due.shape[1]), []
    for side in (logged.astype(np.int64), ours):
        # Each entry as one number; one that is ABSENT is so again.
        whole = side[:, :, 0] if side.shape[2] == 1 else side[:, :, 0] << 32 | side[:, :, 1]
        padded = np.full((len(side), places), ABSENT, np.int64)
        padded[:, : side.shape[1]] = whole
        sides.append(padded)
    # Most lists stand in the same order.
    differ: NDArray[np.bool_] = (sides[0] != sides[1]).any(axis=1)
    rows = np.flatnonzero(differ)
    one, other = (np.sort(side[rows], axis=1) for side in sides)
    differ[rows] = (one != other).any(axis=1)
    return differ
