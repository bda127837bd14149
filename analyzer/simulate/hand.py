"""A hand from the deal to its end: whose turn it is, and what ends it.  Nobody wins yet.

One kernel chooses and writes the next play; the replay's own kernels apply it.  So the simulator has no
second notion of what a play does to a table, and a win will be one more thing to choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.mjlog.events import Calls, Hands, Plays
from analyzer.replay.beginnings import begin_hand
from analyzer.replay.registers import (
    ACCEPTED_COUNT,
    CALL_COUNT,
    DEALER,
    DISCARDS,
    FOURTH_KAN,
    FOURTH_KAN_DISCARD,
    FOURTH_WIND,
    LAST_DRAW,
    LAST_TILE,
    LIVE,
    PLAYERS,
    RIICHI_ORDER,
    YAOCHU_COUNT,
    Table,
)
from analyzer.replay.replay import play_one
from analyzer.simulate.claims import choose_claim
from analyzer.simulate.discards import choose_discard, declares_riichi
from analyzer.simulate.outlook import (
    DECLARED,
    FIRST_PLAY,
    HAS_KYUUSHU_KYUUHAI,
    HAS_SUUCHA_RIICHI,
    HAS_SUUFON_RENDA,
    HELD_BACK,
    INDICATORS_DUE,
    PHASE,
    PLANNED,
    PLAY,
    SEAT,
    SUUKAIKAN_FORM,
    Outlook,
    percent,
)
from analyzer.simulate.own_calls import choose_kan, makes_kita
from analyzer.simulate.policies import DECLARES_ABORT
from analyzer.simulate.shanten import Blocks
from analyzer.simulate.writing import (
    Wall,
    copy_to_discard,
    write,
    write_chi,
    write_deposit,
    write_draw,
    write_indicator,
    write_kita,
    write_own_kan,
    write_set,
)
from analyzer.tiles.suits import SuitTables
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, DrawKind, PlayKind

__all__ = ["Buffers", "play_hands"]

CHI: Final = int(PlayKind.CHI)
PON: Final = int(PlayKind.PON)
DISCARD: Final = int(PlayKind.DISCARD)
RIICHI: Final = int(PlayKind.RIICHI)
EXHAUSTIVE: Final = int(DrawKind.EXHAUSTIVE)
SUUFON_RENDA: Final = int(DrawKind.SUUFON_RENDA)
KYUUSHU_KYUUHAI: Final = int(DrawKind.KYUUSHU_KYUUHAI)
SUUCHA_RIICHI: Final = int(DrawKind.SUUCHA_RIICHI)
SUUKAIKAN: Final = int(DrawKind.SUUKAIKAN)
GOES_ON: Final = 0
KYUUSHU_KINDS: Final = 9
AFTER_DISCARD: Final = 1
AT_ONCE: Final = 2
"""Forms of suukaikan."""

# What the seat whose turn it is does next (`PHASE`).
TO_DRAW: Final = 0
TO_REPLACE: Final = 1
"""Draws after a kan or kita."""
HAS_DRAWN: Final = 2
HAS_CALLED: Final = 3
TO_DISCARD: Final = 4
HAS_DISCARDED: Final = 5


class Buffers(NamedTuple):
    """Where plays are written; the rows of each hand follow one another."""

    plays: Plays
    calls: Calls
    """Codes are not written."""
    deposits: NDArray[np.int32]
    waits_after: NDArray[np.uint64]


@kernel
def declares_kyuushu(outlook: Outlook, seat: int) -> bool:
    """Whether a seat that has drawn its first tile, before any call, ends the hand."""
    registers = outlook.seat[seat]
    if outlook.at[HAS_KYUUSHU_KYUUHAI] == 0 or outlook.hand[CALL_COUNT] > 0 or registers[DISCARDS] > 0:
        return False
    if registers[YAOCHU_COUNT] < KYUUSHU_KINDS:
        return False
    return percent(outlook.at) < int(outlook.policies[seat][DECLARES_ABORT])


@kernel
def end_after_discard(hand: NDArray[np.int32], at: NDArray[np.int64]) -> int:
    """The DrawKind that the discard just made brings about, or GOES_ON."""
    if at[SUUKAIKAN_FORM] == AFTER_DISCARD and hand[FOURTH_KAN_DISCARD] >= 0:
        return SUUKAIKAN
    if at[HAS_SUUCHA_RIICHI] and hand[ACCEPTED_COUNT] == 4:
        return SUUCHA_RIICHI
    if at[HAS_SUUFON_RENDA] and hand[FOURTH_WIND] >= 0:
        return SUUFON_RENDA
    if hand[LIVE] <= 0:
        return EXHAUSTIVE
    return GOES_ON


@kernel
def choose_own_play(outlook: Outlook, buffers: Buffers, place: NDArray[np.uint8], seat: int) -> int:
    """A seat has drawn: kyuushu kyuuhai, kita, a kan, riichi, or a discard planned."""
    at = outlook.at
    drawn = int(outlook.seat[seat][LAST_DRAW])
    at[HELD_BACK] = 0
    if declares_kyuushu(outlook, seat):
        return KYUUSHU_KYUUHAI
    if makes_kita(outlook, seat):
        write_kita(buffers.plays, buffers.calls, at, place, seat, drawn)
        at[PHASE] = TO_REPLACE
        return GOES_ON
    kan = choose_kan(outlook, seat)
    if kan != NO_TILE:
        is_closed = int(outlook.concealed[seat][kan]) == 4
        write_own_kan(buffers.plays, buffers.calls, at, place, seat, kan, drawn, is_closed)
        at[INDICATORS_DUE] += 1
        # The indicator of a closed kan is shown at once.
        at[HELD_BACK] = 0 if is_closed else 1
        at[PHASE] = TO_REPLACE
        return GOES_ON
    at[PHASE] = TO_DISCARD
    if outlook.seat[seat][RIICHI_ORDER] > 0:
        at[PLANNED] = drawn // 4
        return GOES_ON
    at[PLANNED] = choose_discard(outlook, seat)
    if declares_riichi(outlook, seat, int(at[PLANNED])):
        at[DECLARED] = 1
        write(buffers.plays, at, RIICHI, seat, NO_TILE, ABSENT)
    return GOES_ON


@kernel
def answer_discard(outlook: Outlook, buffers: Buffers, place: NDArray[np.uint8], seat: int) -> int:
    """A seat has discarded: its stick is paid, the hand ends, somebody calls, or the next seat draws."""
    at = outlook.at
    if at[DECLARED] == 1:
        at[DECLARED] = 0
        write_deposit(buffers.plays, at, buffers.deposits, outlook.seat, seat)
        return GOES_ON
    end = end_after_discard(outlook.hand, at)
    if end != GOES_ON:
        return end
    called = int(outlook.hand[LAST_TILE])
    call, caller, lowest = choose_claim(outlook, seat, called // 4)
    if caller == NO_SEAT:
        at[SEAT] = (seat + 1) % int(outlook.hand[PLAYERS])
        at[PHASE] = TO_DRAW
        return GOES_ON
    at[SEAT] = caller
    at[PHASE] = HAS_CALLED
    if call == CHI:
        write_chi(buffers.plays, buffers.calls, at, place, caller, called, seat, lowest)
        return GOES_ON
    write_set(buffers.plays, buffers.calls, at, place, caller, called, seat, 3 if call == PON else 4)
    if call != PON:
        at[INDICATORS_DUE] += 1
        at[HELD_BACK] = 1
        at[PHASE] = TO_REPLACE
    return GOES_ON


@kernel
def choose_play(outlook: Outlook, buffers: Buffers, wall: Wall, place: NDArray[np.uint8]) -> int:
    """Write the next play, or none where only the phase moves.

    Returns:
        GOES_ON, or the DrawKind that has ended the hand; EXHAUSTIVE stands for nagashi mangan as well,
        which the settlement decides.
    """
    at = outlook.at
    plays = buffers.plays
    seat = int(at[SEAT])
    phase = int(at[PHASE])
    if phase == TO_REPLACE and at[SUUKAIKAN_FORM] == AT_ONCE and outlook.hand[FOURTH_KAN] >= 0:
        return SUUKAIKAN
    if phase in (TO_REPLACE, TO_DISCARD) and at[INDICATORS_DUE] > at[HELD_BACK]:
        at[INDICATORS_DUE] -= 1
        write_indicator(plays, at, wall)
    elif phase in (TO_DRAW, TO_REPLACE):
        at[PHASE] = HAS_DRAWN
        write_draw(plays, at, wall, seat, phase == TO_REPLACE)
    elif phase == HAS_DRAWN:
        return choose_own_play(outlook, buffers, place, seat)
    elif phase == HAS_CALLED:
        at[PLANNED] = choose_discard(outlook, seat)
        at[PHASE] = TO_DISCARD
    elif phase == TO_DISCARD:
        at[PHASE] = HAS_DISCARDED
        tile = copy_to_discard(place, seat, int(at[PLANNED]), int(outlook.seat[seat][LAST_DRAW]))
        write(plays, at, DISCARD, seat, tile, ABSENT)
    else:
        return answer_discard(outlook, buffers, place, seat)
    return GOES_ON


@kernel
def play_hand(table: Table, outlook: Outlook, buffers: Buffers, wall: Wall) -> int:
    """Play a hand that has been dealt to its end; returns as `choose_play`."""
    at = outlook.at
    at[SEAT] = int(table.hand[DEALER])
    at[PHASE] = TO_DRAW
    while True:
        # A play written here is told from none by its element, which counts the plays of the hand.
        row = int(at[PLAY])
        buffers.plays.element[row] = -1
        end = choose_play(outlook, buffers, wall, table.place)
        if end != GOES_ON:
            return end
        if int(buffers.plays.element[row]) >= 0:
            play = row - int(at[FIRST_PLAY])
            play_one(table, outlook.suits, buffers.plays, buffers.calls, 0, play, row, buffers.waits_after)
            at[PLAY] = row + 1


@kernel
def play_hands(
    hands: Hands,
    players: NDArray[np.uint8],
    tables: Sequence[Table],
    suits: SuitTables,
    at: NDArray[np.int64],
    walls: Wall,
    policies: NDArray[np.int64],
    blocks: Blocks,
    buffers: Buffers,
    ends: NDArray[np.uint8],
) -> None:
    """Play every hand of a batch.

    Args:
        hands: What INIT says; its ``play_offsets`` are zero.
        players: Shape (hands,).
        tables: One per hand, before the deal: the replay's records, or its lists in plain code.
        suits: From `suit_tables`.
        at: Shape (hands, COUNTERS): rules, chances and first rows of the buffers; says afterwards how far
            the buffers are filled.
        walls: The hands in front.
        policies: Shape (hands, 4, columns of a policy).
        blocks: Words of suits known so far; grows.
        buffers: Written.
        ends: Shape (hands,), written: a DrawKind.
    """
    for row in range(len(ends)):
        table = tables[row]
        outlook = Outlook(at[row], table.hand, table.seat, table.concealed, policies[row], blocks, suits)
        wall = Wall(walls.live[row], walls.replacements[row], walls.indicators[row])
        begin_hand(table, suits, hands, buffers.plays, row, int(players[row]))
        ends[row] = play_hand(table, outlook, buffers, wall)
