"""WORDS: what the terms of the catalogue may say of an element, of its hand and of the table.

Words of lists alone are with the terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from analyzer.conformance import tile_words
from analyzer.conformance.scene import Scene
from analyzer.conformance.terms import NoOccasion, Value
from analyzer.settlement.exhaustive import nagashi_payment
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import SEATS, Seat

__all__ = ["WORDS"]

_DORA: Final = (int(Yaku.DORA), int(Yaku.AKA_DORA), int(Yaku.URA_DORA))
"""In the order in which Tenhou names them, behind all others."""


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


def stated(scene: Scene, name: str, offset: int) -> list[int]:
    """Numbers of an attribute of the element so many places behind."""
    return scene.beside(offset).element.numbers(name)


def standing(scene: Scene) -> list[int]:
    """Scores in hundreds as INIT or a riichi stick before the element states them."""
    before = range(scene.whole_hand().start, scene.index)
    return [one.element.numbers("ten") for one in scene.over(before) if "ten" in one.element.attributes][-1]


# Of results.


def count_of(scene: Scene, tag: str) -> int:
    """How many elements of a tag the hand has."""
    return sum(one.element.name == tag for one in scene.over(scene.whole_hand()))


def winner(scene: Scene) -> Seat:
    """Winner of an AGARI."""
    return int(scene.attribute("who"))


def loser(scene: Scene) -> Seat:
    """Seat whose tile is won on: the winner itself for a tsumo."""
    return int(scene.attribute("fromWho"))


def paid(scene: Scene) -> list[int]:
    """Points that a result moves, by seat."""
    return scene.draft.deltas(scene.index)[: scene.draft.seats]


def most_paid(scene: Scene) -> Seat:
    """The first of the seats that are paid most."""
    return paid(scene).index(max(paid(scene)))


def least_paid(scene: Scene) -> Seat:
    """The first of the seats that pay most."""
    return paid(scene).index(min(paid(scene)))


def shown(scene: Scene) -> list[Seat]:
    """Seats that show their tehai."""
    return [seat for seat in range(SEATS) if f"hai{seat}" in scene.element.attributes]


def another_abort(scene: Scene) -> str:
    """The ``type`` of another abortive draw."""
    kinds = ("yao9", "reach4", "ron3", "kan4", "kaze4")
    return kinds[kinds.index(scene.attribute("type")) - 1]


def scores_after(scene: Scene) -> list[int]:
    """Scores after a result."""
    return scene.draft.scores_after(scene.index)


def final_scores(scene: Scene) -> list[int]:
    """Scores at the end of the game, by the rules."""
    return scene.draft.end_by_rules()[0]


def final_results(scene: Scene) -> list[int]:
    """Results at the end of the game in points, by the rules."""
    return scene.draft.end_by_rules()[1]


def nagashi(scene: Scene, seat: Seat) -> list[int]:
    """Payments if a seat had made nagashi mangan."""
    made = np.arange(scene.draft.seats)[None] == seat
    dealers = scene.draft.course.dealer[scene.hand : scene.hand + 1]
    payments: list[int] = nagashi_payment(made, dealers, scene.draft.rules)[0].tolist()
    return payments


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


_ALL: Final[tuple[Callable[..., Value], ...]] = (
    *(seats, hand, dealer, is_last, stays, may_end, sticks_after, has_wall, rule, start, following, other),
    *(has, kind, tile, seat, tsumogiri, passed, stated, standing, count_of),
    *(winner, loser, paid, most_paid, least_paid, shown, another_abort, scores_after),
    *(final_scores, final_results, nagashi, fu, han, real_yaku, han_of, with_yaku),
    *tile_words.WORDS,
)
WORDS: Final = {word.__name__: word for word in _ALL}
"""By name; each takes the element and what the term gives it."""
