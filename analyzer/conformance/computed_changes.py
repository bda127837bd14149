"""Changes that have to be worked out: values of wins, honba and sticks through hands, other seats.

What the rules give is asked of the settlement, never of the checks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from typing import Final, TypeAlias

import numpy as np

from analyzer.conformance.draft import NoOccasion
from analyzer.conformance.elements import Element, elements_of
from analyzer.conformance.scene import DISCARD_TAGS, DRAW_TAGS, Scene
from analyzer.conformance.terms import Term, value
from analyzer.settlement.points import base_points, limit_of, scoring_rules, win_points
from analyzer.settlement.win_payments import LIABILITIES, WinTable, win_payments
from analyzer.simulation import simulate
from analyzer.vocabulary import NO_SEAT, SEATS, Seat

__all__ = ["OPERATIONS", "Operation", "named"]

Operation: TypeAlias = Callable[..., None]
"""Takes an element, and the terms or the table that a change gives it."""

_SEAT_ATTRIBUTES: Final = ("oya", "who", "fromWho", "paoWho")
_TEHAI: Final = re.compile("hai[0-3]")


def revalue(scene: Scene, table: Mapping[str, Term]) -> None:
    """Let a win without yakuman have other yaku or fu, its points by the rules, and pay them.

    Args:
        scene: The win.
        table: ``yaku`` (ids and han), ``fu``, and ``han`` if points are to be counted by other han.

    Raises:
        NoOccasion: When other han are worth the same.
    """
    element, rules = scene.element, scoring_rules(scene.draft.rules)
    yaku = value(scene, table.get("yaku", "yaku"))
    fu = value(scene, table.get("fu", "ten[0]"))
    han = value(scene, table.get("han", sum(yaku[1::2])))
    limit = limit_of(han, fu, rules.counted_yakuman)
    base = base_points(han, fu, limit, rules.kiriage_mangan)
    is_dealer, is_tsumo = int(scene.winner == scene.dealer), int(scene.winner == scene.loser)
    due = win_points(base, is_dealer, is_tsumo, scene.seats, rules.even_tsumo)
    if "han" in table and [due, limit] == scene["ten"][1:]:
        raise NoOccasion("so many han are worth the same")
    element.set_numbers("yaku", yaku)
    element.set_numbers("ten", [fu, due, limit])
    scene.draft.pay_instead(scene.index, _payments(scene, base))


def _payments(scene: Scene, base: int) -> list[int]:
    """Payments of base points with the honba and sticks of a win, nobody being liable."""
    honba, kyotaku = scene["ba"]
    is_first = scene.index == scene.draft.results(scene.hand)[0]
    table = WinTable(
        winner=np.array([scene.winner], np.uint8),
        loser=np.array([scene.loser], np.uint8),
        dealer=np.array([scene.dealer], np.uint8),
        honba=np.array([honba if is_first else 0], np.int32),
        kyotaku=np.array([kyotaku], np.int32),
        takes_pot=np.ones(1, np.bool_),
        pao_seat=np.full((1, len(LIABILITIES)), NO_SEAT, np.uint8),
    )
    nothing = np.zeros((1, len(LIABILITIES)), np.int32)
    paid = win_payments(np.array([base], np.int32), nothing, table, scene.draft.rules)[0]
    return [int(points) for points in paid]


def pay_honba(scene: Scene, honba: Term) -> None:
    """Let a win be paid so many honba more, or less: ``"-ba[0]"``.

    Raises:
        NoOccasion: When a liable seat pays.
    """
    if scene.has("paoWho"):
        raise NoOccasion("a liable seat pays the honba")
    more, rules = value(scene, honba), scene.draft.rules
    if scene.winner == scene.loser:
        others = (seat for seat in range(scene.seats) if seat != scene.winner)
        changes = dict.fromkeys(others, -more * rules.honba_tsumo)
    else:
        changes = {scene.loser: -more * rules.honba_ron}
    scene.draft.pay(scene.index, {**changes, scene.winner: -sum(changes.values())})


def carry_honba(scene: Scene, by: Term) -> None:
    """Let the hand of an INIT have so many honba more, and those that follow until the deal moves on."""
    more = value(scene, by)
    for init in _hands_from(scene):
        if init.hand > scene.hand and init["seed"][1] == 0:
            return
        _add(init, "seed", 1, more)
        for result in init.results:
            _add(result, "ba", 0, more)
        if init.results[0].kind == "AGARI":
            pay_honba(init.results[0], more)


def carry_sticks(scene: Scene, by: Term) -> None:
    """Let so many sticks more lie on the table from an INIT on, until somebody takes them."""
    more, draft = value(scene, by), scene.draft
    for init in _hands_from(scene):
        result = init.results[0]
        _add(init, "seed", 2, more)
        _add(result, "ba", 1, more)
        if result.kind == "AGARI":
            draft.pay(result.index, {result.winner: 1000 * more})
            return
    draft.settle_end(int(draft.judged.next.kyotaku[draft.row(-1)]) + more)


def _hands_from(scene: Scene) -> Iterator[Scene]:
    """The INIT of a hand, and those that follow."""
    return map(scene.init, range(len(scene.draft.inits()) - scene.hand))


def _add(scene: Scene, name: str, place: int, by: int) -> None:
    changed = scene.element.numbers(name)
    changed[place] += by
    scene.element.set_numbers(name, changed)


def play_on(scene: Scene, _: int) -> None:
    """Let a hand in which nobody is ever tenpai follow the last result, and the game end after it."""
    draft, after, row = scene.draft, scene.draft.judged.next, scene.draft.row(scene.hand)
    kyoku, honba, sticks = (int(column[row]) for column in (after.kyoku, after.honba, after.kyotaku))
    init, *plays, result = deepcopy(_idle_hand(draft.rules.name, scene.seats))
    for element in (init, *plays):
        _rename(element, _seated(kyoku % SEATS, scene.seats))
    scores = [score // 100 for score in scene.scores_after] + [0] * (SEATS - scene.seats)
    init.set_numbers("seed", [kyoku, honba, sticks, *init.numbers("seed")[3:]])
    init.set_numbers("ten", scores)
    result.set_numbers("ba", [honba, sticks])
    result.set_numbers("sc", [part for score in scores for part in (score, 0)])
    draft.elements[scene.index + 1 :] = [init, *plays, result]
    draft.settle_end(sticks)


@cache
def _idle_hand(rules: str, seats: int) -> list[Element]:
    """The first hand of a scenario that is a draw with nobody tenpai."""
    ((_, data),) = simulate(1, "1", players=seats, scenario="tenpai_0", rules=rules)
    elements = elements_of(data)
    first, second = [at for at, element in enumerate(elements) if element.name == "INIT"][:2]
    return elements[first:second]


def _seated(by: int, seats: int) -> list[Seat]:
    """The seat that plays what another did, so many places behind it."""
    return [*((seat + by) % seats for seat in range(seats)), *range(seats, SEATS)]


def reseat(scene: Scene, by: int) -> None:
    """Let every seat play the hand of the seat ``by`` places before it, and carry the scores on.

    Raises:
        NoOccasion: When the game would take another course.
    """
    draft, seated = scene.draft, _seated(by, scene.seats)
    old = scene.results[-1].scores_after
    scores: list[int] = []
    for element in (one.element for one in scene.over(scene.span)):
        _rename(element, seated)
        if element.name == "INIT":
            scores = element.numbers("ten")
        elif element.name == "REACH" and element.attributes["step"] == "2":
            scores[int(element.attributes["who"])] -= 10
            if "ten" in element.attributes:
                element.set_numbers("ten", scores)
        elif element.name in ("AGARI", "RYUUKYOKU"):
            scores = _pay(element, scores, seated)
    new = scene.results[-1].scores_after
    draft.carry(scene.span.stop, {seat: new[seat] - old[seat] for seat in range(draft.seats)})


def _rename(element: Element, seated: list[Seat]) -> None:
    """Name the seats that now play an element."""
    for tags in (DRAW_TAGS, DISCARD_TAGS):
        if element.name[0] in tags and element.name[1:].isdigit():
            element.name = tags[seated[tags.index(element.name[0])]] + element.name[1:]
    if element.name == "N":
        _turn_source(element, seated)
    for name in _SEAT_ATTRIBUTES:
        if name in element.attributes:
            element.attributes[name] = str(seated[int(element.attributes[name])])
    moved = {
        f"hai{seated[int(name[3])]}" if _TEHAI.fullmatch(name) else name: text
        for name, text in element.attributes.items()
    }
    in_order = iter(sorted(filter(_TEHAI.fullmatch, moved)))
    names = [next(in_order) if _TEHAI.fullmatch(name) else name for name in moved]
    element.attributes = {name: moved[name] for name in names}


def _turn_source(call: Element, seated: list[Seat]) -> None:
    """Let a call name the seat that now discards: its code holds how far that sits to the right, modulo 4."""
    who, code = int(call.attributes["who"]), int(call.attributes["m"])
    if distance := code & 3:
        source = (who + distance) % SEATS
        call.attributes["m"] = str((code & ~3) | ((seated[source] - seated[who]) % SEATS))


def _pay(element: Element, scores: list[int], seated: list[Seat]) -> list[int]:
    """Let a result pay the seats that now play it; returns the scores after it, in hundreds."""
    numbers = element.numbers("sc")
    deltas = numbers[1:8:2]
    for seat, delta in enumerate(deltas):
        numbers[2 * seat] = scores[seat]
        numbers[2 * seated[seat] + 1] = delta
    element.set_numbers("sc", numbers)
    return [before + delta for before, delta in zip(scores, numbers[1:8:2], strict=True)]


def named(*operations: Operation) -> dict[str, Operation]:
    """Operations by name, which is that of the function with ``-`` for ``_``."""
    return {one.__name__.strip("_").replace("_", "-"): one for one in operations}


OPERATIONS: Final = named(revalue, pay_honba, carry_honba, carry_sticks, play_on, reseat)
