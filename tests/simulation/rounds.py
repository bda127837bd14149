"""Games cut into their hands, as somebody who plays them would give them one by one."""

import numpy as np

from analyzer.formats.events import Calls, Hands, Plays
from analyzer.simulation.games import Played
from analyzer.vocabulary import ABSENT, NO_TILE, DrawKind, PlayKind


def played_hand(events, hand):
    """A hand of a log, without what the log says of its outcome but for who won, and the ura."""
    plays, calls, deposits = plays_of(events, hand)
    winners, ura = np.zeros((1, 4), np.bool_), np.zeros((1, 0), np.uint8)
    results = events.results
    for row in range(*events.hands.result_offsets[hand : hand + 2]):
        if results.winner[row] < 4:
            winners[0, results.winner[row]] = True
        if results.draw_kind[row] == DrawKind.SANCHAHOU:
            winners = results.shown[[row], :, 0] != NO_TILE
        if results.has_ura[row]:
            ura = results.ura[[row]]
    hands = Hands._make(column[hand : hand + 1] for column in events.hands)
    hands = hands._replace(play_offsets=np.array([0, len(plays.kind)], np.int32))
    return Played(hands, plays, calls, deposits, winners, ura)


def plays_of(events, hand):
    """Plays, calls and deposits of one hand, counted from its beginning."""
    rows = slice(*events.hands.play_offsets[hand : hand + 2])
    plays = Plays._make(column[rows].copy() for column in events.plays)
    is_deposit = plays.kind == PlayKind.RIICHI_ACCEPTED
    is_call = (plays.row != ABSENT) & ~is_deposit
    calls = Calls._make(column[plays.row[is_call]] for column in events.calls)
    deposits = events.deposits[plays.row[is_deposit]]
    plays.row[is_call] = np.arange(len(calls.code))
    plays.row[is_deposit] = np.arange(len(deposits))
    return plays, calls, deposits
