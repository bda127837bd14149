"""Which yaku a win has, as masks with one bit per id; their han, and the list as a log prints it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.settlement.decompositions import ON_PAIR, QUAD, RUN, Decomposition, WinningHand
from analyzer.settlement.points import ScoringRules
from analyzer.settlement.win_facts import IN_RIICHI, WinFacts
from analyzer.settlement.yaku_names import (
    BIT,
    HAN_CLOSED,
    HAN_OPEN,
    LISTED_YAKU,
    LISTED_YAKUMAN,
    YAKU,
    YAKUHAI_PLACE,
    Yaku,
)
from analyzer.vocabulary import YAOCHU_KINDS


def _mask(kinds: tuple[int, ...]) -> int:
    return sum(1 << kind for kind in kinds)


YAOCHU: Final = _mask(YAOCHU_KINDS)
HONOURS: Final = _mask(tuple(range(27, 34)))
SUITS: Final = tuple(_mask(tuple(range(9 * suit, 9 * suit + 9))) for suit in range(3))
GREEN: Final = _mask((19, 20, 21, 23, 25, 32))
"""2, 3, 4, 6, 8 sou and hatsu."""
HATSU: Final = 32
NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)

YAKUMAN: Final = _mask(tuple(range(36, 52)))
"""Bits of the yakuman, renhou among them."""
ORDINARY: Final = _mask(tuple(range(37)))
"""Bits of the yaku that have han: renhou too, where it is no yakuman."""


@kernel
def nine_gates(counts: NDArray[np.int64], win_kind: int) -> int:
    """Chuuren (九蓮宝燈) of 14 concealed tiles of one suit; pure when it waited for all nine kinds."""
    first = win_kind - win_kind % 9
    for rank in range(9):
        if counts[first + rank] < NINE_GATES[rank]:
            return 0
    spare = int(counts[win_kind]) - NINE_GATES[win_kind % 9]
    return BIT.PURE_CHUUREN if spare == 1 else BIT.CHUUREN


@kernel
def tile_yaku(
    present: int, counts: NDArray[np.int64], win_kind: int, melds: int, open_tanyao: int, needs_hatsu: int
) -> int:
    """Yaku that the tiles give in any decomposition.

    Args:
        present: Bit per kind in the concealed part or the melds.
        counts: Shape (34,), concealed part with the winning tile.
        win_kind: Kind of the winning tile.
        melds: Number of melds, closed kans included.
        open_tanyao: 1 when tanyao counts: the hand is closed or the rules have kuitan.
        needs_hatsu: 1 when ryuuiisou needs hatsu.
    """
    if present & YAOCHU == 0:
        found = BIT.TANYAO if open_tanyao != 0 else 0
    elif present & ~YAOCHU != 0:
        found = 0
    elif present & ~HONOURS == 0:
        found = BIT.TSUUIISOU
    else:
        found = BIT.HONROUTOU if present & HONOURS != 0 else BIT.CHINROUTOU
    if present & ~GREEN == 0 and (needs_hatsu == 0 or present >> HATSU & 1 != 0):
        found |= BIT.RYUUIISOU
    for suit in SUITS:
        if present & ~(suit | HONOURS) == 0 and present & suit != 0:
            if present & HONOURS != 0:
                found |= BIT.HONITSU
            else:
                found |= BIT.CHINITSU
                # A damaged log can win on no tile, or on one that is not in the hand.
                if melds == 0 and suit >> win_kind & 1 != 0:
                    found |= nine_gates(counts, win_kind)
    return found


@kernel
def wind_and_dragon_yaku(kind: int, seat_wind: int, round_winds: int) -> int:
    """Yaku of three or four of an honour; the seat's wind is a kind, those of the round a bit per kind."""
    if kind >= 31:
        return 1 << (YAKU.HAKU + kind - 31)
    found = 0
    if round_winds >> kind & 1 != 0:
        found |= 1 << (YAKU.ROUND_EAST + kind - 27)
    if kind == seat_wind:
        found |= 1 << (YAKU.SEAT_EAST + kind - 27)
    return found


