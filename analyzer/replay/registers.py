"""The table while a hand is played, as rows of integers that kernels read and write.

One row of ``hand`` and ``seat`` registers is the state of one hand.  After the last play it is the result:
the registers that `Facts` or the course have columns for bear the names of these columns.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, Final, NamedTuple, cast, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import PLAY
from analyzer.kernels import kernel, numbered
from analyzer.replay.facts import (
    COPIES_IN_DOUBT,
    DERAILING,
    INDICATORS_IN_DOUBT,
    PLACE,
    RIICHI_IN_DOUBT,
    UNSURE_COPIES,
    UNSURE_INDICATORS,
    UNSURE_RIICHI,
    Course,
    Facts,
    Illegals,
)
from analyzer.replay.seats import every_seat
from analyzer.tiles.suits import POW5, Distances, SuitTables, shanten_from_codes
from analyzer.tiles.waits import YAOCHU_MASK, waits_from_codes
from analyzer.vocabulary import KINDS, NO_TILE, SEATS, TILES

Columns = dict[str, type[np.generic]]


def _columns(table: type, of: str) -> Columns:
    """Columns that are registers, with their types: ``of`` hands, seats or melds."""
    hints = get_type_hints(table, include_extras=True)
    arrays = {name: get_args(hint)[0] for name, hint in hints.items() if get_args(hint)[1:] == (of,)}
    return {name: _kind(array) for name, array in arrays.items()}


def _kind(array: object) -> type[np.generic]:
    """The type of the elements: the innermost argument, of a dtype or since numpy 2.5 of an alias."""
    inner = get_args(array)
    return _kind(inner[-1]) if inner else cast("type[np.generic]", array)


def _four(name: str) -> tuple[str, ...]:
    """Four registers that follow each other; the first has the name."""
    return (name, *(f"{name}_{place}" for place in range(1, SEATS)))


OF_HANDS: Final = _columns(Facts, "hands")
OF_SEATS: Final = _columns(Facts, "seats")
OF_MELDS: Final = _columns(Facts, "melds")
OF_COURSE: Final = _columns(Course, "seats")
WIDE: Final = ("scores", "riichi_score", *_four("melds"))
"""Registers of seats that may not fit a byte: points, and the codes of the melds."""

_HAND: Final = (
    *OF_HANDS,
    # Of the hand among all hands, and of the play or result at hand in the log.
    *("row", "element"),
    # Seat to act next, and what it awaits: one of PHASE.
    *("turn", "phase"),
    # 1 from a draw to whatever the seat does then, but for indicators shown.
    "just_drawn",
    # Indicators that kans have earned and nobody has shown yet; 1 while the newest of them may wait for
    # the discard (daiminkan, kakan); the element of a discard behind which one is still due.
    *("dora_due", "dora_held", "dora_element"),
    # Seat whose declaration tile is not yet answered; NO_SEAT when none.
    "pending_riichi",
    # Kind that passes unless the hand ends by ron; NO_TILE when none.
    "passing",
    # Kind taken by the chi or pon just made, and the one at the other end of that chi, forbidden as
    # well; NO_TILE otherwise.
    *("called_kind", "called_other"),
    *("kan_count", "riichi_count", "accepted_count", "reported"),
    # Of a course: the seat that declared riichi first, plus one; 0 before.
    "first_riichi",
)
HAND: Final = numbered(_HAND)
"""Registers of a hand."""
UNSET: Final = (
    *(HAND.last_seat, HAND.last_tile, HAND.pending_riichi, HAND.passing),
    *(HAND.called_kind, HAND.called_other),
)
NEVER: Final = (HAND.fourth_wind, HAND.fourth_riichi, HAND.fourth_kan, HAND.fourth_kan_discard)
"""Those that are a tile, kind or seat, or the index of a play, and mean none before there is one."""
PHASE: Final = numbered(("AWAIT_DRAW", "AWAIT_DISCARD", "AFTER_DISCARD", "AWAIT_REPLACEMENT"))
_SEAT: Final = (
    *OF_SEATS,
    *chain.from_iterable(map(_four, OF_MELDS)),
    *OF_COURSE,
    *WIDE,
    # Working registers: not facts.
    *("last_draw", "tile_count", "kind_count", "pair_count", "yaochu_pairs"),
    # Base-5 codes of man, pin, sou and honours in the concealed part.
    *_four("suit_codes"),
    # The called tiles of the melds.
    *_four("meld_called"),
    # Of a course: whenever the waits are worked out.
    "shanten",
)
SEAT: Final = numbered(_SEAT)
"""Registers of a seat."""
FACT_REGISTERS: Final = len(OF_SEATS) + SEATS * len(OF_MELDS)
COURSE_REGISTERS: Final = FACT_REGISTERS + len(OF_COURSE)
_MASK: Final = ("waits", "tenpai_waits", "riichi_waits", "river", "safe")
MASK: Final = numbered(_MASK)
"""Masks of a seat, one bit per kind.

