"""What a scene does not name: haipai, draws and indicators that change nothing about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from analyzer.settlement.win_dora import dora_kind
from analyzer.simulate.scripts.notation import SceneMistake
from analyzer.simulate.scripts.scene import Scene
from analyzer.simulate.scripts.stacking import Stacked
from analyzer.simulate.scripts.table import Table, waits_with
from analyzer.tiles.waits import IS_YAOCHU
from analyzer.vocabulary import WIND_KINDS, WIND_LETTERS, TileId

__all__ = ["Filling"]

_HAIPAI: Final = 13
_EAST: Final = WIND_KINDS[0]
_REACH: Final = 3
"""Tiles of a suit so far apart are of no use to one another."""

Wish: TypeAlias = Callable[[TileId], bool]


def _any(_tile: TileId) -> bool:
    return True


class Filling:
    """Hands out tiles of a scene: the named ones where it names them, else harmless ones.

    What a hand is worth does not depend on it: no indicator that it chooses makes dora of a kind that the
    scene names.
    """

    def __init__(self, scene: Scene, stacked: Stacked, players: int) -> None:
        self._scene = scene
        self._stacked = stacked
        self._players = players
        self._dora = list(stacked.dora)
        self._ura = list(stacked.ura)
        self._yaochu = {WIND_LETTERS.index(wind): tiles == "yaochu" for wind, tiles in scene.fill.items()}

    def indicator(self) -> TileId:
        """The next dora indicator."""
        return self._dora.pop(0) if self._dora else self._harmless_indicator()

    def ura_indicator(self) -> TileId:
        """The tile under the next indicator."""
        return self._ura.pop(0) if self._ura else self._harmless_indicator()

    def haipai(self, wind: int) -> tuple[TileId, ...]:
        """What the seat of a wind is dealt; not tenpai unless the scene names it all."""
        dealt = list(self._stacked.haipai[wind])

        def is_loose(tile: TileId) -> bool:
            # Nothing to go with, so that no call of the scene makes such a hand tenpai.
            near = 1 if tile // 4 >= _EAST else _REACH
            return all(abs(tile // 4 - other // 4) >= near for other in dealt)

        while len(dealt) < _HAIPAI - 1:
            dealt.append(self._take(_any, self._is_spare, is_loose))
        if len(dealt) < _HAIPAI:
            dealt.append(self._take(lambda tile: not waits_with([*dealt, tile]), self._is_spare, is_loose))
        return tuple(dealt)

    def draw(self, table: Table, wind: int, discard: TileId | None) -> TileId:
        """A tile for a seat whose draw the scene does not name.

        Args:
            table: Before the draw.
            wind: Of the seat.
            discard: What it will discard, None for the tile drawn.
        """
        waited = 0
        for waits in table.waits:
            waited |= waits
        seat = table.turn

        def is_safe(tile: TileId) -> bool:
            fits = wind not in self._yaochu or IS_YAOCHU[tile // 4] == self._yaochu[wind]
            return fits and not waited >> tile // 4 & 1

        def is_quiet(tile: TileId) -> bool:
            # One middle tile in the river, and there is neither nagashi nor suufon renda.
            if discard is None:
                return wind in self._yaochu or bool(table.rivers[seat]) or not IS_YAOCHU[tile // 4]
            return not waits_with(sorted((table.concealed[seat] | {tile}) - {discard}))

        spare = (self._is_spare,) if wind not in self._yaochu else ()
        return self._take(is_safe, is_quiet, *spare)

    def _is_spare(self, tile: TileId) -> bool:
        """No seat is to draw tiles of this sort only."""
        return IS_YAOCHU[tile // 4] not in self._yaochu.values()

    def _harmless_indicator(self) -> TileId:
        return self._take(_any, self._points_elsewhere, self._is_spare)

    def _points_elsewhere(self, tile: TileId) -> bool:
        indicated = dora_kind(np.array([[tile]], np.uint8), np.array([self._players], np.uint8))
        return int(indicated[0, 0]) not in self._stacked.named

    def _take(self, *wishes: Wish) -> TileId:
        tile = self._stacked.stock.take(*wishes)
        if tile is None:
            raise SceneMistake(f"no harmless tile is left for {self._scene.plays!r}")
        return tile
