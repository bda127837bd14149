"""What another rule set would have paid: the same play settled under two rule sets, hand by hand.

Every hand is settled from the state its log gives it (dealer, honba, sticks), so a difference stays
with the hand that makes it; the scores of a game under a rule set are the sum of its hands.
"""

from __future__ import annotations

from enum import unique
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit, endings_of, final_results_of
from analyzer.audit.ruling import choose_rules
from analyzer.formats.events import Events
from analyzer.replay import Facts
from analyzer.rules import RuleSet
from analyzer.settlement import Settlement
from analyzer.settlement.game_end import ranks
from analyzer.vocabulary import SEATS, Code, EndKind


@unique
class Cause(Code):
    """Why two rule sets differ on a hand; the first that applies."""

    NONE = 0
    DRAW_KIND = 1
    """They end the hand by different draws, or one of them plays on."""
    DRAW_PAYMENT = 2
    """The same draw is paid differently."""
    WIN_PAYMENT = 3
    """The same win is worth something else, or paid by others."""
    NEXT_HAND = 4
    """The payments are the same; the next dealer, honba or sticks are not."""

    @property
    def text(self) -> str:
        """Name in columns and reports, as ``draw_kind``."""
        return self.name.lower()


class Settled(NamedTuple):
    """The hands and games of a batch under one rule set."""

    rule_of_game: NDArray[np.int32]
    """Shape (games,): -1 where the rule set does not fit the number of players."""
    hands: Settlement
    sums: NDArray[np.int32]
    """Shape (games, 4), points: start and all hands."""
    final_scores: NDArray[np.int32]
    """Shape (games, 4), points: the same with the sticks left at the end; zeros of a game that has no end."""
    final_results: NDArray[np.int32]
    """Likewise, with uma and oka of the rule set."""


class TwoRuleSets(NamedTuple):
    """Two rule sets over one batch."""

    a: Settled
    b: Settled
    compared: NDArray[np.bool_]
    """Shape (hands,): readable, complete hands of games that both rule sets fit."""
    cause: NDArray[np.uint8]
    """Shape (hands,): a Cause; NONE where nothing differs or nothing was compared."""
    games: NDArray[np.bool_]
    """Shape (games,): finished games of which every hand was compared."""
    order_differs: NDArray[np.bool_]
    """Shape (games,): the final order is another."""
    leftover_differs: NDArray[np.bool_]
    """Shape (games,): sticks were left at the end, and not both rule sets put them in the same place."""


def compare(audit: Audit, a: RuleSet | None, b: RuleSet | None) -> TwoRuleSets:
    """Settle every hand under two rule sets.

    Args:
        audit: The batch.
        a: A rule set; None for the one that each log calls for.
        b: Another.
    """
    events, facts = audit.events, audit.facts
    one, other = (
        _settled(audit.under(choose_rules(events, audit.logs, rules, audit.headers.announcements)))
        for rules in (a, b)
    )
    fits = (one.rule_of_game >= 0) & (other.rule_of_game >= 0)
    usable = events.hands.readable & events.hands.complete & ~facts.derailed
    compared = usable & fits[events.hands.game]
    cause = np.where(compared, _cause(facts, one, other), Cause.NONE).astype(np.uint8)
    games = fits & _finished(events, compared)
    order = (ranks(one.final_scores) != ranks(other.final_scores)).any(axis=1)
    left, other_left = (settled.final_scores - settled.sums for settled in (one, other))
    leftover = (left != other_left).any(axis=1)
    return TwoRuleSets(one, other, compared, cause, games, games & order, games & leftover)


def _cause(facts: Facts, one: Settled, other: Settled) -> NDArray[np.uint8]:
    won = facts.end == EndKind.AGARI
    a, b = one.hands, other.hands
    paid = (a.deltas != b.deltas).any(axis=1)
    after = (
        (a.next.kyoku != b.next.kyoku) | (a.next.honba != b.next.honba) | (a.next.kyotaku != b.next.kyotaku)
    )
    rows = (
        (~won & (a.draws.kind != b.draws.kind), Cause.DRAW_KIND),
        (~won & paid, Cause.DRAW_PAYMENT),
        (won & paid, Cause.WIN_PAYMENT),
        (after, Cause.NEXT_HAND),
    )
    return np.select([where for where, _ in rows], [cause for _, cause in rows], Cause.NONE).astype(np.uint8)


def _finished(events: Events, compared: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Shape (games,): games that the log ends, with every hand compared."""
    games = len(events.games.go_type)
    missing = np.bincount(events.hands.game[~compared], minlength=games) > 0
    results = events.results
    ended = np.bincount(events.hands.game[results.hand[results.has_owari]], minlength=games) > 0
    return ended & ~missing


def _settled(audit: Audit) -> Settled:
    hands, offsets = audit.events.hands, audit.events.games.hand_offsets
    deposits = -audit.stick[:, None] * audit.facts.riichi_passed
    sums = np.zeros((len(audit.logs), SEATS), np.int32)
    np.add.at(sums, hands.game, audit.settled.deltas + deposits)
    games = np.flatnonzero(offsets[1:] > offsets[:-1])
    sums[games] += hands.scores[offsets[games]]
    scores, results = np.zeros_like(sums), np.zeros_like(sums)
    last = offsets[games + 1] - 1
    endings = endings_of(audit, sums[hands.game])
    scores[games] = endings.scores[last]
    results[games] = final_results_of(audit, last, endings).due
    return Settled(audit.rule_of_game, audit.settled, sums, scores, results)
