"""Plays the steps of a hand into an `EventsBuilder`.

The format does not say when an indicator is shown; it is shown when Tenhou would.
"""

from __future__ import annotations

from typing import Final

from analyzer.formats.builder import EventsBuilder, Face
from analyzer.formats.claims import Contradiction
from analyzer.formats.events import Oddity
from analyzer.formats.tenhou6.read_hand import HandText
from analyzer.formats.tenhou6.read_notation import (
    CHI,
    DAIMINKAN,
    FACE_OF,
    KAKAN,
    KITA,
    PON,
    TSUMOGIRI,
    Call,
    Discard,
)
from analyzer.formats.tenhou6.read_result import Drawn
from analyzer.vocabulary import SEATS, DrawKind, Seat

__all__ = ["Elements", "play_hand"]

_OPEN_KANS: Final = (DAIMINKAN, KAKAN)


class Elements:
    """Numbers the elements that an mjlog of the game would have, by which findings name a place.

    Args:
        last: The last one so far.
    """

    def __init__(self, last: int) -> None:
        self.last = last

    def next(self) -> int:
        """The next one."""
        self.last += 1
        return self.last


def play_hand(build: EventsBuilder, text: HandText, elements: Elements) -> None:
    """Begin a hand and play every step; the result tells whether the last discard passed.

    Args:
        build: Holds the game up to this hand.
        text: The hand.
        elements: Of the game up to this hand.
    """
    build.start_hand(
        elements.next(),
        kyoku=text.kyoku,
        honba=text.honba,
        kyotaku=text.kyotaku,
        dealer=text.dealer,
        scores=text.scores,
        indicator=FACE_OF[text.dora[0]],
        haipai=[[FACE_OF[number] for number in tiles] for tiles in text.haipai],
    )
    _Course(build, text, elements).play()


class _Course:
    """What a step depends on besides the table."""

    def __init__(self, build: EventsBuilder, text: HandText, elements: Elements) -> None:
        self.build, self.text, self.elements = build, text, elements
        self.drawn: Face | None = None
        self.riichi: Seat | None = None
        self.due = 0
        """Indicators that open kans have earned and that are not shown yet."""

    def play(self) -> None:
        """Play every step."""
        build, elements = self.build, self.elements
        at_once = self._shown_at_once()
        for place, (seat, what) in enumerate(self.text.steps):
            if self.riichi is not None:
                self._accept()
            if isinstance(what, int):
                self.drawn = FACE_OF[what]
                elements.last += 1
                build.draw(seat, self.drawn, elements.last)
            elif isinstance(what, Discard):
                self._discard(seat, what)
            elif what is not None:
                self._call(seat, what)
                if place == at_once:
                    self._show()
        if self.riichi is not None and not self._is_won_on():
            self._accept()
        while self._has_more():
            self._show()

    def _discard(self, seat: Seat, what: Discard) -> None:
        if self.due:
            self._show_due()
        build, drawn = self.build, self.drawn
        if what.is_riichi:
            build.riichi(seat, self.elements.next())
            self.riichi = seat
        is_drawn = what.number == TSUMOGIRI and drawn is not None
        face = drawn if is_drawn and drawn is not None else FACE_OF[what.number]
        self.elements.last = element = self.elements.last + 1
        if face == drawn and not is_drawn and len(build.held[seat][face]) == 1:
            # In 57 real discards of the kind just drawn by its number, the seat held another copy.
            build.note(Oddity.CONTRADICTION, element, int(Contradiction.SIXTY))
        build.discard(seat, face, element, newest=is_drawn)
        self.drawn = None

    def _call(self, seat: Seat, call: Call) -> None:
        build, letter, source = self.build, call.letter, (seat + call.relative) % SEATS
        face, element = FACE_OF[call.called], self.elements.next()
        tiles = [FACE_OF[number] for number in call.tiles]
        self.drawn = None
        if letter in (CHI, PON, DAIMINKAN):
            tiles.remove(face)
            take = {CHI: build.chi, PON: build.pon, DAIMINKAN: build.daiminkan}[letter]
            take(seat, source, face, tiles, element)
        elif letter == KITA:
            build.kita(seat, face, element)
        elif letter == KAKAN:
            build.kakan(seat, face, element, source)
        else:
            build.ankan(seat, tiles, element)
        if letter in (CHI, PON):
            return
        # Indicators of earlier kans come first; a closed kan shows its own at once, an open one later.
        self._show_due()
        if letter in _OPEN_KANS:
            self.due = 1
        elif letter != KITA and self._has_more():
            self._show()

    def _accept(self) -> None:
        """Pay the stick: the declaration tile passed.  The format does not state the scores after it."""
        if self.riichi is not None:
            self.build.riichi_accepted(self.riichi, self.elements.next())
        self.riichi = None

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
        if len(self.text.dora) == 1:
            return None
        steps = self.text.steps
        kans = [
            place
            for place, (_, what) in enumerate(steps)
            if isinstance(what, Call) and what.letter not in (CHI, PON, KITA)
        ]
        if not kans or len(self.text.dora) <= len(kans):
            return None
        _, last = steps[kans[-1]]
        goes_on = any(not isinstance(what, int) for _, what in steps[kans[-1] + 1 :])
        is_open = isinstance(last, Call) and last.letter in _OPEN_KANS
        return kans[-1] if is_open and not goes_on else None

    def _has_more(self) -> bool:
        return len(self.build.indicators) < len(self.text.dora)

    def _show_due(self) -> None:
        while self.due > 0 and self._has_more():
            self._show()
        self.due = 0

    def _show(self) -> None:
        self.due = max(self.due - 1, 0)
        self.build.dora(FACE_OF[self.text.dora[len(self.build.indicators)]], self.elements.next())
