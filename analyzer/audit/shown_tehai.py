"""The tehai that results show, held against the tiles that play gives."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.kernels import kernel
from analyzer.replay.facts import Place
from analyzer.replay.seats import of_seats
from analyzer.vocabulary import NO_TILE, TILES

__all__ = [
    "are_out_of_order",
    "compare_tehai",
    "differ_from_held",
    "shown_mask",
    "shows_tehai",
    "tehai_differs",
    "winner_tehai",
]

CONCEALED: Final = int(Place.CONCEALED)


def shown_mask(tiles: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Tile ids of rows padded with NO_TILE as a mask; shape (rows, 136)."""
    mask = np.zeros((len(tiles), TILES + 1), np.bool_)
    np.put_along_axis(mask, np.minimum(tiles, TILES).astype(np.int64), True, axis=1)
    return mask[:, :TILES]


@shared
def winner_tehai(case: Case) -> NDArray[np.bool_]:
    """Shape (wins, 136): concealed tiles of the winner, with the winning tile."""
    wins, facts = case.wins, case.facts
    held: NDArray[np.bool_] = facts.place[wins.hand] == (Place.CONCEALED + wins.winner)[:, None]
    won_on = np.minimum(facts.last_tile[wins.hand], TILES - 1).astype(np.int64)
    ron = wins.winner != wins.loser
    held[np.flatnonzero(ron), won_on[ron]] = True
    return held


def shows_tehai(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): ``hai`` has tiles; without any it is malformed, and there is nothing to compare."""
    wins, shown = case.wins, case.events.results.shown
    return np.asarray(shown[wins.result, wins.winner, 0] != NO_TILE)


@shared
def tehai_differs(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the tiles shown are not those that the winner holds, each once."""
    wins = case.wins
    shown = of_seats(case.events.results.shown, wins.result, wins.winner)
    last = np.minimum(case.facts.last_tile[wins.hand], np.uint8(TILES - 1))
    won_on = np.where(wins.winner == wins.loser, np.uint8(NO_TILE), last)
    return differ_from_held(case, wins.hand, wins.winner, shown, won_on) & shows_tehai(case)


def are_out_of_order(case: Case, hand: NDArray[np.integer], tiles: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Shape (items,): tile ids of a row, padded with NO_TILE, do not ascend, as they do in every mjlog.

    Source: Tenhou: 5,280 wins and 1,678 tehai shown at a draw of 681 real logs.
    """
    descends = (tiles[:, 1:] < tiles[:, :-1]).any(axis=1)
    return np.asarray(descends & ~case.from_json[case.events.hands.game[hand]])


def differ_from_held(
    case: Case,
    hand: NDArray[np.int32],
    seat: NDArray[np.uint8],
    shown: NDArray[np.uint8],
    won_on: NDArray[np.uint8],
) -> NDArray[np.bool_]:
    """Shape (items,): the tiles shown are not those that a seat holds, each once.

    Arguments as of `compare_tehai`, whose winners are seats that show their tehai.
    """
    differs = np.zeros(len(hand), np.bool_)
    compare_tehai(shown, case.facts.place, hand, seat, won_on, differs)
    return differs


@kernel
def compare_tehai(
    shown: NDArray[np.uint8],
    place: NDArray[np.uint8],
    hand: NDArray[np.int32],
    winner: NDArray[np.uint8],
    won_on: NDArray[np.uint8],
    differs: NDArray[np.bool_],
) -> None:
    """Mark wins that show tiles other than those held, or one of them twice.

    Args:
        shown: Shape (wins, any), padded with NO_TILE.
        place: Where each tile lies at the end of each hand; shape (hands, 136).
        hand: Of each win; so are all that follow.
        winner: Seat.
        won_on: Tile of another seat that is won on, which the winner holds as well; NO_TILE for a tsumo.
        differs: Written.
    """
    for row in range(len(hand)):
        lies = place[hand[row]]
        own = CONCEALED + int(winner[row])
        extra = int(won_on[row])
        held = 0
        for tile in range(TILES):
            if lies[tile] == own:
                held += 1
        if extra < TILES and lies[extra] != own:
            held += 1
        for at in range(shown.shape[1]):
            stated = int(shown[row, at])
            if stated >= TILES:
                continue
            held -= 1
            if lies[stated] != own and stated != extra:
                differs[row] = True
            for earlier in range(at):
                if shown[row, earlier] == stated:
                    differs[row] = True
        if held != 0:
            differs[row] = True
