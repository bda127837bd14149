"""One batch of games as the checks see it: what was logged, what was played, what the rules give.

What only some checks need is computed once, when first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from typing import NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import follows_stray, is_played_whole
from analyzer.audit.findings import LogName
from analyzer.audit.readings import read_as_claimed
from analyzer.audit.ruling import Ruling
from analyzer.formats.events import INDICATORS, NEVER_STATED, Claim, Events, Oddity, indicators_of_hands
from analyzer.formats.headers import Headers
from analyzer.replay.facts import Course, Facts, Illegals, is_one_of
from analyzer.replay.seats import every_seat, of_hands
from analyzer.rules import Area, RuleSet
from analyzer.rules.grades import Rounding
from analyzer.settlement import Calls, Carry, RulesOfHands, Ryuukyoku, Settlement, Situation, Wins, settle
from analyzer.settlement.game_end import final_results, game_end, leftover_points
from analyzer.settlement.payments import sticks_taken, takes_pot
from analyzer.settlement.wait_values import own_honba_of_games
from analyzer.vocabulary import ABSENT, ASKS_TENPAI, NO_TILE, RIICHI_STICK, SEATS, DrawKind, EndKind

T = TypeVar("T")


class Endings(NamedTuple):
    """What the rules say of the end of the game after each hand; rows are those of ``hands``."""

    cause: NDArray[np.uint8]
    """An EndCause; NONE where the game goes on."""
    may_end: NDArray[np.bool_]
    """The dealer may end the game: going on and stopping are both right."""
    scores: NDArray[np.int32]
    """Shape (hands, 4), points: final scores if the game ends here, leftover sticks included."""
    leftover: NDArray[np.int32]
    """Shape (hands, 4), points: those of the sticks left on the table."""


class Results(NamedTuple):
    """Final results; shape (items, 4), points."""

    due: NDArray[np.int32]
    other: NDArray[np.int32]
    """Rounded if ``due`` are not and the reverse, where either is right; else the same."""


@dataclass(frozen=True)
class Audit:
    """Everything a check may look at.

    Attributes:
        logs: Names, one per game.
        events: The batch.
        facts: Of its hands.
        replayed: What the replay found that cannot be, whatever the rule set allows.
        ruling: The rule set of every game.
        headers: Of every game; its seeds.
        asked: Ids of the checks that run; None for all.  A check that does not run reports nothing.
        course: Of its hands; None where nobody has asked for it yet.
        worked_out: What `shared` functions gave, by their names.
    """

    logs: tuple[LogName, ...]
    events: Events
    facts: Facts
    replayed: Illegals
    ruling: Ruling
    headers: Headers
    asked: frozenset[str] | None = None
    course: Course | None = None
    worked_out: dict[str, object] = field(default_factory=dict, repr=False)

    @cached_property
    def settled(self) -> Settlement:
        """What the rules give to each hand; the calls are the results that name a winner."""
        hands, results, count = self.events.hands, self.events.results, len(self.events.hands.game)
        # Ura indicators are taken from the log: whether they are right is for the check of the wall.
        ura = np.full((count, INDICATORS), NO_TILE, np.uint8)
        stated = np.flatnonzero(results.has_ura)
        ura[results.hand[stated]] = of_hands(results.ura, stated)
        own_honba = np.zeros(count, np.int32)
        situation = Situation(hands.kyoku, hands.honba, self.indicators, ura, own_honba)
        playable = (results.end == EndKind.AGARI) & (results.winner < SEATS) & (results.loser < SEATS)
        rows = np.flatnonzero(playable)
        calls = Calls(rows, results.hand[rows], results.winner[rows])
        rules = RulesOfHands(self.rule_sets, self.rule_of_game[hands.game])
        settled = settle(self.facts, rules, situation, calls=calls)
        if any(rule_set.paarenchan for rule_set in self.rule_sets):
            own_honba[:] = _own_honba(self.events, settled)
        return settled

    @cached_property
    def ryuukyoku(self) -> Ryuukyoku:
        """What the rules give to each hand as a ryuukyoku; no points where it was won."""
        draws, won = self.settled.draws, (self.facts.end == EndKind.AGARI)[:, None]
        deltas, final_points = (np.where(won, np.int32(0), one) for one in (draws.deltas, draws.final_points))
        return draws._replace(deltas=deltas, final_points=final_points)

    @property
    def overdue(self) -> NDArray[np.uint8]:
        """Shape (hands,): DrawKind that should have ended the hand earlier; 0 when none."""
        return self.settled.overdue

    @property
    def next(self) -> Carry:
        """The hand that must follow each hand."""
        return self.settled.next

    @cached_property
    def wins(self) -> Wins:
        """What the rules give to each agari, by the loser that is named; the first in turn takes the pot."""
        wins = self.settled.wins
        loser = self.events.results.loser[wins.result]
        pot = takes_pot(wins.hand, wins.winner, loser)
        sticks = self._sticks(wins, pot)
        wins = wins._replace(table=wins.table._replace(loser=loser, takes_pot=pot, sticks=sticks))
        return read_as_claimed(self.events, self.facts, self.ruling, self.settled.situation, wins)

    def _sticks(self, wins: Wins, is_first: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Sticks that each winner takes by its rule set."""
        facts, sticks = self.facts, np.zeros(len(wins.hand), np.int32)
        rule_of_win = self.rule_of_game[self.events.hands.game[wins.hand]]
        for index, rules in enumerate(self.rule_sets):
            rows = np.flatnonzero(rule_of_win == index)
            hand, own = wins.hand[rows], facts.riichi_passed[wins.hand[rows], wins.winner[rows]]
            kyotaku = facts.riichi_sticks[hand].astype(np.int32)
            sticks[rows] = sticks_taken(hand, is_first[rows], kyotaku, own, rules)
        return sticks

    @cached_property
    def indicators(self) -> NDArray[np.uint8]:
        """Shape (hands, 8): dora indicators in the order shown; NO_TILE where fewer."""
        return indicators_of_hands(self.events)

    @cached_property
    def endings(self) -> Endings:
        """Whether the rules end the game after each hand, judged from the scores that its results claim."""
        return endings_of(self, outcome(self))

    @cached_property
    def is_first_hand(self) -> NDArray[np.bool_]:
        """Shape (hands,): the first of its game."""
        game = self.events.hands.game
        first: NDArray[np.bool_] = np.arange(len(game)) == self.events.games.hand_offsets[game]
        return first

    @cached_property
    def is_first_result(self) -> NDArray[np.bool_]:
        """Shape (results,): the first of its hand."""
        hand = self.events.results.hand
        first: NDArray[np.bool_] = np.arange(len(hand)) == self.events.hands.result_offsets[hand]
        return first

    @cached_property
    def played(self) -> NDArray[np.bool_]:
        """Shape (hands,): all that play needs could be read, whatever is broken in what the log claims."""
        return is_played_whole(self.events, self.facts)

    @cached_property
    def followed(self) -> NDArray[np.bool_]:
        """Shape (hands,): played whole and not derailed: its play can be followed as far as it goes."""
        followed: NDArray[np.bool_] = self.played & ~self.facts.derailed
        return followed

    @cached_property
    def usable(self) -> NDArray[np.bool_]:
        """Shape (hands,): followed to a result: its facts can be judged."""
        usable: NDArray[np.bool_] = self.followed & self.events.hands.complete
        return usable

    @cached_property
    def scored(self) -> NDArray[np.bool_]:
        """Shape (results,): ``sc`` states the scores and payments."""
        results = self.events.results
        return every_seat(results.scores != ABSENT) & every_seat(results.deltas != ABSENT)

    @cached_property
    def leads_on(self) -> NDArray[np.bool_]:
        """Shape (hands,): usable, and what it says tells how the next hand must begin."""
        leads_on = self.usable & ~follows_stray(self.events)
        leads_on[self.events.results.hand[~self.scored]] = False
        return leads_on

    @cached_property
    def other(self) -> Audit | None:
        """The batch under the other rule sets that its games may have been played under; None without any."""
        ruling = self.ruling.by_others()
        return None if ruling is None else self.under(ruling)

    def under(self, ruling: Ruling) -> Audit:
        """The batch under other rule sets, with everything worked out anew."""
        return replace(self, ruling=ruling, worked_out={})

    @property
    def rule_sets(self) -> tuple[RuleSet, ...]:
        """Rule sets in use."""
        return self.ruling.rule_sets

    @property
    def rule_of_game(self) -> NDArray[np.int32]:
        """Shape (games,): index into ``rule_sets``; -1 where none could be chosen."""
        return self.ruling.rule_of_game

    def rule_set(self, game: int) -> RuleSet | None:
        """The rule set of a game; None where none could be chosen."""
        return self.ruling.of_game[game].rules

    def of_rules(self, value: Callable[[RuleSet], int], otherwise: int = 0) -> NDArray[np.int64]:
        """Shape (games,): a number of each game's rule set; ``otherwise`` where none could be chosen."""
        return np.array([*map(value, self.rule_sets), otherwise], np.int64)[self.rule_of_game]

    @cached_property
    def stick(self) -> NDArray[np.int32]:
        """Shape (hands,): points of a riichi stick; the ordinary ones where no rule set could be chosen."""
        points = self.of_rules(lambda rules: rules.riichi_stick, RIICHI_STICK)
        return points[self.events.hands.game].astype(np.int32)

    def rule_name(self, hand: int) -> str:
        """Name of the rule set that judges a hand."""
        rules = self.rule_set(int(self.events.hands.game[hand]))
        return "no rule set" if rules is None else rules.name

    @cached_property
    def from_json(self) -> NDArray[np.bool_]:
        """Shape (games,): whether the log is no mjlog, but of a form that states less than one."""
        from_json = np.zeros(len(self.logs), np.bool_)
        for form in NEVER_STATED:
            from_json |= self._of_form(form)
        return from_json

    @cached_property
    def from_tenhou6(self) -> NDArray[np.bool_]:
        """Shape (games,): whether the log is JSON of tenhou.net/6."""
        return self._of_form(_TENHOU6)

    @cached_property
    def from_lines(self) -> NDArray[np.bool_]:
        """Shape (games,): whether the elements of the log are lines of its file."""
        return self._of_form(_MJAI)

    def _of_form(self, form: int) -> NDArray[np.bool_]:
        of_form = np.zeros(len(self.logs), np.bool_)
        of_form[self.events.oddities.game[self.events.oddities.code == form]] = True
        return of_form

    def unstated(self, claim: Claim) -> NDArray[np.bool_]:
        """Shape (hands,): the log, by its form or its writer, does not state what others do."""
        game, oddities = self.events.hands.game, self.events.oddities
        unstated = np.zeros(len(game), np.bool_)
        for form, never in NEVER_STATED.items():
            if claim & never:
                unstated |= self._of_form(form)[game]
        said = (oddities.code == _UNSTATED) & (oddities.detail & int(claim) != 0) & (oddities.hand >= 0)
        unstated[oddities.hand[said]] = True
        return unstated

    def area_unknown(self, areas: frozenset[Area]) -> NDArray[np.bool_]:
        """Shape (games,): whether the rules of some area are not known, so that no verdict is possible."""
        distinct, of_game = self._unknown_areas
        unknown = [bool(areas & unknown) for unknown in distinct]
        without_rules: NDArray[np.bool_] = self.rule_of_game < 0
        return without_rules | np.array(unknown, np.bool_)[of_game] if any(unknown) else without_rules

    @cached_property
    def _unknown_areas(self) -> tuple[tuple[frozenset[Area], ...], NDArray[np.int64]]:
        """The few sets of unknown areas that the games share, and which of them each game has."""
        unknown = [one.unknown for one in self.ruling.of_game]
        index_of = {areas: index for index, areas in enumerate(dict.fromkeys(unknown))}
        of_game = [index_of[areas] for areas in unknown]
        return tuple(index_of), np.array(of_game, np.int64)


