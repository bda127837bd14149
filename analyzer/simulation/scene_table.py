"""A hand while a scene is played: what each seat holds and waits for, whose turn it is, what ends it.

It writes plays as Tenhou does, sticks and indicators included, and knows which abortive draws a rule set
has.  Whether plays are legal it leaves to the replay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Plays
from analyzer.replay.beginnings import LIVE_FOUR, LIVE_SANMA
from analyzer.replay.facts import Illegal
from analyzer.rules import RuleSet
from analyzer.rules.grades import OpenKanDora, Suukaikan
from analyzer.simulation.buffers import call_codes
from analyzer.simulation.standings import Standing
from analyzer.tiles.waits import waits
from analyzer.vocabulary import (
    ABSENT,
    KINDS,
    NO_SEAT,
    NO_TILE,
    RIICHI_STICK,
    SEATS,
    WIND_KINDS,
    PlayKind,
    Seat,
    TileId,
)

__all__ = ["Meld", "Phase", "Table", "Written", "waits_with"]

_FOUR: Final = 4
"""Kans, riichi or first winds that may end a hand."""
_CALLS: Final = range(PlayKind.CHI, PlayKind.KITA + 1)


class Meld(NamedTuple):
    """A call as it is written.

    Attributes:
        kind: The play.
        tile: What is taken, added or set aside.
        tiles: All tiles of the meld.
        called: The one from another seat; NO_TILE if none.
        source: That seat, or the own one.
    """

    kind: PlayKind
    tile: TileId
    tiles: tuple[TileId, ...]
    called: TileId
    source: Seat


@dataclass(slots=True)
class Written:
    """What a hand has come to so far; rows in play order."""

    plays: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Kind, seat, tile, row."""
    melds: list[Meld] = field(default_factory=list)
    deposits: list[tuple[int, ...]] = field(default_factory=list)
    """Scores of four seats after each stick."""

    def play(self, kind: PlayKind, seat: Seat, tile: TileId = NO_TILE, row: int = ABSENT) -> None:
        """Add a play."""
        self.plays.append((kind, seat, tile, row))

    def meld(self, seat: Seat, meld: Meld) -> None:
        """Add a call with its play."""
        self.play(meld.kind, seat, meld.tile, len(self.melds))
        self.melds.append(meld)

    def deposit(self, seat: Seat, scores: Sequence[int]) -> None:
        """Add a riichi that stands, with the scores after its stick."""
        self.play(PlayKind.RIICHI_ACCEPTED, seat, row=len(self.deposits))
        self.deposits.append(tuple(scores))

    def columns(self) -> tuple[Plays, Calls, NDArray[np.int32]]:
        """Plays, calls and deposits as arrays."""
        rows = np.array(self.plays, np.int64).reshape(-1, 4)
        plays = Plays(
            kind=rows[:, 0].astype(np.uint8),
            seat=rows[:, 1].astype(np.uint8),
            tile=rows[:, 2].astype(np.uint8),
            row=rows[:, 3].astype(np.int32),
            element=np.zeros(len(rows), np.int32),
        )
        tiles = np.full((len(self.melds), 4), NO_TILE, np.uint8)
        for row, meld in enumerate(self.melds):
            tiles[row, : len(meld.tiles)] = sorted(meld.tiles)
        calls = Calls(
            code=np.zeros(len(tiles), np.uint16),
            tiles=tiles,
            called=np.array([meld.called for meld in self.melds], np.uint8),
            source=np.array([meld.source for meld in self.melds], np.uint8),
        )
        made = np.isin(plays.kind, _CALLS)
        codes = call_codes(plays.kind[made], plays.seat[made], plays.tile[made], calls)
        return plays, calls._replace(code=codes), np.array(self.deposits, np.int32).reshape(-1, SEATS)


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
        self.live = LIVE_FOUR if rules.seats == SEATS else LIVE_SANMA
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

    def call(self, kind: PlayKind, seat: Seat, tiles: tuple[TileId, ...]) -> None:
        """A seat makes a chi, a pon or an open kan of the last discard and these tiles; its turn begins."""
        source = (self.turn - 1) % len(self.concealed)
        self.concealed[seat].difference_update(tiles)
        self.turn = seat
        self.drawn = NO_TILE
        self.phase = Phase.ACT
        called = self.last_discard
        self.written.meld(seat, Meld(kind, called, (*tiles, called), called, source))
        if kind == PlayKind.DAIMINKAN:
            self._await_replacement(is_open=True)

    def ankan(self, tiles: tuple[TileId, ...]) -> None:
        """The seat whose turn it is makes a closed kan."""
        named = self.drawn if self.drawn in tiles else tiles[0]
        self.concealed[self.turn].difference_update(tiles)
        self.written.meld(self.turn, Meld(PlayKind.ANKAN, named, tiles, NO_TILE, self.turn))
        self._await_replacement(is_open=False)

    def kakan(self, tile: TileId) -> None:
        """The seat whose turn it is adds a tile to its pon."""
        pon = next(
            meld for meld in self.written.melds if meld.kind == PlayKind.PON and meld.tile // 4 == tile // 4
        )
        self.concealed[self.turn].remove(tile)
        tiles = (*pon.tiles, tile)
        self.written.meld(self.turn, Meld(PlayKind.KAKAN, tile, tiles, pon.called, pon.source))
        self._await_replacement(is_open=True)

    def kita(self, tile: TileId) -> None:
        """The seat whose turn it is sets a North aside."""
        self.concealed[self.turn].remove(tile)
        self.written.meld(self.turn, Meld(PlayKind.KITA, tile, (tile,), NO_TILE, self.turn))
        self.phase = Phase.REPLACE

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
