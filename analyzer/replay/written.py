"""A hand written down by a person, laid on the table: the facts that replaying it would have given.

Derives them from their definitions in `facts`, apart from the kernels that replay a log.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import UserMistake
from analyzer.formats.meld_codes import encode_ankan, encode_chi, encode_daiminkan, encode_kakan, encode_pon
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, Facts, Place
from analyzer.replay.notation import HandNote, MeldNote, SeatNote
from analyzer.replay.registers import blank_facts
from analyzer.tiles.counts import kinds_in
from analyzer.tiles.waits import waits
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
    kind_text,
    parse_mpsz,
    parse_tiles,
)

__all__ = ["facts_of_note", "indicators_of_note"]

_KANS: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)
_NORTH: Final = WIND_KINDS[3]


class _Layout:
    """The facts of one hand while it is laid out, and which tiles are used."""

    def __init__(self, note: HandNote) -> None:
        self.note = note
        self.facts = blank_facts()
        self.taken: list[TileId] = []
        self.river: list[set[int]] = [set() for _ in range(SEATS)]

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
            self.facts.place[0, tile] = place
        return tiles


def facts_of_note(note: HandNote) -> Facts:
    """Facts of one hand; every array has one row.

    What is not written is left at nothing: a seat without ``tehai`` and ``waits`` is noten, one without
    ``river`` has discarded once, no terminal or honour (an empty river means no discard).  The order of
    play is not known, so the last play is taken to be the last of whatever it brings about (the fourth
    wind, the fourth riichi); for four kans the note says how many discards followed.

    Raises:
        UserMistake: When the note asks for a fifth copy of a tile or, of three players, for 2m to 8m, or a
            seat holds an impossible number.
    """
    _refuse_absent(note)
    layout = _Layout(note)
    facts = layout.facts
    facts.players[0], facts.dealer[0], facts.live_tiles[0] = note.players, note.kyoku % SEATS, note.left
    layout.put(note.indicators, Place.INDICATOR)
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
    facts.first_round[0] = facts.call_count[0] == 0 and facts.discards.max() <= 1
    return facts


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


def indicators_of_note(note: HandNote) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Dora indicators and the tiles under them; shape (1, any) each, tile ids in the order written.

    Raises:
        UserMistake: When they ask for a fifth copy of a tile.
    """
    try:
        shown = parse_tiles(note.indicators)
        under = parse_tiles(note.ura, taken=shown)
    except ValueError as error:
        raise UserMistake(str(error)) from error
    return np.array([shown], np.uint8), np.array([under], np.uint8)


def _code(kind: PlayKind, tiles: tuple[TileId, ...], seat: int, source: int) -> int:
    match kind:
        case PlayKind.CHI:
            return encode_chi(tiles, tiles[0], seat, source)
        case PlayKind.PON:
            return encode_pon(tiles, tiles[0], seat, source)
        case PlayKind.KAKAN:
            return encode_kakan(tiles[:3], tiles[0], seat, source)
        case PlayKind.DAIMINKAN:
            return encode_daiminkan(tiles[0], seat, source)
        case _:
            return encode_ankan(tiles[0])


