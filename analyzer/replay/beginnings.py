"""The beginning of a hand: who deals, what is dealt, and the waits of the deal."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Hands, Plays
from analyzer.kernels import kernel
from analyzer.replay.facts import Place
from analyzer.replay.moves import take_tile
from analyzer.replay.registers import (
    AWAIT_DRAW,
    CALLED_KIND,
    CALLED_OTHER,
    DEALER,
    FIRST,
    FOURTH_KAN,
    FOURTH_KAN_DISCARD,
    FOURTH_RIICHI,
    FOURTH_WIND,
    LAST_DRAW,
    LAST_KIND,
    LAST_SEAT,
    LAST_TILE,
    LIVE,
    PASSING,
    PENDING_RIICHI,
    PHASE,
    PLAYERS,
    SCORE,
    STICKS,
    TURN,
    YAOCHU_RIVER,
    Table,
)
from analyzer.replay.waiting import update_waits
from analyzer.tiles.suits import SuitTables
from analyzer.vocabulary import NO_TILE, TILES, PlayKind

DRAW: Final = int(PlayKind.DRAW)
INDICATOR: Final = int(Place.INDICATOR)
LIVE_FOUR: Final = 136 - 14 - 4 * 13
LIVE_SANMA: Final = 108 - 14 - 3 * 13


class Deals(NamedTuple):
    """The columns of `Hands` that the replay reads; compiled code pays for every array it is handed."""

    element: NDArray[np.int32]
    kyoku: NDArray[np.int32]
    kyotaku: NDArray[np.int32]
    indicator: NDArray[np.uint8]
    dealer: NDArray[np.uint8]
    scores: NDArray[np.int32]
    haipai: NDArray[np.uint8]
    play_offsets: NDArray[np.int32]
    result_offsets: NDArray[np.int32]


@kernel
def dealer_of(hands: Deals | Hands, plays: Plays, row: int) -> int:
    """The dealer whom play shows: who draws first, if ``oya`` or the kyoku says so too; else ``oya``."""
    start = int(hands.play_offsets[row])
    by_kyoku = int(hands.kyoku[row]) % 4
    if start < hands.play_offsets[row + 1] and plays.kind[start] == DRAW and plays.seat[start] == by_kyoku:
        return by_kyoku
    return int(hands.dealer[row])


@kernel
def begin_hand(
    table: Table, suits: SuitTables, hands: Deals | Hands, plays: Plays, row: int, players: int
) -> None:
    """Set the registers and deal."""
    hand = table.hand
    hand[PLAYERS] = players
    dealer = dealer_of(hands, plays, row)
    hand[DEALER] = dealer
    hand[TURN] = dealer
    hand[PHASE] = AWAIT_DRAW
    hand[LIVE] = LIVE_FOUR if players == 4 else LIVE_SANMA
    hand[STICKS] = int(hands.kyotaku[row])
    hand[LAST_KIND] = 255
    for register in (LAST_SEAT, LAST_TILE, PENDING_RIICHI, PASSING, CALLED_KIND, CALLED_OTHER):
        hand[register] = NO_TILE
    for register in (FOURTH_WIND, FOURTH_RIICHI, FOURTH_KAN, FOURTH_KAN_DISCARD):
        hand[register] = -1
    element = int(hands.element[row])
    indicator = int(hands.indicator[row])
    if indicator < TILES:
        table.place[indicator] = INDICATOR
    for seat in range(4):
        registers = table.seat[seat]
        registers[FIRST] = NO_TILE
        registers[LAST_DRAW] = NO_TILE
        registers[YAOCHU_RIVER] = 1
        registers[SCORE] = int(hands.scores[row, seat])
        for place in range(13):
            tile = int(hands.haipai[row, seat, place])
            if tile < TILES:
                take_tile(table, row, seat, element, tile)
        if seat < players:
            update_waits(table, suits, seat)
