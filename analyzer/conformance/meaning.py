"""What the terms and the places of the catalogue mean in a log, said of one of its elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from analyzer.conformance import words
from analyzer.conformance.fault_catalogue import Place
from analyzer.conformance.scene import Scene
from analyzer.conformance.terms import NoOccasion, Term, Value, value_of
from analyzer.vocabulary import Seat

__all__ = ["all_of", "holds", "number", "numbers", "one_of", "points", "text", "value"]

_LISTS: Final = (
    *("ba", "seed", "ten", "sc", "chip", "m", "yaku", "yakuman", "doraHai", "doraHaiUra"),
    *("hai", "hai0", "hai1", "hai2", "hai3"),
)
"""Attributes that are lists even where they have one number."""
_PARTS: Final = {
    "result": ("AGARI", "RYUUKYOKU"),
    "play": ("draw", "discard", "N", "REACH", "DORA", "AGARI", "RYUUKYOKU"),
}
"""Kinds of elements by the word that a place has for them."""


def _word(name: str) -> Callable[..., Value]:
    """What a property or method of `Scene` says."""
    found = getattr(Scene, name)
    return cast("Callable[..., Value]", found.fget if isinstance(found, property) else found)


_WORDS: Final[dict[str, Callable[..., Value]]] = {
    **{name: _word(name) for name in vars(Scene) if not name.startswith("_")},
    **{name: getattr(words, name) for name in words.__all__},
}
"""By name; each takes the element and what the term gives it."""


def value(scene: Scene, term: Term) -> Value:
    """Value of a term said of an element.

    Raises:
        NoOccasion: When a word of it has no meaning there.
    """

    def said(name: str, arguments: Sequence[Value]) -> Value:
        if name in scene.names and not arguments:
            return scene.names[name]
        if name in _WORDS:
            return _WORDS[name](scene, *arguments)
        return _attribute(scene, name)

    return value_of(term, said)


def _attribute(scene: Scene, name: str) -> Value:
    text = scene.attribute(name)
    if name in _LISTS or "," in text:
        return scene.element.numbers(name)
    return int(text) if text.removeprefix("-").isdigit() else text


def holds(scene: Scene, terms: Sequence[Term]) -> bool:
    """Whether terms are true of an element; where a word has no meaning, they are not."""
    try:
        return all(value(scene, term) for term in terms)
    except NoOccasion:
        return False


def number(scene: Scene, term: Term) -> int:
    """Value of a term that is a number."""
    found = value(scene, term)
    if not isinstance(found, int):
        raise ValueError(f"{term!r} is no number")
    return found


def numbers(scene: Scene, term: Term) -> list[int]:
    """Value of a term that is a list of numbers."""
    found = value(scene, term)
    if not isinstance(found, list):
        raise ValueError(f"{term!r} is no list of numbers")
    return found


def text(scene: Scene, term: Term) -> str:
    """Value of a term as attributes have it."""
    found = value(scene, term)
    return ",".join(map(str, found)) if isinstance(found, list) else str(found)


def points(scene: Scene, table: Mapping[str, Term]) -> dict[Seat, int]:
    """Points by seat from a table of terms; ``others`` are the seats at the table that it does not name."""
    changes = {number(scene, seat): number(scene, term) for seat, term in table.items() if seat != "others"}
    if "others" in table:
        rest = number(scene, table["others"])
        changes |= {seat: rest for seat in range(scene.draft.seats) if seat not in changes}
    return changes


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
    sought = [one for one in scene.over(_within(scene, place.within)) if _is(one, place.find)]
    return [one for one in sought if holds(one, place.such)]


def _is(scene: Scene, find: str) -> bool:
    return scene.kind() in _PARTS.get(find, (find,))


def _within(scene: Scene, within: str) -> range:
    """Indices of a part of the log: a hand, or what comes before or after the element."""
    index, draft = scene.index, scene.draft
    match within:
        case "hand":
            return scene.whole_hand()
        case "next hand":
            return draft.span(scene.hand + 1)
        case "rest":
            return range(index + 1, scene.whole_hand().stop)
        case "before":
            return range(scene.whole_hand().start, index)
        case "after":
            return range(index + 1, len(draft.elements))
        case "log":
            return range(len(draft.elements))
    raise ValueError(f"{within!r} is no part of a log")
