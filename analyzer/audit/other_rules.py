"""What another rule set would have paid: the same play settled under two rule sets, hand by hand.

Every hand is settled from the state its log gives it (dealer, honba, sticks), so a difference stays
with the hand that makes it; the scores of a game under a rule set are the sum of its hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import unique
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.findings import LogName
from analyzer.audit.ruling import Announcements, Ruling, choose_rules
from analyzer.audit.settled_hands import settle_log
from analyzer.formats.events import Events
from analyzer.replay import Facts
from analyzer.rules import RuleSet
from analyzer.settlement import Settlement
from analyzer.settlement.game_end import final_results, leftover_points, ranks
from analyzer.vocabulary import SEATS, Code, EndKind

__all__ = ["Cause", "Comparison", "Settled", "compare"]


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
    final_scores: NDArray[np.int32]
    """Shape (games, 4), points: start and all hands, with the sticks left at the end."""
    final_results: NDArray[np.int32]
    """Shape (games, 4), points, with uma and oka of the rule set."""
    stick: NDArray[np.int32]
    """Shape (games,): points of a riichi stick."""


class Comparison(NamedTuple):
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


def compare(
    events: Events,
    facts: Facts,
    logs: Sequence[LogName],
    a: RuleSet | None,
    b: RuleSet | None,
    announcements: Announcements,
) -> Comparison:
    """Settle every hand under two rule sets.

    Args:
        events: The batch.
        facts: Of its hands.
        logs: Names, one per game.
        a: A rule set; None for the one that each log calls for.
        b: Another.
        announcements: By game, of those that have any.
    """
    one, other = (
        _settled(events, facts, choose_rules(events, logs, rules, announcements)) for rules in (a, b)
    )
    fits = (one.rule_of_game >= 0) & (other.rule_of_game >= 0)
    usable = events.hands.readable & events.hands.complete & ~facts.derailed
    compared = usable & fits[events.hands.game]
    cause = np.where(compared, _cause(facts, one, other), Cause.NONE).astype(np.uint8)
    games = fits & _finished(events, compared)
    order = (ranks(one.final_scores) != ranks(other.final_scores)).any(axis=1)
    left = one.final_scores - _sums(events, facts, one), other.final_scores - _sums(events, facts, other)
    leftover = (left[0] != left[1]).any(axis=1)
    return Comparison(one, other, compared, cause, games, games & order, games & leftover)


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


def _settled(events: Events, facts: Facts, ruling: Ruling) -> Settled:
    settled = Settled(
        ruling.rule_of_game,
        settle_log(events, facts, ruling),
        np.zeros((len(ruling.rule_of_game), SEATS), np.int32),
        np.zeros((len(ruling.rule_of_game), SEATS), np.int32),
        np.array([*(rules.riichi_stick for rules in ruling.rule_sets), 0], np.int32)[ruling.rule_of_game],
    )
    _fill_finals(events, facts, ruling, settled)
    return settled


def _sums(events: Events, facts: Facts, settled: Settled) -> NDArray[np.int32]:
    """Shape (games, 4): scores at the start with the payments and deposits of all hands."""
    hands = events.hands
    deposits = -settled.stick[hands.game, None] * facts.riichi_passed
    totals = np.zeros((len(events.games.go_type), SEATS), np.int32)
    np.add.at(totals, hands.game, settled.hands.deltas + deposits)
    offsets = events.games.hand_offsets
    games = np.flatnonzero(offsets[1:] > offsets[:-1])
    totals[games] += hands.scores[offsets[games]]
    return totals


def _fill_finals(events: Events, facts: Facts, ruling: Ruling, settled: Settled) -> None:
    """Final scores and results of every game that has a hand."""
    totals = _sums(events, facts, settled)
    offsets = events.games.hand_offsets
    last = np.maximum(offsets[1:] - 1, 0)
    penalties = np.zeros_like(totals)
    np.add.at(penalties, events.hands.game, settled.hands.final_points)
    for index, rules in enumerate(ruling.rule_sets):
        games = np.flatnonzero((ruling.rule_of_game == index) & (offsets[1:] > offsets[:-1]))
        seats = slice(0, rules.seats)
        won = facts.end[last[games]] == EndKind.AGARI
        sticks = np.where(won, 0, facts.riichi_sticks[last[games]]).astype(np.int32)
        scores = totals[games, seats] + leftover_points(totals[games, seats], sticks, rules)
        settled.final_scores[games, seats] = scores
        settled.final_results[games, seats] = final_results(scores, rules, penalties[games, seats])
