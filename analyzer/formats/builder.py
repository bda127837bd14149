"""One game, play by play, as the columns of `Events`: what readers of forms without ids of tiles fill.

Copies of a tile get their ids in the order in which they appear.  An impossible tile (a fifth copy, one that
is not held) gets the id of a tile that is elsewhere, so that the replay reports it.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import STRUCTURAL, Calls, Events, Oddities, Oddity, Plays
from analyzer.formats.meld_codes import (
    encode_ankan,
    encode_chi,
    encode_daiminkan,
    encode_kakan,
    encode_kita,
    encode_pon,
)
from analyzer.formats.mjlog.markup import ATTRIBUTES
from analyzer.formats.wide_rows import (
    HAND,
    HAND_PLACES,
    HUNDREDS_LIMIT,
    MOST_POINTS,
    RESULT,
    RESULT_PLACES,
    RESULT_WIDTH,
    blank_games,
    empty_hands,
    is_within,
    row_of,
    split_hands,
    split_results,
)
from analyzer.vocabulary import (
    ABSENT,
    AKA_IDS,
    KINDS,
    NO_SEAT,
    NO_TILE,
    RIICHI_STICK,
    SEATS,
    EndKind,
    PlayKind,
    Seat,
    TileId,
    TileKind,
)

Face = int
"""What is seen of a tile: its kind, or a red five of man, pin or sou, which come behind the kinds."""
RED_FACES: Final[dict[TileKind, Face]] = {tile // 4: KINDS + suit for suit, tile in enumerate(AKA_IDS)}
"""By the kind of the five."""
KIND_OF_FACE: Final[tuple[TileKind, ...]] = (*range(KINDS), *RED_FACES)
_SEEN_COPY: Final = tuple(kind * 4 + (face in RED_FACES) for face, kind in enumerate(KIND_OF_FACE))
"""By face: the tile that stands for a copy too many, which is elsewhere; of a plain five no red one."""

_DRAW, _DISCARD = int(PlayKind.DRAW), int(PlayKind.DISCARD)
_PLAY_COLUMNS: Final = 5
_RESULTS_OF_HAND: Final = 3
_FEW: Final = 8
"""Walls that are kept: nearly all are with three red fives, without, or with a second of pin."""
_BEFORE_OTHERS: Final = {*STRUCTURAL, Oddity.NO_RESULT, Oddity.NO_OWARI}
"""Of the oddities of an element, these stand first."""
_BLANK_HAND: Final[list[int]] = empty_hands(1)[0].tolist()
_BLANK_HAND[HAND_PLACES["dice"]] = [NO_TILE] * 2
_Noted = tuple[int, int, int, int]
"""Element, hand, code and detail of an oddity."""


class _Call(NamedTuple):
    """A call as `Plays` and `Calls` have it."""

    kind: PlayKind
    tile: TileId
    code: int
    tiles: Sequence[TileId]
    called: TileId
    source: Seat


class Pon(NamedTuple):
    """A pon that a tile may be added to."""

    place: int
    """Among the melds of its seat."""
    tiles: Sequence[TileId]
    called: TileId
    source: Seat


class EventsBuilder:
    """A game that is played event by event.

    Nothing is judged: a play that cannot be is added as it is, and one that belongs to no hand is an oddity.
    An *element* is the number that findings name as the place in the source; it never falls.

    Args:
        players: 3 or 4.
        reds: Ids of the red fives in the wall.
        element: Where the game begins.

    Attributes:
        held: By seat and face: concealed tiles in the order in which they came.
        unseen: By face: copies that no one has seen, taken from the end.
        melds: By seat: codes of its calls; a kakan replaces its pon.
        indicators: Those shown.
        declared: Seats that have declared riichi.
        accepted: Seats that have paid a stick, in order.
        last: Seat and tile of the last draw, discard, kakan, ankan or kita; None before the first.
        pons: By seat and kind: those that a tile may be added to.
        honba, kyotaku: Of the hand when it begins.
        scores: Of four seats when it begins; `outcomes` moves them on.
        stick: Points of a riichi stick.
        results_now: Results that the hand has.
        of_game: Oddities of the game as a whole, which stand before all others, with their details.
        beyond: By face: hands in which more copies are seen than the wall has.
    """

    def __init__(self, players: int, reds: Collection[TileId] = AKA_IDS, *, element: int = 0) -> None:
        self.players = players
        self.reds = frozenset(reds)
        self._wall = _wall(self.reds)
        self._hands: list[int] = []
        self._results: list[int] = []
        self._hand_count = self._result_count = self.results_now = 0
        self._last_end: EndKind | None = None
        self._states_deltas = False
        self._is_over = False
        self._plays: list[int] = []
        self._codes: list[int] = []
        self._melded, self._called, self._sources = bytearray(), bytearray(), bytearray()
        self._deposits: list[Sequence[int]] = []
        self._oddities: list[_Noted] = []
        self._first_element = element
        self.of_game: dict[Oddity, int] = {}
        self._words: list[str] = []
        self._is_played = False
        self._last_element = element
        self.scores: list[int] = []
        self.honba = self.kyotaku = 0
        self.stick = RIICHI_STICK
        self.beyond: dict[Face, set[int]] = {}
        self._clear()

    def _clear(self) -> None:
        """Take a fresh wall, for a table without a tile."""
        self.unseen = [tiles.copy() for tiles in self._wall]
        self.held: list[list[list[TileId]]] = [[[] for _ in KIND_OF_FACE] for _ in range(self.players)]
        self.melds: list[list[int]] = [[] for _ in range(self.players)]
        self.indicators: list[TileId] = []
        self._ura: list[tuple[Face, TileId]] = []
        self.declared: set[Seat] = set()
        self.accepted: list[Seat] = []
        self.last: tuple[Seat, TileId] | None = None
        self.pons: dict[tuple[Seat, TileKind], Pon] = {}

    def start_hand(
        self,
        element: int,
        *,
        kyoku: int,
        honba: int,
        kyotaku: int,
        dealer: Seat,
        scores: Sequence[int],
        indicator: Face,
        haipai: Sequence[Sequence[Face]],
    ) -> None:
        """Begin a hand: the columns of `Hands` as the log states them, in points, with faces for tiles.

        Tiles get their ids in this order: the indicator, then those of each seat.
        """
        if self._hand_count and not self.results_now:
            self.note(Oddity.NO_RESULT, self._place())
        self._hand_count += 1
        self._clear()
        self.scores, self.honba, self.kyotaku = [*scores], honba, kyotaku
        self.indicators.append(self.new(indicator))
        row = _BLANK_HAND.copy()
        row[HAND.element] = element
        row[HAND.kyoku] = kyoku
        row[HAND.honba] = honba
        row[HAND.kyotaku] = kyotaku
        row[HAND.play_start] = len(self._plays) // _PLAY_COLUMNS
        row[HAND.result_start] = self._result_count
        row[HAND.indicator] = self.indicators[0]
        row[HAND.dealer] = dealer
        place = HAND.haipai
        for seat, faces in enumerate(haipai):
            row[place : place + len(faces)] = self._deal(seat, faces)
            place += len(faces)
        self.results_now, self._is_played, self._last_element = 0, True, element
        if is_within(scores, -MOST_POINTS, MOST_POINTS):
            row[HAND_PLACES["scores"]] = scores
        else:
            self._note_bad("ten", element)
        self._hands.extend(row)

    def _deal(self, seat: Seat, faces: Sequence[Face]) -> list[TileId]:
        held, unseen = self.held[seat], self.unseen
        dealt: list[TileId] = []
        for face in faces:
            left = unseen[face]
            tile = left.pop() if left else self._seen(face)
            held[face].append(tile)
            dealt.append(tile)
        return dealt

    def leave_out_reds(self) -> None:
        """From here on the wall has no red fives: the fourth plain five has the id of the red one."""
        self.reds = frozenset()
        self._wall = _wall(self.reds)
        for kind, red in RED_FACES.items():
            self.unseen[kind][:0] = self.unseen[red]
            self.unseen[red].clear()

    def new(self, face: Face) -> TileId:
        """Id of an unseen copy of a tile; of a seen one when all are seen."""
        unseen = self.unseen[face]
        return unseen.pop() if unseen else self._seen(face)

    def _seen(self, face: Face) -> TileId:
        """The tile that stands for a copy too many."""
        self.beyond.setdefault(face, set()).add(self._hand_count)
        return _SEEN_COPY[face]

    def concealed(self, seat: Seat) -> list[TileId]:
        """Ids of the concealed tiles of a seat, in ascending order."""
        return sorted(tile for tiles in self.held[seat] for tile in tiles)

    def face_of(self, tile: TileId) -> Face:
        """Face of a tile of this wall."""
        return RED_FACES[tile // 4] if tile in self.reds else tile // 4

    def last_as(self, face: Face) -> TileId:
        """Id of the last tile, where it has this face; else of another tile."""
        if self.last is not None and self.face_of(self.last[1]) == face:
            return self.last[1]
        return self.new(face)

    def ura_ids(self, faces: Sequence[Face]) -> list[TileId]:
        """Ids of ura indicators; each winner of a tile states them, and they are the same tiles."""
        self._ura += [(face, self.new(face)) for face in faces[len(self._ura) :]]
        pairs = zip(faces, self._ura, strict=False)
        return [tile if face == known else self.new(face) for face, (known, tile) in pairs]

    def shown_ids(self, seat: Seat, faces: Sequence[Face]) -> list[TileId]:
        """Ids of tiles that are shown: those that the seat holds, and others for what it does not hold."""
        found: list[TileId] = []
        for place, face in enumerate(faces):
            tiles = [*self.held[seat][face], *self.unseen[face]]
            before = faces[:place].count(face)
            found.append(tiles[before] if before < len(tiles) else _SEEN_COPY[face])
        return sorted(found)

    # Draws and discards are most of a game: written out, they take half the time.

    def draw(self, seat: Seat, face: Face, element: int) -> None:
        """Take a tile from the wall."""
        unseen = self.unseen[face]
        tile = unseen.pop() if unseen else self._seen(face)
        self.held[seat][face].append(tile)
        self.last = (seat, tile)
        if self._is_played:
            self._plays.extend((_DRAW, seat, tile, ABSENT, element))
        else:
            self._stray(element)

    def discard(self, seat: Seat, face: Face, element: int, *, newest: bool) -> None:
        """Discard a tile: of several copies the newest, as of a tile just drawn, or the oldest."""
        held = self.held[seat][face]
        tile = (held.pop() if newest else held.pop(0)) if held else self.new(face)
        self.last = (seat, tile)
        if self._is_played:
            self._plays.extend((_DISCARD, seat, tile, ABSENT, element))
        else:
            self._stray(element)

    def chi(self, seat: Seat, source: Seat, face: Face, own: Sequence[Face], element: int) -> None:
        """Take the last discard for a sequence.

        Args:
            seat: Who calls.
            source: Another seat, which discarded it.
            face: The tile taken.
            own: The two tiles of the caller.
            element: Place in the source.

        Raises:
            ValueError: When the three are no sequence.
        """
        called = self.last_as(face)
        tiles = sorted([called, *(self._take(seat, one) for one in own)])
        call = _Call(PlayKind.CHI, called, encode_chi(tiles, called, seat, source), tiles, called, source)
        self._add_meld(seat, call, element)

    def pon(self, seat: Seat, source: Seat, face: Face, own: Sequence[Face], element: int) -> None:
        """Take the last discard for a triplet; arguments as for `chi`, all tiles of one kind."""
        called = self.last_as(face)
        tiles = sorted([called, *(self._take(seat, one) for one in own)])
        if len({*tiles}) < len(tiles):
            others = [tile for tile in _copies(called) if tile != called]
            tiles = sorted([called, *others[:2]])
        self.pons[seat, called // 4] = Pon(len(self.melds[seat]), tiles, called, source)
        call = _Call(PlayKind.PON, called, encode_pon(tiles, called, seat, source), tiles, called, source)
        self._add_meld(seat, call, element)

    def daiminkan(self, seat: Seat, source: Seat, face: Face, own: Sequence[Face], element: int) -> None:
        """Take the last discard for a kan; arguments as for `pon`."""
        for one in own:
            self._take(seat, one)
        called = self.last_as(face)
        code = encode_daiminkan(called, seat, source)
        call = _Call(PlayKind.DAIMINKAN, called, code, _copies(called), called, source)
        self._add_meld(seat, call, element)

    def ankan(self, seat: Seat, own: Sequence[Face], element: int) -> None:
        """Lay down four tiles of one kind."""
        for one in own:
            self._take(seat, one)
        tile = KIND_OF_FACE[own[0]] * 4
        self.last = (seat, tile)
        call = _Call(PlayKind.ANKAN, tile, encode_ankan(tile), _copies(tile), NO_TILE, seat)
        self._add_meld(seat, call, element)

    def kakan(self, seat: Seat, face: Face, element: int, source: Seat | None = None) -> None:
        """Add a tile to a pon; ``source`` is whom it was called from where play has no such pon."""
        added, kind = self._take(seat, face), KIND_OF_FACE[face]
        three = [tile for tile in _copies(kind * 4) if tile != added]
        elsewhere = (seat + 1) % self.players if source is None else source
        nowhere = Pon(len(self.melds[seat]), three, three[0], elsewhere)
        pon = self.pons.pop((seat, kind), nowhere)
        if added in pon.tiles:
            added = next(tile for tile in _copies(added) if tile not in pon.tiles)
        self.last = (seat, added)
        code = encode_kakan(pon.tiles, pon.called, seat, pon.source)
        call = _Call(PlayKind.KAKAN, added, code, _copies(added), pon.called, pon.source)
        self._add_meld(seat, call, element, pon.place)

    def kita(self, seat: Seat, face: Face, element: int) -> None:
        """Set a tile aside."""
        tile = self._take(seat, face)
        self.last = (seat, tile)
        self._add_call(seat, _Call(PlayKind.KITA, tile, encode_kita(tile), [tile], NO_TILE, seat), element)

    def riichi(self, seat: Seat, element: int) -> None:
        """Declare riichi."""
        self.declared.add(seat)
        self._play(PlayKind.RIICHI, seat, NO_TILE, element)

    def riichi_accepted(self, seat: Seat, element: int, scores: Sequence[int] | None = None) -> None:
        """Pay the stick of a riichi; ``scores`` are those after it, where they are stated."""
        self.accepted.append(seat)
        if not self._play(PlayKind.RIICHI_ACCEPTED, seat, NO_TILE, element, len(self._deposits)):
            return
        if scores is not None and not is_within(scores, -MOST_POINTS, MOST_POINTS):
            self._note_bad("ten", element)
            scores = None
        self._deposits.append([ABSENT] * SEATS if scores is None else scores)

    def dora(self, face: Face, element: int) -> None:
        """Show an indicator."""
        self.indicators.append(self.new(face))
        self._play(PlayKind.DORA, NO_SEAT, self.indicators[-1], element)

    def newest_play(self) -> tuple[Plays, Calls]:
        """The play added last, and its call where it is one, as tables of one row."""
        kind, seat, tile, _, element = self._plays[-_PLAY_COLUMNS:]
        plays = _as_plays(np.array([[kind, seat, tile, 0, element]], np.int32))
        return plays, self._as_calls(-1)

    def result(
        self,
        element: int,
        end: EndKind,
        claims: Mapping[str, Sequence[int]],
        shown: Mapping[Seat, Sequence[TileId]],
    ) -> None:
        """End the hand: with its first result, or a second or third of the same kind directly after it.

        Args:
            element: Place in the source.
            end: Whether somebody wins.
            claims: What is claimed, as for `row_of`.
            shown: Tiles that are shown, by seat.
        """
        self._is_played, self._last_element = False, element
        is_other = self.results_now > 0 and self._last_end != end
        if not self._hand_count or self.results_now >= _RESULTS_OF_HAND or is_other:
            self.note(Oddity.OUT_OF_PLACE, element)
            return
        self.results_now += 1
        self._result_count += 1
        self._last_end, self._is_over = end, False
        self._states_deltas = bool(claims.get("deltas"))
        self._hands[(self._hand_count - 1) * len(_BLANK_HAND) + HAND.complete] = 1
        row, bad = row_of(end, claims, shown)
        row[RESULT.hand], row[RESULT.element] = self._hand_count - 1, element
        self._results.extend(row)
        for attribute in bad:
            self._note_bad(attribute, element)

    def end_game(self, scores: Sequence[int] | None, results: Sequence[int] | None = None) -> int | None:
        """End the game with the result added last; None where the hand has none.

        Args:
            scores: Final scores of four seats; where they are not stated, the last ones stand for them.
            results: Final results in tenths.

        Returns:
            The element of the result.
        """
        if self._last_end is None or self._is_played or not self.results_now:
            return None
        if scores is None and self._states_deltas:
            scores = self.scores
        row = len(self._results) - RESULT_WIDTH
        self._is_over = True
        self._results[row + RESULT.has_owari] = 1
        element: int = self._results[row + RESULT.element]
        stated = (("final_scores", scores, MOST_POINTS), ("final_results", results, HUNDREDS_LIMIT))
        for name, numbers, most in stated:
            if numbers is not None and is_within(numbers, -most, most):
                place = RESULT_PLACES[name]
                self._results[row + place.start : row + place.stop] = numbers
            elif numbers is not None:
                self._note_bad("owari", element)
        return element

    def note(self, code: Oddity, element: int, detail: int = ABSENT, *, text: str | None = None) -> None:
        """Note an oddity; unknown words are kept, and its detail is their index."""
        if text is not None:
            detail = len(self._words)
            self._words.append(text)
        self._oddities.append((element, self._hand_now(), code, detail))

    def _hand_now(self) -> int:
        return self._hand_count - 1 if self._hand_count else ABSENT

    def pass_over(self, element: int) -> None:
        """Pass over an element that changes nothing."""
        self._last_element = element

    def build(self, *, is_cut: bool = False) -> Events:
        """The columns.

        Args:
            is_cut: Whether the source stops before the game does.
        """
        games = blank_games(1)
        games.players[:] = self.players
        games.hand_offsets[1] = self._hand_count
        plays = _as_plays(_table(self._plays, _PLAY_COLUMNS))
        hands = _table(self._hands, len(_BLANK_HAND))
        results = _table(self._results, RESULT_WIDTH)
        events = Events(
            games=games,
            hands=split_hands(hands, len(plays.kind), len(results)),
            plays=plays,
            calls=self._as_calls(0),
            deposits=np.array(self._deposits, np.int32).reshape(-1, SEATS),
            results=split_results(results),
            oddities=self._ordered_oddities(is_cut=is_cut),
            words=tuple(self._words),
        )
        broken = [hand for _, hand, code, _ in self._oddities if code in STRUCTURAL and hand != ABSENT]
        events.hands.readable[broken] = False
        return events

    def _as_calls(self, first: int) -> Calls:
        """The calls from this one on; -1 for the last one."""
        return Calls(
            np.array(self._codes[first:], np.uint16),
            np.array(self._melded[4 * first :], np.uint8).reshape(-1, 4),
            np.array(self._called[first:], np.uint8),
            np.array(self._sources[first:], np.uint8),
        )

    def _ordered_oddities(self, *, is_cut: bool) -> Oddities:
        """The oddities by their elements, with how the game stops before its end."""
        missing = None
        if self._hand_count and not self.results_now:
            missing = Oddity.NO_RESULT
        elif is_cut or not self._hand_count:
            missing = Oddity.CUT
        elif not self._is_over:
            missing = Oddity.NO_OWARI
        first = self._first_element
        noted = [*((first, ABSENT, code, detail) for code, detail in self.of_game.items()), *self._oddities]
        if missing is not None:
            noted.append((self._place(), self._hand_now(), missing, ABSENT))
        ordered = sorted(noted, key=lambda one: (one[0], one[2] not in _BEFORE_OTHERS))
        element, hand, code, detail = np.array(ordered, np.int32).reshape(-1, 4).T.copy()
        return Oddities(np.zeros_like(hand), hand, element, code.astype(np.uint8), detail)

    def _note_bad(self, attribute: str, element: int) -> None:
        self.note(Oddity.BAD_VALUE, element, ATTRIBUTES.index(attribute))

    def _take(self, seat: Seat, face: Face) -> TileId:
        """Take a tile out of the concealed part, the one that came first; its id."""
        held = self.held[seat][face]
        return held.pop(0) if held else self.new(face)

    def _add_meld(self, seat: Seat, call: _Call, element: int, place: int | None = None) -> None:
        """Add a call to the hand and to the melds of its seat, where it may take the place of a pon."""
        melds = self.melds[seat]
        place = len(melds) if place is None else place
        melds[place : place + 1] = [call.code]
        self._add_call(seat, call, element)

    def _add_call(self, seat: Seat, call: _Call, element: int) -> None:
        if self._play(call.kind, seat, call.tile, element, len(self._codes)):
            self._codes.append(call.code)
            self._melded.extend((*call.tiles, *[NO_TILE] * (4 - len(call.tiles))))
            self._called.append(call.called)
            self._sources.append(call.source)

    def _play(self, kind: PlayKind, seat: Seat, tile: TileId, element: int, row: int = ABSENT) -> bool:
        """Add a play to its hand; False where it belongs to none."""
        if self._is_played:
            self._plays.extend((kind, seat, tile, row, element))
        else:
            self._stray(element)
        return self._is_played

    def _stray(self, element: int) -> None:
        """Note a play after a result; the next result then belongs to a hand that is lost."""
        self.note(Oddity.OUT_OF_PLACE, element)
        self.results_now, self._last_element = _RESULTS_OF_HAND, element

    def _place(self) -> int:
        return max(self._last_element, self._plays[-1] if self._plays else self._last_element)


def _table(numbers: list[int], columns: int) -> NDArray[np.int32]:
    """Rows of numbers; an array of Python is made of a list in a third of the time."""
    return np.frombuffer(array("i", numbers), np.int32).reshape(-1, columns)


def _as_plays(rows: NDArray[np.int32]) -> Plays:
    columns = rows.T.copy()
    return Plays(*columns[:3].astype(np.uint8), *columns[3:])


@lru_cache(_FEW)
def _wall(reds: frozenset[TileId]) -> list[list[TileId]]:
    """By face: ids of all tiles of a wall, taken from the end; without red fives in it theirs are last."""
    kinds = [[tile for tile in _copies(kind * 4) if tile not in reds] for kind in range(KINDS)]
    plain = [sorted(tiles, key=lambda tile: (tile not in AKA_IDS, -tile)) for tiles in kinds]
    return plain + [[tile for tile in reversed(_copies(kind * 4)) if tile in reds] for kind in RED_FACES]


def first_copies(faces: Sequence[Face]) -> list[TileId]:
    """Ids for at most four tiles that play does not have, each another."""
    tiles: list[TileId] = []
    for face in faces:
        copies = range(4) if face in RED_FACES.values() else (1, 2, 3, 0)
        tiles.append(next(one for copy in copies if (one := KIND_OF_FACE[face] * 4 + copy) not in tiles))
    return tiles


def _copies(tile: TileId) -> list[TileId]:
    first = tile // 4 * 4
    return [first, first + 1, first + 2, first + 3]
