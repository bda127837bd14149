"""What follows a hand: the next, its dealer, honba and sticks; or the end of the game with its result."""

from __future__ import annotations

from enum import unique
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts, is_one_of
from analyzer.replay.seats import any_seat, of_hands, sum_of_seats
from analyzer.rules.grades import (
    Bust,
    DealerRepeat,
    HonbaGrowth,
    LeftoverKyotaku,
    Nagashi,
    NagashiRepeat,
    Rounding,
    TieRule,
    Yame,
)
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.payments import paid_winners
from analyzer.settlement.ryuukyoku import Ryuukyoku
from analyzer.settlement.win_facts import Situation
from analyzer.vocabulary import ABORTIVE, PLAYS_ON, SEATS, Code, DrawKind, EndKind

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


_THOUSAND = 1000
_HUNDRED = 100


@unique
class EndCause(Code):
    """Why the game is over after a hand."""

    NONE = 0
    """It goes on."""
    BUST = 1
    """A score that ends it at once (飛び)."""
    TARGET = 2
    """The deal moves on from the last hand, or from one of the extension, and somebody has the target; by
    sudden death the deal need not move in the extension."""
    YAME = 3
    """The dealer would stay in the last hand, but is top and has the target (和了やめ, 聴牌やめ)."""
    LIMIT = 4
    """The deal moves on from the last hand there can be."""
    TEPPEN = 5
    """A score so high that it ends the game at once (天辺)."""

    @property
    def text(self) -> str:
        """Name in columns and reports."""
        return self.name.lower()


class GameEnd(NamedTuple):
    """Whether the game is over after each hand; shape (hands,)."""

    cause: NDArray[np.uint8]
    """An EndCause; NONE where the game must or may go on."""
    may_end: NDArray[np.bool_]
    """The dealer may end the game, as he likes; both ways are right."""


def last_kyoku(rules: RuleSet, extension_winds: int = 0) -> int:
    """Index of the last kyoku of a full game, or of one with so many winds added."""
    return (rules.winds + extension_winds - 1) * SEATS + rules.seats - 1


def ranks(scores: NDArray[np.int32]) -> NDArray[np.int64]:
    """Rank of each seat, 0 for the top; equal scores in seat order.

    Args:
        scores: Shape (rows, seats), points.

    Source: Tenhou: 85 of 85 games that ended with sticks; the seat nearer to the first dealer is higher.
    """
    placed = np.zeros(scores.shape[::-1], np.int64)
    for seat, score in enumerate(scores.T):
        for earlier, other in enumerate(scores.T[:seat]):
            behind = other >= score
            placed[seat] += behind
            placed[earlier] += ~behind
    return placed.T


