"""What a seat declares: riichi, kans and kita in its own turn, chi, pon and kan of another seat's discard."""

from __future__ import annotations

from typing import Final

from analyzer.formats.element_names import PLAY
from analyzer.kernels import kernel
from analyzer.replay.calls import forbid_kuikae
from analyzer.replay.registers import (
    CALLED_KIND,
    CALLED_OTHER,
    KAN_COUNT,
    LAST_DRAW,
    LIVE,
    MELD_KIND,
    MELD_TILE,
    MELDS,
    OPEN,
    PLAYERS,
    RIICHI_ORDER,
    SCORE,
    WAITS,
    add_tile,
    remove_tile,
)
from analyzer.replay.waiting import shanten, waits_now
from analyzer.simulation.desk import EAST, Outlook, is_value, percent, remaining
from analyzer.simulation.discards import NEVER, is_forbidden, shanten_without
from analyzer.simulation.judgement import (
    IN_RIICHI,
    NO_PLAN,
    VALUES,
    bonus_han,
    gives_up,
    is_late,
    plan_han,
    plan_of,
    stray_tiles,
    threats,
)
from analyzer.tiles.suits import SuitTables
from analyzer.vocabulary import NO_SEAT, NO_TILE

__all__ = ["choose_claim", "choose_kan", "declares_riichi"]

KANS_OF_ALL: Final = 4
"""Kans that all seats together may make."""
FEW_TILES: Final = 5
"""Fewer to wait for are seldom worth a riichi."""
ENOUGH_HAN: Final = 4
"""With so many a hand that has a yaku is seldom worth a riichi."""
TURNS_FOR_TENPAI: Final = 4
"""With fewer draws left for each seat, tenpai is worth a call for the noten payment alone."""
CHEAP: Final = 55
"""Percent of the hands of one han that are opened for an honour of value or for tenpai."""
WORTH_CALLING: Final = 2
"""Han of yaku and dora, from which on a hand is opened for more than tenpai."""
FAR: Final = 4
"""Shanten from which on nobody calls but honours of value."""


@kernel
def kan_costs_nothing(outlook: Outlook, suits: SuitTables, seat: int, kind: int) -> bool:
    """Whether a seat is as near to tenpai after a kan, and no other seat in riichi would profit from it.

    In riichi the kan must be of the kind just drawn, and the waits must stay the same.
    """
    registers = outlook.table.seat[seat]
    in_riichi = registers[RIICHI_ORDER] > 0
    before = shanten(outlook.tables, registers)
    if in_riichi and int(registers[LAST_DRAW]) // 4 != kind:
        return False
    if not in_riichi and before > 0 and threats(outlook, seat, IN_RIICHI) > 0:
        return False
    held = int(outlook.table.concealed[seat][kind])
    for _ in range(held):
        remove_tile(outlook.table, seat, kind)
    registers[MELDS] += 1 if held == 4 else 0
    after = shanten(outlook.tables, registers)
    waits = waits_now(outlook.table, suits, seat)
    registers[MELDS] -= 1 if held == 4 else 0
    for _ in range(held):
        add_tile(outlook.table, seat, kind)
    return bool(waits == outlook.table.masks[seat][WAITS]) if in_riichi else after <= before


@kernel
def has_pon(outlook: Outlook, seat: int, kind: int) -> bool:
    """Whether the seat has a pon of the kind."""
    registers = outlook.table.seat[seat]
    for meld in range(int(registers[MELDS])):
        if registers[MELD_KIND + meld] == PLAY.PON and registers[MELD_TILE + meld] == kind:
            return True
    return False


@kernel
def choose_kan(outlook: Outlook, suits: SuitTables, seat: int) -> int:
    """Kind of which a seat that has drawn makes a closed or added kan now, or NO_TILE."""
    if outlook.table.hand[LIVE] <= 0 or outlook.table.hand[KAN_COUNT] >= KANS_OF_ALL:
        return NO_TILE
    registers = outlook.table.seat[seat]
    in_riichi = registers[RIICHI_ORDER] > 0
    has_melds = registers[MELDS] > 0
    for kind in range(34):
        held = int(outlook.table.concealed[seat][kind])
        if held == 0 or (held < 4 and (in_riichi or not has_melds or not has_pon(outlook, seat, kind))):
            continue
        if percent(outlook.desk) < outlook.desk.kans[seat] and kan_costs_nothing(outlook, suits, seat, kind):
            return kind
    return NO_TILE


@kernel
def waiting_tiles(outlook: Outlook, seat: int, waits: int) -> int:
    """Unseen tiles that a closed tehai waits for; -1 if the seat holds all of them itself.

    A wait on tiles of which the seat holds all four is no tenpai under most rule sets.
    """
    total = 0
    can_come = False
    for kind in range(34):
        if waits >> kind & 1 != 0:
            own = int(outlook.table.concealed[seat][kind]) + int(outlook.table.melded[seat][kind])
            can_come = can_come or own < 4
            total += remaining(outlook, seat, kind)
    return total if can_come else -1


