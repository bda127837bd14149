"""Kernels that write elements, attributes and numbers, and with them INIT and the plays of a hand."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import NAME, PLAY, TAG
from analyzer.formats.events import Hands, Plays
from analyzer.formats.markup import INTEGERS, TEXT, Markup
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS

__all__ = [
    "ATTRIBUTE",
    "ELEMENT",
    "HUNDRED",
    "TEXT_BYTE",
    "VALUE",
    "add_init",
    "add_number",
    "add_numbers",
    "add_plays",
    "add_seat",
    "add_seed",
    "add_tiles",
    "copy_header",
    "put",
    "start_attribute",
    "start_element",
]

# Places in the cursor: rows written so far.
ELEMENT: Final = 0
ATTRIBUTE: Final = 1
VALUE: Final = 2
TEXT_BYTE: Final = 3

HUNDRED: Final = 100


@kernel
def start_element(out: Markup, cursor: NDArray[np.int64], tag: int, number: int) -> None:
    """Begin an element; the attributes that follow are its own."""
    element = int(cursor[ELEMENT])
    cursor[ELEMENT] = element + 1
    out.tag[element] = tag
    out.number[element] = number
    out.attribute_offsets[element] = cursor[ATTRIBUTE]


@kernel
def start_attribute(out: Markup, cursor: NDArray[np.int64], name: int, form: int) -> None:
    """Begin an attribute; the values and text that follow are its own."""
    attribute = int(cursor[ATTRIBUTE])
    cursor[ATTRIBUTE] = attribute + 1
    out.name[attribute] = name
    out.form[attribute] = form
    out.value_offsets[attribute] = cursor[VALUE]
    out.text_offsets[attribute] = cursor[TEXT_BYTE]


@kernel
def put(out: Markup, cursor: NDArray[np.int64], value: int) -> None:
    """Write a number of the attribute begun last."""
    out.values[cursor[VALUE]] = value
    cursor[VALUE] += 1


@kernel
def put_text(out: Markup, cursor: NDArray[np.int64], text: NDArray[np.uint8], first: int, stop: int) -> None:
    """Write bytes of the attribute begun last."""
    place = int(cursor[TEXT_BYTE])
    for byte in range(first, stop):
        out.text[place + byte - first] = text[byte]
    cursor[TEXT_BYTE] = place + stop - first


@kernel
def add_number(out: Markup, cursor: NDArray[np.int64], name: int, value: int) -> None:
    """Write an attribute of one number."""
    start_attribute(out, cursor, name, INTEGERS)
    put(out, cursor, value)


@kernel
def add_seat(out: Markup, cursor: NDArray[np.int64], name: int, seat: int) -> None:
    """Write an attribute of one seat, unless it is NO_SEAT."""
    if seat != NO_SEAT:
        add_number(out, cursor, name, seat)


@kernel
def add_tiles(out: Markup, cursor: NDArray[np.int64], name: int, tiles: NDArray[np.uint8]) -> None:
    """Write an attribute of the tiles before the first NO_TILE."""
    start_attribute(out, cursor, name, INTEGERS)
    for place in range(len(tiles)):
        if int(tiles[place]) == NO_TILE:
            return
        put(out, cursor, int(tiles[place]))


@kernel
def add_numbers(
    out: Markup, cursor: NDArray[np.int64], name: int, numbers: NDArray[np.int32], unit: int
) -> None:
    """Write an attribute of the numbers before the first ABSENT, in units; no attribute without numbers."""
    if int(numbers[0]) == ABSENT:
        return
    start_attribute(out, cursor, name, INTEGERS)
    for place in range(len(numbers)):
        if int(numbers[place]) == ABSENT:
            return
        put(out, cursor, int(numbers[place]) // unit)


@kernel
def copy_header(header: Markup, game: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Copy the elements of one game's header."""
    for element in range(int(header.game_offsets[game]), int(header.game_offsets[game + 1])):
        start_element(out, cursor, int(header.tag[element]), int(header.number[element]))
        first = int(header.attribute_offsets[element])
        for attribute in range(first, int(header.attribute_offsets[element + 1])):
            start_attribute(out, cursor, int(header.name[attribute]), int(header.form[attribute]))
            first_value = int(header.value_offsets[attribute])
            for entry in range(first_value, int(header.value_offsets[attribute + 1])):
                put(out, cursor, int(header.values[entry]))
            first_byte = int(header.text_offsets[attribute])
            put_text(out, cursor, header.text, first_byte, int(header.text_offsets[attribute + 1]))


@kernel
def add_init(hands: Hands, hand: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Write INIT."""
    start_element(out, cursor, TAG.INIT, 0)
    start_attribute(out, cursor, NAME.seed, INTEGERS)
    put(out, cursor, int(hands.kyoku[hand]))
    put(out, cursor, int(hands.honba[hand]))
    put(out, cursor, int(hands.kyotaku[hand]))
    put(out, cursor, int(hands.dice[hand, 0]))
    put(out, cursor, int(hands.dice[hand, 1]))
    put(out, cursor, int(hands.indicator[hand]))
    add_numbers(out, cursor, NAME.ten, hands.scores[hand], HUNDRED)
    add_numbers(out, cursor, NAME.chip, hands.chips[hand], 1)
    add_number(out, cursor, NAME.oya, int(hands.dealer[hand]))
    for seat in range(SEATS):
        add_tiles(out, cursor, NAME.hai0 + seat, hands.haipai[hand, seat])


@kernel
def add_seed(text: NDArray[np.uint8], first: int, stop: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """Write the seed of a hand as the last attribute of INIT, as in 2009."""
    if first < stop:
        start_attribute(out, cursor, NAME.shuffle, TEXT)
        put_text(out, cursor, text, first, stop)


@kernel
def add_plays(
    plays: Plays,
    codes: NDArray[np.uint16],
    deposits: NDArray[np.int32],
    first: int,
    stop: int,
    out: Markup,
    cursor: NDArray[np.int64],
) -> None:
    """Write the plays of a hand, one element each."""
    for play in range(first, stop):
        kind, seat, tile = int(plays.kind[play]), int(plays.seat[play]), int(plays.tile[play])
        if kind == PLAY.DRAW:
            start_element(out, cursor, TAG.T + seat, tile)
        elif kind == PLAY.DISCARD:
            start_element(out, cursor, TAG.D + seat, tile)
        elif kind == PLAY.DORA:
            start_element(out, cursor, TAG.DORA, 0)
            add_number(out, cursor, NAME.hai, tile)
        elif kind == PLAY.RIICHI:
            start_element(out, cursor, TAG.REACH, 0)
            add_number(out, cursor, NAME.who, seat)
            add_number(out, cursor, NAME.step, 1)
        elif kind == PLAY.RIICHI_ACCEPTED:
            start_element(out, cursor, TAG.REACH, 0)
            add_number(out, cursor, NAME.who, seat)
            add_numbers(out, cursor, NAME.ten, deposits[int(plays.row[play])], HUNDRED)
            add_number(out, cursor, NAME.step, 2)
        else:
            start_element(out, cursor, TAG.N, 0)
            add_number(out, cursor, NAME.who, seat)
            add_number(out, cursor, NAME.m, int(codes[int(plays.row[play])]))
