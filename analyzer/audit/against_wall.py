"""Tiles dealt, drawn and shown, held against the wall of the seed where it is known."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.seeding import DEAL_PLACES
from analyzer.kernels import kernel
from analyzer.replay.seats import any_seat, of_hands
from analyzer.vocabulary import NO_TILE, EndKind, PlayKind

__all__ = ["Indicators", "WrongDraws", "compared_indicators", "wrong_deals", "wrong_draws"]

DRAW: Final = int(PlayKind.DRAW)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
KAKAN: Final = int(PlayKind.KAKAN)
ANKAN: Final = int(PlayKind.ANKAN)
KITA: Final = int(PlayKind.KITA)
DORA: Final = int(PlayKind.DORA)
_INDICATORS = 5


class Indicators(NamedTuple):
    """Indicators of each hand; shape (hands, 5)."""

    dora: NDArray[np.uint8]
    ura: NDArray[np.uint8]
    """Tile ids in the order shown; NO_TILE where fewer."""
    dora_wrong: NDArray[np.bool_]
    ura_wrong: NDArray[np.bool_]
    """Not what the seed gives; false where no seed is known."""

    def has_wrong_dora(self) -> NDArray[np.bool_]:
        """Shape (hands,)."""
        return any_seat(self.dora_wrong)

    def has_wrong_ura(self) -> NDArray[np.bool_]:
        """Shape (hands,)."""
        return any_seat(self.ura_wrong)


@shared
def compared_indicators(case: Case) -> Indicators:
    """What all hands show, and what of it the seeds contradict; of several winners any wrong ura counts."""
    results, wall = case.events.results, case.wall
    dora = case.indicators[:, :_INDICATORS]
    dora_wrong = (dora != NO_TILE) & (dora != wall.dora) & wall.known[:, None]
    ura = np.full(dora.shape, NO_TILE, np.uint8)
    ura_wrong = np.zeros(dora.shape, np.bool_)
    rows = np.flatnonzero((results.end == EndKind.AGARI) & results.has_ura)
    hand, stated = results.hand[rows], of_hands(results.ura, rows)[:, :_INDICATORS]
    wrong = (stated != NO_TILE) & (stated != of_hands(wall.ura, hand)) & wall.known[hand, None]
    # Of the winners of a hand a wrong one stays, since what is written last does.
    for some in (np.arange(len(rows)), np.nonzero(wrong)[0]):
        ura[hand[some]], ura_wrong[hand[some]] = stated[some], wrong[some]
    return Indicators(dora, ura, dora_wrong, ura_wrong)


@shared
def wrong_deals(case: Case) -> NDArray[np.bool_]:
    """Shape (hands,): some tile dealt is not the one of the seed, in a hand that is of this seed."""
    wall = case.wall
    wrong: NDArray[np.bool_] = (wall.agreeing < DEAL_PLACES) & wall.known & ~wall.foreign & case.played
    return wrong


class WrongDraws(NamedTuple):
    """The first draw of each hand that is not the one of the seed; shape (hands,)."""

    play: NDArray[np.int64]
    """Row of ``plays``; -1 where there is none."""
    due: NDArray[np.uint8]
    """The tile that the seed gives instead; NO_TILE where there is none."""


@kernel
def compare_draws(
    kind: NDArray[np.uint8],
    tile: NDArray[np.uint8],
    offsets: NDArray[np.int32],
    compared: NDArray[np.bool_],
    live: NDArray[np.uint8],
    replacements: NDArray[np.uint8],
    first: NDArray[np.int64],
    due: NDArray[np.uint8],
) -> None:
    """Write the first wrong draw of each hand.

    Args:
        kind: Of all plays.
        tile: Of all plays.
        offsets: First play of each hand, and the end; shape (hands + 1,).
        compared: Hands to look at; shape (hands,).
        live: Tiles that the seed gives to draws from the live wall; shape (hands, any).
        replacements: The same for draws after a kan or kita.
        first: Shape (hands,), written where something is wrong.
        due: The same.
    """
    for hand in range(len(compared)):
        if not compared[hand]:
            continue
        drawn = 0
        replaced = 0
        is_replaced = False
        for play in range(int(offsets[hand]), int(offsets[hand + 1])):
            what = int(kind[play])
            if what == DRAW:
                if is_replaced:
                    # No source says where the tile lies that replaces a fifth kan.
                    is_known = replaced < replacements.shape[1] and replacements[hand, replaced] != NO_TILE
                    expected = int(replacements[hand, replaced]) if is_known else int(tile[play])
                    replaced += 1
                else:
                    expected = int(live[hand, min(drawn, live.shape[1] - 1)])
                    drawn += 1
                if int(tile[play]) != expected:
                    first[hand] = play
                    due[hand] = expected
                    break
            if what != DORA:
                is_replaced = what in (DAIMINKAN, KAKAN, ANKAN, KITA)


@shared
def wrong_draws(case: Case) -> WrongDraws:
    """Where the draws of each hand leave the wall of its seed; nowhere without a seed of its own."""
    plays, wall = case.events.plays, case.wall
    found = WrongDraws(np.full(len(case.usable), -1, np.int64), np.full(len(case.usable), NO_TILE, np.uint8))
    compare_draws(
        plays.kind,
        plays.tile,
        case.events.hands.play_offsets,
        wall.known & ~wall.foreign,
        wall.draws,
        wall.replacements,
        *found,
    )
    return found
