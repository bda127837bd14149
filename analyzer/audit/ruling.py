"""Which rule set judges which game, and what it gives: the settlement of a batch, rule set by rule set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, LogName
from analyzer.audit.computed import Draws, Next
from analyzer.audit.verdicts import Detail, State, Verdicts
from analyzer.mjlog.events import Events, Oddity
from analyzer.mjlog.log_id import parse_log_id
from analyzer.replay.facts import Facts, take
from analyzer.rules import Area, Choice, RuleSet, choose
from analyzer.settlement import carry, overdue, settle_ryuukyoku
from analyzer.vocabulary import ABSENT, SEATS, EndKind

__all__ = ["Ruling", "choose_rules", "rule_set_known", "settle"]


class Ruling(NamedTuple):
    """The rule set of every game of a batch."""

    rule_sets: tuple[RuleSet, ...]
    rule_of_game: NDArray[np.int32]
    """Shape (games,): index into ``rule_sets``; -1 where none could be chosen."""
    unknown_areas: tuple[frozenset[Area], ...]
    """Per game."""
    reasons: tuple[str | None, ...]
    """Per game: why something is unknown; None when all is known."""


def _number(value: int) -> int | None:
    return None if value == ABSENT else value


def choose_rules(events: Events, logs: Sequence[LogName], rules: RuleSet | None) -> Ruling:
    """Choose the rule set of each game by its GO element and date, or take the user's for all.

    Args:
        events: The batch.
        logs: Names, one per game; the date is taken from the log id.
        rules: The user's rule set; None to choose.
    """
    games = events.games
    if rules is not None:
        fits = games.players == rules.seats
        reason = f"{rules.name} is for {rules.seats} players"
        return Ruling(
            (rules,),
            np.where(fits, 0, -1).astype(np.int32),
            (frozenset[Area](),) * len(logs),
            tuple(None if fit else reason for fit in fits.tolist()),
        )
    found: list[RuleSet] = []
    index = np.full(len(logs), -1, np.int32)
    choices: list[Choice] = []
    from_json = set(events.oddities.game[events.oddities.code == Oddity.TENHOU6].tolist())
    for game, log in enumerate(logs):
        log_id = parse_log_id(log.log_id)
        lobby = _number(int(games.lobby[game]))
        choice = choose(
            _number(int(games.go_type[game])),
            # A missing lobby tells an mjlog of 2009; JSON leaves it out in games of any year.
            0 if lobby is None and game in from_json else lobby,
            None if log_id is None else log_id.day,
            announces_rules=bool(games.announces_rules[game]),
            players=int(games.players[game]),
        )
        choices.append(choice)
        chosen = choice.rule_set()
        if chosen.seats == games.players[game]:
            if chosen not in found:
                found.append(chosen)
            index[game] = found.index(chosen)
    return Ruling(
        tuple(found),
        index,
        tuple(choice.unknown for choice in choices),
        tuple(choice.reason for choice in choices),
    )


def settle(events: Events, facts: Facts, ruling: Ruling) -> tuple[Draws, NDArray[np.uint8], Next]:
    """What the rules give to every hand: its draw, an overdue abortive draw, and the hand that follows.

    Hands without a rule set get zeros; their checks are undecided.
    """
    count = len(events.hands.game)
    draws = Draws(
        np.zeros(count, np.uint8),
        np.zeros((count, SEATS), np.bool_),
        np.zeros((count, SEATS), np.int32),
        np.zeros((count, SEATS), np.bool_),
        np.zeros((count, SEATS), np.int32),
    )
    late = np.zeros(count, np.uint8)
    after = Next(
        np.zeros(count, np.int32),
        np.zeros(count, np.int32),
        np.zeros(count, np.int32),
        np.zeros(count, np.uint8),
    )
    rule_of_hand = ruling.rule_of_game[events.hands.game]
    for index, rules in enumerate(ruling.rule_sets):
        rows = np.flatnonzero(rule_of_hand == index)
        part = take(facts, rows)
        kyoku, honba = events.hands.kyoku[rows], events.hands.honba[rows]
        settled = settle_ryuukyoku(part, rules, kyoku=kyoku)
        seats = slice(0, rules.seats)
        draws.kind[rows] = settled.kind
        draws.tenpai[rows, seats] = settled.tenpai
        draws.deltas[rows, seats] = settled.deltas
        draws.nagashi[rows, seats] = settled.nagashi
        draws.final_points[rows, seats] = settled.final_points
        late[rows] = overdue(part, rules)
        follows = carry(part, settled, rules, kyoku=kyoku, honba=honba)
        after.kyoku[rows] = follows.kyoku
        after.honba[rows] = follows.honba
        after.kyotaku[rows] = follows.kyotaku
        after.dealer[rows] = follows.dealer
    won = facts.end == EndKind.AGARI
    draws.deltas[won] = 0
    draws.final_points[won] = 0
    return draws, late, after


def rule_set_known(case: Case) -> Verdicts:
    """The rules of the game are known; one item per log."""
    reasons = case.reasons
    unknown = np.array([reason is not None for reason in reasons], np.bool_)

    def detail(item: int) -> Detail:
        areas = ", ".join(sorted(case.unknown_areas[item])) or "all"
        return Detail(None, None, f"unknown rule: {reasons[item]} (undecided: {areas})")

    games = np.arange(len(reasons), dtype=np.int32)
    state = np.where(unknown, State.UNDECIDED, State.PASSED).astype(np.uint8)
    return Verdicts(games, np.full(len(games), ABSENT, np.int32), state, detail)
