"""Changes that have to be worked out: payments, honba and sticks through hands, the end, other seats.

What the rules give is asked of the settlement, never of the checks.
Every function of `__all__` is an operation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import numpy as np

from analyzer.conformance.elements import Element
from analyzer.conformance.meaning import number, numbers
from analyzer.conformance.scene import DISCARD_TAGS, DRAW_TAGS, Scene
from analyzer.conformance.terms import NoOccasion, Term
from analyzer.settlement.exhaustive import noten_penalty
from analyzer.settlement.points import base_points, limit_of, scoring_rules, win_points
from analyzer.settlement.win_payments import LIABILITIES, WinTable, win_payments
from analyzer.vocabulary import NO_SEAT, SANMA_ABSENT_KINDS, SEATS, TILES, Seat

__all__ = ["carry_honba", "carry_sticks", "end_game", "end_results", "end_scores", "pay_honba"]
__all__ += ["pay_noten", "play_on", "reseat", "state_end", "value"]

_SEAT_ATTRIBUTES: Final = ("oya", "who", "fromWho", "paoWho")
_TEHAI: Final = re.compile("hai[0-3]")
_DEAD_WALL: Final = 14
_DEALT: Final = 13
_STRIDE: Final = 7
"""Coprime to the number of tiles of both walls, so that neighbours lie far apart."""


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


def play_on(scene: Scene, _: int) -> None:
    """Let a hand follow the last result, and the game end after it."""
    draft, hand, at = scene.draft, scene.hand, scene.index
    kyoku, honba, sticks = draft.course.following[hand].tolist()
    del draft.elements[at + 1 :]
    draft.elements += _idle_hand(draft.seats, (kyoku, honba, sticks), draft.scores_after(at))
    draft.settle_end(sticks)


def _idle_hand(seats: int, start: tuple[int, int, int], scores: list[int]) -> list[Element]:
    """A hand in which every seat discards what it draws and never comes near tenpai.

    Copies of a kind lie far apart, so that nobody is dealt a pair; the first discards are simples, so that
    nobody makes nagashi mangan.
    """
    kyoku, honba, sticks = start
    tiles = [tile for tile in range(TILES) if seats == SEATS or tile // 4 not in SANMA_ABSENT_KINDS]
    spread = sorted(tiles, key=lambda tile: (tile % 4, tile // 4))
    dealt = [
        [spread[(seat + seats * place) * _STRIDE % len(spread)] for place in range(_DEALT)]
        for seat in range(seats)
    ]
    live = [tile for tile in spread if not any(tile in tehai for tehai in dealt)]
    simples = [tile for tile in live if tile < 108 and tile // 4 % 9 not in (0, 8)][:seats]
    order = simples + [tile for tile in live if tile not in simples]
    dealer, seated = kyoku % SEATS, [f"{score // 100}" for score in scores] + ["0"] * (SEATS - seats)
    init = {
        "seed": f"{kyoku},{honba},{sticks},0,0,{order.pop()}",
        "ten": ",".join(seated),
        "oya": f"{dealer}",
    }
    for seat in range(SEATS):
        init[f"hai{seat}"] = ",".join(map(str, dealt[seat])) if seat < seats else ""
    elements = [Element("INIT", init)]
    for turn, tile in enumerate(order[: len(tiles) - _DEAD_WALL - _DEALT * seats]):
        seat = (dealer + turn) % seats
        elements += [Element(f"{tags[seat]}{tile}", {}) for tags in (DRAW_TAGS, DISCARD_TAGS)]
    unmoved = ",".join(f"{score},0" for score in seated)
    elements.append(Element("RYUUKYOKU", {"ba": f"{honba},{sticks}", "sc": unmoved, "owari": ""}))
    return elements


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
    for tags in (DRAW_TAGS, DISCARD_TAGS):
        if element.name[0] in tags and element.name[1:].isdigit():
            element.name = tags[seated[tags.index(element.name[0])]] + element.name[1:]
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


def _pay(element: Element, scores: list[int], seated: list[Seat]) -> list[int]:
    """Let a result pay the seats that now play it; returns the scores after it, in hundreds."""
    numbers = element.numbers("sc")
    deltas = numbers[1:8:2]
    for seat, delta in enumerate(deltas):
        numbers[2 * seat] = scores[seat]
        numbers[2 * seated[seat] + 1] = delta
    element.set_numbers("sc", numbers)
    return [before + delta for before, delta in zip(scores, numbers[1:8:2], strict=True)]
