"""Kernels that read the elements GO, TAIKYOKU, INIT, N, REACH and DORA."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.decode_fields import (
    AT,
    ODDITY,
    OPTIONAL,
    REQUIRED,
    Walk,
    four_numbers,
    integer,
    integers,
    is_empty,
    is_stated,
    note,
    seat,
    step_to,
    tiles,
)
from analyzer.formats.element_names import NAME, PLAY, TAG
from analyzer.formats.events import Calls, Games
from analyzer.formats.log_id import GoType
from analyzer.formats.markup import Markup
from analyzer.formats.meld_codes import NO_CALL, decode_call
from analyzer.formats.wide_rows import HAND
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, TILES

__all__ = ["HONBA_LIMIT", "read_go", "read_init", "read_play"]

SANMA: Final = int(GoType.SANMA)
INT32_HIGHEST: Final = 2**31 - 1
HAIPAI_TILES: Final = 13
KYOKU_COUNT: Final = 16
"""East 1 to North 4."""
HONBA_LIMIT: Final = 9_999
"""Highest honba and number of sticks that is accepted; it keeps later sums within int32."""


@kernel
def read_go(markup: Markup, games: Games, walk: Walk, game: int) -> None:
    """Read the first GO and the first TAIKYOKU, and find the number of players."""
    first = int(markup.game_offsets[game])
    is_hand_of_three, seen_init, seen_go = False, False, False
    for element in range(first, int(markup.game_offsets[game + 1])):
        tag = int(markup.tag[element])
        if tag != TAG.GO and tag != TAG.TAIKYOKU and (tag != TAG.INIT or seen_init):
            continue
        step_to(markup, walk, element)
        if tag == TAG.INIT:
            seen_init = True
            is_hand_of_three = is_empty(walk, NAME.hai3)
        elif tag == TAG.TAIKYOKU:
            if games.first_dealer[game] == ABSENT:
                games.first_dealer[game] = integer(walk, NAME.oya, 0, SEATS - 1, OPTIONAL)
                games.taikyoku[game] = element - first
        elif seen_go:
            note(walk, ODDITY.OUT_OF_PLACE, ABSENT)
        else:
            seen_go = True
            games.go_type[game] = integer(walk, NAME.type, 0, INT32_HIGHEST, REQUIRED)
            games.lobby[game] = integer(walk, NAME.lobby, 0, INT32_HIGHEST, OPTIONAL)
            games.announces_rules[game] = not (is_empty(walk, NAME.rule) and is_empty(walk, NAME.csrule))
    go_type = int(games.go_type[game])
    is_sanma = is_hand_of_three if go_type == ABSENT else (go_type & SANMA) != 0
    games.players[game] = 3 if is_sanma else 4
    walk.cursor[AT.players] = 3 if is_sanma else 4


@kernel
def read_init(hands: NDArray[np.int32], walk: Walk) -> None:
    """Begin a hand and fill its wide row; defaults stay where INIT cannot be read."""
    cursor = walk.cursor
    hand = int(cursor[AT.hands])
    cursor[AT.hands] = hand + 1
    cursor[AT.hand] = hand
    cursor[AT.results_in_hand] = 0
    out = hands[hand]
    out[HAND.game] = cursor[AT.game]
    out[HAND.element] = cursor[AT.element] - cursor[AT.first]
    out[HAND.play_start] = cursor[AT.plays]
    out[HAND.result_start] = cursor[AT.results]
    read_seed(walk, out)
    dealer = seat(walk, NAME.oya, REQUIRED)
    if dealer != NO_SEAT:
        out[HAND.dealer] = dealer
    four_numbers(walk, NAME.ten, REQUIRED, 100, out, HAND.scores)
    four_numbers(walk, NAME.chip, OPTIONAL, 1, out, HAND.chips)
    players = int(cursor[AT.players])
    for dealt in range(players):
        place = HAND.haipai + dealt * HAIPAI_TILES
        tiles(walk, NAME.hai0 + dealt, HAIPAI_TILES, HAIPAI_TILES, REQUIRED, out, place)
    if players < SEATS and not is_empty(walk, NAME.hai3):
        note(walk, ODDITY.BAD_VALUE, NAME.hai3)


@kernel
def read_seed(walk: Walk, out: NDArray[np.int32]) -> None:
    """Read kyoku, honba, sticks, dice and the first indicator."""
    start, count = integers(walk, NAME.seed, REQUIRED)
    if count == ABSENT:
        return
    if count != 6:
        note(walk, ODDITY.BAD_VALUE, NAME.seed)
        return
    kyoku = int(walk.values[start])
    honba = int(walk.values[start + 1])
    kyotaku = int(walk.values[start + 2])
    die = int(walk.values[start + 3])
    other_die = int(walk.values[start + 4])
    indicator = int(walk.values[start + 5])
    if not 0 <= indicator < TILES:
        note(walk, ODDITY.BAD_TILE, indicator)
        return
    table_fits = 0 <= honba <= HONBA_LIMIT and 0 <= kyotaku <= HONBA_LIMIT
    if not (0 <= kyoku < KYOKU_COUNT and table_fits):
        note(walk, ODDITY.BAD_VALUE, NAME.seed)
        return
    out[HAND.kyoku] = kyoku
    out[HAND.honba] = honba
    out[HAND.kyotaku] = kyotaku
    out[HAND.indicator] = indicator
    if not (0 <= die < 6 and 0 <= other_die < 6):
        # No play rests on the dice.
        note(walk, ODDITY.BAD_VALUE, NAME.seed)
        return
    out[HAND.dice] = die
    out[HAND.dice + 1] = other_die


@kernel
def read_play(tag: int, calls: Calls, deposits: NDArray[np.int32], walk: Walk) -> tuple[int, int, int, int]:
    """Kind, seat, tile and row of a call, riichi or indicator; the kind is NO_CALL when it cannot be read."""
    if tag == TAG.N:
        return read_call(calls, walk)
    if tag == TAG.REACH:
        return read_riichi(deposits, walk)
    tile = integer(walk, NAME.hai, -INT32_HIGHEST, INT32_HIGHEST, REQUIRED)
    if tile == ABSENT:
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    if not 0 <= tile < TILES:
        note(walk, ODDITY.BAD_TILE, tile)
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    return PLAY.DORA, NO_SEAT, tile, ABSENT


@kernel
def read_call(calls: Calls, walk: Walk) -> tuple[int, int, int, int]:
    """Kind, seat, tile and row of a chi, pon, kan or kita."""
    caller = seat(walk, NAME.who, REQUIRED)
    code = integer(walk, NAME.m, -INT32_HIGHEST, INT32_HIGHEST, REQUIRED)
    if caller == NO_SEAT or code == ABSENT:
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    call = int(walk.cursor[AT.calls])
    kind, tile, called, source = decode_call(code, caller, calls.tiles[call])
    if kind == NO_CALL:
        note(walk, ODDITY.BAD_MELD, code)
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    if source >= int(walk.cursor[AT.players]):
        note(walk, ODDITY.BAD_SEAT, source)
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    walk.cursor[AT.calls] = call + 1
    calls.code[call] = code
    calls.called[call] = called
    calls.source[call] = source
    return kind, caller, tile, call


@kernel
def read_riichi(deposits: NDArray[np.int32], walk: Walk) -> tuple[int, int, int, int]:
    """Kind, seat, tile and row of a declaration (step 1) or its acceptance (step 2) with scores, if any."""
    actor = seat(walk, NAME.who, REQUIRED)
    step = integer(walk, NAME.step, 1, 2, REQUIRED)
    if actor == NO_SEAT or step == ABSENT:
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    if step == 1:
        if is_stated(walk, NAME.ten):
            # Scores are stated behind the stick; of 4,612 real declarations none has them.
            note(walk, ODDITY.UNKNOWN_ATTRIBUTE, ABSENT)
        return PLAY.RIICHI, actor, NO_TILE, ABSENT
    deposit = int(walk.cursor[AT.deposits])
    walk.cursor[AT.deposits] = deposit + 1
    four_numbers(walk, NAME.ten, OPTIONAL, 100, deposits[deposit], 0)
    return PLAY.RIICHI_ACCEPTED, actor, NO_TILE, deposit
