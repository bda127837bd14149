"""WORDS: what the terms of the catalogue may say of an element, of its hand and of the table.

Words of lists alone are with the terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from analyzer.conformance import result_words, tile_words
from analyzer.conformance.fault_scene import Scene
from analyzer.conformance.terms import NoOccasion, Value
from analyzer.vocabulary import Seat

__all__ = ["WORDS"]


def _flat(values: Sequence[Value]) -> Iterator[int]:
    for one in values:
        yield from one if isinstance(one, list) else [int(one)]


# Of the table.


def seats(scene: Scene) -> int:
    """3 or 4."""
    return scene.draft.seats


def hand(scene: Scene) -> int:
    """0-based index of the hand."""
    return scene.hand


def dealer(scene: Scene) -> Seat:
    """Dealer of the hand."""
    return scene.draft.dealer(scene.hand)


def is_last(scene: Scene) -> bool:
    """No hand follows."""
    return scene.draft.is_last(scene.hand)


def stays(scene: Scene) -> bool:
    """The dealer stays after the hand, if the game goes on."""
    return bool(scene.draft.course.stays[scene.hand])


def may_end(scene: Scene) -> bool:
    """The dealer may end the game after the hand, or go on."""
    return bool(scene.draft.course.may_end[scene.hand])


def sticks_after(scene: Scene) -> int:
    """Riichi sticks on the table after the hand."""
    return int(scene.draft.course.following[scene.hand, 2])


def has_wall(scene: Scene) -> bool:
    """The log has the seed of its walls."""
    return any(element.name == "SHUFFLE" for element in scene.draft.elements)


def rule(scene: Scene, name: str) -> Value:
    """Value of a rule."""
    found = scene.draft.rules.value(name)
    return found if isinstance(found, str) else int(found)  # type: ignore[arg-type]


def start(scene: Scene, offset: int, name: str) -> list[int]:
    """Numbers of an attribute of the INIT so many hands later."""
    return scene.draft[scene.draft.init_of(scene.hand + offset)].numbers(name)


def following(scene: Scene, seat: Seat) -> Seat:
    """Seat whose turn is next."""
    return (seat + 1) % scene.draft.seats


def other(scene: Scene, *taken: Value) -> Seat:
    """The first seat that is none of these."""
    for seat in range(scene.draft.seats):
        if seat not in _flat(taken):
            return seat
    raise NoOccasion("no other seat")


# Of an element and those beside it.


def has(scene: Scene, name: str, offset: int = 0) -> bool:
    """The element has an attribute."""
    return name in scene.beside(offset).element.attributes


def kind(scene: Scene, offset: int = 0) -> str:
    """``draw``, ``discard``, or the tag."""
    return scene.beside(offset).kind()


def tile(scene: Scene, offset: int = 0) -> int:
    """Tile that is drawn or discarded."""
    return scene.beside(offset).tile()


def seat(scene: Scene, offset: int = 0) -> Seat:
    """Seat that plays the element."""
    return scene.beside(offset).seat()


def tsumogiri(scene: Scene, offset: int = 0) -> bool:
    """The element is the discard of the tile just drawn."""
    here, before = scene.beside(offset), scene.beside(offset - 1)
    return (before.kind(), here.kind()) == ("draw", "discard") and before.tile() == here.tile()


def passed(scene: Scene, offset: int = 0) -> bool:
    """Nobody calls or wins on the discard, and it declares no riichi."""
    return scene.beside(offset).kind() == "discard" and scene.beside(offset + 1).kind() in (
        "draw",
        "RYUUKYOKU",
    )


def winners(scene: Scene) -> list[Seat]:
    """Winners of the hand."""
    return [one.seat() for one in scene.over(scene.whole_hand()) if one.kind() == "AGARI"]


def tenpai_at_the_draw(scene: Scene) -> list[Seat]:
    """Seats that show their tehai at the exhaustive draw of the hand."""
    for one in scene.over(scene.whole_hand()):
        if one.kind() == "RYUUKYOKU" and "type" not in one.element.attributes:
            return result_words.shown(one)
    raise NoOccasion("no exhaustive draw")


def riichi_seats(scene: Scene) -> list[Seat]:
    """Seats that declare riichi in the hand."""
    return [one.seat() for one in scene.over(scene.whole_hand()) if one.kind() == "REACH"]


def idle_from_here(scene: Scene) -> bool:
    """The seat discards what it draws until the hand ends, and nobody calls it."""
    rest = range(scene.index, scene.whole_hand().stop)
    own = [one for one in scene.over(rest) if one.kind() == "discard" and one.seat() == scene.seat()]
    return all(tsumogiri(one) and passed(one) for one in own)


def draws_left(scene: Scene) -> int:
    """How many tiles are drawn in the hand from here on."""
    rest = range(scene.index, scene.whole_hand().stop)
    return sum(one.kind() == "draw" for one in scene.over(rest))


def stated(scene: Scene, name: str, offset: int) -> list[int]:
    """Numbers of an attribute of the element so many places behind."""
    return scene.beside(offset).element.numbers(name)


def standing(scene: Scene) -> list[int]:
    """Scores in hundreds as INIT or a riichi stick before the element states them."""
    before = range(scene.whole_hand().start, scene.index)
    return [one.element.numbers("ten") for one in scene.over(before) if "ten" in one.element.attributes][-1]


def count_of(scene: Scene, kind: str) -> int:
    """How many elements of a kind the hand has."""
    return sum(one.kind() == kind for one in scene.over(scene.whole_hand()))


_ALL: Final[tuple[Callable[..., Value], ...]] = (
    *(seats, hand, dealer, is_last, stays, may_end, sticks_after, has_wall, rule, start, following, other),
    *(
        has,
        kind,
        tile,
        seat,
        tsumogiri,
        passed,
        winners,
        tenpai_at_the_draw,
        riichi_seats,
        idle_from_here,
        draws_left,
    ),
    *(stated, standing, count_of),
    *result_words.WORDS,
    *tile_words.WORDS,
)
WORDS: Final = {word.__name__: word for word in _ALL}
"""By name; each takes the element and what the term gives it."""
