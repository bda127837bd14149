"""One fault of the catalogue planted in one hand of a log."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from analyzer.conformance.changes import OPERATIONS
from analyzer.conformance.draft import Draft
from analyzer.conformance.elements import Element
from analyzer.conformance.fault_catalogue import Change, Fault
from analyzer.conformance.meaning import all_of, holds, number, one_of, value
from analyzer.conformance.scene import Scene
from analyzer.conformance.terms import NoOccasion
from analyzer.vocabulary import Seat

__all__ = ["Planted", "plant"]

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
