"""Words of results: who wins and pays, what is shown, yaku, the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from analyzer.conformance.fault_scene import Scene
from analyzer.conformance.terms import Value
from analyzer.settlement.exhaustive import nagashi_payment
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import SEATS, Seat

__all__ = ["WORDS", "shown"]

_DORA: Final = (int(Yaku.DORA), int(Yaku.AKA_DORA), int(Yaku.URA_DORA))
"""In the order in which Tenhou names them, behind all others."""


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


WORDS: Final[tuple[Callable[..., Value], ...]] = (
    winner,
    loser,
    paid,
    most_paid,
    least_paid,
    shown,
    another_abort,
    scores_after,
    final_scores,
    final_results,
    nagashi,
    fu,
    han,
    real_yaku,
    han_of,
    with_yaku,
)
