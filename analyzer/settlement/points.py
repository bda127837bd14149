"""From a decomposition to fu (符), from han and fu to points (点数), and what each seat pays of them."""

from __future__ import annotations

from enum import unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel, numbered
from analyzer.rules.grades import CountedYakuman, Renhou, TsumoShare
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.decompositions import ON_PAIR, QUAD, RUN, Decomposition, WinningHand
from analyzer.settlement.yaku_names import BIT, TWICE
from analyzer.vocabulary import Code

NO_LIMIT: Final = 0
MANGAN: Final = 1
SANBAIMAN: Final = 4
YAKUMAN_LIMIT: Final = 5
LIMIT_BASE: Final = (0, 2000, 3000, 4000, 6000, 8000)
"""Base points of each limit: a fourth of what a child gets by ron."""
YAKUMAN_BASE: Final = 8000
MANGAN_BASE: Final = 2000
KIRIAGE_BASE: Final = 1920
"""Base points of four han 30 fu and of three han 60 fu."""
LIMIT_BY_HAN: Final = (0, 0, 0, 0, 0, 1, 2, 2, 3, 3, 3, 4, 4)
"""Limit by han alone, up to twelve."""


class ScoringRules(NamedTuple):
    """What of a rule set the value of a hand depends on, as integers for kernels; 0 no, 1 yes."""

    kuitan: int
    """Tanyao may be open."""
    kiriage_mangan: int
    """Four han 30 fu and three han 60 fu are paid as a mangan; the limit stays 0."""
    counted_yakuman: int
    """Thirteen han without a yakuman: 1 a yakuman, 0 a sanbaiman."""
    multiple_yakuman: int
    """Several yakuman in a hand add up; otherwise the largest counts."""
    most_yakuman: int
    """As how many yakuman a hand is paid at most; 0 no limit."""
    double_yakuman: int
    """Bits of the yaku that count twice."""
    renhou: int
    """0 nothing, 1 at least a mangan, 2 a yakuman, 3 five han beside others."""
    double_wind_fu: int
    """Fu of a pair of the wind of seat and round: 2 or 4."""
    rinshan_fu: int
    """A tsumo on a replacement tile has the fu of a tsumo."""
    ryuuiisou_needs_hatsu: int
    ippatsu: int
    """Ippatsu is a yaku."""
    double_round_wind: int
    """West counts beside East as wind of the round, North beside South, and the other way round."""
    even_tsumo: int
    """With three players a tsumo is the value of a ron in two equal parts."""
    lists_ura: int
    """There are ura dora, which a win in riichi lists even where none hit."""
    wait_counts: int = 1
    """The wait gives fu or pinfu; 0 where the winning tile was not kept apart, and the rules ask for it."""


def scoring_rules(rules: RuleSet) -> ScoringRules:
    """The part of a rule set that hands are scored by."""
    return ScoringRules(
        kuitan=int(rules.kuitan),
        kiriage_mangan=int(rules.kiriage_mangan),
        counted_yakuman=int(rules.counted_yakuman == CountedYakuman.YAKUMAN),
        multiple_yakuman=int(rules.multiple_yakuman),
        most_yakuman=rules.most_yakuman,
        double_yakuman=sum(1 << TWICE[one] for one in rules.double_yakuman),
        renhou=(Renhou.OFF, Renhou.MANGAN, Renhou.YAKUMAN, Renhou.FIVE_HAN).index(rules.renhou),
        double_wind_fu=rules.double_wind_fu,
        rinshan_fu=int(rules.rinshan_fu),
        ryuuiisou_needs_hatsu=int(rules.ryuuiisou_needs_hatsu),
        ippatsu=int(rules.ippatsu),
        double_round_wind=int(rules.double_round_wind),
        even_tsumo=int(rules.tsumo_share == TsumoShare.EVEN),
        lists_ura=int(rules.ura_dora or rules.kan_ura),
    )


