"""One fault of the catalogue planted in one hand of a log; OPERATIONS: what changes do with an element."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Final, NamedTuple

from analyzer.conformance import computed_changes
from analyzer.conformance.draft import Draft
from analyzer.conformance.elements import Element
from analyzer.conformance.fault_catalogue import Change, Fault
from analyzer.conformance.meaning import all_of, holds, number, numbers, one_of, points, text, value
from analyzer.conformance.scene import Scene
from analyzer.conformance.terms import NoOccasion, Term
from analyzer.vocabulary import Seat

__all__ = ["OPERATIONS", "Planted", "plant"]

_ORDER: Final = (
    *("type", "ba", "hai", "m", "machi", "yaku", "yakuman", "doraHai", "doraHaiUra"),
    *("who", "fromWho", "paoWho", "sc", "hai0", "hai1", "hai2", "hai3", "owari"),
)
"""Attributes of results in the order in which elements have them."""
_BRACED: Final = re.compile(r"\{([^}]*)\}")
_ADDRESS: Final = re.compile(r"(\w+)\[(.+)\]")


def _filled(scene: Scene, pattern: str) -> str:
    """Text with the terms in its braces worked out."""
    return _BRACED.sub(lambda found: text(scene, found[1]), pattern)


def _address(scene: Scene, pattern: str) -> tuple[str, int]:
    """Attribute and place of ``ba[0]``."""
    name, place = _ADDRESS.fullmatch(pattern).groups()  # type: ignore[union-attr]
    return _filled(scene, name), number(scene, place)


def _put(scene: Scene, name: str, new: str) -> None:
    """Write an attribute, where the element has none of the name in its place among the others."""
    attributes = scene.element.attributes
    if name not in attributes and name in _ORDER:
        later = [other for other in attributes if other in _ORDER[_ORDER.index(name) :]]
        moved = {other: attributes.pop(other) for other in later}
        scene.element.attributes |= {name: new, **moved}
    else:
        attributes[name] = new


def set_(scene: Scene, table: Mapping[str, Term]) -> None:
    """Write attributes, or single numbers of them: ``{"type" = "'nm'", "ba[0]" = "ba[0] + 1"}``."""
    for where, term in table.items():
        if _ADDRESS.fullmatch(where):
            name, place = _address(scene, where)
            changed = scene.element.numbers(name)
            changed[place] = number(scene, term)
            scene.element.set_numbers(name, changed)
        else:
            _put(scene, _filled(scene, where), text(scene, term))


def add(scene: Scene, table: Mapping[str, Term]) -> None:
    """Add to numbers of attributes: ``{"ba[0]" = 1}``."""
    for where, term in table.items():
        name, place = _address(scene, where)
        parts = scene.attribute(name).split(",")
        parts[place] = str(int(parts[place]) + number(scene, term))
        scene.element.attributes[name] = ",".join(parts)


def append(scene: Scene, table: Mapping[str, str]) -> None:
    """Add text at the end of attributes: ``{sc = ",0,0"}``."""
    for name, text_behind in table.items():
        scene.element.attributes[name] = scene.attribute(name) + text_behind


def drop(scene: Scene, *names: str) -> None:
    """Take attributes away.

    Raises:
        NoOccasion: When the element has none of a name.
    """
    for pattern in names:
        name = _filled(scene, pattern)
        scene.attribute(name)
        del scene.element.attributes[name]


def swap(scene: Scene, one: str, another: str) -> None:
    """Exchange two numbers of attributes: ``["hai0[0]", "hai1[0]"]``."""
    (name, place), (other, at) = _address(scene, one), _address(scene, another)
    moved = scene.element.numbers(name)[place]
    set_(scene, {f"{name}[{place}]": f"{other}[{at}]"})
    set_(scene, {f"{other}[{at}]": moved})


def remove(scene: Scene, number_of_elements: int) -> None:
    """Take an element away, and those behind it, so many in all."""
    del scene.draft.elements[scene.index : scene.index + number_of_elements]


def insert(scene: Scene, *patterns: str) -> None:
    """Put elements before this one: ``"REACH who={seat} step=1"``."""
    scene.draft.elements[scene.index : scene.index] = [_element(scene, pattern) for pattern in patterns]


def _element(scene: Scene, pattern: str) -> Element:
    name, *attributes = _BRACED.sub(lambda found: text(scene, found[1]), pattern).split()
    return Element(name, dict(pair.split("=", 1) for pair in attributes))


def repeat(scene: Scene, number_of_elements: int) -> None:
    """Put a copy of an element before it, of so many with those behind it."""
    index = scene.index
    copies = deepcopy(scene.draft.elements[index : index + number_of_elements])
    scene.draft.elements[index:index] = copies


def move(scene: Scene, by: int) -> None:
    """Put an element so many places behind."""
    index, elements = scene.index, scene.draft.elements
    if index + by >= len(elements):
        raise NoOccasion("the log ends before")
    elements.insert(index + by, elements.pop(index))


def remove_hand(scene: Scene, _: int) -> None:
    """Take away the hand of an element."""
    span = scene.whole_hand()
    del scene.draft.elements[span.start : span.stop]


def repeat_hand(scene: Scene, _: int) -> None:
    """Let the hand of an element be played once more, before it is."""
    span = scene.whole_hand()
    scene.draft.elements[span.start : span.start] = deepcopy(scene.draft.elements[span.start : span.stop])


def hand_behind_the_next(scene: Scene, _: int) -> None:
    """Put the hand of an element behind the hand that follows."""
    span, after = scene.whole_hand(), scene.draft.span(scene.hand + 1)
    elements = scene.draft.elements
    elements[span.start : after.stop] = elements[after.start : after.stop] + elements[span.start : span.stop]


def forget_wall(scene: Scene, _: int) -> None:
    """Take the seeds of the walls away, so that play alone tells where tiles lie."""
    scene.draft.elements = [one for one in scene.draft.elements if one.name != "SHUFFLE"]
    for element in scene.draft.elements:
        if element.name == "INIT":
            element.attributes.pop("shuffle", None)


def swap_tiles(scene: Scene, one: Term, another: Term) -> None:
    """Exchange two tiles through the whole hand, and forget the wall; neither may lie in a call."""
    pair = number(scene, one), number(scene, another)
    exchange = {pair[0]: pair[1], pair[1]: pair[0]}
    for element in scene.over(scene.whole_hand()):
        _replace_tiles(element, exchange)
    forget_wall(scene, 1)


def replace_tile(scene: Scene, old: Term, new: Term) -> None:
    """Name another tile in one element."""
    _replace_tiles(scene, {number(scene, old): number(scene, new)})


def _replace_tiles(scene: Scene, new: Mapping[int, int]) -> None:
    element = scene.element
    if scene.kind() in ("draw", "discard"):
        element.name = f"{element.name[0]}{new.get(scene.tile(), scene.tile())}"
        return
    for name in scene.naming_attributes():
        element.set_numbers(name, [new.get(tile, tile) for tile in element.numbers(name)])
    if scene.kind() == "INIT":
        seed = element.numbers("seed")
        element.set_numbers("seed", [*seed[:5], new.get(seed[5], seed[5])])


def pay(scene: Scene, table: Mapping[str, Term]) -> None:
    """Change what a result pays, and the scores that follow: ``{winner = 100, loser = -100}``."""
    scene.draft.pay(scene.index, points(scene, table))


def pay_instead(scene: Scene, due: Term) -> None:
    """Let a result pay other points, and change the scores that follow."""
    scene.draft.pay_instead(scene.index, numbers(scene, due))


def pay_here(scene: Scene, table: Mapping[str, Term]) -> None:
    """Change what a result pays, and nothing that follows."""
    scene.draft.pay_here(scene.index, points(scene, table))


def carry(scene: Scene, table: Mapping[str, Term]) -> None:
    """Change the scores that this element states, and all that follow."""
    scene.draft.carry(scene.index, points(scene, table))


def restate(scene: Scene, table: Mapping[str, Term]) -> None:
    """Change the scores that this element states, and no others."""
    scene.draft.add_to_scores(scene.index, points(scene, table))


_ALL: Final[tuple[Callable[..., None], ...]] = (
    *(set_, add, append, drop, swap, remove, insert, repeat, move),
    *(remove_hand, repeat_hand, hand_behind_the_next, forget_wall, swap_tiles, replace_tile),
    *(pay, pay_instead, pay_here, carry, restate),
    *(getattr(computed_changes, name) for name in computed_changes.__all__),
)
OPERATIONS: Final = {operation.__name__.strip("_").replace("_", "-"): operation for operation in _ALL}
"""By name; each takes the element and the terms, or the table, that a change gives it."""

_AFTERWARDS: Final = ("inserted", "log")
"""Places that are known when all is changed: the first new element, and the log as a whole."""


class Planted(NamedTuple):
    """A log with one fault, and the place at which it must be found."""

    elements: list[Element]
    element: int | None
    """None for a finding about the log as a whole."""
    hand: int
    seat: Seat | None


def plant(fault: Fault, honest: Draft, hand: int) -> Planted:
    """A copy of a log with a fault in a hand.

    Raises:
        NoOccasion: When the hand has no place for it, or the fault would change the course of the game.
    """
    scene = _occasion(fault, honest, hand)
    draft = honest.fresh()
    scene = replace(scene, draft=draft, element=draft[scene.index])
    before = [*draft.elements]
    seat = None if fault.seat is None else number(scene, fault.seat)
    found = None if fault.found.find in _AFTERWARDS else one_of(scene, fault.found).element
    for change in fault.changes:
        _apply(change, scene)
    if fault.found.find == "log":
        return Planted(draft.elements, None, -1, seat)
    new = (one for one in draft.elements if not any(one is old for old in before))
    element = draft.index_of(next(new) if found is None else found)
    return Planted(draft.elements, element, draft.hand_of(element), seat)


def _occasion(fault: Fault, honest: Draft, hand: int) -> Scene:
    """The element that a fault is about, with the names that it gives."""
    scene = one_of(Scene(honest, honest[honest.init_of(hand)], {}), fault.at)
    for name, term in fault.names.items():
        scene = replace(scene, names={**scene.names, name: value(scene, term)})
    if not holds(scene, fault.when):
        raise NoOccasion("what it needs does not hold")
    return scene


def _apply(change: Change, scene: Scene) -> None:
    for target in all_of(scene, change.at):
        OPERATIONS[change.operation](target, *change.arguments)
