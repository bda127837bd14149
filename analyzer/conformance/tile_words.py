"""Words of tiles: who holds which, which of them a hand does not name, and what a call is made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from analyzer.conformance.scene import Scene
from analyzer.conformance.terms import Value
from analyzer.formats.meld_codes import decode_call
from analyzer.replay.facts import Place
from analyzer.vocabulary import NO_TILE, SANMA_ABSENT_KINDS, SEATS, TILES, PlayKind, Seat, TileId

__all__ = ["WORDS", "naming_attributes"]

_NAMING: Final = re.compile("hai[0-3]?|doraHai|doraHaiUra|machi")


def naming_attributes(scene: Scene) -> Iterator[str]:
    """Attributes of an element whose numbers are tiles."""
    return (name for name in scene.element.attributes if _NAMING.fullmatch(name))


def _in_game(scene: Scene) -> list[TileId]:
    """Tiles that the game has."""
    return [
        tile for tile in range(TILES) if scene.draft.seats == SEATS or tile // 4 not in SANMA_ABSENT_KINDS
    ]


def _called(code: int) -> tuple[int, list[TileId]]:
    """Kind and tiles of a call."""
    tiles = np.full(4, NO_TILE, np.uint8)
    kind, *_ = decode_call(code, 0, tiles)
    return kind, [tile for tile in tiles.tolist() if tile != NO_TILE]


def call(scene: Scene) -> str:
    """``chi``, ``pon``, ``kakan``, ``ankan``, ``daiminkan`` or ``kita``."""
    kind, _ = _called(int(scene.attribute("m")))
    return PlayKind(kind).name.lower()


def called_tiles(scene: Scene) -> list[TileId]:
    """Tiles of a call."""
    return _called(int(scene.attribute("m")))[1]


def held(scene: Scene, seat: Seat) -> list[TileId]:
    """Concealed tiles of a seat when the hand ends, as played."""
    return _at(scene, Place.CONCEALED + seat)


def unseen(scene: Scene) -> list[TileId]:
    """Tiles that lie in the wall when the hand ends, as played."""
    return [tile for tile in _at(scene, Place.UNSEEN) if tile in _in_game(scene)]


def _at(scene: Scene, place: int) -> list[TileId]:
    tiles: list[TileId] = np.flatnonzero(scene.draft.course.place[scene.hand] == place).tolist()
    return tiles


def named_tiles(scene: Scene) -> list[TileId]:
    """Tiles that the hand names anywhere."""
    named: set[TileId] = set()
    for one in scene.over(scene.whole_hand()):
        if one.kind() in ("draw", "discard"):
            named.add(one.tile())
        elif one.kind() == "INIT":
            named.add(one.element.numbers("seed")[5])
        elif one.kind() == "N":
            named |= {*called_tiles(one)}
        for name in naming_attributes(one):
            named |= {*one.element.numbers(name)}
    return sorted(named)


def free_tiles(scene: Scene) -> list[TileId]:
    """Tiles of the game that the hand does not name."""
    named = {*named_tiles(scene)}
    return [tile for tile in _in_game(scene) if tile not in named]


WORDS: Final[tuple[Callable[..., Value], ...]] = (
    call,
    called_tiles,
    held,
    unseen,
    named_tiles,
    free_tiles,
)
