"""Tiles of a hand that a scene tells: those it names where it names them, harmless ones for all else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import numpy as np

from analyzer.settlement.dora import NEXT_KIND, NEXT_KIND_SANMA
from analyzer.simulation.scene import CLAIMS, Act, Scene, SceneMistake, Step, parse_plays
from analyzer.tiles.waits import waits
from analyzer.vocabulary import (
    KINDS,
    WIND_KINDS,
    WIND_LETTERS,
    YAOCHU_KINDS,
    TileId,
    parse_tiles,
    tiles_in,
)

__all__ = ["Filling", "waits_with"]

_HAIPAI: Final = 13
_ENDS_OF_TURNS: Final = (Act.DISCARD, Act.ANKAN, Act.KAKAN, Act.DAIMINKAN, Act.KITA)
"""After these a seat draws before it does more, if nobody calls."""
_OF_LAST_DISCARD: Final = {Act.PON: 2, Act.DAIMINKAN: 3}
"""How many like the last discard a call takes, unless it names them."""
_KITA_TILE: Final = "4z"
_NOT_BEGUN: Final = -1
_OTHER_FIVES: Final = str.maketrans("05", "50")
_EAST: Final = WIND_KINDS[0]
_REACH: Final = 3
"""Tiles of a suit so far apart are of no use to one another."""

Wish: TypeAlias = Callable[[TileId], bool]


def waits_with(tiles: Sequence[TileId]) -> int:
    """Waits of a concealed part, one bit per kind."""
    counts = np.bincount(np.asarray(tiles, np.int64) // 4, minlength=KINDS).astype(np.uint8)
    return int(waits(counts[None])[0])


def _all_steps(plays: str, dealt: Sequence[list[str]]) -> list[Step]:
    """The steps of a scene, with the tiles that each takes, and a DRAW where a seat can only have drawn one.

    Args:
        plays: Of the scene.
        dealt: Tiles that each seat is dealt; those that it cannot have drawn are added.
    """
    steps: list[Step] = []
    held = [Counter(tiles) for tiles in dealt]
    # Place among the steps where the draw of each seat's turn would be named; None where there is no other.
    draws: list[int | None] = [_NOT_BEGUN] * len(dealt)
    last_discard = ""
    for step in parse_plays(plays, len(dealt)):
        if step.act == Act.PLAY_ON:
            steps.append(step)
            draws = [_NOT_BEGUN] * len(dealt)
            continue
        wind = step.wind
        if step.act in (*CLAIMS, Act.RON, Act.DRAW):
            draws[wind] = None
        elif draws[wind] == _NOT_BEGUN:
            draws[wind] = len(steps)
        if step.act == Act.DRAW:
            held[wind].update(step.tiles)
        wanted = _taken_by(step, last_discard)
        for tile in wanted:
            # Red fives stand for others where only they are held, and the reverse.
            alike = tile.translate(_OTHER_FIVES)
            place = draws[wind]
            if held[wind][tile] or held[wind][alike]:
                held[wind][tile if held[wind][tile] else alike] -= 1
            elif place is not None:
                steps.insert(place, Step(Act.DRAW, wind, (tile,), word=step.word))
                draws[wind] = None
            else:
                dealt[wind].append(tile)
        steps.append(step._replace(tiles=wanted) if wanted else step)
        if step.act == Act.DISCARD:
            last_discard = step.tiles[0].replace("0", "5") if step.tiles else ""
        if step.act in _ENDS_OF_TURNS:
            draws[wind] = _NOT_BEGUN
    return steps


def _taken_by(step: Step, last_discard: str) -> tuple[str, ...]:
    """The tiles that a seat gives up in a step."""
    if step.act == Act.DRAW:
        return ()
    if step.act == Act.KITA:
        return (_KITA_TILE,)
    if step.act in _OF_LAST_DISCARD and not step.tiles:
        if not last_discard:
            raise SceneMistake(f"{step.word!r} calls a discard that the scene does not name")
        return (last_discard,) * _OF_LAST_DISCARD[step.act]
    return step.tiles * 4 if step.act == Act.ANKAN else step.tiles


class Filling:
    """Hands out tiles of a scene: the named ones where it names them, else harmless ones.

    What a hand is worth does not depend on it: no indicator that it chooses makes dora of a kind that the
    scene names.

    Args:
        scene: What is to be played.
        players: 3 or 4.
        wall: All tiles of the game; those not named are handed out in this order.

    Attributes:
        steps: Of the scene, with a DRAW for every tile that a seat can only have drawn, and with all tiles
            that a step takes.
        draws: Tile of each DRAW, by index of ``steps``.
        fillers: Tiles that each seat was dealt beside those that the scene names, by wind.

    Raises:
        SceneMistake: When the scene names more of a tile than there are, or deals more than 13 to a seat.
    """

    def __init__(self, scene: Scene, players: int, wall: Sequence[TileId]) -> None:
        self._scene, self._players, self._wall = scene, players, wall
        self._taken: list[TileId] = []
        dealt = [tiles_in(scene.haipai.get(wind, "")) for wind in WIND_LETTERS[:players]]
        self.steps = _all_steps(scene.plays, dealt)
        for wind, tiles in zip(WIND_LETTERS, dealt, strict=False):
            if len(tiles) > _HAIPAI:
                complaint = f"is dealt {len(tiles)} tiles: {''.join(tiles)}"
                raise SceneMistake(f"{wind} of {scene.plays!r} {complaint}")
        self._dealt = [self._ids("".join(tiles)) for tiles in dealt]
        self.draws = {
            place: self._ids(step.tiles[0])[0]
            for place, step in enumerate(self.steps)
            if step.act == Act.DRAW
        }
        self.fillers: dict[int, list[TileId]] = {}
        self._named = {tile // 4 for tile in self._taken}
        self._dora, self._ura = list(self._ids(scene.dora)), list(self._ids(scene.ura))
        self._stock = [tile for tile in wall if tile not in self._taken]
        self._yaochu = {WIND_LETTERS.index(wind): tiles == "yaochu" for wind, tiles in scene.fill.items()}

    def _ids(self, text: str) -> tuple[TileId, ...]:
        """Tiles of the wall that are not taken yet; they are now."""
        try:
            found = parse_tiles(text, taken=self._taken)
        except ValueError as error:
            raise SceneMistake(f"{self._scene.plays!r}: {error}") from None
        if not set(found) <= set(self._wall):
            raise SceneMistake(f"{self._scene.plays!r}: {text!r} is not in the wall of this game")
        self._taken.extend(found)
        return found

    def indicator(self, *, ura: bool = False) -> TileId:
        """The next dora indicator, or the tile under the next one."""
        named = self._ura if ura else self._dora
        return named.pop(0) if named else self._take(lambda _: True, self._points_elsewhere, self._is_spare)

    def haipai(self, wind: int) -> tuple[TileId, ...]:
        """What the seat of a wind is dealt; not tenpai unless the scene names it all."""
        dealt = list(self._dealt[wind])

        def is_loose(tile: TileId) -> bool:
            # Nothing to go with, so that no call of the scene makes such a hand tenpai.
            near = 1 if tile // 4 >= _EAST else _REACH
            return all(abs(tile // 4 - other // 4) >= near for other in dealt)

        def is_noten(tile: TileId) -> bool:
            is_wanted = self._scene.shunned >> tile // 4 & 1
            return not is_wanted and (len(dealt) < _HAIPAI - 1 or not waits_with([*dealt, tile]))

        while len(dealt) < _HAIPAI:
            dealt.append(self._take(is_noten, self._is_spare, is_loose))
        self.fillers[wind] = dealt[len(self._dealt[wind]) :]
        return tuple(dealt)

    def draw(
        self, wind: int, waited: int, discard: TileId | None, held: set[TileId], is_first: bool
    ) -> TileId:
        """A tile for a seat whose draw the scene does not name.

        Args:
            wind: Of the seat.
            waited: Kinds that any seat waits for.
            discard: What it will discard, None for the tile drawn.
            held: Its concealed part.
            is_first: Whether it has discarded nothing yet.
        """

        def is_safe(tile: TileId) -> bool:
            fits = wind not in self._yaochu or (tile // 4 in YAOCHU_KINDS) == self._yaochu[wind]
            return fits and not (waited | self._scene.shunned) >> tile // 4 & 1

        def is_quiet(tile: TileId) -> bool:
            # One middle tile in the river, and there is neither nagashi nor suufon renda.
            if discard is None:
                return wind in self._yaochu or not is_first or tile // 4 not in YAOCHU_KINDS
            return not waits_with(sorted((held | {tile}) - {discard}))

        spare = (self._is_spare,) if wind not in self._yaochu else ()
        return self._take(is_safe, is_quiet, *spare)

    def _is_spare(self, tile: TileId) -> bool:
        """Whether no seat draws tiles of this sort only."""
        return (tile // 4 in YAOCHU_KINDS) not in self._yaochu.values()

    def _points_elsewhere(self, tile: TileId) -> bool:
        following = NEXT_KIND_SANMA if self._players == 3 else NEXT_KIND
        return int(following[tile // 4]) not in self._named

    def _take(self, *wishes: Wish) -> TileId:
        """The first tile that meets all wishes; else all but the last, and so on down to the first wish."""
        for count in range(len(wishes), 0, -1):
            for tile in self._stock:
                if all(wish(tile) for wish in wishes[:count]):
                    self._stock.remove(tile)
                    return tile
        raise SceneMistake(f"no harmless tile is left for {self._scene.plays!r}")
