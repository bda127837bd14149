"""A hand from the deal to its end: each play chosen, written and applied.

One kernel chooses and writes the next play; the replay's own kernels apply it.  So the simulator has no
second notion of what a play does to a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Hands
from analyzer.kernels import kernel
from analyzer.replay.beginnings import begin_hand
from analyzer.replay.registers import DEALER, Tables
from analyzer.replay.replay import play_one
from analyzer.settlement.points import ScoringRules
from analyzer.settlement.win_reading import new_scratch
from analyzer.simulate.outlook import (
    FIRST_PLAY,
    NERVE,
    PHASE,
    PLAY,
    SEAT,
    WRITTEN,
    Desk,
    Outlook,
    percent,
)
from analyzer.simulate.turns import GOES_ON, TO_DRAW, Buffers, choose_play
from analyzer.simulate.wins import Scorer
from analyzer.simulate.writing import Wall
from analyzer.tiles.shanten import Distances
from analyzer.tiles.suits import SuitTables
from analyzer.vocabulary import NO_TILE, PlayKind

__all__ = ["play_hands"]

DISCARD: Final = int(PlayKind.DISCARD)
CHI: Final = int(PlayKind.CHI)
KAKAN: Final = int(PlayKind.KAKAN)
KITA: Final = int(PlayKind.KITA)
DORA: Final = int(PlayKind.DORA)


@kernel
def show(outlook: Outlook, buffers: Buffers, row: int) -> None:
    """Count the tiles that the play just made lays open."""
    kind = int(buffers.plays.kind[row])
    tile = int(buffers.plays.tile[row])
    seen = outlook.desk.seen
    if kind in (DISCARD, DORA, KAKAN, KITA):
        seen[tile // 4] += 1
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
