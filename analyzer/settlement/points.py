"""From han and fu to points (点数): limits, shares of a tsumo, totals."""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.kernels import kernel
from analyzer.rules.grades import CountedYakuman, Renhou, TsumoShare
from analyzer.rules.rule_set import RuleSet

__all__ = [
    "HANEMAN",
    "MANGAN",
    "NO_LIMIT",
    "YAKUMAN_BASE",
    "YAKUMAN_LIMIT",
    "ScoringRules",
    "base_points",
    "even_share",
    "limit_of",
    "rounded_share",
    "scoring_rules",
    "win_points",
]

NO_LIMIT: Final = 0
MANGAN: Final = 1
HANEMAN: Final = 2
BAIMAN: Final = 3
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
    double_yakuman: int
    """Suuankou tanki, pure chuuren, kokushi of thirteen waits and daisuushii count twice."""
    renhou: int
    """0 nothing, 1 at least a mangan, 2 a yakuman, 3 five han beside others."""
    double_wind_fu: int
    """Fu of a pair of the wind of seat and round: 2 or 4."""
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
        double_yakuman=int(rules.double_yakuman),
        renhou=(Renhou.OFF, Renhou.MANGAN, Renhou.YAKUMAN, Renhou.FIVE_HAN).index(rules.renhou),
        double_wind_fu=rules.double_wind_fu,
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
def win_points(base: int, is_dealer: int, is_tsumo: int, players: int, even_tsumo: int) -> int:
    """Points of a win as AGARI's ``ten`` has them: without honba and sticks, a tsumo in total.

    Args:
        base: Base points.
        is_dealer: 1 when the winner is dealer.
        is_tsumo: 1 for a tsumo.
        players: 3 or 4.
        even_tsumo: 1 where three players pay it in equal parts; 0 where nobody pays the missing share.
    """
    whole = base * (6 if is_dealer != 0 else 4)
    if is_tsumo == 0:
        return rounded_share(whole)
    if even_tsumo != 0 and players == 3:
        return even_share(whole) * 2
    if is_dealer != 0:
        return rounded_share(2 * base) * (players - 1)
    return rounded_share(2 * base) + rounded_share(base) * (players - 2)
