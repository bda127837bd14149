"""What a seat calls of another seat's discard: chi, pon, daiminkan."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import KAN_COUNT, LIVE, MELDS, PLAYERS, RIICHI_ORDER
from analyzer.simulate.discards import is_forbidden
from analyzer.simulate.outlook import HAS_LAST_CALLS, KUIKAE_FORM, Outlook, percent, put_back, take_out
from analyzer.simulate.policies import AIM, CALLS, KANS, Aim
from analyzer.simulate.shanten import shanten
from analyzer.vocabulary import NO_SEAT, NO_TILE, PlayKind

__all__ = ["KANS_OF_ALL", "choose_claim"]

CHI: Final = int(PlayKind.CHI)
PON: Final = int(PlayKind.PON)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
AIM_SETS: Final = int(Aim.SETS)
KANS_OF_ALL: Final = 4
"""Kans that all seats together may make."""
NEVER: Final = 99
"""Stands for the shanten of a call that may not be made."""


@kernel
def distance_after(outlook: Outlook, seat: int, called: int, low: int, high: int, other: int) -> int:
    """Shanten after a call with the kinds ``low`` and ``high``, or NEVER where no discard would be left.

    Args:
        outlook: Changed and restored.
        seat: Who calls.
        called: Kind called.
        low: Kind that the seat puts into the meld; likewise ``high``.
        high: See ``low``.
        other: Kind at the other end of a chi, NO_TILE if none.
    """
    registers = outlook.seat[seat]
    concealed = outlook.concealed[seat]
    kuikae = int(outlook.at[KUIKAE_FORM])
    take_out(registers, concealed, low)
    take_out(registers, concealed, high)
    registers[MELDS] += 1
    distance = NEVER
    for kind in range(34):
        if concealed[kind] > 0 and not is_forbidden(kuikae, kind, called, other):
            distance = shanten(outlook.blocks, registers)
            break
    registers[MELDS] -= 1
    put_back(registers, concealed, low)
    put_back(registers, concealed, high)
    return distance


@kernel
def wants_pon(outlook: Outlook, seat: int, kind: int) -> bool:
    """Whether a seat that holds two of a kind calls pon."""
    if percent(outlook.at) >= outlook.policies[seat][CALLS]:
        return False
    after = distance_after(outlook, seat, kind, kind, kind, NO_TILE)
    if outlook.policies[seat][AIM] == AIM_SETS:
        return after < NEVER
    return after < shanten(outlook.blocks, outlook.seat[seat])


@kernel
def lowest_of_chi(outlook: Outlook, seat: int, kind: int) -> int:
    """Lowest kind of the sequence that brings a seat nearest to tenpai with the kind called, or NO_TILE."""
    chosen = NO_TILE
    best = shanten(outlook.blocks, outlook.seat[seat])
    suit = kind // 9 * 9
    for lowest in range(max(kind - 2, suit), min(kind, suit + 6) + 1):
        low = lowest + 1 if lowest == kind else lowest
        high = lowest + 1 if lowest + 2 == kind else lowest + 2
        if outlook.concealed[seat][low] == 0 or outlook.concealed[seat][high] == 0:
            continue
        other = NO_TILE
        if lowest == kind and lowest < suit + 6:
            other = kind + 3
        elif lowest + 2 == kind and lowest > suit:
            other = kind - 3
        after = distance_after(outlook, seat, kind, low, high, other)
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
    hand = outlook.hand
    players = int(hand[PLAYERS])
    if hand[LIVE] <= 0 and outlook.at[HAS_LAST_CALLS] == 0:
        return 0, NO_SEAT, NO_TILE
    for step in range(1, players):
        other = (seat + step) % players
        held = int(outlook.concealed[other][kind])
        if held < 2 or outlook.seat[other][RIICHI_ORDER] > 0:
            continue
        may_kan = held == 3 and hand[KAN_COUNT] < KANS_OF_ALL and hand[LIVE] > 0
        if may_kan and percent(outlook.at) < outlook.policies[other][KANS]:
            return DAIMINKAN, other, NO_TILE
        if wants_pon(outlook, other, kind):
            return PON, other, NO_TILE
    following = (seat + 1) % players
    if players == 3 or kind >= 27 or outlook.seat[following][RIICHI_ORDER] > 0:
        return 0, NO_SEAT, NO_TILE
    if outlook.policies[following][AIM] == AIM_SETS:
        return 0, NO_SEAT, NO_TILE
    if percent(outlook.at) >= outlook.policies[following][CALLS]:
        return 0, NO_SEAT, NO_TILE
    lowest = lowest_of_chi(outlook, following, kind)
    return CHI, following if lowest != NO_TILE else NO_SEAT, lowest
