"""Writes the plays of a hand as elements; every tile gets an id.

Copies of a kind get their ids in the order in which they appear; an impossible tile (a fifth copy, one that
is not held) gets the id of a tile that is elsewhere, so that the replay reports it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Final

from analyzer.formats.element_names import DISCARD_TAGS, DRAW_TAGS
from analyzer.formats.meld_codes import (
    encode_ankan,
    encode_chi,
    encode_daiminkan,
    encode_kakan,
    encode_kita,
    encode_pon,
)
from analyzer.formats.mjai.elements import Elements
from analyzer.formats.mjai.fields import Fields
from analyzer.formats.mjai.tiles import KIND_OF, SEEN_COPY, TEXTS, unseen_copies
from analyzer.vocabulary import SEATS, Seat, TileId, TileKind

__all__ = ["PLAYS", "PlayedHand"]

_NORTH: Final = "N"
_STICK: Final = 10
"""Hundreds of points of a riichi stick."""
_TWO, _THREE, _FOUR = range(2, 3), range(3, 4), range(4, 5)


class PlayedHand:
    """A hand that is played event by event; `reader` itself plays draws and discards.

    Args:
        elements: Holds the game up to this hand.
        players: 3 or 4.
        has_reds: Whether some tile of the game is written as a red five.
    """

    def __init__(self, elements: Elements, players: int, *, has_reds: bool) -> None:
        self.elements = elements
        self.players = players
        self.texts = TEXTS[has_reds]
        self.unseen = unseen_copies(has_reds=has_reds)
        self.held: dict[Seat, defaultdict[str, list[TileId]]] = {
            seat: defaultdict(list) for seat in range(players)
        }
        """By seat and text: concealed tiles in the order in which they came."""
        self.melds: list[list[int]] = [[] for _ in range(SEATS)]
        self.indicators: list[TileId] = []
        self.declared: set[Seat] = set()
        self.accepted: list[Seat] = []
        self.kyoku = self.honba = self.kyotaku = 0
        self.scores = [0] * SEATS
        """At the start of the hand, in hundreds; as each result leaves them after that."""
        self.results = 0
        self.ura: list[tuple[str, TileId]] = []
        self._pons: dict[tuple[Seat, TileKind], tuple[int, tuple[TileId, ...], TileId, Seat]] = {}
        self._last: tuple[Seat, TileId] | None = None
        self._looked_at = elements.last

    def deal(self, seat: Seat, texts: list[str]) -> list[TileId]:
        """Give a seat its tiles; their ids."""
        held, unseen = self.held[seat], self.unseen
        dealt: list[TileId] = []
        for text in texts:
            left = unseen[text]
            tile = left.pop() if left else SEEN_COPY[text]
            held[text].append(tile)
            dealt.append(tile)
        return dealt

    def new(self, text: str) -> TileId:
        """Id of an unseen copy of a tile; of a seen one when all are seen."""
        unseen = self.unseen[text]
        return unseen.pop() if unseen else SEEN_COPY[text]

    def take(self, seat: Seat, text: str) -> TileId:
        """Take a tile out of the concealed part, the one that came first; its id."""
        held = self.held[seat][text]
        return held.pop(0) if held else self.new(text)

    def concealed(self, seat: Seat) -> list[TileId]:
        """Ids of the concealed tiles of a seat, in ascending order."""
        return sorted(tile for tiles in self.held[seat].values() for tile in tiles)

    @property
    def last(self) -> tuple[Seat, TileId] | None:
        """Seat and tile of the last draw, discard, kakan, ankan or kita; None before the first."""
        tags, numbers = self.elements.tags, self.elements.numbers
        for element in range(len(tags) - 1, self._looked_at, -1):
            if DRAW_TAGS.start <= tags[element] < DISCARD_TAGS.stop:
                self._last = ((tags[element] - DRAW_TAGS.start) % SEATS, numbers[element])
                break
        self._looked_at = len(tags) - 1
        return self._last

    def last_as(self, text: str) -> TileId:
        """Id of the last tile, where it may be written so; else of another tile."""
        last = self.last
        return last[1] if last is not None and text in self.texts[last[1]] else self.new(text)

    def _call(self, at: Fields, seat: Seat, code: int) -> None:
        self.elements.add(at.line, "N", (("who", (seat,)), ("m", (code,))))

    def _lay(self, at: Fields, seat: Seat, code: int, tile: TileId) -> None:
        """Add a call of an own tile, which may be won on."""
        self._call(at, seat, code)
        self._last, self._looked_at = (seat, tile), self.elements.last

    def chi(self, at: Fields) -> None:
        """Take the last discard for a sequence."""
        seat, source, text = at.seat(), at.source(), at.tile()
        consumed = at.tiles("consumed", _TWO)
        called = self.last_as(text)
        tiles = (called, *(self.take(seat, own) for own in consumed))
        try:
            code = encode_chi(tiles, called, seat, source)
        except ValueError:
            raise at.error("consumed", f"two tiles that make a sequence with {text!r}") from None
        self.melds[seat].append(code)
        self._call(at, seat, code)

    def pon(self, at: Fields) -> None:
        """Take the last discard for a triplet."""
        seat, source, text = at.seat(), at.source(), at.tile()
        consumed = self._of_one_kind(at, _TWO, text)
        called = self.last_as(text)
        tiles = (called, *(self.take(seat, own) for own in consumed))
        kind = KIND_OF[text]
        if len({*tiles}) < len(tiles):
            others = [tile for tile in range(kind * 4, kind * 4 + 4) if tile != called]
            tiles = (called, *others[:2])
        self._pons[seat, kind] = (len(self.melds[seat]), tiles, called, source)
        code = encode_pon(tiles, called, seat, source)
        self.melds[seat].append(code)
        self._call(at, seat, code)

    def daiminkan(self, at: Fields) -> None:
        """Take the last discard for a kan."""
        seat, source, text = at.seat(), at.source(), at.tile()
        for own in self._of_one_kind(at, _THREE, text):
            self.take(seat, own)
        code = encode_daiminkan(self.last_as(text), seat, source)
        self.melds[seat].append(code)
        self._call(at, seat, code)

    def ankan(self, at: Fields) -> None:
        """Lay down four own tiles."""
        seat = at.seat()
        consumed = at.tiles("consumed", _FOUR)
        for own in self._of_one_kind(at, _FOUR, consumed[0]):
            self.take(seat, own)
        tile = KIND_OF[consumed[0]] * 4
        self.melds[seat].append(encode_ankan(tile))
        self._lay(at, seat, self.melds[seat][-1], tile)

    def kakan(self, at: Fields) -> None:
        """Add an own tile to a pon."""
        seat, text = at.seat(), at.tile()
        if at.has("consumed"):
            self._of_one_kind(at, _THREE, text)
        added, kind = self.take(seat, text), KIND_OF[text]
        three = tuple(tile for tile in range(kind * 4, kind * 4 + 4) if tile != added)
        nowhere = (len(self.melds[seat]), three, three[0], (seat + 1) % self.players)
        place, tiles, called, source = self._pons.pop((seat, kind), nowhere)
        if added in tiles:
            added = next(tile for tile in range(kind * 4, kind * 4 + 4) if tile not in tiles)
        code = encode_kakan(tiles, called, seat, source)
        self.melds[seat][place : place + 1] = [code]
        self._lay(at, seat, code, added)

    def kita(self, at: Fields) -> None:
        """Set a north aside."""
        seat = at.seat()
        text = at.tile() if at.has("pai") else _NORTH
        tile = self.take(seat, text)
        self._lay(at, seat, encode_kita(tile), tile)

    def _of_one_kind(self, at: Fields, counts: range, text: str) -> list[str]:
        """``consumed``, which must have tiles of the kind that is called."""
        consumed = at.tiles("consumed", counts)
        if any(KIND_OF[own] != KIND_OF[text] for own in consumed):
            raise at.error("consumed", f"tiles of the kind of {text!r}")
        return consumed

    def reach(self, at: Fields) -> None:
        """Declare riichi."""
        seat = at.seat()
        self.declared.add(seat)
        self.elements.add(at.line, "REACH", (("who", (seat,)), ("step", (1,))))

    def reach_accepted(self, at: Fields) -> None:
        """Pay the stick of a riichi; some writers state the scores after it, the change of them, or both."""
        seat, scores, deltas = at.seat(), at.hundreds("scores"), at.hundreds("deltas")
        due = [-_STICK * (payer == seat) for payer in range(SEATS)]
        if deltas is not None and (scores is None or deltas != due):
            paid = map(self.accepted.count, range(SEATS))
            changes = zip(self.scores, paid, deltas, strict=True)
            scores = [score - _STICK * sticks + delta for score, sticks, delta in changes]
        self.accepted.append(seat)
        ten = () if scores is None else (("ten", scores),)
        self.elements.add(at.line, "REACH", (("who", (seat,)), *ten, ("step", (2,))))

    def dora(self, at: Fields) -> None:
        """Show an indicator."""
        self.indicators.append(self.new(at.tile("dora_marker")))
        self.elements.add(at.line, "DORA", (("hai", self.indicators[-1:]),))


PLAYS: Final[dict[str, Callable[[PlayedHand, Fields], None]]] = {
    "chi": PlayedHand.chi,
    "pon": PlayedHand.pon,
    "daiminkan": PlayedHand.daiminkan,
    "ankan": PlayedHand.ankan,
    "kakan": PlayedHand.kakan,
    "nukidora": PlayedHand.kita,
    "kita": PlayedHand.kita,
    "reach": PlayedHand.reach,
    "reach_accepted": PlayedHand.reach_accepted,
    "dora": PlayedHand.dora,
}
"""By ``type``: what an event does, but for draws and discards."""
