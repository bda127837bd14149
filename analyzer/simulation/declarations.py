"""What a seat declares: riichi, kans and kita in its own turn, chi, pon and kan of another seat's discard."""

from __future__ import annotations

from typing import Final

from analyzer.formats.element_names import PLAY
from analyzer.kernels import kernel
from analyzer.replay.plays import forbid_kuikae
from analyzer.replay.registers import HAND, MASK, SEAT, add_tile, remove_tile, shanten_now, waits_now
from analyzer.simulation.desk import EAST, Outlook, is_value, remaining
from analyzer.simulation.discards import NEVER, shanten_without
from analyzer.simulation.judgement import NO_PLAN, gives_up, plan_of
from analyzer.tiles.suits import SuitTables
from analyzer.vocabulary import NO_SEAT, NO_TILE

__all__ = ["choose_claim", "choose_kan", "declares_riichi"]

KANS_OF_ALL: Final = 4
"""Kans that all seats together may make."""
FEW_TILES: Final = 5
"""Fewer to wait for ask for more nerve to declare riichi."""
NERVE_FOR_FEW: Final = 20
NERVE_FOR_KAN: Final = 100
"""To call a fourth tile."""


@kernel
def kan_costs_nothing(outlook: Outlook, suits: SuitTables, seat: int, kind: int) -> bool:
    """Whether a seat is as near to tenpai after a kan.

    In riichi the kan must be of the kind just drawn, and the waits must stay the same.
    """
    registers = outlook.table.seat[seat]
    in_riichi = registers[SEAT.riichi_order] > 0
    if in_riichi and int(registers[SEAT.last_draw]) // 4 != kind:
        return False
    before = shanten_now(outlook.tables, registers)
    held = int(outlook.table.concealed[seat][kind])
    for _ in range(held):
        remove_tile(outlook.table, seat, kind)
    registers[SEAT.meld_count] += 1 if held == 4 else 0
    after = shanten_now(outlook.tables, registers)
    waits = waits_now(outlook.table, suits, seat)
    registers[SEAT.meld_count] -= 1 if held == 4 else 0
    for _ in range(held):
        add_tile(outlook.table, seat, kind)
    return bool(waits == outlook.table.masks[seat][MASK.waits]) if in_riichi else after <= before


@kernel
def has_pon(outlook: Outlook, seat: int, kind: int) -> bool:
    """Whether the seat has a pon of the kind."""
    registers = outlook.table.seat[seat]
    for meld in range(int(registers[SEAT.meld_count])):
        if registers[SEAT.meld_kind + meld] == PLAY.PON and registers[SEAT.meld_tile + meld] == kind:
            return True
    return False


@kernel
def choose_kan(outlook: Outlook, suits: SuitTables, seat: int) -> int:
    """Kind of which a seat that has drawn makes a closed or added kan now, or NO_TILE."""
    hand = outlook.table.hand
    if hand[HAND.live_tiles] <= 0 or hand[HAND.kan_count] >= KANS_OF_ALL:
        return NO_TILE
    if outlook.desk.riichi_ankan == 0 and outlook.table.seat[seat][SEAT.riichi_order] > 0:
        return NO_TILE
    for kind in range(34):
        held = int(outlook.table.concealed[seat][kind])
        if held != 4 and (held != 1 or not has_pon(outlook, seat, kind)):
            continue
        if kan_costs_nothing(outlook, suits, seat, kind):
            return kind
    return NO_TILE


@kernel
def declares_riichi(outlook: Outlook, suits: SuitTables, seat: int, kind: int) -> bool:
    """Whether a seat that has drawn may and does declare riichi with this discard."""
    desk, table = outlook.desk, outlook.table
    registers = table.seat[seat]
    if registers[SEAT.riichi_order] > 0 or registers[SEAT.open_melds] > 0:
        return False
    if registers[SEAT.scores] < desk.riichi_points or table.hand[HAND.live_tiles] < desk.riichi_tiles:
        return False
    if shanten_without(outlook, seat, kind) > 0:
        return False
    remove_tile(table, seat, kind)
    waits = int(waits_now(table, suits, seat))
    tiles = 0
    for other in range(34):
        if waits >> other & 1 != 0:
            tiles += remaining(outlook, seat, other)
    add_tile(table, seat, kind)
    # To wait for tiles that the seat holds all itself is no tenpai under most rule sets.
    return tiles > 0 and desk.nerve[seat] >= desk.riichi_nerve + (NERVE_FOR_FEW if tiles < FEW_TILES else 0)


