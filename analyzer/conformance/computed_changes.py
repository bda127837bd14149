"""Changes that have to be worked out: payments by the rules, honba and sticks through hands, the end.

What the rules give is asked of the settlement, never of the checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from analyzer.conformance.meaning import number, numbers
from analyzer.conformance.scene import Scene
from analyzer.conformance.terms import NoOccasion, Term
from analyzer.settlement.exhaustive import noten_penalty
from analyzer.settlement.points import base_points, limit_of, scoring_rules, win_points
from analyzer.settlement.win_payments import LIABILITIES, WinTable, win_payments
from analyzer.vocabulary import NO_SEAT, Seat

__all__ = ["OPERATIONS"]


def pay_noten(scene: Scene, tenpai: Term) -> None:
    """Let a draw pay as if these seats were tenpai: ``"without(shown, dealer)"``."""
    draft, seats = scene.draft, numbers(scene, tenpai)
    mask = np.array([[seat in seats for seat in range(draft.seats)]])
    _pay_if_other(scene, noten_penalty(mask, draft.rules)[0].tolist())


def _pay_if_other(scene: Scene, due: list[int]) -> None:
    if due != scene.draft.deltas(scene.index)[: scene.draft.seats]:
        scene.draft.pay_instead(scene.index, due)


def value(scene: Scene, table: Mapping[str, Term]) -> None:
    """Let a win without yakuman have other yaku or fu, its points by the rules, and pay them.

    Args:
        scene: The win.
        table: ``yaku`` (ids and han), ``fu``, and ``han`` if points are to be counted by other han.

    Raises:
        NoOccasion: When other han are worth the same.
    """
    element, rules = scene.element, scoring_rules(scene.draft.rules)
    yaku = numbers(scene, table.get("yaku", "yaku"))
    fu, points, old_limit = element.numbers("ten")
    fu = number(scene, table.get("fu", fu))
    han = number(scene, table.get("han", sum(yaku[1::2])))
    limit = limit_of(han, fu, rules.counted_yakuman)
    base = base_points(han, fu, limit, rules.kiriage_mangan)
    winner, loser = number(scene, "winner"), number(scene, "loser")
    is_dealer = int(winner == scene.draft.dealer(scene.hand))
    due = win_points(base, is_dealer, int(winner == loser), scene.draft.seats, rules.even_tsumo)
    if "han" in table and (due, limit) == (points, old_limit):
        raise NoOccasion("so many han are worth the same")
    element.set_numbers("yaku", yaku)
    element.set_numbers("ten", [fu, due, limit])
    _pay_if_other(scene, _payments(scene, winner, loser, base))


def _payments(scene: Scene, winner: Seat, loser: Seat, base: int) -> list[int]:
    """Payments of base points with the honba and sticks of a win, nobody being liable."""
    honba, kyotaku = scene.element.numbers("ba")
    is_first = scene.index == next(iter(scene.draft.results(scene.hand)))
    table = WinTable(
        winner=np.array([winner], np.uint8),
        loser=np.array([loser], np.uint8),
        dealer=np.array([scene.draft.dealer(scene.hand)], np.uint8),
        honba=np.array([honba if is_first else 0], np.int32),
        kyotaku=np.array([kyotaku], np.int32),
        takes_pot=np.ones(1, np.bool_),
        pao_seat=np.full((1, len(LIABILITIES)), NO_SEAT, np.uint8),
    )
    nothing = np.zeros((1, len(LIABILITIES)), np.int32)
    paid: list[int] = win_payments(np.array([base], np.int32), nothing, table, scene.draft.rules)[0].tolist()
    return paid


def pay_honba(scene: Scene, honba: Term) -> None:
    """Let a win be paid so many honba more, or less: ``"-ba[0]"``.

    Raises:
        NoOccasion: When a liable seat pays.
    """
    if "paoWho" in scene.element.attributes:
        raise NoOccasion("a liable seat pays the honba")
    draft, winner, loser = scene.draft, number(scene, "winner"), number(scene, "loser")
    more = number(scene, honba)
    if winner == loser:
        changes = {seat: -more * draft.rules.honba_tsumo for seat in range(draft.seats) if seat != winner}
    else:
        changes = {loser: -more * draft.rules.honba_ron}
    draft.pay(scene.index, {**changes, winner: -sum(changes.values())})


def carry_honba(scene: Scene, by: Term) -> None:
    """Let the hand of an INIT have so many honba more, and those that follow until the deal moves on."""
    more, draft = number(scene, by), scene.draft
    for hand in range(scene.hand, len(draft.inits())):
        init, results = draft.init_of(hand), draft.results(hand)
        if hand > scene.hand and draft[init].numbers("seed")[1] == 0:
            return
        _add(scene, init, "seed", 1, more)
        for index in results:
            _add(scene, index, "ba", 0, more)
        if draft[results[0]].name == "AGARI":
            pay_honba(scene.beside(results[0] - scene.index), more)


def carry_sticks(scene: Scene, by: Term) -> None:
    """Let so many sticks more lie on the table from an INIT on, until somebody takes them."""
    more, draft = number(scene, by), scene.draft
    for hand in range(scene.hand, len(draft.inits())):
        init, result = draft.init_of(hand), draft.results(hand)[0]
        _add(scene, init, "seed", 2, more)
        _add(scene, result, "ba", 1, more)
        if draft[result].name == "AGARI":
            draft.pay(result, {int(draft[result].attributes["who"]): 1000 * more})
            return
    draft.settle_end(int(draft.course.following[-1, 2]) + more)


def _add(scene: Scene, index: int, name: str, place: int, by: int) -> None:
    changed = scene.draft[index].numbers(name)
    changed[place] += by
    scene.draft[index].set_numbers(name, changed)


def end_game(scene: Scene, sticks: Term) -> None:
    """Let the game end with a result, with so many sticks left on the table."""
    left = number(scene, sticks)
    del scene.draft.elements[scene.index + 1 :]
    scene.element.attributes["owari"] = ""
    scene.draft.settle_end(left)


def state_end(scene: Scene, sticks: Term) -> None:
    """Let a result state the end of the game, with so many sticks left, and the log go on."""
    tail = scene.draft.elements[scene.index + 1 :]
    end_game(scene, sticks)
    scene.draft.elements += tail


def end_scores(scene: Scene, scores: Term) -> None:
    """Let the game end with other scores, and the results that these give."""
    final = numbers(scene, scores)
    scene.draft.write_end(final, scene.draft.results_of(final))


def end_results(scene: Scene, results: Term) -> None:
    """Let the game end with other results, its scores being right."""
    scene.draft.write_end(scene.draft.end_by_rules()[0], numbers(scene, results))


OPERATIONS: Final[tuple[Callable[..., None], ...]] = (
    pay_noten,
    value,
    pay_honba,
    carry_honba,
    carry_sticks,
    end_game,
    state_end,
    end_scores,
    end_results,
)
