"""The cases of a pack under Tenhou's rules, with what tests of the whole pack ask of them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from analyzer.audit import LogName, review
from analyzer.conformance.cases import Case, cases_text
from analyzer.conformance.samples import expected_games, samples
from analyzer.rules import load
from analyzer.simulation import SCENARIOS
from analyzer.simulation.scenarios import HANDS
from tests.conformance.plain_engine import ended_of, wins_of
from tests.conformance.plain_keeper import Ended
from tests.settlement.logged_wins import LoggedWin

RULES = {4: "tenhou", 3: "tenhou-sanma"}


class PackCase(NamedTuple):
    """One hand."""

    case: Case
    players: int
    wins: tuple[LoggedWin, ...]
    ended: Ended

    @property
    def name(self) -> str:
        """Of a single hand its name."""
        return self.case.shows.replace(" ", "_")

    @property
    def hand(self) -> dict[str, Any]:
        """What the pack expects."""
        return self.case.expected

    @property
    def end(self) -> dict[str, Any] | None:
        """How the game ends, of its last hand."""
        return self.case.expected["end"]

    @property
    def scores_after(self) -> list[int]:
        """Scores when the hand is paid."""
        before = self.case.question["hand"]["scores"]
        return [score + delta for score, delta in zip(before, self.hand["deltas"], strict=True)]

    @property
    def last_seat(self) -> int:
        """Whose play is the last."""
        return int(self.case.question["hand"]["last"].split()[1])

    @property
    def is_shown(self) -> bool:
        """Whether it is one of those that its log is there for."""
        return not self.case.shows.startswith("another hand of ")


def han_of(yaku: dict[str, Any]) -> int:
    """Han, 13 for a yakuman."""
    return int(yaku["han"] or 13 * yaku["yakuman"])


@cache
def cases(players: int, *, is_tonpuu: bool = False) -> tuple[PackCase, ...]:
    """The cases with so many players, under Tenhou's rules of today.

    Of tonpuusen those of scenarios that no hanchan has.
    """
    rules = load(RULES[players])
    known = {row.name for row in (*SCENARIOS, *HANDS) if row.makes_sense(rules)} if is_tonpuu else set()
    rules = load(f"{rules.name}-tonpuu") if is_tonpuu else rules
    played = [*samples(rules, "1", known)]
    judged = review([(LogName(one.scenario, one.scenario), one.data) for one in played], rules.name)
    games = [*zip(played, expected_games(judged, rules), strict=True)]
    rows = map(json.loads, cases_text(judged, rules, rules.name, games).decode().splitlines())
    found = [Case(row["case"], row["shows"], row, row["expected"], row["grades"]) for row in rows]
    return tuple(PackCase(case, players, wins_of(case), ended_of(case)) for case in found)


def shown(players: int, *, is_tonpuu: bool = False) -> tuple[PackCase, ...]:
    """Those of `cases` that the pack is there for; the others bring games to their end."""
    return tuple(case for case in cases(players, is_tonpuu=is_tonpuu) if case.is_shown)
