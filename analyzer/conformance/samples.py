"""The logs of a pack under one rule set: each scenario that can happen there, played."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import Final, NamedTuple

from analyzer.rules import RuleSet
from analyzer.simulation import SCENARIOS, simulate
from analyzer.simulation.deck import deal_out
from analyzer.simulation.scenarios import HANDS, openings

__all__ = ["Sample", "samples"]

_GAME_OF_FORMS: Final = "draw_then_call"
"""The scenario whose game is written in other forms."""


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

    Forms of logs have one scripted game in common, so that only the form differs; those that say the seeds of
    the walls have games of simulated play.

    Args:
        rules: The rule set.
        seed: Any text.
        left_out: Names of scenarios and of hands that are not played.
    """

    @cache
    def game(scenario: str) -> bytes:
        ((_, data),) = simulate(1, seed, players=rules.seats, scenario=scenario, rules=rules.name)
        return data

    for row in SCENARIOS:
        if row.makes_sense(rules) and row.name not in left_out:
            if row.form is None or row.form.seeds:
                data = game(row.name)
            else:
                data = row.form.write(game(_GAME_OF_FORMS))
            yield Sample(row.name, row.meaning, row.shows, data)
    hands = [row for row in HANDS if row.name not in left_out]
    for number, played in enumerate(deal_out(hands, openings(rules.seats), rules, seed), 1):
        shows = tuple(place for place, name in enumerate(played.hands) if name)
        named = ", ".join(dict.fromkeys(filter(None, played.hands)))
        yield Sample(f"hands_{number:03}", f"single hands: {named}", shows, played.data, played.hands)
