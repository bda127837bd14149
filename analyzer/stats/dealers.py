"""The dealer of each hand: wins, and tenpai at exhaustive draws."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import is_exhaustive, is_win
from analyzer.stats.rows import Rows, derived

__all__ = ["DEALER_TENPAI", "DEALER_WINS", "dealer_tenpai", "dealer_wins"]

DEALER_WINS: Final = ("hands.end", "hands.dealer", "hands.winner", "hands.winner_count", "seats.is_winner")
"""Columns that `dealer_wins` reads."""
DEALER_TENPAI: Final = ("hands.draw_kind", "hands.dealer", "seats.tenpai")
"""Columns that `dealer_tenpai` reads."""


@derived
def dealer_wins(hands: Rows) -> NDArray[np.bool_]:
    """Whether the dealer won the hand, alone or with others."""
    won: NDArray[np.bool_] = hands["hands.winner"] == hands["hands.dealer"]
    won = won & is_win(hands)
    several = np.flatnonzero(hands["hands.winner_count"] > 1)
    dealer = several * hands.players + hands["hands.dealer"][several]
    won[several] = hands.at("seats")["seats.is_winner"][dealer]
    return won


@derived
def dealer_tenpai(hands: Rows) -> NDArray[np.int8]:
    """Whether the dealer was tenpai at an exhaustive draw: 1, 0, or -1 for other hands or if unknown."""
    tenpai = np.full(len(hands), -1, np.int8)
    drawn = np.flatnonzero(is_exhaustive(hands))
    tenpai[drawn] = hands.at("seats")["seats.tenpai"][drawn * hands.players + hands["hands.dealer"][drawn]]
    return tenpai
