"""Columns of `Facts` from the registers of all hands: what the kernels leave at the end of each."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay import registers as r
from analyzer.replay.facts import (
    UNSURE_COPIES,
    UNSURE_INDICATORS,
    UNSURE_RIICHI,
    Facts,
    Illegal,
    Illegals,
)
from analyzer.replay.registers import (
    COURSE_MASKS,
    COURSE_REGISTERS,
    DEALER,
    FACT_MASKS,
    FACT_REGISTERS,
    FIRST,
    FOURTH_KAN,
    FOURTH_KAN_DISCARD,
    FOURTH_RIICHI,
    FOURTH_WIND,
    HAND_REGISTERS,
    ILLEGALS_PER_HAND,
    LAST_KIND,
    LAST_SEAT,
    LAST_TILE,
    LIVE,
    PLAY_COUNT,
    PLAYERS,
    REPORTED,
    SCORE,
    STICKS,
    Table,
)
from analyzer.replay.seats import every_seat
from analyzer.vocabulary import KINDS, NO_TILE, SEATS, TILES

__all__ = ["FIVES", "Ends", "blank_ends", "blank_facts", "facts_of", "illegals_of", "keep_end", "of_seats"]

WIDE: Final = (SCORE, r.RIICHI_SCORE, *range(r.MELD_CODE, r.MELD_CODE + SEATS))
"""Registers of seats that may not fit a byte: points, and the codes of the melds."""


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
    """As in `Table`, behind an axis of hands."""


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
def keep_end(table: Table, ends: Ends, row: int) -> None:
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
            ends.wide[place, row, seat] = table.seat[seat][WIDE[place]]
        for mask in range(len(ends.masks)):
            ends.masks[mask, row, seat] = table.masks[seat][mask]
        for kind in range(KINDS):
            ends.concealed[row, seat, kind] = table.concealed[seat][kind]
            ends.melded[row, seat, kind] = table.melded[seat][kind]
    for tile in range(TILES):
        ends.place[row, tile] = table.place[tile]
    for illegal in range(int(table.hand[REPORTED])):
        for column in range(5):
            ends.illegals[row, illegal, column] = table.illegals[illegal][column]


def illegals_of(ends: Ends) -> Illegals:
    """The illegal events of all hands."""
    rows = ends.illegals[np.arange(ILLEGALS_PER_HAND) < ends.hand[REPORTED, :, None]]
    return Illegals(
        hand=rows[:, 0].copy(),
        seat=rows[:, 1].astype(np.uint8),
        element=rows[:, 2].copy(),
        code=rows[:, 3].astype(np.uint8),
        tile=rows[:, 4].astype(np.uint8),
    )


def of_seats(ends: Ends) -> NDArray[np.uint8]:
    """The registers of seats; shape (registers, hands, 4)."""
    return ends.seat.view(np.uint8).reshape(*ends.seat.shape, SEATS)


def facts_of(ends: Ends, waits_after: NDArray[np.uint64]) -> Facts:
    """Columns of `Facts`."""
    hand, seat = ends.hand, of_seats(ends)

    def of_melds(first: int) -> NDArray[np.uint8]:
        return seat[first : first + 4].transpose(1, 2, 0).copy()

    return Facts(
        players=hand[PLAYERS].astype(np.uint8),
        dealer=hand[DEALER].astype(np.uint8),
        live_tiles=hand[LIVE].astype(np.int16),
        draws=seat[r.DRAWS],
        discards=seat[r.DISCARDS],
        play_count=hand[PLAY_COUNT].astype(np.int16),
        last_kind=hand[LAST_KIND].astype(np.uint8),
        last_seat=hand[LAST_SEAT].astype(np.uint8),
        last_tile=hand[LAST_TILE].astype(np.uint8),
        last_replacement=hand[r.LAST_REPLACEMENT].astype(np.uint8),
        end=hand[r.END].astype(np.uint8),
        winners=seat[r.WINNER].astype(np.bool_),
        ron_calls=hand[r.RON_CALLS].astype(np.uint8),
        first_round=(hand[r.CALL_COUNT] == 0) & every_seat(seat[r.DISCARDS] <= 1),
        call_count=hand[r.CALL_COUNT].astype(np.uint8),
        place=ends.place,
        concealed=ends.concealed,
        melded=ends.melded,
        melds=ends.wide[2:].transpose(1, 2, 0).astype(np.uint16, "C"),
        meld_kind=of_melds(r.MELD_KIND),
        meld_tile=of_melds(r.MELD_TILE),
        meld_source=of_melds(r.MELD_SOURCE),
        meld_count=seat[r.MELDS],
        open_melds=seat[r.OPEN],
        kans=seat[r.KANS],
        kita=seat[r.KITAS],
        first_discard=seat[FIRST],
        river_yaochu=seat[r.YAOCHU_RIVER].astype(np.bool_),
        river_called=seat[r.RIVER_CALLED].astype(np.bool_),
        yaochu_kinds=seat[r.YAOCHU_COUNT],
        riichi_turn=seat[r.RIICHI_TURN],
        riichi_order=seat[r.RIICHI_ORDER],
        riichi_accepted=seat[r.ACCEPTED].astype(np.bool_),
        riichi_passed=seat[r.PASSED].astype(np.bool_),
        riichi_live_tiles=seat[r.RIICHI_LIVE].astype(np.int16),
        riichi_score=ends.wide[1],
        double_riichi=seat[r.DOUBLE].astype(np.bool_),
        ippatsu=seat[r.IPPATSU].astype(np.bool_),
        waits=ends.masks[r.WAITS],
        wait_outside_concealed=seat[r.WAIT_OUTSIDE_CONCEALED].astype(np.bool_),
        wait_outside_own=seat[r.WAIT_OUTSIDE_OWN].astype(np.bool_),
        wait_unseen=seat[r.WAIT_UNSEEN].astype(np.bool_),
        furiten=seat[r.FURITEN],
        fourth_wind=hand[FOURTH_WIND].astype(np.int16),
        fourth_riichi=hand[FOURTH_RIICHI].astype(np.int16),
        fourth_kan=hand[FOURTH_KAN].astype(np.int16),
        fourth_kan_discard=hand[FOURTH_KAN_DISCARD].astype(np.int16),
        scores=ends.wide[0],
        riichi_sticks=hand[STICKS].astype(np.uint8),
        derailed=hand[r.DERAILED].astype(np.bool_),
        unsure=_unsure(ends),
        waits_after=waits_after,
    )


_UNSURE: Final = {
    Illegal.RIICHI_OPEN: UNSURE_RIICHI,
    Illegal.RIICHI_NOTEN: UNSURE_RIICHI,
    Illegal.RIICHI_TWICE: UNSURE_RIICHI,
    Illegal.RIICHI_STEP: UNSURE_RIICHI,
    Illegal.COPY_TWICE: UNSURE_COPIES,
    Illegal.COPY_NOT_HELD: UNSURE_COPIES,
    Illegal.DORA_EARLY: UNSURE_INDICATORS,
    Illegal.DORA_MISSING: UNSURE_INDICATORS,
    Illegal.DORA_BEFORE_DRAW: UNSURE_INDICATORS,
}
"""What illegal events leave in doubt: a riichi that of their seat, the others something of every seat."""
FIVES: Final = (4, 13, 22)
"""Kinds of which one copy may be red."""


def _unsure(ends: Ends) -> NDArray[np.uint8]:
    """Shape (hands, 4): what is in doubt, as in `Facts`."""
    unsure = np.zeros((ends.hand.shape[1], SEATS), np.uint8)
    for hand in np.flatnonzero(ends.hand[REPORTED]).tolist():
        for _, seat, _, code, tile in ends.illegals[hand, : ends.hand[REPORTED, hand]].tolist():
            bit = _UNSURE.get(code, 0)
            if bit == UNSURE_COPIES and tile // 4 not in FIVES:
                continue
            unsure[hand, seat if bit == UNSURE_RIICHI else slice(None)] |= bit
    return unsure


def blank_facts() -> Facts:
    """Facts of one hand: nothing dealt, nothing played; indices say never, the first discard no tile."""
    ends = blank_ends(1)
    ends.hand[FOURTH_WIND : FOURTH_KAN_DISCARD + 1] = -1
    ends.seat[FIRST] = NO_TILE
    ends.seat[r.YAOCHU_RIVER] = 1
    return facts_of(ends, np.zeros(0, np.uint64))