@kernel
def distance_after(outlook: Outlook, seat: int, form: int, lowest: int, called: int) -> int:
    """Shanten after a chi or pon of the kind ``called`` to a meld from the kind ``lowest`` on.

    NEVER where a tile for it is missing, or no discard or no yaku would be left.
    """
    hand = outlook.table.hand
    registers = outlook.table.seat[seat]
    concealed, melded = outlook.table.concealed[seat], outlook.table.melded[seat]
    low = called
    high = called
    if form == PLAY.CHI:
        low = lowest + 1 if lowest == called else lowest
        high = lowest + 1 if lowest + 2 == called else lowest + 2
    if concealed[low] == 0 or concealed[high] == 0:
        return NEVER
    remove_tile(outlook.table, seat, low)
    remove_tile(outlook.table, seat, high)
    for kind in (low, high, called):
        melded[kind] = int(melded[kind]) + 1
    registers[SEAT.meld_count] += 1
    forbid_kuikae(outlook.table, form, 4 * called, lowest)
    distance = NEVER
    if plan_of(outlook, seat) != NO_PLAN:
        for kind in range(34):
            distance = min(distance, shanten_without(outlook, seat, kind))
    hand[HAND.called_kind] = NO_TILE
    hand[HAND.called_other] = NO_TILE
    registers[SEAT.meld_count] -= 1
    for kind in (low, high, called):
        melded[kind] = int(melded[kind]) - 1
    add_tile(outlook.table, seat, low)
    add_tile(outlook.table, seat, high)
    return distance


@kernel
def lowest_of_call(outlook: Outlook, seat: int, form: int, kind: int) -> int:
    """Lowest kind of the chi or pon that brings a seat nearest to tenpai with the kind called, or NO_TILE."""
    registers = outlook.table.seat[seat]
    best = shanten_now(outlook.tables, registers)
    is_shy = registers[SEAT.open_melds] == 0 and outlook.desk.nerve[seat] < outlook.desk.call_nerve
    if best <= 0 or is_shy or registers[SEAT.riichi_order] > 0 or gives_up(outlook, seat, best):
        return NO_TILE
    first = kind
    last = kind
    if form == PLAY.CHI:
        first = max(kind - 2, kind // 9 * 9)
        last = min(kind, kind // 9 * 9 + 6)
    if is_value(outlook, seat, kind):
        # Worth a call where it brings the seat no nearer.
        best += 1
    chosen = NO_TILE
    for lowest in range(first, last + 1):
        after = distance_after(outlook, seat, form, lowest, kind)
        if after < best:
            best = after
            chosen = lowest
    return chosen


@kernel
def choose_claim(outlook: Outlook, seat: int, kind: int) -> tuple[int, int, int]:
    """Who calls a discard of ``seat``: sets before sequences, the nearest seat first.

    Returns:
        Play kind, seat and lowest kind of the meld; seat NO_SEAT when nobody calls.
    """
    hand = outlook.table.hand
    players = int(hand[HAND.players])
    if hand[HAND.live_tiles] <= 0 and outlook.desk.last_discard_calls == 0:
        return 0, NO_SEAT, NO_TILE
    for step in range(1, players):
        other = (seat + step) % players
        held = int(outlook.table.concealed[other][kind])
        if held < 2:
            continue
        may_kan = held == 3 and hand[HAND.kan_count] < KANS_OF_ALL and hand[HAND.live_tiles] > 0
        # An open kan is rare, and never made with a closed hand.
        may_kan = may_kan and outlook.table.seat[other][SEAT.open_melds] > 0
        if may_kan and outlook.desk.nerve[other] >= NERVE_FOR_KAN:
            return PLAY.DAIMINKAN, other, kind
        if lowest_of_call(outlook, other, PLAY.PON, kind) != NO_TILE:
            return PLAY.PON, other, kind
    following = (seat + 1) % players
    if players == 3 or kind >= EAST:
        return 0, NO_SEAT, NO_TILE
    lowest = lowest_of_call(outlook, following, PLAY.CHI, kind)
    return PLAY.CHI, following if lowest != NO_TILE else NO_SEAT, lowest
