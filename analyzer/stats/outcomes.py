"""How a hand ended for one seat: what riichi, calls, dama and tenpai are measured by."""

from __future__ import annotations

from enum import IntEnum, unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import is_drawn, is_exhaustive, is_win
from analyzer.stats.rows import Rows, derived

__all__ = [
    "ENDINGS",
    "END_COLUMNS",
    "LEFT_OUT",
    "OUTCOMES",
    "OUTCOME_COLUMNS",
    "Ending",
    "Outcome",
    "ended_in",
    "has_outcome",
    "outcome",
]


@unique
class Outcome(IntEnum):
    """How a hand with a result ended for one seat; exactly one holds."""

    RON = 0
    """Won by ron; of a double ron both winners did."""
    TSUMO = 1
    DEAL_IN = 2
    """Discarded (or added to a kan, or set aside) the tile of somebody's ron (放銃)."""
    TSUMO_AGAINST = 3
    """Somebody else won by tsumo (被ツモ)."""
    LATERAL = 4
    """Somebody else won by ron off somebody else (横移動)."""
    EXHAUSTIVE_DRAW = 5
    """The live wall was used up; nagashi mangan is one of these."""
    ABORTIVE_DRAW = 6
    """The hand was broken off."""


OUTCOMES: Final = tuple(outcome.name.lower() for outcome in Outcome)
END_COLUMNS: Final = ("hands.end", "hands.draw_kind")
"""What `has_outcome` reads."""
OUTCOME_COLUMNS: Final = ("seats.is_winner", "seats.is_loser", *END_COLUMNS, "hands.is_tsumo")
"""What `outcome` reads."""
LEFT_OUT: Final = "hands without a result, and those of a chombo, are left out"
"""Ends the definition of what is counted by outcomes."""


class Ending(NamedTuple):
    """Outcomes that are counted together.

    Attributes:
        name: As names of statistics have it.
        words: Completes "seats that ...": what happened to the seat.
        codes: The outcomes.
    """

    name: str
    words: str
    codes: tuple[Outcome, ...]


ENDINGS: Final = {
    ending.name: ending
    for ending in (
        Ending("win", "won", (Outcome.RON, Outcome.TSUMO)),
        Ending("ron", "won by ron", (Outcome.RON,)),
        Ending("tsumo", "won by tsumo", (Outcome.TSUMO,)),
        Ending("deal_in", "dealt in", (Outcome.DEAL_IN,)),
        Ending("tsumo_against", "saw another seat win by tsumo", (Outcome.TSUMO_AGAINST,)),
        Ending("lateral", "saw another seat win by ron off a third one (lateral)", (Outcome.LATERAL,)),
        Ending(
            "draw",
            "came to a ryuukyoku of any kind",
            (Outcome.EXHAUSTIVE_DRAW, Outcome.ABORTIVE_DRAW),
        ),
        Ending(
            "exhaustive_draw",
            "came to an exhaustive draw (nagashi mangan included)",
            (Outcome.EXHAUSTIVE_DRAW,),
        ),
        Ending("abortive_draw", "came to an abortive draw", (Outcome.ABORTIVE_DRAW,)),
    )
}
"""By name."""


@derived
def outcome(rows: Rows) -> NDArray[np.int8]:
    """`Outcome` of each row of ``seats``; -1 where the log cuts the hand, and for a chombo."""
    codes = np.repeat(_bystander(rows.at("hands")), rows.players)
    codes[rows["is_loser"]] = Outcome.DEAL_IN
    won = rows["is_winner"]
    codes[won] = np.where(codes[won] == Outcome.TSUMO_AGAINST, Outcome.TSUMO, Outcome.RON)
    return codes


@derived
def _bystander(rows: Rows) -> NDArray[np.int8]:
    """Outcome of each row of ``hands`` for a seat that neither won nor dealt in."""
    codes = np.full(len(rows), -1, np.int8)
    codes[is_drawn(rows)] = Outcome.ABORTIVE_DRAW
    codes[is_exhaustive(rows)] = Outcome.EXHAUSTIVE_DRAW
    won = is_win(rows)
    codes[won] = np.where(rows["is_tsumo"][won] == 1, Outcome.TSUMO_AGAINST, Outcome.LATERAL)
    return codes


@derived
def has_outcome(rows: Rows) -> NDArray[np.bool_]:
    """Whether seats of the hand of the row have an outcome."""
    ended: NDArray[np.bool_] = is_win(rows) | is_drawn(rows)
    return ended


def ended_in(codes: NDArray[np.int8], ending: Ending) -> NDArray[np.bool_]:
    """Whether outcomes are among those of an ending; -1 is in none."""
    found: NDArray[np.bool_] = codes == ending.codes[0]
    for code in ending.codes[1:]:
        found |= codes == code
    return found
