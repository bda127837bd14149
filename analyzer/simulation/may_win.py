"""Whether a seat may win: the waits first, then furiten, then the yaku as the settlement reads them.

A win is made only where the settlement is sure to pay it, whatever dora lies under the indicators.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.formats.element_names import PLAY, numbered
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
from analyzer.settlement.best_decomposition import Hand, Scratch, best_of, round_wind_mask
from analyzer.settlement.points import ScoringRules
from analyzer.settlement.win_yaku import han_of, yakuman_units
from analyzer.settlement.yaku import ORDINARY, QUAD, RUN, TRIPLE, tile_yaku
from analyzer.settlement.yaku_names import Yaku
from analyzer.simulation.desk import EAST, Outlook

__all__ = ["Scorer", "ron_winners", "wins_by_tsumo"]

YAKU: Final = numbered({name: 1 << number for name, number in Yaku.__members__.items()})
"""Bits of yaku."""
MOST_DORA: Final = 13
"""More change nothing: thirteen han are the highest limit."""
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
        found |= YAKU.DOUBLE_RIICHI if registers[DOUBLE] > 0 else YAKU.RIICHI
        if registers[IPPATSU] > 0:
            found |= YAKU.IPPATSU
    untouched = hand[CALL_COUNT] == 0 and registers[DISCARDS] == 0
    if is_tsumo:
        if registers[OPEN] == 0:
            found |= YAKU.MENZEN_TSUMO
        if hand[LAST_REPLACEMENT] != 0:
            found |= YAKU.RINSHAN
        elif hand[LIVE] == 0:
            found |= YAKU.HAITEI
        if untouched:
            found |= YAKU.TENHOU if seat == hand[DEALER] else YAKU.CHIIHOU
    elif hand[LAST_KIND] == PLAY.KAKAN:
        found |= YAKU.CHANKAN
    elif hand[LAST_KIND] == PLAY.DISCARD:
        if hand[LIVE] == 0:
            found |= YAKU.HOUTEI
        if untouched and scorer.rules.renhou != 0:
            found |= YAKU.RENHOU
    return found


@kernel
def read_hand(
    outlook: Outlook, scorer: Scorer, seat: int, kind: int, is_tsumo: bool, fixed: int, bonus: int
) -> Hand:
    """Tiles and melds of a seat that wins on a kind, read as for the settlement."""
    hand, registers = outlook.table.hand, outlook.table.seat[seat]
    scratch = scorer.scratch
    present = 0
    for each in range(34):
        count = int(outlook.table.concealed[seat][each])
        if each == kind and not is_tsumo:
            count += 1
        scratch.counts[each] = count
        if count > 0:
            present |= 1 << each
    melds = int(registers[MELDS])
    for meld in range(melds):
        form = int(registers[MELD_KIND + meld])
        lowest = int(registers[MELD_TILE + meld])
        place = 4 - melds + meld
        present |= (7 if form == PLAY.CHI else 1) << lowest
        scratch.decomposition.form[place] = RUN if form == PLAY.CHI else TRIPLE if form == PLAY.PON else QUAD
        scratch.decomposition.kind[place] = lowest
        scratch.decomposition.concealed[place] = 1 if form == PLAY.ANKAN else 0
    closed = 1 if registers[OPEN] == 0 else 0
    open_tanyao = 1 if closed != 0 or scorer.rules.kuitan != 0 else 0
    fixed |= tile_yaku(present, scratch.counts, kind, melds, open_tanyao)
    seat_wind = EAST + (seat - int(hand[DEALER])) % int(hand[PLAYERS])
    round_winds = round_wind_mask(outlook.desk.round_wind, scorer.rules)
    return Hand(melds, closed, 1 if is_tsumo else 0, kind, seat_wind, round_winds, present, fixed, bonus)


@kernel
def may_win(outlook: Outlook, scorer: Scorer, seat: int, kind: int, is_tsumo: bool) -> bool:
    """Whether the rule set pays the seat for a tile that completes its tehai."""
    least = int(outlook.desk.least_yaku[seat])
    fixed = situation(outlook, scorer, seat, is_tsumo)
    if least <= 1 and (fixed != 0 or least == 0):
        return True
    # Ryanshi asks of an open hand that every tile it waits for gives enough yaku: nobody here relies on that.
    if least > 1 and outlook.table.seat[seat][OPEN] > 0:
        return False
    fixed &= ~YAKU.RENHOU
    # Which decomposition pays most, and so which yaku count, depends on dora that nobody sees before the win.
    for bonus in range(MOST_DORA if least > 1 else 1):
        hand = read_hand(outlook, scorer, seat, kind, is_tsumo, fixed, bonus)
        yaku = best_of(hand, scorer.rules, scorer.scratch).yaku
        if yakuman_units(yaku, scorer.rules) == 0 and han_of(yaku & ORDINARY, hand.closed) < least:
            return False
    return True


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
    if furiten & outlook.desk.furiten != 0:
        return False
    return may_win(outlook, scorer, seat, kind, False)


@kernel
def ron_winners(outlook: Outlook, scorer: Scorer, source: int, kind: int) -> tuple[int, int]:
    """Mask and number of the seats that call ron on a tile laid down; the nearest alone if only it is paid.

    Of three rons that abort the hand the mask has all three.
    """
    players = int(outlook.table.hand[PLAYERS])
    found = 0
    nearest = 0
    count = 0
    for step in range(1, players):
        seat = (source + step) % players
        waits = int(outlook.table.masks[seat][WAITS])
        if waits >> kind & 1 != 0 and wins_by_ron(outlook, scorer, seat, kind):
            found |= 1 << seat
            count += 1
            if nearest == 0:
                nearest = found
    if count > 1 and outlook.desk.paid_rons[count] == NEAREST:
        return nearest, 1
    return found, count
