"""Terms and places of the catalogue of faults: ``"ba[0] > 0"``, ``"other(who, fromWho)"``, ``"tile // 4"``.

A term is a number, or a Python expression over the names that a fault gives, the properties and methods of
`Scene`, FUNCTIONS, and the attributes of the element.  It is part of the package, as code is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias

from analyzer.conformance.draft import NoOccasion
from analyzer.conformance.scene import Scene, Value
from analyzer.formats.meld_codes import encode_pon
from analyzer.vocabulary import Seat, TileId

__all__ = ["Place", "Term", "all_of", "filled", "holds", "one_of", "text", "value"]

Term: TypeAlias = int | str
_BRACED: Final = re.compile(r"\{([^}]*)\}")


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


FUNCTIONS: Final[dict[str, Callable[..., Value]]] = {
    word.__name__: word
    for word in (
        *(all, len, max, min, sum, range, sorted, int),
        *(same_kind, simples, without, exchanged, plus, ranked, encode_pon),
    )
}
"""Functions that need no log."""


class _Words(dict[str, Value]):
    """What names of a term mean, said of an element."""

    def __init__(self, scene: Scene) -> None:
        super().__init__({"__builtins__": {}})
        self._scene = scene

    def __missing__(self, name: str) -> Value:
        scene = self._scene
        if name in scene.names:
            return scene.names[name]
        if hasattr(Scene, name):
            return getattr(scene, name)
        return FUNCTIONS[name] if name in FUNCTIONS else scene[name]


_compiled = cache(partial(compile, filename="<term>", mode="eval"))


def value(scene: Scene, term: Term) -> Value:
    """Value of a term said of an element.

    Raises:
        NoOccasion: When a word of it has no meaning there, or a list is too short.
    """
    if not isinstance(term, str):
        return term
    try:
        return eval(_compiled(term), _Words(scene))  # noqa: S307
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
