"""What a seat calls of another seat's discard: chi, pon, daiminkan."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import (
    KAN_COUNT,
    LIVE,
    MELD_KIND,
    MELD_TILE,
    MELDS,
    OPEN,
    PLAYERS,
    RIICHI_ORDER,
    add_tile,
    remove_tile,
)
from analyzer.replay.waiting import shanten
from analyzer.simulation.discards import is_forbidden
from analyzer.simulation.judgement import gives_up, is_late
from analyzer.simulation.outlook import (
    HAS_LAST_CALLS,
    KUIKAE_FORM,
    NERVE,
    Outlook,
    is_value,
    percent,
)
from analyzer.simulation.plans import NO_PLAN, VALUES, bonus_han, plan_han, plan_of
from analyzer.simulation.policies import CALLS, COLLECTS, KANS
from analyzer.vocabulary import NO_SEAT, NO_TILE, PlayKind

__all__ = ["KANS_OF_ALL", "choose_claim"]

CHI: Final = int(PlayKind.CHI)
PON: Final = int(PlayKind.PON)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
KANS_OF_ALL: Final = 4
"""Kans that all seats together may make."""
NEVER: Final = 99
"""Stands for the shanten of a call that may not or should not be made."""
TURNS_FOR_TENPAI: Final = 4
"""With fewer draws left for each seat, tenpai is worth a call for the noten payment alone."""
CHEAP: Final = 55
"""Percent of the hands of one han that are opened for an honour of value or for tenpai."""
WORTH_CALLING: Final = 2
"""Han of yaku and dora, from which on a hand is opened for more than tenpai."""
FAR: Final = 4
"""Shanten from which on nobody calls but honours of value."""


@kernel(inline=True)
def is_worth_calling(outlook: Outlook, seat: int, distance: int, bonus: int) -> bool:
    """Whether what is left of a hand after a call has a yaku, and is worth opening it."""
    if distance == 0 and outlook.table.hand[PLAYERS] > 3 and is_late(outlook, TURNS_FOR_TENPAI):
        return True
    plan = plan_of(outlook, seat)
    if plan == NO_PLAN or plan_han(plan) + bonus >= WORTH_CALLING:
        return plan != NO_PLAN
    return (plan == VALUES or distance == 0) and int(outlook.desk.at[NERVE + seat]) < CHEAP


@kernel
def distance_after(
    outlook: Outlook, seat: int, form: int, lowest: int, called: int, low: int, high: int, other: int
) -> int:
    """Shanten after a call, or NEVER where no discard or, for those who care, no yaku would be left.

    Args:
        outlook: Changed and restored.
        seat: Who calls.
        form: CHI or PON.
        lowest: Lowest kind of the meld.
        called: Kind called.
        low: Kind that the seat puts into the meld; likewise ``high``.
        high: See ``low``.
        other: Kind at the other end of a chi, NO_TILE if none.
    """
    registers = outlook.table.seat[seat]
    concealed = outlook.table.concealed[seat]
    kuikae = int(outlook.desk.at[KUIKAE_FORM])
    bonus = bonus_han(outlook, seat) + int(outlook.desk.dora[called])
    remove_tile(outlook.table, seat, low)
    remove_tile(outlook.table, seat, high)
    meld = int(registers[MELDS])
    registers[MELD_KIND + meld] = form
    registers[MELD_TILE + meld] = lowest
    registers[MELDS] = meld + 1
    distance = NEVER
    for kind in range(34):
        if concealed[kind] > 0 and not is_forbidden(kuikae, kind, called, other):
            distance = shanten(outlook.tables, registers)
            break
    collects = outlook.desk.policies[seat][COLLECTS] != 0
    if distance < NEVER and not collects and not is_worth_calling(outlook, seat, distance, bonus):
        distance = NEVER
    registers[MELDS] = meld
    registers[MELD_KIND + meld] = 0
    registers[MELD_TILE + meld] = 0
    add_tile(outlook.table, seat, low)
    add_tile(outlook.table, seat, high)
    return distance


@kernel
def considers_calls(outlook: Outlook, seat: int) -> bool:
    """Whether a seat looks at a discard for a call at all."""
    calls = int(outlook.desk.policies[seat][CALLS])
    if calls == 0 or outlook.table.seat[seat][RIICHI_ORDER] > 0:
        return False
    # Who has called once goes on calling.
    if outlook.table.seat[seat][OPEN] > 0:
        calls = max(calls, 90)
    return percent(outlook.desk.at) < calls


@kernel
def wants_pon(outlook: Outlook, seat: int, kind: int) -> bool:
    """Whether a seat that holds two of a kind calls pon."""
    if not considers_calls(outlook, seat):
        return False
    now = shanten(outlook.tables, outlook.table.seat[seat])
    if now <= 0 and outlook.desk.policies[seat][COLLECTS] == 0:
        return False
    after = distance_after(outlook, seat, PON, kind, kind, kind, kind, NO_TILE)
    if outlook.desk.policies[seat][COLLECTS] != 0:
        return after < NEVER
    if gives_up(outlook, seat, now):
        return False
    if is_value(outlook, seat, kind):
        return after <= now
    return after < now < FAR


@kernel
def lowest_of_chi(outlook: Outlook, seat: int, kind: int) -> int:
    """Lowest kind of the sequence that brings a seat nearest to tenpai with the kind called, or NO_TILE."""
    concealed = outlook.table.concealed[seat]
    chosen = NO_TILE
    best = NEVER
    suit = kind // 9 * 9
    for lowest in range(max(kind - 2, suit), min(kind, suit + 6) + 1):
        low = lowest + 1 if lowest == kind else lowest
        high = lowest + 1 if lowest + 2 == kind else lowest + 2
        if concealed[low] == 0 or concealed[high] == 0:
            continue
        if best == NEVER:
            best = shanten(outlook.tables, outlook.table.seat[seat])
            if best <= 0 or best >= FAR or gives_up(outlook, seat, best):
                return NO_TILE
        other = NO_TILE
        if lowest == kind and lowest < suit + 6:
            other = kind + 3
        elif lowest + 2 == kind and lowest > suit:
            other = kind - 3
        after = distance_after(outlook, seat, CHI, lowest, kind, low, high, other)
        if after < best:
            best = after
            chosen = lowest
    return chosen


@kernel
def choose_claim(outlook: Outlook, seat: int, kind: int) -> tuple[int, int, int]:
    """Who calls a discard of ``seat``: sets before sequences, the nearest seat first.

    Returns:
        Play kind, seat and, for a chi, the lowest kind of the sequence; seat NO_SEAT when nobody calls.
    """
    hand = outlook.table.hand
    players = int(hand[PLAYERS])
    if hand[LIVE] <= 0 and outlook.desk.at[HAS_LAST_CALLS] == 0:
        return 0, NO_SEAT, NO_TILE
    for step in range(1, players):
        other = (seat + step) % players
        held = int(outlook.table.concealed[other][kind])
        if held < 2 or outlook.table.seat[other][RIICHI_ORDER] > 0:
            continue
        if held == 3 and hand[KAN_COUNT] < KANS_OF_ALL and hand[LIVE] > 0 and wants_daiminkan(outlook, other):
            return DAIMINKAN, other, NO_TILE
        if wants_pon(outlook, other, kind):
            return PON, other, NO_TILE
    following = (seat + 1) % players
    if players == 3 or kind >= 27 or outlook.desk.policies[following][COLLECTS] != 0:
        return 0, NO_SEAT, NO_TILE
    if not considers_calls(outlook, following):
        return 0, NO_SEAT, NO_TILE
    lowest = lowest_of_chi(outlook, following, kind)
    return CHI, following if lowest != NO_TILE else NO_SEAT, lowest


@kernel
def wants_daiminkan(outlook: Outlook, seat: int) -> bool:
    """Whether a seat that holds three of a discard makes an open kan: seldom, unless it collects kans."""
    kans = int(outlook.desk.policies[seat][KANS])
    if outlook.desk.policies[seat][COLLECTS] != 0:
        return percent(outlook.desk.at) < kans
    if outlook.table.seat[seat][OPEN] == 0:
        return False
    return percent(outlook.desk.at) < kans // 8
