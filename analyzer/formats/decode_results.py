"""Kernels that read what the log claims of an outcome: what all results state, and RYUUKYOKU."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.decode_beginnings import COUNTER_LIMIT, HUNDREDS_LIMIT
from analyzer.formats.decode_fields import (
    COUNT,
    ELEMENT,
    FIRST,
    FORM,
    HAND,
    OPTIONAL,
    PLAYERS,
    REQUIRED,
    START,
    Walk,
    integers,
    is_empty,
    is_stated,
    note,
    scaled,
    tiles,
)
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Oddity
from analyzer.formats.markup import ATTRIBUTES, Form
from analyzer.formats.wide_rows import RESULT_PLACE
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT, SEATS, DrawKind, EndKind

__all__ = ["END", "HAS_OWARI", "SHOWN", "SHOWN_TILES", "read_outcome", "read_ryuukyoku"]

RYUUKYOKU_END: Final = int(EndKind.RYUUKYOKU)
BAD_VALUE: Final = int(Oddity.BAD_VALUE)
MIXED: Final = int(Form.MIXED)
TEXT: Final = int(Form.TEXT)

HAI0: Final = ATTRIBUTES.index("hai0")
TYPE: Final = ATTRIBUTES.index("type")
BA: Final = ATTRIBUTES.index("ba")
SC: Final = ATTRIBUTES.index("sc")
OWARI: Final = ATTRIBUTES.index("owari")

RESULT_HAND: Final = RESULT_PLACE["hand"]
RESULT_ELEMENT: Final = RESULT_PLACE["element"]
END: Final = RESULT_PLACE["end"]
DRAW_KIND: Final = RESULT_PLACE["draw_kind"]
HONBA: Final = RESULT_PLACE["honba"]
KYOTAKU: Final = RESULT_PLACE["kyotaku"]
SCORES: Final = RESULT_PLACE["scores"]
DELTAS: Final = RESULT_PLACE["deltas"]
CHIP_SCORES: Final = RESULT_PLACE["chip_scores"]
CHIP_DELTAS: Final = RESULT_PLACE["chip_deltas"]
SHOWN: Final = RESULT_PLACE["shown"]
FINAL_SCORES: Final = RESULT_PLACE["final_scores"]
FINAL_RESULTS: Final = RESULT_PLACE["final_results"]
FINAL_CHIPS: Final = RESULT_PLACE["final_chips"]
HAS_OWARI: Final = RESULT_PLACE["has_owari"]

SHOWN_TILES: Final = 14
PAIRS: Final = 2 * SEATS
"""Numbers of ``sc`` and ``owari``; chip tables have as many again."""

# Draw kinds are told apart by their type text, as the number that its bytes make.
NM: Final = int.from_bytes(b"nm", "little")
KAZE4: Final = int.from_bytes(b"kaze4", "little")
YAO9: Final = int.from_bytes(b"yao9", "little")
REACH4: Final = int.from_bytes(b"reach4", "little")
KAN4: Final = int.from_bytes(b"kan4", "little")
RON3: Final = int.from_bytes(b"ron3", "little")
LONGEST_TYPE: Final = 6

EXHAUSTIVE: Final = int(DrawKind.EXHAUSTIVE)
NAGASHI_MANGAN: Final = int(DrawKind.NAGASHI_MANGAN)
SUUFON_RENDA: Final = int(DrawKind.SUUFON_RENDA)
KYUUSHU_KYUUHAI: Final = int(DrawKind.KYUUSHU_KYUUHAI)
SUUCHA_RIICHI: Final = int(DrawKind.SUUCHA_RIICHI)
SUUKAIKAN: Final = int(DrawKind.SUUKAIKAN)
SANCHAHOU: Final = int(DrawKind.SANCHAHOU)


@kernel
def read_outcome(walk: Walk, end: int, out: NDArray[np.int32]) -> None:
    """What both forms of a result have: ``ba``, ``sc``, ``owari``."""
    cursor = walk.cursor
    out[RESULT_HAND] = cursor[HAND]
    out[RESULT_ELEMENT] = cursor[ELEMENT] - cursor[FIRST]
    out[END] = end
    start, count = integers(walk, BA, OPTIONAL)
    if count != ABSENT:
        honba = int(walk.values[start]) if count == 2 else ABSENT
        kyotaku = int(walk.values[start + 1]) if count == 2 else ABSENT
        if 0 <= honba <= COUNTER_LIMIT and 0 <= kyotaku <= COUNTER_LIMIT:
            out[HONBA] = honba
            out[KYOTAKU] = kyotaku
        else:
            note(walk, BAD_VALUE, BA)
    read_scores(walk, out)
    read_owari(walk, out)


@kernel
def read_scores(walk: Walk, out: NDArray[np.int32]) -> None:
    """``sc``: scores and deltas in turn, of points and perhaps of chips."""
    start, count = integers(walk, SC, REQUIRED)
    if count == ABSENT:
        return
    if count != PAIRS and count != 2 * PAIRS:
        note(walk, BAD_VALUE, SC)
        return
    middle = start + PAIRS
    fits = scaled(walk.values, start, middle, 2, HUNDREDS_LIMIT, 100, out, SCORES)
    fits &= scaled(walk.values, start + 1, middle, 2, HUNDREDS_LIMIT, 100, out, DELTAS)
    if count == 2 * PAIRS:
        stop = middle + PAIRS
        fits &= scaled(walk.values, middle, stop, 2, HUNDREDS_LIMIT, 1, out, CHIP_SCORES)
        fits &= scaled(walk.values, middle + 1, stop, 2, HUNDREDS_LIMIT, 1, out, CHIP_DELTAS)
    if not fits:
        note(walk, BAD_VALUE, SC)


@kernel
def read_owari(walk: Walk, out: NDArray[np.int32]) -> None:
    """``owari``: final points and results in turn; results without decimals, as in 2009, are made tenths."""
    if not is_stated(walk, OWARI):
        return
    out[HAS_OWARI] = 1
    form = int(walk.fields[OWARI, FORM])
    start = int(walk.fields[OWARI, START])
    count = int(walk.fields[OWARI, COUNT])
    if form == TEXT or (count != PAIRS and count != 2 * PAIRS):
        note(walk, BAD_VALUE, OWARI)
        return
    middle = start + PAIRS
    to_tenths = 1 if form == MIXED else 10
    fits = scaled(walk.values, start, middle, 2, HUNDREDS_LIMIT, 100, out, FINAL_SCORES)
    fits &= scaled(walk.values, start + 1, middle, 2, HUNDREDS_LIMIT, to_tenths, out, FINAL_RESULTS)
    if count == 2 * PAIRS:
        fits &= scaled(walk.values, middle, middle + PAIRS, 2, HUNDREDS_LIMIT, 1, out, FINAL_CHIPS)
    if not fits:
        note(walk, BAD_VALUE, OWARI)


@kernel
def read_ryuukyoku(walk: Walk, out: NDArray[np.int32]) -> None:
    """A hand that ended without a winner, as a wide row."""
    read_outcome(walk, RYUUKYOKU_END, out)
    out[DRAW_KIND] = draw_kind(walk)
    players = int(walk.cursor[PLAYERS])
    for shown in range(players):
        tiles(walk, HAI0 + shown, 0, SHOWN_TILES, OPTIONAL, out, SHOWN + shown * SHOWN_TILES)
    if players < SEATS and not is_empty(walk, HAI0 + 3):
        note(walk, BAD_VALUE, HAI0 + 3)


@kernel
def draw_kind(walk: Walk) -> int:
    """The DrawKind that ``type`` names; exhaustive without one, UNKNOWN_DRAW_KIND for another text."""
    if not is_stated(walk, TYPE):
        return EXHAUSTIVE
    start = int(walk.fields[TYPE, START])
    count = int(walk.fields[TYPE, COUNT])
    if walk.fields[TYPE, FORM] != TEXT or count > LONGEST_TYPE:
        return UNKNOWN_DRAW_KIND
    key = 0
    for place in range(count):
        key |= int(walk.text[start + place]) << (8 * place)
    kinds = (
        (NM, NAGASHI_MANGAN),
        (KAZE4, SUUFON_RENDA),
        (YAO9, KYUUSHU_KYUUHAI),
        (REACH4, SUUCHA_RIICHI),
        (KAN4, SUUKAIKAN),
        (RON3, SANCHAHOU),
    )
    for type_key, kind in kinds:
        if key == type_key:
            return kind
    return UNKNOWN_DRAW_KIND
