"""The logs of a pack under one rule set: each scenario that can happen there, played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from analyzer.rules import RuleSet
from analyzer.simulation import SCENARIOS, Scenario, simulate
from analyzer.wall import SeedForm

__all__ = ["Sample", "samples"]


class Sample(NamedTuple):
    """A scenario played under a rule set."""

    scenario: str
    meaning: str
    shows: tuple[int, ...]
    """Indices of the hands that show it."""
    data: bytes


def samples(rules: RuleSet, seed: str) -> Iterator[Sample]:
    """Every scenario that can happen under a rule set, played under it.

    Scenarios about the form of logs have one game in common, so that only the form differs.
    """

    @cache
    def game(scenario: str | None) -> bytes:
        ((_, data),) = simulate(1, seed, players=rules.seats, scenario=scenario, rules=rules.name)
        return data

    for row in SCENARIOS:
        if row.makes_sense(rules):
            data = game(row.name) if _has_own_game(row) else _in_form(row, game(None))
            yield Sample(row.name, row.meaning, row.shows, data)


def _has_own_game(row: Scenario) -> bool:
    """Whether it has a game of its own: from a script, or from walls of another time."""
    return row.form is None or row.form.seeds != SeedForm.BASE64


def _in_form(row: Scenario, data: bytes) -> bytes:
    return data if row.form is None else row.form.write(data)
