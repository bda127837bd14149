"""How a hand came to its end: its plays as mjai without what was claimed at the end, and its whole wall."""

from __future__ import annotations

import json
from typing import Final

import numpy as np

from analyzer.audit import Review
from analyzer.conformance.case_hands import Json
from analyzer.formats.mjai.writer import write_mjai
from analyzer.formats.one_game import OneGame
from analyzer.rules import RuleSet
from analyzer.settlement.settle import Situation
from analyzer.view.plays import Play, plays_of
from analyzer.vocabulary import NO_TILE, PlayKind, tile_text
from analyzer.wall.layout import layout_of

__all__ = ["mjai_of_hands", "wall_of"]

_CLAIMS: Final = ("hora", "ryukyoku", "end_kyoku", "end_game")
_REPLACED: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA)
_NO_TURN: Final = (PlayKind.DORA, PlayKind.RIICHI, PlayKind.RIICHI_ACCEPTED)


def mjai_of_hands(judged: Review, game: int) -> list[list[Json]]:
    """The events of every hand of a game, each from ``start_game`` to the last play.

    What came of it is left out: who is paid, and which draw it is.
    """
    lines = write_mjai(OneGame(judged.events, judged.headers, game)).text.splitlines()
    start, *events = map(json.loads, lines)
    hands: list[list[Json]] = []
    for event in events:
        if event["type"] == "start_kyoku":
            hands.append([start])
        if event["type"] not in _CLAIMS:
            hands[-1].append(event)
    return hands


def wall_of(judged: Review, row: int, situation: Situation, rules: RuleSet) -> list[str]:
    """The wall of a hand, from the first tile dealt to the end of the dead wall.

    Tiles that the hand does not show lie where they are left, in ascending order.
    """
    layout, hands = layout_of(rules.seats), judged.events.hands
    wall = np.full(len(layout.tiles), NO_TILE, np.uint8)
    dealer = int(judged.facts.dealer[row])
    for turn, places in enumerate(layout.haipai):
        wall[places] = hands.haipai[row, (dealer + turn) % rules.seats]
    drawn, replaced, shown = _taken(plays_of(judged.events, row))
    under = [tile for tile in situation.ura[0].tolist() if tile != NO_TILE]
    indicators = [int(hands.indicator[row]), *shown]
    for tiles, places in (
        (drawn, layout.draws),
        (replaced, layout.replacements),
        (indicators, layout.dora),
        (under, layout.ura),
    ):
        wall[places[: len(tiles)]] = tiles
    wall[wall == NO_TILE] = np.setdiff1d(layout.tiles, wall)
    return [tile_text(tile, with_aka=rules.red_fives) for tile in wall[::-1].tolist()]


def _taken(plays: tuple[Play, ...]) -> tuple[list[int], list[int], list[int]]:
    """Tiles drawn in turn, replacement tiles, and indicators of kans."""
    drawn: list[int] = []
    replaced: list[int] = []
    shown: list[int] = []
    before: Play | None = None
    for play in plays:
        if play.kind == PlayKind.DORA and play.tile is not None:
            shown.append(play.tile)
        if play.kind == PlayKind.DRAW and play.tile is not None:
            is_replacement = before is not None and before.kind in _REPLACED
            (replaced if is_replacement else drawn).append(play.tile)
        if play.kind not in _NO_TURN:
            before = play
    return drawn, replaced, shown
