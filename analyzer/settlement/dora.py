"""Dora: which kinds the indicators point at, and how many of them a hand holds."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel, numbered
from analyzer.replay.facts import Place
from analyzer.rules.grades import Suukaikan
from analyzer.rules.rule_set import RuleSet
from analyzer.vocabulary import KINDS, TILES, WIND_KINDS, PlayKind

NORTH: Final = WIND_KINDS[3]
PLAY: Final = numbered(PlayKind)
PLACE: Final = numbered(Place)


class Tiles(Protocol):
    """What is asked of hands: columns as of `WinFacts`."""

    @property
    def concealed(self) -> NDArray[np.uint8]: ...
    @property
    def meld_kind(self) -> NDArray[np.uint8]: ...
    @property
    def meld_tile(self) -> NDArray[np.uint8]: ...
    @property
    def kita(self) -> NDArray[np.uint8]: ...
    @property
    def players(self) -> NDArray[np.uint8]: ...


def _next_kinds(*, sanma: bool) -> NDArray[np.uint8]:
    """The kind after each kind, in circles: 1-9 of a suit, the winds, the dragons."""
    after = np.arange(1, KINDS + 1, dtype=np.uint8)
    for first, last in ((0, 8), (9, 17), (18, 26), (27, 30), (31, 33)):
        after[last] = first
    if sanma:
        after[0] = 8  # 2 to 8 man are not in a three-player wall
    return after


NEXT_KIND: Final = _next_kinds(sanma=False)
NEXT_KIND_SANMA: Final = _next_kinds(sanma=True)

_OF_FOUR_KANS: Final = 5
_ANY: Final = 8
"""Width of the lists of indicators."""


def most_ura_shown(rules: RuleSet) -> int:
    """How many dora indicators, in the order shown, have an ura indicator under them; uses ``suukaikan``.

    Source: Arcturus wiki, "Tochuu ryuukyoku", Suukaikan, variant: a fifth kan without new ura.
    """
    return _OF_FOUR_KANS if rules.suukaikan == Suukaikan.FIFTH_WITHOUT_URA else _ANY


def dora_counted(rules: RuleSet) -> slice:
    """Places of the dora indicators that count, in the order shown; uses ``dora`` and ``kan_dora``."""
    return slice(0 if rules.dora else 1, _ANY if rules.kan_dora else 1)


def ura_counted(rules: RuleSet) -> slice:
    """Places of the ura indicators that count for a riichi winner; uses ``ura_dora`` and ``kan_ura`` too."""
    return slice(0 if rules.ura_dora else 1, most_ura_shown(rules) if rules.kan_ura else 1)


@kernel
def dora_kind(indicator: int, players: int) -> int:
    """Kind that an indicator, a tile id, makes dora.

    Examples:
        >>> dora_kind(0, 4), dora_kind(0, 3), dora_kind(120, 3)
        (1, 8, 27)
    """
    return int(NEXT_KIND_SANMA[indicator // 4] if players == 3 else NEXT_KIND[indicator // 4])


@kernel
def tiles_held(tiles: Tiles, row: int, kind: int) -> int:
    """Tiles of a kind in a hand: concealed part, melds (a kan is four) and kita, as `kinds_held` has them."""
    held = int(tiles.concealed[row, kind])
    if kind == NORTH:
        held += int(tiles.kita[row])
    for meld in range(4):
        form = int(tiles.meld_kind[row, meld])
        lowest = int(tiles.meld_tile[row, meld])
        if form == PLAY.CHI:
            held += 1 if lowest <= kind <= lowest + 2 else 0
        elif form != 0 and lowest == kind:
            held += 3 if form == PLAY.PON else 4
    return held


@kernel
def dora_held(tiles: Tiles, row: int, indicators: NDArray[np.uint8]) -> int:
    """Dora of one hand: every tile counts once for each indicator that points at it.

    Args:
        tiles: Of all hands.
        row: The hand.
        indicators: Shape (indicators,), tile ids, NO_TILE where fewer.
    """
    dora = 0
    for shown in indicators:
        tile = int(shown)
        if tile < TILES:
            dora += tiles_held(tiles, row, dora_kind(tile, int(tiles.players[row])))
    return dora


@kernel
def aka_held(place: NDArray[np.uint8], red_tiles: NDArray[np.int64], seat: int, won_on: int) -> int:
    """Red fives of one hand.

    Args:
        place: Where each tile lies, a Place; shape (136,).
        red_tiles: Ids of those that are red.
        seat: Of the hand.
        won_on: Tile id of another seat that the hand is won on; NO_TILE where none.
    """
    aka = 0
    for red in red_tiles:
        tile = int(red)
        where = int(place[tile])
        if where == PLACE.CONCEALED + seat or where == PLACE.MELD + seat or tile == won_on:
            aka += 1
    return aka
