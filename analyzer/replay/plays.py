"""One kernel per kind of play: what it does to the table, and what is illegal about it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import PLAY, Calls, Plays
from analyzer.kernels import kernel
from analyzer.replay.facts import FURITEN_PASSED, FURITEN_RIICHI, ILLEGAL, PLACE, REPLACEMENT
from analyzer.replay.registers import (
    HAND,
    MASK,
    PHASE,
    SEAT,
    TableState,
    add_tile,
    gives_back_draw,
    remove_tile,
    report,
    update_waits,
)
from analyzer.tiles.suits import SuitTables
from analyzer.tiles.waits import YAOCHU_MASK, is_read_in_runs
from analyzer.vocabulary import NO_SEAT, NO_TILE

NORTH: Final = 30


@kernel
def misplaced(table: TableState, seat: int, tile: int, place: int) -> None:
    """Report a tile that does not lie in a place; another copy of its kind there changes places with it."""
    is_new = place == PLACE.UNSEEN
    first = tile // 4 * 4
    for other in range(first, first + 4):
        if table.place[other] == place:
            table.place[other] = table.place[tile]
            table.place[tile] = place
            report(table, seat, ILLEGAL.COPY_TWICE if is_new else ILLEGAL.COPY_NOT_HELD, tile)
            return
    report(table, seat, ILLEGAL.DUPLICATE_TILE if is_new else ILLEGAL.NOT_HELD, tile)


@kernel(inline=True)
def give_up_tile(table: TableState, seat: int, tile: int, place: int) -> None:
    """A concealed tile goes to the river or a meld, or is set aside; ``place`` is that of the first seat."""
    if table.place[tile] != PLACE.CONCEALED + seat:
        misplaced(table, seat, tile, PLACE.CONCEALED + seat)
    if table.place[tile] == PLACE.CONCEALED + seat:
        remove_tile(table, seat, tile // 4)
    table.place[tile] = place + seat


@kernel(inline=True)
def take_tile(table: TableState, seat: int, tile: int) -> None:
    """A seat receives an unseen tile, dealt or drawn."""
    kind = tile // 4
    if table.hand[HAND.players] == 3 and 1 <= kind <= 7:
        report(table, seat, ILLEGAL.ABSENT_TILE, tile)
    if table.place[tile] != PLACE.UNSEEN:
        misplaced(table, seat, tile, PLACE.UNSEEN)
    table.place[tile] = PLACE.CONCEALED + seat
    add_tile(table, seat, kind)


@kernel
def stand_riichi(table: TableState, seat: int) -> None:
    """The declaration tile passed: the stick is due."""
    hand = table.hand
    registers = table.seat[seat]
    hand[HAND.pending_riichi] = NO_SEAT
    registers[SEAT.riichi_passed] = 1
    registers[SEAT.scores] -= 1000
    hand[HAND.riichi_sticks] += 1
    hand[HAND.accepted_count] += 1
    if hand[HAND.accepted_count] == 4:
        hand[HAND.fourth_riichi] = hand[HAND.play_count]


@kernel
def miss_indicators(table: TableState) -> None:
    """Report the indicators that are still due after a discard, for what follows comes too early for them."""
    hand = table.hand
    if hand[HAND.dora_due] > 0 and hand[HAND.last_kind] == PLAY.DISCARD:
        element = int(hand[HAND.element])
        hand[HAND.element] = hand[HAND.dora_element]
        report(table, int(hand[HAND.last_seat]), ILLEGAL.DORA_MISSING, int(hand[HAND.last_tile]))
        hand[HAND.element] = element
        hand[HAND.dora_due] = 0


@kernel(inline=True)
def settle_pass(table: TableState) -> None:
    """Play goes on: an open discard (or added kan, or kita) was not won on, so it passes."""
    miss_indicators(table)
    hand = table.hand
    pending = int(hand[HAND.pending_riichi])
    if pending != NO_SEAT and hand[HAND.last_kind] == PLAY.DISCARD and hand[HAND.last_seat] == pending:
        report(table, pending, ILLEGAL.RIICHI_STEP, NO_TILE)
        stand_riichi(table, pending)
    kind = int(hand[HAND.passing])
    if kind == NO_TILE:
        return
    hand[HAND.passing] = NO_TILE
    bit = np.uint64(1) << np.uint64(kind)
    masks = table.masks
    if (masks[0][MASK.waits] | masks[1][MASK.waits] | masks[2][MASK.waits] | masks[3][MASK.waits]) & bit == 0:
        return
    for seat in range(int(hand[HAND.players])):
        if seat == hand[HAND.last_seat] or masks[seat][MASK.waits] & bit == 0:
            continue
        flag = FURITEN_RIICHI if table.seat[seat][SEAT.riichi_turn] > 0 else FURITEN_PASSED
        table.seat[seat][SEAT.furiten] = int(table.seat[seat][SEAT.furiten]) | flag


@kernel
def note(table: TableState, kind: int, seat: int, tile: int) -> None:
    """Remember the play as the last one."""
    table.hand[HAND.just_drawn] = 1 if kind == PLAY.DRAW else 0
    table.hand[HAND.last_kind] = kind
    table.hand[HAND.last_seat] = seat
    table.hand[HAND.last_tile] = tile


@kernel
def replacement_of(kind: int) -> int:
    """What a draw after a play of this kind replaces."""
    if kind == PLAY.KITA:
        return int(REPLACEMENT.KITA)
    return int(REPLACEMENT.DAIMINKAN) if kind == PLAY.DAIMINKAN else int(REPLACEMENT.KAN)


@kernel(inline=True)
def on_draw(table: TableState, seat: int, tile: int) -> None:
    """A seat draws from the wall, or a replacement after its kan or kita."""
    hand = table.hand
    phase = int(hand[HAND.phase])
    if seat != hand[HAND.turn] or phase == PHASE.AWAIT_DISCARD:
        report(table, seat, ILLEGAL.OUT_OF_TURN, tile)
    hand[HAND.last_replacement] = REPLACEMENT.NONE
    if phase == PHASE.AWAIT_REPLACEMENT:
        hand[HAND.last_replacement] = replacement_of(int(hand[HAND.last_kind]))
        # All indicators due must be shown by now, but that of a daiminkan or kakan just made.
        if hand[HAND.dora_due] > hand[HAND.dora_held]:
            report(table, seat, ILLEGAL.DORA_MISSING, NO_TILE)
            hand[HAND.dora_due] = hand[HAND.dora_held]
        hand[HAND.dora_held] = 0
        for other in range(4):
            table.seat[other][SEAT.ippatsu] = 0
    if hand[HAND.live_tiles] <= 0:
        report(table, seat, ILLEGAL.NO_TILES_LEFT, tile)
    else:
        hand[HAND.live_tiles] -= 1
    take_tile(table, seat, tile)
    registers = table.seat[seat]
    registers[SEAT.draws] += 1
    registers[SEAT.last_draw] = tile
    registers[SEAT.furiten] = int(registers[SEAT.furiten]) & ~FURITEN_PASSED
    hand[HAND.turn] = seat
    hand[HAND.phase] = PHASE.AWAIT_DISCARD


@kernel(inline=True)
def check_discard(table: TableState, seat: int, tile: int) -> None:
    """Report what is illegal about a discard; in riichi after a call, which has no draw, the call is."""
    hand = table.hand
    hand[HAND.dora_element] = hand[HAND.element]
    registers = table.seat[seat]
    keeps_draw = hand[HAND.last_kind] == PLAY.DRAW and tile != registers[SEAT.last_draw]
    if registers[SEAT.riichi_turn] > 0 and hand[HAND.pending_riichi] != seat and keeps_draw:
        report(table, seat, ILLEGAL.NOT_TSUMOGIRI, tile)
    kind = tile // 4
    if kind == hand[HAND.called_kind]:
        report(table, seat, ILLEGAL.KUIKAE, tile)
    elif kind == hand[HAND.called_other]:
        report(table, seat, ILLEGAL.KUIKAE_OTHER_END, tile)


@kernel
def note_first_discards(table: TableState, seat: int) -> None:
    """Find four first discards of one wind, uninterrupted."""
    hand = table.hand
    if hand[HAND.players] != 4 or hand[HAND.call_count] > 0:
        return
    wind = int(table.seat[seat][SEAT.first_discard]) // 4
    if wind < 27 or wind > 30:
        return
    for other in range(4):
        if table.seat[other][SEAT.discards] != 1 or int(table.seat[other][SEAT.first_discard]) // 4 != wind:
            return
    hand[HAND.fourth_wind] = hand[HAND.play_count]


@kernel(inline=True)
def on_discard(table: TableState, suits: SuitTables, seat: int, tile: int) -> None:
    """A seat discards; its waits are worked out anew where they may have changed."""
    hand = table.hand
    registers = table.seat[seat]
    if seat != hand[HAND.turn] or hand[HAND.phase] != PHASE.AWAIT_DISCARD:
        report(table, seat, ILLEGAL.OUT_OF_TURN, tile)
    give_up_tile(table, seat, tile, PLACE.RIVER)
    check_discard(table, seat, tile)
    kind = tile // 4
    registers[SEAT.discards] += 1
    if registers[SEAT.discards] == 1:
        registers[SEAT.first_discard] = tile
        note_first_discards(table, seat)
    registers[SEAT.river_yaochu] = int(registers[SEAT.river_yaochu]) & YAOCHU_MASK >> kind
    table.masks[seat][MASK.river] |= np.uint64(1) << np.uint64(kind)
    if hand[HAND.fourth_kan] >= 0 and hand[HAND.fourth_kan_discard] < 0:
        hand[HAND.fourth_kan_discard] = hand[HAND.play_count]
    if not gives_back_draw(table, seat, kind):
        update_waits(table, suits, seat)
    registers[SEAT.ippatsu] = 0
    if hand[HAND.pending_riichi] == seat:
        registers[SEAT.riichi_turn] = registers[SEAT.discards]
        registers[SEAT.ippatsu] = 1
        if table.masks[seat][MASK.waits] == 0:
            report(table, seat, ILLEGAL.RIICHI_NOTEN, tile)
    hand[HAND.called_kind] = NO_TILE
    hand[HAND.called_other] = NO_TILE
    hand[HAND.passing] = kind
    # To divide by what is not known beforehand takes longer than all else here.
    hand[HAND.turn] = seat + 1 if seat + 1 < hand[HAND.players] else 0
    hand[HAND.phase] = PHASE.AFTER_DISCARD


@kernel
def on_riichi(table: TableState, seat: int) -> None:
    """A seat declares riichi (REACH step 1); conditions of a rule set are left to the audit."""
    hand = table.hand
    registers = table.seat[seat]
    if (
        seat != hand[HAND.turn]
        or hand[HAND.phase] != PHASE.AWAIT_DISCARD
        or hand[HAND.last_kind] != PLAY.DRAW
    ):
        report(table, seat, ILLEGAL.RIICHI_STEP, NO_TILE)
    if registers[SEAT.riichi_order] > 0:
        report(table, seat, ILLEGAL.RIICHI_TWICE, NO_TILE)
        return
    if registers[SEAT.open_melds] > 0:
        report(table, seat, ILLEGAL.RIICHI_OPEN, NO_TILE)
    hand[HAND.riichi_count] += 1
    registers[SEAT.riichi_order] = hand[HAND.riichi_count]
    registers[SEAT.riichi_live_tiles] = hand[HAND.live_tiles]
    registers[SEAT.riichi_score] = registers[SEAT.scores]
    before = int(registers[SEAT.discards])
    if hand[HAND.last_kind] == PLAY.DISCARD and hand[HAND.last_seat] == seat:
        # Declared right behind its discard, which is out of order: it is taken for the one that is meant.
        registers[SEAT.riichi_turn] = before
        registers[SEAT.ippatsu] = 1
        before -= 1
    if before == 0 and hand[HAND.call_count] == 0:
        registers[SEAT.double_riichi] = 1
    hand[HAND.pending_riichi] = seat
    hand[HAND.just_drawn] = 0


@kernel
def on_riichi_accepted(table: TableState, seat: int) -> None:
    """The stick is paid (REACH step 2), after the declaration tile and before anything else."""
    hand = table.hand
    registers = table.seat[seat]
    if (
        hand[HAND.pending_riichi] != seat
        or hand[HAND.last_kind] != PLAY.DISCARD
        or hand[HAND.last_seat] != seat
    ):
        report(table, seat, ILLEGAL.RIICHI_STEP, NO_TILE)
        if registers[SEAT.riichi_passed] != 0:
            return
    hand[HAND.just_drawn] = 0
    registers[SEAT.riichi_accepted] = 1
    stand_riichi(table, seat)


@kernel
def on_dora(table: TableState, tile: int) -> None:
    """A new indicator is shown."""
    hand = table.hand
    if table.place[tile] != PLACE.UNSEEN:
        misplaced(table, NO_SEAT, tile, PLACE.UNSEEN)
    table.place[tile] = PLACE.INDICATOR
    if hand[HAND.dora_due] == 0:
        report(table, NO_SEAT, ILLEGAL.DORA_EARLY, tile)
    elif hand[HAND.last_kind] == PLAY.DISCARD:
        report(table, NO_SEAT, ILLEGAL.DORA_AFTER_DISCARD, tile)
    elif hand[HAND.dora_due] == hand[HAND.dora_held]:
        report(table, NO_SEAT, ILLEGAL.DORA_BEFORE_DRAW, tile)
    if hand[HAND.dora_due] > 0:
        hand[HAND.dora_due] -= 1
        if hand[HAND.dora_due] < hand[HAND.dora_held]:
            hand[HAND.dora_held] = hand[HAND.dora_due]
        # Without a draw since, or with one that replaced a closed kan's tile, none is due by now.
        after_kan = hand[HAND.last_replacement] in (REPLACEMENT.KAN, REPLACEMENT.DAIMINKAN)
        if hand[HAND.last_kind] == PLAY.DRAW and after_kan:
            report(table, NO_SEAT, ILLEGAL.DORA_LATE, tile)


@kernel
def add_meld(
    table: TableState, seat: int, kind: int, code: int, lowest: int, called: int, source: int
) -> None:
    """Append a meld to the seat's row."""
    registers = table.seat[seat]
    at = int(registers[SEAT.meld_count])
    if at >= 4:
        return
    registers[SEAT.melds + at] = code
    registers[SEAT.meld_kind + at] = kind
    registers[SEAT.meld_tile + at] = lowest
    registers[SEAT.meld_called + at] = called
    registers[SEAT.meld_source + at] = source
    registers[SEAT.meld_count] = at + 1


