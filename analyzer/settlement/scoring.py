"""The value of winning hands: of all decompositions the one that pays most, with its yaku, fu and points."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.settlement.decompositions import (
    MOST_DECOMPOSITIONS,
    ON_PAIR,
    QUAD,
    RUN,
    TRIPLE,
    Decomposition,
    WinningHand,
    decompositions,
    is_seven_pairs,
    is_thirteen_orphans,
    read_sets,
)
from analyzer.settlement.dora import PLAY
from analyzer.settlement.points import (
    FU_PARTS,
    MANGAN,
    MANGAN_BASE,
    NO_KIND,
    PART,
    YAKUMAN_BASE,
    YAKUMAN_LIMIT,
    ScoringRules,
    base_points,
    fu_parts,
    limit_of,
    put_part,
    rounded_fu,
    win_points,
)
from analyzer.settlement.win_facts import SHAPE, WinFacts, WinScores, no_scores
from analyzer.settlement.yaku import (
    ORDINARY,
    YAKUMAN,
    decomposition_yaku,
    han_of,
    list_dora,
    list_yaku,
    list_yakuman,
    put_yaku,
    tile_yaku,
    yaku_by_situation,
    yakuman_in,
    yakuman_units,
)
from analyzer.settlement.yaku_names import BIT, YAKU

SEVEN_PAIRS_FU: Final = 25
EAST: Final = 27


class Best(NamedTuple):
    """The best of several decompositions: a rank to compare by, and what it is made of."""

    rank: int
    shape: int
    yaku: int
    fu: int
    decomposition: int
    """Row of the decompositions."""
    place: int
    """Where the winning tile is: set 0-3, or ON_PAIR."""


class Scratch(NamedTuple):
    """Memory that wins use one after the other."""

    counts: NDArray[np.int64]
    found: NDArray[np.int64]
    decomposition: Decomposition
    parts: NDArray[np.int64]


@kernel(allocates=True)
def new_scratch() -> Scratch:
    """Scratch memory."""
    return Scratch(
        np.zeros(34, np.int64),
        np.zeros((MOST_DECOMPOSITIONS, 2), np.int64),
        Decomposition(np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)),
        np.zeros((FU_PARTS, 3), np.int64),
    )


@kernel
def round_wind_mask(round_wind: int, rules: ScoringRules) -> int:
    """Bit per kind that counts as wind of the round: one, or it and the one across."""
    mask = 1 << round_wind
    if rules.double_round_wind != 0:
        mask |= 1 << (EAST + (round_wind - EAST + 2) % 4)
    return mask


@kernel
def whole_hand(facts: WinFacts, row: int, rules: ScoringRules, scratch: Scratch) -> WinningHand:
    """Read one win into the scratch memory; melds take the last places of the decomposition."""
    present = 0
    for kind in range(34):
        count = int(facts.concealed[row, kind])
        scratch.counts[kind] = count
        if count != 0:
            present |= 1 << kind
    melds = 0
    while melds < 4 and facts.meld_kind[row, melds] != 0:
        melds += 1
    closed = 1
    for meld in range(melds):
        place = 4 - melds + meld
        form = int(facts.meld_kind[row, meld])
        kind = int(facts.meld_tile[row, meld])
        present |= (7 if form == PLAY.CHI else 1) << kind
        scratch.decomposition.form[place] = RUN if form == PLAY.CHI else TRIPLE if form == PLAY.PON else QUAD
        scratch.decomposition.kind[place] = kind
        scratch.decomposition.concealed[place] = 1 if form == PLAY.ANKAN else 0
        if form != PLAY.ANKAN:
            closed = 0
    win_kind = int(facts.win_kind[row])
    open_tanyao = 1 if closed != 0 or rules.kuitan != 0 else 0
    fixed = yaku_by_situation(facts, row, closed, rules)
    fixed |= tile_yaku(present, scratch.counts, win_kind, melds, open_tanyao, rules.ryuuiisou_needs_hatsu)
    bonus = int(facts.dora[row]) + int(facts.ura[row]) + int(facts.aka[row]) + int(facts.kita[row])
    return WinningHand(
        melds,
        closed,
        1 if facts.is_tsumo[row] else 0,
        win_kind,
        int(facts.seat_wind[row]),
        round_wind_mask(int(facts.round_wind[row]), rules),
        present,
        fixed,
        bonus,
    )


class Worth(NamedTuple):
    """What a mask of yaku comes to."""

    units: int
    """Yakuman that are paid."""
    han: int
    """With dora."""
    yaku_han: int
    limit: int
    base: int
    """Base points."""


@kernel
def worth_of(yaku: int, fu: int, hand: WinningHand, rules: ScoringRules) -> Worth:
    """What so many yaku and fu come to; nothing without a yaku."""
    units = yakuman_units(yaku, rules)
    if units != 0:
        return Worth(units, 13 * units, 13 * units, YAKUMAN_LIMIT, YAKUMAN_BASE * units)
    yaku_han = han_of(yaku, hand.closed) if yaku & ORDINARY != 0 else 0
    han = yaku_han + hand.bonus if yaku_han != 0 else 0
    limit = limit_of(han, fu, rules.counted_yakuman)
    return Worth(0, han, yaku_han, limit, base_points(han, fu, limit, rules.kiriage_mangan))


@kernel
def rank_of(yaku: int, fu: int, hand: WinningHand, rules: ScoringRules) -> int:
    """A number that orders decompositions by yakuman, then base points, then han, then fu."""
    worth = worth_of(yaku, fu, hand, rules)
    return ((worth.units * 10_000 + worth.base) * 100 + worth.han) * 200 + fu + 1


@kernel
def take_decomposition(hand: WinningHand, scratch: Scratch, row: int) -> int:
    """Put the sets of one decomposition into the scratch memory; returns the kind of its pair."""
    pair = int(scratch.found[row, 0])
    scratch.counts[pair] -= 2
    read_sets(scratch.counts, int(scratch.found[row, 1]), 4 - hand.melds, scratch.decomposition)
    scratch.counts[pair] += 2
    return pair


@kernel
def takes_win_tile(hand: WinningHand, sets: Decomposition, pair: int, place: int) -> bool:
    """Whether the winning tile can be the one that completed a place; then that set is open after a ron."""
    if place == ON_PAIR:
        fits = pair == hand.win_kind
    elif place >= 4 - hand.melds:
        fits = False
    else:
        kind = int(sets.kind[place])
        fits = kind <= hand.win_kind <= (kind + 2 if sets.form[place] == RUN else kind)
    if fits:
        for at in range(4 - hand.melds):
            sets.concealed[at] = 0 if at == place and hand.tsumo == 0 else 1
    return fits


@kernel
def best_of(hand: WinningHand, rules: ScoringRules, scratch: Scratch) -> Best:
    """The decomposition of a hand that pays most; shape 0 when the tiles are not complete."""
    best = Best(0, 0, 0, 0, 0, ON_PAIR)
    if hand.melds == 0 and is_thirteen_orphans(scratch.counts):
        all_waits = scratch.counts[hand.win_kind] == 2
        yaku = (hand.fixed & YAKUMAN) | (BIT.KOKUSHI_THIRTEEN if all_waits else BIT.KOKUSHI)
        return Best(rank_of(yaku, 0, hand, rules), SHAPE.THIRTEEN_ORPHANS, yaku, 0, 0, ON_PAIR)
    if hand.melds == 0 and is_seven_pairs(scratch.counts):
        yaku = hand.fixed | BIT.CHIITOITSU
        rank = rank_of(yaku, SEVEN_PAIRS_FU, hand, rules)
        best = Best(rank, SHAPE.SEVEN_PAIRS, yaku, SEVEN_PAIRS_FU, 0, ON_PAIR)
    sets = scratch.decomposition
    for row in range(decompositions(scratch.counts, 4 - hand.melds, sets, scratch.found)):
        pair = take_decomposition(hand, scratch, row)
        for place in range(5):
            if not takes_win_tile(hand, sets, pair, place):
                continue
            raw = fu_parts(hand, sets, pair, place, rules, scratch.parts)
            yaku = hand.fixed | decomposition_yaku(hand, sets, pair, place)
            if hand.closed != 0 and rules.wait_counts != 0 and raw == (20 if hand.tsumo != 0 else 30):
                yaku |= BIT.PINFU
            fu = rounded_fu(raw)
            rank = rank_of(yaku, fu, hand, rules)
            if rank > best.rank:
                best = Best(rank, SHAPE.STANDARD, yaku, fu, row, place)
    return best


RENHOU_IS_MANGAN: Final = 1
MANGAN_HAN: Final = 5


@kernel
def write_decomposition(
    hand: WinningHand, best: Best, rules: ScoringRules, scratch: Scratch, scores: WinScores, row: int
) -> None:
    """Write sets, pair and parts of the fu."""
    sets = scratch.decomposition
    scratch.parts[:] = 0
    if best.shape == SHAPE.STANDARD:
        pair = take_decomposition(hand, scratch, best.decomposition)
        takes_win_tile(hand, sets, pair, best.place)
        fu_parts(hand, sets, pair, best.place, rules, scratch.parts)
        scores.pair[row] = pair
        scores.win_place[row] = best.place
        for place in range(4):
            scores.sets[row, place, 0] = sets.form[place]
            scores.sets[row, place, 1] = sets.kind[place]
            scores.sets[row, place, 2] = sets.concealed[place]
    elif best.shape == SHAPE.SEVEN_PAIRS:
        put_part(scratch.parts, 0, PART.SEVEN_PAIRS, SEVEN_PAIRS_FU, NO_KIND)
    for part in range(len(scratch.parts)):
        for column in range(3):
            scores.fu_parts[row, part, column] = scratch.parts[part, column]


@kernel
def write_value(
    facts: WinFacts,
    hand: WinningHand,
    best: Best,
    rules: ScoringRules,
    scratch: Scratch,
    scores: WinScores,
    row: int,
) -> None:
    """Write yaku, han, limit and points."""
    worth = worth_of(best.yaku, best.fu, hand, rules)
    is_renhou = facts.situation_yaku[row] & BIT.RENHOU != 0
    if worth.units != 0:
        list_yakuman(scores.yakuman[row], yakuman_in(best.yaku, rules))
    elif is_renhou and rules.renhou == RENHOU_IS_MANGAN and worth.base < MANGAN_BASE:
        worth = Worth(0, MANGAN_HAN, MANGAN_HAN, MANGAN, MANGAN_BASE)
        put_yaku(scores.yaku[row], 0, YAKU.RENHOU, MANGAN_HAN)
    elif worth.han != 0:
        count = list_yaku(scores.yaku[row], best.yaku, hand, scratch.decomposition)
        list_dora(facts, row, scores.yaku[row], count, rules)
    scores.han[row] = worth.han
    scores.yaku_han[row] = worth.yaku_han
    scores.fu[row] = best.fu
    scores.limit[row] = worth.limit
    scores.yakuman_count[row] = worth.units
    scores.base[row] = worth.base
    is_dealer = 1 if hand.seat_wind == EAST else 0
    players = int(facts.players[row])
    scores.points[row] = win_points(worth.base, is_dealer, hand.tsumo, players, rules.even_tsumo)


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
