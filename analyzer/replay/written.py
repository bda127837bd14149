"""A hand written down by a person, laid on the table: the facts that replaying it would have given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import UserMistake
from analyzer.replay.facts import FURITEN_PASSED, FURITEN_RIICHI, PLACE, Facts
from analyzer.replay.notation import HandNote, MeldNote, SeatNote
from analyzer.replay.plays import add_meld, replacement_of
from analyzer.replay.registers import (
    HAND,
    MASK,
    SEAT,
    add_tile,
    blank_ends,
    clear_table,
    facts_of,
    keep_end,
    plain_tables,
    update_waits,
)
from analyzer.replay.replay import describe_waits
from analyzer.tiles.suits import suit_tables
from analyzer.vocabulary import (
    NO_TILE,
    SANMA_ABSENT_KINDS,
    SEATS,
    WIND_KINDS,
    YAOCHU_KINDS,
    EndKind,
    PlayKind,
    TileId,
    is_aka,
    kind_of,
    kind_text,
    parse_mpsz,
    parse_tiles,
)

_LIVE_TILES: Final = {4: 70, 3: 55}
"""Tiles to draw when a hand begins, by players."""
_KANS: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)


class _Layout:
    """The table of one hand while it is laid out, and which tiles are used."""

    def __init__(self, note: HandNote) -> None:
        self.note = note
        (self.table,) = plain_tables(1)
        clear_table.plain(self.table)
        self.hand, self.seats = self.table.hand, self.table.seat
        self.taken: list[TileId] = []

    def take(self, text: str) -> tuple[TileId, ...]:
        """Physical tiles for a text, none of them twice."""
        try:
            tiles = parse_tiles(text, taken=self.taken)
        except ValueError as error:
            raise UserMistake(str(error)) from error
        self.taken += tiles
        return tiles

    def put(self, text: str, place: int) -> tuple[TileId, ...]:
        """The same tiles, laid at a place."""
        tiles = self.take(text)
        for tile in tiles:
            self.table.place[tile] = place
        return tiles

    def total(self, register: int) -> int:
        """Sum of a register over the seats."""
        return sum(int(registers[register]) for registers in self.seats)


def facts_of_note(*notes: HandNote) -> Facts:
    """Facts of hands; every array has a row for each.

    What is not written is left at nothing: a seat without ``tehai`` and ``waits`` is noten, one without
    ``river`` has discarded once, no terminal or honour (an empty river means no discard).  The order of
    play is not known, so the last play is taken to be the last of whatever it brings about (the fourth
    wind, the fourth riichi); for four kans the note says how many discards followed.

    Raises:
        UserMistake: When a note asks for a fifth copy of a tile or, of three players, for 2m to 8m, or a
            seat holds an impossible number.
    """
    ends = blank_ends(len(notes))
    for row, note in enumerate(notes):
        _refuse_absent(note)
        keep_end.plain(_laid_out(note).table, ends, row)
    return facts_of(ends, np.zeros(0, np.uint64))


def _laid_out(note: HandNote) -> _Layout:
    """The table of one hand."""
    layout = _Layout(note)
    hand = layout.hand
    hand[HAND.players], hand[HAND.dealer], hand[HAND.live_tiles] = note.players, note.kyoku % SEATS, note.left
    layout.put(note.indicators, PLACE.INDICATOR)
    seats = range(note.players)
    for seat in seats:
        _lay_melds(layout, seat)
    for seat in seats:
        _lay_river(layout, seat)
        _lay_tehai(layout, seat)
        _lay_riichi(layout, seat)
    _lay_ending(layout)
    _lay_fourths(layout)
    for seat in seats:
        _lay_waits(layout, seat)
    return layout


def _refuse_absent(note: HandNote) -> None:
    """Refuse the tiles that a game of three players does not have."""
    if note.players == SEATS:
        return
    texts = [note.indicators, note.ura, note.last_tile or ""]
    for seat in note.seats:
        texts += [seat.tehai or "", seat.waits or "", seat.drawn or ""]
        texts += [meld.tiles for meld in seat.melds] + [discard.tile for discard in seat.river or ()]
    absent = {kind for text in texts for kind in parse_mpsz(text)} & set(SANMA_ABSENT_KINDS)
    if absent:
        raise UserMistake(f"{kind_text(min(absent))}: a game of three players has no 2m to 8m")


def indicators_of_note(*notes: HandNote) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Dora indicators and the tiles under them; shape (notes, any) each, tile ids in the order written.

    Where a hand has fewer than another, NO_TILE.

    Raises:
        UserMistake: When a note asks for a fifth copy of a tile.
    """
    try:
        shown = [parse_tiles(note.indicators) for note in notes]
        under = [parse_tiles(note.ura, taken=taken) for note, taken in zip(notes, shown, strict=True)]
    except ValueError as error:
        raise UserMistake(str(error)) from error
    return _padded(shown), _padded(under)


