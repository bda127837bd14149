"""Terms and places of the catalogue of faults: ``"ba[0] > 0"``, ``"other(winner, loser)"``, ``"tile // 4"``.

A term is a number, or a Python expression over the names that a fault gives, the properties and methods of
`Scene`, the words of `words.py`, and the attributes of the element.  It is part of the package, as code is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import cache, partial
from types import CodeType
from typing import Final, NamedTuple, TypeAlias

from analyzer.conformance.draft import NoOccasion
from analyzer.conformance.scene import Scene, Value
from analyzer.conformance.words import FUNCTIONS, WORDS

__all__ = ["Place", "Term", "all_of", "filled", "holds", "one_of", "text", "value"]

Term: TypeAlias = int | str
_BRACED: Final = re.compile(r"\{([^}]*)\}")


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
