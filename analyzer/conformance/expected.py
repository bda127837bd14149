"""What a rule set makes of every hand of a log: the columns of the settlement as records, with reasons.

Points, scores and deltas are points; tiles are mpsz; seats are 0-3.  The fields are the schema of the
expected settlements: a change of a name or a meaning is a new version of the pack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from analyzer.audit import Finding, LogName, Review
from analyzer.audit.settled_hands import last_results
from analyzer.audit.settled_wins import counters_of
from analyzer.conformance.ending import ExpectedEnd, expected_end
from analyzer.conformance.outcome import ExpectedTenpai, ExpectedWin, expected_tenpai, expected_wins
from analyzer.replay.facts import take
from analyzer.rules import RuleSet
from analyzer.settlement.explain import settle_hand
from analyzer.settlement.reasons import Reason
from analyzer.settlement.settle import Counters, Settlement, settle_hands
from analyzer.vocabulary import RIICHI_STICK, DrawKind, kyoku_text

__all__ = ["ExpectedGame", "ExpectedHand", "ExpectedNext", "expected_games", "findings_of"]

_WALL: Final = "wall-"


@dataclass(frozen=True, slots=True)
class ExpectedNext:
    """The hand that follows.

    Attributes:
        kyoku: As ``E2``.
        honba: Counters.
        kyotaku: Sticks on the table.
        dealer: Seat.
    """

    kyoku: str
    honba: int
    kyotaku: int
    dealer: int


@dataclass(frozen=True, slots=True)
class ExpectedHand:
    """One hand settled.

    Attributes:
        hand: 0-based index in the game.
        kyoku: As ``E2``.
        honba: Counters when the hand begins.
        kyotaku: Sticks on the table when it begins.
        dealer: Seat.
        first_element: Element index of its INIT; the root is 0.
        last_element: Element index of its last result.
        scores_before: When the hand begins.
        deposits: Seats whose riichi stick is on the table when the hand ends.
        outcome: ``win``, or the kind of draw.
        wins: In the order in which they are paid, next in turn from the discarder first; empty for a draw.
        tenpai: Per seat at an exhaustive draw or nagashi mangan; empty elsewhere.
        deltas: What the result moves, deposits not included; several wins added up.
        final_points: What chombo takes from the final result, per seat.
        scores_after: Before the hand, less deposits, with ``deltas``.
        next: The hand that follows; None when the game is over.
        reasons: Why, in order.
    """

    hand: int
    kyoku: str
    honba: int
    kyotaku: int
    dealer: int
    first_element: int
    last_element: int
    scores_before: tuple[int, ...]
    deposits: tuple[int, ...]
    outcome: str
    wins: tuple[ExpectedWin, ...]
    tenpai: tuple[ExpectedTenpai, ...]
    deltas: tuple[int, ...]
    final_points: tuple[int, ...]
    scores_after: tuple[int, ...]
    next: ExpectedNext | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class ExpectedGame:
    """One log settled under one rule set.

    Attributes:
        hands: In order.
        end: The end of the game; None where the log stops before it.
        findings: What our referee says of the log: nothing, but where a scenario is about a fault of play
            or of the log's form.
    """

    hands: tuple[ExpectedHand, ...]
    end: ExpectedEnd | None
    findings: tuple[Finding, ...]


def expected_games(judged: Review, rules: RuleSet) -> list[ExpectedGame]:
    """What a rule set makes of every game of a batch that it judges.

    Args:
        judged: The batch, reviewed under ``rules``; every hand complete.
        rules: The rule set.
    """
    counters = counters_of(judged.events, judged.facts, judged.next, judged.draws)
    settled = settle_hands(judged.facts, rules, counters)
    games: list[ExpectedGame] = []
    for game, name in enumerate(judged.logs):
        first, stop = judged.events.games.hand_offsets[game : game + 2].tolist()
        hands = tuple(_hand(judged, settled, counters, row, first, stop, rules) for row in range(first, stop))
        end = expected_end(judged, settled, first, stop, rules)
        games.append(ExpectedGame(hands, end, findings_of(judged, name)))
    return games


def findings_of(judged: Review, name: LogName) -> tuple[Finding, ...]:
    """What was found in one log, its wall apart: walls made to measure have no seed."""
    return tuple(
        one
        for one in judged.findings
        if (one.log, one.source) == (name.log_id, name.source) and not one.check.startswith(_WALL)
    )


def _hand(
    judged: Review, settled: Settlement, counters: Counters, row: int, first: int, stop: int, rules: RuleSet
) -> ExpectedHand:
    hands, seats = judged.events.hands, slice(0, rules.seats)
    before = hands.scores[row, seats]
    paid = judged.facts.riichi_passed[row, seats]
    after = before - RIICHI_STICK * paid + settled.deltas[row]
    won = bool(settled.won[row])
    follows = ExpectedNext(
        kyoku_text(int(settled.after.kyoku[row])),
        int(settled.after.honba[row]),
        int(settled.after.kyotaku[row]),
        int(settled.after.dealer[row]),
    )
    final_points = np.zeros(rules.seats, np.int32) if won else settled.draw.final_points[row]
    return ExpectedHand(
        hand=row - first,
        kyoku=kyoku_text(int(hands.kyoku[row])),
        honba=int(hands.honba[row]),
        kyotaku=int(hands.kyotaku[row]),
        dealer=int(judged.facts.dealer[row]),
        first_element=int(hands.element[row]),
        last_element=int(judged.events.results.element[last_results(judged.events)[row]]),
        scores_before=tuple(before.tolist()),
        deposits=tuple(np.flatnonzero(paid).tolist()),
        outcome="win" if won else _kind_text(int(settled.draw.kind[row])),
        wins=expected_wins(settled.wins, row, rules) if won else (),
        tenpai=expected_tenpai(judged.facts, settled.draw, row, rules) if not won else (),
        deltas=tuple(settled.deltas[row].tolist()),
        final_points=tuple(final_points.tolist()),
        scores_after=tuple(after.tolist()),
        next=follows if row + 1 < stop else None,
        reasons=_reasons(judged, counters, row, rules),
    )


def _kind_text(kind: int) -> str:
    return DrawKind(kind).text if kind else "none"


def _reasons(judged: Review, counters: Counters, row: int, rules: RuleSet) -> tuple[Reason, ...]:
    one = np.array([row])
    beside = Counters(
        counters.kyoku[one],
        counters.honba[one],
        counters.indicators[one],
        counters.ura[one],
        counters.own_honba[one],
    )
    return settle_hand(take(judged.facts, one), rules, beside).reasons
