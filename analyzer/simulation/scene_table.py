"""A hand while a scene is played: the seats act, the replay keeps the table, and the rules end the hand.

Plays are written as Tenhou does, sticks and indicators included, by what writes those of policies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Hands, Plays
from analyzer.replay.beginnings import begin_hand
from analyzer.replay.facts import Place
from analyzer.replay.registers import DISCARDS, FOURTH_KAN, LAST_TILE, LIVE, WAITS, plain_tables
from analyzer.rules import RuleSet
from analyzer.simulation.desk import Outlook, Policy, new_desks, plain_desks
from analyzer.simulation.turns import (
    AT_ONCE,
    GOES_ON,
    HAS_DISCARDED,
    HAS_DRAWN,
    TO_DRAW,
    TO_REPLACE,
    earn_indicator,
    end_after_discard,
)
from analyzer.simulation.writing import (
    apply,
    filled,
    new_buffers,
    new_call,
    write,
    write_call,
    write_deposit,
    write_kita,
    write_own_kan,
)
from analyzer.tiles.shanten import Distances
from analyzer.tiles.suits import suit_tables
from analyzer.tiles.waits import waits
from analyzer.vocabulary import ABSENT, KINDS, NO_SEAT, NO_TILE, TILES, PlayKind, Seat, TileId

__all__ = ["OVER", "Table", "waits_with"]

OVER: Final = 8
"""A phase beside those of `turns`: the rules have ended the hand."""


def waits_with(tiles: Sequence[TileId]) -> int:
    """Waits of a concealed part, one bit per kind."""
    counts = np.bincount(np.asarray(tiles, np.int64) // 4, minlength=KINDS).astype(np.uint8)
    return int(waits(counts[None])[0])


class Table:
    """A hand that has been dealt; the seats act by its methods, which change it and write the plays.

    Attributes:
        waits: By seat, one bit per kind; as after the own last discard.
        drawn: The tile just drawn; NO_TILE after a call.
    """

    def __init__(
        self, hands: Hands, own_honba: int, rules: RuleSet, next_indicator: Callable[[], TileId]
    ) -> None:
        desks = new_desks(
            hands, [[Policy()] * rules.seats], np.ones(1, np.int64), np.array([own_honba], np.int32), rules
        )
        self._desk, self._table = plain_desks(desks)[0], plain_tables(1)[0]
        # Nobody here asks for shanten.
        self._outlook = Outlook(self._desk, self._table, cast("Distances", None))
        self._suits, self._buffers = suit_tables(), new_buffers(1)
        begin_hand.plain(self._table, self._suits, hands, self._buffers.plays, 0, rules.seats)
        self._desk.turn = int(hands.dealer[0])
        self._rules = rules
        self._next_indicator = next_indicator
        self.waits = [self._waits(seat) for seat in range(rules.seats)]
        self.drawn: TileId = NO_TILE

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""
        return self._desk.turn

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the hand."""
        return self._desk.phase == OVER

    @property
    def has_drawn(self) -> bool:
        """Whether the seat whose turn it is has drawn or called: it discards, or does what else it may."""
        return self._desk.phase == HAS_DRAWN

    @property
    def is_amid_turn(self) -> bool:
        """Whether a seat is still to replace a tile or to discard."""
        return self._desk.phase != TO_DRAW

    @property
    def live(self) -> int:
        """Tiles left to draw."""
        return int(self._table.hand[LIVE])

    @property
    def last_discard(self) -> TileId:
        """The tile discarded last."""
        return int(self._table.hand[LAST_TILE])

    def held(self, seat: Seat) -> set[TileId]:
        """The concealed part of a seat."""
        return {tile for tile in range(TILES) if self._table.place[tile] == Place.CONCEALED + seat}

    def has_discarded(self, seat: Seat) -> bool:
        """Whether a seat has discarded a tile."""
        return bool(self._table.seat[seat][DISCARDS])

    def columns(self) -> tuple[Plays, Calls, NDArray[np.int32]]:
        """Plays, calls and deposits so far."""
        return filled(self._buffers, self._desk.play, self._desk.call, self._desk.deposit)

    def draw(self, tile: TileId) -> None:
        """The seat whose turn it is draws, from the wall or after a kan or kita."""
        self._show_indicators(self._desk.held_back)
        self._desk.held_back = 0
        self._write(PlayKind.DRAW, tile)
        self._desk.phase = HAS_DRAWN
        self.drawn = tile

    def riichi(self) -> None:
        """The seat whose turn it is declares; its discard follows."""
        self._desk.declared = 1
        self._write(PlayKind.RIICHI, NO_TILE)

    def discard(self, tile: TileId) -> None:
        """The seat whose turn it is discards."""
        self._show_indicators(0)
        self._write(PlayKind.DISCARD, tile)
        self.waits[self.turn] = self._waits(self.turn)
        self._desk.phase = HAS_DISCARDED

    def let_pass(self) -> None:
        """Nobody wins on what has just been laid down: sticks are paid, and abortive draws end the hand."""
        desk, hand = self._desk, self._table.hand
        if desk.phase == TO_REPLACE and desk.suukaikan == AT_ONCE and hand[FOURTH_KAN] >= 0:
            desk.phase = OVER
        if desk.phase != HAS_DISCARDED:
            return
        if desk.declared:
            desk.declared = 0
            write_deposit.plain(self._outlook, self._buffers, desk.turn)
            self._apply()
        desk.phase = TO_DRAW if end_after_discard.plain(self._outlook) == GOES_ON else OVER
        desk.turn = (desk.turn + 1) % self._rules.seats

    def call(self, kind: PlayKind, seat: Seat, tiles: Sequence[TileId]) -> None:
        """A seat makes a chi, a pon or an open kan of the last discard and these tiles; its turn begins."""
        called, source = self.last_discard, (self.turn - 1) % self._rules.seats
        self._desk.turn = seat
        self._desk.phase = HAS_DRAWN
        self.drawn = NO_TILE
        row = new_call.plain(self._outlook, self._buffers, called, source)
        self._buffers.calls.tiles[row, : len(tiles) + 1] = sorted((*tiles, called))
        write_call.plain(self._outlook, self._buffers, kind, seat, called, row)
        self._apply()
        if kind == PlayKind.DAIMINKAN:
            self._await_replacement(is_closed=False)

    def kan(self, tile: TileId, *, is_closed: bool) -> None:
        """The seat whose turn it is makes a closed kan with a tile, or adds it to its pon."""
        write_own_kan.plain(self._outlook, self._buffers, self.turn, tile, is_closed)
        self._apply()
        self._await_replacement(is_closed=is_closed)

    def kita(self, tile: TileId) -> None:
        """The seat whose turn it is sets a North aside."""
        write_kita.plain(self._outlook, self._buffers, self.turn, tile)
        self._apply()
        self._desk.phase = TO_REPLACE

    def _await_replacement(self, *, is_closed: bool) -> None:
        self._desk.phase = TO_REPLACE
        if self._rules.kan_dora:
            earn_indicator.plain(self._outlook, is_closed)

    def _show_indicators(self, held: int) -> None:
        while self._desk.indicators_due > held:
            self._desk.indicators_due -= 1
            self._write(PlayKind.DORA, self._next_indicator(), NO_SEAT)

    def _write(self, kind: PlayKind, tile: TileId, seat: Seat | None = None) -> None:
        who = self.turn if seat is None else seat
        write.plain(self._outlook, self._buffers, kind, who, tile, ABSENT)
        self._apply()

    def _apply(self) -> None:
        apply.plain(self._outlook, self._suits, self._buffers)

    def _waits(self, seat: Seat) -> int:
        return int(self._table.masks[seat][WAITS])
