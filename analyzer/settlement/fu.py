"""Fu (符) of a decomposition, part by part."""

from __future__ import annotations

from enum import unique
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.settlement.yaku import QUAD, RUN, Decomposition
from analyzer.vocabulary import Code

__all__ = ["FU_PARTS", "FuPart", "fu_parts", "rounded_fu", "wait_part"]

FU_PARTS: Final = 8
"""Most parts that a hand can have: base, way of winning, wait, pair and four sets."""


@unique
class FuPart(Code):
    """What fu are given for."""

    NONE = 0
    BASE = 1
    """Every hand (副底)."""
    SEVEN_PAIRS = 2
    """Seven pairs: these fu and no others."""
    CLOSED_RON = 3
    """Ron with a closed hand (門前加符)."""
    TSUMO = 4
    """Tsumo, except with pinfu."""
    OPEN_FORM = 5
    """An open hand without any other fu."""
    EDGE_WAIT = 6
    """Penchan: the 3 of 1-2 or the 7 of 8-9."""
    INNER_WAIT = 7
    """Kanchan."""
    PAIR_WAIT = 8
    """Tanki."""
    VALUE_PAIR = 9
    """A pair of dragons, of the seat wind or of the round wind."""
    DOUBLE_WIND_PAIR = 10
    """A pair of the wind of both seat and round."""
    OPEN_TRIPLET = 11
    CLOSED_TRIPLET = 12
    OPEN_KAN = 13
    CLOSED_KAN = 14

    @property
    def text(self) -> str:
        """Name in reports, as ``closed triplet``."""
        return self.name.lower().replace("_", " ")


BASE: Final = int(FuPart.BASE)
CLOSED_RON: Final = int(FuPart.CLOSED_RON)
TSUMO: Final = int(FuPart.TSUMO)
OPEN_FORM: Final = int(FuPart.OPEN_FORM)
EDGE_WAIT: Final = int(FuPart.EDGE_WAIT)
INNER_WAIT: Final = int(FuPart.INNER_WAIT)
PAIR_WAIT: Final = int(FuPart.PAIR_WAIT)
VALUE_PAIR: Final = int(FuPart.VALUE_PAIR)
DOUBLE_WIND_PAIR: Final = int(FuPart.DOUBLE_WIND_PAIR)
OPEN_TRIPLET: Final = int(FuPart.OPEN_TRIPLET)
NO_KIND: Final = 255


@kernel
def wait_part(form: int, kind: int, win_kind: int) -> int:
    """Part for the wait on a set or, with ``form`` 0, on the pair; 0 for ryanmen and shanpon.

    Args:
        form: RUN or TRIPLE of the set that the winning tile completed.
        kind: Lowest kind of the set.
        win_kind: Kind of the winning tile.
    """
    if form == 0:
        return PAIR_WAIT
    if form != RUN:
        return 0
    if win_kind == kind + 1:
        return INNER_WAIT
    if (kind % 9 == 0 and win_kind == kind + 2) or (kind % 9 == 6 and win_kind == kind):
        return EDGE_WAIT
    return 0


@kernel
def set_fu(form: int, kind: int, concealed: int) -> int:
    """Fu of a set: 2 for an open triplet of simples; twice that concealed, twice yaochu, four times a kan."""
    if form == RUN:
        return 0
    fu = 4 if concealed != 0 else 2
    if kind >= 27 or kind % 9 == 0 or kind % 9 == 8:
        fu *= 2
    return fu * 4 if form == QUAD else fu


@kernel
def pair_fu(pair: int, seat_wind: int, round_winds: int, double_wind_fu: int) -> int:
    """Fu of the pair."""
    is_round_wind = round_winds >> pair & 1 != 0
    if pair == seat_wind and is_round_wind:
        return double_wind_fu
    if pair >= 31 or pair == seat_wind or is_round_wind:
        return 2
    return 0


@kernel
def put_part(parts: NDArray[np.int64], count: int, part: int, fu: int, kind: int) -> int:
    """Append one part; returns the new count."""
    parts[count, 0] = part
    parts[count, 1] = fu
    parts[count, 2] = kind
    return count + 1


@kernel
def fu_parts(
    decomposition: Decomposition,
    pair: int,
    wait: int,
    tsumo: int,
    closed: int,
    seat_wind: int,
    round_winds: int,
    double_wind_fu: int,
    wait_counts: int,
    parts: NDArray[np.int64],
) -> int:
    """Fu of a decomposition before rounding up, with the parts that make it.

    A closed hand that has no part but base and tsumo is pinfu, or might be for all its wait shows, and loses
    the part for tsumo.

    Args:
        decomposition: The sets.
        pair: Kind of the pair.
        wait: From `wait_part`.
        tsumo: 1 for a tsumo.
        closed: 1 for a closed hand.
        seat_wind: Kind of the winner's wind.
        round_winds: Bit per kind that is a wind of the round.
        double_wind_fu: Fu of a pair of the wind of both.
        wait_counts: 0 if the hand gets neither fu for the wait nor pinfu.
        parts: Shape (FU_PARTS, 3), filled: FuPart, fu, kind concerned or 255; rows beyond are zeroed.

    Returns:
        The sum of the parts.
    """
    parts[:] = 0
    count = put_part(parts, 0, BASE, 20, NO_KIND)
    worth = pair_fu(pair, seat_wind, round_winds, double_wind_fu)
    if wait != 0 and wait_counts != 0:
        count = put_part(parts, count, wait, 2, NO_KIND)
    if worth != 0:
        double = pair == seat_wind and round_winds >> pair & 1 != 0
        count = put_part(parts, count, DOUBLE_WIND_PAIR if double else VALUE_PAIR, worth, pair)
    for place in range(4):
        form = int(decomposition.form[place])
        if form != RUN:
            kind = int(decomposition.kind[place])
            concealed = int(decomposition.concealed[place])
            part = OPEN_TRIPLET + concealed + (2 if form == QUAD else 0)
            count = put_part(parts, count, part, set_fu(form, kind, concealed), kind)
    if closed != 0 and tsumo == 0:
        count = put_part(parts, count, CLOSED_RON, 10, NO_KIND)
    elif tsumo != 0 and (closed == 0 or count > 1):
        count = put_part(parts, count, TSUMO, 2, NO_KIND)
    elif count == 1 and closed == 0:
        count = put_part(parts, count, OPEN_FORM, 10, NO_KIND)
    total = 0
    for place in range(count):
        total += int(parts[place, 1])
    return total


@kernel
def rounded_fu(fu: int) -> int:
    """Fu rounded up to tens."""
    return (fu + 9) // 10 * 10
