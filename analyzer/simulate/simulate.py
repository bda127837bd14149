"""Games on demand, from one seed: the public face of this room."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Final

from analyzer.errors import UserMistake
from analyzer.kernels import is_compiling
from analyzer.rules import RuleSet, choose, load
from analyzer.simulate.games import Plan, play_games
from analyzer.simulate.policies import policy
from analyzer.simulate.scenarios import ORDINARY, SCENARIOS, Scenario
from analyzer.simulate.transcript import GameRecord, write_game
from analyzer.vocabulary import SEATS

__all__ = ["LENGTHS", "simulate"]

LENGTHS: Final = {"tonpuu": 1, "hanchan": 2}
"""Winds of a full game, by the word users say."""

_DATE: Final = date(2199, 1, 1)
"""In every log id: no game of a real archive, and no old rules, bear such a date."""
_RANKED_HOUOU: Final = 0xA1
_HANCHAN: Final = 0x8
_SANMA: Final = 0x10
_NO_RED: Final = 0x2
_NO_KUITAN: Final = 0x4
_GAMES_AT_ONCE: Final = 64
_ATTEMPTS: Final = 20_000


def simulate(
    games: int,
    seed: str,
    *,
    players: int = 4,
    length: str | None = None,
    scenario: str | None = None,
    rules: str | Path = "auto",
) -> Iterator[tuple[str, bytes]]:
    """Play legal games and give them as logs.

    The same arguments give the same bytes on every platform; a game does not depend on how many are asked
    for.  Some 50 games and more are worth `kernels.compiling`.

    Args:
        games: How many.
        seed: Any text.
        players: 3 or 4.
        length: ``"hanchan"`` or ``"tonpuu"``; None for that of the rule set, which is a hanchan for Tenhou's.
        scenario: Name of a row of SCENARIOS, which every game then contains; None for ordinary play.
        rules: ``"auto"`` for Tenhou's, else the name or file of a rule set.

    Returns:
        Log id and XML of each game, in order.

    Raises:
        UserMistake: When a value cannot be used; before the first game.
    """
    if games < 0:
        raise UserMistake(f"{games} games cannot be played; expected 0 or more")
    if players not in (3, 4):
        raise UserMistake(f"{players} players cannot play; expected 3 or 4")
    if length is not None and length not in LENGTHS:
        raise UserMistake(f"{length!r} is not a length of a game; expected {' or '.join(LENGTHS)}")
    rule_set = _rule_set(rules, players, length)
    wanted = None if scenario is None else _scenario(scenario, players)
    played = next(word for word, winds in LENGTHS.items() if winds >= min(rule_set.winds, 2))
    name = f"{seed}/{players}/{played}/{'ordinary' if wanted is None else wanted.name}"
    return _ordinary(games, name, rule_set) if wanted is None else _searched(games, name, rule_set, wanted)


def _scenario(name: str, players: int) -> Scenario:
    found = [row for row in SCENARIOS if row.name == name]
    if not found:
        raise UserMistake(f"{name!r} is not a scenario; known are {', '.join(row.name for row in SCENARIOS)}")
    if players not in found[0].players:
        raise UserMistake(f"the scenario {name!r} cannot happen with {players} players")
    return found[0]


def _go_type(rules: RuleSet) -> int:
    bits = _RANKED_HOUOU
    bits |= _HANCHAN if rules.winds > 1 else 0
    bits |= _SANMA if rules.seats == 3 else 0
    bits |= 0 if rules.red_fives else _NO_RED
    return bits | (0 if rules.kuitan else _NO_KUITAN)


def _rule_set(rules: str | Path, players: int, length: str | None) -> RuleSet:
    if rules != "auto":
        loaded = load(rules)
        if loaded.seats != players:
            raise UserMistake(f"the rule set {loaded.name!r} is for {loaded.seats} players, not {players}")
        if length is not None and loaded.winds != LENGTHS[length]:
            raise UserMistake(
                f"the rule set {loaded.name!r} plays {loaded.winds} winds, which is no {length}"
            )
        return loaded
    winds = LENGTHS["hanchan" if length is None else length]
    bits = _RANKED_HOUOU | (_HANCHAN if winds > 1 else 0) | (_SANMA if players == 3 else 0)
    return choose(bits, 0, _DATE, announces_rules=False, players=players).rule_set()


def _plan(name: str, rules: RuleSet, policies: tuple[str, ...]) -> Plan:
    seated = policies[: rules.seats]
    names = [f"sim{seat} {each}" for seat, each in enumerate(seated)]
    names += [""] * (SEATS - rules.seats)
    return Plan(name, _go_type(rules), tuple(policy(each) for each in seated), tuple(names))


def _log(record: GameRecord) -> tuple[str, bytes]:
    tail = hashlib.sha512(record.name.encode()).hexdigest()[:8]
    return f"{_DATE:%Y%m%d}10gm-{record.go_type:04x}-0000-{tail}", write_game(record)


def _ordinary(games: int, name: str, rules: RuleSet) -> Iterator[tuple[str, bytes]]:
    plans = [_plan(f"{name}/{game}", rules, ORDINARY[game % len(ORDINARY)]) for game in range(games)]
    for first in range(0, games, _GAMES_AT_ONCE):
        for record in play_games(plans[first : first + _GAMES_AT_ONCE], rules):
            yield _log(record)


def _searched(games: int, name: str, rules: RuleSet, scenario: Scenario) -> Iterator[tuple[str, bytes]]:
    for game in range(games):
        yield _log(_first_with(f"{name}/{game}", rules, scenario))


def _first_with(name: str, rules: RuleSet, scenario: Scenario) -> GameRecord:
    """The first attempt at a game that contains the scenario, however many are played at once."""
    at_once = _GAMES_AT_ONCE if is_compiling() else 1
    for first in range(0, _ATTEMPTS, at_once):
        attempts = range(first, first + at_once)
        plans = [_plan(f"{name}/{attempt}", rules, scenario.policies) for attempt in attempts]
        for record in play_games(plans, rules):
            if scenario.happens(record):
                return record
    raise UserMistake(f"no game with {scenario.name!r} in {_ATTEMPTS:,} attempts; try another seed")