def _padded(rows: Sequence[Sequence[TileId]]) -> NDArray[np.uint8]:
    width = max(map(len, rows), default=0)
    return np.array([[*row, *[NO_TILE] * (width - len(row))] for row in rows], np.uint8)


def _lay_meld(layout: _Layout, seat: int, meld: MeldNote) -> None:
    if meld.source == seat:
        raise UserMistake(f"seat.{seat}: a tile cannot be called from the own seat")
    registers, source = layout.seats[seat], seat if meld.source is None else meld.source
    tiles = layout.put(meld.tiles, PLACE.MELD + seat)
    for tile in tiles:
        layout.table.melded[seat][kind_of(tile)] += 1
    # Which copies they are is not written, so they have no code.
    add_meld.plain(layout.table, seat, meld.kind, 0, min(map(kind_of, tiles)), NO_TILE, source)
    registers[SEAT.open_melds] += meld.kind != PlayKind.ANKAN
    registers[SEAT.kans] += meld.kind in _KANS
    if meld.source is not None:
        layout.seats[source][SEAT.river_called] = 1


def _lay_melds(layout: _Layout, seat: int) -> None:
    note = layout.note.seats[seat]
    if len(note.melds) > 4:
        raise UserMistake(f"seat.{seat}: at most four melds")
    for meld in note.melds:
        _lay_meld(layout, seat, meld)
    layout.put("4z" * note.kita, PLACE.KITA + seat)
    layout.seats[seat][SEAT.kita] = note.kita
    layout.hand[HAND.call_count] += len(note.melds) + note.kita


def _lay_river(layout: _Layout, seat: int) -> None:
    river, registers = layout.note.seats[seat].river, layout.seats[seat]
    registers[SEAT.discards] = registers[SEAT.draws] = _had_turn(layout.note) if river is None else len(river)
    kinds = [] if river is None else [parse_mpsz(discard.tile)[0] for discard in river]
    layout.table.masks[seat][MASK.river] = sum({1 << kind for kind in kinds})
    registers[SEAT.river_yaochu] = river is not None and all(kind in YAOCHU_KINDS for kind in kinds)
    for number, discard in enumerate(river or ()):
        # A tile that was called lies in the meld of its caller, where it has been laid.
        tile = 4 * kinds[number] if discard.called else layout.put(discard.tile, PLACE.RIVER + seat)[0]
        if discard.called:
            registers[SEAT.river_called] = 1
        if number == 0:
            registers[SEAT.first_discard] = tile


def _had_turn(note: HandNote) -> bool:
    """Whether a seat whose river is not written has discarded: unless too many tiles are left for it."""
    return note.left < _LIVE_TILES[note.players] - note.players


def _lay_tehai(layout: _Layout, seat: int) -> None:
    note, table = layout.note.seats[seat], layout.table
    if note.waits is not None:
        table.masks[seat][MASK.waits] = sum({1 << kind for kind in parse_mpsz(note.waits)})
    if note.tehai is None:
        return
    expected = 13 - 3 * len(note.melds)
    tiles = layout.put(note.tehai, PLACE.CONCEALED + seat)
    if len(tiles) != expected:
        raise UserMistake(f"seat.{seat}: tehai: expected {expected} tiles, found {len(tiles)}")
    for tile in tiles:
        add_tile.plain(table, seat, kind_of(tile))
    update_waits.plain(table, suit_tables(), seat)


def _lay_drawn(layout: _Layout, seat: int) -> None:
    """The tile just drawn: the waits stay those before it."""
    note, registers = layout.note.seats[seat], layout.seats[seat]
    if note.drawn is None:
        return
    (drawn,) = layout.put(note.drawn, PLACE.CONCEALED + seat)
    add_tile.plain(layout.table, seat, kind_of(drawn))
    registers[SEAT.draws] += 1
    registers[SEAT.last_draw] = layout.hand[HAND.last_tile] = drawn


def _last_seat(note: HandNote) -> int:
    return note.players - 1 if note.last_seat is None else note.last_seat


def _is_declaration(note: SeatNote) -> bool:
    """Whether the last discard of a seat declared its riichi; it may have where no river is written."""
    return note.riichi > 0 and note.riichi >= len(note.river or ())


