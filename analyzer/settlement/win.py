"""The value of winning hands: of all decompositions the one that pays most, with its yaku, fu and points.

Pure functions of what lies on the table at the win; who pays is in `win_payments`.
"""

from __future__ import annotations

from typing import Final

from analyzer.kernels import kernel
from analyzer.settlement.best_decomposition import (
    SEVEN_PAIRS,
    SEVEN_PAIRS_FU,
    STANDARD,
    Best,
    Hand,
    Scratch,
    best_of,
    decomposition_fu,
    new_scratch,
    take_decomposition,
    whole_hand,
)
from analyzer.settlement.fu import FuPart
from analyzer.settlement.points import (
    MANGAN,
    MANGAN_BASE,
    YAKUMAN_BASE,
    YAKUMAN_LIMIT,
    ScoringRules,
    base_points,
    limit_of,
    win_points,
)
from analyzer.settlement.win_columns import WinFacts, WinScores, no_scores
from analyzer.settlement.win_yaku import (
    han_of,
    list_dora,
    list_yaku,
    list_yakuman,
    yakuman_in,
    yakuman_units,
)
from analyzer.settlement.yaku import ORDINARY
from analyzer.settlement.yaku_names import Yaku

__all__ = ["score_wins"]

SEVEN_PAIRS_PART: Final = int(FuPart.SEVEN_PAIRS)
RENHOU: Final = int(Yaku.RENHOU)
RENHOU_IS_MANGAN: Final = 1
NO_KIND: Final = 255
MANGAN_HAN: Final = 5
EAST: Final = 27


@kernel
def write_decomposition(
    hand: Hand, best: Best, rules: ScoringRules, scratch: Scratch, scores: WinScores, row: int
) -> None:
    """Write sets, pair and parts of the fu."""
    scratch.parts[:] = 0
    if best.shape == STANDARD:
        pair = take_decomposition(hand, scratch, best.decomposition, best.place)
        decomposition_fu(hand, scratch, pair, best.place, rules)
        scores.pair[row] = pair
        scores.win_place[row] = best.place
        for place in range(4):
            scores.sets[row, place, 0] = scratch.decomposition.form[place]
            scores.sets[row, place, 1] = scratch.decomposition.kind[place]
            scores.sets[row, place, 2] = scratch.decomposition.concealed[place]
    elif best.shape == SEVEN_PAIRS:
        scratch.parts[0, 0] = SEVEN_PAIRS_PART
        scratch.parts[0, 1] = SEVEN_PAIRS_FU
        scratch.parts[0, 2] = NO_KIND
    for part in range(len(scratch.parts)):
        for column in range(3):
            scores.fu_parts[row, part, column] = scratch.parts[part, column]


@kernel
def write_value(
    facts: WinFacts,
    hand: Hand,
    best: Best,
    rules: ScoringRules,
    scratch: Scratch,
    scores: WinScores,
    row: int,
) -> None:
    """Write yaku, han, limit and points."""
    units = yakuman_units(best.yaku, rules)
    yaku_han = 0
    if units == 0 and best.yaku & ORDINARY != 0:
        yaku_han = han_of(best.yaku, hand.closed)
    han = yaku_han + hand.bonus if yaku_han != 0 else 0
    limit = limit_of(han, best.fu, rules.counted_yakuman)
    base = base_points(han, best.fu, limit, rules.kiriage_mangan)
    if units != 0:
        han = 13 * units
        yaku_han = han
        limit = YAKUMAN_LIMIT
        base = YAKUMAN_BASE * units
        list_yakuman(scores.yakuman[row], yakuman_in(best.yaku, rules))
    elif facts.renhou[row] and rules.renhou == RENHOU_IS_MANGAN and base < MANGAN_BASE:
        han = MANGAN_HAN
        yaku_han = han
        limit = MANGAN
        base = MANGAN_BASE
        scores.yaku[row, 0, 0] = RENHOU
        scores.yaku[row, 0, 1] = han
    elif han != 0:
        count = list_yaku(
            scores.yaku[row], best.yaku, hand.closed, scratch.decomposition, hand.seat_wind, hand.round_winds
        )
        list_dora(facts, row, scores.yaku[row], count, rules)
    scores.han[row] = han
    scores.yaku_han[row] = yaku_han
    scores.fu[row] = best.fu
    scores.limit[row] = limit
    scores.yakuman_count[row] = units
    scores.base[row] = base
    is_dealer = 1 if hand.seat_wind == EAST else 0
    scores.points[row] = win_points(base, is_dealer, hand.tsumo, int(facts.players[row]), rules.even_tsumo)


@kernel
def score_rows(facts: WinFacts, rules: ScoringRules, scores: WinScores) -> None:
    """Score every win."""
    scratch = new_scratch()
    for row in range(len(facts.win_kind)):
        hand = whole_hand(facts, row, rules, scratch)
        best = best_of(hand, rules, scratch)
        if best.shape == 0:
            continue
        scores.shape[row] = best.shape
        write_decomposition(hand, best, rules, scratch, scores, row)
        write_value(facts, hand, best, rules, scratch, scores, row)


def score_wins(facts: WinFacts, rules: ScoringRules) -> WinScores:
    """What each hand is worth under a rule set.

    Args:
        facts: The table at each win; counts 0-4, and concealed tiles and melds that make 14 (kans as three).
        rules: From `scoring_rules`.

    Returns:
        One row per win.  Of equal decompositions the first counts: triplets before runs, low kinds first.
    """
    scores = no_scores(len(facts.win_kind))
    score_rows(facts, rules, scores)
    return scores
