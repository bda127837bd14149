"""Plays a scene as one hand of a game: the steps as they are written, everything else harmless."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Hands, Plays
from analyzer.replay import Illegal
from analyzer.rules import RuleSet
from analyzer.simulation.scene import Act, Scene, SceneMistake, Step
from analyzer.simulation.scene_table import Table
from analyzer.simulation.scene_tiles import Filling
from analyzer.simulation.standings import Standing
from analyzer.vocabulary import (
    NO_TILE,
    SEATS,
    WIND_LETTERS,
    PlayKind,
    Seat,
    TileId,
    is_aka,
    parse_mpsz,
    tile_text,
)

__all__ = ["PlayedHand", "play_scene"]

_HAIPAI: Final = 13
_INDICATORS: Final = 5
_CLAIMS: Final = {Act.CHI: PlayKind.CHI, Act.PON: PlayKind.PON, Act.DAIMINKAN: PlayKind.DAIMINKAN}
_NORTH: Final = "4z"


class PlayedHand(NamedTuple):
    """One hand as it was played, up to its result."""

    hands: Hands
    """What INIT says, as a batch of one."""
    plays: Plays
    calls: Calls
    deposits: NDArray[np.int32]
    """Shape (deposits, 4), points."""
    winners: NDArray[np.bool_]
    """Shape (4,): who wins; off the last tile of another seat, or on the own draw just made."""
    ura: NDArray[np.uint8]
    """Shape (any,): the tiles under the dora indicators, in the order these are shown; more are not read."""
    illegal: tuple[Illegal, ...] = ()
    """Kinds of illegal plays that the hand is meant to contain."""
    plays_on: bool = False
    """Where the rules let the dealer end the game after this hand: the dealer does not."""


def play_scene(
    scene: Scene,
    standing: Standing,
    rules: RuleSet,
    wall: Sequence[TileId],
    dice: tuple[int, int] = (0, 0),
) -> PlayedHand:
    """Play a scene.

    Args:
        scene: What happens.
        standing: Of the game before the hand.
        rules: Of the game.
        wall: All tiles of the game, in the order in which they fill what the scene does not name.
        dice: Each die minus one.

    Raises:
        SceneMistake: When it cannot be played as it is written, or does not come to an end.
    """
    filling = Filling(scene, rules.seats, wall)
    haipai = np.full((SEATS, _HAIPAI), NO_TILE, np.uint8)
    indicator = filling.indicator()
    for wind in range(rules.seats):
        haipai[(standing.dealer + wind) % rules.seats] = sorted(filling.haipai(wind), key=wall.index)
    hands = standing.hands(haipai, indicator, dice)
    table = Table(hands, standing.own_honba, rules, filling.indicator)
    winners = _Player(scene, filling, table, standing.dealer).play()
    ura = np.array([filling.ura_indicator() for _ in range(_INDICATORS)], np.uint8)
    return PlayedHand(hands, *table.columns(), winners, ura, scene.illegal)


class _Player:
    """Leads the seats of a table through the steps of a scene."""

    def __init__(self, scene: Scene, filling: Filling, table: Table, dealer: Seat) -> None:
        self._scene = scene
        self._steps = filling.steps
        self._filling = filling
        self._table = table
        self._dealer = dealer
        self._players = len(table.waits)
        self._winners = np.zeros(SEATS, np.bool_)

    def play(self) -> NDArray[np.bool_]:
        """Play every step; returns who wins."""
        table = self._table
        for place, step in enumerate(self._steps):
            if step.act == Act.RON:
                self._winners[self._seat(step)] = not table.is_over
                continue
            table.let_pass()
            if not table.is_over:
                self._take(place, step)
        if not self._winners.any() and self._steps[-1].act != Act.KYUUSHU:
            table.let_pass()
            if not table.is_over:
                raise SceneMistake(f"{self._scene.plays!r} does not come to an end")
        return self._winners

    def _take(self, place: int, step: Step) -> None:
        table = self._table
        if step.act == Act.PLAY_ON:
            while not table.is_over and (table.live > step.live or table.is_amid_turn):
                self._go_on()
        elif step.act in _CLAIMS:
            self._claim(step)
        else:
            while table.turn != self._seat(step) and not table.is_over:
                self._go_on()
            if not table.is_over:
                self._act(place, step)

    def _go_on(self) -> None:
        """The seat whose turn it is draws, or discards what it drew."""
        table = self._table
        if not table.has_drawn:
            table.draw(self._filling.draw(table, self._wind(table.turn), None))
        elif table.drawn == NO_TILE:
            raise SceneMistake(f"{self._scene.plays!r}: a seat has called and names no discard")
        else:
            table.discard(table.drawn)
            table.let_pass()

    def _act(self, place: int, step: Step) -> None:
        """What a seat does in its turn, its draw before it where one is due."""
        table = self._table
        if step.act == Act.DRAW:
            if table.has_drawn:
                self._fail(step, "draws a second time")
            table.draw(self._filling.draws[place])
            return
        if not table.has_drawn:
            table.draw(self._filling.draw(table, step.wind, self._planned(place)))
        match step.act:
            case Act.DISCARD:
                table.discard(self._held(step, step.tiles[0]) if step.tiles else table.drawn)
            case Act.RIICHI:
                table.riichi()
            case Act.ANKAN:
                tiles = self._copies(step, step.tiles[0], 4)
                table.kan(table.drawn if table.drawn in tiles else tiles[0], is_closed=True)
            case Act.KAKAN:
                table.kan(self._held(step, step.tiles[0]), is_closed=False)
            case Act.KITA:
                table.kita(self._held(step, _NORTH))
            case Act.TSUMO:
                self._winners[table.turn] = True

    def _claim(self, step: Step) -> None:
        called = tile_text(self._table.last_discard, with_aka=False)
        if step.act == Act.DAIMINKAN:
            tiles = self._copies(step, called, 3)
        elif step.tiles:
            first = self._held(step, step.tiles[0])
            tiles = first, self._held(step, step.tiles[1], first)
        else:
            tiles = self._copies(step, called, 2)
        self._table.call(_CLAIMS[step.act], self._seat(step), tiles)

    def _planned(self, place: int) -> TileId | None:
        """The tile from its hand that a seat is about to discard, unless it declares riichi with it."""
        step = self._steps[place]
        return self._held(step, step.tiles[0]) if step.act == Act.DISCARD and step.tiles else None

    def _copies(self, step: Step, word: str, count: int) -> tuple[TileId, ...]:
        found: list[TileId] = []
        for _ in range(count):
            found.append(self._held(step, word, *found))
        return tuple(sorted(found))

    def _held(self, step: Step, word: str, *but: TileId) -> TileId:
        """A tile that the seat holds: red only where asked for or no other is left, the one drawn first."""
        (kind,) = parse_mpsz(word)
        held = [tile for tile in self._table.held(self._seat(step)) if tile // 4 == kind]
        free = [tile for tile in held if tile not in but]
        if not free:
            self._fail(step, f"needs {word}, which the seat does not hold")
        wants_red, drawn = word[0] == "0", self._table.drawn
        return min(free, key=lambda tile: (is_aka(tile) != wants_red, tile != drawn, -tile))

    def _seat(self, step: Step) -> Seat:
        return (self._dealer + step.wind) % self._players

    def _wind(self, seat: Seat) -> int:
        return (seat - self._dealer) % self._players

    def _fail(self, step: Step, complaint: str) -> NoReturn:
        word = self._scene.plays.split()[step.at]
        raise SceneMistake(
            f"{word!r} of {WIND_LETTERS[step.wind]}, word {step.at + 1} of {self._scene.plays!r}, {complaint}"
        )
