"""One fault of the catalogue planted in one hand of a log; OPERATIONS: what changes do with an element."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Final, NamedTuple

from analyzer.conformance import computed_changes
from analyzer.conformance.computed_changes import Operation, named
from analyzer.conformance.draft import Draft, NoOccasion, Points
from analyzer.conformance.elements import Element
from analyzer.conformance.fault_catalogue import Fault
from analyzer.conformance.scene import Scene
from analyzer.conformance.terms import Term, all_of, filled, holds, one_of, points, text, value
from analyzer.conformance.words import naming_attributes
from analyzer.vocabulary import Seat, TileId

__all__ = ["OPERATIONS", "Planted", "plant"]

_ORDER: Final = (
    *("type", "ba", "hai", "m", "machi", "yaku", "yakuman", "doraHai", "doraHaiUra"),
    *("who", "fromWho", "paoWho", "sc", "hai0", "hai1", "hai2", "hai3", "owari"),
)
"""Attributes of results in the order in which elements have them."""


def set_(scene: Scene, table: Mapping[str, Term]) -> None:
    """Write attributes, or single numbers of them: ``{"type" = "'nm'", "ba[0]" = "ba[0] + 1"}``."""
    for where, term in table.items():
        name, _, place = filled(scene, where).removesuffix("]").partition("[")
        new = text(scene, term)
        if place:
            parts = scene.attribute(name).split(",")
            parts[int(place)] = new
            new = ",".join(parts)
        _put(scene.element.attributes, name, new)


def _put(attributes: dict[str, str], name: str, new: str) -> None:
    """Write an attribute, where there is none of the name in its place among the others."""
    behind = _ORDER[_ORDER.index(name) :] if name in _ORDER and name not in attributes else ()
    later = {other: attributes.pop(other) for other in [*attributes] if other in behind}
    attributes |= {name: new, **later}


def drop(scene: Scene, *names: str) -> None:
    """Take attributes away.

    Raises:
        NoOccasion: When the element has none of a name.
    """
    for pattern in names:
        name = filled(scene, pattern)
        scene.attribute(name)
        del scene.element.attributes[name]


def insert(scene: Scene, *patterns: str) -> None:
    """Put elements before this one: ``"REACH who={seat} step=1"``."""
    written = [filled(scene, pattern).split() for pattern in patterns]
    scene.draft.elements[scene.index : scene.index] = [
        Element(name, dict(pair.split("=", 1) for pair in attributes)) for name, *attributes in written
    ]


def remove(scene: Scene, number: Term) -> None:
    """Take an element away, and those behind it, so many in all."""
    del scene.draft.elements[scene.index : scene.index + value(scene, number)]


def repeat(scene: Scene, number: Term) -> None:
    """Put a copy of an element before it, of so many with those behind it."""
    index = scene.index
    copies = deepcopy(scene.draft.elements[index : index + value(scene, number)])
    scene.draft.elements[index:index] = copies


def move(scene: Scene, by: Term, number: Term = 1) -> None:
    """Put an element, or so many with those behind it, some places behind."""
    index, elements = scene.index, scene.draft.elements
    new, stop = index + value(scene, by), index + value(scene, number)
    if new + stop - index > len(elements):
        raise NoOccasion("the log ends before")
    moved = elements[index:stop]
    del elements[index:stop]
    elements[new:new] = moved


def forget_wall(scene: Scene, _: int = 1) -> None:
    """Take the seeds of the walls away, so that play alone tells where tiles lie."""
    scene.draft.elements = [one for one in scene.draft.elements if one.name != "SHUFFLE"]
    for element in scene.draft.elements:
        if element.name == "INIT":
            element.attributes.pop("shuffle", None)


def swap_tiles(scene: Scene, one: Term, another: Term) -> None:
    """Exchange two tiles through the whole hand, and forget the wall; neither may lie in a call."""
    tile, other = value(scene, one), value(scene, another)
    for element in scene.over(scene.span):
        _replace_tiles(element, {tile: other, other: tile})
    forget_wall(scene)


def replace_tile(scene: Scene, old: Term, new: Term) -> None:
    """Name another tile in one element."""
    _replace_tiles(scene, {value(scene, old): value(scene, new)})


def _replace_tiles(scene: Scene, new: Mapping[TileId, TileId]) -> None:
    element = scene.element
    if scene.kind in ("draw", "discard"):
        element.name = f"{element.name[0]}{new.get(scene.tile, scene.tile)}"
        return
    for name in naming_attributes(scene):
        element.set_numbers(name, [new.get(tile, tile) for tile in element.numbers(name)])
    if scene.kind == "INIT":
        seed = element.numbers("seed")
        element.set_numbers("seed", [*seed[:5], new.get(seed[5], seed[5])])


def pay_instead(scene: Scene, due: Term) -> None:
    """Let a result pay other points, and change the scores that follow."""
    scene.draft.pay_instead(scene.index, value(scene, due))


def end(scene: Scene, table: Mapping[str, Term]) -> None:
    """Let the game end with a result, by the rules but for its ``scores`` or its ``results``."""
    scores = value(scene, table.get("scores", "final_scores"))
    results = value(scene, table["results"]) if "results" in table else None
    scene.draft.write_end(scene.index, scores, results)


def _of_points(change: Callable[[Draft, int, Points], None]) -> Operation:
    """A change by points of seats: ``{winner = 100, loser = -100}``."""
    return lambda scene, table: change(scene.draft, scene.index, points(scene, table))


OPERATIONS: Final[Mapping[str, Operation]] = {
    **named(
        set_, drop, insert, remove, repeat, move, forget_wall, swap_tiles, replace_tile, pay_instead, end
    ),
    "pay": _of_points(Draft.pay),
    "pay-here": _of_points(Draft.pay_here),
    "carry": _of_points(Draft.carry),
    "restate": _of_points(Draft.restate),
    **computed_changes.OPERATIONS,
}
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
    seat = None if fault.seat is None else value(scene, fault.seat)
    found = None if fault.found.find in _AFTERWARDS else one_of(scene, fault.found).element
    for change in fault.changes:
        for target in all_of(scene, change.at):
            OPERATIONS[change.operation](target, *change.arguments)
    if fault.found.find == "log":
        return Planted(draft.elements, None, -1, seat)
    new = (one for one in draft.elements if not any(one is old for old in before))
    element = draft.index_of(next(new) if found is None else found)
    return Planted(draft.elements, element, draft.hand_of(element), seat)


def _occasion(fault: Fault, honest: Draft, hand: int) -> Scene:
    """The element that a fault is about, with the names that it gives."""
    init = honest[honest.span(hand).start]
    scene = one_of(Scene(honest, init, {}), fault.at)
    for name, term in fault.names.items():
        scene = replace(scene, names={**scene.names, name: value(scene, term)})
    if not holds(scene, fault.when):
        raise NoOccasion("what it needs does not hold")
    return scene
