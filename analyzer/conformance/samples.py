"""The logs of a pack under one rule set: each scenario that can happen there, played."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from analyzer.rules import RuleSet
from analyzer.simulation import SCENARIOS, Scenario, simulate
from analyzer.simulation.deck import deal_out
from analyzer.simulation.hand_rows import HandRow
from analyzer.simulation.scenarios import HANDS, openings
from analyzer.wall import SeedForm

__all__ = ["Sample", "samples"]


class Sample(NamedTuple):
    """A scenario played under a rule set."""

    scenario: str
    meaning: str
    shows: tuple[int, ...]
    """Indices of the hands that show it."""
    data: bytes
    hands: tuple[str, ...] = ()
    """Names of its hands, where they are rows of `HANDS`; empty for a hand that is none."""


def samples(rules: RuleSet, seed: str, left_out: Collection[str] = ()) -> Iterator[Sample]:
    """Every scenario that can happen under a rule set, and every hand, played under it.

    Scenarios about the form of logs have one game in common, so that only the form differs.

    Args:
        rules: The rule set.
        seed: Any text.
        left_out: Names of scenarios and of hands that are not played.
    """

    @cache
    def game(scenario: str | None) -> bytes:
        ((_, data),) = simulate(1, seed, players=rules.seats, scenario=scenario, rules=rules.name)
        return data

    for row in SCENARIOS:
        if row.makes_sense(rules) and row.name not in left_out:
            data = game(row.name) if _has_own_game(row) else _in_form(row, game(None))
            yield Sample(row.name, row.meaning, row.shows, data)
    yield from _games_of_hands([row for row in HANDS if row.name not in left_out], rules, seed)


def _games_of_hands(rows: Sequence[HandRow], rules: RuleSet, seed: str) -> Iterator[Sample]:
    """Games until every hand was played by dealer and child."""
    for number, game in enumerate(deal_out(rows, openings(rules.seats), rules, seed), 1):
        shows = tuple(place for place, name in enumerate(game.hands) if name)
        named = ", ".join(dict.fromkeys(filter(None, game.hands)))
        yield Sample(f"hands_{number:03}", f"single hands: {named}", shows, game.data, game.hands)


def _has_own_game(row: Scenario) -> bool:
    """Whether it has a game of its own: from a script, or from walls of another time."""
    return row.form is None or row.form.seeds != SeedForm.BASE64


def _in_form(row: Scenario, data: bytes) -> bytes:
    return data if row.form is None else row.form.write(data)