_TENHOU6 = int(Oddity.TENHOU6)
_MJAI = int(Oddity.MJAI)
_UNSTATED = int(Oddity.UNSTATED)


def shared(function: Callable[[Audit], T]) -> Callable[[Audit], T]:
    """Compute once per batch what several checks need; the value must not be changed."""
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def once(audit: Audit) -> T:
        if name not in audit.worked_out:
            audit.worked_out[name] = function(audit)
        return cast("T", audit.worked_out[name])

    return once


@shared
def outcome(audit: Audit) -> NDArray[np.int32]:
    """Shape (hands, 4): scores after the last result of each hand; meaningless without a result."""
    results, offsets = audit.events.results, audit.events.hands.result_offsets
    if len(results.hand) == 0:
        return audit.events.hands.scores
    last = np.clip(offsets[1:] - 1, 0, len(results.hand) - 1)
    return of_hands(results.scores, last) + of_hands(results.deltas, last)


@shared
def repeated_result(audit: Audit) -> NDArray[np.bool_]:
    """Shape (results,): a second win of the same seat in a hand, or a second draw of a hand.

    Nagashi mangan may be stated once for each seat that made it.
    """
    results = audit.events.results
    again = np.zeros(len(results.hand), np.bool_)
    again[1:] = (results.hand[1:] == results.hand[:-1]) & (results.winner[1:] == results.winner[:-1])
    again &= results.draw_kind != DrawKind.NAGASHI_MANGAN
    return again


