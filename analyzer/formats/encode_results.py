"""Kernels that write the elements AGARI and RYUUKYOKU."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import DRAW_KEYS, NAME, TAG
from analyzer.formats.encode_elements import (
    HUNDRED,
    TEXT_BYTE,
    add_number,
    add_numbers,
    add_seat,
    add_tiles,
    put,
    start_attribute,
    start_element,
)
from analyzer.formats.events import Results
from analyzer.formats.markup import INTEGERS, MIXED, TEXT, Markup
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT, NO_TILE, SEATS, DrawKind

__all__ = ["add_agari", "add_ryuukyoku"]

EXHAUSTIVE: Final = int(DrawKind.EXHAUSTIVE)


@kernel
def add_agari(results: Results, row: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Write a win."""
    winner = int(results.winner[row])
    start_element(out, cursor, TAG.AGARI, 0)
    add_table(results, row, out, cursor)
    if winner < SEATS:
        add_tiles(out, cursor, NAME.hai, results.shown[row, winner])
    add_numbers(out, cursor, NAME.m, results.melds[row], 1)
    if int(results.machi[row]) != NO_TILE:
        add_number(out, cursor, NAME.machi, int(results.machi[row]))
    add_numbers(out, cursor, NAME.ten, results.ten[row], 1)
    add_yaku(results.yaku[row], int(results.yakuman[row, 0]) != ABSENT, out, cursor)
    add_numbers(out, cursor, NAME.yakuman, results.yakuman[row], 1)
    if int(results.dora[row, 0]) != NO_TILE:
        add_tiles(out, cursor, NAME.doraHai, results.dora[row])
    if results.has_ura[row]:
        add_tiles(out, cursor, NAME.doraHaiUra, results.ura[row])
    add_seat(out, cursor, NAME.who, winner)
    add_seat(out, cursor, NAME.fromWho, int(results.loser[row]))
    add_seat(out, cursor, NAME.paoWho, int(results.pao_seat[row]))
    add_scores(results, row, out, cursor)
    add_owari(results, row, out, cursor)


@kernel
def add_ryuukyoku(results: Results, row: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Write a hand without a winner."""
    start_element(out, cursor, TAG.RYUUKYOKU, 0)
    kind = int(results.draw_kind[row])
    if kind != EXHAUSTIVE:
        add_type(kind, out, cursor)
    add_table(results, row, out, cursor)
    add_scores(results, row, out, cursor)
    for seat in range(SEATS):
        if int(results.shown[row, seat, 0]) != NO_TILE:
            add_tiles(out, cursor, NAME.hai0 + seat, results.shown[row, seat])
    add_owari(results, row, out, cursor)


@kernel
def add_type(kind: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Write the kind of a draw as Tenhou names it; an empty text for a kind without a name."""
    key = int(DRAW_KEYS[kind]) if kind < len(DRAW_KEYS) else 0
    start_attribute(out, cursor, NAME.type, TEXT if key else INTEGERS)
    while key:
        out.text[cursor[TEXT_BYTE]] = key & 0xFF
        cursor[TEXT_BYTE] += 1
        key >>= 8


@kernel
def add_table(results: Results, row: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Write honba and sticks on the table."""
    if int(results.honba[row]) != ABSENT:
        start_attribute(out, cursor, NAME.ba, INTEGERS)
        put(out, cursor, int(results.honba[row]))
        put(out, cursor, int(results.kyotaku[row]))


@kernel
def add_yaku(yaku: NDArray[np.int32], has_yakuman: bool, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Write pairs of yaku and han; an empty list where there are no yaku and no yakuman."""
    if int(yaku[0, 0]) == ABSENT and has_yakuman:
        return
    start_attribute(out, cursor, NAME.yaku, INTEGERS)
    for place in range(len(yaku)):
        if int(yaku[place, 0]) == ABSENT:
            return
        put(out, cursor, int(yaku[place, 0]))
        put(out, cursor, int(yaku[place, 1]))


@kernel
def add_scores(results: Results, row: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Write score and delta of each seat, then those of chips where there are chips."""
    if int(results.scores[row, 0]) == ABSENT:
        return
    start_attribute(out, cursor, NAME.sc, INTEGERS)
    put_pairs(out, cursor, results.scores[row], HUNDRED, results.deltas[row], HUNDRED)
    if int(results.chip_scores[row, 0]) != ABSENT:
        put_pairs(out, cursor, results.chip_scores[row], 1, results.chip_deltas[row], 1)


@kernel
def add_owari(results: Results, row: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Write final score and result of each seat, then chips, if any, each with a result of 0."""
    if not results.has_owari[row]:
        return
    if int(results.final_scores[row, 0]) == ABSENT:
        start_attribute(out, cursor, NAME.owari, INTEGERS)
        return
    start_attribute(out, cursor, NAME.owari, MIXED)
    put_pairs(out, cursor, results.final_scores[row], HUNDRED, results.final_results[row], 1)
    if int(results.final_chips[row, 0]) == ABSENT:
        return
    for seat in range(SEATS):
        put(out, cursor, int(results.final_chips[row, seat]))
        put(out, cursor, 0)


@kernel
def put_pairs(
    out: Markup,
    cursor: NDArray[np.int64],
    ones: NDArray[np.int32],
    unit: int,
    others: NDArray[np.int32],
    other_unit: int,
) -> None:
    """Write two numbers of each seat in turn, in units."""
    for seat in range(SEATS):
        put(out, cursor, int(ones[seat]) // unit)
        put(out, cursor, int(others[seat]) // other_unit)
