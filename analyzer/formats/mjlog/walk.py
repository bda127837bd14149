"""The kernels that read the elements of games in order and fill the columns of `events`."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import ENDING, PLAY, UNKNOWN_DRAW_KIND, Calls, Games, Plays
from analyzer.formats.log_id import GoType
from analyzer.formats.meld_codes import NO_CALL, decode_call
from analyzer.formats.mjlog.attributes import (
    AT,
    COUNT,
    FORM,
    ODDITY,
    START,
    STICK,
    Walk,
    is_empty,
    is_stated,
    note,
    note_at,
    read_attributes,
    step_to,
)
from analyzer.formats.mjlog.markup import DRAW_KEYS, LONGEST_TYPE, NAME, TAG, TEXT, UNKNOWN, Markup
from analyzer.formats.wide_rows import HAND, RESULT
from analyzer.kernels import is_compiling, kernel, numbered
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, TILES, DrawKind

DRAW: Final = numbered(DrawKind)
SANMA: Final = int(GoType.SANMA)
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


class Runs(NamedTuple):
    """Draws and discards between two other elements, which plain code adds all at once.

    Compiled code adds them one by one, and all arrays but the first two are empty.
    """

    others: NDArray[np.int64]
    """Rows of all other elements."""
    starts: NDArray[np.int64]
    """Shape (games + 1,): where those of each game begin."""
    faults: NDArray[np.int32]
    """Shape (elements + 1,): how many draws and discards before have a seat or tile that is none."""
    added: NDArray[np.int64]
    """Shape (any, 3): first element and the one after the last of what is added, and its row of ``plays``."""


def runs_of(markup: Markup, others: NDArray[np.int64], players: NDArray[np.uint8]) -> Runs:
    """The draws and discards of games.

    Args:
        markup: Elements of one or more games.
        others: Rows of all elements but these.
        players: Of each game.
    """
    starts = np.searchsorted(others, markup.game_offsets)
    if is_compiling():
        return Runs(others, starts, np.zeros(0, np.int32), np.zeros((0, 3), np.int64))
    seats = np.repeat(players, np.diff(markup.game_offsets))
    is_fault = (markup.digits >= TILES) | (_seats_of(markup.tag) >= seats)
    is_fault[others] = False
    faults = np.append(np.int32(0), np.cumsum(is_fault, dtype=np.int32))
    return Runs(others, starts, faults, np.zeros((len(others), 3), np.int64))


def _seats_of(tags: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return (tags - np.uint8(TAG.T)) % np.uint8(SEATS)


def fill_runs(runs: Runs, markup: Markup, plays: Plays, count: int) -> None:
    """Write the draws and discards of the first ``count`` runs that were added to ``plays``."""
    first, stop, row = runs.added[:count].T
    sizes = stop - first
    within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    elements, rows = np.repeat(first, sizes) + within, np.repeat(row, sizes) + within
    tags, games = markup.tag[elements], np.searchsorted(markup.game_offsets, first, side="right") - 1
    plays.kind[rows] = np.where(tags < TAG.D, PLAY.DRAW, PLAY.DISCARD)
    plays.seat[rows], plays.tile[rows] = _seats_of(tags), markup.digits[elements]
    plays.element[rows] = elements - np.repeat(markup.game_offsets[games], sizes)


@kernel
def read_heads(
    markup: Markup, others: NDArray[np.int64], starts: NDArray[np.int64], games: Games, walk: Walk
) -> None:
    """Read the first GO and the first TAIKYOKU of each game, and find the number of players."""
    said = walk.scratch
    for game in range(len(markup.game_offsets) - 1):
        first = int(markup.game_offsets[game])
        start_game(walk, game, first)
        is_hand_of_three, seen_init, seen_go = False, False, False
        for place in range(int(starts[game]), int(starts[game + 1])):
            element = int(others[place])
            tag = int(markup.tag[element])
            if tag != TAG.GO and tag != TAG.TAIKYOKU and (tag != TAG.INIT or seen_init):
                continue
            step_to(markup, walk, element)
            for entry in range(len(said)):
                said[entry] = ABSENT
            if tag == TAG.INIT:
                seen_init = True
                is_hand_of_three = is_empty(walk, NAME.hai3)
            elif tag == TAG.TAIKYOKU:
                if games.first_dealer[game] == ABSENT:
                    read_attributes(walk, TAG.TAIKYOKU, said)
                    games.first_dealer[game] = said[0]
                    games.taikyoku[game] = element - first
            elif seen_go:
                note(walk, ODDITY.OUT_OF_PLACE, ABSENT)
            else:
                seen_go = True
                read_attributes(walk, TAG.GO, said)
                games.go_type[game], games.lobby[game] = said[0], said[1]
                games.announces_rules[game] = not (is_empty(walk, NAME.rule) and is_empty(walk, NAME.csrule))
        go_type = int(games.go_type[game])
        is_sanma = is_hand_of_three if go_type == ABSENT else (go_type & SANMA) != 0
        games.players[game] = 3 if is_sanma else 4


@kernel
def walk_games(markup: Markup, runs: Runs, columns: Columns, walk: Walk) -> None:
    """Fill the columns with all games, from the first row on, but for what `fill_runs` adds.

    Other kernels get as few arrays as possible: compiled code counts references for each array at each call.
    """
    games, hands, plays, results = columns.games, columns.hands, columns.plays, columns.results
    cursor = walk.cursor
    play = 0
    for game in range(len(markup.game_offsets) - 1):
        first, stop = int(markup.game_offsets[game]), int(markup.game_offsets[game + 1])
        games.hand_offsets[game] = cursor[AT.hands]
        start_game(walk, game, first)
        cursor[AT.players] = games.players[game]
        is_played, after = False, first + 1
        for place in range(int(runs.starts[game]) + 1, int(runs.starts[game + 1])):
            element = int(runs.others[place])
            if element > after:
                play = add_run(markup, runs, plays, walk, play, after, element, is_played)
            after = element + 1
            tag = int(markup.tag[element])
            if tag == TAG.mjloggm:
                note_at(walk, element, ODDITY.OUT_OF_PLACE, ABSENT)
            if tag < TAG.INIT or tag == UNKNOWN:
                continue
            step_to(markup, walk, element)
            if TAG.N <= tag <= TAG.DORA:
                if not is_played:
                    note_stray(walk, element)
                    continue
                kind, actor, tile, row = read_play(tag, columns.calls, columns.deposits, walk)
                if kind != NO_CALL:
                    plays.kind[play] = kind
                    plays.seat[play] = actor
                    plays.tile[play] = tile
                    plays.row[play] = row
                    plays.element[play] = element - first
                    play += 1
            elif tag == TAG.INIT:
                note_missing_result(walk, element - 1)
                cursor[AT.plays] = play
                begin_hand(hands, walk)
                is_played = True
            else:
                is_played = False
                add_result(tag, hands, results, walk)
        if stop > after:
            play = add_run(markup, runs, plays, walk, play, after, stop, is_played)
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
def add_run(
    markup: Markup, runs: Runs, plays: Plays, walk: Walk, play: int, first: int, stop: int, is_played: bool
) -> int:
    """Add draws and discards, or note why they cannot be added; the row after those that were added."""
    if is_played and len(runs.added) > 0 and runs.faults[stop] == runs.faults[first]:
        run = int(walk.cursor[AT.runs])
        walk.cursor[AT.runs] = run + 1
        runs.added[run, 0] = first
        runs.added[run, 1] = stop
        runs.added[run, 2] = play
        return play + stop - first
    before, players = int(walk.cursor[AT.first]), int(walk.cursor[AT.players])
    for element in range(first, stop):
        tag, tile = int(markup.tag[element]), int(markup.digits[element])
        actor = (tag - TAG.T) % SEATS
        if is_played and actor < players and tile < TILES:
            # Never negative, so that compiled code need not check its sign.
            place = np.uint64(play)
            plays.kind[place] = PLAY.DRAW if tag < TAG.D else PLAY.DISCARD
            plays.seat[place] = actor
            plays.tile[place] = tile
            plays.element[place] = element - before
            play += 1
        elif not is_played:
            note_stray(walk, element)
        elif actor >= players:
            note_at(walk, element, ODDITY.BAD_SEAT, actor)
        else:
            note_at(walk, element, ODDITY.BAD_TILE, tile)
    return play


@kernel
def note_stray(walk: Walk, element: int) -> None:
    """Note a play after a result as OUT_OF_PLACE; the next result then belongs to a hand that is lost."""
    note_at(walk, element, ODDITY.OUT_OF_PLACE, ABSENT)
    walk.cursor[AT.results_in_hand] = RESULTS_PER_HAND


@kernel
def begin_hand(hands: NDArray[np.int32], walk: Walk) -> None:
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
    read_attributes(walk, TAG.INIT, out)


@kernel
def read_play(tag: int, calls: Calls, deposits: NDArray[np.int32], walk: Walk) -> tuple[int, int, int, int]:
    """Kind, seat, tile and row of a call, riichi or indicator; the kind is NO_CALL when it cannot be read."""
    said = walk.scratch
    for place in range(len(said)):
        said[place] = ABSENT
    read_attributes(walk, tag, said)
    if said[0] == ABSENT or (tag != TAG.DORA and said[1] == ABSENT):
        return NO_CALL, NO_SEAT, NO_TILE, ABSENT
    if tag == TAG.N:
        return read_call(calls, walk, int(said[0]), int(said[1]))
    if tag == TAG.DORA:
        return PLAY.DORA, NO_SEAT, int(said[0]), ABSENT
    if said[1] == 1:
        if is_stated(walk, NAME.ten):
            # Scores are stated behind the stick; of 4,612 real declarations none has them.
            note(walk, ODDITY.UNKNOWN_ATTRIBUTE, ABSENT)
        return PLAY.RIICHI, int(said[0]), NO_TILE, ABSENT
    read_attributes(walk, STICK, said)
    deposit = int(walk.cursor[AT.deposits])
    walk.cursor[AT.deposits] = deposit + 1
    for seat in range(SEATS):
        deposits[deposit, seat] = said[2 + seat]
    return PLAY.RIICHI_ACCEPTED, int(said[0]), NO_TILE, deposit


@kernel
def read_call(calls: Calls, walk: Walk, caller: int, code: int) -> tuple[int, int, int, int]:
    """Kind, seat, tile and row of a chi, pon, kan or kita."""
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
def add_result(tag: int, hands: NDArray[np.int32], results: NDArray[np.int32], walk: Walk) -> None:
    """Add a result to its hand: the first, or a second or third of the same kind directly after it."""
    cursor = walk.cursor
    end = ENDING.AGARI if tag == TAG.AGARI else ENDING.RYUUKYOKU
    held = int(cursor[AT.results_in_hand])
    row = int(cursor[AT.results])
    fits = cursor[AT.hand] != ABSENT and held < RESULTS_PER_HAND
    if fits and held > 0:
        fits = results[row - 1][RESULT.end] == end
    if not fits:
        note(walk, ODDITY.OUT_OF_PLACE, ABSENT)
        return
    cursor[AT.results_in_hand] = held + 1
    cursor[AT.results] = row + 1
    hands[cursor[AT.hand]][HAND.complete] = 1
    out = results[row]
    out[RESULT.hand] = cursor[AT.hand]
    out[RESULT.element] = cursor[AT.element] - cursor[AT.first]
    out[RESULT.end] = end
    read_attributes(walk, tag, out)
    out[RESULT.has_owari] = 1 if is_stated(walk, NAME.owari) else 0
    if tag == TAG.RYUUKYOKU:
        out[RESULT.draw_kind] = draw_kind(walk)
        return
    out[RESULT.has_ura] = 1 if is_stated(walk, NAME.doraHaiUra) else 0
    if not (is_stated(walk, NAME.yaku) or is_stated(walk, NAME.yakuman)):
        note(walk, ODDITY.MISSING_ATTRIBUTE, NAME.yaku)


@kernel
def draw_kind(walk: Walk) -> int:
    """The DrawKind that ``type`` names: EXHAUSTIVE without it, UNKNOWN_DRAW_KIND for an unknown text."""
    if not is_stated(walk, NAME.type):
        return DRAW.EXHAUSTIVE
    start = int(walk.fields[NAME.type + START])
    count = int(walk.fields[NAME.type + COUNT])
    if walk.fields[NAME.type + FORM] != TEXT or count > LONGEST_TYPE:
        return UNKNOWN_DRAW_KIND
    key = 0
    for place in range(count):
        key |= int(walk.text[start + place]) << (8 * place)
    for kind in range(len(DRAW_KEYS)):
        if DRAW_KEYS[kind] == key != 0:
            return kind
    return UNKNOWN_DRAW_KIND


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
    elif results[walk.cursor[AT.results] - 1][RESULT.has_owari] == 0:
        note_at(walk, element, ODDITY.NO_OWARI, ABSENT)
