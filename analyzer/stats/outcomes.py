"""How a hand ended for one seat; used for riichi, calls, dama and tenpai."""

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
    """How a hand with a result ended for one seat; exactly one applies."""

    RON = 0
    """Won by ron; of a double ron both winners did."""
    TSUMO = 1
    DEAL_IN = 2
    """Dealt in (放銃), by a discard, a tile added to a kan, or a kita."""
    TSUMO_AGAINST = 3
    """Another seat won by tsumo (被ツモ)."""
    LATERAL = 4
    """Another seat won by ron off a third one (横移動)."""
    EXHAUSTIVE_DRAW = 5
    """Exhaustive draw, nagashi mangan included."""
    ABORTIVE_DRAW = 6
    """Abortive draw."""


OUTCOMES: Final = tuple(outcome.name.lower() for outcome in Outcome)
END_COLUMNS: Final = ("hands.end", "hands.draw_kind")
"""Columns that `has_outcome` reads."""
OUTCOME_COLUMNS: Final = ("seats.is_winner", "seats.is_loser", *END_COLUMNS, "hands.is_tsumo")
"""Columns that `outcome` reads."""
LEFT_OUT: Final = "hands without a result and hands with a chombo are left out"
"""End of the definitions of statistics by outcome."""


class Ending(NamedTuple):
    """Outcomes that are counted together.

    Attributes:
        name: Part of the names of statistics.
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
            "ended in a ryuukyoku of any kind",
            (Outcome.EXHAUSTIVE_DRAW, Outcome.ABORTIVE_DRAW),
        ),
        Ending(
            "exhaustive_draw",
            "ended in an exhaustive draw (nagashi mangan included)",
            (Outcome.EXHAUSTIVE_DRAW,),
        ),
        Ending("abortive_draw", "ended in an abortive draw", (Outcome.ABORTIVE_DRAW,)),
    )
}
"""By name."""


@derived
def outcome(rows: Rows) -> NDArray[np.int8]:
    """`Outcome` of each row of ``seats``; -1 for a cut hand or a chombo."""
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
    """Whether outcomes belong to an ending; -1 belongs to none."""
    found: NDArray[np.bool_] = codes == ending.codes[0]
    for code in ending.codes[1:]:
        found |= codes == code
    return found
