"""Walls that records state tile by tile, beside those of seeds: their tiles are compared by what is seen."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import AnalyzerError
from analyzer.formats.events import Events, Oddity, SoulTable
from analyzer.formats.red_fives import numerous_reds
from analyzer.vocabulary import AKA_IDS, NO_TILE
from analyzer.wall import StatedText, StatedWall, copies_fault, hash_fault, parse_wall


def _looks() -> NDArray[np.uint8]:
    """By how a hand is seen and tile id: the id that stands for it in a `StatedWall`."""
    ids = np.arange(256, dtype=np.uint8)
    plain = np.where(ids < NO_TILE, ids // 4 * 4 + 3, ids).astype(np.uint8)
    red = plain.copy()
    red[list(AKA_IDS)] = AKA_IDS
    two = red.copy()
    two[_SECOND_RED_CIRCLE] = AKA_IDS[1]
    return np.stack([ids, plain, red, two])


_SECOND_RED_CIRCLE: Final = 53
LOOKS: Final = _looks()
"""Shape (4, 256); row 0 keeps ids, as of a wall from a seed."""


class StatedWalls(NamedTuple):
    """What records state of the walls of a batch."""

    look: NDArray[np.uint8]
    """Shape (hands,): row of `LOOKS`; 0 of games that are no records of Mahjong Soul."""
    walls: dict[int, StatedWall]
    """By row of ``hands``, those that are understood."""
    reasons: dict[int, str]
    """By row of ``hands``: why a wall is not understood."""
    faults: dict[int, tuple[str, str, str]]
    """By row of ``hands``: claimed, computed and in words, of a hash or of the tiles."""
    unhashed: frozenset[int]
    """Rows of ``hands`` whose wall has no hash."""


def read_stated_walls(events: Events) -> StatedWalls:
    """The walls that records state."""
    oddities = events.oddities
    look = np.zeros(len(events.hands.game), np.uint8)
    found = StatedWalls(look, {}, {}, {}, frozenset())
    records = oddities.game[oddities.code == Oddity.SOUL_RECORD]
    if len(records) == 0:
        return found
    of_game = np.zeros(len(events.games.players), np.uint8)
    of_game[records] = 1
    numerous = numerous_reds(events)
    for row in np.flatnonzero(oddities.code == Oddity.MAHJONG_SOUL).tolist():
        game, table = int(oddities.game[row]), SoulTable(int(oddities.detail[row]))
        reds = (SoulTable.RED_FIVES in table) + (game in numerous)
        of_game[game] += reds * (of_game[game] > 0)
    look[:] = of_game[events.hands.game]
    unhashed: set[int] = set()
    for row in np.flatnonzero(oddities.code == Oddity.WALL).tolist():
        hand = int(oddities.hand[row])
        stated = StatedText(*events.words[oddities.detail[row]].split(","))
        if not stated.is_hashed:
            unhashed.add(hand)
        players = int(events.games.players[events.hands.game[hand]])
        try:
            found.walls[hand] = parse_wall(stated.tiles, players)
        except AnalyzerError as error:
            found.reasons[hand] = f"the wall is not understood: {error.message}"
            continue
        fault = hash_fault(stated) or _copies_fault(events, hand, found.walls[hand], players)
        if fault is not None:
            found.faults[hand] = fault
    return found._replace(unhashed=frozenset(unhashed))


def _copies_fault(events: Events, hand: int, wall: StatedWall, players: int) -> tuple[str, str, str] | None:
    """Whether the wall, with the dealt tiles where they are not in it, has four of each kind."""
    tiles = wall.tiles
    if wall.dealt is None:
        first = int(events.plays.tile[events.hands.play_offsets[hand]])
        dealt = events.hands.haipai[hand, :players].reshape(-1).tolist()
        tiles = [*tiles, *dealt, first]
    found = copies_fault(tiles, players)
    return None if found is None else (*found, f"the wall has {found[0]}, not {found[1]}")


def fill_stated(
    walls: StatedWalls,
    events: Events,
    haipai: NDArray[np.uint8],
    draws: NDArray[np.uint8],
    replacements: NDArray[np.uint8],
    dora: NDArray[np.uint8],
    ura: NDArray[np.uint8],
) -> None:
    """Write what lies where, as in `WallTruth`; of a deal as records list it, whose order claims nothing."""
    plays, hands = events.plays, events.hands
    for hand, wall in walls.walls.items():
        look = LOOKS[walls.look[hand]]
        dealer, first = int(hands.dealer[hand]), int(hands.play_offsets[hand])
        drawn = int(look[plays.tile[first]]) if first < len(plays.tile) else NO_TILE
        due, tiles = look[hands.haipai[hand]], wall.draws.copy()
        if wall.dealt is None:
            tiles[0] = drawn
        else:
            players = int(events.games.players[hands.game[hand]])
            stated = [*due[dealer].tolist(), drawn]
            for turn in range(players):
                due[(dealer + turn) % players] = wall.dealt[turn]
            # Which of the dealer's fourteen tiles was the first draw, sorted lists do not tell.
            if sorted(stated) == sorted([*wall.dealt[0].tolist(), int(tiles[0])]):
                due[dealer], tiles[0] = stated[:-1], drawn
        haipai[hand] = due
        draws[hand, : len(tiles)] = tiles
        replacements[hand, : len(wall.replacements)] = wall.replacements
        dora[hand], ura[hand] = wall.dora, wall.ura
