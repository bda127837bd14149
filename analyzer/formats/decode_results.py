"""Kernels that read the elements AGARI and RYUUKYOKU: what the log claims of an outcome."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.decode_elements import HONBA_LIMIT
from analyzer.formats.decode_fields import (
    AT,
    COUNT,
    FORM,
    HUNDREDS_LIMIT,
    ODDITY,
    OPTIONAL,
    REQUIRED,
    START,
    Walk,
    integers,
    is_empty,
    is_stated,
    note,
    scaled,
    seat,
    tiles,
)
from analyzer.formats.element_names import DRAW_KEYS, ENDING, LONGEST_TYPE, NAME
from analyzer.formats.events import UNKNOWN_DRAW_KIND
from analyzer.formats.markup import MIXED, TEXT
from analyzer.formats.meld_codes import NO_CALL, decode_call
from analyzer.formats.wide_rows import RESULT
from analyzer.kernels import kernel, numbered
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS, DrawKind

__all__ = ["read_agari", "read_ryuukyoku"]

DRAW: Final = numbered(DrawKind)
PAIRS: Final = 2 * SEATS
"""Numbers of ``sc`` and ``owari``; chip tables have as many again."""
SHOWN_TILES: Final = 14
INDICATORS: Final = 8
MELD_CODES: Final = 8
YAKUMAN_IDS: Final = 8
YAKU_NUMBERS: Final = 48
"""Twenty-four pairs of id and han."""
YAKU_COUNT: Final = 55
HAN_LIMIT: Final = 199
"""Highest han of one yaku that is accepted; it keeps the sum of a list small."""
FU_LIMIT: Final = 999
POINTS_LIMIT: Final = 10_000_000
HIGHEST_LIMIT: Final = 5
"""The third number of ``ten`` for a yakuman."""


@kernel
def read_outcome(walk: Walk, end: int, out: NDArray[np.int32]) -> None:
    """Read what AGARI and RYUUKYOKU both have: ``ba``, ``sc``, ``owari``."""
    cursor = walk.cursor
    out[RESULT.hand] = cursor[AT.hand]
    out[RESULT.element] = cursor[AT.element] - cursor[AT.first]
    out[RESULT.end] = end
    start, count = integers(walk, NAME.ba, OPTIONAL)
    if count != ABSENT:
        honba = int(walk.values[start]) if count == 2 else ABSENT
        kyotaku = int(walk.values[start + 1]) if count == 2 else ABSENT
        if 0 <= honba <= HONBA_LIMIT and 0 <= kyotaku <= HONBA_LIMIT:
            out[RESULT.honba] = honba
            out[RESULT.kyotaku] = kyotaku
        else:
            note(walk, ODDITY.BAD_VALUE, NAME.ba)
    read_scores(walk, out)
    read_owari(walk, out)


@kernel
def read_scores(walk: Walk, out: NDArray[np.int32]) -> None:
    """Read ``sc``: score and delta of each seat in turn, in points and then perhaps in chips."""
    start, count = integers(walk, NAME.sc, REQUIRED)
    if count == ABSENT:
        return
    if count != PAIRS and count != 2 * PAIRS:
        note(walk, ODDITY.BAD_VALUE, NAME.sc)
        return
    middle = start + PAIRS
    fits = scaled(walk.values, start, middle, 2, HUNDREDS_LIMIT, 100, out, RESULT.scores)
    fits &= scaled(walk.values, start + 1, middle, 2, HUNDREDS_LIMIT, 100, out, RESULT.deltas)
    if count == 2 * PAIRS:
        stop = middle + PAIRS
        fits &= scaled(walk.values, middle, stop, 2, HUNDREDS_LIMIT, 1, out, RESULT.chip_scores)
        fits &= scaled(walk.values, middle + 1, stop, 2, HUNDREDS_LIMIT, 1, out, RESULT.chip_deltas)
    if not fits:
        note(walk, ODDITY.BAD_VALUE, NAME.sc)


@kernel
def read_owari(walk: Walk, out: NDArray[np.int32]) -> None:
    """Read ``owari``: final score and result of each seat; results without decimals (2009) become tenths."""
    if not is_stated(walk, NAME.owari):
        return
    out[RESULT.has_owari] = 1
    form = int(walk.fields[NAME.owari, FORM])
    start = int(walk.fields[NAME.owari, START])
    count = int(walk.fields[NAME.owari, COUNT])
    if form == TEXT or (count != PAIRS and count != 2 * PAIRS):
        note(walk, ODDITY.BAD_VALUE, NAME.owari)
        return
    middle = start + PAIRS
    to_tenths = 1 if form == MIXED else 10
    fits = scaled(walk.values, start, middle, 2, HUNDREDS_LIMIT, 100, out, RESULT.final_scores)
    fits &= scaled(walk.values, start + 1, middle, 2, HUNDREDS_LIMIT, to_tenths, out, RESULT.final_results)
    if count == 2 * PAIRS:
        fits &= scaled(walk.values, middle, middle + PAIRS, 2, HUNDREDS_LIMIT, 1, out, RESULT.final_chips)
    if not fits:
        note(walk, ODDITY.BAD_VALUE, NAME.owari)


@kernel
def read_ryuukyoku(walk: Walk, out: NDArray[np.int32]) -> None:
    """Read a hand that ended without a winner into a wide row."""
    read_outcome(walk, ENDING.RYUUKYOKU, out)
    out[RESULT.draw_kind] = draw_kind(walk)
    players = int(walk.cursor[AT.players])
    for shown in range(players):
        tiles(walk, NAME.hai0 + shown, 0, SHOWN_TILES, OPTIONAL, out, RESULT.shown + shown * SHOWN_TILES)
    if players < SEATS and not is_empty(walk, NAME.hai3):
        note(walk, ODDITY.BAD_VALUE, NAME.hai3)


@kernel
def draw_kind(walk: Walk) -> int:
    """The DrawKind that ``type`` names: EXHAUSTIVE without it, UNKNOWN_DRAW_KIND for an unknown text."""
    if not is_stated(walk, NAME.type):
        return DRAW.EXHAUSTIVE
    start = int(walk.fields[NAME.type, START])
    count = int(walk.fields[NAME.type, COUNT])
    if walk.fields[NAME.type, FORM] != TEXT or count > LONGEST_TYPE:
        return UNKNOWN_DRAW_KIND
    key = 0
    for place in range(count):
        key |= int(walk.text[start + place]) << (8 * place)
    for kind in range(len(DRAW_KEYS)):
        if DRAW_KEYS[kind] == key != 0:
            return kind
    return UNKNOWN_DRAW_KIND


@kernel
def read_agari(walk: Walk, out: NDArray[np.int32], meld_tiles: NDArray[np.uint8]) -> None:
    """Read a win into a wide row: winner, loser, tiles, and the claimed value.

    ``meld_tiles`` is room for the four tiles of a call; its content does not matter.
    """
    read_outcome(walk, ENDING.AGARI, out)
    winner = seat(walk, NAME.who, REQUIRED)
    out[RESULT.winner] = winner
    out[RESULT.loser] = seat(walk, NAME.fromWho, REQUIRED)
    out[RESULT.pao_seat] = seat(walk, NAME.paoWho, OPTIONAL)
    if winner != NO_SEAT:
        tiles(walk, NAME.hai, 1, SHOWN_TILES, REQUIRED, out, RESULT.shown + winner * SHOWN_TILES)
    tiles(walk, NAME.machi, 1, 1, REQUIRED, out, RESULT.machi)
    tiles(walk, NAME.doraHai, 0, INDICATORS, OPTIONAL, out, RESULT.dora)
    tiles(walk, NAME.doraHaiUra, 0, INDICATORS, OPTIONAL, out, RESULT.ura)
    out[RESULT.has_ura] = 1 if is_stated(walk, NAME.doraHaiUra) else 0
    read_ten(walk, out)
    read_melds(walk, out, meld_tiles)
    read_yaku(walk, NAME.yaku, YAKU_NUMBERS, 2, out, RESULT.yaku)
    read_yaku(walk, NAME.yakuman, YAKUMAN_IDS, 1, out, RESULT.yakuman)
    if not (is_stated(walk, NAME.yaku) or is_stated(walk, NAME.yakuman)):
        note(walk, ODDITY.MISSING_ATTRIBUTE, NAME.yaku)


@kernel
def read_ten(walk: Walk, out: NDArray[np.int32]) -> None:
    """Read fu, points and limit."""
    start, count = integers(walk, NAME.ten, REQUIRED)
    if count == ABSENT:
        return
    fu = int(walk.values[start]) if count == 3 else ABSENT
    worth = int(walk.values[start + 1]) if count == 3 else ABSENT
    limit = int(walk.values[start + 2]) if count == 3 else ABSENT
    if not (0 <= fu <= FU_LIMIT and 0 <= worth <= POINTS_LIMIT and 0 <= limit <= HIGHEST_LIMIT):
        note(walk, ODDITY.BAD_VALUE, NAME.ten)
        return
    out[RESULT.ten] = fu
    out[RESULT.ten + 1] = worth
    out[RESULT.ten + 2] = limit


@kernel
def read_melds(walk: Walk, out: NDArray[np.int32], meld_tiles: NDArray[np.uint8]) -> None:
    """Read the codes of the winner's calls."""
    start, count = integers(walk, NAME.m, OPTIONAL)
    if count == ABSENT:
        return
    if count > MELD_CODES:
        note(walk, ODDITY.BAD_VALUE, NAME.m)
        return
    for place in range(count):
        code = int(walk.values[start + place])
        kind, _, _, _ = decode_call(code, 0, meld_tiles)
        if kind == NO_CALL:
            note(walk, ODDITY.BAD_MELD, code)
            return
    for place in range(count):
        out[RESULT.melds + place] = walk.values[start + place]


@kernel
def read_yaku(walk: Walk, name: int, most: int, step: int, out: NDArray[np.int32], place: int) -> None:
    """Read at most ``most`` numbers: ids of yaku, each followed by its han where ``step`` is 2."""
    start, count = integers(walk, name, OPTIONAL)
    if count == ABSENT:
        return
    fits = count % step == 0 and count <= most
    for entry in range(count):
        highest = HAN_LIMIT if entry % step else YAKU_COUNT - 1
        fits &= 0 <= int(walk.values[start + entry]) <= highest
    if not fits:
        note(walk, ODDITY.BAD_VALUE, name)
        return
    for entry in range(count):
        out[place + entry] = walk.values[start + entry]
