"""The kernel that walks the elements of games in order and fills the columns of `events`."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.decode_beginnings import read_four, read_go, read_init
from analyzer.formats.decode_fields import (
    CALLS,
    DEPOSITS,
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
    note,
    note_at,
    seat,
    step_to,
)
from analyzer.formats.decode_results import END, HAS_OWARI, read_ryuukyoku
from analyzer.formats.decode_wins import read_agari
from analyzer.formats.events import Calls, Games, Oddity, Plays
from analyzer.formats.markup import ATTRIBUTES, DISCARD_TAGS, DRAW_TAGS, TAGS, UNKNOWN, Markup
from analyzer.formats.meld_codes import NO_CALL, decode_call
from analyzer.formats.wide_rows import HAND_PLACE
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, TILES, EndKind, PlayKind

__all__ = ["Columns", "walk_games"]

ROOT: Final = TAGS.index("mjloggm")
INIT: Final = TAGS.index("INIT")
N: Final = TAGS.index("N")
REACH: Final = TAGS.index("REACH")
DORA_TAG: Final = TAGS.index("DORA")
AGARI: Final = TAGS.index("AGARI")
RYUUKYOKU: Final = TAGS.index("RYUUKYOKU")
FIRST_DRAW: Final = DRAW_TAGS.start
FIRST_DISCARD: Final = DISCARD_TAGS.start
WHO: Final = ATTRIBUTES.index("who")
M: Final = ATTRIBUTES.index("m")
STEP: Final = ATTRIBUTES.index("step")
TEN: Final = ATTRIBUTES.index("ten")
HAI: Final = ATTRIBUTES.index("hai")

COMPLETE: Final = HAND_PLACE["complete"]

BAD_VALUE: Final = int(Oddity.BAD_VALUE)
BAD_MELD: Final = int(Oddity.BAD_MELD)
BAD_TILE: Final = int(Oddity.BAD_TILE)
BAD_SEAT: Final = int(Oddity.BAD_SEAT)
OUT_OF_PLACE: Final = int(Oddity.OUT_OF_PLACE)
NO_RESULT: Final = int(Oddity.NO_RESULT)
CUT: Final = int(Oddity.CUT)
NO_OWARI: Final = int(Oddity.NO_OWARI)

DRAW: Final = int(PlayKind.DRAW)
DISCARD: Final = int(PlayKind.DISCARD)
RIICHI: Final = int(PlayKind.RIICHI)
RIICHI_ACCEPTED: Final = int(PlayKind.RIICHI_ACCEPTED)
DORA: Final = int(PlayKind.DORA)
AGARI_END: Final = int(EndKind.AGARI)
RYUUKYOKU_END: Final = int(EndKind.RYUUKYOKU)
RESULTS_PER_HAND: Final = 3
"""Three winners of one tile, where a rule set pays them."""
INT32_HIGHEST: Final = 2**31 - 1


class Columns(NamedTuple):
    """Columns of `Events` before they are trimmed to the rows in use."""

    games: Games
    hands: NDArray[np.int32]
    """Wide rows (see `rows`)."""
    plays: Plays
    calls: Calls
    deposits: NDArray[np.int32]
    results: NDArray[np.int32]
    """Wide rows (see `rows`)."""


@kernel
def walk_games(markup: Markup, columns: Columns, walk: Walk) -> None:
    """Fill the columns with all games, from the first row on.

    Draws and discards, most of all elements, are added in this loop; the rest is handed on with as few
    arrays as will do, since compiled code counts references for each array at each call.
    """
    tags, numbers = markup.tag, markup.number
    games, hands, plays, results = columns.games, columns.hands, columns.plays, columns.results
    kinds, actors, tiles_, rows, elements = plays.kind, plays.seat, plays.tile, plays.row, plays.element
    cursor = walk.cursor
    meld_tiles = np.empty(4, np.uint8)
    play = 0
    for game in range(len(markup.game_offsets) - 1):
        first = int(markup.game_offsets[game])
        stop = int(markup.game_offsets[game + 1])
        games.hand_offsets[game] = cursor[HANDS]
        start_game(walk, game, first)
        read_go(markup, games, walk, game)
        players = int(cursor[PLAYERS])
        is_played = False
        for element in range(first + 1, stop):
            tag = int(tags[element])
            if tag == UNKNOWN:
                continue
            if tag >= FIRST_DRAW:
                actor = (tag - FIRST_DRAW) % SEATS
                tile = int(numbers[element])
                if is_played and actor < players and 0 <= tile < TILES:
                    kinds[play] = DRAW if tag < FIRST_DISCARD else DISCARD
                    actors[play] = actor
                    tiles_[play] = tile
                    elements[play] = element - first
                    play += 1
                else:
                    note_bad_tile(walk, element, actor, tile, is_played)
                continue
            if tag < INIT:
                if tag == ROOT:
                    note_at(walk, element, OUT_OF_PLACE, ABSENT)
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
            if N <= tag <= DORA_TAG:
                if not is_played:
                    note_stray(walk, element)
                    continue
                kind, actor, tile, row = read_play(tag, columns.calls, columns.deposits, walk)
                if kind != NO_CALL:
                    kinds[play] = kind
                    actors[play] = actor
                    tiles_[play] = tile
                    rows[play] = row
                    elements[play] = element - first
                    play += 1
            elif tag == INIT:
                note_missing_result(walk, element - 1)
                cursor[PLAYS] = play
                read_init(hands, walk)
                is_played = True
            else:
                is_played = False
                add_result(tag, hands, results, walk, meld_tiles)
        note_end(results, walk, stop - 1)
    cursor[PLAYS] = play
    games.hand_offsets[len(markup.game_offsets) - 1] = cursor[HANDS]


@kernel
def start_game(walk: Walk, game: int, first: int) -> None:
    """Set the walk before the first element of a game."""
    walk.cursor[GAME] = game
    walk.cursor[FIRST] = first
    walk.cursor[HAND] = ABSENT
    walk.cursor[RESULTS_IN_HAND] = 0


@kernel
def note_stray(walk: Walk, element: int) -> None:
    """OUT_OF_PLACE of a play behind a result; the next result is that of a hand that is lost."""
    note_at(walk, element, OUT_OF_PLACE, ABSENT)
    walk.cursor[RESULTS_IN_HAND] = RESULTS_PER_HAND


@kernel
def note_bad_tile(walk: Walk, element: int, actor: int, tile: int, is_played: bool) -> None:
    """What is odd about a draw or discard that cannot be added."""
    if not is_played:
        note_stray(walk, element)
    elif actor >= int(walk.cursor[PLAYERS]):
        note_at(walk, element, BAD_SEAT, actor)
    else:
        note_at(walk, element, BAD_TILE, tile)


@kernel
def add_result(
    tag: int,
    hands: NDArray[np.int32],
    results: NDArray[np.int32],
    walk: Walk,
    meld_tiles: NDArray[np.uint8],
) -> None:
    """Add a result to its hand: the first, or a second or third of the same kind right behind it."""
    cursor = walk.cursor
    end = AGARI_END if tag == AGARI else RYUUKYOKU_END
    held = int(cursor[RESULTS_IN_HAND])
    row = int(cursor[RESULTS])
    fits = cursor[HAND] != ABSENT and held < RESULTS_PER_HAND
    if fits and held > 0:
        fits = results[row - 1, END] == end
    if not fits:
        note(walk, OUT_OF_PLACE, ABSENT)
        return
    cursor[RESULTS_IN_HAND] = held + 1
    cursor[RESULTS] = row + 1
    hands[cursor[HAND], COMPLETE] = 1
    if tag == AGARI:
        read_agari(walk, results[row], meld_tiles)
    else:
        read_ryuukyoku(walk, results[row])


@kernel
def note_missing_result(walk: Walk, element: int) -> None:
    """NO_RESULT at the last element of a hand that ends without one."""
    if walk.cursor[HAND] != ABSENT and walk.cursor[RESULTS_IN_HAND] == 0:
        note_at(walk, element, NO_RESULT, ABSENT)


@kernel
def note_end(results: NDArray[np.int32], walk: Walk, element: int) -> None:
    """What the game lacks at its end: every hand, the last result, or the ``owari`` of that."""
    if walk.cursor[HAND] == ABSENT:
        note_at(walk, element, CUT, ABSENT)
    elif walk.cursor[RESULTS_IN_HAND] == 0:
        note_at(walk, element, NO_RESULT, ABSENT)
    elif results[walk.cursor[RESULTS] - 1, HAS_OWARI] == 0:
        note_at(walk, element, NO_OWARI, ABSENT)


@kernel
def read_play(tag: int, calls: Calls, deposits: NDArray[np.int32], walk: Walk) -> tuple[int, int, int, int]:
    """Kind, seat, tile and row of a call, riichi or indicator; NO_CALL as kind when it is noted as odd."""
    if tag == N:
        return read_call(calls, walk)
    if tag == REACH:
        return read_riichi(deposits, walk)
    tile = integer(walk, HAI, -INT32_HIGHEST, INT32_HIGHEST, REQUIRED)
    if tile == ABSENT:
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    if not 0 <= tile < TILES:
        note(walk, BAD_TILE, tile)
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    return DORA, NO_SEAT, tile, ABSENT


@kernel
def read_call(calls: Calls, walk: Walk) -> tuple[int, int, int, int]:
    """A chi, pon, kan or kita."""
    caller = seat(walk, WHO, REQUIRED)
    code = integer(walk, M, -INT32_HIGHEST, INT32_HIGHEST, REQUIRED)
    if caller == NO_SEAT or code == ABSENT:
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    call = int(walk.cursor[CALLS])
    kind, tile, called, source = decode_call(code, caller, calls.tiles[call])
    if kind == NO_CALL:
        note(walk, BAD_MELD, code)
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    if source >= int(walk.cursor[PLAYERS]):
        note(walk, BAD_SEAT, source)
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    walk.cursor[CALLS] = call + 1
    calls.code[call] = code
    calls.called[call] = called
    calls.source[call] = source
    return kind, caller, tile, call


@kernel
def read_riichi(deposits: NDArray[np.int32], walk: Walk) -> tuple[int, int, int, int]:
    """A declaration (step 1) or its acceptance (step 2), with the scores that the latter may state."""
    actor = seat(walk, WHO, REQUIRED)
    step = integer(walk, STEP, 1, 2, REQUIRED)
    if actor == NO_SEAT or step == ABSENT:
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    if step == 1:
        return RIICHI, actor, NO_TILE, ABSENT
    deposit = int(walk.cursor[DEPOSITS])
    walk.cursor[DEPOSITS] = deposit + 1
    read_four(walk, TEN, OPTIONAL, 100, deposits[deposit], 0)
    return RIICHI_ACCEPTED, actor, NO_TILE, deposit