@kernel
def run_yaku(starts: int, twins: int, closed: int) -> int:
    """Yaku among runs.

    Args:
        starts: Bit per kind at which a run begins.
        twins: Pairs of equal runs; three equal ones are three pairs, four are six.
        closed: 1 for a closed hand.
    """
    found = 0
    if closed != 0 and twins != 0:
        found |= BIT.RYANPEIKOU if twins == 2 or twins == 6 else BIT.IIPEIKOU
    if starts & (starts >> 9) & (starts >> 18) & 0x1FF != 0:
        found |= BIT.SANSHOKU
    if starts & (starts >> 3) & (starts >> 6) & 0b1_000000001_000000001 != 0:
        found |= BIT.ITTSUU
    return found


@kernel
def triplet_yaku(triplets: int, quads: int, hidden: int, sets: int, on_pair: int) -> int:
    """Yaku among sets of equal tiles.

    Args:
        triplets: Bit per kind of which the hand has three or four in a set.
        quads: Number of kans.
        hidden: Number of concealed triplets and kans.
        sets: Number of triplets and kans.
        on_pair: 1 when the winning tile completed the pair.
    """
    found = 0
    if sets == 4:
        found |= BIT.TOITOI
    if hidden == 4:
        found |= BIT.SUUANKOU_TANKI if on_pair != 0 else BIT.SUUANKOU
    elif hidden == 3:
        found |= BIT.SANANKOU
    if quads == 4:
        found |= BIT.SUUKANTSU
    elif quads == 3:
        found |= BIT.SANKANTSU
    if triplets & (triplets >> 9) & (triplets >> 18) & 0x1FF != 0:
        found |= BIT.SANSHOKU_DOUKOU
    return found


@kernel
def honour_yaku(triplets: int, pair: int) -> int:
    """Yaku among dragons and among winds.

    Args:
        triplets: Bit per kind of which the hand has three or four in a set.
        pair: Kind of the pair.
    """
    found = 0
    dragons = 0
    winds = 0
    for kind in range(27, 34):
        if triplets >> kind & 1 != 0:
            if kind >= 31:
                dragons += 1
            else:
                winds += 1
    if dragons == 3:
        found |= BIT.DAISANGEN
    elif dragons == 2 and pair >= 31:
        found |= BIT.SHOUSANGEN
    if winds == 4:
        found |= BIT.DAISUUSHII
    elif winds == 3 and 27 <= pair < 31:
        found |= BIT.SHOUSUUSHII
    return found


@kernel
def decomposition_yaku(hand: WinningHand, sets: Decomposition, pair: int, place: int) -> int:
    """Yaku that one decomposition of the tiles gives, pinfu aside.

    Args:
        hand: The win.
        sets: The decomposition.
        pair: Kind of its pair.
        place: Set or ON_PAIR that the winning tile completed.
    """
    found = 0
    starts = 0
    twins = 0
    triplets = 0
    equal = 0
    quads = 0
    hidden = 0
    outside = YAOCHU >> pair & 1 != 0
    for at in range(4):
        kind = int(sets.kind[at])
        form = int(sets.form[at])
        if form == RUN:
            outside = outside and (kind % 9 == 0 or kind % 9 == 6)
            for earlier in range(at):
                if sets.form[earlier] == RUN and sets.kind[earlier] == kind:
                    twins += 1
            starts |= 1 << kind
            continue
        outside = outside and YAOCHU >> kind & 1 != 0
        triplets |= 1 << kind
        equal += 1
        hidden += int(sets.concealed[at])
        if form == QUAD:
            quads += 1
        if kind >= 27:
            found |= wind_and_dragon_yaku(kind, hand.seat_wind, hand.round_winds)
    if equal < 4 and outside:
        found |= BIT.CHANTA if hand.present & HONOURS != 0 else BIT.JUNCHAN
    if starts != 0:
        found |= run_yaku(starts, twins, hand.closed)
    if triplets != 0:
        on_pair = 1 if place == ON_PAIR else 0
        found |= triplet_yaku(triplets, quads, hidden, equal, on_pair) | honour_yaku(triplets, pair)
    return found


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