def endings_of(audit: Audit, scores: NDArray[np.int32]) -> Endings:
    """Whether the rules end the game after each hand with a result.

    Args:
        audit: The batch.
        scores: After each hand; shape (hands, 4), points.
    """
    hands, facts, draws = audit.events.hands, audit.facts, audit.settled.draws
    count = len(hands.game)
    points = (np.zeros((count, SEATS), np.int32) for _ in range(2))
    endings = Endings(np.zeros(count, np.uint8), np.zeros(count, np.bool_), *points)
    rule_of_hand = np.where(hands.complete, audit.rule_of_game[hands.game], -1)
    for index, rules in enumerate(audit.rule_sets):
        rows = np.flatnonzero(rule_of_hand == index)
        after, won = scores[rows, : rules.seats], facts.end[rows] == EndKind.AGARI
        end = game_end(
            after,
            rules,
            kyoku=hands.kyoku[rows],
            dealer=facts.dealer[rows],
            dealer_stays=audit.next.kyoku[rows] == hands.kyoku[rows],
            won=won,
            kind=draws.kind[rows],
        )
        endings.cause[rows] = end.cause
        endings.may_end[rows] = end.may_end
        sticks = np.where(won, 0, facts.riichi_sticks[rows]).astype(np.int32)
        left = leftover_points(after, sticks, rules)
        endings.leftover[rows, : rules.seats], endings.scores[rows, : rules.seats] = left, after + left
    return endings


