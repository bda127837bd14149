"""From the yaku of a win to its han, its yakuman, and the list as a log prints it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.settlement.points import ScoringRules
from analyzer.settlement.win_columns import WinFacts
from analyzer.settlement.yaku import RUN, YAKUMAN, Decomposition, wind_and_dragon_yaku
from analyzer.settlement.yaku_names import (
    HAN_CLOSED,
    HAN_OPEN,
    LISTED_YAKU,
    LISTED_YAKUMAN,
    TWICE,
    YAKUHAI_PLACE,
    Yaku,
)

__all__ = [
    "han_of",
    "list_dora",
    "list_yaku",
    "list_yakuman",
    "situation_yaku",
    "yakuman_in",
    "yakuman_units",
]

MENZEN_TSUMO: Final = 1 << Yaku.MENZEN_TSUMO
RIICHI: Final = 1 << Yaku.RIICHI
IPPATSU: Final = 1 << Yaku.IPPATSU
CHANKAN: Final = 1 << Yaku.CHANKAN
RINSHAN: Final = 1 << Yaku.RINSHAN
HAITEI: Final = 1 << Yaku.HAITEI
HOUTEI: Final = 1 << Yaku.HOUTEI
DOUBLE_RIICHI: Final = 1 << Yaku.DOUBLE_RIICHI
RENHOU: Final = 1 << Yaku.RENHOU
TENHOU: Final = 1 << Yaku.TENHOU
CHIIHOU: Final = 1 << Yaku.CHIIHOU
RENHOU_IS_YAKUMAN: Final = 2
RENHOU_HAS_HAN: Final = 3
MOST_HAN: Final = max(HAN_CLOSED)
YAKU_OF_HAN: Final = np.array(
    [
        [sum(1 << yaku for yaku, han in enumerate(hans) if han == worth) for worth in range(MOST_HAN + 1)]
        for hans in (HAN_OPEN, HAN_CLOSED)
    ]
)
"""Shape (2, 7): mask of the yaku that have so many han, open and closed."""
WINDS_AND_DRAGONS: Final = sum(1 << yaku for yaku in range(Yaku.SEAT_EAST, Yaku.CHUN + 1))
DORA: Final = int(Yaku.DORA)
URA_DORA: Final = int(Yaku.URA_DORA)
AKA_DORA: Final = int(Yaku.AKA_DORA)


@kernel
def situation_yaku(facts: WinFacts, row: int, closed: int, rules: ScoringRules) -> int:
    """Mask of the yaku that the way of winning gives."""
    found = 0
    if closed != 0 and facts.is_tsumo[row]:
        found |= MENZEN_TSUMO
    if facts.double_riichi[row]:
        found |= DOUBLE_RIICHI
    elif facts.riichi[row]:
        found |= RIICHI
    if facts.ippatsu[row] and rules.ippatsu != 0:
        found |= IPPATSU
    if facts.chankan[row]:
        found |= CHANKAN
    if facts.rinshan[row]:
        found |= RINSHAN
    if facts.haitei[row]:
        found |= HAITEI
    if facts.houtei[row]:
        found |= HOUTEI
    if facts.tenhou[row]:
        found |= TENHOU
    if facts.chiihou[row]:
        found |= CHIIHOU
    if facts.renhou[row] and (rules.renhou == RENHOU_IS_YAKUMAN or rules.renhou == RENHOU_HAS_HAN):
        found |= RENHOU
    return found


@kernel
def han_of(yaku: int, closed: int) -> int:
    """Han of a mask of yaku, yakuman and dora aside."""
    han = 0
    for worth in range(1, MOST_HAN + 1):
        left = yaku & int(YAKU_OF_HAN[closed, worth])
        while left != 0:
            left &= left - 1
            han += worth
    return han


@kernel
def yakuman_in(yaku: int, rules: ScoringRules) -> int:
    """The yakuman of a mask."""
    found = yaku & YAKUMAN
    return found & ~RENHOU if rules.renhou == RENHOU_HAS_HAN else found


@kernel
def yakuman_units(yaku: int, rules: ScoringRules) -> int:
    """How many yakuman a mask is paid as."""
    found = yakuman_in(yaku, rules)
    if found == 0:
        return 0
    total = 0
    largest = 0
    for place in LISTED_YAKUMAN:
        if found >> place & 1 != 0:
            units = 2 if rules.double_yakuman != 0 and place in TWICE else 1
            total += units
            largest = max(largest, units)
    return total if rules.multiple_yakuman != 0 else largest


@kernel
def put_yaku(listed: NDArray[np.uint8], count: int, yaku: int, han: int) -> int:
    """Append one entry to the list of yaku, shape (YAKU_PLACES, 2); returns the new length."""
    listed[count, 0] = yaku
    listed[count, 1] = han
    return count + 1


@kernel
def list_winds_and_dragons(
    listed: NDArray[np.uint8], count: int, decomposition: Decomposition, seat_wind: int, round_winds: int
) -> int:
    """Append winds and dragons in the order of the sets, a wind of the round before the seat's."""
    for place in range(4):
        kind = int(decomposition.kind[place])
        if decomposition.form[place] == RUN or kind < 27:
            continue
        yaku = wind_and_dragon_yaku(kind, seat_wind, round_winds)
        for offset in range(11):
            # 14-20 (round winds, dragons) before 10-13 (seat winds).
            which = 14 + offset if offset < 7 else 3 + offset
            if yaku >> which & 1 != 0:
                count = put_yaku(listed, count, which, 1)
    return count


@kernel
def list_yaku(
    listed: NDArray[np.uint8],
    yaku: int,
    closed: int,
    decomposition: Decomposition,
    seat_wind: int,
    round_winds: int,
) -> int:
    """Write the ordinary yaku of a win in the order of a log; returns their number."""
    count = 0
    for place in LISTED_YAKU:
        if place == YAKUHAI_PLACE:
            if yaku & WINDS_AND_DRAGONS != 0:
                count = list_winds_and_dragons(listed, count, decomposition, seat_wind, round_winds)
        elif yaku >> place & 1 != 0:
            count = put_yaku(listed, count, place, HAN_CLOSED[place] if closed != 0 else HAN_OPEN[place])
    return count


@kernel
def list_dora(facts: WinFacts, row: int, listed: NDArray[np.uint8], count: int, rules: ScoringRules) -> None:
    """Append dora, red fives and ura.

    Where the rules have ura, the list of every riichi win has them, with 0 han where none hit (5,123 real
    wins).
    """
    dora = int(facts.dora[row]) + int(facts.kita[row])
    if dora != 0:
        count = put_yaku(listed, count, DORA, dora)
    if facts.aka[row] != 0:
        count = put_yaku(listed, count, AKA_DORA, int(facts.aka[row]))
    if rules.lists_ura != 0 and (facts.riichi[row] or facts.double_riichi[row]):
        put_yaku(listed, count, URA_DORA, int(facts.ura[row]))


@kernel
def list_yakuman(listed: NDArray[np.uint8], yaku: int) -> None:
    """Write the yakuman of a win, shape (YAKUMAN_PLACES,), in the order of a log."""
    count = 0
    for place in LISTED_YAKUMAN:
        if yaku >> place & 1 != 0:
            listed[count] = place
            count += 1