@kernel
def yaku_by_situation(facts: WinFacts, row: int, closed: int, rules: ScoringRules) -> int:
    """Mask of the yaku that the way of winning gives under the rules."""
    found = int(facts.situation_yaku[row])
    if closed != 0 and facts.is_tsumo[row]:
        found |= BIT.MENZEN_TSUMO
    if rules.ippatsu == 0:
        found &= ~BIT.IPPATSU
    if rules.renhou != RENHOU_IS_YAKUMAN and rules.renhou != RENHOU_HAS_HAN:
        found &= ~BIT.RENHOU
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
    return found & ~BIT.RENHOU if rules.renhou == RENHOU_HAS_HAN else found


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
            units = 2 if rules.double_yakuman >> place & 1 != 0 else 1
            total += units
            largest = max(largest, units)
    if rules.multiple_yakuman == 0:
        return largest
    return total if rules.most_yakuman == 0 else min(total, rules.most_yakuman)


@kernel
def put_yaku(listed: NDArray[np.uint8], count: int, yaku: int, han: int) -> int:
    """Append one entry to the list of yaku, shape (YAKU_PLACES, 2); returns the new length."""
    listed[count, 0] = yaku
    listed[count, 1] = han
    return count + 1


@kernel
def list_winds_and_dragons(
    listed: NDArray[np.uint8], count: int, hand: WinningHand, sets: Decomposition
) -> int:
    """Append winds and dragons in the order of the sets, a wind of the round before the seat's."""
    for place in range(4):
        kind = int(sets.kind[place])
        if sets.form[place] == RUN or kind < 27:
            continue
        yaku = wind_and_dragon_yaku(kind, hand.seat_wind, hand.round_winds)
        for offset in range(11):
            # 14-20 (round winds, dragons) before 10-13 (seat winds).
            which = 14 + offset if offset < 7 else 3 + offset
            if yaku >> which & 1 != 0:
                count = put_yaku(listed, count, which, 1)
    return count


@kernel
def list_yaku(listed: NDArray[np.uint8], yaku: int, hand: WinningHand, sets: Decomposition) -> int:
    """Write the ordinary yaku of a win in the order of a log; returns their number."""
    count = 0
    for which in LISTED_YAKU:
        if which == YAKUHAI_PLACE:
            if yaku & WINDS_AND_DRAGONS != 0:
                count = list_winds_and_dragons(listed, count, hand, sets)
        elif yaku >> which & 1 != 0:
            count = put_yaku(listed, count, which, HAN_CLOSED[which] if hand.closed != 0 else HAN_OPEN[which])
    return count


@kernel
def list_dora(facts: WinFacts, row: int, listed: NDArray[np.uint8], count: int, rules: ScoringRules) -> None:
    """Append dora, red fives and ura.

    Where the rules have ura, the list of every riichi win has them, with 0 han where none hit (5,123 real
    wins).
    """
    dora = int(facts.dora[row]) + int(facts.kita[row])
    if dora != 0:
        count = put_yaku(listed, count, YAKU.DORA, dora)
    if facts.aka[row] != 0:
        count = put_yaku(listed, count, YAKU.AKA_DORA, int(facts.aka[row]))
    if rules.lists_ura != 0 and facts.situation_yaku[row] & IN_RIICHI != 0:
        put_yaku(listed, count, YAKU.URA_DORA, int(facts.ura[row]))


@kernel
def list_yakuman(listed: NDArray[np.uint8], yaku: int) -> None:
    """Write the yakuman of a win, shape (YAKUMAN_PLACES,), in the order of a log."""
    count = 0
    for place in LISTED_YAKUMAN:
        if yaku >> place & 1 != 0:
            listed[count] = place
            count += 1
