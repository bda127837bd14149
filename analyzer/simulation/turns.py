"""Whose turn it is and what the seat does with it, play by play, until something ends the hand."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import PLAY
from analyzer.kernels import kernel, numbered
from analyzer.replay.registers import HAND, PHASE, SEAT
from analyzer.simulation.declarations import choose_claim, choose_kan, declares_riichi
from analyzer.simulation.desk import Outlook
from analyzer.simulation.discards import choose_discard
from analyzer.simulation.may_win import Scorer, ron_winners, wins_on
from analyzer.simulation.writing import (
    Buffers,
    copy_to_discard,
    show_indicator,
    write,
    write_deposit,
    write_meld,
)
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, DrawKind

__all__ = ["GOES_ON", "WON", "Wall", "end_by_pass", "is_indicator_due", "play_hand"]

ENDED: Final = numbered(DrawKind)
WON: Final = 0
"""End of a hand that somebody wins; the others are a DrawKind."""
GOES_ON: Final = 255
PLANNED: Final = 254
"""No play yet: a discard is planned."""
KYUUSHU_KINDS: Final = 9
MOST_KYUUSHU: Final = 10
"""With more kinds a seat goes for thirteen orphans."""
AFTER_NEXT_DISCARD: Final = 1
AT_ONCE: Final = 2
"""Forms of suukaikan."""
NOBODY_PAID: Final = 0
NORTH: Final = 30


class Wall(NamedTuple):
    """Tiles of a hand that are still to come, or of every hand of a batch with the hands in front."""

    live: NDArray[np.uint8]
    """In the order they are drawn; likewise the following two."""
    replacements: NDArray[np.uint8]
    indicators: NDArray[np.uint8]


@kernel
def declares_kyuushu(outlook: Outlook, seat: int) -> bool:
    """Whether a seat that has drawn its first tile, before any call, ends the hand."""
    registers = outlook.table.seat[seat]
    untouched = outlook.table.hand[HAND.call_count] == 0 and registers[SEAT.discards] == 0
    if outlook.desk.kyuushu_kyuuhai == 0 or not untouched:
        return False
    return KYUUSHU_KINDS <= int(registers[SEAT.yaochu_kinds]) <= MOST_KYUUSHU


@kernel
def makes_kita(outlook: Outlook, seat: int) -> bool:
    """Whether a seat that has drawn sets a North aside, if the rules allow it; in riichi the one drawn."""
    table, registers = outlook.table, outlook.table.seat[seat]
    if outlook.desk.nuki_dora == 0 or table.hand[HAND.live_tiles] <= 0 or table.concealed[seat][NORTH] == 0:
        return False
    return registers[SEAT.riichi_order] == 0 or int(registers[SEAT.last_draw]) // 4 == NORTH


@kernel
def end_by_pass(outlook: Outlook) -> int:
    """The DrawKind that it brings about that nobody wins on the tile just laid down, or GOES_ON."""
    desk, hand = outlook.desk, outlook.table.hand
    if (
        hand[HAND.phase] == PHASE.AWAIT_REPLACEMENT
        and desk.suukaikan == AT_ONCE
        and hand[HAND.fourth_kan] >= 0
    ):
        return ENDED.SUUKAIKAN
    if hand[HAND.phase] != PHASE.AFTER_DISCARD:
        return GOES_ON
    if desk.suukaikan == AFTER_NEXT_DISCARD and hand[HAND.fourth_kan_discard] >= 0:
        return ENDED.SUUKAIKAN
    if desk.suucha_riichi != 0 and hand[HAND.accepted_count] == 4:
        return ENDED.SUUCHA_RIICHI
    if desk.suufon_renda != 0 and hand[HAND.fourth_wind] >= 0:
        return ENDED.SUUFON_RENDA
    if hand[HAND.live_tiles] <= 0:
        return ENDED.EXHAUSTIVE
    return GOES_ON


@kernel
def is_indicator_due(outlook: Outlook) -> bool:
    """Whether a kan has earned an indicator that is shown before anything else is played."""
    hand = outlook.table.hand
    if outlook.desk.shows_after_discard != 0 and hand[HAND.phase] == PHASE.AWAIT_DISCARD:
        return False
    held_back = 0 if outlook.desk.shows_at_once != 0 else int(hand[HAND.dora_held])
    return int(hand[HAND.dora_due]) > held_back


@kernel
def choose_own_play(outlook: Outlook, scorer: Scorer, buffers: Buffers, seat: int) -> int:
    """A seat is to discard: it plans which tile, or wins, ends the hand, or writes another play first."""
    desk = outlook.desk
    if outlook.table.hand[HAND.last_kind] != PLAY.DRAW:
        desk.planned = choose_discard(outlook, seat)
        return PLANNED
    drawn = int(outlook.table.seat[seat][SEAT.last_draw])
    if wins_on(outlook, scorer, seat, drawn // 4, True):
        desk.winners = 1 << seat
        return WON
    if declares_kyuushu(outlook, seat):
        return ENDED.KYUUSHU_KYUUHAI
    if makes_kita(outlook, seat):
        write_meld(outlook, buffers, PLAY.KITA, seat, copy_to_discard(outlook, seat, NORTH, drawn), NORTH)
        return GOES_ON
    kan = choose_kan(outlook, buffers.suits, seat)
    if kan != NO_TILE:
        play = PLAY.ANKAN if int(outlook.table.concealed[seat][kan]) == 4 else PLAY.KAKAN
        write_meld(outlook, buffers, play, seat, copy_to_discard(outlook, seat, kan, drawn), kan)
        return GOES_ON
    if outlook.table.seat[seat][SEAT.riichi_order] > 0:
        desk.planned = drawn // 4
        return PLANNED
    desk.planned = choose_discard(outlook, seat)
    if not declares_riichi(outlook, buffers.suits, seat, desk.planned):
        return PLANNED
    write(outlook, buffers, PLAY.RIICHI, seat, NO_TILE, ABSENT)
    return GOES_ON


@kernel
def end_by_ron(outlook: Outlook, scorer: Scorer) -> int:
    """WON where others win on the tile just laid down, or the draw that their rons are; else GOES_ON."""
    desk, hand = outlook.desk, outlook.table.hand
    kind = int(hand[HAND.passing])
    winners, count = ron_winners(outlook, scorer, int(hand[HAND.last_seat]), kind)
    if winners != 0:
        desk.winners = winners
        return ENDED.SANCHAHOU if desk.paid_rons[count] == NOBODY_PAID else WON
    for other in range(int(hand[HAND.players])):
        if outlook.table.seat[other][SEAT.riichi_order] > 0:
            desk.safe[other] |= 1 << kind
    return GOES_ON


@kernel
def write_draw(outlook: Outlook, buffers: Buffers, wall: Wall) -> None:
    """The seat whose turn it is draws, from the live wall or the dead wall."""
    desk, hand = outlook.desk, outlook.table.hand
    if hand[HAND.phase] == PHASE.AWAIT_REPLACEMENT:
        tile = int(wall.replacements[desk.replacement])
        desk.replacement += 1
    else:
        tile = int(wall.live[desk.live])
        desk.live += 1
    write(outlook, buffers, PLAY.DRAW, int(hand[HAND.turn]), tile, ABSENT)


@kernel
def write_discard(outlook: Outlook, buffers: Buffers, seat: int) -> None:
    """A seat discards what it has planned; in riichi the tile drawn."""
    tile = int(outlook.table.seat[seat][SEAT.last_draw])
    if outlook.table.seat[seat][SEAT.riichi_turn] == 0:
        tile = copy_to_discard(outlook, seat, outlook.desk.planned, tile)
    outlook.desk.planned = NO_TILE
    write(outlook, buffers, PLAY.DISCARD, seat, tile, ABSENT)


@kernel
def write_claim(outlook: Outlook, buffers: Buffers) -> bool:
    """Write the call that somebody makes of the last discard, if anybody does."""
    called = int(outlook.table.hand[HAND.last_tile])
    call, caller, lowest = choose_claim(outlook, int(outlook.table.hand[HAND.last_seat]), called // 4)
    if caller == NO_SEAT:
        return False
    write_meld(outlook, buffers, call, caller, called, lowest)
    return True


@kernel
def write_dora(outlook: Outlook, buffers: Buffers, wall: Wall) -> None:
    """Write the next indicator."""
    desk = outlook.desk
    write(outlook, buffers, PLAY.DORA, NO_SEAT, int(wall.indicators[desk.indicator]), ABSENT)
    desk.indicator += 1


@kernel
def choose_play(outlook: Outlook, scorer: Scorer, buffers: Buffers, wall: Wall) -> int:
    """Write the next play, where nothing ends the hand; returns as `play_hand`."""
    desk, hand = outlook.desk, outlook.table.hand
    seat = int(hand[HAND.turn])
    if hand[HAND.phase] == PHASE.AFTER_DISCARD and is_indicator_due(outlook):
        write_dora(outlook, buffers, wall)
        return GOES_ON
    end = end_by_ron(outlook, scorer) if hand[HAND.passing] != NO_TILE else GOES_ON
    if end != GOES_ON:
        return end
    if hand[HAND.phase] == PHASE.AFTER_DISCARD and hand[HAND.pending_riichi] != NO_SEAT:
        write_deposit(outlook, buffers, int(hand[HAND.last_seat]))
        return GOES_ON
    end = end_by_pass(outlook)
    if end != GOES_ON:
        return end
    if hand[HAND.phase] == PHASE.AWAIT_DISCARD and desk.planned == NO_TILE:
        end = choose_own_play(outlook, scorer, buffers, seat)
        if end != PLANNED:
            return end
    if is_indicator_due(outlook):
        write_dora(outlook, buffers, wall)
    elif hand[HAND.phase] == PHASE.AWAIT_DISCARD:
        write_discard(outlook, buffers, seat)
    elif hand[HAND.phase] != PHASE.AFTER_DISCARD or not write_claim(outlook, buffers):
        write_draw(outlook, buffers, wall)
    return GOES_ON


@kernel
def play_hand(outlook: Outlook, scorer: Scorer, buffers: Buffers, wall: Wall) -> int:
    """Play a hand that has been dealt to its end.

    Returns:
        WON, or the DrawKind that has ended the hand; EXHAUSTIVE stands for nagashi mangan as well, which
        the settlement decides.
    """
    show_indicator(outlook, int(wall.indicators[0]))
    end = GOES_ON
    while end == GOES_ON:
        end = choose_play(outlook, scorer, buffers, wall)
    return end
