"""Rules that are left open, by a lobby or by the sources of a shipped set: what may fit them is no fault.

In some hands the rules of a lobby leave a number open.  Where no source of a set states a rule, what another
value of it would give is no fault either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit, outcome
from analyzer.audit.verdicts import Check, Detail, State, Verdicts
from analyzer.audit.wins import claims_yaku
from analyzer.replay.facts import is_one_of
from analyzer.replay.seats import any_seat
from analyzer.rules import RULES, UNSTATED, Area, Doubt, RuleSet, RuleValue, names
from analyzer.rules.grades import Rounding
from analyzer.settlement.game_end import last_kyoku
from analyzer.settlement.points import NO_LIMIT
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import ABORTIVE, ABSENT, AKA_IDS, KINDS, SEATS, DrawKind, EndKind, PlayKind

Mask = NDArray[np.bool_]

_FAILED: Final = int(State.FAILED)
_WEST: Final = 2
_EAST: Final = 27
_VALUE: Final = ("win-yaku", "win-fu", "win-points", "win-payment")
_OF_THE_NEXT: Final = ("hand-order", "next-kyoku", "next-honba")
"""Checks whose items are the hands that follow."""
_FOLLOWING: Final = (*_OF_THE_NEXT, "game-over")
_END: Final = ("game-over", "final-scores", "final-result")
_FIVES: Final = [tile // 4 for tile in AKA_IDS]
_KINDS: Final = np.arange(KINDS, dtype=np.uint64)


class _Open(NamedTuple):
    """Where a doubt matters."""

    doubt: Doubt
    checks: tuple[str, ...]
    hands: Callable[[Audit], Mask]
    """Shape (hands,)."""


def _every(audit: Audit) -> Mask:
    return np.ones(len(audit.usable), np.bool_)


def _of_wins(audit: Audit, wins: Mask) -> Mask:
    """Hands with one of these wins."""
    hands = np.zeros(len(audit.usable), np.bool_)
    hands[audit.wins.hand[wins]] = True
    return hands


def _renhou(audit: Audit) -> Mask:
    wins, facts = audit.wins, audit.facts
    hand, winner = wins.hand, wins.winner.astype(np.int64)
    first = (facts.call_count[hand] == 0) & (facts.discards[hand, winner] == 0)
    by_ron = (wins.winner != wins.loser) & (facts.last_kind[hand] == PlayKind.DISCARD)
    return _of_wins(audit, first & by_ron & (winner != facts.dealer[hand]))


def _in_west(audit: Audit) -> Mask:
    """Wins in West and North rounds with two tiles or more of the wind across from that of the round."""
    wins, facts = audit.wins, audit.facts
    hand, winner = wins.hand, wins.winner.astype(np.int64)
    round_of_win = audit.events.hands.kyoku[hand] // 4
    across = _EAST + (round_of_win + 2) % 4
    held = facts.concealed[hand, winner, across].astype(np.int64) + facts.melded[hand, winner, across]
    held += (facts.last_tile[hand] // 4 == across) & (wins.winner != wins.loser)
    return _of_wins(audit, (round_of_win >= _WEST) & (held > 1))


def _even_tsumo(audit: Audit) -> Mask:
    """Tsumo below a mangan, and nagashi mangan."""
    wins = audit.wins
    below = (wins.winner == wins.loser) & (wins.scores.limit == NO_LIMIT)
    nagashi = (audit.ryuukyoku.kind == DrawKind.NAGASHI_MANGAN) & (audit.facts.end != EndKind.AGARI)
    open_here: Mask = _of_wins(audit, below) | nagashi
    return open_here


def _aborted(audit: Audit) -> Mask:
    aborted: Mask = is_one_of(audit.ryuukyoku.kind, ABORTIVE) & (audit.facts.end != EndKind.AGARI)
    return aborted


def _split_four(audit: Audit) -> Mask:
    """A seat waits for a kind of which it holds all four, some in melds and some not."""
    facts = audit.facts
    waits = facts.waits[:, :, None] >> _KINDS & np.uint64(1) != 0
    split = (facts.melded > 0) & (facts.concealed > 0) & (facts.melded + facts.concealed == 4)
    found: Mask = (waits & split).any(axis=(1, 2))
    return found


def _uneven_ties(audit: Audit) -> Mask:
    """Equal scores whose uma no source says how to split."""
    found = np.zeros(len(audit.usable), np.bool_)
    scores, left = outcome(audit), audit.facts.riichi_sticks
    for hand in range(len(found)):
        rules = audit.rule_set(int(audit.events.hands.game[hand]))
        if rules is not None:
            after = sorted(scores[hand, : rules.seats].tolist(), reverse=True)
            has_sticks = bool(left[hand]) and audit.facts.end[hand] != EndKind.AGARI
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


def _late(audit: Audit) -> Mask:
    """Hands after which the target may end the game."""
    hands = audit.events.hands
    late: Mask = hands.kyoku >= audit.of_rules(last_kyoku)[hands.game]
    return late


def _other_points(audit: Audit) -> Mask:
    """First hands that begin as they must, but for start points, which all seats have alike."""
    hands = audit.events.hands
    seated = np.arange(SEATS) < audit.events.games.players[hands.game, None]
    alike = ((hands.scores == hands.scores[:, :1]) | ~seated).all(axis=1)
    alike &= (hands.kyoku == 0) & (hands.honba == 0) & (hands.kyotaku == 0)
    return np.asarray(alike)


def _yame(audit: Audit) -> Mask:
    """A dealer stays in the last hand, and nobody has the target."""
    hands = audit.events.hands
    target = audit.of_rules(lambda rules: rules.target_points)[hands.game]
    stays: Mask = audit.next.kyoku == hands.kyoku
    return _late(audit) & stays & ~any_seat(outcome(audit) >= target[:, None])


def _may_have_red(audit: Audit) -> Mask:
    """Wins with a five that may be a red one: the log claims aka dora, or a payment as high as without it."""
    wins, facts, results = audit.wins, audit.facts, audit.events.results
    hand, winner = wins.hand, wins.winner.astype(np.int64)
    held = facts.concealed[hand, winner].astype(np.int64) + facts.melded[hand, winner]
    has_five = (held[:, _FIVES] > 0).any(axis=1) | np.isin(facts.last_tile[hand] // 4, _FIVES)
    names_red = (results.yaku[wins.result, :, 0] == Yaku.AKA_DORA).any(axis=1)
    rows = np.arange(len(hand))
    pays_more = results.deltas[wins.result, winner] >= wins.deltas[rows, winner]
    return _of_wins(audit, has_five & (names_red | (~claims_yaku(audit) & pays_more)))


_OPEN: Final = (
    _Open(Doubt.RED_FIVES, _VALUE, _may_have_red),
    _Open(Doubt.RENHOU, _VALUE, _renhou),
    _Open(Doubt.INDICATORS, ("win-dora", "dora-indicators", "wall-indicators"), _every),
    _Open(Doubt.WEST_ROUND, _VALUE, _in_west),
    _Open(Doubt.EVEN_TSUMO, ("win-points", "win-payment", "draw-payment"), _even_tsumo),
    _Open(Doubt.ABORTED, _FOLLOWING, _aborted),
    _Open(Doubt.SPLIT_FOUR, ("shown-seats", "draw-payment", *_FOLLOWING), _split_four),
    _Open(Doubt.TIES, ("final-scores", "final-result"), _uneven_ties),
    _Open(Doubt.YAME, ("game-over",), _yame),
    _Open(Doubt.NO_FLAGS, _END, _every),
    _Open(Doubt.CHIP_UMA, ("final-result",), _every),
    _Open(Doubt.CHIP_VALUE, ("final-result",), _every),
    _Open(Doubt.UNSTATED, ("game-start",), _other_points),
    _Open(Doubt.UNSTATED, ("game-over",), _late),
    _Open(Doubt.UNSTATED, ("final-result",), _every),
)


def without_open(audit: Audit, check: str, verdicts: Verdicts) -> Verdicts:
    """The verdicts of a check, failing ones undecided where a lobby leaves open what it rests on."""
    failing = np.flatnonzero((verdicts.state == _FAILED) & (verdicts.hand != ABSENT))
    if len(failing) == 0:
        return verdicts
    found = [one for one in _OPEN if check in one.checks]
    doubtful = [any(row.doubt in one.doubts for row in found) for one in audit.ruling.of_game]
    failing = failing[np.array(doubtful, np.bool_)[verdicts.game[failing]]]
    if len(failing) == 0:
        return verdicts
    reasons: dict[int, Doubt] = {}
    for doubt, _, hands_of in found:
        hands = hands_of(audit)
        row = verdicts.hand[failing] - (1 if check in _OF_THE_NEXT else 0)
        for item in failing[(row >= 0) & hands[row]].tolist():
            if doubt in audit.ruling.of_game[int(verdicts.game[item])].doubts:
                reasons.setdefault(item, doubt)
    is_open = np.zeros(len(verdicts.state), np.bool_)
    is_open[list(reasons)] = True

    def why(item: int) -> Detail:
        return Detail(None, None, reasons[item].meaning, verdicts.detail(item).element)

    return verdicts.undecided_where(is_open, why)


_SETTLED: Final = frozenset({Area.CHOMBO})
"""Whatever the price of a chombo is, it is a fault."""


class _Otherwise(NamedTuple):
    """One value that a rule may as well have."""

    rule: str
    value: RuleValue


def without_unstated(audit: Audit, check: Check, verdicts: Verdicts) -> Verdicts:
    """The verdicts, failing ones undecided where another value of an unstated rule lets them pass.

    Values are tried one at a time, and only those of rules that are on or off or have grades: of a number
    nobody can say which others may be meant.
    """
    failing = np.unique(verdicts.game[verdicts.state == _FAILED])
    rule_sets = dict.fromkeys(index for index in audit.rule_of_game[failing].tolist() if index >= 0)
    for index in rule_sets:
        for other in _others(audit.rule_sets[index], check.areas - _SETTLED):
            verdicts = _where_it_passes(audit, check, verdicts, index, other)
    return verdicts


def _where_it_passes(
    audit: Audit, check: Check, verdicts: Verdicts, index: int, other: _Otherwise
) -> Verdicts:
    judged = check.run(_under(audit, index, other))
    failed = verdicts.state == _FAILED
    if len(judged.state) != len(failed):
        return verdicts
    passes = failed & (judged.state == int(State.PASSED))
    if not passes.any():
        return verdicts
    name, value = audit.rule_sets[index].name, str(other.value).lower()
    reason = f"{name} does not state {other.rule}; it is right if that is {value}"
    return verdicts.undecided_where(
        passes, lambda item: Detail(None, None, reason, verdicts.detail(item).element)
    )


def _under(audit: Audit, index: int, other: _Otherwise) -> Audit:
    """The batch, the games of a rule set under this value; worked out once for all checks."""
    name = f"{__name__}: {index} {other.rule} {other.value}"
    if name not in audit.worked_out:
        changed: dict[str, Any] = {other.rule: other.value}
        audit.worked_out[name] = audit.under(
            audit.ruling.instead(index, replace(audit.rule_sets[index], **changed))
        )
    return cast("Audit", audit.worked_out[name])


@cache
def _others(rules: RuleSet, areas: frozenset[Area]) -> tuple[_Otherwise, ...]:
    """What unstated rules of these areas may be besides; nothing for a user's own set, which states all."""
    if rules.name not in names():
        return ()
    stated = dict(rules.sources)
    unstated = [
        rule
        for rule, (_, about) in RULES.items()
        if about.area in areas and stated[rule].startswith(UNSTATED)
    ]
    return tuple(
        _Otherwise(rule, value) for rule in unstated for value in _values(rule) if value != rules.value(rule)
    )


def _values(rule: str) -> Iterator[RuleValue]:
    kind, _ = RULES[rule]
    if kind is bool:
        yield from (False, True)
    elif issubclass(kind, StrEnum):
        yield from kind
