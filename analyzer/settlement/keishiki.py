"""Tenpai without a yaku (形式聴牌): whether some tile that a hand waits for would give it one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.points import scoring_rules
from analyzer.settlement.win import score_wins
from analyzer.settlement.win_columns import WinFacts
from analyzer.vocabulary import KINDS

__all__ = ["has_ron_yaku", "has_yaku_wait"]

_EAST = 27
_KINDS = np.arange(KINDS, dtype=np.uint64)


def has_yaku_wait(facts: Facts, kyoku: NDArray[np.int32], rules: RuleSet) -> NDArray[np.bool_]:
    """Whether some wait of a seat gives a yaku by ron, or by tsumo if the hand is closed.

    What luck could add (the last tile, a replacement tile) does not count; riichi does.

    Args:
        facts: The table at the end of each hand.
        kyoku: Of each hand, for the round wind; shape (hands,).
        rules: Uses the fields of the area scoring.

    Returns:
        Shape (hands, seats).
    """
    tenpai = facts.waits != 0
    # Tsumo with a closed hand is a yaku in itself.
    closed = tenpai & (facts.open_melds == 0)
    found: NDArray[np.bool_] = closed | has_ron_yaku(facts, kyoku, rules, tenpai & ~closed)
    return found[:, : rules.seats]


def has_ron_yaku(
    facts: Facts, kyoku: NDArray[np.int32], rules: RuleSet, asked: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether some wait of a seat that did not declare riichi gives a yaku by ron.

    Args:
        facts: The table at the end of each hand; nobody has just drawn.
        kyoku: Of each hand, for the round wind; shape (hands,).
        rules: Uses the fields of the area scoring.
        asked: Seats that are asked for; shape (hands, 4).

    Returns:
        Shape (hands, 4); false where not asked for.
    """
    found = np.zeros(asked.shape, np.bool_)
    hand, seat = np.nonzero(asked)
    wins = _silent_hands(facts, kyoku, hand, seat)
    waiting = facts.waits[hand, seat][:, None] >> _KINDS & np.uint64(1) != 0
    rows, kinds = np.nonzero(waiting & (wins.concealed < 4))
    completed = WinFacts._make(column[rows] for column in wins)
    completed.concealed[np.arange(len(rows)), kinds] += 1
    completed = completed._replace(win_kind=kinds.astype(np.uint8))
    paying = rows[score_wins(completed, scoring_rules(rules)).yaku_han > 0]
    found[hand[paying], seat[paying]] = True
    return found


def _silent_hands(
    facts: Facts, kyoku: NDArray[np.int32], hand: NDArray[np.int64], seat: NDArray[np.int64]
) -> WinFacts:
    """Hands without riichi as wins by ron, the winning tile still missing."""
    count = len(hand)
    nothing, no_number = np.zeros(count, np.bool_), np.zeros(count, np.uint8)
    concealed = facts.concealed[hand, seat].copy()
    players = facts.players[hand]
    return WinFacts(
        concealed=concealed,
        meld_kind=facts.meld_kind[hand, seat],
        meld_tile=facts.meld_tile[hand, seat],
        win_kind=no_number,
        is_tsumo=nothing,
        seat_wind=(_EAST + (seat - facts.dealer[hand]) % players).astype(np.uint8),
        round_wind=(_EAST + kyoku[hand] // 4).astype(np.uint8),
        players=players,
        riichi=nothing,
        double_riichi=nothing,
        ippatsu=nothing,
        chankan=nothing,
        rinshan=nothing,
        haitei=nothing,
        houtei=nothing,
        tenhou=nothing,
        chiihou=nothing,
        renhou=nothing,
        dora=no_number,
        ura=no_number,
        aka=no_number,
        kita=no_number,
    )