@kernel
def declares_riichi(outlook: Outlook, suits: SuitTables, seat: int, kind: int) -> bool:
    """Whether a seat that has drawn may and does declare riichi with this discard."""
    desk = outlook.desk
    registers = outlook.table.seat[seat]
    if registers[RIICHI_ORDER] > 0 or registers[OPEN] > 0:
        return False
    if registers[SCORE] < desk.riichi_points or outlook.table.hand[LIVE] < desk.riichi_tiles:
        return False
    if shanten_without(outlook, seat, kind) > 0:
        return False
    remove_tile(outlook.table, seat, kind)
    tiles = waiting_tiles(outlook, seat, int(waits_now(outlook.table, suits, seat)))
    plan = plan_of(outlook, seat)
    han = 0
    if plan != NO_PLAN and stray_tiles(outlook, seat, plan) == 0:
        han = plan_han(plan) + bonus_han(outlook, seat)
    add_tile(outlook.table, seat, kind)
    if tiles < 0:
        return False
    chance = int(desk.riichi[seat])
    if tiles < FEW_TILES:
        chance //= 6 if outlook.table.masks[seat][WAITS] != 0 else 1
        chance = chance * 6 // 10
    if han >= ENOUGH_HAN:
        chance //= 5
    return percent(desk) < chance


@kernel(inline=True)
def is_worth_calling(outlook: Outlook, seat: int, distance: int) -> bool:
    """Whether what is left of a hand after a call has a yaku, and is worth opening it."""
    if distance == 0 and outlook.table.hand[PLAYERS] > 3 and is_late(outlook, TURNS_FOR_TENPAI):
        return True
    plan = plan_of(outlook, seat)
    if plan == NO_PLAN or plan_han(plan) + bonus_han(outlook, seat) >= WORTH_CALLING:
        return plan != NO_PLAN
    return (plan == VALUES or distance == 0) and int(outlook.desk.nerve[seat]) < CHEAP


@kernel
def distance_after(outlook: Outlook, seat: int, form: int, lowest: int, called: int) -> int:
    """Shanten after a chi or pon of the kind ``called`` to a meld from the kind ``lowest`` on.

    NEVER where a tile for it is missing, or no discard or no yaku that is worth it would be left.
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
    registers[MELDS] += 1
    forbid_kuikae(outlook.table, form, 4 * called, lowest)
    distance = NEVER
    for kind in range(34):
        if concealed[kind] > 0 and not is_forbidden(outlook, kind):
            distance = shanten(outlook.tables, registers)
            break
    if distance < NEVER and not is_worth_calling(outlook, seat, distance):
        distance = NEVER
    hand[CALLED_KIND] = NO_TILE
    hand[CALLED_OTHER] = NO_TILE
    registers[MELDS] -= 1
    for kind in (low, high, called):
        melded[kind] = int(melded[kind]) - 1
    add_tile(outlook.table, seat, low)
    add_tile(outlook.table, seat, high)
    return distance


@kernel
def considers_calls(outlook: Outlook, seat: int) -> bool:
    """Whether a seat looks at a discard for a call at all."""
    calls = int(outlook.desk.calls[seat])
    if outlook.table.seat[seat][RIICHI_ORDER] > 0:
        return False
    # Who has called once goes on calling.
    if outlook.table.seat[seat][OPEN] > 0:
        calls = max(calls, 90)
    return percent(outlook.desk) < calls


@kernel
def lowest_of_call(outlook: Outlook, seat: int, form: int, kind: int) -> int:
    """Lowest kind of the chi or pon that brings a seat nearest to tenpai with the kind called, or NO_TILE."""
    best = shanten(outlook.tables, outlook.table.seat[seat])
    first = kind
    last = kind
    if best <= 0 or gives_up(outlook, seat, best):
        return NO_TILE
    if form == PLAY.CHI:
        first = max(kind - 2, kind // 9 * 9)
        last = min(kind, kind // 9 * 9 + 6)
    if is_value(outlook, seat, kind):
        # Worth a call from afar, and where it brings the seat no nearer.
        best += 1
    elif best >= FAR:
        return NO_TILE
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
    players = int(hand[PLAYERS])
    if hand[LIVE] <= 0 and outlook.desk.last_discard_calls == 0:
        return 0, NO_SEAT, NO_TILE
    for step in range(1, players):
        other = (seat + step) % players
        held = int(outlook.table.concealed[other][kind])
        if held < 2 or outlook.table.seat[other][RIICHI_ORDER] > 0:
            continue
        may_kan = held == 3 and hand[KAN_COUNT] < KANS_OF_ALL and hand[LIVE] > 0
        # An open kan is rare, and never made with a closed hand.
        may_kan = may_kan and outlook.table.seat[other][OPEN] > 0
        if may_kan and percent(outlook.desk) < outlook.desk.kans[other] // 8:
            return PLAY.DAIMINKAN, other, kind
        if considers_calls(outlook, other) and lowest_of_call(outlook, other, PLAY.PON, kind) != NO_TILE:
            return PLAY.PON, other, kind
    following = (seat + 1) % players
    if players == 3 or kind >= EAST or not considers_calls(outlook, following):
        return 0, NO_SEAT, NO_TILE
    lowest = lowest_of_call(outlook, following, PLAY.CHI, kind)
    return PLAY.CHI, following if lowest != NO_TILE else NO_SEAT, lowest
