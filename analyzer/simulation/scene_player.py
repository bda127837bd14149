"""Plays a scene as one hand of a game: the steps as they are written, everything else harmless.

The replay keeps the table, and what writes the plays of policies writes these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn, cast

import numpy as np
from numpy.typing import ArrayLike

from analyzer.replay.facts import Place
from analyzer.replay.registers import HAND, MASK, PHASE, SEAT, plain_tables
from analyzer.replay.replay import begin_hand
from analyzer.rules import RuleSet
from analyzer.simulation.desk import Outlook, new_desks, plain_desks
from analyzer.simulation.games import Played, Standing, hands_of
from analyzer.simulation.scene import CLAIMS, Act, Scene, SceneMistake, Step
from analyzer.simulation.scene_tiles import Filling
from analyzer.simulation.turns import GOES_ON, end_by_pass, is_indicator_due
from analyzer.simulation.writing import (
    new_buffers,
    new_call,
    write,
    write_call,
    write_deposit,
    write_meld,
    written,
)
from analyzer.tiles.suits import Distances
from analyzer.vocabulary import (
    ABSENT,
    NO_SEAT,
    NO_TILE,
    SEATS,
    TILES,
    WIND_LETTERS,
    PlayKind,
    Seat,
    TileId,
    is_aka,
    parse_mpsz,
)

__all__ = ["ScenePlayer"]

_HAIPAI: Final = 13
_INDICATORS: Final = 5
_IN_TURN: Final = (PHASE.AWAIT_DISCARD, PHASE.AWAIT_REPLACEMENT)


class ScenePlayer:
    """Leads the seats of a hand through the steps of its scene.

    Args:
        scene: What happens.
        standing: Of the game before the hand.
        rules: Of the game.
        wall: All tiles of the game, in the order in which they fill what the scene does not name.
        dice: Each die minus one.
    """

    def __init__(
        self,
        scene: Scene,
        standing: Standing,
        rules: RuleSet,
        wall: Sequence[TileId],
        dice: ArrayLike = (0, 0),
    ) -> None:
        self._scene, self._seats, self._dealer = scene, rules.seats, standing.dealer
        self._filling = Filling(scene, rules.seats, wall)
        indicator = self._filling.indicator()
        haipai = np.full((1, SEATS, _HAIPAI), NO_TILE, np.uint8)
        for wind in range(rules.seats):
            haipai[0, self._seat(wind)] = sorted(self._filling.haipai(wind), key=wall.index)
        self._hands = hands = hands_of([standing], haipai, [indicator], np.array([dice]))
        own_honba, nerve = np.array([standing.own_honba], np.int32), np.zeros((1, rules.seats), np.int64)
        desks = new_desks(hands, nerve, own_honba, rules)
        self._table = plain_tables(1)[0]
        # Nobody here asks for shanten.
        self._outlook = Outlook(plain_desks(desks)[0], self._table, cast("Distances", None))
        self._buffers = new_buffers(1)
        begin_hand.plain(self._table, self._buffers.suits, hands, self._buffers.plays, 0, rules.seats)
        self._winners = np.zeros((1, SEATS), np.bool_)
        self._is_over = False
        """The rules have ended the hand."""

    def play(self) -> Played:
        """Play every step.

        Raises:
            SceneMistake: When the scene cannot be played as it is written, or does not come to an end.
        """
        for place, step in enumerate(self._filling.steps):
            if step.act == Act.RON:
                self._winners[0, self._seat(step.wind)] = not self._is_over
                continue
            self._let_pass()
            if not self._is_over:
                self._take(place, step)
        if not self._winners.any() and self._filling.steps[-1].act != Act.KYUUSHU:
            self._let_pass()
            if not self._is_over:
                raise SceneMistake(f"{self._scene.plays!r} does not come to an end")
        ura = np.array([[self._filling.indicator(ura=True) for _ in range(_INDICATORS)]], np.uint8)
        plays, calls, deposits = written(self._buffers)
        hands = self._hands._replace(play_offsets=np.array([0, len(plays.kind)], np.int32))
        return Played(hands, plays, calls, deposits, self._winners, ura, illegal=self._scene.illegal)

    @property
    def _turn(self) -> Seat:
        return int(self._table.hand[HAND.turn])

    @property
    def _drawn(self) -> TileId:
        """What the seat whose turn it is has drawn; NO_TILE before that and after a call."""
        has_drawn = self._table.hand[HAND.last_kind] == PlayKind.DRAW
        return int(self._table.seat[self._turn][SEAT.last_draw]) if has_drawn else NO_TILE

    def _is_to_discard(self) -> bool:
        return bool(self._table.hand[HAND.phase] == PHASE.AWAIT_DISCARD)

    def _take(self, place: int, step: Step) -> None:
        hand = self._table.hand
        if step.act == Act.PLAY_ON:
            while not self._is_over and (hand[HAND.live_tiles] > step.live or hand[HAND.phase] in _IN_TURN):
                self._go_on()
        elif step.act in CLAIMS:
            self._call(PlayKind[step.act.name], self._seat(step.wind), self._held(step))
        else:
            while self._turn != self._seat(step.wind) and not self._is_over:
                self._go_on()
            if not self._is_over:
                self._act(place, step)

    def _go_on(self) -> None:
        """The seat whose turn it is draws, or discards what it drew."""
        if not self._is_to_discard():
            self._move(PlayKind.DRAW, self._harmless(None))
        else:
            self._move(PlayKind.DISCARD, self._unnamed())
            self._let_pass()

    def _act(self, place: int, step: Step) -> None:
        """What a seat does in its turn, its draw before it where one is due."""
        has_drawn = self._is_to_discard()
        if step.act == Act.DRAW:
            if has_drawn:
                self._fail(step, "draws a second time")
            self._move(PlayKind.DRAW, self._filling.draws[place])
            return
        names_discard = step.act == Act.DISCARD and step.tiles
        if not has_drawn:
            self._move(PlayKind.DRAW, self._harmless(self._held(step)[0] if names_discard else None))
        match step.act:
            case Act.DISCARD:
                self._move(PlayKind.DISCARD, self._held(step)[0] if names_discard else self._unnamed())
            case Act.RIICHI:
                self._write(PlayKind.RIICHI, NO_TILE)
            case Act.ANKAN | Act.KAKAN | Act.KITA:
                tiles = self._held(step)
                tile = self._drawn if self._drawn in tiles else tiles[0]
                write_meld.plain(
                    self._outlook, self._buffers, PlayKind[step.act.name], self._turn, tile, tile // 4
                )
            case Act.TSUMO:
                self._winners[0, self._turn] = True

    def _unnamed(self) -> TileId:
        """What the seat whose turn it is discards unless the scene names it: after a call a filler."""
        if self._drawn != NO_TILE:
            return self._drawn
        fillers = self._filling.fillers[(self._turn - self._dealer) % self._seats]
        if not fillers:
            raise SceneMistake(f"{self._scene.plays!r}: a seat has called and names no discard")
        return fillers.pop()

    def _harmless(self, discard: TileId | None) -> TileId:
        """A tile for the seat whose turn it is, which the scene does not name."""
        seat, waited = self._turn, 0
        for masks in self._table.masks:
            waited |= int(masks[MASK.waits])
        wind = (seat - self._dealer) % self._seats
        is_first = self._table.seat[seat][SEAT.discards] == 0
        return self._filling.draw(wind, waited, discard, self._concealed(seat), is_first=bool(is_first))

    def _move(self, kind: PlayKind, tile: TileId) -> None:
        """The seat whose turn it is draws or discards; indicators that are due are shown before or after."""
        self._show_due()
        self._write(kind, tile)
        if kind == PlayKind.DISCARD:
            self._show_due()

    def _show_due(self) -> None:
        while is_indicator_due.plain(self._outlook):
            self._write(PlayKind.DORA, self._filling.indicator(), NO_SEAT)

    def _let_pass(self) -> None:
        """Nobody wins on what has just been laid down: sticks are paid, and abortive draws end the hand."""
        hand = self._table.hand
        if hand[HAND.phase] == PHASE.AFTER_DISCARD and hand[HAND.pending_riichi] != NO_SEAT:
            write_deposit.plain(self._outlook, self._buffers, int(hand[HAND.last_seat]))
        self._is_over = self._is_over or end_by_pass.plain(self._outlook) != GOES_ON

    def _call(self, kind: PlayKind, seat: Seat, tiles: list[TileId]) -> None:
        """A seat makes a chi, a pon or an open kan of the last discard and these tiles; its turn begins."""
        called, source = int(self._table.hand[HAND.last_tile]), int(self._table.hand[HAND.last_seat])
        row = new_call.plain(self._buffers, called, source)
        self._buffers.calls.tiles[row, : len(tiles) + 1] = sorted((*tiles, called))
        write_call.plain(self._outlook, self._buffers, kind, seat, called, row)

    def _write(self, kind: PlayKind, tile: TileId, seat: Seat | None = None) -> None:
        who = self._turn if seat is None else seat
        write.plain(self._outlook, self._buffers, kind, who, tile, ABSENT)

    def _concealed(self, seat: Seat) -> set[TileId]:
        return {tile for tile in range(TILES) if self._table.place[tile] == Place.CONCEALED + seat}

    def _held(self, step: Step) -> list[TileId]:
        """What a step takes, ascending: red only if asked for or no other is left, the tile drawn first."""
        found: list[TileId] = []
        for word in step.tiles:
            (kind,), wants_red = parse_mpsz(word), word[0] == "0"
            held = [tile for tile in self._concealed(self._seat(step.wind)) if tile // 4 == kind]
            free = [
                (is_aka(tile) != wants_red, tile != self._drawn, -tile) for tile in held if tile not in found
            ]
            if not free:
                self._fail(step, f"needs {word}, which the seat does not hold")
            found.append(-min(free)[-1])
        return sorted(found)

    def _seat(self, wind: int) -> Seat:
        return (self._dealer + wind) % self._seats

    def _fail(self, step: Step, complaint: str) -> NoReturn:
        wind = WIND_LETTERS[step.wind]
        raise SceneMistake(f"{step.word!r} of {wind} in {self._scene.plays!r} {complaint}")
