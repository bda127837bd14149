"""Writes the steps of a hand as elements; every tile gets an id."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from analyzer.formats.claims import Contradiction
from analyzer.formats.element_names import DISCARD_TAGS, DRAW_TAGS, TAGS
from analyzer.formats.events import Oddity, ReadProblem
from analyzer.formats.markup import MarkupBuilder
from analyzer.formats.meld_codes import (
    encode_ankan,
    encode_chi,
    encode_daiminkan,
    encode_kakan,
    encode_kita,
    encode_pon,
)
from analyzer.formats.tenhou6.read_hand import HandText
from analyzer.formats.tenhou6.read_notation import (
    CHI,
    COPIES,
    DAIMINKAN,
    KAKAN,
    KITA,
    NUMBERS,
    PON,
    TSUMOGIRI,
    Call,
    Discard,
    kind_of_number,
)
from analyzer.formats.tenhou6.read_result import Drawn
from analyzer.vocabulary import SEATS, DrawKind, Seat, TileId, TileKind, kind_of

__all__ = ["PlayedHand", "joined"]

_OPEN_KANS: Final = (DAIMINKAN, KAKAN)
_NO_DICE: Final = (0, 0)
"""The format does not state dice, but INIT must; `decode` blanks them."""


def joined(numbers: Iterable[int]) -> str:
    """Numbers with commas between them."""
    return ",".join(map(str, numbers))


class PlayedHand:
    """A hand that is played step by step into a builder.

    Tiles get the ids of copies in the order in which they appear; a red five gets its id only where it is
    named.  An impossible tile (a fifth copy, one that is not held) gets the id of a tile that is elsewhere,
    so that the replay reports it.  The format does not say when an indicator is shown; it is written when
    Tenhou would show it.

    Args:
        text: The hand.
        builder: Holds the game up to this hand.
        reds: Red fives of pin in the wall, 0 to 2; with 1 each suit has one.
        stick: Points of a riichi stick.
    """

    def __init__(self, text: HandText, builder: MarkupBuilder, *, reds: int, stick: int) -> None:
        self.text = text
        self.stick = stick
        self._builder = builder
        self.last_tile: TileId | None = None
        self.last_seat: Seat | None = None
        self.accepted: list[Seat] = []
        """Seats that have paid a stick, in order."""
        self.declared: set[Seat] = set()
        self.problems: list[ReadProblem] = []
        """What the document states of the play and contradicts itself."""
        self.melds: list[list[int]] = [[] for _ in range(text.players)]
        """Call codes of each seat, earliest first; a kakan replaces its pon."""
        self._copies, self._numbers = COPIES[reds], NUMBERS[reds]
        self._used: set[TileId] = set()
        self.indicators = [self._new(text.dora[0])]
        self.concealed = [[self._new(number) for number in tiles] for tiles in text.haipai]
        self._pons: dict[tuple[Seat, TileKind], tuple[int, tuple[TileId, ...], TileId, Seat]] = {}
        self._drawn: TileId | None = None
        self._riichi: Seat | None = None
        self._due = 0
        """Indicators that open kans have earned and that are not shown yet."""

    def write(self) -> None:
        """Write INIT and every step; the result tells whether the last discard passed."""
        self._begin()
        at_once = self._shown_at_once()
        for place, (seat, what) in enumerate(self.text.steps):
            self._accept_riichi()
            if isinstance(what, int):
                self._draw(seat, what)
            elif isinstance(what, Discard):
                self._discard(seat, what)
            else:
                self._call(seat, what)
                if place == at_once:
                    self._show()
        if self._riichi is not None and not self._is_won_on():
            self._accept_riichi()
        while len(self.indicators) < len(self.text.dora):
            self._show()

    def _begin(self) -> None:
        text = self.text
        seed = (text.kyoku, text.honba, text.kyotaku, *_NO_DICE, self.indicators[0])
        tehai = [joined(tiles) for tiles in self.concealed] + [""]
        self._builder.element(
            "INIT",
            [
                ("seed", joined(seed)),
                ("ten", joined(score // 100 for score in text.scores)),
                ("oya", str(text.dealer)),
                *((f"hai{seat}", tehai[seat]) for seat in range(SEATS)),
            ],
        )

    def ura(self) -> list[TileId]:
        """Ids of the ura indicators."""
        return [self._new(number) for number in self.text.ura]

    def _new(self, number: int) -> TileId:
        """Id of an unseen copy of a tile; of a seen copy when all are seen."""
        copies = self._copies[number]
        tile = next((tile for tile in copies if tile not in self._used), copies[-1])
        self._used.add(tile)
        return tile

    def _held(self, seat: Seat, number: int) -> TileId:
        """Take a tile out of the concealed part, if possible not the one just drawn; its id."""
        numbers = self._numbers
        held = [tile for tile in self.concealed[seat] if numbers[tile] == number]
        if not held:
            return self._new(number)
        tile = next((tile for tile in held if tile != self._drawn), held[0])
        self.concealed[seat].remove(tile)
        return tile

    def _draw(self, seat: Seat, number: int) -> None:
        self._drawn = self._new(number)
        self.concealed[seat].append(self._drawn)
        self._last(seat, self._drawn)
        self._builder.element(f"{TAGS[DRAW_TAGS[seat]]}{self._drawn}")

    def _discard(self, seat: Seat, what: Discard) -> None:
        self._show_due()
        if what.is_riichi:
            self._builder.element("REACH", [("who", str(seat)), ("step", "1")])
            self.declared.add(seat)
            self._riichi = seat
        if what.number == TSUMOGIRI and self._drawn is not None:
            tile = self._drawn
            self.concealed[seat].remove(tile)
        else:
            tile = self._held(seat, what.number)
        self._builder.element(f"{TAGS[DISCARD_TAGS[seat]]}{tile}")
        if tile == self._drawn and what.number != TSUMOGIRI:
            # In 57 real discards of the kind just drawn by its number, the seat held another copy.
            detail = int(Contradiction.SIXTY)
            self.problems.append(ReadProblem(Oddity.CONTRADICTION, self._builder.last_element, detail=detail))
        self._drawn = None
        self._last(seat, tile)

    def _call(self, seat: Seat, call: Call) -> None:
        code = self._called(seat, call) if call.relative and call.letter != KAKAN else self._own(seat, call)
        self._builder.element("N", [("who", str(seat)), ("m", str(code))])
        self._drawn = None
        if call.letter in (CHI, PON, KITA):
            if call.letter == KITA:
                self._show_due()
            return
        # Indicators of earlier kans come first; a closed kan shows its own at once, an open one later.
        self._show_due()
        if call.letter in _OPEN_KANS:
            self._due = 1
        elif len(self.indicators) < len(self.text.dora):
            self._show()

    def _called(self, seat: Seat, call: Call) -> int:
        """Call the last discard; code of the chi, pon or daiminkan."""
        called = self.last_tile if self.last_tile is not None else self._new(call.called)
        source = (seat + call.relative) % SEATS
        if call.letter == DAIMINKAN:
            self._take_kind(seat, called)
            code = encode_daiminkan(called, seat, source)
        else:
            place = call.tiles.index(call.called)
            others = [number for index, number in enumerate(call.tiles) if index != place]
            own = [self._held(seat, number) for number in others]
            tiles = self._meld(call, called, own)
            code = (encode_chi if call.letter == CHI else encode_pon)(tiles, called, seat, source)
            if call.letter == PON:
                self._pons[seat, kind_of(called)] = (len(self.melds[seat]), tiles, called, source)
        self.melds[seat].append(code)
        return code

    def _meld(self, call: Call, called: TileId, own: list[TileId]) -> tuple[TileId, ...]:
        """Three ids of the meld; for a pon of tiles that nobody holds, other copies of the kind."""
        if call.letter == CHI or len({called, *own}) == len(own) + 1:
            return (called, *own)
        first = kind_of(called) * 4
        others = [tile for tile in range(first, first + 4) if tile != called]
        return (called, others[0], others[1])

    def _own(self, seat: Seat, call: Call) -> int:
        """Play a kakan, ankan or kita; its code."""
        kind = kind_of_number(call.called)
        if call.letter == KITA:
            tile = self._held(seat, call.called)
            self._last(seat, tile)
            return encode_kita(tile)
        if call.letter != KAKAN:
            self._take_kind(seat, kind * 4)
            self._last(seat, kind * 4)
            self.melds[seat].append(encode_ankan(kind * 4))
            return self.melds[seat][-1]
        added = self._held(seat, call.called)
        first = kind * 4
        three = tuple(tile for tile in range(first, first + 4) if tile != added)
        elsewhere = (len(self.melds[seat]), three, three[0], (seat + call.relative) % SEATS)
        place, tiles, called, source = self._pons.pop((seat, kind), elsewhere)
        if added in tiles:
            added = next(tile for tile in range(first, first + 4) if tile not in tiles)
        self._last(seat, added)
        code = encode_kakan(tiles, called, seat, source)
        self.melds[seat][place : place + 1] = [code]
        return code

    def _take_kind(self, seat: Seat, tile: TileId) -> None:
        """Take all copies of a kind out of the concealed part."""
        kind = kind_of(tile)
        self._used.update(range(kind * 4, kind * 4 + 4))
        self.concealed[seat] = [held for held in self.concealed[seat] if kind_of(held) != kind]

    def _last(self, seat: Seat, tile: TileId) -> None:
        self.last_seat, self.last_tile = seat, tile

    def _accept_riichi(self) -> None:
        """Write that the declaration tile passed, without the scores, which the format does not state."""
        if self._riichi is None:
            return
        self._builder.element("REACH", [("who", str(self._riichi)), ("step", "2")])
        self.accepted.append(self._riichi)
        self._riichi = None

    def _is_won_on(self) -> bool:
        """Whether the last discard is won on by one seat or three; True too when the result is not stated."""
        ending = self.text.outcome
        if ending is None:
            return True
        if isinstance(ending, Drawn):
            return ending.kind == DrawKind.SANCHAHOU
        return any(win.loser != win.winner for win in ending)

    def _shown_at_once(self) -> int | None:
        """Index of the step of a last open kan that shows its indicator before the replacement draw; or None.

        Tenhou shows it later, and here never would; the number of indicators tells that other rules apply.
        """
        steps = self.text.steps
        kans = [
            place
            for place, (_, what) in enumerate(steps)
            if isinstance(what, Call) and what.letter not in (CHI, PON, KITA)
        ]
        if not kans or len(self.text.dora) <= len(kans):
            return None
        last = steps[kans[-1]].what
        goes_on = any(not isinstance(what, int) for _, what in steps[kans[-1] + 1 :])
        is_open = isinstance(last, Call) and last.letter in _OPEN_KANS
        return kans[-1] if is_open and not goes_on else None

    def _show_due(self) -> None:
        while self._due > 0 and len(self.indicators) < len(self.text.dora):
            self._show()
        self._due = 0

    def _show(self) -> None:
        tile = self._new(self.text.dora[len(self.indicators)])
        self.indicators.append(tile)
        self._due = max(self._due - 1, 0)
        self._builder.element("DORA", [("hai", str(tile))])
