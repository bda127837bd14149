"""Kernels that lay out hands as elements, in Tenhou's order of elements and attributes.

The inverse of `walk`: what the log says in typed columns becomes tags, attributes and numbers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import ATTRIBUTES, DISCARD_TAGS, DRAW_TAGS, TAGS
from analyzer.formats.encode_markup import (
    ATTRIBUTE,
    ELEMENT,
    TEXT_BYTE,
    VALUE,
    add_number,
    add_numbers,
    add_tiles,
    put,
    put_text,
    start_attribute,
    start_element,
)
from analyzer.formats.encode_results import HUNDRED, add_agari, add_ryuukyoku
from analyzer.formats.events import Calls, Hands, Plays, Results
from analyzer.formats.markup import Form, Markup
from analyzer.kernels import kernel
from analyzer.vocabulary import SEATS, EndKind, PlayKind

__all__ = ["compose_hands"]

INIT: Final = TAGS.index("INIT")
N: Final = TAGS.index("N")
REACH: Final = TAGS.index("REACH")
DORA_TAG: Final = TAGS.index("DORA")
FIRST_DRAW: Final = DRAW_TAGS.start
FIRST_DISCARD: Final = DISCARD_TAGS.start
SEED: Final = ATTRIBUTES.index("seed")
OYA: Final = ATTRIBUTES.index("oya")
WHO: Final = ATTRIBUTES.index("who")
TEN: Final = ATTRIBUTES.index("ten")
CHIP: Final = ATTRIBUTES.index("chip")
HAI0: Final = ATTRIBUTES.index("hai0")
SHUFFLE: Final = ATTRIBUTES.index("shuffle")
M: Final = ATTRIBUTES.index("m")
STEP: Final = ATTRIBUTES.index("step")
HAI: Final = ATTRIBUTES.index("hai")
INTEGERS: Final = int(Form.INTEGERS)
TEXT: Final = int(Form.TEXT)
DRAW: Final = int(PlayKind.DRAW)
DISCARD: Final = int(PlayKind.DISCARD)
RIICHI: Final = int(PlayKind.RIICHI)
RIICHI_ACCEPTED: Final = int(PlayKind.RIICHI_ACCEPTED)
DORA: Final = int(PlayKind.DORA)
AGARI_END: Final = int(EndKind.AGARI)


@kernel
def compose_hands(
    header: Markup,
    hand_offsets: NDArray[np.int32],
    hands: Hands,
    plays: Plays,
    calls: Calls,
    deposits: NDArray[np.int32],
    results: Results,
    seed_offsets: NDArray[np.int32],
    seed_text: NDArray[np.uint8],
    out: Markup,
) -> NDArray[np.int64]:
    """Lay out games: the elements of their headers, then their hands.

    ``header`` is what stands before the first INIT of each game.  ``seed_offsets``, shape (hands + 1,),
    cuts ``seed_text``, UTF-8, into the seeds of hands; one without bytes has no ``shuffle``.  ``out`` has
    room for all and is filled from the first row on.

    Returns:
        Shape (4,): elements, attributes, values and bytes of text laid out.
    """
    cursor = np.zeros(4, np.int64)
    for game in range(len(hand_offsets) - 1):
        out.game_offsets[game] = cursor[ELEMENT]
        copy_header(header, game, out, cursor)
        for hand in range(int(hand_offsets[game]), int(hand_offsets[game + 1])):
            add_init(hands, hand, out, cursor)
            add_seed(seed_text, int(seed_offsets[hand]), int(seed_offsets[hand + 1]), out, cursor)
            first, stop = int(hands.play_offsets[hand]), int(hands.play_offsets[hand + 1])
            add_plays(plays, calls.code, deposits, first, stop, out, cursor)
            for row in range(int(hands.result_offsets[hand]), int(hands.result_offsets[hand + 1])):
                if int(results.end[row]) == AGARI_END:
                    add_agari(results, row, out, cursor)
                else:
                    add_ryuukyoku(results, row, out, cursor)
    out.game_offsets[len(hand_offsets) - 1] = cursor[ELEMENT]
    out.attribute_offsets[cursor[ELEMENT]] = cursor[ATTRIBUTE]
    out.value_offsets[cursor[ATTRIBUTE]] = cursor[VALUE]
    out.text_offsets[cursor[ATTRIBUTE]] = cursor[TEXT_BYTE]
    return cursor


@kernel
def copy_header(header: Markup, game: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """The elements of one game's header as they are."""
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
    """How a hand begins."""
    start_element(out, cursor, INIT, 0)
    start_attribute(out, cursor, SEED, INTEGERS)
    put(out, cursor, int(hands.kyoku[hand]))
    put(out, cursor, int(hands.honba[hand]))
    put(out, cursor, int(hands.kyotaku[hand]))
    put(out, cursor, int(hands.dice[hand, 0]))
    put(out, cursor, int(hands.dice[hand, 1]))
    put(out, cursor, int(hands.indicator[hand]))
    add_numbers(out, cursor, TEN, hands.scores[hand], HUNDRED)
    add_numbers(out, cursor, CHIP, hands.chips[hand], 1)
    add_number(out, cursor, OYA, int(hands.dealer[hand]))
    for seat in range(SEATS):
        add_tiles(out, cursor, HAI0 + seat, hands.haipai[hand, seat])


@kernel
def add_seed(text: NDArray[np.uint8], first: int, stop: int, out: Markup, cursor: NDArray[np.int64]) -> None:
    """The hand's own seed, last in INIT as in 2009."""
    if first < stop:
        start_attribute(out, cursor, SHUFFLE, TEXT)
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
    """The plays of a hand, one element each."""
    for play in range(first, stop):
        kind, seat, tile = int(plays.kind[play]), int(plays.seat[play]), int(plays.tile[play])
        if kind == DRAW:
            start_element(out, cursor, FIRST_DRAW + seat, tile)
        elif kind == DISCARD:
            start_element(out, cursor, FIRST_DISCARD + seat, tile)
        elif kind == DORA:
            start_element(out, cursor, DORA_TAG, 0)
            add_number(out, cursor, HAI, tile)
        elif kind == RIICHI:
            start_element(out, cursor, REACH, 0)
            add_number(out, cursor, WHO, seat)
            add_number(out, cursor, STEP, 1)
        elif kind == RIICHI_ACCEPTED:
            start_element(out, cursor, REACH, 0)
            add_number(out, cursor, WHO, seat)
            add_numbers(out, cursor, TEN, deposits[int(plays.row[play])], HUNDRED)
            add_number(out, cursor, STEP, 2)
        else:
            start_element(out, cursor, N, 0)
            add_number(out, cursor, WHO, seat)
            add_number(out, cursor, M, int(codes[int(plays.row[play])]))