def _lay_meld(layout: _Layout, seat: int, at: int, meld: MeldNote) -> None:
    if meld.source == seat:
        raise UserMistake(f"seat.{seat}: a tile cannot be called from the own seat")
    facts, source = layout.facts, seat if meld.source is None else meld.source
    tiles = layout.put(meld.tiles, Place.MELD + seat)
    for tile in tiles:
        facts.melded[0, seat, tile // 4] += 1
    if meld.source is not None or meld.kind == PlayKind.ANKAN:
        facts.melds[0, seat, at] = _code(meld.kind, tiles, seat, source)
    facts.meld_kind[0, seat, at] = meld.kind
    facts.meld_tile[0, seat, at] = min(parse_mpsz(meld.tiles))
    facts.meld_source[0, seat, at] = source
    facts.river_called[0, source] |= meld.source is not None


def _lay_melds(layout: _Layout, seat: int) -> None:
    note, facts = layout.note.seats[seat], layout.facts
    if len(note.melds) > 4:
        raise UserMistake(f"seat.{seat}: at most four melds")
    for at, meld in enumerate(note.melds):
        _lay_meld(layout, seat, at, meld)
    layout.put("4z" * note.kita, Place.KITA + seat)
    facts.meld_count[0, seat] = len(note.melds)
    facts.open_melds[0, seat] = sum(meld.kind != PlayKind.ANKAN for meld in note.melds)
    facts.kans[0, seat] = sum(meld.kind in _KANS for meld in note.melds)
    facts.kita[0, seat] = note.kita
    facts.call_count[0] += len(note.melds) + note.kita


def _lay_river(layout: _Layout, seat: int) -> None:
    river, facts = layout.note.seats[seat].river, layout.facts
    facts.discards[0, seat] = facts.draws[0, seat] = 1 if river is None else len(river)
    kinds = [] if river is None else [parse_mpsz(discard.tile)[0] for discard in river]
    layout.river[seat] = set(kinds)
    facts.river_yaochu[0, seat] = river is not None and all(kind in YAOCHU_KINDS for kind in kinds)
    for number, discard in enumerate(river or ()):
        # A tile that was called lies in the meld of its caller, where it has been laid.
        tile = 4 * kinds[number] if discard.called else layout.put(discard.tile, Place.RIVER + seat)[0]
        facts.river_called[0, seat] |= discard.called
        if number == 0:
            facts.first_discard[0, seat] = tile


def _lay_tehai(layout: _Layout, seat: int) -> None:
    note, facts = layout.note.seats[seat], layout.facts
    if note.waits is not None:
        facts.waits[0, seat] = np.uint64(sum({1 << kind for kind in parse_mpsz(note.waits)}))
    if note.tehai is None:
        return
    expected = 13 - 3 * len(note.melds)
    tiles = layout.put(note.tehai, Place.CONCEALED + seat)
    if len(tiles) != expected:
        raise UserMistake(f"seat.{seat}: tehai: expected {expected} tiles, found {len(tiles)}")
    for tile in tiles:
        facts.concealed[0, seat, tile // 4] += 1
    facts.waits[0, seat] = waits(facts.concealed[0, seat][None])[0]


def _lay_drawn(layout: _Layout, seat: int) -> None:
    """The tile just drawn: the waits stay those before it."""
    note, facts = layout.note.seats[seat], layout.facts
    if note.drawn is None:
        return
    (drawn,) = layout.put(note.drawn, Place.CONCEALED + seat)
    facts.concealed[0, seat, drawn // 4] += 1
    facts.draws[0, seat] += 1
    facts.last_tile[0] = drawn


def _last_seat(note: HandNote) -> int:
    return note.players - 1 if note.last_seat is None else note.last_seat


def _is_declaration(note: SeatNote) -> bool:
    """Whether the last discard of a seat declared its riichi; it may have where no river is written."""
    return note.riichi > 0 and note.riichi >= len(note.river or ())


def _lay_riichi(layout: _Layout, seat: int) -> None:
    note, facts = layout.note, layout.facts
    turn = note.seats[seat].riichi
    if turn == 0:
        return
    # A riichi whose declaration tile is won on does not stand; only a river shows that it was this tile.
    is_shown = note.seats[seat].river is not None and _is_declaration(note.seats[seat])
    stands = not (note.ron and _last_seat(note) == seat and is_shown)
    facts.riichi_order[0, seat] = facts.riichi_order.max() + 1
    facts.riichi_turn[0, seat] = turn
    facts.riichi_passed[0, seat] = facts.riichi_accepted[0, seat] = stands
    facts.double_riichi[0, seat] = turn == 1
    facts.ippatsu[0, seat] = note.seats[seat].ippatsu


def _lay_ending(layout: _Layout) -> None:
    note, facts = layout.note, layout.facts
    seat = _last_seat(note)
    facts.last_kind[0], facts.last_seat[0] = note.last_kind, seat
    facts.last_tile[0] = _last_tile(layout, seat)
    for drawer in range(note.players):
        _lay_drawn(layout, drawer)
    if note.replaces is not None:
        facts.last_replacement[0] = 2 if note.replaces == PlayKind.KITA else 1
    facts.play_count[0] = 2 * (int(facts.discards.sum()) + np.count_nonzero(facts.riichi_order)) + 1
    winners = list(note.ron if note.tsumo is None else (note.tsumo,))
    facts.winners[0, winners] = True
    facts.ron_calls[0] = len(note.ron)
    facts.end[0] = EndKind.AGARI if winners else EndKind.RYUUKYOKU
    facts.riichi_sticks[0] = facts.riichi_passed.sum() if note.sticks is None else note.sticks
    if note.scores is not None:
        facts.scores[0, : len(note.scores)] = note.scores
    held = facts.concealed[0][:, YAOCHU_KINDS] > 0
    facts.yaochu_kinds[0] = held.sum(axis=1)


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
    places = (Place.RIVER + seat, Place.MELD + seat, Place.KITA + seat)
    four = range(4 * kind, 4 * kind + 4)
    copies = [tile for tile in four if is_aka(tile) == (text[0] == "0")]
    if text[0] != "0" and all(tile in layout.taken for tile in copies):
        # Without red fives the fourth five is written like the others; it comes first, so it is taken last.
        copies = list(four)
    lying = [tile for tile in copies if layout.facts.place[0, tile] in places]
    return lying[-1] if lying else layout.take(text)[0]


def _lay_fourths(layout: _Layout) -> None:
    """Where the last play is the fourth wind, riichi or kan, say so."""
    note, facts = layout.note, layout.facts
    last = int(facts.play_count[0]) - 1
    discards = int(facts.discards.sum())
    firsts = set((facts.first_discard[0, : note.players] // 4).tolist())
    if note.players == SEATS and facts.call_count[0] == 0 and len(firsts) == 1 and firsts <= set(WIND_KINDS):
        facts.fourth_wind[0] = last - 2 * (discards - SEATS)
    if facts.riichi_passed.sum() == SEATS:
        facts.fourth_riichi[0] = last if _is_declaration(note.seats[_last_seat(note)]) else last - 2
    if facts.kans.sum() == SEATS and facts.kans.max() < SEATS:
        after = 0 if note.last_kind in _KANS else note.discards_since_fourth_kan
        facts.fourth_kan[0] = last - 2 * after
        facts.fourth_kan_discard[0] = last - 2 * (after - 1) if after else -1


def _lay_waits(layout: _Layout, seat: int) -> None:
    """The facts about the waits: where their copies lie, and whether they make the seat furiten."""
    note, facts = layout.note.seats[seat], layout.facts
    kinds = kinds_in(int(facts.waits[0, seat]))
    concealed = facts.concealed[0, seat].astype(np.int64)
    if note.drawn is not None:
        concealed[parse_mpsz(note.drawn)[0]] -= 1
    own = concealed + facts.melded[0, seat]
    own[_NORTH] += int(facts.kita[0, seat])
    place = facts.place[0].reshape(-1, 4)
    exposed = ((place == Place.INDICATOR) | (place >= Place.MELD)).sum(axis=1) + concealed
    # Where only the waits are written, none of their tiles is taken to be used up.
    free = note.waits is not None
    facts.wait_outside_concealed[0, seat] = any(free or concealed[kind] < 4 for kind in kinds)
    facts.wait_outside_own[0, seat] = any(free or own[kind] < 4 for kind in kinds)
    facts.wait_unseen[0, seat] = any(free or exposed[kind] < 4 for kind in kinds)
    furiten = FURITEN_DISCARD if layout.river[seat] & set(kinds) else 0
    if note.passed:
        furiten |= FURITEN_RIICHI if note.riichi else FURITEN_PASSED
    facts.furiten[0, seat] = furiten