``safe`` is of a course, for the seat that declared riichi first: kinds in its river, or that have passed
since.
"""
HAND_REGISTERS, SEAT_REGISTERS, MASKS = len(_HAND), len(_SEAT), len(_MASK)
FACT_MASKS: Final = 1
COURSE_MASKS: Final = 3

ILLEGALS_PER_HAND: Final = 16
"""More than these are not kept: the hand is hopeless and said to be so."""


class TableState(NamedTuple):
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
"""The fields of a `TableState` as one record; all zero is a table before the deal."""

TableStates = list[TableState] | NDArray[np.void]
"""Tables of many hands: lists, or rows of `TABLE_LAYOUT`."""


def plain_tables(count: int) -> list[TableState]:
    """Tables before the deal, as lists."""
    blank = np.zeros(1, TABLE_LAYOUT)[0]
    return [
        # Kernels read and write lists as they do arrays.
        TableState._make(cast("NDArray[np.int32]", blank[name].tolist()) for name in TableState._fields)
        for _ in range(count)
    ]


@kernel
def clear_table(table: TableState) -> None:
    """Make it a table before the deal again."""
    for register in range(HAND_REGISTERS):
        table.hand[register] = 0
    table.hand[HAND.last_kind] = 255
    for register in UNSET:
        table.hand[register] = NO_TILE
    for register in NEVER:
        table.hand[register] = -1
    for seat in range(SEATS):
        for register in range(SEAT_REGISTERS):
            table.seat[seat][register] = 0
        table.seat[seat][SEAT.first_discard] = NO_TILE
        table.seat[seat][SEAT.last_draw] = NO_TILE
        table.seat[seat][SEAT.river_yaochu] = 1
        for mask in range(MASKS):
            table.masks[seat][mask] = 0
        for kind in range(KINDS):
            table.concealed[seat][kind] = 0
            table.melded[seat][kind] = 0
    for tile in range(TILES):
        table.place[tile] = 0


FIVES: Final = (4, 13, 22)
"""Kinds of which one copy may be red."""


@kernel
def report(table: TableState, seat: int, code: int, tile: int) -> None:
    """Note an illegal event of the element at hand, unless the table was lost before it."""
    hand = table.hand
    if hand[HAND.derailed] != 0 or hand[HAND.reported] >= ILLEGALS_PER_HAND:
        return
    noted = table.illegals[hand[HAND.reported]]
    hand[HAND.reported] += 1
    noted[0] = hand[HAND.row]
    noted[1] = seat
    noted[2] = hand[HAND.element]
    noted[3] = code
    noted[4] = tile
    if code in DERAILING:
        hand[HAND.derailed] = 1
    unsure = 0
    if code in RIICHI_IN_DOUBT:
        unsure = UNSURE_RIICHI
    elif code in INDICATORS_IN_DOUBT:
        unsure = UNSURE_INDICATORS
    elif code in COPIES_IN_DOUBT and tile // 4 in FIVES:
        unsure = UNSURE_COPIES
    for other in range(SEATS):
        if unsure != UNSURE_RIICHI or other == seat:
            registers = table.seat[other]
            registers[SEAT.unsure] = int(registers[SEAT.unsure]) | unsure


@kernel(inline=True)
def add_tile(table: TableState, seat: int, kind: int) -> None:
    """Put a tile into the concealed part; keeps the suit codes and counters in O(1).

    A fifth copy, which only a log with a duplicated tile has, is left out: a suit code has base 5.
    """
    held = table.concealed[seat]
    count = int(held[kind])
    if count >= 4:
        return
    held[kind] = count + 1
    registers = table.seat[seat]
    registers[SEAT.tile_count] += 1
    registers[SEAT.suit_codes + kind // 9] += POW5[kind % 9]
    # No processor foresees how many a seat holds, so there is no branch on it.
    is_first, is_second, yaochu = int(count == 0), int(count == 1), YAOCHU_MASK >> kind & 1
    registers[SEAT.kind_count] += is_first
    registers[SEAT.pair_count] += is_second
    registers[SEAT.yaochu_kinds] += is_first & yaochu
    registers[SEAT.yaochu_pairs] += is_second & yaochu


@kernel(inline=True)
def remove_tile(table: TableState, seat: int, kind: int) -> None:
    """Take a tile out of the concealed part; does nothing when the seat holds none (reported elsewhere)."""
    held = table.concealed[seat]
    count = int(held[kind])
    if count == 0:
        return
    held[kind] = count - 1
    registers = table.seat[seat]
    registers[SEAT.tile_count] -= 1
    registers[SEAT.suit_codes + kind // 9] -= POW5[kind % 9]
    was_one, was_two, yaochu = int(count == 1), int(count == 2), YAOCHU_MASK >> kind & 1
    registers[SEAT.kind_count] -= was_one
    registers[SEAT.pair_count] -= was_two
    registers[SEAT.yaochu_kinds] -= was_one & yaochu
    registers[SEAT.yaochu_pairs] -= was_two & yaochu


@kernel(inline=True)
def waits_now(table: TableState, suits: SuitTables, seat: int) -> np.uint64:
    """Waits of a seat, which has some where it holds 3k + 1 concealed tiles."""
    registers = table.seat[seat]
    return waits_from_codes(
        suits,
        int(registers[SEAT.suit_codes]),
        int(registers[SEAT.suit_codes + 1]),
        int(registers[SEAT.suit_codes + 2]),
        int(registers[SEAT.suit_codes + 3]),
        int(registers[SEAT.tile_count]),
        int(registers[SEAT.kind_count]),
        int(registers[SEAT.pair_count]),
        int(registers[SEAT.yaochu_kinds]),
        int(registers[SEAT.yaochu_pairs]),
    )


@kernel
def shanten_now(tables: Distances, registers: NDArray[np.int32]) -> int:
    """Tiles that a seat lacks to tenpai, by shape: 0 tenpai, -1 complete.

    Args:
        tables: From `distances`.
        registers: The row of a seat in a table; with 3k + 2 tiles the result is that of the best discard.
    """
    return shanten_from_codes(
        tables,
        int(registers[SEAT.meld_count]),
        int(registers[SEAT.suit_codes]),
        int(registers[SEAT.suit_codes + 1]),
        int(registers[SEAT.suit_codes + 2]),
        int(registers[SEAT.suit_codes + 3]),
        int(registers[SEAT.kind_count]),
        int(registers[SEAT.pair_count]),
        int(registers[SEAT.yaochu_kinds]),
        int(registers[SEAT.yaochu_pairs]),
    )


@kernel(inline=True)
def update_waits(table: TableState, suits: SuitTables, seat: int) -> None:
    """Note the waits of a seat that holds 3k + 1 concealed tiles, and its shanten if there are tables for it.

    To see that there are no waits, as mostly, takes less time by the shanten.
    """
    if len(suits.shanten_tables) > 0:
        registers = table.seat[seat]
        registers[SEAT.shanten] = shanten_now(suits.shanten_tables[0], registers)
        if (
            registers[SEAT.shanten] > 0
            and registers[SEAT.tile_count] + 3 * int(registers[SEAT.meld_count]) == 13
        ):
            table.masks[seat][MASK.waits] = 0
            return
    table.masks[seat][MASK.waits] = waits_now(table, suits, seat)


@kernel
def seen_copies(table: TableState, seat: int, kind: int) -> int:
    """Tiles of a kind that a seat sees: in its concealed part, a meld, a river, the kita or an indicator."""
    found = 4
    for copy in range(4):
        place = int(table.place[kind * 4 + copy])
        if place == PLACE.UNSEEN or (
            PLACE.CONCEALED <= place < PLACE.MELD and place != PLACE.CONCEALED + seat
        ):
            found -= 1
    return found


@kernel
def is_open(table: TableState, seat: int, kind: int, drawn: int) -> int:
    """1 for a kind of which a seat does not hold all four tiles; a tile just drawn (or TILES) is not held."""
    for tile in range(kind * 4, kind * 4 + 4):
        place = int(table.place[tile])
        if tile == drawn or place not in (PLACE.CONCEALED + seat, PLACE.MELD + seat, PLACE.KITA + seat):
            return 1
    return 0


@kernel
def count_waits(table: TableState, seat: int, drawn: int) -> tuple[int, int]:
    """Tiles of its waits that a seat does not see, in the wall or held by another; and its open kinds."""
    waits = np.int64(table.masks[seat][MASK.waits])
    unseen = 0
    kinds = 0
    kind = 0
    while waits >> kind != 0:
        if waits >> kind & 1 != 0:
            unseen += 4 - seen_copies(table, seat, kind)
            kinds += is_open(table, seat, kind, drawn)
        kind += 1
    return unseen, kinds


@kernel(inline=True)
def gives_back_draw(table: TableState, seat: int, kind: int) -> bool:
    """Whether a discard is of the kind just drawn, so that the waits are those before the draw.

    Where the table is not known, nothing is taken for granted.
    """
    hand = table.hand
    if hand[HAND.last_kind] != PLAY.DRAW or hand[HAND.last_seat] != seat or hand[HAND.derailed] != 0:
        return False
    return int(hand[HAND.last_tile]) // 4 == kind


class Ends(NamedTuple):
    """Tables of all hands after the last play, the same register of all hands together."""

    hand: NDArray[np.int32]
    """Shape (HAND_REGISTERS, hands)."""
    seat: NDArray[np.uint32]
    """Shape (FACT_REGISTERS or COURSE_REGISTERS, hands): their lowest bytes, which is all that they fill, the
    first seat lowest; written together they take a sixth of the time."""
    wide: NDArray[np.int32]
    """Shape (len(WIDE), hands, 4): registers that may be wider."""
    masks: NDArray[np.uint64]
    """Shape (FACT_MASKS or COURSE_MASKS, hands, 4)."""
    place: NDArray[np.uint8]
    concealed: NDArray[np.uint8]
    melded: NDArray[np.uint8]
    illegals: NDArray[np.int32]
    """As in `TableState`, behind an axis of hands."""


def blank_ends(hands: int, *, course: bool = False) -> Ends:
    """Room for the ends of so many hands, and for their courses."""
    return Ends(
        hand=np.zeros((HAND_REGISTERS, hands), np.int32),
        seat=np.zeros((COURSE_REGISTERS if course else FACT_REGISTERS, hands), "<u4"),
        wide=np.zeros((len(WIDE), hands, SEATS), np.int32),
        masks=np.zeros((COURSE_MASKS if course else FACT_MASKS, hands, SEATS), np.uint64),
        place=np.zeros((hands, TILES), np.uint8),
        concealed=np.zeros((hands, SEATS, KINDS), np.uint8),
        melded=np.zeros((hands, SEATS, KINDS), np.uint8),
        # Most hands have none; pages that are never touched take no memory.
        illegals=np.empty((hands, ILLEGALS_PER_HAND, 5), np.int32),
    )


@kernel
def keep_end(table: TableState, ends: Ends, row: int) -> None:
    """Keep the table of a hand."""
    for register in range(HAND_REGISTERS):
        ends.hand[register, row] = table.hand[register]
    for register in range(len(ends.seat)):
        of_seats = 0
        for seat in range(SEATS):
            of_seats |= (int(table.seat[seat][register]) & 255) << 8 * seat
        ends.seat[register, row] = of_seats
    for seat in range(SEATS):
        for place in range(len(WIDE)):
            ends.wide[place, row, seat] = table.seat[seat][SEAT.scores + place]
        for mask in range(len(ends.masks)):
            ends.masks[mask, row, seat] = table.masks[seat][mask]
        # Plain code writes to a row faster than to a table.
        held, melded = ends.concealed[row, seat], ends.melded[row, seat]
        for kind in range(KINDS):
            held[kind] = table.concealed[seat][kind]
            melded[kind] = table.melded[seat][kind]
    place_of = ends.place[row]
    for tile in range(TILES):
        place_of[tile] = table.place[tile]
    for illegal in range(int(table.hand[HAND.reported])):
        for column in range(5):
            ends.illegals[row, illegal, column] = table.illegals[illegal][column]


def illegals_of(ends: Ends) -> Illegals:
    """The illegal events of all hands."""
    # Most hands have none.
    hands = np.flatnonzero(ends.hand[HAND.reported])
    rows = ends.illegals[hands][np.arange(ILLEGALS_PER_HAND) < ends.hand[HAND.reported, hands, None]]
    return Illegals(
        hand=rows[:, 0].copy(),
        seat=rows[:, 1].astype(np.uint8),
        element=rows[:, 2].copy(),
        code=rows[:, 3].astype(np.uint8),
        tile=rows[:, 4].astype(np.uint8),
    )


def _seat_columns(ends: Ends, columns: Columns) -> dict[str, NDArray[Any]]:
    """Registers of seats as columns of these kinds; shape (hands, 4)."""
    octets = ends.seat.view(np.uint8).reshape(*ends.seat.shape, SEATS)
    found = {name: octets[getattr(SEAT, name)] for name in columns}
    return {
        name: found[name].view(kind) if kind().itemsize == 1 else found[name].astype(kind)
        for name, kind in columns.items()
    }


def facts_of(ends: Ends, waits_after: NDArray[np.uint64]) -> Facts:
    """Columns of `Facts`."""
    of_seats = _seat_columns(ends, OF_SEATS)
    of_melds = _seat_columns(ends, {each: kind for name, kind in OF_MELDS.items() for each in _four(name)})
    return Facts(
        **{name: ends.hand[getattr(HAND, name)].astype(kind) for name, kind in OF_HANDS.items()},
        **of_seats,
        **{name: np.stack([of_melds[each] for each in _four(name)], axis=2) for name in OF_MELDS},
        scores=ends.wide[0],
        riichi_score=ends.wide[1],
        melds=ends.wide[2:].transpose(1, 2, 0).astype(np.uint16, "C"),
        first_round=(ends.hand[HAND.call_count] == 0) & every_seat(of_seats["discards"] <= 1),
        waits=ends.masks[MASK.waits],
        place=ends.place,
        concealed=ends.concealed,
        melded=ends.melded,
        waits_after=waits_after,
    )


def course_columns(ends: Ends) -> dict[str, NDArray[Any]]:
    """The columns of a course that are registers or masks."""
    masks = {name: ends.masks[getattr(MASK, name)] for name in ("tenpai_waits", "riichi_waits")}
    return _seat_columns(ends, OF_COURSE) | masks
