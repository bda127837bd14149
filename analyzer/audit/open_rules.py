"""Hands in which announced rules leave something open: a number that does not fit there is no fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, outcome
from analyzer.audit.verdicts import Detail, State, Verdicts
from analyzer.replay.facts import is_one_of
from analyzer.replay.seats import any_seat
from analyzer.rules import Doubt, RuleSet
from analyzer.rules.grades import Rounding
from analyzer.settlement.game_end import last_kyoku
from analyzer.settlement.points import NO_LIMIT
from analyzer.vocabulary import ABORTIVE, ABSENT, KINDS, DrawKind, EndKind, PlayKind

__all__ = ["without_open"]

Mask = NDArray[np.bool_]

_FAILED: Final = int(State.FAILED)
_WEST: Final = 2
_EAST: Final = 27
_VALUE: Final = ("win-yaku", "win-fu", "win-points", "win-payment")
_OF_THE_NEXT: Final = ("hand-order", "next-kyoku", "next-honba")
"""Checks whose items are the hands that follow."""
_FOLLOWING: Final = (*_OF_THE_NEXT, "game-over")
_END: Final = ("game-over", "final-scores", "final-result")
_KINDS: Final = np.arange(KINDS, dtype=np.uint64)


class _Open(NamedTuple):
    """Where a doubt matters."""

    checks: tuple[str, ...]
    hands: Callable[[Case], Mask]
    """Shape (hands,)."""


def _every(case: Case) -> Mask:
    return np.ones(len(case.usable), np.bool_)


def _of_wins(case: Case, wins: Mask) -> Mask:
    """Hands with one of these wins."""
    hands = np.zeros(len(case.usable), np.bool_)
    hands[case.wins.hand[wins]] = True
    return hands


def _renhou(case: Case) -> Mask:
    wins, facts = case.wins, case.facts
    hand, winner = wins.hand, wins.winner.astype(np.int64)
    first = (facts.call_count[hand] == 0) & (facts.discards[hand, winner] == 0)
    by_ron = (wins.winner != wins.loser) & (facts.last_kind[hand] == PlayKind.DISCARD)
    return _of_wins(case, first & by_ron & (winner != facts.dealer[hand]))


def _in_west(case: Case) -> Mask:
    """Wins in West and North rounds with two tiles or more of the wind across from that of the round."""
    wins, facts = case.wins, case.facts
    hand, winner = wins.hand, wins.winner.astype(np.int64)
    round_of_win = case.events.hands.kyoku[hand] // 4
    across = _EAST + (round_of_win + 2) % 4
    held = facts.concealed[hand, winner, across].astype(np.int64) + facts.melded[hand, winner, across]
    held += (facts.last_tile[hand] // 4 == across) & (wins.winner != wins.loser)
    return _of_wins(case, (round_of_win >= _WEST) & (held > 1))


def _even_tsumo(case: Case) -> Mask:
    """Tsumo below a mangan, and nagashi mangan."""
    wins = case.wins
    below = (wins.winner == wins.loser) & (wins.scores.limit == NO_LIMIT)
    nagashi = (case.draws.kind == DrawKind.NAGASHI_MANGAN) & (case.facts.end != EndKind.AGARI)
    open_here: Mask = _of_wins(case, below) | nagashi
    return open_here


def _aborted(case: Case) -> Mask:
    aborted: Mask = is_one_of(case.draws.kind, ABORTIVE) & (case.facts.end != EndKind.AGARI)
    return aborted


def _split_four(case: Case) -> Mask:
    """A seat waits for a kind of which it holds all four, some in melds and some not."""
    facts = case.facts
    waits = facts.waits[:, :, None] >> _KINDS & np.uint64(1) != 0
    split = (facts.melded > 0) & (facts.concealed > 0) & (facts.melded + facts.concealed == 4)
    found: Mask = (waits & split).any(axis=(1, 2))
    return found


def _uneven_ties(case: Case) -> Mask:
    """Equal scores whose uma no source says how to split."""
    found = np.zeros(len(case.usable), np.bool_)
    scores, left = outcome(case), case.facts.riichi_sticks
    for hand in range(len(found)):
        rules = case.rule_set(int(case.events.hands.game[hand]))
        if rules is not None:
            after = sorted(scores[hand, : rules.seats].tolist(), reverse=True)
            has_sticks = bool(left[hand]) and case.facts.end[hand] != EndKind.AGARI
            found[hand] = _is_uneven(after, rules, has_sticks=has_sticks)
    return found


def _is_uneven(scores: list[int], rules: RuleSet, *, has_sticks: bool) -> bool:
    """Whether scores, highest first, have a tie that cannot be split without a rule nobody has stated."""
    if len(set(scores)) == len(scores):
        return False
    tied_top = scores.count(scores[0]) > 1
    has_oka = rules.return_points != rules.start_points
    # Uma in whole thousands: two can share an odd one in tenths, three often cannot.
    odd = any(points % 1000 for points in (*rules.uma, *rules.uma_by_below))
    odd |= any(scores.count(score) > 2 for score in scores)
    return rules.rounding != Rounding.NONE or odd or (tied_top and (has_oka or has_sticks))


def _yame(case: Case) -> Mask:
    """A dealer stays in the last hand, and nobody has the target."""
    hands = case.events.hands
    late = hands.kyoku >= case.of_rules(last_kyoku)[hands.game]
    target = case.of_rules(lambda rules: rules.target_points)[hands.game]
    stays: Mask = case.next.kyoku == hands.kyoku
    return late & stays & ~any_seat(outcome(case) >= target[:, None])


_OPEN: Final = {
    Doubt.RENHOU: _Open(_VALUE, _renhou),
    Doubt.INDICATORS: _Open(("win-dora", "dora-indicators", "wall-indicators"), _every),
    Doubt.WEST_ROUND: _Open(_VALUE, _in_west),
    Doubt.EVEN_TSUMO: _Open(("win-points", "win-payment", "draw-payment"), _even_tsumo),
    Doubt.ABORTED: _Open(_FOLLOWING, _aborted),
    Doubt.SPLIT_FOUR: _Open(("shown-seats", "draw-payment", *_FOLLOWING), _split_four),
    Doubt.TIES: _Open(("final-scores", "final-result"), _uneven_ties),
    Doubt.YAME: _Open(("game-over",), _yame),
    Doubt.NO_FLAGS: _Open(_END, _every),
    Doubt.CHIP_UMA: _Open(("final-result",), _every),
    Doubt.CHIP_VALUE: _Open(("final-result",), _every),
}


def without_open(case: Case, check: str, verdicts: Verdicts) -> Verdicts:
    """The verdicts of a check, failing ones undecided where announced rules leave open what it rests on."""
    failing = np.flatnonzero((verdicts.state == _FAILED) & (verdicts.hand != ABSENT))
    if len(failing) == 0:
        return verdicts
    doubts = [doubt for doubt, row in _OPEN.items() if check in row.checks]
    doubtful = [any(doubt in of_game for doubt in doubts) for of_game in case.ruling.doubts]
    failing = failing[np.array(doubtful, np.bool_)[verdicts.game[failing]]]
    if len(failing) == 0:
        return verdicts
    reasons: dict[int, Doubt] = {}
    for doubt in doubts:
        hands = _OPEN[doubt].hands(case)
        row = verdicts.hand[failing] - (1 if check in _OF_THE_NEXT else 0)
        for item in failing[(row >= 0) & hands[row]].tolist():
            if doubt in case.ruling.doubts[int(verdicts.game[item])]:
                reasons.setdefault(item, doubt)
    is_open = np.zeros(len(verdicts.state), np.bool_)
    is_open[list(reasons)] = True

    def why(item: int) -> Detail:
        return Detail(None, None, reasons[item].meaning, verdicts.detail(item).element)

    return verdicts.undecided_where(is_open, why)
