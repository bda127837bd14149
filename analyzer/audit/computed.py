"""What the rules give to a batch, as columns beside the claims: draws, wins, the next hand, the end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.settlement.win_columns import WinScores

__all__ = ["Draws", "Endings", "Next", "Wins"]


class Draws(NamedTuple):
    """What the rules give to each hand as a ryuukyoku; one row per row of ``hands``."""

    kind: NDArray[np.uint8]
    """The DrawKind that ends the hand without a winner where play stopped; 0 when none does."""
    tenpai: NDArray[np.bool_]
    """Shape (hands, 4): tenpai by the rule set."""
    deltas: NDArray[np.int32]
    """Shape (hands, 4), points."""
    nagashi: NDArray[np.bool_]
    """Shape (hands, 4): whose discards make a nagashi mangan."""
    final_points: NDArray[np.int32]
    """Shape (hands, 4), points: what chombo takes from the final result; zero or negative."""


class Next(NamedTuple):
    """The hand that must follow each hand; one row per row of ``hands``."""

    kyoku: NDArray[np.int32]
    honba: NDArray[np.int32]
    kyotaku: NDArray[np.int32]
    dealer: NDArray[np.uint8]


class Wins(NamedTuple):
    """The wins of a batch; shape (wins,) unless said."""

    result: NDArray[np.int64]
    """Row of ``results``."""
    hand: NDArray[np.int32]
    winner: NDArray[np.uint8]
    loser: NDArray[np.uint8]
    """Equals ``winner`` for a tsumo."""
    takes_pot: NDArray[np.bool_]
    """First of the winners of one tile, who gets honba and sticks."""
    scores: WinScores
    deltas: NDArray[np.int32]
    """Shape (wins, 4), points, with the honba and sticks that lie on the table."""
    pao_seat: NDArray[np.uint8]
    """Seat that pays for a yakuman; NO_SEAT when none does."""
    least_yaku: NDArray[np.uint8]
    """Han of yaku, dora excluded, that the rule set asks of this win."""
    short_wait: NDArray[np.bool_]
    """The hand is open and has fewer with some tile it waits for: no win."""
    stands: NDArray[np.bool_]
    """The rule set lets the win stand and pays it."""
    unmeasured: NDArray[np.bool_]
    """No source says who pays the win, so that ``deltas`` cannot be held against the log."""


class Endings(NamedTuple):
    """What the rules say of the end of the game after each hand; rows are those of ``hands``."""

    cause: NDArray[np.uint8]
    """An EndCause; NONE where the game goes on."""
    may_end: NDArray[np.bool_]
    """The dealer may end the game: going on and stopping are both right."""
    scores: NDArray[np.int32]
    """Shape (hands, 4), points: final scores if the game ends here, leftover sticks included."""
    results: NDArray[np.int32]
    """Shape (hands, 4), points: final results of those scores."""
    other_results: NDArray[np.int32]
    """The same, rounded if ``results`` are not and the reverse, where either is right; else the same."""
