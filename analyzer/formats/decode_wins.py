"""Kernels that read what the log claims of a win: AGARI."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.decode_fields import OPTIONAL, REQUIRED, Walk, integers, is_stated, note, seat, tiles
from analyzer.formats.decode_results import SHOWN, SHOWN_TILES, read_outcome
from analyzer.formats.events import Oddity
from analyzer.formats.markup import ATTRIBUTES
from analyzer.formats.meld_codes import NO_CALL, decode_call
from analyzer.formats.wide_rows import RESULT_PLACE
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT, NO_SEAT, EndKind

__all__ = ["read_agari"]

BAD_VALUE: Final = int(Oddity.BAD_VALUE)
MISSING_ATTRIBUTE: Final = int(Oddity.MISSING_ATTRIBUTE)
AGARI_END: Final = int(EndKind.AGARI)
BAD_MELD: Final = int(Oddity.BAD_MELD)
WHO: Final = ATTRIBUTES.index("who")
FROM_WHO: Final = ATTRIBUTES.index("fromWho")
PAO_WHO: Final = ATTRIBUTES.index("paoWho")
HAI: Final = ATTRIBUTES.index("hai")
MACHI: Final = ATTRIBUTES.index("machi")
TEN: Final = ATTRIBUTES.index("ten")
M: Final = ATTRIBUTES.index("m")
YAKU: Final = ATTRIBUTES.index("yaku")
YAKUMAN: Final = ATTRIBUTES.index("yakuman")
DORA_HAI: Final = ATTRIBUTES.index("doraHai")
DORA_HAI_URA: Final = ATTRIBUTES.index("doraHaiUra")
WINNER: Final = RESULT_PLACE["winner"]
LOSER: Final = RESULT_PLACE["loser"]
PAO_SEAT: Final = RESULT_PLACE["pao_seat"]
WINNING_TILE: Final = RESULT_PLACE["machi"]
VALUE: Final = RESULT_PLACE["ten"]
MELDS: Final = RESULT_PLACE["melds"]
YAKU_LIST: Final = RESULT_PLACE["yaku"]
YAKUMAN_LIST: Final = RESULT_PLACE["yakuman"]
DORA: Final = RESULT_PLACE["dora"]
URA: Final = RESULT_PLACE["ura"]
HAS_URA: Final = RESULT_PLACE["has_ura"]
INDICATORS: Final = 8
MELD_CODES: Final = 8
YAKUMAN_IDS: Final = 8
YAKU_NUMBERS: Final = 48
"""Twenty-four pairs of id and han."""
YAKU_COUNT: Final = 55
HAN_LIMIT: Final = 199
"""No hand comes near it; it keeps sums of a whole list within reason."""
FU_LIMIT: Final = 999
POINTS_LIMIT: Final = 10_000_000
HIGHEST_LIMIT: Final = 5
"""Yakuman, in the third number of ``ten``."""


@kernel
def read_agari(walk: Walk, out: NDArray[np.int32], meld_tiles: NDArray[np.uint8]) -> None:
    """A win, as a wide row: who, from whom, with what, and what it is said to be worth.

    ``meld_tiles`` has room for the four tiles of a call and is left with any.
    """
    read_outcome(walk, AGARI_END, out)
    winner = seat(walk, WHO, REQUIRED)
    out[WINNER] = winner
    out[LOSER] = seat(walk, FROM_WHO, REQUIRED)
    out[PAO_SEAT] = seat(walk, PAO_WHO, OPTIONAL)
    if winner != NO_SEAT:
        tiles(walk, HAI, 1, SHOWN_TILES, REQUIRED, out, SHOWN + winner * SHOWN_TILES)
    tiles(walk, MACHI, 1, 1, REQUIRED, out, WINNING_TILE)
    tiles(walk, DORA_HAI, 0, INDICATORS, OPTIONAL, out, DORA)
    tiles(walk, DORA_HAI_URA, 0, INDICATORS, OPTIONAL, out, URA)
    out[HAS_URA] = 1 if is_stated(walk, DORA_HAI_URA) else 0
    read_ten(walk, out)
    read_melds(walk, out, meld_tiles)
    read_yaku(walk, out)
    read_yakuman(walk, out)
    if not (is_stated(walk, YAKU) or is_stated(walk, YAKUMAN)):
        note(walk, MISSING_ATTRIBUTE, YAKU)


@kernel
def read_ten(walk: Walk, out: NDArray[np.int32]) -> None:
    """Fu, points and limit."""
    start, count = integers(walk, TEN, REQUIRED)
    if count == ABSENT:
        return
    fu = int(walk.values[start]) if count == 3 else ABSENT
    worth = int(walk.values[start + 1]) if count == 3 else ABSENT
    limit = int(walk.values[start + 2]) if count == 3 else ABSENT
    if not (0 <= fu <= FU_LIMIT and 0 <= worth <= POINTS_LIMIT and 0 <= limit <= HIGHEST_LIMIT):
        note(walk, BAD_VALUE, TEN)
        return
    out[VALUE] = fu
    out[VALUE + 1] = worth
    out[VALUE + 2] = limit


@kernel
def read_melds(walk: Walk, out: NDArray[np.int32], meld_tiles: NDArray[np.uint8]) -> None:
    """The codes of the winner's calls."""
    start, count = integers(walk, M, OPTIONAL)
    if count == ABSENT:
        return
    if count > MELD_CODES:
        note(walk, BAD_VALUE, M)
        return
    for place in range(count):
        code = int(walk.values[start + place])
        kind, _, _, _ = decode_call(code, 0, meld_tiles)
        if kind == NO_CALL:
            note(walk, BAD_MELD, code)
            return
    for place in range(count):
        out[MELDS + place] = walk.values[start + place]


@kernel
def read_yaku(walk: Walk, out: NDArray[np.int32]) -> None:
    """Pairs of id and han."""
    start, count = integers(walk, YAKU, OPTIONAL)
    if count == ABSENT:
        return
    fits = count % 2 == 0 and count <= YAKU_NUMBERS
    for place in range(count):
        highest = HAN_LIMIT if place % 2 == 1 else YAKU_COUNT - 1
        fits &= 0 <= int(walk.values[start + place]) <= highest
    if not fits:
        note(walk, BAD_VALUE, YAKU)
        return
    for place in range(count):
        out[YAKU_LIST + place] = walk.values[start + place]


@kernel
def read_yakuman(walk: Walk, out: NDArray[np.int32]) -> None:
    """Ids of yakuman."""
    start, count = integers(walk, YAKUMAN, OPTIONAL)
    if count == ABSENT:
        return
    fits = count <= YAKUMAN_IDS
    for place in range(count):
        fits &= 0 <= int(walk.values[start + place]) < YAKU_COUNT
    if not fits:
        note(walk, BAD_VALUE, YAKUMAN)
        return
    for place in range(count):
        out[YAKUMAN_LIST + place] = walk.values[start + place]
