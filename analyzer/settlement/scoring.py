"""The value of winning hands: of all decompositions the one that pays most, with its yaku, fu and points."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.settlement.decompositions import (
    MOST_DECOMPOSITIONS,
    QUAD,
    RUN,
    TRIPLE,
    TRIPLET,
    Decomposition,
    decompositions,
    is_seven_pairs,
    is_thirteen_orphans,
)
from analyzer.settlement.dora import PLAY
from analyzer.settlement.points import (
    FU_PARTS,
    MANGAN,
    MANGAN_BASE,
    PART,
    YAKUMAN_BASE,
    YAKUMAN_LIMIT,
    ScoringRules,
    base_points,
    fu_parts,
    limit_of,
    rounded_fu,
    wait_part,
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
    situation_yaku,
    tile_yaku,
    yakuman_in,
    yakuman_units,
)
from analyzer.settlement.yaku_names import BIT, YAKU

__all__ = ["Scratch", "best_of", "new_scratch", "score_wins", "whole_hand"]


SEVEN_PAIRS_FU: Final = 25
ON_PAIR: Final = 4
EAST: Final = 27


class Hand(NamedTuple):
    """What is the same for every decomposition of a win."""

    melds: int
    closed: int
    """1 unless a meld is open."""
    tsumo: int
    win_kind: int
    seat_wind: int
    round_winds: int
    """Bit per kind that is a wind of the round."""
    present: int
    """Bit per kind held."""
    fixed: int
    """Mask of the yaku of situation and tiles."""
    bonus: int
    """Han of dora."""


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
    path: NDArray[np.int64]
    decomposition: Decomposition
    parts: NDArray[np.int64]


@kernel(allocates=True)
def new_scratch() -> Scratch:
    """Scratch memory."""
    return Scratch(
        np.zeros(34, np.int64),
        np.zeros((MOST_DECOMPOSITIONS, 5), np.int64),
        np.zeros((2, 4), np.int64),
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
def whole_hand(facts: WinFacts, row: int, rules: ScoringRules, scratch: Scratch) -> Hand:
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
    fixed = situation_yaku(facts, row, closed, rules)
    fixed |= tile_yaku(present, scratch.counts, win_kind, melds, open_tanyao)
    bonus = int(facts.dora[row]) + int(facts.ura[row]) + int(facts.aka[row]) + int(facts.kita[row])
    return Hand(
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


@kernel
def rank_of(yaku: int, fu: int, hand: Hand, rules: ScoringRules) -> int:
    """A number that orders decompositions by yakuman, then base points, then han, then fu."""
    units = yakuman_units(yaku, rules)
    han = 0
    if units == 0 and yaku & ORDINARY != 0:
        han = han_of(yaku, hand.closed) + hand.bonus
    limit = limit_of(han, fu, rules.counted_yakuman)
    base = base_points(han, fu, limit, rules.kiriage_mangan)
    return ((units * 10_000 + base) * 100 + han) * 200 + fu + 1


@kernel
def take_decomposition(hand: Hand, scratch: Scratch, row: int, place: int) -> int:
    """Put one decomposition into the scratch, the winning tile at a place; returns the kind of the pair."""
    found = scratch.found[row]
    for at in range(4 - hand.melds):
        code = int(found[1 + at])
        scratch.decomposition.form[at] = TRIPLE if code >= TRIPLET else RUN
        scratch.decomposition.kind[at] = code - TRIPLET if code >= TRIPLET else code
        scratch.decomposition.concealed[at] = 0 if at == place and hand.tsumo == 0 else 1
    return int(found[0])


@kernel
def has_win_tile(hand: Hand, scratch: Scratch, row: int, place: int) -> bool:
    """Whether the winning tile can be the one that completed the set or pair at a place."""
    code = int(scratch.found[row, 0 if place == ON_PAIR else 1 + place])
    if place == ON_PAIR or code >= TRIPLET:
        return code % TRIPLET == hand.win_kind
    return code <= hand.win_kind <= code + 2


@kernel
def decomposition_fu(hand: Hand, scratch: Scratch, pair: int, place: int, rules: ScoringRules) -> int:
    """Fu of the decomposition in the scratch before rounding; fills the parts."""
    form = 0
    kind = pair
    if place != ON_PAIR:
        form = int(scratch.decomposition.form[place])
        kind = int(scratch.decomposition.kind[place])
    wait = wait_part(form, kind, hand.win_kind)
    return fu_parts(
        scratch.decomposition,
        pair,
        wait,
        hand.tsumo,
        hand.closed,
        hand.seat_wind,
        hand.round_winds,
        rules.double_wind_fu,
        rules.wait_counts,
        scratch.parts,
    )


@kernel
def best_of(hand: Hand, rules: ScoringRules, scratch: Scratch) -> Best:
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
    for row in range(decompositions(scratch.counts, 4 - hand.melds, scratch.found, scratch.path)):
        for place in range(5):
            if (place >= 4 - hand.melds and place != ON_PAIR) or not has_win_tile(hand, scratch, row, place):
                continue
            pair = take_decomposition(hand, scratch, row, place)
            raw = decomposition_fu(hand, scratch, pair, place, rules)
            on_pair = 1 if place == ON_PAIR else 0
            yaku = hand.fixed | decomposition_yaku(
                scratch.decomposition,
                pair,
                on_pair,
                hand.closed,
                hand.seat_wind,
                hand.round_winds,
                hand.present,
            )
            if hand.closed != 0 and rules.wait_counts != 0 and raw == (20 if hand.tsumo != 0 else 30):
                yaku |= BIT.PINFU
            fu = rounded_fu(raw)
            rank = rank_of(yaku, fu, hand, rules)
            if rank > best.rank:
                best = Best(rank, SHAPE.STANDARD, yaku, fu, row, place)
    return best


RENHOU_IS_MANGAN: Final = 1
NO_KIND: Final = 255
MANGAN_HAN: Final = 5


@kernel
def write_decomposition(
    hand: Hand, best: Best, rules: ScoringRules, scratch: Scratch, scores: WinScores, row: int
) -> None:
    """Write sets, pair and parts of the fu."""
    scratch.parts[:] = 0
    if best.shape == SHAPE.STANDARD:
        pair = take_decomposition(hand, scratch, best.decomposition, best.place)
        decomposition_fu(hand, scratch, pair, best.place, rules)
        scores.pair[row] = pair
        scores.win_place[row] = best.place
        for place in range(4):
            scores.sets[row, place, 0] = scratch.decomposition.form[place]
            scores.sets[row, place, 1] = scratch.decomposition.kind[place]
            scores.sets[row, place, 2] = scratch.decomposition.concealed[place]
    elif best.shape == SHAPE.SEVEN_PAIRS:
        scratch.parts[0, 0] = PART.SEVEN_PAIRS
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
        scores.yaku[row, 0, 0] = YAKU.RENHOU
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
