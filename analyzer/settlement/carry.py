"""From one hand to the next: who deals, which kyoku, how many honba and sticks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts, is_one_of
from analyzer.replay.seats import sum_of_seats
from analyzer.rules.grades import DealerRepeat, HonbaGrowth, Nagashi, NagashiRepeat
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.payments import paid_winners
from analyzer.settlement.ryuukyoku import Ryuukyoku
from analyzer.settlement.win_facts import Situation
from analyzer.vocabulary import ABORTIVE, DrawKind, EndKind

_REPEATS_BY_WIN = (DealerRepeat.TENPAI, DealerRepeat.WIN, DealerRepeat.ANY_DRAW)
_REPEATS_BY_TENPAI = (DealerRepeat.TENPAI, DealerRepeat.TENPAI_ONLY)


class Carry(NamedTuple):
    """What each hand leaves to the next, if the game goes on; shape (hands,)."""

    dealer_stays: NDArray[np.bool_]
    dealer: NDArray[np.uint8]
    kyoku: NDArray[np.int32]
    honba: NDArray[np.int32]
    kyotaku: NDArray[np.int32]
    """Sticks on the table."""


def kyoku_after(kyoku: NDArray[np.int32], seats: int) -> NDArray[np.int32]:
    """The kyoku that follows when the deal moves; three-player games skip 3, 7 and 11.

    Source: Tenhou, INIT of three-player games.
    """
    following = kyoku.astype(np.int32) + np.int32(1)
    skips = (following % 4 == 3) if seats == 3 else np.zeros(len(kyoku), np.bool_)
    return following + skips.astype(np.int32)


def _is_won(facts: Facts, kind: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Hands that a win settles; three rons may be a draw by the rule set."""
    won: NDArray[np.bool_] = (facts.end == EndKind.AGARI) & (kind != DrawKind.SANCHAHOU)
    return won


def dealer_stays(facts: Facts, settled: Ryuukyoku, rules: RuleSet) -> NDArray[np.bool_]:
    """Whether the dealer deals again; shape (hands,).  Arguments as in `carry`."""
    kind = settled.kind
    hand, dealer = np.arange(len(facts.dealer)), facts.dealer.astype(np.int64)
    by_win = paid_winners(facts, rules)[hand, dealer] & (rules.dealer_repeat in _REPEATS_BY_WIN)
    by_draw = settled.tenpai[hand, dealer] & (rules.dealer_repeat in _REPEATS_BY_TENPAI)
    by_draw |= rules.dealer_repeat == DealerRepeat.ANY_DRAW
    made_it_stays = rules.nagashi_repeat == NagashiRepeat.MADE_IT or rules.nagashi == Nagashi.WIN
    if made_it_stays and rules.dealer_repeat != DealerRepeat.NEVER:
        made = settled.nagashi[hand, dealer]
        by_draw = np.where(kind == DrawKind.NAGASHI_MANGAN, made, by_draw)
    aborted = is_one_of(kind, ABORTIVE)
    stays = np.where(aborted, rules.abort_repeat, by_draw) | (kind == DrawKind.CHOMBO)
    decided: NDArray[np.bool_] = np.where(_is_won(facts, kind), by_win, stays)
    return decided


def next_honba(
    honba: NDArray[np.int32],
    won: NDArray[np.bool_],
    stays: NDArray[np.bool_],
    chombo: NDArray[np.bool_],
    rules: RuleSet,
) -> NDArray[np.int32]:
    """Honba of the next hand; shape (hands,).

    Args:
        honba: Those of the hand.
        won: Hands settled by a win.
        stays: Whether the dealer stays.
        chombo: Hands that are played again.
        rules: Uses ``honba_growth``, ``honba_inherited`` and ``chombo_honba``.

    Source: rules of draws in the Riichi wiki, "Ryuukyoku", and in the three-player rule page of 2011-09-10:
        a honba only if the winds do not move, and a new dealer takes over the number.
    """
    grown = honba + (rules.honba_growth == HonbaGrowth.ALWAYS)
    moved = grown if rules.honba_inherited else np.zeros_like(honba)
    after_draw = np.where(stays, honba + 1, moved)
    after_win = np.where(stays, honba + 1, 0)
    after_chombo = honba + rules.chombo_honba
    following = np.where(chombo, after_chombo, np.where(won, after_win, after_draw))
    return following.astype(np.int32)


def carry(facts: Facts, settled: Ryuukyoku, situation: Situation, rules: RuleSet) -> Carry:
    """What each hand leaves to the next.

    Args:
        facts: Uses ``end``, ``winners``, ``dealer``, ``riichi_sticks``, ``riichi_passed``.
        settled: Of the same hands and rule set.  For a won hand it does not matter, except that three rons
            may be an abortive draw.
        situation: Of the same hands; uses ``kyoku`` and ``honba``.
        rules: Uses the fields of the areas repeat, nagashi and abortive, and ``chombo_honba``.

    Returns:
        One row per hand.  A winner takes the sticks; a draw leaves them; chombo gives back those of the hand.

    Source: Tenhou, every hand of 2,233 games; Riichi wiki, "Ryuukyoku"; Arcturus wiki, "Tochuu ryuukyoku".
    """
    won, kyoku = _is_won(facts, settled.kind), situation.kyoku
    chombo = (settled.kind == DrawKind.CHOMBO) & ~won
    stays = dealer_stays(facts, settled, rules)
    is_won_by_river = (settled.kind == DrawKind.NAGASHI_MANGAN) & (rules.nagashi == Nagashi.WIN)
    won |= is_won_by_river
    following = np.where(stays, kyoku, kyoku_after(kyoku, rules.seats)).astype(np.int32)
    own_sticks = sum_of_seats(facts.riichi_passed[:, : rules.seats])
    left = facts.riichi_sticks - np.where(chombo, own_sticks, 0)
    return Carry(
        dealer_stays=stays,
        dealer=(following % 4).astype(np.uint8),
        kyoku=following,
        honba=next_honba(situation.honba, won, stays, chombo, rules),
        kyotaku=np.where(won, 0, left).astype(np.int32),
    )
