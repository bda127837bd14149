"""Words of tiles and of yaku: who holds what, what a hand does not name, what a call or a win is made of.

Every function of `__all__` is a word of the catalogue of faults; those of `Scene` are the others.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.conformance.scene import DISCARD_TAGS, DRAW_TAGS, Scene
from analyzer.conformance.terms import NoOccasion
from analyzer.formats.meld_codes import decode_call, encode_pon
from analyzer.replay.facts import Place
from analyzer.settlement.win_dora import dora_kind
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import NO_TILE, SANMA_ABSENT_KINDS, SEATS, TILES, PlayKind, Seat, TileId

__all__ = ["call", "called_tiles", "dealt", "drawn", "free_tiles", "fu", "han", "han_of", "held"]
__all__ += [
    "idle_indicator",
    "laid",
    "pon_code",
    "real_yaku",
    "seats_holding",
    "tehai",
    "unseen",
    "with_yaku",
]

_DORA: Final = (int(Yaku.DORA), int(Yaku.AKA_DORA), int(Yaku.URA_DORA))
"""In the order in which Tenhou names them, behind all others."""


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


def drawn(_: Scene, seat: Seat, tile: TileId) -> str:
    """Name of the element by which a seat draws a tile."""
    return f"{DRAW_TAGS[seat]}{tile}"


def laid(_: Scene, seat: Seat, tile: TileId) -> str:
    """Name of the element by which a seat discards a tile."""
    return f"{DISCARD_TAGS[seat]}{tile}"


def tehai(scene: Scene, seat: Seat) -> list[TileId]:
    """Tiles that an element shows of a seat."""
    return scene.element.numbers(f"hai{seat}")


def dealt(scene: Scene, *seats: Seat) -> list[TileId]:
    """Tiles that seats are dealt in the hand; all that are dealt, if none is named."""
    init = scene.draft[scene.whole_hand().start]
    return [tile for seat in seats or range(SEATS) for tile in init.numbers(f"hai{seat}")]


def call(scene: Scene) -> str:
    """``chi``, ``pon``, ``kakan``, ``ankan``, ``daiminkan`` or ``kita``."""
    kind, _ = _called(int(scene.attribute("m")))
    return PlayKind(kind).name.lower()


def called_tiles(scene: Scene) -> list[TileId]:
    """Tiles of a call."""
    return _called(int(scene.attribute("m")))[1]


def pon_code(_: Scene, tiles: list[TileId], called: TileId, seat: Seat, source: Seat) -> int:
    """``m`` of a pon."""
    return encode_pon(tiles, called, seat, source)


def seats_holding(scene: Scene, tile: TileId, number: int) -> list[Seat]:
    """Seats that hold so many copies of a tile, concealed, when the hand ends."""
    kind = tile // 4
    hands = {seat: [one // 4 for one in held(scene, seat)] for seat in range(scene.draft.seats)}
    return [seat for seat, kinds in hands.items() if kinds.count(kind) >= number]


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
        for name in one.naming_attributes():
            named |= {*one.element.numbers(name)}
    return sorted(named)


def free_tiles(scene: Scene) -> list[TileId]:
    """Tiles of the game that the hand does not name."""
    named = {*named_tiles(scene)}
    return [tile for tile in _in_game(scene) if tile not in named]


def idle_indicator(scene: Scene) -> TileId:
    """A free tile that makes nothing dora that the winner shows."""
    kinds = {tile // 4 for tile in scene.element.numbers("hai")}
    for code in scene.element.numbers("m"):
        kinds |= {tile // 4 for tile in _called(code)[1]}
    free = free_tiles(scene)
    made = dora_kind(np.array(free, np.uint8)[None], np.array([scene.draft.seats], np.uint8))[0].tolist()
    idle = [tile for tile, dora in zip(free, made, strict=True) if dora not in kinds]
    if not idle:
        raise NoOccasion("every free tile makes something dora")
    return idle[0]


def fu(scene: Scene) -> int:
    """Fu of a win, as it states them."""
    return scene.element.numbers("ten")[0]


def han(scene: Scene) -> int:
    """Han of a win without yakuman, dora included."""
    return sum(scene.element.numbers("yaku")[1::2])


def real_yaku(scene: Scene) -> list[int]:
    """Ids of the yaku of a win, dora left out."""
    return [number for number in scene.element.numbers("yaku")[::2] if number not in _DORA]


def han_of(scene: Scene, yaku: int) -> int:
    """Han of one yaku of a win; 0 where it is not among them."""
    numbers = scene.element.numbers("yaku")
    return dict(zip(numbers[::2], numbers[1::2], strict=True)).get(yaku, 0)


def with_yaku(scene: Scene, yaku: int, han: int) -> list[int]:
    """The yaku of a win, with so many han of one of them, which is put in its place; none for 0 han."""
    numbers = scene.element.numbers("yaku")
    pairs = [pair for pair in zip(numbers[::2], numbers[1::2], strict=True) if pair[0] != yaku]
    if han:
        place = sum(_yaku_order(number) < _yaku_order(yaku) for number, _ in pairs)
        pairs.insert(place, (yaku, han))
    return [part for pair in pairs for part in pair]


def _yaku_order(yaku: int) -> int:
    """Riichi and ippatsu come first, then yaku by their ids, then dora, red fives and ura dora."""
    return 100 + _DORA.index(yaku) if yaku in _DORA else {1: -2, 2: -1}.get(yaku, yaku)