def final_results_of(audit: Audit, hand: NDArray[np.integer], endings: Endings) -> Results:
    """Final results where the game ends after some hands; zeros without a rule set or a result.

    Args:
        audit: The batch.
        hand: The last hands of games; shape (items,).
        endings: Of all hands.
    """
    events = audit.events
    scores, leftover = endings.scores[hand], endings.leftover[hand]
    game = events.hands.game[hand]
    rule_of_item = np.where(events.hands.complete[hand], audit.rule_of_game[game], -1)
    # What the chombo of a game so far take from its final results.
    taken = audit.ryuukyoku.final_points
    total = np.cumsum(taken, axis=0, dtype=np.int32)
    penalties = total[hand] - (total - taken)[events.games.hand_offsets[game]]
    due, other = np.zeros(scores.shape, np.int32), np.zeros(scores.shape, np.int32)

    def results(rules: RuleSet, rows: NDArray[np.intp]) -> NDArray[np.int32]:
        ended, taken, left = (column[rows, : rules.seats] for column in (scores, penalties, leftover))
        return final_results(ended, rules, taken, left)

    for index, rules in enumerate(audit.rule_sets):
        items, seats = np.flatnonzero(rule_of_item == index), slice(0, rules.seats)
        due[items, seats] = results(rules, items)
        other[items] = due[items]
        items = items[[audit.ruling.of_game[at].either_rounding for at in game[items].tolist()]]
        if len(items):
            other[items, seats] = results(rounded_otherwise(rules), items)
    return Results(due, other)


def rounded_otherwise(rules: RuleSet) -> RuleSet:
    """The rule set with final results rounded where it does not round them, and the reverse."""
    other = Rounding.HALF_AWAY if rules.rounding == Rounding.NONE else Rounding.NONE
    return replace(rules, rounding=other)


def last_results(events: Events) -> NDArray[np.int64]:
    """Row of the last result of each hand; meaningless for a hand without one."""
    return np.maximum(events.hands.result_offsets[1:].astype(np.int64) - 1, 0)


def _own_honba(events: Events, settled: Settlement) -> NDArray[np.int32]:
    """Shape (hands,): honba that the dealer has earned alone, by own wins or tenpai draws (paarenchan)."""
    hands, facts, after, draws = events.hands, settled.facts, settled.next, settled.draws
    rows = np.arange(len(hands.game))
    dealer = np.minimum(facts.dealer, SEATS - 1).astype(np.int64)
    by_draw = is_one_of(draws.kind, ASKS_TENPAI) & draws.tenpai[rows, dealer]
    earned = np.where(facts.end == EndKind.AGARI, facts.winners[rows, dealer], by_draw)
    # Where the log goes on as the rules do not let it, nothing is earned.
    stays = np.zeros(len(rows), np.bool_)
    stays[:-1] = (hands.kyoku[1:] == hands.kyoku[:-1]) & (after.kyoku[:-1] == hands.kyoku[1:])
    return own_honba_of_games(hands.game, hands.honba, stays, earned)
