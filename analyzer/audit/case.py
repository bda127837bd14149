"""One batch of games as the checks see it: what was logged, what was played, what the rules give.

What only some checks need is computed once, when first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import follows_stray, is_played_whole
from analyzer.audit.findings import LogName
from analyzer.audit.rare_plays import RarePlays, rare_plays
from analyzer.audit.readings import read_as_claimed
from analyzer.audit.ruling import Ruling
from analyzer.audit.seeding import WallTruth, walls_of_games
from analyzer.audit.settled_hands import (
    Endings,
    indicators_of_hands,
    settle_endings,
    settle_log,
    wins_of_log,
)
from analyzer.formats.claims import NEVER_STATED, Claim
from analyzer.formats.events import Events, Oddity
from analyzer.formats.headers import Headers
from analyzer.replay.facts import Course, Facts, Illegal, Illegals, is_one_of
from analyzer.replay.seats import every_seat, of_hands
from analyzer.rules import Area, RuleSet
from analyzer.settlement import Carry, Ryuukyoku, Settlement, Wins
from analyzer.settlement.allowed_plays import allowed_plays
from analyzer.vocabulary import ABSENT, RIICHI_STICK, DrawKind, EndKind

__all__ = ["Case", "outcome", "repeated_result", "shared"]

T = TypeVar("T")


@dataclass(frozen=True)
class Case:
    """Everything a check may look at.

    Attributes:
        logs: Names, one per game.
        events: The batch.
        facts: Of its hands.
        replayed: What the replay found that cannot be.
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
    def illegals(self) -> Illegals:
        """What in the play cannot be by the rules, in play order."""
        illegals, code = self.replayed, self.replayed.code
        of_game = self.events.hands.game[illegals.hand]
        # Where neither rules nor log say so, kita is no fault, nor is an indicator behind its draw.
        is_allowed = is_one_of(code, (Illegal.DORA_LATE, Illegal.KITA_OFF))
        is_allowed &= self.area_unknown(frozenset({Area.PLAY}))[of_game]
        is_allowed |= (code == Illegal.DORA_LATE) & self.unstated(Claim.DORA_TIME)[illegals.hand]
        for row, rules in enumerate(self.rule_sets):
            is_allowed |= (self.rule_of_game[of_game] == row) & is_one_of(code, allowed_plays(rules))
        return Illegals._make(column[~is_allowed] for column in illegals)

    @cached_property
    def rare(self) -> RarePlays:
        """The plays that are neither draws nor discards."""
        return rare_plays(self.events)

    @cached_property
    def settled(self) -> Settlement:
        """What the rules give to each hand."""
        return settle_log(self.events, self.facts, self.ruling, self.indicators)

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
        """What the rules give to each agari."""
        wins = wins_of_log(self.events, self.settled)
        return read_as_claimed(self.events, self.facts, self.ruling, self.settled.situation, wins)

    @cached_property
    def indicators(self) -> NDArray[np.uint8]:
        """Shape (hands, 8): dora indicators in the order shown; NO_TILE where fewer."""
        return indicators_of_hands(self.events, self.rare)

    @cached_property
    def endings(self) -> Endings:
        """Whether the rules end the game after each hand."""
        return settle_endings(self.events, self.ruling, self.settled)

    @cached_property
    def wall(self) -> WallTruth:
        """What the seeds give."""
        return walls_of_games(self.events, self.facts, self.headers)

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
    def other(self) -> Case | None:
        """The batch under the other rule sets that its games may have been played under; None without any."""
        ruling = self.ruling.by_others()
        return None if ruling is None else replace(self, ruling=ruling, worked_out={})

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
        index = int(self.rule_of_game[game])
        return None if index < 0 else self.rule_sets[index]

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

    def unshown(self) -> NDArray[np.bool_]:
        """Shape (hands,): whether the hand ends in a draw of JSON that does not say who is tenpai."""
        unshown = np.zeros(len(self.usable), np.bool_)
        unshown[self.events.oddities.hand[self.events.oddities.code == _UNSHOWN]] = True
        return unshown

    def area_unknown(self, areas: frozenset[Area]) -> NDArray[np.bool_]:
        """Shape (games,): whether the rules of some area are not known, so that no verdict is possible."""
        distinct, of_game = self._unknown_areas
        unknown = [bool(areas & unknown) for unknown in distinct]
        without_rules: NDArray[np.bool_] = self.rule_of_game < 0
        return without_rules | np.array(unknown, np.bool_)[of_game] if any(unknown) else without_rules

    @cached_property
    def _unknown_areas(self) -> tuple[tuple[frozenset[Area], ...], NDArray[np.int64]]:
        """The few sets of unknown areas that the games share, and which of them each game has."""
        index_of = {unknown: index for index, unknown in enumerate(dict.fromkeys(self.ruling.unknown_areas))}
        of_game = [index_of[unknown] for unknown in self.ruling.unknown_areas]
        return tuple(index_of), np.array(of_game, np.int64)


_TENHOU6 = int(Oddity.TENHOU6)
_UNSHOWN = int(Oddity.UNSHOWN)
_UNSTATED = int(Oddity.UNSTATED)


def shared(function: Callable[[Case], T]) -> Callable[[Case], T]:
    """Compute once per batch what several checks need; the value must not be changed."""
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def once(case: Case) -> T:
        if name not in case.worked_out:
            case.worked_out[name] = function(case)
        return cast("T", case.worked_out[name])

    return once


@shared
def outcome(case: Case) -> NDArray[np.int32]:
    """Shape (hands, 4): scores after the last result of each hand; meaningless without a result."""
    results, offsets = case.events.results, case.events.hands.result_offsets
    if len(results.hand) == 0:
        return case.events.hands.scores
    last = np.clip(offsets[1:] - 1, 0, len(results.hand) - 1)
    return of_hands(results.scores, last) + of_hands(results.deltas, last)


@shared
def repeated_result(case: Case) -> NDArray[np.bool_]:
    """Shape (results,): a second win of the same seat in a hand, or a second draw of a hand.

    Nagashi mangan may be stated once for each seat that made it.
    """
    results = case.events.results
    again = np.zeros(len(results.hand), np.bool_)
    again[1:] = (results.hand[1:] == results.hand[:-1]) & (results.winner[1:] == results.winner[:-1])
    again &= results.draw_kind != DrawKind.NAGASHI_MANGAN
    return again
