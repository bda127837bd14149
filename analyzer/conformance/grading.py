"""How certain an expected value is: measured in real hands, stated by a source, or disputed.

A hand uses *elements*: yaku, parts of fu, limits, kinds of draws, ends, rules with their values.
``measured.toml`` counts the real hands that agree on each; ``grades.toml`` has sources and disputes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any, Final, cast

from analyzer.conformance.samples import ExpectedHand, Json
from analyzer.explain.reason import Reason
from analyzer.explain.settled_hand import SettledHand
from analyzer.explain.win import Win
from analyzer.replay.facts import Facts
from analyzer.rules import RULES, RuleSet
from analyzer.rules.grades import Area

_ENDS: Final = (Area.GAME, Area.GAME_END, Area.RESULT)


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((files("analyzer.conformance") / name).read_text(encoding="utf-8"))


def houses() -> dict[str, list[str]]:
    """Rule sets by house, whose real hands count together."""
    found: dict[str, list[str]] = _table("grades.toml")["houses"]
    return found


def elements_of(hand: ExpectedHand) -> dict[str, dict[str, str]]:
    """What each part of a settlement rests on, by ``wins`` or ``draws`` and ``flow`` or ``ends``.

    Returns:
        By part: the source of each element, empty where no rule of the set states it.
    """
    settled, end = hand.settled, hand.end
    ruled = [(one, RULES[one.rule][1].area) for one in settled.reasons if one.rule is not None]
    first = "wins" if settled.outcome in ("win", "invalid") else "draws"
    found: dict[str, dict[str, str]] = {first: dict.fromkeys(_of_outcome(settled, hand.facts), "")}
    found[first] |= _rulings(one for one, area in ruled if area not in (*_ENDS, Area.REPEAT))
    if end is None:
        found["flow"] = {f"next after {settled.outcome}": ""}
        found["flow"] |= _rulings(one for one, area in ruled if area == Area.REPEAT)
    else:
        reasons = cast("list[dict[str, str]]", end["reasons"])
        found["ends"] = {f"end {end['cause']}": ""}
        found["ends"] |= {one["rule"]: one["source"] for one in reasons if one["rule"]}
    return found


def _rulings(reasons: Iterator[Reason]) -> dict[str, str]:
    return {str(one.ruling): one.source or "" for one in reasons}


def _of_outcome(settled: SettledHand, facts: Facts) -> Iterator[str]:
    for win in settled.wins:
        yield from _of_win(win)
    for invalid in settled.invalid:
        yield f"win that is none, {invalid.no_win}"
    if len(settled.wins) > 1:
        yield f"win by {len(settled.wins)} seats"
    if settled.draw is not None:
        told = "" if settled.draw.tenpai is None else f", {len(settled.draw.tenpai)} tenpai"
        yield f"draw {settled.draw.kind}{told}"
        if settled.draw.tenpai is not None:
            yield from _of_waits(facts, len(settled.deltas))


def _of_waits(facts: Facts, seats: int) -> Iterator[str]:
    """Seats that hold all copies of all that they wait for."""
    for seat in range(seats):
        if facts.waits[0, seat] and not facts.wait_outside_own[0, seat]:
            is_split = facts.wait_outside_concealed[0, seat]
            yield f"tenpai on four own copies, {'some of them in melds' if is_split else 'all in hand'}"


def _of_win(win: Win) -> Iterator[str]:
    for yaku in win.yaku:
        yield f"yaku {yaku.name}" + (f" {yaku.han} han" if yaku.han and "dora" not in yaku.name else "")
    if win.yakuman:
        yield f"limit {win.yakuman} yakuman"
        return
    yield from (f"fu {part.name} {part.fu}" for part in win.fu_parts)
    yield f"limit {win.limit}" if win.limit else f"points of {win.han} han {win.fu} fu"


def grades_of(hand: ExpectedHand, rules: RuleSet) -> dict[str, Json]:
    """The grade of each part of a settlement.

    ``measured`` has the ``hands`` that agree on what is rarest in it, ``stated`` the ``sources`` of what no
    real hand shows, ``disputed`` the ``readings``, each with who holds it.
    """
    found = {}
    for part, elements in elements_of(hand).items():
        if part == "wins" and not all(win.is_certain for win in hand.settled.wins):
            elements["payment that no source tells"] = ""
        found[part] = _disputed(elements, rules) or _grade(elements, rules)
    return found


def _disputed(elements: dict[str, str], rules: RuleSet) -> Json | None:
    for dispute in _table("grades.toml")["disputed"]:
        held = any(fnmatchcase(rules.name, name) for name in dispute["rule_sets"])
        about = next((one for one in elements if fnmatchcase(one, dispute["element"])), None)
        if held and about is not None:
            return {"grade": "disputed", "about": about, "readings": dispute["readings"]}
    return None


def _grade(elements: dict[str, str], rules: RuleSet) -> Json:
    house = next((house for house, names in houses().items() if rules.name in names), "")
    counts: dict[str, int] = _table("measured.toml").get(house, {})
    rarest = min(elements, key=lambda one: counts.get(one, 0))
    if counts.get(rarest):
        return {"grade": "measured", "hands": counts[rarest], "about": rarest}
    stated = _table("grades.toml")["stated"]
    unseen = {
        one: source or stated[one.split()[0]] for one, source in elements.items() if not counts.get(one)
    }
    return {"grade": "stated", "sources": unseen}
