"""Between who plays hands and who settles them: where a game stands before a hand, and the hand played."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Hands, Plays
from analyzer.replay import Illegal
from analyzer.vocabulary import ABSENT, SEATS, Seat, TileId

__all__ = ["HandSource", "PlayedHand", "Standing", "init_row"]


class Standing(NamedTuple):
    """Where a game stands before a hand."""

    hands_played: int
    """Before this one."""
    kyoku: int
    honba: int
    kyotaku: int
    """Sticks on the table."""
    dealer: Seat
    scores: tuple[int, ...]
    """Of four seats, points; 0 for the empty one."""
    own_honba: int
    """Honba that the dealer has earned alone."""


class PlayedHand(NamedTuple):
    """One hand as it was played, up to its result."""

    hands: Hands
    """One row, from `init_row`; ``play_offsets`` and ``result_offsets`` are not read."""
    plays: Plays
    """``row`` counts from 0; ``element`` is not read."""
    calls: Calls
    deposits: NDArray[np.int32]
    """Shape (deposits, 4), points."""
    winners: NDArray[np.bool_]
    """Shape (4,): who wins; off the last tile of another seat, or on the own draw just made."""
    ura: NDArray[np.uint8]
    """Shape (any,): the tiles under the dora indicators, in the order these are shown; more are not read."""
    declared_noten: NDArray[np.bool_] | None = None
    """Shape (4,): who calls itself noten at an exhaustive draw."""
    chombo: NDArray[np.bool_] | None = None
    """Shape (4,): whose chombo voids the hand for a reason that plays do not show."""
    illegal: tuple[Illegal, ...] = ()
    """Kinds of illegal plays that the hand is meant to contain."""
    plays_on: bool = False
    """Where the rules let the dealer end the game after this hand: the dealer does not."""


HandSource: TypeAlias = Callable[[Standing], PlayedHand | None]
"""Gives the next hand of a game; None where the game is to stop unfinished."""


def init_row(
    standing: Standing, haipai: NDArray[np.uint8], indicator: TileId, dice: tuple[int, int] = (0, 0)
) -> Hands:
    """What INIT says of a hand: one row of `Hands`.

    Args:
        standing: Before the hand.
        haipai: Shape (4, 13): tile ids in dealt order; NO_TILE for the empty seat.
        indicator: The first dora indicator.
        dice: Each die minus one, as logged.
    """
    one = np.zeros(1, np.int32)
    return Hands(
        game=one,
        element=one.copy(),
        kyoku=np.array([standing.kyoku], np.int32),
        honba=np.array([standing.honba], np.int32),
        kyotaku=np.array([standing.kyotaku], np.int32),
        dice=np.array([dice], np.uint8),
        indicator=np.array([indicator], np.uint8),
        dealer=np.array([standing.dealer], np.uint8),
        scores=np.array([standing.scores], np.int32),
        chips=np.full((1, SEATS), ABSENT, np.int32),
        haipai=haipai.reshape(1, SEATS, -1).astype(np.uint8),
        play_offsets=np.zeros(2, np.int32),
        result_offsets=np.zeros(2, np.int32),
        readable=np.ones(1, np.bool_),
        complete=np.ones(1, np.bool_),
    )
