"""Columns of wins: what lies on the table at a win, and what the hand is worth."""

from __future__ import annotations

from enum import unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.settlement.fu import FU_PARTS
from analyzer.settlement.yaku_names import NO_YAKU
from analyzer.vocabulary import Code

__all__ = ["NO_PLACE", "YAKUMAN_PLACES", "YAKU_PLACES", "WinFacts", "WinScores", "WinShape", "no_scores"]

YAKU_PLACES: Final = 20
"""Width of the list of yaku."""
YAKUMAN_PLACES: Final = 8
"""Width of the list of yakuman."""
NO_PLACE: Final = 255
"""Marks the absence of a place in a decomposition (uint8)."""


@unique
class WinShape(Code):
    """How the tiles of a win are complete."""

    NONE = 0
    """They are not: no win."""
    STANDARD = 1
    """Four sets and a pair."""
    SEVEN_PAIRS = 2
    THIRTEEN_ORPHANS = 3


class WinFacts(NamedTuple):
    """The table at each win; shape (wins,) unless said."""

    concealed: NDArray[np.uint8]
    """Shape (wins, 34): counts of the concealed part, the winning tile included, kita not."""
    meld_kind: NDArray[np.uint8]
    """Shape (wins, 4): PlayKind of each meld in order of calling; 0 where fewer."""
    meld_tile: NDArray[np.uint8]
    """Shape (wins, 4): lowest tile kind of each meld."""
    win_kind: NDArray[np.uint8]
    """Kind of the winning tile."""
    is_tsumo: NDArray[np.bool_]
    seat_wind: NDArray[np.uint8]
    """Kind of the winner's wind, 27-30; 27 is the dealer."""
    round_wind: NDArray[np.uint8]
    """Kind of the round's wind, 27-30."""
    players: NDArray[np.uint8]
    riichi: NDArray[np.bool_]
    """Also true with double riichi."""
    double_riichi: NDArray[np.bool_]
    ippatsu: NDArray[np.bool_]
    chankan: NDArray[np.bool_]
    """Ron on the tile added to a pon (not on a kita)."""
    rinshan: NDArray[np.bool_]
    """Tsumo on a replacement tile."""
    haitei: NDArray[np.bool_]
    """Tsumo on the last tile of the live wall."""
    houtei: NDArray[np.bool_]
    """Ron on the last discard."""
    tenhou: NDArray[np.bool_]
    """Tsumo on the dealer's first draw, no call before."""
    chiihou: NDArray[np.bool_]
    """The same of a non-dealer."""
    renhou: NDArray[np.bool_]
    """Ron before the own first draw, no call before."""
    dora: NDArray[np.uint8]
    """Dora by the indicators, over concealed part, melds and kita."""
    ura: NDArray[np.uint8]
    """The same by the ura indicators; 0 without riichi."""
    aka: NDArray[np.uint8]
    """Red fives held."""
    kita: NDArray[np.uint8]
    """Norths set aside."""


class WinScores(NamedTuple):
    """What each hand is worth; shape (wins,) unless said."""

    shape: NDArray[np.uint8]
    """A WinShape; with NONE everything else is empty."""
    han: NDArray[np.uint8]
    """Han with dora; 13 per yakuman; 0 for a hand without yaku, whatever dora it has."""
    yaku_han: NDArray[np.uint8]
    """Han without dora."""
    fu: NDArray[np.uint8]
    """As printed: 25 for seven pairs, 0 for thirteen orphans."""
    limit: NDArray[np.uint8]
    """0 none, 1 mangan, 2 haneman, 3 baiman, 4 sanbaiman, 5 yakuman."""
    yakuman_count: NDArray[np.uint8]
    """Yakuman that are paid, a double one twice; a counted yakuman is none."""
    base: NDArray[np.int32]
    """Base points: what a child takes from a child by tsumo, unrounded."""
    points: NDArray[np.int32]
    """Points as printed: without honba and sticks, a tsumo in total."""
    yaku: NDArray[np.uint8]
    """Shape (wins, YAKU_PLACES, 2): id and han as a log lists them; empty with a yakuman; ids are padded
    with NO_YAKU, han with 0."""
    yakuman: NDArray[np.uint8]
    """Shape (wins, YAKUMAN_PLACES): ids, padded with NO_YAKU."""
    sets: NDArray[np.uint8]
    """Shape (wins, 4, 3): form (RUN, TRIPLE, QUAD), lowest kind, and 1 when scored as concealed; the
    concealed part first, then the melds.  Zeros unless the shape is STANDARD."""
    pair: NDArray[np.uint8]
    """Kind of the pair; NO_PLACE unless the shape is STANDARD."""
    win_place: NDArray[np.uint8]
    """Set (0-3) or pair (4) that the winning tile completed; NO_PLACE unless the shape is STANDARD."""
    fu_parts: NDArray[np.uint8]
    """Shape (wins, FU_PARTS, 3): FuPart, fu, and the kind concerned or 255; zeros beyond the last."""


def no_scores(wins: int) -> WinScores:
    """Scores of so many wins, all empty."""
    yaku = np.zeros((wins, YAKU_PLACES, 2), np.uint8)
    yaku[:, :, 0] = NO_YAKU
    return WinScores(
        shape=np.zeros(wins, np.uint8),
        han=np.zeros(wins, np.uint8),
        yaku_han=np.zeros(wins, np.uint8),
        fu=np.zeros(wins, np.uint8),
        limit=np.zeros(wins, np.uint8),
        yakuman_count=np.zeros(wins, np.uint8),
        base=np.zeros(wins, np.int32),
        points=np.zeros(wins, np.int32),
        yaku=yaku,
        yakuman=np.full((wins, YAKUMAN_PLACES), NO_YAKU, np.uint8),
        sets=np.zeros((wins, 4, 3), np.uint8),
        pair=np.full(wins, NO_PLACE, np.uint8),
        win_place=np.full(wins, NO_PLACE, np.uint8),
        fu_parts=np.zeros((wins, FU_PARTS, 3), np.uint8),
    )