@kernel
def check_call(table: TableState, kind: int, seat: int, tile: int, source: int) -> None:
    """Report what is illegal about the call of a discard."""
    hand = table.hand
    if (
        hand[HAND.phase] != PHASE.AFTER_DISCARD
        or tile != hand[HAND.last_tile]
        or source != hand[HAND.last_seat]
        or source == seat
    ):
        report(table, seat, ILLEGAL.NOT_LAST_DISCARD, tile)
    if kind == PLAY.CHI and hand[HAND.players] == 3:
        report(table, seat, ILLEGAL.CALL_IN_SANMA, tile)
    elif kind == PLAY.CHI and (source + 1) % 4 != seat:
        report(table, seat, ILLEGAL.CHI_NOT_FROM_PREVIOUS, tile)
    if table.seat[seat][SEAT.riichi_turn] > 0:
        report(table, seat, ILLEGAL.CALL_AFTER_RIICHI, tile)
    if hand[HAND.live_tiles] <= 0:
        report(table, seat, ILLEGAL.CALL_OF_LAST_DISCARD, tile)


@kernel
def forbid_kuikae(table: TableState, kind: int, tile: int, lowest: int) -> None:
    """Remember the kinds that the discard after a chi or pon may not have."""
    hand = table.hand
    called = tile // 4
    hand[HAND.called_kind] = called
    hand[HAND.called_other] = NO_TILE
    if kind != PLAY.CHI:
        return
    if called == lowest and lowest % 9 <= 5:
        hand[HAND.called_other] = lowest + 3
    elif called == lowest + 2 and lowest % 9 >= 1:
        hand[HAND.called_other] = lowest - 1


