"""Kernels that lay out what a log claims of an outcome: AGARI and RYUUKYOKU."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import ATTRIBUTES, TAGS
from analyzer.formats.encode_markup import (
    add_number,
    add_numbers,
    add_seat,
    add_tiles,
    put,
    put_text,
    start_attribute,
    start_element,
)
from analyzer.formats.events import Results
from analyzer.formats.markup import Form, Markup
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT, NO_TILE, SEATS, DrawKind

__all__ = ["HUNDRED", "LONGEST_TYPE", "add_agari", "add_ryuukyoku"]

AGARI: Final = TAGS.index("AGARI")
RYUUKYOKU: Final = TAGS.index("RYUUKYOKU")
TYPE: Final = ATTRIBUTES.index("type")
WHO: Final = ATTRIBUTES.index("who")
TEN: Final = ATTRIBUTES.index("ten")
HAI0: Final = ATTRIBUTES.index("hai0")
M: Final = ATTRIBUTES.index("m")
HAI: Final = ATTRIBUTES.index("hai")
BA: Final = ATTRIBUTES.index("ba")
MACHI: Final = ATTRIBUTES.index("machi")
YAKU: Final = ATTRIBUTES.index("yaku")
YAKUMAN: Final = ATTRIBUTES.index("yakuman")
DORA_HAI: Final = ATTRIBUTES.index("doraHai")
DORA_HAI_URA: Final = ATTRIBUTES.index("doraHaiUra")
FROM_WHO: Final = ATTRIBUTES.index("fromWho")
PAO_WHO: Final = ATTRIBUTES.index("paoWho")
SC: Final = ATTRIBUTES.index("sc")
OWARI: Final = ATTRIBUTES.index("owari")
INTEGERS: Final = int(Form.INTEGERS)
MIXED: Final = int(Form.MIXED)
TEXT: Final = int(Form.TEXT)
EXHAUSTIVE: Final = int(DrawKind.EXHAUSTIVE)
HUNDRED: Final = 100

_TYPES: Final = {
    DrawKind.NAGASHI_MANGAN: b"nm",
    DrawKind.KYUUSHU_KYUUHAI: b"yao9",
    DrawKind.SUUFON_RENDA: b"kaze4",
    DrawKind.SUUCHA_RIICHI: b"reach4",
    DrawKind.SUUKAIKAN: b"kan4",
    DrawKind.SANCHAHOU: b"ron3",
}
LONGEST_TYPE: Final = 6
TYPE_BYTES: Final = np.zeros((max(DrawKind) + 1, LONGEST_TYPE), np.uint8)
"""``type`` of RYUUKYOKU by DrawKind, padded with zeros; no text for kinds that Tenhou does not write."""
for _kind, _text in _TYPES.items():
    TYPE_BYTES[_kind, : len(_text)] = list(_text)


@kernel
def add_agari(results: Results, row: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """A win."""
    winner = int(results.winner[row])
    start_element(out, cursor, AGARI, 0)
    add_table(results, row, out, cursor)
    if winner < SEATS:
        add_tiles(out, cursor, HAI, results.shown[row, winner])
    add_numbers(out, cursor, M, results.melds[row], 1)
    if int(results.machi[row]) != NO_TILE:
        add_number(out, cursor, MACHI, int(results.machi[row]))
    add_numbers(out, cursor, TEN, results.ten[row], 1)
    add_yaku(results.yaku[row], int(results.yakuman[row, 0]) != ABSENT, out, cursor)
    add_numbers(out, cursor, YAKUMAN, results.yakuman[row], 1)
    if int(results.dora[row, 0]) != NO_TILE:
        add_tiles(out, cursor, DORA_HAI, results.dora[row])
    if results.has_ura[row]:
        add_tiles(out, cursor, DORA_HAI_URA, results.ura[row])
    add_seat(out, cursor, WHO, winner)
    add_seat(out, cursor, FROM_WHO, int(results.loser[row]))
    add_seat(out, cursor, PAO_WHO, int(results.pao_seat[row]))
    add_scores(results, row, out, cursor)
    add_owari(results, row, out, cursor)


@kernel
def add_ryuukyoku(results: Results, row: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """A hand without a winner."""
    start_element(out, cursor, RYUUKYOKU, 0)
    kind = int(results.draw_kind[row])
    if kind != EXHAUSTIVE:
        add_type(kind, out, cursor)
    add_table(results, row, out, cursor)
    add_scores(results, row, out, cursor)
    for seat in range(SEATS):
        if int(results.shown[row, seat, 0]) != NO_TILE:
            add_tiles(out, cursor, HAI0 + seat, results.shown[row, seat])
    add_owari(results, row, out, cursor)


@kernel
def add_type(kind: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """The kind of draw as Tenhou names it; the empty text for one that it does not have."""
    if kind >= len(TYPE_BYTES) or TYPE_BYTES[kind, 0] == 0:
        start_attribute(out, cursor, TYPE, INTEGERS)
        return
    length = 0
    while length < LONGEST_TYPE and TYPE_BYTES[kind, length] != 0:
        length += 1
    start_attribute(out, cursor, TYPE, TEXT)
    put_text(out, cursor, TYPE_BYTES[kind], 0, length)


@kernel
def add_table(results: Results, row: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Honba and sticks on the table."""
    if int(results.honba[row]) != ABSENT:
        start_attribute(out, cursor, BA, INTEGERS)
        put(out, cursor, int(results.honba[row]))
        put(out, cursor, int(results.kyotaku[row]))


@kernel
def add_yaku(yaku: NDArray[np.int32], has_yakuman: bool, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Pairs of yaku and han; none where there is a yakuman, and the empty list where there is neither."""
    if int(yaku[0, 0]) == ABSENT and has_yakuman:
        return
    start_attribute(out, cursor, YAKU, INTEGERS)
    for place in range(len(yaku)):
        if int(yaku[place, 0]) == ABSENT:
            return
        put(out, cursor, int(yaku[place, 0]))
        put(out, cursor, int(yaku[place, 1]))


@kernel
def add_scores(results: Results, row: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Scores before and what changes, seat by seat; then the same of chips, where there are any."""
    if int(results.scores[row, 0]) == ABSENT:
        return
    start_attribute(out, cursor, SC, INTEGERS)
    for seat in range(SEATS):
        put(out, cursor, int(results.scores[row, seat]) // HUNDRED)
        put(out, cursor, int(results.deltas[row, seat]) // HUNDRED)
    if int(results.chip_scores[row, 0]) == ABSENT:
        return
    for seat in range(SEATS):
        put(out, cursor, int(results.chip_scores[row, seat]))
        put(out, cursor, int(results.chip_deltas[row, seat]))


@kernel
def add_owari(results: Results, row: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Final scores and results, seat by seat; then chips, where there are any, of which nothing comes."""
    if not results.has_owari[row]:
        return
    if int(results.final_scores[row, 0]) == ABSENT:
        start_attribute(out, cursor, OWARI, INTEGERS)
        return
    start_attribute(out, cursor, OWARI, MIXED)
    for seat in range(SEATS):
        put(out, cursor, int(results.final_scores[row, seat]) // HUNDRED)
        put(out, cursor, int(results.final_results[row, seat]))
    if int(results.final_chips[row, 0]) == ABSENT:
        return
    for seat in range(SEATS):
        put(out, cursor, int(results.final_chips[row, seat]))
        put(out, cursor, 0)
