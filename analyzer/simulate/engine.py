"""Hands of many games played side by side by policies, from the deal to a win or a draw."""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Hands, Plays
from analyzer.kernels import is_compiling
from analyzer.replay.registers import TABLE_LAYOUT, plain_tables
from analyzer.rules import RuleSet
from analyzer.settlement.points import scoring_rules
from analyzer.simulate.buffers import filled, first_counters, new_buffers, tiles_seen
from analyzer.simulate.hand import play_hands
from analyzer.simulate.outlook import DESK_LAYOUT, WINNERS, Desk
from analyzer.simulate.writing import Wall
from analyzer.tiles.shanten import Distances, distance_record, distances
from analyzer.tiles.suits import suit_tables
from analyzer.vocabulary import SEATS

__all__ = ["Played", "play_batch"]


class Played(NamedTuple):
    """What was played in the hands of a batch, and how each ended."""

    plays: Plays
    """``row`` counts over the batch; ``element`` counts the plays of the hand."""
    calls: Calls
    deposits: NDArray[np.int32]
    """Shape (deposits, 4), points."""
    play_offsets: NDArray[np.int32]
    """Shape (hands + 1,)."""
    ends: NDArray[np.uint8]
    """Shape (hands,): 0 where a seat wins, else a DrawKind; EXHAUSTIVE stands for nagashi mangan as well,
    which the settlement tells apart."""
    winners: NDArray[np.bool_]
    """Shape (hands, 4): seats that win and are paid; the three who call ron at a sanchahou."""


def play_batch(
    hands: Hands,
    wall: Wall,
    policies: NDArray[np.int64],
    chances: NDArray[np.int64],
    own_honba: NDArray[np.int32],
    rules: RuleSet,
) -> Played:
    """Play one hand of each game by the policies of its seats.

    Args:
        hands: What INIT says, one row per hand; ``play_offsets`` are not read.
        wall: Tiles to come, rows as ``hands``.
        policies: Shape (hands, 4, columns of a policy).
        chances: Shape (hands,): what the chances of each hand start from, words of 32 bits that are not zero.
        own_honba: Shape (hands,): honba that the dealer has earned alone; only paarenchan asks.
        rules: Of all these games.
    """
    count = len(hands.game)
    buffers, ends, suits = new_buffers(count), np.zeros(count, np.uint8), suit_tables()
    desks = np.zeros(count, DESK_LAYOUT)
    desks["at"] = first_counters(hands, chances, own_honba, rules)
    desks["seen"], desks["policies"] = tiles_seen(hands, rules), policies
    undealt = hands._replace(play_offsets=np.zeros(count + 1, np.int32))
    players, scoring = np.full(count, rules.seats, np.uint8), scoring_rules(rules)
    # Choosing columns of a wall turns its layout in memory, and every other layout would be compiled anew.
    wall = Wall(*(np.ascontiguousarray(tiles) for tiles in wall))
    at: NDArray[np.int64] = desks["at"]
    if is_compiling():
        records = np.zeros(count, TABLE_LAYOUT)
        # Records have the fields of a Desk and of Distances.
        desk_records, record = cast("list[Desk]", desks), cast("list[Distances]", distance_record())
        play_hands(undealt, players, records, desk_records, suits, record, wall, scoring, buffers, ends)
    else:
        # Plain code reads a list three times as fast as an array.
        lists = [
            Desk(*fields) for fields in zip(*(desks[name].tolist() for name in Desk._fields), strict=True)
        ]
        tables = plain_tables(count, suits)
        play_hands(undealt, players, tables, lists, suits, [distances()], wall, scoring, buffers, ends)
        at = np.array([desk.at for desk in lists])
    winners = (at[:, WINNERS, None] >> np.arange(SEATS) & 1).astype(np.bool_)
    return Played(*filled(buffers, at), ends, winners)