@kernel
def limit_of(han: int, fu: int, counted_yakuman: int) -> int:
    """Limit of a hand without yakuman: 0 none, 1 mangan, 2 haneman, 3 baiman, 4 sanbaiman, 5 yakuman."""
    if han > 12:
        return YAKUMAN_LIMIT if counted_yakuman != 0 else SANBAIMAN
    if han < 5 and fu * (4 << han) > MANGAN_BASE:
        return MANGAN
    return LIMIT_BY_HAN[han]


@kernel
def base_points(han: int, fu: int, limit: int, kiriage_mangan: int) -> int:
    """Base points (基本点) of a hand without yakuman; 0 for a hand of no han.

    Source: fu times 2 to the power of han plus 2, at most 2000 below five han (Riichi wiki, "Scoring").
    """
    if han == 0:
        return 0
    if limit != NO_LIMIT:
        return LIMIT_BASE[limit]
    base = fu * (4 << han)
    if kiriage_mangan != 0 and base == KIRIAGE_BASE:
        return MANGAN_BASE
    return base


@kernel
def rounded_share(points: int) -> int:
    """A payment rounded up to hundreds."""
    return (points + 99) // 100 * 100


@kernel
def even_share(whole: int) -> int:
    """What each of the two payers of a tsumo pays where they halve the value of a ron, given unrounded."""
    return rounded_share(whole // 2)


@kernel
def share_of(
    seat: int, base: int, winner: int, loser: int, dealer: int, players: int, even_tsumo: int
) -> int:
    """What a seat pays for so many base points when nobody is liable; the others as of `write_shares`."""
    if seat == winner or (winner != loser and seat != loser):
        return 0
    whole = base * (6 if dealer == winner else 4)
    if winner != loser:
        return rounded_share(whole)
    if even_tsumo != 0 and players == 3:
        return even_share(whole)
    return rounded_share(base * (2 if winner == dealer or seat == dealer else 1))


@kernel
def win_points(base: int, is_dealer: int, is_tsumo: int, players: int, even_tsumo: int) -> int:
    """Points of a win as AGARI's ``ten`` has them: without honba and sticks, a tsumo in total.

    Args:
        base: Base points.
        is_dealer: 1 when the winner is dealer.
        is_tsumo: 1 for a tsumo.
        players: 3 or 4.
        even_tsumo: 1 where three players pay it in equal parts; 0 where nobody pays the missing share.
    """
    loser = 0 if is_tsumo != 0 else 1
    dealer = 0 if is_dealer != 0 else 1
    total = 0
    for seat in range(1, players):
        total += share_of(seat, base, 0, loser, dealer, players, even_tsumo)
    return total


@kernel
def write_shares(
    base: NDArray[np.int32],
    honba: NDArray[np.int32],
    winner: NDArray[np.uint8],
    loser: NDArray[np.uint8],
    dealer: NDArray[np.uint8],
    players: int,
    even_tsumo: int,
    paid: NDArray[np.int32],
) -> None:
    """Write what each seat pays for wins when nobody is liable.

    Args:
        base: Base points; shape (wins,), likewise the following.
        honba: What each payer adds, points.
        winner: Seat.
        loser: Seat; equals ``winner`` for a tsumo.
        dealer: Seat.
        players: 3 or 4.
        even_tsumo: As of `win_points`.
        paid: Shape (wins, 4), points; written.
    """
    for row in range(len(base)):
        points, by, off = int(base[row]), int(winner[row]), int(loser[row])
        for seat in range(players):
            if seat != by and (by == off or seat == off):
                share = share_of(seat, points, by, off, int(dealer[row]), players, even_tsumo)
                paid[row, seat] = share + int(honba[row])


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


PART: Final = numbered(FuPart)
NO_KIND: Final = 255
"""Stands in a part of the fu for no kind."""


@kernel
def wait_part(hand: WinningHand, sets: Decomposition, place: int) -> int:
    """Part for the wait, given the set or pair that the winning tile completed; 0 for ryanmen and shanpon."""
    if place == ON_PAIR:
        return PART.PAIR_WAIT
    kind = int(sets.kind[place])
    if sets.form[place] != RUN:
        return 0
    if hand.win_kind == kind + 1:
        return PART.INNER_WAIT
    if (kind % 9 == 0 and hand.win_kind == kind + 2) or (kind % 9 == 6 and hand.win_kind == kind):
        return PART.EDGE_WAIT
    return 0


@kernel
def set_fu(form: int, kind: int, concealed: int) -> int:
    """Fu of a triplet or kan: 2 for an open triplet of simples; twice that concealed or yaochu."""
    fu = 4 if concealed != 0 else 2
    if kind >= 27 or kind % 9 == 0 or kind % 9 == 8:
        fu *= 2
    return fu * 4 if form == QUAD else fu


@kernel
def put_part(parts: NDArray[np.int64], count: int, part: int, fu: int, kind: int) -> int:
    """Append one part; returns the new count."""
    parts[count, 0] = part
    parts[count, 1] = fu
    parts[count, 2] = kind
    return count + 1


@kernel
def has_tsumo_fu(hand: WinningHand, rules: ScoringRules) -> bool:
    """Whether a tsumo gives fu where the hand is no pinfu."""
    return rules.rinshan_fu != 0 or hand.fixed & BIT.RINSHAN == 0


@kernel
def fu_parts(
    hand: WinningHand,
    sets: Decomposition,
    pair: int,
    place: int,
    rules: ScoringRules,
    parts: NDArray[np.int64],
) -> int:
    """Fu of a decomposition before rounding up, with the parts that make it.

    A closed hand that has no part but base and tsumo is pinfu, or might be for all its wait shows, and loses
    the part for tsumo.

    Args:
        hand: The win.
        sets: The decomposition.
        pair: Kind of its pair.
        place: Set or ON_PAIR that the winning tile completed.
        rules: Uses ``double_wind_fu``, ``rinshan_fu`` and ``wait_counts``.
        parts: Shape (FU_PARTS, 3), filled: FuPart, fu, kind concerned or 255; rows beyond are zeroed.

    Returns:
        The sum of the parts.
    """
    parts[:] = 0
    count = put_part(parts, 0, PART.BASE, 20, NO_KIND)
    wait = wait_part(hand, sets, place)
    if wait != 0 and rules.wait_counts != 0:
        count = put_part(parts, count, wait, 2, NO_KIND)
    is_seat_wind = pair == hand.seat_wind
    is_round_wind = hand.round_winds >> pair & 1 != 0
    if is_seat_wind and is_round_wind:
        count = put_part(parts, count, PART.DOUBLE_WIND_PAIR, rules.double_wind_fu, pair)
    elif pair >= 31 or is_seat_wind or is_round_wind:
        count = put_part(parts, count, PART.VALUE_PAIR, 2, pair)
    for each in range(4):
        form = int(sets.form[each])
        if form != RUN:
            kind = int(sets.kind[each])
            concealed = int(sets.concealed[each])
            part = PART.OPEN_TRIPLET + concealed + (2 if form == QUAD else 0)
            count = put_part(parts, count, part, set_fu(form, kind, concealed), kind)
    if hand.closed != 0 and hand.tsumo == 0:
        count = put_part(parts, count, PART.CLOSED_RON, 10, NO_KIND)
    elif hand.tsumo != 0 and (hand.closed == 0 or count > 1) and has_tsumo_fu(hand, rules):
        count = put_part(parts, count, PART.TSUMO, 2, NO_KIND)
    elif count == 1 and hand.closed == 0:
        count = put_part(parts, count, PART.OPEN_FORM, 10, NO_KIND)
    total = 0
    for each in range(count):
        total += int(parts[each, 1])
    return total


@kernel
def rounded_fu(fu: int) -> int:
    """Fu rounded up to tens."""
    return (fu + 9) // 10 * 10