@kernel
def count_kan(table: TableState, seat: int, tile: int, held: int) -> None:
    """A kan is made: its indicator is due, the fourth and fifth are noticed."""
    hand = table.hand
    hand[HAND.kan_count] += 1
    table.seat[seat][SEAT.kans] += 1
    hand[HAND.dora_due] += 1
    hand[HAND.dora_held] = held
    if hand[HAND.kan_count] > 4:
        report(table, seat, ILLEGAL.FIFTH_KAN, tile)
    elif hand[HAND.kan_count] == 4 and table.seat[seat][SEAT.kans] < 4:
        hand[HAND.fourth_kan] = hand[HAND.play_count]


@kernel
def await_replacement(table: TableState, suits: SuitTables, seat: int, passing: int) -> None:
    """A kan or kita is made; ``passing`` is the kind that others may win on, or NO_TILE."""
    hand = table.hand
    update_waits(table, suits, seat)
    hand[HAND.passing] = passing
    hand[HAND.phase] = PHASE.AWAIT_REPLACEMENT
    hand[HAND.turn] = seat


@kernel
def on_call(
    table: TableState,
    suits: SuitTables,
    kind: int,
    seat: int,
    tile: int,
    source: int,
    code: int,
    tiles: NDArray[np.uint8],
) -> None:
    """Chi, pon or daiminkan of the last discard."""
    hand = table.hand
    registers = table.seat[seat]
    check_call(table, kind, seat, tile, source)
    for place in range(4):
        part = int(tiles[place])
        if part == NO_TILE:
            continue
        table.melded[seat][part // 4] += 1
        if part == tile:
            table.place[part] = PLACE.MELD + seat
        else:
            give_up_tile(table, seat, part, PLACE.MELD)
    table.seat[source][SEAT.river_called] = 1
    lowest = int(tiles[0]) // 4
    add_meld(table, seat, kind, code, lowest, tile, source)
    registers[SEAT.open_melds] += 1
    registers[SEAT.furiten] = int(registers[SEAT.furiten]) & ~FURITEN_PASSED
    for other in range(4):
        table.seat[other][SEAT.ippatsu] = 0
    hand[HAND.turn] = seat
    if kind == PLAY.DAIMINKAN:
        count_kan(table, seat, tile, 1)
        await_replacement(table, suits, seat, NO_TILE)
    else:
        forbid_kuikae(table, kind, tile, lowest)
        hand[HAND.phase] = PHASE.AWAIT_DISCARD


@kernel
def check_own_call(table: TableState, seat: int, tile: int) -> None:
    """Report what is illegal about a kan or kita in the own turn."""
    hand = table.hand
    if seat != hand[HAND.turn] or hand[HAND.phase] != PHASE.AWAIT_DISCARD:
        report(table, seat, ILLEGAL.OUT_OF_TURN, tile)
    if hand[HAND.live_tiles] <= 0:
        report(table, seat, ILLEGAL.KAN_ON_LAST_TILE, tile)


@kernel
def on_ankan(
    table: TableState, suits: SuitTables, seat: int, tile: int, code: int, tiles: NDArray[np.uint8]
) -> None:
    """A closed kan."""
    registers = table.seat[seat]
    check_own_call(table, seat, tile)
    for place in range(4):
        give_up_tile(table, seat, int(tiles[place]), PLACE.MELD)
    table.melded[seat][tile // 4] += 4
    add_meld(table, seat, PLAY.ANKAN, code, tile // 4, NO_TILE, seat)
    count_kan(table, seat, tile, 0)
    before = table.masks[seat][MASK.waits]
    await_replacement(table, suits, seat, NO_TILE)
    in_riichi = registers[SEAT.riichi_turn] > 0
    if in_riichi:
        report(table, seat, ILLEGAL.ANKAN_AFTER_RIICHI, tile)
    if in_riichi and (
        table.masks[seat][MASK.waits] != before or int(registers[SEAT.last_draw]) // 4 != tile // 4
    ):
        report(table, seat, ILLEGAL.ANKAN_CHANGES_WAITS, tile)
    elif in_riichi and is_read_in_runs(suits, table.concealed[seat], tile // 4, before):
        report(table, seat, ILLEGAL.ANKAN_CHANGES_READING, tile)


@kernel
def on_kakan(
    table: TableState, suits: SuitTables, seat: int, tile: int, code: int, called: int, source: int
) -> None:
    """A fourth tile added to an own pon; it may be robbed."""
    registers = table.seat[seat]
    check_own_call(table, seat, tile)
    if registers[SEAT.riichi_turn] > 0:
        report(table, seat, ILLEGAL.CALL_AFTER_RIICHI, tile)
    kind = tile // 4
    at = -1
    for meld in range(int(registers[SEAT.meld_count])):
        if registers[SEAT.meld_kind + meld] == PLAY.PON and registers[SEAT.meld_tile + meld] == kind:
            at = meld
    if at < 0:
        report(table, seat, ILLEGAL.NO_SUCH_PON, tile)
    else:
        registers[SEAT.melds + at] = code
        registers[SEAT.meld_kind + at] = PLAY.KAKAN
    give_up_tile(table, seat, tile, PLACE.MELD)
    if at >= 0 and (registers[SEAT.meld_called + at] != called or registers[SEAT.meld_source + at] != source):
        report(table, seat, ILLEGAL.KAKAN_OF_OTHER_PON, tile)
    table.melded[seat][kind] += 1
    count_kan(table, seat, tile, 1)
    await_replacement(table, suits, seat, kind)


@kernel
def on_kita(table: TableState, suits: SuitTables, seat: int, tile: int) -> None:
    """North set aside; it may be won on."""
    check_own_call(table, seat, tile)
    if table.hand[HAND.players] != 3:
        report(table, seat, ILLEGAL.CALL_IN_SANMA, tile)
    if tile // 4 != NORTH:
        report(table, seat, ILLEGAL.KITA_NOT_NORTH, tile)
    give_up_tile(table, seat, tile, PLACE.KITA)
    table.seat[seat][SEAT.kita] += 1
    await_replacement(table, suits, seat, tile // 4)


@kernel
def check_draw_before(table: TableState, kind: int, seat: int, tile: int) -> None:
    """Report a kan or kita, just made, that no own draw comes before; or in riichi a kita of another tile."""
    hand, registers = table.hand, table.seat[seat]
    if hand[HAND.just_drawn] == 0 or hand[HAND.last_seat] != seat:
        report(table, seat, ILLEGAL.KAN_WITHOUT_DRAW, tile)
    elif kind == PLAY.KITA and registers[SEAT.riichi_order] > 0 and registers[SEAT.last_draw] != tile:
        report(table, seat, ILLEGAL.KITA_NOT_DRAWN, tile)


@kernel
def call_one(
    table: TableState, suits: SuitTables, calls: Calls, kind: int, seat: int, tile: int, call: int
) -> None:
    """Apply a call or kita; ``call`` is its row of ``calls``."""
    code, source = int(calls.code[call]), int(calls.source[call])
    tiles = calls.tiles[call]
    table.hand[HAND.call_count] += 1
    if PLAY.CHI <= kind <= PLAY.DAIMINKAN:
        on_call(table, suits, kind, seat, tile, source, code, tiles)
    elif kind == PLAY.KAKAN:
        on_kakan(table, suits, seat, tile, code, int(calls.called[call]), source)
    elif kind == PLAY.ANKAN:
        # Of four tiles that nobody has seen yet, which one the log names means nothing.
        on_ankan(table, suits, seat, int(tiles[0]), code, tiles)
    else:
        on_kita(table, suits, seat, tile)
    if kind >= PLAY.KAKAN:
        check_draw_before(table, kind, seat, tile)
    if kind == PLAY.KITA and table.hand[HAND.players] == 3:
        report(table, seat, ILLEGAL.KITA_OFF, tile)
    if kind == PLAY.ANKAN:
        tile = int(tiles[0])
    note(table, kind, seat, tile)


@kernel(inline=True)
def play_one(
    table: TableState, suits: SuitTables, plays: Plays, calls: Calls, at: int, waits_after: NDArray[np.uint64]
) -> None:
    """Apply the play of a row, whose index in the hand is in ``play_count``."""
    kind = int(plays.kind[at])
    seat = int(plays.seat[at])
    tile = int(plays.tile[at])
    table.hand[HAND.element] = plays.element[at]
    if kind == PLAY.DORA:
        on_dora(table, tile)
        return
    if kind == PLAY.RIICHI_ACCEPTED:
        on_riichi_accepted(table, seat)
        return
    if kind == PLAY.DISCARD:
        on_discard(table, suits, seat, tile)
        waits_after[at] = table.masks[seat][MASK.waits]
        note(table, kind, seat, tile)
        return
    settle_pass(table)
    if kind == PLAY.RIICHI:
        on_riichi(table, seat)
        return
    if kind == PLAY.DRAW:
        on_draw(table, seat, tile)
        note(table, kind, seat, tile)
        return
    call_one(table, suits, calls, kind, seat, tile, int(plays.row[at]))
    if kind >= PLAY.DAIMINKAN:
        waits_after[at] = table.masks[seat][MASK.waits]
