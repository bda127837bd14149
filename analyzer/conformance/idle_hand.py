"""A hand in which nothing happens, for a game that goes on although it is over."""

from __future__ import annotations

from typing import Final

from analyzer.conformance.elements import Element
from analyzer.conformance.scene import DISCARD_TAGS, DRAW_TAGS, Scene
from analyzer.vocabulary import SANMA_ABSENT_KINDS, SEATS, TILES

__all__ = ["play_on"]

_DEAD_WALL: Final = 14
_DEALT: Final = 13
_STRIDE: Final = 7
"""Coprime to the number of tiles of both walls, so that neighbours lie far apart."""


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
