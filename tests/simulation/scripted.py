"""A log of every scenario, under the first rules in which it makes sense."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import NamedTuple

from analyzer.rules import RuleSet, load
from analyzer.simulation import SCENARIOS, Scenario, simulate

OF_TENHOU = {4: "tenhou", 3: "tenhou-sanma"}
OTHERS = (
    "wrc", "riichi-wiki", "mahjong-soul", "sanma-ryanshi", "tenhou-2010", "tenhou-sanma-2010", "tenhou-2009"
)  # fmt: skip


class Terms(NamedTuple):
    """What a log is asked for with."""

    name: str
    players: int
    rules: str
    length: str | None

    @property
    def rule_set(self) -> RuleSet:
        loaded = load(OF_TENHOU[self.players] if self.rules == "auto" else self.rules)
        return replace(loaded, winds=1) if self.length == "tonpuu" else loaded

    def log(self) -> bytes:
        ((_, data),) = simulate(
            1, "looks", players=self.players, scenario=self.name, rules=self.rules, length=self.length
        )
        return data


def terms_of(scenario: Scenario, players: int) -> Iterator[Terms]:
    """Those in which a scenario makes sense, Tenhou's first."""
    of_tenhou = (Terms(scenario.name, players, "auto", length) for length in (None, "tonpuu"))
    of_others = (Terms(scenario.name, players, rules, None) for rules in OTHERS)
    return (
        terms
        for terms in (*of_tenhou, *of_others)
        if scenario.makes_sense(terms.rule_set) and terms.rule_set.seats == players
    )


PLAYED = {
    (scenario.name, players): terms
    for scenario in SCENARIOS
    for players in scenario.players
    for terms in islice(terms_of(scenario, players), 1)
}


@cache
def scripted_logs() -> dict[tuple[str, int], bytes]:
    """By name and number of players."""
    return {which: terms.log() for which, terms in PLAYED.items()}