def _lay_riichi(layout: _Layout, seat: int) -> None:
    note, registers = layout.note, layout.seats[seat]
    turn = note.seats[seat].riichi
    if turn == 0:
        return
    # A riichi whose declaration tile is won on does not stand; only a river shows that it was this tile.
    is_shown = note.seats[seat].river is not None and _is_declaration(note.seats[seat])
    stands = not (note.ron and _last_seat(note) == seat and is_shown)
    layout.hand[HAND.riichi_count] += 1
    registers[SEAT.riichi_order] = layout.hand[HAND.riichi_count]
    registers[SEAT.riichi_turn] = turn
    registers[SEAT.riichi_passed] = registers[SEAT.riichi_accepted] = stands
    registers[SEAT.double_riichi] = turn == 1
    registers[SEAT.ippatsu] = note.seats[seat].ippatsu


def _lay_ending(layout: _Layout) -> None:
    note, hand = layout.note, layout.hand
    seat = _last_seat(note)
    hand[HAND.last_kind], hand[HAND.last_seat] = note.last_kind, seat
    hand[HAND.last_tile] = _last_tile(layout, seat)
    for drawer in range(note.players):
        _lay_drawn(layout, drawer)
    if note.replaces is not None:
        hand[HAND.last_replacement] = replacement_of.plain(int(note.replaces))
    hand[HAND.play_count] = 2 * (layout.total(SEAT.discards) + int(hand[HAND.riichi_count])) + 1
    winners = list(note.ron if note.tsumo is None else (note.tsumo,))
    for winner in winners:
        layout.seats[winner][SEAT.winners] = 1
    hand[HAND.ron_calls] = len(note.ron)
    hand[HAND.end] = EndKind.AGARI if winners else EndKind.RYUUKYOKU
    hand[HAND.riichi_sticks] = layout.total(SEAT.riichi_passed) if note.sticks is None else note.sticks
    for registers, score in zip(layout.seats, note.scores or (), strict=False):
        registers[SEAT.scores] = score


def _last_tile(layout: _Layout, seat: int) -> int:
    note = layout.note
    drawn = note.seats[seat].drawn
    if note.last_kind == PlayKind.DRAW and drawn is not None:
        if note.last_tile not in (None, drawn):
            raise UserMistake(f"'last' draws {note.last_tile}, and 'drawn' of seat.{seat} is {drawn}")
        # One tile, written twice: it is laid with what the seats have drawn.
        return NO_TILE
    if note.last_tile is not None:
        return _copy_at(layout, seat, note.last_tile)
    river = note.seats[seat].river
    return _copy_at(layout, seat, river[-1].tile) if river and note.last_kind == PlayKind.DISCARD else NO_TILE


def _copy_at(layout: _Layout, seat: int, text: str) -> int:
    """The copy of a tile that lies before a seat, or one that is not written yet."""
    (kind,) = parse_mpsz(text)
    places = (PLACE.RIVER + seat, PLACE.MELD + seat, PLACE.KITA + seat)
    four = range(4 * kind, 4 * kind + 4)
    copies = [tile for tile in four if is_aka(tile) == (text[0] == "0")]
    if text[0] != "0" and all(tile in layout.taken for tile in copies):
        # Without red fives the fourth five is written like the others; it comes first, so it is taken last.
        copies = list(four)
    lying = [tile for tile in copies if layout.table.place[tile] in places]
    return lying[-1] if lying else layout.take(text)[0]


def _lay_fourths(layout: _Layout) -> None:
    """Where the last play is the fourth wind, riichi or kan, say so."""
    note, hand = layout.note, layout.hand
    last = int(hand[HAND.play_count]) - 1
    firsts = {int(registers[SEAT.first_discard]) // 4 for registers in layout.seats[: note.players]}
    if note.players == SEATS and not hand[HAND.call_count] and len(firsts) == 1 and firsts <= set(WIND_KINDS):
        hand[HAND.fourth_wind] = last - 2 * (layout.total(SEAT.discards) - SEATS)
    if layout.total(SEAT.riichi_passed) == SEATS:
        is_last = _is_declaration(note.seats[_last_seat(note)])
        hand[HAND.fourth_riichi] = last if is_last else last - 2
    if layout.total(SEAT.kans) == SEATS and all(registers[SEAT.kans] < SEATS for registers in layout.seats):
        after = 0 if note.last_kind in _KANS else note.discards_since_fourth_kan
        hand[HAND.fourth_kan] = last - 2 * after
        hand[HAND.fourth_kan_discard] = last - 2 * (after - 1) if after else -1


def _lay_waits(layout: _Layout, seat: int) -> None:
    """The facts about the waits: where their copies lie, and whether they make the seat furiten."""
    note, registers = layout.note.seats[seat], layout.seats[seat]
    describe_waits.plain(layout.table, seat)
    if note.waits:
        # Where only the waits are written, none of their tiles is taken to be used up.
        registers[SEAT.wait_outside_own] = registers[SEAT.wait_unseen] = 1
    if note.passed:
        registers[SEAT.furiten] |= FURITEN_RIICHI if note.riichi else FURITEN_PASSED
