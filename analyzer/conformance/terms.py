"""Terms and places of the catalogue of faults: ``"ba[0] > 0"``, ``"other(who, fromWho)"``, ``"tile // 4"``.

A term is a number, or a Python expression over the names that a fault gives, the properties and methods of
`Scene`, WORDS and FUNCTIONS, and the attributes of the element.  It is part of the package, as code is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from types import CodeType
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from analyzer.conformance.draft import NoOccasion
from analyzer.conformance.scene import TILES_OF, Scene, Value
from analyzer.formats.meld_codes import decode_call, encode_pon
from analyzer.replay import facts
from analyzer.settlement.win_dora import dora_kind
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import NO_TILE, PlayKind, Seat, TileId
from analyzer.wall.layout import layout_of

__all__ = ["Place", "Term", "all_of", "filled", "holds", "one_of", "text", "value"]

Term: TypeAlias = int | str
_BRACED: Final = re.compile(r"\{([^}]*)\}")
_YAKU_ORDER: Final[dict[int, int]] = {
    Yaku.RIICHI: -2,
    Yaku.IPPATSU: -1,
    Yaku.DORA: 100,
    Yaku.AKA_DORA: 101,
    Yaku.URA_DORA: 102,
}
"""Where Tenhou names yaku that do not come by their ids."""


def call(scene: Scene) -> str:
    """``chi``, ``pon``, ``kakan``, ``ankan``, ``daiminkan`` or ``kita``."""
    return PlayKind(_called(scene["m"][0])[0]).name.lower()


def called_tiles(scene: Scene) -> list[TileId]:
    """Tiles of a call."""
    return _called(scene["m"][0])[1]


def _called(code: int) -> tuple[int, list[TileId]]:
    """Kind and tiles of a call."""
    tiles = np.full(4, NO_TILE, np.uint8)
    kind, *_ = decode_call(code, 0, tiles)
    return kind, [tile for tile in tiles.tolist() if tile != NO_TILE]


def held(scene: Scene, seat: Seat) -> list[TileId]:
    """Concealed tiles of a seat when the hand ends, as played."""
    place = scene.draft.judged.facts.place[scene.row]
    return [int(tile) for tile in np.flatnonzero(place == facts.Place.CONCEALED + seat)]


def free_tiles(scene: Scene) -> list[TileId]:
    """Tiles of the game that the hand does not name."""
    named: set[TileId] = set()
    for one in scene.over(scene.span):
        if one.kind in ("draw", "discard"):
            named.add(one.tile)
        elif one.kind == "INIT":
            named.add(one["seed"][5])
        elif one.kind == "N":
            named |= {*called_tiles(one)}
        for name in filter(TILES_OF.fullmatch, one.element.attributes):
            named |= {*one.element.numbers(name)}
    return without(layout_of(scene.seats).tiles.tolist(), *named)


def idle_indicator(scene: Scene) -> TileId:
    """A free tile that makes nothing dora that the winner shows."""
    calls = [tile for code in scene.element.numbers("m") for tile in _called(code)[1]]
    kinds = {tile // 4 for tile in [*scene.element.numbers("hai"), *calls]}
    free = free_tiles(scene)
    made = dora_kind(np.array(free, np.uint8)[None], np.array([scene.seats], np.uint8))[0].tolist()
    for tile, dora in zip(free, made, strict=True):
        if dora not in kinds:
            return tile
    raise NoOccasion("every free tile makes something dora")


def han_of(scene: Scene, yaku: int) -> int:
    """Han of one yaku of a win; 0 where it is not among them."""
    numbers = scene.element.numbers("yaku")
    return dict(zip(numbers[::2], numbers[1::2], strict=True)).get(yaku, 0)


def with_yaku(scene: Scene, yaku: int, han: int) -> list[int]:
    """The yaku of a win, with so many han of one of them, which is put in its place; none for 0 han."""
    numbers = scene.element.numbers("yaku")
    pairs = [pair for pair in zip(numbers[::2], numbers[1::2], strict=True) if pair[0] != yaku]
    place = sum(_YAKU_ORDER.get(number, number) < _YAKU_ORDER.get(yaku, yaku) for number, _ in pairs)
    pairs[place:place] = [(yaku, han)] if han else []
    return [part for pair in pairs for part in pair]


def same_kind(tiles: Iterable[TileId], tile: TileId) -> list[TileId]:
    """The tiles that are copies of one."""
    return [one for one in tiles if one // 4 == tile // 4]


def without(items: list[int], *gone: int) -> list[int]:
    """The list less some numbers."""
    return [one for one in items if one not in gone]


def exchanged(items: list[int], one: int, another: int) -> list[int]:
    """The list with two of its places exchanged."""
    changed = list(items)
    changed[one], changed[another] = changed[another], changed[one]
    return changed


def plus(items: list[int], place: int, number: int) -> list[int]:
    """The list with so much more at a place."""
    return [*items[:place], items[place] + number, *items[place + 1 :]]


def ranked(scores: list[int]) -> list[Seat]:
    """Seats from the highest score to the lowest."""
    return sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))


def simples(tiles: list[TileId]) -> list[TileId]:
    """Those from 2 to 8."""
    return [tile for tile in tiles if tile < 108 and tile // 4 % 9 not in (0, 8)]


WORDS: Final[dict[str, Callable[..., Value]]] = {
    word.__name__: word for word in (call, called_tiles, held, free_tiles, idle_indicator, han_of, with_yaku)
}
"""Functions of an element."""
FUNCTIONS: Final[dict[str, Callable[..., Value]]] = {
    word.__name__: word
    for word in (
        *(all, len, max, min, sum, range, sorted, int),
        *(same_kind, simples, without, exchanged, plus, ranked, encode_pon),
    )
}
"""Functions that need no log."""


@cache
def _compiled(term: str) -> tuple[CodeType, set[str]]:
    """A term as code, and the names that it uses."""
    tree = ast.parse(term, mode="eval")
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return compile(tree, "<term>", "eval"), {node.id for node in names} - own


def _meaning(scene: Scene, name: str) -> Value:
    if name in scene.names:
        return scene.names[name]
    if hasattr(Scene, name):
        return getattr(scene, name)
    if name in WORDS:
        return partial(WORDS[name], scene)
    return FUNCTIONS[name] if name in FUNCTIONS else scene[name]


def value(scene: Scene, term: Term) -> Value:
    """Value of a term said of an element.

    Raises:
        NoOccasion: When a word of it has no meaning there, or a list is too short.
    """
    if not isinstance(term, str):
        return term
    code, names = _compiled(term)
    try:
        return eval(code, {name: _meaning(scene, name) for name in names} | {"__builtins__": {}})  # noqa: S307
    except IndexError as error:
        raise NoOccasion(str(error)) from None


def text(scene: Scene, term: Term) -> str:
    """Value of a term as attributes have it."""
    found = value(scene, term)
    return ",".join(map(str, found)) if isinstance(found, list) else str(found)


def filled(scene: Scene, pattern: str) -> str:
    """Text with the terms in its braces worked out."""
    return _BRACED.sub(lambda found: text(scene, found[1]), pattern)


def holds(scene: Scene, terms: Sequence[Term]) -> bool:
    """Whether terms are true of an element; where a word has no meaning, they are not."""
    try:
        return all(value(scene, term) for term in terms)
    except NoOccasion:
        return False


class Place(NamedTuple):
    """Which element of a log: the one at ``nth`` of those that are sought and fit."""

    find: str = "this"
    within: str = "hand"
    such: tuple[Term, ...] = ()
    nth: int = 0
    offset: int = 0
    each: bool = False


def one_of(scene: Scene, place: Place) -> Scene:
    """The element that a place means, seen from another.

    Raises:
        NoOccasion: When there is none.
    """
    if place.find == "this":
        return scene.beside(place.offset)
    found = _fitting(scene, place)
    if not -len(found) <= place.nth < len(found):
        raise NoOccasion("no such element")
    return found[place.nth].beside(place.offset)


def all_of(scene: Scene, place: Place) -> list[Scene]:
    """All elements that a place means, if it means each; else the one."""
    return _fitting(scene, place) if place.each else [one_of(scene, place)]


def _fitting(scene: Scene, place: Place) -> list[Scene]:
    return [one for one in scene.of_kind(place.find, place.within) if holds(one, place.such)]
