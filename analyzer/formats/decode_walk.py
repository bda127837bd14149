"""The kernel that reads the elements of games in order and fills the columns of `events`."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.decode_elements import read_go, read_init, read_play
from analyzer.formats.decode_fields import AT, ODDITY, Walk, note, note_at, step_to
from analyzer.formats.decode_results import read_agari, read_ryuukyoku
from analyzer.formats.element_names import ENDING, PLAY, TAG, UNKNOWN
from analyzer.formats.events import Calls, Games, Plays
from analyzer.formats.markup import Markup
from analyzer.formats.meld_codes import NO_CALL
from analyzer.formats.wide_rows import HAND, RESULT
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT, SEATS, TILES

__all__ = ["Columns", "walk_games"]

RESULTS_PER_HAND: Final = 3
"""Some rule sets pay three winners of one tile."""


class Columns(NamedTuple):
    """Columns of `Events` that may have more rows than are filled."""

    games: Games
    hands: NDArray[np.int32]
    """Wide rows (see `wide_rows`)."""
    plays: Plays
    calls: Calls
    deposits: NDArray[np.int32]
    results: NDArray[np.int32]
    """Wide rows (see `wide_rows`)."""


@kernel
def walk_games(markup: Markup, columns: Columns, walk: Walk) -> None:
    """Fill the columns with all games, from the first row on.

    This loop itself adds draws and discards, which are most elements.  Other kernels get the rest, with as
    few arrays as possible: compiled code counts references for each array at each call.
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
        games.hand_offsets[game] = cursor[AT.hands]
        start_game(walk, game, first)
        read_go(markup, games, walk, game)
        players = int(cursor[AT.players])
        is_played = False
        for element in range(first + 1, stop):
            tag = int(tags[element])
            if tag == UNKNOWN:
                continue
            if tag >= TAG.T:
                actor = (tag - TAG.T) % SEATS
                tile = int(numbers[element])
                if is_played and actor < players and 0 <= tile < TILES:
                    # Never negative, so that compiled code need not check its sign.
                    place = np.uint64(play)
                    kinds[place] = PLAY.DRAW if tag < TAG.D else PLAY.DISCARD
                    actors[place] = actor
                    tiles_[place] = tile
                    rows[place] = ABSENT
                    elements[place] = element - first
                    play += 1
                else:
                    note_bad_tile(walk, element, actor, tile, is_played)
                continue
            if tag < TAG.INIT:
                if tag == TAG.mjloggm:
                    note_at(walk, element, ODDITY.OUT_OF_PLACE, ABSENT)
                continue
            step_to(markup, walk, element)
            if TAG.N <= tag <= TAG.DORA:
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
            elif tag == TAG.INIT:
                note_missing_result(walk, element - 1)
                cursor[AT.plays] = play
                read_init(hands, walk)
                is_played = True
            else:
                is_played = False
                add_result(tag, hands, results, walk, meld_tiles)
        note_end(results, walk, stop - 1)
    cursor[AT.plays] = play
    games.hand_offsets[len(markup.game_offsets) - 1] = cursor[AT.hands]


@kernel
def start_game(walk: Walk, game: int, first: int) -> None:
    """Set the walk to the beginning of a game."""
    walk.cursor[AT.game] = game
    walk.cursor[AT.first] = first
    walk.cursor[AT.hand] = ABSENT
    walk.cursor[AT.results_in_hand] = 0


@kernel
def note_stray(walk: Walk, element: int) -> None:
    """Note a play after a result as OUT_OF_PLACE; the next result then belongs to a hand that is lost."""
    note_at(walk, element, ODDITY.OUT_OF_PLACE, ABSENT)
    walk.cursor[AT.results_in_hand] = RESULTS_PER_HAND


@kernel
def note_bad_tile(walk: Walk, element: int, actor: int, tile: int, is_played: bool) -> None:
    """Note why a draw or discard cannot be added."""
    if not is_played:
        note_stray(walk, element)
    elif actor >= int(walk.cursor[AT.players]):
        note_at(walk, element, ODDITY.BAD_SEAT, actor)
    else:
        note_at(walk, element, ODDITY.BAD_TILE, tile)


@kernel
def add_result(
    tag: int,
    hands: NDArray[np.int32],
    results: NDArray[np.int32],
    walk: Walk,
    meld_tiles: NDArray[np.uint8],
) -> None:
    """Add a result to its hand: the first, or a second or third of the same kind directly after it."""
    cursor = walk.cursor
    end = ENDING.AGARI if tag == TAG.AGARI else ENDING.RYUUKYOKU
    held = int(cursor[AT.results_in_hand])
    row = int(cursor[AT.results])
    fits = cursor[AT.hand] != ABSENT and held < RESULTS_PER_HAND
    if fits and held > 0:
        fits = results[row - 1, RESULT.end] == end
    if not fits:
        note(walk, ODDITY.OUT_OF_PLACE, ABSENT)
        return
    cursor[AT.results_in_hand] = held + 1
    cursor[AT.results] = row + 1
    hands[cursor[AT.hand], HAND.complete] = 1
    if tag == TAG.AGARI:
        read_agari(walk, results[row], meld_tiles)
    else:
        read_ryuukyoku(walk, results[row])


@kernel
def note_missing_result(walk: Walk, element: int) -> None:
    """Note NO_RESULT at the last element of a hand that has no result."""
    if walk.cursor[AT.hand] != ABSENT and walk.cursor[AT.results_in_hand] == 0:
        note_at(walk, element, ODDITY.NO_RESULT, ABSENT)


@kernel
def note_end(results: NDArray[np.int32], walk: Walk, element: int) -> None:
    """Note what a game lacks at its end: any hand, the last result, or ``owari`` in the last result."""
    if walk.cursor[AT.hand] == ABSENT:
        note_at(walk, element, ODDITY.CUT, ABSENT)
    elif walk.cursor[AT.results_in_hand] == 0:
        note_at(walk, element, ODDITY.NO_RESULT, ABSENT)
    elif results[walk.cursor[AT.results] - 1, RESULT.has_owari] == 0:
        note_at(walk, element, ODDITY.NO_OWARI, ABSENT)
