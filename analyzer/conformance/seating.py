"""A hand played by other seats: each takes the place of its neighbour, so that another seat deals."""

from __future__ import annotations

from typing import Final

from analyzer.conformance.elements import Element
from analyzer.conformance.scene import Scene
from analyzer.vocabulary import SEATS, Seat

__all__ = ["reseat"]

_TAGS: Final = ("TUVW", "DEFG")
_SEAT_ATTRIBUTES: Final = ("oya", "who", "fromWho", "paoWho")


def reseat(scene: Scene, by: int) -> None:
    """Let every seat play the hand of the seat ``by`` places before it, and carry the scores on.

    Raises:
        NoOccasion: When the game would take another course.
    """
    draft, hand = scene.draft, scene.hand
    seated = [(seat + by) % draft.seats for seat in range(draft.seats)] + list(range(draft.seats, SEATS))
    old = draft.scores_after(draft.results(hand)[-1])
    scores: list[int] = []
    for index in draft.span(hand):
        element = draft[index]
        _rename(element, seated)
        if element.name == "INIT":
            scores = element.numbers("ten")
        elif element.name == "REACH" and element.attributes["step"] == "2":
            scores[int(element.attributes["who"])] -= 10
            if "ten" in element.attributes:
                element.set_numbers("ten", scores)
        elif element.name in ("AGARI", "RYUUKYOKU"):
            scores = _pay(element, scores, seated)
    new = draft.scores_after(draft.results(hand)[-1])
    draft.carry(draft.span(hand).stop, {seat: new[seat] - old[seat] for seat in range(draft.seats)})


def _rename(element: Element, seated: list[Seat]) -> None:
    """Name the seats that now play an element."""
    for tags in _TAGS:
        if element.name[0] in tags and element.name[1:].isdigit():
            element.name = tags[seated[tags.index(element.name[0])]] + element.name[1:]
    for name in _SEAT_ATTRIBUTES:
        if name in element.attributes:
            element.attributes[name] = str(seated[int(element.attributes[name])])
    tehai = {
        f"hai{seated[seat]}": element.attributes[f"hai{seat}"]
        for seat in range(SEATS)
        if f"hai{seat}" in element.attributes
    }
    if tehai:
        _replace_tehai(element, dict(sorted(tehai.items())))


def _replace_tehai(element: Element, tehai: dict[str, str]) -> None:
    """Write other tehai in the place of those that are there."""
    kept: dict[str, str] = {}
    for name, value in element.attributes.items():
        kept.update(tehai if name[:3] == "hai" and name[3:].isdigit() else {name: value})
    element.attributes = kept


def _pay(element: Element, scores: list[int], seated: list[Seat]) -> list[int]:
    """Let a result pay the seats that now play it; returns the scores after it, in hundreds."""
    numbers = element.numbers("sc")
    deltas = numbers[1:8:2]
    for seat, delta in enumerate(deltas):
        numbers[2 * seat] = scores[seat]
        numbers[2 * seated[seat] + 1] = delta
    element.set_numbers("sc", numbers)
    return [before + delta for before, delta in zip(scores, numbers[1:8:2], strict=True)]
