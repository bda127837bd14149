"""What a seat sets aside in its own turn: closed and added kans, and kita."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.replay.registers import (
    KAN_COUNT,
    LAST_DRAW,
    LIVE,
    MELD_KIND,
    MELD_TILE,
    MELDS,
    PLAYERS,
    RIICHI_ORDER,
)
from analyzer.simulate.claims import KANS_OF_ALL
from analyzer.simulate.outlook import Outlook, concealed_waits, percent, put_back, take_out
from analyzer.simulate.policies import KANS, KITA
from analyzer.vocabulary import NO_TILE, PlayKind

__all__ = ["choose_kan", "makes_kita"]

PON: Final = int(PlayKind.PON)
NORTH: Final = 30


@kernel
def ankan_keeps_waits(outlook: Outlook, seat: int, kind: int) -> bool:
    """Whether a seat in riichi may make a closed kan: of the kind just drawn, its waits staying the same."""
    registers = outlook.seat[seat]
    concealed = outlook.concealed[seat]
    if int(registers[LAST_DRAW]) // 4 != kind:
        return False
    take_out(registers, concealed, kind)
    before = concealed_waits(outlook.suits, registers)
    for _ in range(3):
        take_out(registers, concealed, kind)
    after = concealed_waits(outlook.suits, registers)
    for _ in range(4):
        put_back(registers, concealed, kind)
    return bool(before == after)


@kernel
def has_pon(outlook: Outlook, seat: int, kind: int) -> bool:
    """Whether the seat has a pon of the kind."""
    registers = outlook.seat[seat]
    for meld in range(int(registers[MELDS])):
        if registers[MELD_KIND + meld] == PON and registers[MELD_TILE + meld] == kind:
            return True
    return False


@kernel
def choose_kan(outlook: Outlook, seat: int) -> int:
    """Kind of which a seat that has drawn makes a closed or added kan now, or NO_TILE."""
    if outlook.hand[LIVE] <= 0 or outlook.hand[KAN_COUNT] >= KANS_OF_ALL:
        return NO_TILE
    in_riichi = outlook.seat[seat][RIICHI_ORDER] > 0
    for kind in range(34):
        held = int(outlook.concealed[seat][kind])
        if held == 0 or (held < 4 and (in_riichi or not has_pon(outlook, seat, kind))):
            continue
        if in_riichi and not ankan_keeps_waits(outlook, seat, kind):
            continue
        if percent(outlook.at) < outlook.policies[seat][KANS]:
            return kind
    return NO_TILE


@kernel
def makes_kita(outlook: Outlook, seat: int) -> bool:
    """Whether a seat of a three-player game that has drawn sets a North aside; in riichi the one drawn."""
    registers = outlook.seat[seat]
    if outlook.hand[PLAYERS] != 3 or outlook.hand[LIVE] <= 0 or outlook.concealed[seat][NORTH] == 0:
        return False
    if registers[RIICHI_ORDER] > 0 and int(registers[LAST_DRAW]) // 4 != NORTH:
        return False
    return percent(outlook.at) < int(outlook.policies[seat][KITA])
