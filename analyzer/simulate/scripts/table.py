"""A hand while a scene is played: what each seat holds and waits for, whose turn it is, what ends it.

It writes plays as Tenhou does, sticks and indicators included, and knows which abortive draws a rule set
has.  Whether plays are legal it leaves to the replay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, unique
from typing import Final

import numpy as np

from analyzer.formats.meld_codes import (
    encode_ankan,
    encode_chi,
    encode_daiminkan,
    encode_kakan,
    encode_kita,
    encode_pon,
)
from analyzer.replay.facts import Illegal
from analyzer.rules import RuleSet
from analyzer.rules.grades import OpenKanDora, Suukaikan
from analyzer.simulate.played import Standing
from analyzer.simulate.scripts.written import Meld, Written
from analyzer.tiles.waits import waits
from analyzer.vocabulary import KINDS, NO_SEAT, NO_TILE, RIICHI_STICK, WIND_KINDS, PlayKind, Seat, TileId

__all__ = ["Phase", "Table", "waits_with"]

_FOUR: Final = 4
"""Kans, riichi or first winds that may end a hand."""
_LIVE_TILES: Final = {4: 136 - 14 - 4 * 13, 3: 108 - 14 - 3 * 13}


@unique
class Phase(Enum):
    """What comes next."""

    DRAW = "a seat draws, or another calls what was discarded"
    REPLACE = "the seat draws after its kan or kita"
    ACT = "the seat has drawn or called: it discards, or does what else it may"
    ANSWER = "others may answer its discard"
    OVER = "nothing: the rules have ended the hand"


def waits_with(tiles: Sequence[TileId]) -> int:
    """Waits of a concealed part, one bit per kind."""
    counts = np.bincount(np.asarray(tiles, np.int64) // 4, minlength=KINDS).astype(np.uint8)
    return int(waits(counts[None])[0])


class Table:
    """A hand that has been dealt; the seats act by its methods, which change it and write the plays.

    Attributes:
        concealed: Tiles in hand, by seat.
        waits: By seat, one bit per kind; as after the own last discard.
        live: Tiles left to draw.
        turn: Whose turn it is.
        phase: What comes next.
        drawn: The tile just drawn; NO_TILE after a call.
        rivers: Tiles discarded, by seat, those called included.
        last_discard: The tile discarded last.
        illegal: Plays that the replay reports and this rule set wants.
        written: All plays so far.
    """

    def __init__(
        self,
        standing: Standing,
        rules: RuleSet,
        haipai: Sequence[Sequence[TileId]],
        next_indicator: Callable[[], TileId],
    ) -> None:
        self.concealed = [set(tiles) for tiles in haipai]
        self.waits = [waits_with(tiles) for tiles in haipai]
        self.live = _LIVE_TILES[rules.seats]
        self.turn = standing.dealer
        self.phase = Phase.DRAW
        self.drawn: TileId = NO_TILE
        self.rivers: list[list[TileId]] = [[] for _ in haipai]
        self.last_discard: TileId = NO_TILE
        self.illegal: set[Illegal] = set()
        self.written = Written()
        self._rules = rules
        self._next_indicator = next_indicator
        self._scores = list(standing.scores)
        self._kans: list[Seat] = []
        self._declaring = False
        # Indicators that kans have earned, and how many of them wait for the replacement tile.
        self._due = 0
        self._held = 0
        self._shows_early = False

    def draw(self, tile: TileId) -> None:
        """The seat whose turn it is draws, from the wall or after a kan or kita."""
        if self._shows_early and self.phase == Phase.REPLACE:
            self.illegal.add(Illegal.DORA_BEFORE_DRAW)
        self._show_indicators(self._held)
        self._held = 0
        self.live -= 1
        self.drawn = tile
        self.concealed[self.turn].add(tile)
        self.written.play(PlayKind.DRAW, self.turn, tile)
        self.phase = Phase.ACT

    def riichi(self) -> None:
        """The seat whose turn it is declares; its discard follows."""
        self._declaring = True
        self.written.play(PlayKind.RIICHI, self.turn)

    def discard(self, tile: TileId) -> None:
        """The seat whose turn it is discards."""
        self._show_indicators(0)
        self.concealed[self.turn].remove(tile)
        self.waits[self.turn] = waits_with(sorted(self.concealed[self.turn]))
        self.rivers[self.turn].append(tile)
        self.last_discard = tile
        self.written.play(PlayKind.DISCARD, self.turn, tile)
        self.phase = Phase.ANSWER

    def let_pass(self) -> None:
        """Nobody wins on what has just been laid down: sticks are paid, and abortive draws end the hand."""
        if self.phase == Phase.REPLACE and self._rules.suukaikan == Suukaikan.AT_ONCE and self._four_kans():
            self.phase = Phase.OVER
        if self.phase != Phase.ANSWER:
            return
        if self._declaring:
            self._declaring = False
            self._scores[self.turn] -= RIICHI_STICK
            self.written.deposit(self.turn, self._scores)
        self.phase = Phase.OVER if self._is_over() else Phase.DRAW
        self.turn = (self.turn + 1) % len(self.concealed)

    def chi(self, seat: Seat, tiles: tuple[TileId, ...]) -> None:
        """A seat takes the last discard into a sequence with two of its tiles; likewise `pon`."""
        called, source = self._called(seat, tiles)
        meld = (*tiles, called)
        self.written.meld(
            seat, Meld(PlayKind.CHI, called, meld, called, source, encode_chi(meld, called, seat, source))
        )

    def pon(self, seat: Seat, tiles: tuple[TileId, ...]) -> None:
        """See `chi`."""
        called, source = self._called(seat, tiles)
        meld = (*tiles, called)
        self.written.meld(
            seat, Meld(PlayKind.PON, called, meld, called, source, encode_pon(meld, called, seat, source))
        )

    def daiminkan(self, seat: Seat, tiles: tuple[TileId, ...]) -> None:
        """A seat makes an open kan of the last discard with three of its tiles."""
        called, source = self._called(seat, tiles)
        code = encode_daiminkan(called, seat, source)
        self.written.meld(seat, Meld(PlayKind.DAIMINKAN, called, (*tiles, called), called, source, code))
        self._await_replacement(is_open=True)

    def ankan(self, tiles: tuple[TileId, ...]) -> None:
        """The seat whose turn it is makes a closed kan."""
        named = self.drawn if self.drawn in tiles else tiles[0]
        self.concealed[self.turn].difference_update(tiles)
        meld = Meld(PlayKind.ANKAN, named, tiles, NO_TILE, self.turn, encode_ankan(named))
        self.written.meld(self.turn, meld)
        self._await_replacement(is_open=False)

    def kakan(self, tile: TileId) -> None:
        """The seat whose turn it is adds a tile to its pon."""
        pon = next(
            meld for meld in self.written.melds if meld.kind == PlayKind.PON and meld.tile // 4 == tile // 4
        )
        self.concealed[self.turn].remove(tile)
        code = encode_kakan(pon.tiles, pon.called, self.turn, pon.source)
        meld = Meld(PlayKind.KAKAN, tile, (*pon.tiles, tile), pon.called, pon.source, code)
        self.written.meld(self.turn, meld)
        self._await_replacement(is_open=True)

    def kita(self, tile: TileId) -> None:
        """The seat whose turn it is sets a North aside."""
        self.concealed[self.turn].remove(tile)
        meld = Meld(PlayKind.KITA, tile, (tile,), NO_TILE, self.turn, encode_kita(tile))
        self.written.meld(self.turn, meld)
        self.phase = Phase.REPLACE

    def _called(self, seat: Seat, tiles: tuple[TileId, ...]) -> tuple[TileId, Seat]:
        """The last discard and whose it was; the caller's tiles leave its hand and its turn begins."""
        source = (self.turn - 1) % len(self.concealed)
        self.concealed[seat].difference_update(tiles)
        self.turn = seat
        self.drawn = NO_TILE
        self.phase = Phase.ACT
        return self.last_discard, source

    def _await_replacement(self, *, is_open: bool) -> None:
        self._kans.append(self.turn)
        self.phase = Phase.REPLACE
        if len(self._kans) > _FOUR and self._rules.suukaikan == Suukaikan.FIFTH_WITHOUT_URA:
            self.illegal.add(Illegal.FIFTH_KAN)
        if self._rules.kan_dora:
            self._due += 1
            self._held = 1 if is_open and self._rules.open_kan_dora == OpenKanDora.BEFORE_DISCARD else 0
            self._shows_early = is_open and not self._held

    def _show_indicators(self, held: int) -> None:
        while self._due > held:
            self._due -= 1
            self.written.play(PlayKind.DORA, NO_SEAT, self._next_indicator())

    def _four_kans(self) -> bool:
        return len(self._kans) == _FOUR and len(set(self._kans)) > 1

    def _is_over(self) -> bool:
        """Whether the discard that has just passed ends the hand."""
        rules = self._rules
        return (
            self.live == 0
            or (rules.suukaikan == Suukaikan.AFTER_DISCARD and self._four_kans())
            or (rules.suucha_riichi and len(self.written.deposits) == _FOUR)
            or (rules.suufon_renda and self._four_winds())
        )

    def _four_winds(self) -> bool:
        firsts = {tile // 4 for river in self.rivers for tile in river}
        return (
            not self.written.melds
            and [len(river) for river in self.rivers] == [1] * _FOUR
            and len(firsts) == 1
            and firsts <= set(WIND_KINDS)
        )
