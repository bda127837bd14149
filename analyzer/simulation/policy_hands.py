"""Hands of many games played side by side by policies, from the deal to a win or a draw.

One kernel chooses and writes the next play; the replay's own kernels apply it.  So the simulator has no
second notion of what a play does to a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Hands, Plays
from analyzer.kernels import is_compiling, kernel
from analyzer.replay.beginnings import begin_hand
from analyzer.replay.registers import DEALER, PLAYERS, TABLE_LAYOUT, Tables, plain_tables
from analyzer.replay.replay import play_one
from analyzer.rules import RuleSet
from analyzer.settlement.best_decomposition import new_scratch
from analyzer.settlement.points import ScoringRules, scoring_rules
from analyzer.settlement.win_dora import NEXT_KIND, NEXT_KIND_SANMA
from analyzer.simulation.buffers import filled, first_registers, new_buffers, tiles_seen
from analyzer.simulation.may_win import Scorer
from analyzer.simulation.outlook import (
    DESK_LAYOUT,
    FIRST_PLAY,
    NERVE,
    PHASE,
    PLAY,
    SEAT,
    WINNERS,
    WRITTEN,
    Desk,
    Outlook,
    percent,
)
from analyzer.simulation.turns import GOES_ON, TO_DRAW, choose_play
from analyzer.simulation.writing import Buffers, Wall
from analyzer.tiles.shanten import Distances, distance_record, distances
from analyzer.tiles.suits import SuitTables, suit_tables
from analyzer.vocabulary import NO_TILE, SEATS, PlayKind

__all__ = ["Played", "play_batch", "play_hands"]

DISCARD: Final = int(PlayKind.DISCARD)
CHI: Final = int(PlayKind.CHI)
KAKAN: Final = int(PlayKind.KAKAN)
KITA: Final = int(PlayKind.KITA)
DORA: Final = int(PlayKind.DORA)


@kernel(inline=True)
def next_kind(outlook: Outlook, kind: int) -> int:
    """The kind that an indicator of a kind makes dora."""
    return int(NEXT_KIND_SANMA[kind] if outlook.table.hand[PLAYERS] == 3 else NEXT_KIND[kind])


@kernel
def show(outlook: Outlook, buffers: Buffers, row: int) -> None:
    """Count the tiles that the play just made lays open."""
    kind = int(buffers.plays.kind[row])
    tile = int(buffers.plays.tile[row])
    seen = outlook.desk.seen
    if kind in (DISCARD, DORA, KAKAN, KITA):
        seen[tile // 4] += 1
        if kind == DORA:
            outlook.desk.dora[next_kind(outlook, tile // 4)] += 1
    elif CHI <= kind < KITA:
        call = int(buffers.plays.row[row])
        for place in range(4):
            part = int(buffers.calls.tiles[call, place])
            # The tile called lies open already.
            if part != NO_TILE and part != int(buffers.calls.called[call]):
                seen[part // 4] += 1


@kernel
def play_hand(outlook: Outlook, scorer: Scorer, suits: SuitTables, buffers: Buffers, wall: Wall) -> int:
    """Play a hand that has been dealt to its end; returns as `choose_play`."""
    table = outlook.table
    at = outlook.desk.at
    at[SEAT] = int(table.hand[DEALER])
    at[PHASE] = TO_DRAW
    outlook.desk.dora[next_kind(outlook, int(wall.indicators[0]) // 4)] += 1
    for seat in range(4):
        at[NERVE + seat] = percent(at)
    while True:
        end = choose_play(outlook, scorer, suits, buffers, wall)
        if end != GOES_ON:
            return end
        if at[WRITTEN] != 0:
            at[WRITTEN] = 0
            row = int(at[PLAY])
            play = row - int(at[FIRST_PLAY])
            play_one(table, suits, buffers.plays, buffers.calls, 0, play, row, buffers.waits_after)
            show(outlook, buffers, row)
            at[PLAY] = row + 1


@kernel
def play_hands(
    hands: Hands,
    players: NDArray[np.uint8],
    tables: Tables,
    desks: Sequence[Desk],
    suits: SuitTables,
    distances: Sequence[Distances],
    walls: Wall,
    scoring: ScoringRules,
    buffers: Buffers,
    ends: NDArray[np.uint8],
) -> None:
    """Play every hand of a batch.

    Args:
        hands: What INIT says; its ``play_offsets`` are zero.
        players: Shape (hands,).
        tables: One per hand, before the deal: the replay's records, or its lists in plain code.
        desks: One per hand, likewise: rules, chances, policies and first rows of the buffers; they say
            afterwards how far the buffers are filled, and who has won.
        suits: From `suit_tables`.
        distances: One entry: from `distances`, or compiled the record.
        walls: The hands in front.
        scoring: From `scoring_rules`.
        buffers: Written.
        ends: Shape (hands,), written: WON or a DrawKind.
    """
    scorer = Scorer(scoring, new_scratch())
    for row in range(len(ends)):
        outlook = Outlook(desks[row], tables[row], distances[0])
        wall = Wall(walls.live[row], walls.replacements[row], walls.indicators[row])
        begin_hand(tables[row], suits, hands, buffers.plays, row, int(players[row]))
        ends[row] = play_hand(outlook, scorer, suits, buffers, wall)


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
    desks["at"] = first_registers(hands, chances, own_honba, rules)
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
        tables = plain_tables(count)
        play_hands(undealt, players, tables, lists, suits, [distances()], wall, scoring, buffers, ends)
        at = np.array([desk.at for desk in lists])
    winners = (at[:, WINNERS, None] >> np.arange(SEATS) & 1).astype(np.bool_)
    return Played(*filled(buffers, at), ends, winners)
