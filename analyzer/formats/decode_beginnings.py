"""Kernels that read how a game and each of its hands begin: GO and INIT."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.decode_fields import (
    ELEMENT,
    FIRST,
    GAME,
    HAND,
    HANDS,
    OPTIONAL,
    PLAYERS,
    PLAYS,
    REQUIRED,
    RESULTS,
    RESULTS_IN_HAND,
    Walk,
    integer,
    integers,
    is_empty,
    note,
    scaled,
    seat,
    step_to,
    tiles,
)
from analyzer.formats.events import Games, Oddity
from analyzer.formats.markup import ATTRIBUTES, TAGS, Markup
from analyzer.formats.wide_rows import HAND_PLACE
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS, TILES

__all__ = ["COUNTER_LIMIT", "HUNDREDS_LIMIT", "read_four", "read_go", "read_init"]

BAD_VALUE: Final = int(Oddity.BAD_VALUE)
BAD_TILE: Final = int(Oddity.BAD_TILE)
OUT_OF_PLACE: Final = int(Oddity.OUT_OF_PLACE)
GO: Final = TAGS.index("GO")
TAIKYOKU: Final = TAGS.index("TAIKYOKU")
INIT: Final = TAGS.index("INIT")
TYPE: Final = ATTRIBUTES.index("type")
LOBBY: Final = ATTRIBUTES.index("lobby")
RULE: Final = ATTRIBUTES.index("rule")
CSRULE: Final = ATTRIBUTES.index("csrule")
SEED: Final = ATTRIBUTES.index("seed")
TEN: Final = ATTRIBUTES.index("ten")
OYA: Final = ATTRIBUTES.index("oya")
CHIP: Final = ATTRIBUTES.index("chip")
HAI0: Final = ATTRIBUTES.index("hai0")

HAND_GAME: Final = HAND_PLACE["game"]
HAND_ELEMENT: Final = HAND_PLACE["element"]
KYOKU: Final = HAND_PLACE["kyoku"]
HONBA: Final = HAND_PLACE["honba"]
KYOTAKU: Final = HAND_PLACE["kyotaku"]
DICE: Final = HAND_PLACE["dice"]
INDICATOR: Final = HAND_PLACE["indicator"]
DEALER: Final = HAND_PLACE["dealer"]
SCORES: Final = HAND_PLACE["scores"]
CHIPS: Final = HAND_PLACE["chips"]
HAIPAI: Final = HAND_PLACE["haipai"]
PLAY_START: Final = HAND_PLACE["play_start"]
RESULT_START: Final = HAND_PLACE["result_start"]

SANMA_BIT: Final = 0x10
INT32_HIGHEST: Final = 2**31 - 1
HAIPAI_TILES: Final = 13
KYOKU_COUNT: Final = 16
"""East 1 to North 4."""
COUNTER_LIMIT: Final = 9_999
"""No honba or number of sticks comes near it; it keeps later sums within int32."""
HUNDREDS_LIMIT: Final = 1_000_000
"""Bound of a score in hundreds, for the same reason."""


@kernel
def read_go(markup: Markup, games: Games, walk: Walk, game: int) -> None:
    """What the game is: the first GO, the first TAIKYOKU, and the number of players."""
    is_hand_of_three = False
    seen_init = False
    seen_go = False
    for element in range(int(markup.game_offsets[game]), int(markup.game_offsets[game + 1])):
        tag = int(markup.tag[element])
        if tag == INIT and not seen_init:
            seen_init = True
            step_to(
                markup.attribute_offsets,
                markup.name,
                markup.form,
                markup.value_offsets,
                markup.text_offsets,
                walk,
                element,
            )
            is_hand_of_three = is_empty(walk, HAI0 + 3)
        if tag != GO and tag != TAIKYOKU:
            continue
        step_to(
            markup.attribute_offsets,
            markup.name,
            markup.form,
            markup.value_offsets,
            markup.text_offsets,
            walk,
            element,
        )
        if tag == TAIKYOKU:
            if games.first_dealer[game] == ABSENT:
                games.first_dealer[game] = integer(walk, OYA, 0, SEATS - 1, OPTIONAL)
                games.taikyoku[game] = element - int(markup.game_offsets[game])
            continue
        if seen_go:
            note(walk, OUT_OF_PLACE, ABSENT)
            continue
        seen_go = True
        games.go_type[game] = integer(walk, TYPE, 0, INT32_HIGHEST, REQUIRED)
        games.lobby[game] = integer(walk, LOBBY, 0, INT32_HIGHEST, OPTIONAL)
        games.announces_rules[game] = not (is_empty(walk, RULE) and is_empty(walk, CSRULE))
    go_type = int(games.go_type[game])
    is_sanma = is_hand_of_three if go_type == ABSENT else (go_type & SANMA_BIT) != 0
    games.players[game] = 3 if is_sanma else 4
    walk.cursor[PLAYERS] = 3 if is_sanma else 4


@kernel
def read_init(hands: NDArray[np.int32], walk: Walk) -> None:
    """Begin a hand: its wide row, with defaults where INIT cannot be read."""
    cursor = walk.cursor
    hand = int(cursor[HANDS])
    cursor[HANDS] = hand + 1
    cursor[HAND] = hand
    cursor[RESULTS_IN_HAND] = 0
    out = hands[hand]
    out[HAND_GAME] = cursor[GAME]
    out[HAND_ELEMENT] = cursor[ELEMENT] - cursor[FIRST]
    out[PLAY_START] = cursor[PLAYS]
    out[RESULT_START] = cursor[RESULTS]
    read_seed(walk, out)
    dealer = seat(walk, OYA, REQUIRED)
    if dealer != NO_SEAT:
        out[DEALER] = dealer
    read_four(walk, TEN, REQUIRED, 100, out, SCORES)
    read_four(walk, CHIP, OPTIONAL, 1, out, CHIPS)
    players = int(cursor[PLAYERS])
    for dealt in range(players):
        place = HAIPAI + dealt * HAIPAI_TILES
        tiles(walk, HAI0 + dealt, HAIPAI_TILES, HAIPAI_TILES, REQUIRED, out, place)
    if players < SEATS and not is_empty(walk, HAI0 + 3):
        note(walk, BAD_VALUE, HAI0 + 3)


@kernel
def read_four(walk: Walk, name: int, required: bool, scale: int, out: NDArray[np.int32], place: int) -> None:
    """One number for each of four seats."""
    start, count = integers(walk, name, required)
    if count == ABSENT:
        return
    if count != SEATS or not scaled(walk.values, start, start + SEATS, 1, HUNDREDS_LIMIT, scale, out, place):
        note(walk, BAD_VALUE, name)


@kernel
def read_seed(walk: Walk, out: NDArray[np.int32]) -> None:
    """Kyoku, honba, sticks, dice and the first indicator."""
    start, count = integers(walk, SEED, REQUIRED)
    if count == ABSENT:
        return
    if count != 6:
        note(walk, BAD_VALUE, SEED)
        return
    kyoku = int(walk.values[start])
    honba = int(walk.values[start + 1])
    kyotaku = int(walk.values[start + 2])
    die = int(walk.values[start + 3])
    other_die = int(walk.values[start + 4])
    indicator = int(walk.values[start + 5])
    if not 0 <= indicator < TILES:
        note(walk, BAD_TILE, indicator)
        return
    counters_fit = 0 <= honba <= COUNTER_LIMIT and 0 <= kyotaku <= COUNTER_LIMIT
    if not (0 <= kyoku < KYOKU_COUNT and counters_fit and 0 <= die < 6 and 0 <= other_die < 6):
        note(walk, BAD_VALUE, SEED)
        return
    out[KYOKU] = kyoku
    out[HONBA] = honba
    out[KYOTAKU] = kyotaku
    out[DICE] = die
    out[DICE + 1] = other_die
    out[INDICATOR] = indicator
