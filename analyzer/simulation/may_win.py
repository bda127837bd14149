"""Whether a seat may win: the waits first, then furiten, then the yaku as the settlement reads them.

A win is made only where the settlement is sure to pay it, whatever dora lies under the indicators.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

import numpy as np

from analyzer.kernels import is_compiling, kernel
from analyzer.replay.facts import FURITEN_DISCARD
from analyzer.replay.registers import HAND, MASK, SEAT
from analyzer.settlement.points import ScoringRules
from analyzer.settlement.scoring import Scratch, best_of, whole_hand
from analyzer.settlement.win_facts import WinFacts, last_play_yaku, no_facts, riichi_yaku
from analyzer.settlement.yaku import ORDINARY, han_of, yakuman_units
from analyzer.settlement.yaku_names import BIT
from analyzer.simulation.desk import EAST, Outlook
from analyzer.vocabulary import KINDS

__all__ = ["Scorer", "one_win", "ron_winners", "wins_on"]

MOST_DORA: Final = 13
"""More change nothing: thirteen han are the highest limit."""
NEAREST: Final = 1


class Scorer(NamedTuple):
    """What hands are scored with."""

    rules: ScoringRules
    facts: WinFacts
    """Memory for one win."""
    scratch: Scratch


def one_win() -> Sequence[WinFacts]:
    """Memory for one win: as with `Desk`, plain code gets columns and compiled code a record."""
    melds = np.zeros((1, 4), np.uint8)
    facts = no_facts(
        np.zeros(1, np.bool_),
        concealed=np.zeros((1, KINDS), np.uint8),
        meld_kind=melds,
        meld_tile=melds.copy(),
    )
    # Numba knows no records with arrays of bool in them.
    layout = np.dtype(
        [
            (name, np.uint8 if column.dtype == np.bool_ else column.dtype, column.shape)
            for name, column in facts._asdict().items()
        ]
    )
    return cast("Sequence[WinFacts]", np.zeros(1, layout)) if is_compiling() else [facts]


@kernel
def read_win(outlook: Outlook, facts: WinFacts, seat: int, kind: int, is_tsumo: bool) -> None:
    """Write what lies on the table where a seat wins on a kind, but for dora."""
    hand, registers = outlook.table.hand, outlook.table.seat[seat]
    for each in range(34):
        facts.concealed[0, each] = int(outlook.table.concealed[seat][each])
    if not is_tsumo:
        facts.concealed[0, kind] += 1
    for meld in range(4):
        facts.meld_kind[0, meld] = registers[SEAT.meld_kind + meld]
        facts.meld_tile[0, meld] = registers[SEAT.meld_tile + meld]
    facts.win_kind[0] = kind
    facts.is_tsumo[0] = is_tsumo
    facts.seat_wind[0] = EAST + (seat - int(hand[HAND.dealer])) % int(hand[HAND.players])
    facts.round_wind[0] = outlook.desk.round_wind
    facts.situation_yaku[0] = riichi_yaku(
        registers[SEAT.riichi_turn] > 0, registers[SEAT.double_riichi] > 0, registers[SEAT.ippatsu] > 0
    ) | last_play_yaku(
        is_tsumo,
        seat == int(hand[HAND.dealer]),
        int(hand[HAND.live_tiles]),
        int(hand[HAND.last_kind]),
        int(hand[HAND.last_replacement]),
        hand[HAND.call_count] == 0 and registers[SEAT.discards] == 0,
    )


@kernel
def may_win(outlook: Outlook, scorer: Scorer, seat: int, kind: int, is_tsumo: bool) -> bool:
    """Whether the rule set pays the seat for a tile that completes its tehai."""
    rules, facts = scorer.rules, scorer.facts
    least = int(outlook.desk.least_yaku[seat])
    # Ryanshi asks of an open hand that every tile it waits for gives enough yaku: nobody here relies on that.
    if least > 1 and outlook.table.seat[seat][SEAT.open_melds] > 0:
        return False
    read_win(outlook, facts, seat, kind, is_tsumo)
    if least == 0 or (least == 1 and rules.renhou != 0 and facts.situation_yaku[0] & BIT.RENHOU != 0):
        return True
    # Which decomposition pays most, and so which yaku count, depends on dora that nobody sees before the win.
    for dora in range(MOST_DORA if least > 1 else 1):
        facts.dora[0] = dora
        hand = whole_hand(facts, 0, rules, scorer.scratch)
        yaku = best_of(hand, rules, scorer.scratch).yaku
        if yakuman_units(yaku, rules) == 0 and han_of(yaku & ORDINARY, hand.closed) < least:
            return False
    return True


@kernel
def wins_on(outlook: Outlook, scorer: Scorer, seat: int, kind: int, is_tsumo: bool) -> bool:
    """Whether a seat wins on the tile that it has just drawn, or that another seat has just laid down."""
    waits, river = outlook.table.masks[seat][MASK.waits], outlook.table.masks[seat][MASK.river]
    if int(waits) >> kind & 1 == 0:
        return False
    furiten = int(outlook.table.seat[seat][SEAT.furiten])
    if waits & river != 0:
        furiten |= FURITEN_DISCARD
    if not is_tsumo and furiten & outlook.desk.furiten != 0:
        return False
    return may_win(outlook, scorer, seat, kind, is_tsumo)


@kernel
def ron_winners(outlook: Outlook, scorer: Scorer, source: int, kind: int) -> tuple[int, int]:
    """Mask and number of the seats that call ron on a tile laid down; the nearest alone if only it is paid.

    Of three rons that abort the hand the mask has all three.
    """
    players = int(outlook.table.hand[HAND.players])
    found = 0
    nearest = 0
    count = 0
    for step in range(1, players):
        seat = (source + step) % players
        if wins_on(outlook, scorer, seat, kind, False):
            found |= 1 << seat
            count += 1
            if nearest == 0:
                nearest = found
    if count > 1 and outlook.desk.paid_rons[count] == NEAREST:
        return nearest, 1
    return found, count
