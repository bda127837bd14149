"""Plays the steps of a hand into an `EventsBuilder`, and ends it with the claims of the document.

The format does not say when an indicator is shown; it is shown when Tenhou would.  It states no tehai, melds,
honba, sticks or scores before a result; checks of these are absent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.formats.builder import Claimed, EventsBuilder, Face
from analyzer.formats.claims import Claim, Contradiction
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Oddity
from analyzer.formats.tenhou6.read_hand import HandText
from analyzer.formats.tenhou6.read_head import Head
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
from analyzer.formats.tenhou6.read_result import URA_DORA, Drawn, Win
from analyzer.vocabulary import NO_SEAT, SEATS, DrawKind, EndKind, Seat, TileId

__all__ = ["Elements", "end_hand", "play_hand"]

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


_RIICHI: Final = frozenset({1, 21})
"""Riichi and double riichi."""


def end_hand(
    build: EventsBuilder, text: HandText, elements: Elements, head: Head, *, ends_game: bool
) -> None:
    """Add how the hand ended; nothing when the document does not say.

    Args:
        build: Holds the hand up to its last play.
        text: The hand.
        elements: Of the game up to its last play.
        head: Of the game.
        ends_game: Whether it is the last hand, so that final scores, if stated, are those after it.
    """
    _Ending(build, text, elements, head, ends_game=ends_game).add()


class _Ending:
    def __init__(
        self, build: EventsBuilder, text: HandText, elements: Elements, head: Head, *, ends_game: bool
    ) -> None:
        self.build, self.text, self.elements = build, text, elements
        self.head, self.ends_game = head, ends_game

    def add(self) -> None:
        """Add the results."""
        ending = self.text.outcome
        if isinstance(ending, Drawn):
            self._add_draw(ending)
        elif ending is not None:
            self._add_wins(ending)

    def _scores_before(self) -> list[int]:
        """Scores at the start of the hand minus the sticks paid."""
        paid = self.build.accepted.count
        return [score - self.head.stick * paid(seat) for seat, score in enumerate(self.text.scores)]

    def _claimed(
        self, end: EndKind, scores: list[int], deltas: list[int] | None, *, is_first: bool
    ) -> Claimed:
        """What wins and draws claim alike; the first result takes the sticks."""
        sticks = self.text.kyotaku + len(self.build.accepted) if is_first else 0
        claimed = Claimed(end, honba=self.text.honba, kyotaku=sticks)
        return claimed if deltas is None else claimed._replace(scores=scores, deltas=deltas)

    def _note_payments(self, deltas: list[int] | None, element: int) -> None:
        if deltas is None:
            self.build.note(Oddity.UNSTATED, element, int(Claim.DELTAS))

    def _closed(self, claimed: Claimed) -> Claimed:
        """The last result with the final scores, where it ends the game and they are stated."""
        head = self.head
        if not self.ends_game or head.final_scores is None:
            return claimed
        return claimed._replace(
            has_owari=True, final_scores=head.final_scores, final_results=head.final_results
        )

    def _add_draw(self, ending: Drawn) -> None:
        build, element, shown = self.build, self.elements.next(), self._shown(ending)
        claimed = self._claimed(EndKind.RYUUKYOKU, self._scores_before(), ending.deltas, is_first=True)
        claimed = claimed._replace(
            draw_kind=UNKNOWN_DRAW_KIND if ending.kind is None else int(ending.kind),
            shown={seat: build.concealed(seat) for seat in sorted(shown or ())},
        )
        build.result(element, self._closed(claimed))
        self._note_payments(ending.deltas, element)
        if shown is None:
            build.note(Oddity.UNSHOWN, element)
        if ending.kind is None:
            build.note(Oddity.UNKNOWN_DRAW, element, text=ending.label)

    def _shown(self, ending: Drawn) -> frozenset[Seat] | None:
        """Seats whose tehai this draw shows; None when the document does not say."""
        everybody = frozenset(range(self.text.players))
        last = frozenset() if self.build.last is None else frozenset({self.build.last[0]})
        match ending.kind:
            case DrawKind.EXHAUSTIVE:
                return ending.tenpai
            case DrawKind.NAGASHI_MANGAN | None:
                return None
            case DrawKind.SUUCHA_RIICHI:
                return everybody
            case DrawKind.KYUUSHU_KYUUHAI:
                return everybody & last
            case DrawKind.SANCHAHOU:
                return everybody - last
            case _:
                return frozenset()

    def _add_wins(self, wins: Sequence[Win]) -> None:
        build, scores = self.build, self._scores_before()
        ura = [build.new(FACE_OF[number]) for number in self.text.ura]
        in_riichi = [win.winner in build.declared or not _RIICHI.isdisjoint(win.yaku) for win in wins]
        # The site states ura indicators for riichi alone, so that others are a claim: of 110 wins without
        # riichi Tenhou's logs have them in none, Mahjong Soul's in 2 of 36.  Beside a win in riichi, they are
        # its alone.
        stray = self.head.soul is None and not any(in_riichi)
        for place, win in enumerate(wins):
            shown = ura if in_riichi[place] or (stray and place == 0) else []
            claimed = self._claimed(EndKind.AGARI, scores, win.deltas, is_first=place == 0)
            claimed = self._won(claimed, win, shown)
            element = self.elements.next()
            build.result(element, self._closed(claimed) if win is wins[-1] else claimed)
            self._note_win(win, element)
            if win.deltas is not None:
                scores = [before + delta for before, delta in zip(scores, win.deltas, strict=True)]

    def _won(self, claimed: Claimed, win: Win, ura: list[TileId]) -> Claimed:
        build, worth, yaku = self.build, win.worth, win.yaku
        machi = None if build.last is None else build.last[1]
        tehai = build.concealed(win.winner)
        if machi is not None and machi not in tehai:
            tehai = sorted([*tehai, machi])
        if win.winner in build.declared and yaku and URA_DORA not in yaku:
            # The format leaves out ura dora of 0 han.
            yaku = {**yaku, URA_DORA: 0}
        return claimed._replace(
            winner=win.winner,
            loser=win.loser,
            pao_seat=NO_SEAT if win.pao is None else win.pao,
            shown={win.winner: tehai},
            machi=machi,
            dora=build.indicators,
            ura=ura,
            fu=worth.fu or None,
            points=worth.points,
            limit=worth.limit,
            melds=build.melds[win.winner][::-1],
            yaku=yaku,
            yakuman=win.yakuman,
        )

    def _note_win(self, win: Win, element: int) -> None:
        """Note what the document does not state, or states in unknown words."""
        build, worth = self.build, win.worth
        self._note_payments(win.deltas, element)
        if worth.points is None:
            build.note(Oddity.NO_POINTS, element)
        if win.unknown_worth is not None:
            build.note(Oddity.UNKNOWN_WORTH, element, text=win.unknown_worth)
        if win.unknown_yaku:
            build.note(Oddity.UNKNOWN_YAKU, element, text=", ".join(win.unknown_yaku))
        elif worth.han not in (None, sum(win.yaku.values())) and win.yaku and not win.yakuman:
            build.note(Oddity.CONTRADICTION, element, int(Contradiction.HAN))
