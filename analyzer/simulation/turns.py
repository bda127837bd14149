"""Whose turn it is and what the seat does with it, play by play, until something ends the hand."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.registers import (
    ACCEPTED_COUNT,
    CALL_COUNT,
    DISCARDS,
    FOURTH_KAN,
    FOURTH_KAN_DISCARD,
    FOURTH_WIND,
    LAST_DRAW,
    LAST_TILE,
    LIVE,
    PLAYERS,
    RIICHI_ORDER,
    RIICHI_TURN,
    YAOCHU_COUNT,
)
from analyzer.simulation.discards import choose_discard
from analyzer.simulation.may_win import Scorer, ron_winners, wins_by_tsumo
from analyzer.simulation.open_calls import choose_claim
from analyzer.simulation.outlook import (
    DECLARED,
    HAS_KYUUSHU_KYUUHAI,
    HAS_SUUCHA_RIICHI,
    HAS_SUUFON_RENDA,
    HELD_BACK,
    INDICATORS_DUE,
    MOST_RONS,
    PHASE,
    PLANNED,
    SAFE,
    SEAT,
    SHOWS_AT_ONCE,
    SUUKAIKAN_FORM,
    WINNERS,
    Outlook,
)
from analyzer.simulation.own_turn import choose_kan, declares_riichi, makes_kita
from analyzer.simulation.writing import (
    Buffers,
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

__all__ = ["GOES_ON", "TO_DRAW", "WON", "choose_play"]

DRAW: Final = int(PlayKind.DRAW)
DISCARD: Final = int(PlayKind.DISCARD)
CHI: Final = int(PlayKind.CHI)
PON: Final = int(PlayKind.PON)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
KAKAN: Final = int(PlayKind.KAKAN)
KITA: Final = int(PlayKind.KITA)
RIICHI: Final = int(PlayKind.RIICHI)
DORA: Final = int(PlayKind.DORA)
EXHAUSTIVE: Final = int(DrawKind.EXHAUSTIVE)
SUUFON_RENDA: Final = int(DrawKind.SUUFON_RENDA)
KYUUSHU_KYUUHAI: Final = int(DrawKind.KYUUSHU_KYUUHAI)
SUUCHA_RIICHI: Final = int(DrawKind.SUUCHA_RIICHI)
SUUKAIKAN: Final = int(DrawKind.SUUKAIKAN)
SANCHAHOU: Final = int(DrawKind.SANCHAHOU)
WON: Final = 0
"""End of a hand that somebody wins; the others are a DrawKind."""
GOES_ON: Final = 255
KYUUSHU_KINDS: Final = 9
MOST_KYUUSHU: Final = 10
"""With more kinds a seat goes for thirteen orphans."""
AFTER_DISCARD: Final = 1
AT_ONCE: Final = 2
"""Forms of suukaikan."""
NOBODY_PAID: Final = 0

# What the seat whose turn it is does next (`PHASE`).
TO_DRAW: Final = 0
TO_REPLACE: Final = 1
"""Draws after a kan or kita."""
HAS_DRAWN: Final = 2
HAS_CALLED: Final = 3
TO_DISCARD: Final = 4
HAS_DISCARDED: Final = 5
PASSED: Final = 6
"""Nobody has won on its discard."""
ROBBABLE: Final = 7
"""It has laid a tile down for a kakan or kita."""


@kernel
def declares_kyuushu(outlook: Outlook, seat: int) -> bool:
    """Whether a seat that has drawn its first tile, before any call, ends the hand."""
    registers = outlook.table.seat[seat]
    if (
        outlook.desk.at[HAS_KYUUSHU_KYUUHAI] == 0
        or outlook.table.hand[CALL_COUNT] > 0
        or registers[DISCARDS] > 0
    ):
        return False
    return KYUUSHU_KINDS <= int(registers[YAOCHU_COUNT]) <= MOST_KYUUSHU


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
def choose_own_play(outlook: Outlook, scorer: Scorer, suits: SuitTables, buffers: Buffers, seat: int) -> int:
    """A seat has drawn: kyuushu kyuuhai, kita, a kan, riichi, or a discard planned."""
    at = outlook.desk.at
    drawn = int(outlook.table.seat[seat][LAST_DRAW])
    at[HELD_BACK] = 0
    if wins_by_tsumo(outlook, scorer, seat):
        at[WINNERS] = 1 << seat
        return WON
    if declares_kyuushu(outlook, seat):
        return KYUUSHU_KYUUHAI
    if makes_kita(outlook, seat):
        write_kita(outlook, buffers, seat, drawn)
        at[PHASE] = ROBBABLE
        return GOES_ON
    kan = choose_kan(outlook, suits, seat)
    if kan != NO_TILE:
        is_closed = int(outlook.table.concealed[seat][kan]) == 4
        write_own_kan(outlook, buffers, seat, kan, drawn, is_closed)
        at[INDICATORS_DUE] += 1
        # The indicator of a closed kan is shown at once.
        at[HELD_BACK] = 0 if is_closed or at[SHOWS_AT_ONCE] else 1
        at[PHASE] = TO_REPLACE if is_closed else ROBBABLE
        return GOES_ON
    at[PHASE] = TO_DISCARD
    if outlook.table.seat[seat][RIICHI_ORDER] > 0:
        at[PLANNED] = drawn // 4
        return GOES_ON
    at[PLANNED] = choose_discard(outlook, seat)
    if declares_riichi(outlook, suits, seat, int(at[PLANNED])):
        at[DECLARED] = 1
        write(outlook, buffers, RIICHI, seat, NO_TILE, ABSENT)
    return GOES_ON


@kernel
def answer_tile(outlook: Outlook, scorer: Scorer, seat: int) -> int:
    """A seat has laid a tile down: others win on it, or it passes."""
    at = outlook.desk.at
    kind = int(outlook.table.hand[LAST_TILE]) // 4
    winners = ron_winners(outlook, scorer, seat, kind)
    if winners != 0:
        at[WINNERS] = winners
        count = 0
        for other in range(4):
            count += winners >> other & 1
        return SANCHAHOU if at[MOST_RONS + count - 1] == NOBODY_PAID else WON
    for other in range(int(outlook.table.hand[PLAYERS])):
        if outlook.table.seat[other][RIICHI_ORDER] > 0:
            at[SAFE + other] |= 1 << kind
    return GOES_ON


@kernel
def answer_discard(outlook: Outlook, buffers: Buffers, seat: int) -> int:
    """A discard has passed: its stick is paid, the hand ends, somebody calls, or the next seat draws."""
    at = outlook.desk.at
    if at[DECLARED] == 1:
        at[DECLARED] = 0
        write_deposit(outlook, buffers, seat)
        return GOES_ON
    end = end_after_discard(outlook.table.hand, at)
    if end != GOES_ON:
        return end
    called = int(outlook.table.hand[LAST_TILE])
    call, caller, lowest = choose_claim(outlook, seat, called // 4)
    if caller == NO_SEAT:
        at[SEAT] = (seat + 1) % int(outlook.table.hand[PLAYERS])
        at[PHASE] = TO_DRAW
        return GOES_ON
    at[SEAT] = caller
    at[PHASE] = HAS_CALLED
    if call == CHI:
        write_chi(outlook, buffers, caller, called, seat, lowest)
        return GOES_ON
    write_set(outlook, buffers, caller, called, seat, 3 if call == PON else 4)
    if call != PON:
        at[INDICATORS_DUE] += 1
        at[HELD_BACK] = 0 if at[SHOWS_AT_ONCE] else 1
        at[PHASE] = TO_REPLACE
    return GOES_ON


@kernel
def choose_play(outlook: Outlook, scorer: Scorer, suits: SuitTables, buffers: Buffers, wall: Wall) -> int:
    """Write the next play, or none where only the phase moves.

    Returns:
        GOES_ON, WON, or the DrawKind that has ended the hand; EXHAUSTIVE stands for nagashi mangan as
        well, which the settlement decides.
    """
    at = outlook.desk.at
    seat = int(at[SEAT])
    phase = int(at[PHASE])
    if phase in (HAS_DISCARDED, ROBBABLE):
        at[PHASE] = PASSED if phase == HAS_DISCARDED else TO_REPLACE
        return answer_tile(outlook, scorer, seat)
    if phase == TO_REPLACE and at[SUUKAIKAN_FORM] == AT_ONCE and outlook.table.hand[FOURTH_KAN] >= 0:
        return SUUKAIKAN
    if phase in (TO_REPLACE, TO_DISCARD) and at[INDICATORS_DUE] > at[HELD_BACK]:
        at[INDICATORS_DUE] -= 1
        write_indicator(outlook, buffers, wall)
    elif phase in (TO_DRAW, TO_REPLACE):
        at[PHASE] = HAS_DRAWN
        write_draw(outlook, buffers, wall, seat, phase == TO_REPLACE)
    elif phase == HAS_DRAWN:
        return choose_own_play(outlook, scorer, suits, buffers, seat)
    elif phase == HAS_CALLED:
        at[PLANNED] = choose_discard(outlook, seat)
        at[PHASE] = TO_DISCARD
    elif phase == TO_DISCARD:
        at[PHASE] = HAS_DISCARDED
        tile = int(outlook.table.seat[seat][LAST_DRAW])
        if outlook.table.seat[seat][RIICHI_TURN] == 0:
            tile = copy_to_discard(outlook, seat, int(at[PLANNED]), tile)
        write(outlook, buffers, DISCARD, seat, tile, ABSENT)
    else:
        return answer_discard(outlook, buffers, seat)
    return GOES_ON
