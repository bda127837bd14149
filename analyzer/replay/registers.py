"""The table while a hand is played, as rows of integers that kernels read and write.

One row of ``hand`` and ``seat`` registers is the state of one hand; after the last play it is the
result, from which `replay` takes the columns of `Facts`.  Indices are named here and nowhere else.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.tiles.suits import POW5
from analyzer.tiles.waits import YAOCHU_MASK
from analyzer.vocabulary import KINDS, SEATS, TILES

__all__ = [
    "TABLE_LAYOUT",
    "Held",
    "Table",
    "Tables",
    "add_tile",
    "clear_table",
    "plain_tables",
    "remove_tile",
    "report",
]

# Registers of a hand.
PLAYERS: Final = 0
DEALER: Final = 1
LIVE: Final = 2
PLAY_COUNT: Final = 3
LAST_KIND: Final = 4
LAST_SEAT: Final = 5
LAST_TILE: Final = 6
LAST_REPLACEMENT: Final = 7
CALL_COUNT: Final = 8
KAN_COUNT: Final = 9
STICKS: Final = 10
RIICHI_COUNT: Final = 11
ACCEPTED_COUNT: Final = 12
FOURTH_WIND: Final = 13
FOURTH_RIICHI: Final = 14
FOURTH_KAN: Final = 15
FOURTH_KAN_DISCARD: Final = 16
DERAILED: Final = 17
# Working registers: not facts.
TURN: Final = 18
"""Seat to act next."""
PHASE: Final = 19
DORA_DUE: Final = 20
"""Indicators that kans have earned and nobody has shown yet."""
DORA_HELD: Final = 21
"""1 while the newest of them may wait for the discard (daiminkan, kakan)."""
PENDING_RIICHI: Final = 22
"""Seat whose declaration tile is not yet answered; NO_SEAT when none."""
PASSING: Final = 23
"""Kind that passes unless the hand ends by ron; NO_TILE when none."""
CALLED_KIND: Final = 24
"""Kind taken by the chi or pon just made; NO_TILE otherwise."""
CALLED_OTHER: Final = 25
"""The kind at the other end of that chi, forbidden as well; NO_TILE when none."""
REPORTED: Final = 26
END: Final = 27
RON_CALLS: Final = 28
FIRST_RIICHI: Final = 29
"""Of a course: the seat that declared riichi first, plus one; 0 before."""
HAND_REGISTERS: Final = 30

AWAIT_DRAW: Final = 0
AWAIT_DISCARD: Final = 1
AFTER_DISCARD: Final = 2
AWAIT_REPLACEMENT: Final = 3

# Registers of a seat.
DRAWS: Final = 0
DISCARDS: Final = 1
MELDS: Final = 2
OPEN: Final = 3
KANS: Final = 4
KITAS: Final = 5
FIRST: Final = 6
YAOCHU_RIVER: Final = 7
RIVER_CALLED: Final = 8
RIICHI_TURN: Final = 9
RIICHI_ORDER: Final = 10
ACCEPTED: Final = 11
PASSED: Final = 12
DOUBLE: Final = 13
IPPATSU: Final = 14
RIICHI_LIVE: Final = 15
FURITEN: Final = 16
YAOCHU_COUNT: Final = 17
WAIT_OUTSIDE_CONCEALED: Final = 18
WAIT_OUTSIDE_OWN: Final = 19
WAIT_UNSEEN: Final = 20
WINNER: Final = 21
MELD_KIND: Final = 22
MELD_TILE: Final = 26
MELD_SOURCE: Final = 30
"""Four registers each, in order of calling; the last the seat that the called tile came from, the own seat
for a closed kan."""
FACT_REGISTERS: Final = 34
# Of a course, which is followed only where somebody asks for it.
HAIPAI_SHANTEN: Final = 34
KYUUSHU_KINDS: Final = 35
"""Of the first draw; NO_KINDS where there is none, or not in time."""
KYUUSHU_SHANTEN: Final = 36
TENPAI_TURN: Final = 37
OPEN_TURN: Final = 38
NAGASHI_UNTIL: Final = 39
NAGASHI_END: Final = 40
RIICHI_WAIT_LIVE: Final = 41
RIICHI_FURITEN: Final = 42
WAIT_LIVE: Final = 43
TENPAI_WAIT_LIVE: Final = 44
RIICHI_WAIT_KINDS: Final = 45
WAIT_KINDS: Final = 46
TENPAI_WAIT_KINDS: Final = 47
COURSE_REGISTERS: Final = 48
# Registers that may not fit a byte, and working registers.
SCORE: Final = 48
RIICHI_SCORE: Final = 49
MELD_CODE: Final = 50
"""Four registers, in order of calling."""
LAST_DRAW: Final = 54
TILE_COUNT: Final = 55
KIND_COUNT: Final = 56
PAIR_COUNT: Final = 57
YAOCHU_PAIR: Final = 58
SUIT_CODE: Final = 59
"""Four registers: base-5 codes of man, pin, sou, honours in the concealed part."""
SHANTEN: Final = 63
"""Of a course: whenever the waits are worked out."""
SEAT_REGISTERS: Final = 64

NO_KINDS: Final = 255

# Masks of a seat, one bit per kind.
WAITS: Final = 0
FACT_MASKS: Final = 1
TENPAI_WAITS: Final = 1
RIICHI_WAITS: Final = 2
COURSE_MASKS: Final = 3
RIVER: Final = 3
SAFE: Final = 4
"""Of a course, for the seat that declared riichi first: kinds in its river, or that have passed since."""
MASKS: Final = 5

ILLEGALS_PER_HAND: Final = 16
"""More than these are not kept: the hand is hopeless and said to be so."""


class Table(NamedTuple):
    """State of one hand.

    The kernels of this room take anything with these fields.  Compiled code gets a row of
    `TABLE_LAYOUT`: one address in place of the seventy words that these arrays would be at every call.
    Plain code gets lists: reading an entry of an array takes three times as long.  So an entry of a field
    with two axes is ``field[i][j]``, never ``field[i, j]``.
    """

    hand: NDArray[np.int32]
    """Shape (HAND_REGISTERS,)."""
    seat: NDArray[np.int32]
    """Shape (4, SEAT_REGISTERS)."""
    masks: NDArray[np.uint64]
    """Shape (4, MASKS)."""
    place: NDArray[np.uint8]
    """Shape (136,)."""
    concealed: NDArray[np.uint8]
    """Shape (4, 34)."""
    melded: NDArray[np.uint8]
    """Shape (4, 34)."""
    illegals: NDArray[np.int32]
    """Shape (ILLEGALS_PER_HAND, 5): hand, seat, element, code and tile of illegal events; ``REPORTED`` rows
    are in use."""


TABLE_LAYOUT: Final = np.dtype(
    [
        ("hand", np.int32, (HAND_REGISTERS,)),
        ("seat", np.int32, (SEATS, SEAT_REGISTERS)),
        ("masks", np.uint64, (SEATS, MASKS)),
        ("place", np.uint8, (TILES,)),
        ("concealed", np.uint8, (SEATS, KINDS)),
        ("melded", np.uint8, (SEATS, KINDS)),
        ("illegals", np.int32, (ILLEGALS_PER_HAND, 5)),
    ],
    align=True,
)
"""The fields of a `Table` as one record; all zero is a table before the deal."""

Tables = list[Table] | NDArray[np.void]
"""Tables of many hands: lists, or rows of `TABLE_LAYOUT`."""


def plain_tables(count: int) -> list[Table]:
    """Tables before the deal, as lists."""
    blank = np.zeros(1, TABLE_LAYOUT)[0]
    return [
        # Kernels read and write lists as they do arrays.
        Table._make(cast("NDArray[np.int32]", blank[name].tolist()) for name in Table._fields)
        for _ in range(count)
    ]


@kernel
def clear_table(table: Table) -> None:
    """Make it a table before the deal again."""
    for register in range(HAND_REGISTERS):
        table.hand[register] = 0
    for seat in range(SEATS):
        for register in range(SEAT_REGISTERS):
            table.seat[seat][register] = 0
        for mask in range(MASKS):
            table.masks[seat][mask] = 0
        for kind in range(KINDS):
            table.concealed[seat][kind] = 0
            table.melded[seat][kind] = 0
    for tile in range(TILES):
        table.place[tile] = 0


@kernel
def report(table: Table, row: int, seat: int, element: int, code: int, tile: int) -> None:
    """Note an illegal event, unless the table was lost before it."""
    hand = table.hand
    if hand[DERAILED] != 0 or hand[REPORTED] >= ILLEGALS_PER_HAND:
        return
    noted = table.illegals[hand[REPORTED]]
    hand[REPORTED] += 1
    noted[0] = row
    noted[1] = seat
    noted[2] = element
    noted[3] = code
    noted[4] = tile
    if code == 1 or 3 <= code <= 6 or code == 18:  # Illegal.DERAILING; a test keeps the two in step
        hand[DERAILED] = 1


@kernel
def exchange_copy(table: Table, tile: int, place: int) -> bool:
    """Let a tile exchange places with another copy of its kind that lies in a place; whether there is one."""
    first = tile // 4 * 4
    for other in range(first, first + 4):
        if other != tile and table.place[other] == place:
            table.place[other] = table.place[tile]
            table.place[tile] = place
            return True
    return False


CODE_OF: Final = np.array([SUIT_CODE + kind // 9 for kind in range(KINDS)])
WEIGHT_OF: Final = np.array([POW5[kind % 9] for kind in range(KINDS)])
"""Register of the suit code that a kind is part of, and its weight there."""


class Held(Protocol):
    """What `add_tile` and `remove_tile` need of a table: concealed parts, and the registers of seats."""

    @property
    def seat(self) -> NDArray[np.int32]: ...
    @property
    def concealed(self) -> NDArray[np.uint8]: ...


@kernel(inline=True)
def add_tile(table: Held, seat: int, kind: int) -> None:
    """Put a tile into the concealed part; keeps the suit codes and counters in O(1).

    A fifth copy, which only a log with a duplicated tile has, is left out: a suit code has base 5.
    """
    held = table.concealed[seat]
    count = int(held[kind])
    if count >= 4:
        return
    held[kind] = count + 1
    registers = table.seat[seat]
    registers[TILE_COUNT] += 1
    registers[CODE_OF[kind]] += WEIGHT_OF[kind]
    # No processor foresees how many a seat holds, so there is no branch on it.
    is_first, is_second, yaochu = int(count == 0), int(count == 1), YAOCHU_MASK >> kind & 1
    registers[KIND_COUNT] += is_first
    registers[PAIR_COUNT] += is_second
    registers[YAOCHU_COUNT] += is_first & yaochu
    registers[YAOCHU_PAIR] += is_second & yaochu


@kernel(inline=True)
def remove_tile(table: Held, seat: int, kind: int) -> None:
    """Take a tile out of the concealed part; does nothing when the seat holds none (reported elsewhere)."""
    held = table.concealed[seat]
    count = int(held[kind])
    if count == 0:
        return
    held[kind] = count - 1
    registers = table.seat[seat]
    registers[TILE_COUNT] -= 1
    registers[CODE_OF[kind]] -= WEIGHT_OF[kind]
    was_one, was_two, yaochu = int(count == 1), int(count == 2), YAOCHU_MASK >> kind & 1
    registers[KIND_COUNT] -= was_one
    registers[PAIR_COUNT] -= was_two
    registers[YAOCHU_COUNT] -= was_one & yaochu
    registers[YAOCHU_PAIR] -= was_two & yaochu
