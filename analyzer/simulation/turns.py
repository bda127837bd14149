"""Whose turn it is and what the seat does with it, play by play, until something ends the hand."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import PLAY, numbered
from analyzer.kernels import kernel
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
    RIICHI_TURN,
    YAOCHU_COUNT,
)
from analyzer.simulation.declarations import choose_claim, choose_kan, declares_riichi
from analyzer.simulation.desk import Outlook, percent
from analyzer.simulation.discards import choose_discard
from analyzer.simulation.may_win import Scorer, ron_winners, wins_by_tsumo
from analyzer.simulation.writing import (
    Buffers,
    apply,
    copy_to_discard,
    show_indicator,
    write,
    write_chi,
    write_deposit,
    write_kita,
    write_own_kan,
    write_set,
)
from analyzer.tiles.suits import SuitTables
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, DrawKind

__all__ = ["GOES_ON", "WON", "Wall", "end_after_discard", "play_hand"]

ENDED: Final = numbered(DrawKind.__members__)
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
NORTH: Final = 30

# What the seat whose turn it is does next (`Desk.phase`).
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
    untouched = outlook.table.hand[CALL_COUNT] == 0 and registers[DISCARDS] == 0
    if outlook.desk.kyuushu_kyuuhai == 0 or not untouched:
        return False
    return KYUUSHU_KINDS <= int(registers[YAOCHU_COUNT]) <= MOST_KYUUSHU


@kernel
def makes_kita(outlook: Outlook, seat: int) -> bool:
    """Whether a seat that has drawn sets a North aside, if the rules allow it; in riichi the one drawn."""
    table, registers = outlook.table, outlook.table.seat[seat]
    if outlook.desk.nuki_dora == 0 or table.hand[LIVE] <= 0 or table.concealed[seat][NORTH] == 0:
        return False
    return registers[RIICHI_ORDER] == 0 or int(registers[LAST_DRAW]) // 4 == NORTH


@kernel
def end_after_discard(outlook: Outlook) -> int:
    """The DrawKind that the discard just made brings about, or GOES_ON."""
    desk, hand = outlook.desk, outlook.table.hand
    if desk.suukaikan == AFTER_DISCARD and hand[FOURTH_KAN_DISCARD] >= 0:
        return ENDED.SUUKAIKAN
    if desk.suucha_riichi != 0 and hand[ACCEPTED_COUNT] == 4:
        return ENDED.SUUCHA_RIICHI
    if desk.suufon_renda != 0 and hand[FOURTH_WIND] >= 0:
        return ENDED.SUUFON_RENDA
    if hand[LIVE] <= 0:
        return ENDED.EXHAUSTIVE
    return GOES_ON


@kernel
def earn_indicator(outlook: Outlook, is_closed: bool) -> None:
    """A kan was made: its indicator is due, that of a closed kan at once."""
    desk = outlook.desk
    desk.indicators_due += 1
    desk.held_back = 0 if is_closed or desk.shows_at_once != 0 else 1


@kernel
def choose_own_play(outlook: Outlook, scorer: Scorer, suits: SuitTables, buffers: Buffers, seat: int) -> int:
    """A seat has drawn: kyuushu kyuuhai, kita, a kan, riichi, or a discard planned."""
    desk = outlook.desk
    drawn = int(outlook.table.seat[seat][LAST_DRAW])
    desk.held_back = 0
    if wins_by_tsumo(outlook, scorer, seat):
        desk.winners = 1 << seat
        return WON
    if declares_kyuushu(outlook, seat):
        return ENDED.KYUUSHU_KYUUHAI
    if makes_kita(outlook, seat):
        write_kita(outlook, buffers, seat, copy_to_discard(outlook, seat, NORTH, drawn))
        desk.phase = ROBBABLE
        return GOES_ON
    kan = choose_kan(outlook, suits, seat)
    if kan != NO_TILE:
        is_closed = int(outlook.table.concealed[seat][kan]) == 4
        write_own_kan(outlook, buffers, seat, copy_to_discard(outlook, seat, kan, drawn), is_closed)
        earn_indicator(outlook, is_closed)
        desk.phase = TO_REPLACE if is_closed else ROBBABLE
        return GOES_ON
    desk.phase = TO_DISCARD
    if outlook.table.seat[seat][RIICHI_ORDER] > 0:
        desk.planned = drawn // 4
        return GOES_ON
    desk.planned = choose_discard(outlook, seat)
    if declares_riichi(outlook, suits, seat, desk.planned):
        desk.declared = 1
        write(outlook, buffers, PLAY.RIICHI, seat, NO_TILE, ABSENT)
    return GOES_ON


@kernel
def answer_tile(outlook: Outlook, scorer: Scorer, seat: int) -> int:
    """A seat has laid a tile down: others win on it, or it passes."""
    desk = outlook.desk
    kind = int(outlook.table.hand[LAST_TILE]) // 4
    winners, count = ron_winners(outlook, scorer, seat, kind)
    if winners != 0:
        desk.winners = winners
        return ENDED.SANCHAHOU if desk.paid_rons[count] == NOBODY_PAID else WON
    for other in range(int(outlook.table.hand[PLAYERS])):
        if outlook.table.seat[other][RIICHI_ORDER] > 0:
            desk.safe[other] |= 1 << kind
    return GOES_ON


@kernel
def answer_discard(outlook: Outlook, buffers: Buffers, seat: int) -> int:
    """A discard has passed: its stick is paid, the hand ends, somebody calls, or the next seat draws."""
    desk = outlook.desk
    if desk.declared == 1:
        desk.declared = 0
        write_deposit(outlook, buffers, seat)
        return GOES_ON
    end = end_after_discard(outlook)
    if end != GOES_ON:
        return end
    called = int(outlook.table.hand[LAST_TILE])
    call, caller, lowest = choose_claim(outlook, seat, called // 4)
    if caller == NO_SEAT:
        desk.turn = (seat + 1) % int(outlook.table.hand[PLAYERS])
        desk.phase = TO_DRAW
        return GOES_ON
    desk.turn = caller
    desk.phase = HAS_CALLED
    if call == PLAY.CHI:
        write_chi(outlook, buffers, caller, called, seat, lowest)
        return GOES_ON
    write_set(outlook, buffers, caller, called, seat, 3 if call == PLAY.PON else 4)
    if call != PLAY.PON:
        earn_indicator(outlook, False)
        desk.phase = TO_REPLACE
    return GOES_ON


@kernel
def write_draw(outlook: Outlook, buffers: Buffers, wall: Wall, seat: int) -> None:
    """A seat draws, from the live wall or the dead wall."""
    desk = outlook.desk
    if desk.phase == TO_REPLACE:
        tile = int(wall.replacements[desk.replacement])
        desk.replacement += 1
    else:
        tile = int(wall.live[desk.live])
        desk.live += 1
    write(outlook, buffers, PLAY.DRAW, seat, tile, ABSENT)
    desk.phase = HAS_DRAWN


@kernel
def choose_play(outlook: Outlook, scorer: Scorer, suits: SuitTables, buffers: Buffers, wall: Wall) -> int:
    """Write the next play, or none where only the phase moves; returns as `play_hand`."""
    desk = outlook.desk
    seat = desk.turn
    phase = desk.phase
    if phase in (HAS_DISCARDED, ROBBABLE):
        desk.phase = PASSED if phase == HAS_DISCARDED else TO_REPLACE
        return answer_tile(outlook, scorer, seat)
    if phase == TO_REPLACE and desk.suukaikan == AT_ONCE and outlook.table.hand[FOURTH_KAN] >= 0:
        return ENDED.SUUKAIKAN
    if phase in (TO_REPLACE, TO_DISCARD) and desk.indicators_due > desk.held_back:
        desk.indicators_due -= 1
        write(outlook, buffers, PLAY.DORA, NO_SEAT, int(wall.indicators[desk.indicator]), ABSENT)
        desk.indicator += 1
    elif phase in (TO_DRAW, TO_REPLACE):
        write_draw(outlook, buffers, wall, seat)
    elif phase == HAS_DRAWN:
        return choose_own_play(outlook, scorer, suits, buffers, seat)
    elif phase == HAS_CALLED:
        desk.planned = choose_discard(outlook, seat)
        desk.phase = TO_DISCARD
    elif phase == TO_DISCARD:
        desk.phase = HAS_DISCARDED
        tile = int(outlook.table.seat[seat][LAST_DRAW])
        if outlook.table.seat[seat][RIICHI_TURN] == 0:
            tile = copy_to_discard(outlook, seat, desk.planned, tile)
        write(outlook, buffers, PLAY.DISCARD, seat, tile, ABSENT)
    else:
        return answer_discard(outlook, buffers, seat)
    return GOES_ON


@kernel
def play_hand(outlook: Outlook, scorer: Scorer, suits: SuitTables, buffers: Buffers, wall: Wall) -> int:
    """Play a hand that has been dealt to its end.

    Returns:
        WON, or the DrawKind that has ended the hand; EXHAUSTIVE stands for nagashi mangan as well, which
        the settlement decides.
    """
    desk = outlook.desk
    desk.turn = int(outlook.table.hand[DEALER])
    desk.phase = TO_DRAW
    show_indicator(outlook, int(wall.indicators[0]))
    for seat in range(SEATS):
        desk.nerve[seat] = percent(desk)
    end = GOES_ON
    while end == GOES_ON:
        end = choose_play(outlook, scorer, suits, buffers, wall)
        if desk.written != 0:
            apply(outlook, suits, buffers)
    return end
