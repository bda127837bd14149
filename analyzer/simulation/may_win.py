"""Whether a seat may win: the waits first, then furiten, then the yaku as the settlement reads them.

A win is made only where the settlement is sure to pay it, whatever dora lies under the indicators.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from analyzer.kernels import kernel
from analyzer.replay.facts import FURITEN_DISCARD
from analyzer.replay.registers import (
    CALL_COUNT,
    DEALER,
    DISCARDS,
    DOUBLE,
    FURITEN,
    IPPATSU,
    LAST_DRAW,
    LAST_KIND,
    LAST_REPLACEMENT,
    LIVE,
    MELD_KIND,
    MELD_TILE,
    MELDS,
    OPEN,
    PLAYERS,
    RIICHI_TURN,
    RIVER,
    WAITS,
)
from analyzer.settlement.best_decomposition import ANKAN, CHI, PON, Hand, Scratch, best_of, round_wind_mask
from analyzer.settlement.points import ScoringRules
from analyzer.settlement.win_yaku import (
    CHANKAN,
    CHIIHOU,
    DOUBLE_RIICHI,
    HAITEI,
    HOUTEI,
    MENZEN_TSUMO,
    RENHOU,
    RIICHI,
    RINSHAN,
    TENHOU,
    han_of,
    yakuman_units,
)
from analyzer.settlement.win_yaku import IPPATSU as IPPATSU_YAKU
from analyzer.settlement.yaku import ORDINARY, QUAD, RUN, TRIPLE, tile_yaku
from analyzer.simulation.outlook import (
    EAST,
    FURITEN_BARS,
    LEAST_YAKU,
    MOST_RONS,
    ROUND_WIND,
    Outlook,
)
from analyzer.vocabulary import PlayKind

__all__ = ["Scorer", "ron_winners", "wins_by_tsumo"]

DISCARD: Final = int(PlayKind.DISCARD)
KAKAN: Final = int(PlayKind.KAKAN)
MOST_DORA: Final = 13
"""More change nothing: thirteen han are the highest limit."""
RYANSHI_HAN: Final = 2
THREE_RONS: Final = 3
NEAREST: Final = 1


class Scorer(NamedTuple):
    """What hands are scored with."""

    rules: ScoringRules
    scratch: Scratch


@kernel
def situation(outlook: Outlook, scorer: Scorer, seat: int, is_tsumo: bool) -> int:
    """Mask of the yaku that winning now gives, renhou included."""
    hand = outlook.table.hand
    registers = outlook.table.seat[seat]
    found = 0
    if registers[RIICHI_TURN] > 0:
        found |= DOUBLE_RIICHI if registers[DOUBLE] > 0 else RIICHI
        if registers[IPPATSU] > 0:
            found |= IPPATSU_YAKU
    untouched = hand[CALL_COUNT] == 0 and registers[DISCARDS] == 0
    if is_tsumo:
        if registers[OPEN] == 0:
            found |= MENZEN_TSUMO
        if hand[LAST_REPLACEMENT] != 0:
            found |= RINSHAN
        elif hand[LIVE] == 0:
            found |= HAITEI
        if untouched:
            found |= TENHOU if seat == hand[DEALER] else CHIIHOU
    elif hand[LAST_KIND] == KAKAN:
        found |= CHANKAN
    elif hand[LAST_KIND] == DISCARD:
        if hand[LIVE] == 0:
            found |= HOUTEI
        if untouched and scorer.rules.renhou != 0:
            found |= RENHOU
    return found


@kernel
def read_hand(outlook: Outlook, scorer: Scorer, seat: int, kind: int, is_tsumo: bool, fixed: int) -> Hand:
    """The tiles of a seat with the winning one, read into the scratch memory as for the settlement."""
    registers = outlook.table.seat[seat]
    concealed = outlook.table.concealed[seat]
    scratch = scorer.scratch
    present = 0
    for each in range(34):
        count = int(concealed[each])
        if each == kind and not is_tsumo:
            count += 1
        scratch.counts[each] = count
        if count > 0:
            present |= 1 << each
    melds = int(registers[MELDS])
    closed = 1 if registers[OPEN] == 0 else 0
    for meld in range(melds):
        form = int(registers[MELD_KIND + meld])
        lowest = int(registers[MELD_TILE + meld])
        place = 4 - melds + meld
        present |= (7 if form == CHI else 1) << lowest
        scratch.decomposition.form[place] = RUN if form == CHI else TRIPLE if form == PON else QUAD
        scratch.decomposition.kind[place] = lowest
        scratch.decomposition.concealed[place] = 1 if form == ANKAN else 0
    open_tanyao = 1 if closed != 0 or scorer.rules.kuitan != 0 else 0
    fixed |= tile_yaku(present, scratch.counts, kind, melds, open_tanyao)
    hand = outlook.table.hand
    seat_wind = EAST + (seat - int(hand[DEALER])) % int(hand[PLAYERS])
    tsumo = 1 if is_tsumo else 0
    round_winds = round_wind_mask(int(outlook.desk.at[ROUND_WIND]), scorer.rules)
    return Hand(melds, closed, tsumo, kind, seat_wind, round_winds, present, fixed, 0)


@kernel
def yaku_han(scorer: Scorer, read: Hand, tsumo: int, bonus: int) -> int:
    """Han of yaku of the decomposition that pays most with so many dora; 13 and more with a yakuman."""
    hand = Hand(
        read.melds,
        read.closed,
        tsumo,
        read.win_kind,
        read.seat_wind,
        read.round_winds,
        read.present,
        read.fixed,
        bonus,
    )
    best = best_of(hand, scorer.rules, scorer.scratch)
    if best.shape == 0:
        return 0
    units = yakuman_units(best.yaku, scorer.rules)
    return 13 * units if units > 0 else han_of(best.yaku & ORDINARY, read.closed)


@kernel
def has_yaku(outlook: Outlook, scorer: Scorer, seat: int, kind: int, is_tsumo: bool, least: int) -> bool:
    """Whether a tile that completes the tehai gives the seat enough yaku."""
    fixed = situation(outlook, scorer, seat, is_tsumo)
    if least <= 1 and (fixed != 0 or least == 0):
        return True
    read = read_hand(outlook, scorer, seat, kind, is_tsumo, fixed & ~RENHOU)
    if least <= 1:
        return yaku_han(scorer, read, read.tsumo, 0) >= least
    # Which decomposition pays most, and so which yaku count, depends on dora that nobody sees before the win.
    enough = True
    for bonus in range(MOST_DORA):
        enough = enough and yaku_han(scorer, read, read.tsumo, bonus) >= least
    return enough


@kernel
def has_yaku_with_all(
    outlook: Outlook, scorer: Scorer, seat: int, kind: int, is_tsumo: bool, least: int
) -> bool:
    """Whether every tile that an open tehai waits for gives enough yaku, as ryanshi requires."""
    waits = int(outlook.table.masks[seat][WAITS])
    concealed = outlook.table.concealed[seat]
    if is_tsumo:
        concealed[kind] = int(concealed[kind]) - 1
    enough = True
    for each in range(34):
        if waits >> each & 1 != 0 and concealed[each] < 4 and enough:
            # The drawn tile is out of the tehai here, so every wait is tried as the tile of a ron ...
            fixed = situation(outlook, scorer, seat, is_tsumo)
            read = read_hand(outlook, scorer, seat, each, False, fixed)
            # ... but counts as drawn where it is.
            tsumo = 1 if is_tsumo else 0
            for bonus in range(MOST_DORA):
                enough = enough and yaku_han(scorer, read, tsumo, bonus) >= least
    if is_tsumo:
        concealed[kind] = int(concealed[kind]) + 1
    return enough


@kernel
def may_win(outlook: Outlook, scorer: Scorer, seat: int, kind: int, is_tsumo: bool) -> bool:
    """Whether the rule set pays the seat for a tile that completes its tehai."""
    least = int(outlook.desk.at[LEAST_YAKU + seat])
    if not has_yaku(outlook, scorer, seat, kind, is_tsumo, least):
        return False
    if least < RYANSHI_HAN or outlook.table.seat[seat][OPEN] == 0:
        return True
    return has_yaku_with_all(outlook, scorer, seat, kind, is_tsumo, least)


@kernel
def wins_by_tsumo(outlook: Outlook, scorer: Scorer, seat: int) -> bool:
    """Whether a seat wins on the tile that it has just drawn."""
    kind = int(outlook.table.seat[seat][LAST_DRAW]) // 4
    if int(outlook.table.masks[seat][WAITS]) >> kind & 1 == 0:
        return False
    return may_win(outlook, scorer, seat, kind, True)


@kernel
def wins_by_ron(outlook: Outlook, scorer: Scorer, seat: int, kind: int) -> bool:
    """Whether a seat that waits for a kind wins on the tile of it that another seat has just laid down."""
    furiten = int(outlook.table.seat[seat][FURITEN])
    if outlook.table.masks[seat][WAITS] & outlook.table.masks[seat][RIVER] != 0:
        furiten |= FURITEN_DISCARD
    if furiten & int(outlook.desk.at[FURITEN_BARS]) != 0:
        return False
    return may_win(outlook, scorer, seat, kind, False)


@kernel
def ron_winners(outlook: Outlook, scorer: Scorer, source: int, kind: int) -> int:
    """Mask of the seats that win on a tile laid down; of the nearest alone where only it is paid.

    Of three rons that abort the hand the mask has all three.
    """
    players = int(outlook.table.hand[PLAYERS])
    bit = np.uint64(1) << np.uint64(kind)
    found = 0
    nearest = 0
    count = 0
    for step in range(1, players):
        seat = (source + step) % players
        if outlook.table.masks[seat][WAITS] & bit == 0:
            continue
        if wins_by_ron(outlook, scorer, seat, kind):
            found |= 1 << seat
            count += 1
            if nearest == 0:
                nearest = found
    if count > 1 and outlook.desk.at[MOST_RONS + count - 1] == NEAREST:
        return nearest
    return found