def _is_top(
    scores: NDArray[np.int32], dealer: NDArray[np.uint8], asked: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether the dealer is top, in the rows asked for."""
    top = np.zeros(len(scores), np.bool_)
    rows = np.flatnonzero(asked)
    top[rows] = ranks(of_hands(scores, rows))[np.arange(len(rows)), dealer[rows]] == 0
    return top


def _busts(scores: NDArray[np.int32], rules: RuleSet) -> NDArray[np.bool_]:
    if rules.bust == Bust.OFF:
        return np.zeros(len(scores), np.bool_)
    limit = -1 if rules.bust == Bust.BELOW_ZERO else 0
    return any_seat(scores <= limit)


def game_end(
    scores: NDArray[np.int32],
    rules: RuleSet,
    *,
    kyoku: NDArray[np.int32],
    dealer: NDArray[np.uint8],
    dealer_stays: NDArray[np.bool_],
    won: NDArray[np.bool_],
    kind: NDArray[np.uint8],
) -> GameEnd:
    """Whether the game is over after each hand.

    Args:
        scores: After the payments of the hand, without the sticks on the table; shape (hands, seats).
        rules: Uses the fields of the area game_end, ``winds`` and ``target_points``.
        kyoku: Of each hand; shape (hands,).
        dealer: Of each hand; shape (hands,).
        dealer_stays: As `carry` gives it; shape (hands,).
        won: Whether the hand was won; shape (hands,).
        kind: DrawKind of each hand that was not won; after an abortive draw and chombo play always goes on.

    Source: Tenhou: every hand of 2,233 finished games; its blog of 2010-09-17: teppen ends a game as bust
        does, also when the dealer would stay.
    """
    late = (kyoku >= last_kyoku(rules)) & (won | ~is_one_of(kind, PLAYS_ON))
    has_target = scores >= rules.target_points
    dealer_leads = _is_top(scores, dealer, late) & has_target[np.arange(len(scores)), dealer]
    moved = late & ~dealer_stays
    at_limit = moved & (kyoku >= last_kyoku(rules, rules.extension_winds))
    yame = late & dealer_stays & dealer_leads
    policy_is = {
        grade: np.where(won, rules.agari_yame == grade, rules.tenpai_yame == grade)
        for grade in (Yame.AUTOMATIC, Yame.OPTIONAL)
    }
    # From the weakest cause to the strongest: the later one stays.
    cause = np.zeros(len(scores), np.uint8)
    cause[yame & policy_is[Yame.AUTOMATIC]] = EndCause.YAME
    cause[at_limit] = EndCause.LIMIT
    in_extension = (kyoku > last_kyoku(rules)) & (won | ~is_one_of(kind, PLAYS_ON))
    moved_or_sudden = moved | (in_extension & rules.sudden_death)
    cause[moved_or_sudden & any_seat(has_target)] = EndCause.TARGET
    if rules.teppen:
        cause[any_seat(scores > rules.teppen)] = EndCause.TEPPEN
    cause[_busts(scores, rules)] = EndCause.BUST
    return GameEnd(cause, yame & policy_is[Yame.OPTIONAL] & (cause == EndCause.NONE))


def leftover_points(
    scores: NDArray[np.int32], kyotaku: NDArray[np.int32], rules: RuleSet
) -> NDArray[np.int32]:
    """Points of the sticks left on the table when the game ends, for the seat that gets them.

    Args:
        scores: At the end; shape (games, seats).
        kyotaku: Sticks on the table; shape (games,).
        rules: Uses ``leftover_kyotaku`` and ``riichi_stick``.

    Returns:
        Shape (games, seats), points; all zero where nobody gets them.  A tie at the top goes to the seat
        nearer to the first dealer, unless the rules share the sticks.

    Source: Tenhou: 85 of 85 games; World Riichi Championship Rules, 5.7.4; M-League official rules, 6-2-6:
        of a stick three tied seats get 400, 300, 300; EMA Riichi Rules 2025, 3.7: decimals are dropped.
    """
    points = np.zeros(scores.shape, np.int32)
    if rules.leftover_kyotaku == LeftoverKyotaku.NOBODY:
        return points
    rows = np.flatnonzero(kyotaku)
    ending, total = of_hands(scores, rows), kyotaku[rows].astype(np.int64) * rules.riichi_stick
    if rules.leftover_kyotaku == LeftoverKyotaku.TOP:
        points[rows, ranks(ending).argmin(axis=1)] = total
        return points
    is_top = ending == ending.max(axis=1, initial=np.iinfo(np.int32).min, keepdims=True)
    tied = is_top.sum(axis=1)
    if rules.leftover_kyotaku == LeftoverKyotaku.SHARED_POINTS:
        points[rows] = is_top * (total // tied)[:, None]
    else:
        points[rows] = is_top * _even_parts(total[:, None], tied[:, None], is_top.cumsum(axis=1))
    return points


def _even_parts(
    total: NDArray[np.int64], seats: NDArray[np.int64], place: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What tied seats get of their points in hundreds; those in front get one more of what is left over.

    Args:
        total: Points to share; shapes that fit one another, likewise the following.
        seats: How many share them.
        place: Of a seat among them, from 1, nearer to the first dealer in front.
    """
    hundreds, fraction = np.divmod(total, _HUNDRED)
    share, rest = np.divmod(hundreds, seats)
    parts: NDArray[np.int64] = (share + (place <= rest)) * _HUNDRED + fraction * (place == 1)
    return parts


def _uma(scores: NDArray[np.int32], rules: RuleSet) -> NDArray[np.int64]:
    """Points by rank; shape (games, ranks)."""
    if not rules.uma_by_below:
        fixed = np.array(rules.uma_tonpuu if rules.winds == 1 else rules.uma, np.int64)
        return np.repeat(fixed[None], len(scores), axis=0)
    lower = np.array(rules.uma_by_below, np.int64).reshape(rules.seats + 1, rules.seats - 1)
    table = np.concatenate([-lower.sum(axis=1, keepdims=True), lower], axis=1)
    chosen: NDArray[np.int64] = table[sum_of_seats(scores < rules.start_points)]
    return chosen


def _rank_points(scores: NDArray[np.int32], placed: NDArray[np.int64], rules: RuleSet) -> NDArray[np.int64]:
    """Uma and oka of each seat; shape (games, seats), points."""
    by_rank = _uma(scores, rules)
    by_rank[:, 0] += (rules.return_points - rules.start_points) * rules.seats
    points: NDArray[np.int64] = np.take_along_axis(by_rank, placed, axis=1)
    if rules.tie_rule != TieRule.SHARED:
        return points
    tied = scores[:, :, None] == scores[:, None, :]
    shared = (tied * points[:, None, :]).sum(axis=2)
    place = np.tril(tied).sum(axis=2)
    return _even_parts(shared, tied.sum(axis=2), place)


def _thousands(scores: NDArray[np.int64], rounding: Rounding) -> NDArray[np.int64]:
    """Scores to the nearest thousand, what lies halfway as the rule says."""
    half = _THOUSAND // 2 - (rounding == Rounding.HALF_TOWARDS)
    rounded: NDArray[np.int64] = np.sign(scores) * ((np.abs(scores) + half) // _THOUSAND) * _THOUSAND
    return rounded


def final_results(
    scores: NDArray[np.int32],
    rules: RuleSet,
    penalties: NDArray[np.int32] | None = None,
    leftover: NDArray[np.int32] | None = None,
) -> NDArray[np.int32]:
    """Final results: what a score exceeds the return points by, with uma and oka.

    Args:
        scores: At the end, leftover sticks included; shape (games, seats).
        rules: Uses the fields of the area result, ``tie_rule``, ``start_points`` and ``winds``.
        penalties: Points that chombo took from the result; shape (games, seats), zero or negative.
        leftover: Points of sticks that the scores include, from `leftover_points`; they break no tie.

    Returns:
        Shape (games, seats), points: 64.0 is 64000.  With rounding the top gets what the others leave, so
        that a row sums to zero (but for penalties).

    Source: Tenhou: 2,171 of 2,174 games, rounded; 29 of 29 from 2022-01-31 on, not rounded.

    Examples:
        >>> from analyzer.rules import load
        >>> final_results(np.array([[30000, 44800, 4500, 20700]], np.int32), load("tenhou-chip"))
        array([[ 10000,  64000, -55000, -19000]], dtype=int32)
    """
    raw = scores.astype(np.int64)
    ranked = scores if leftover is None else scores - leftover
    placed = ranks(ranked)
    bonus = _rank_points(ranked, placed, rules)
    if rules.rounding == Rounding.NONE:
        results = raw - rules.return_points + bonus
    else:
        results = _thousands(raw, rules.rounding) - rules.return_points + bonus
        top = placed == 0
        others = np.where(top, 0, results)
        results = others - top * others.sum(axis=1, keepdims=True)
    if penalties is not None:
        results = results + penalties
    return results.astype(np.int32)
