"""Cases: hands of the pack that need no log, each one JSON line with what must come of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple, cast

from analyzer.audit import Review
from analyzer.conformance.expected import ExpectedHand, Json
from analyzer.conformance.grading import elements_of, grades_of
from analyzer.conformance.questions import facts_of_log, mjai_of_hands, wall_of, wins_of
from analyzer.conformance.samples import Sample
from analyzer.errors import Location, UserMistake
from analyzer.rules import RULES, RuleSet

__all__ = ["SMOKE", "Case", "cases_text", "digest", "read_cases"]

SMOKE: Final = Path(__file__).with_name("smoke")
"""The pack that is shipped: some 100 of the cases, which every wrong scorer and keeper of the tests fails."""
_NOT_ASKED: Final = ("shows", "expected", "grades")


class Case(NamedTuple):
    """A hand, and what a rule set makes of it.

    Attributes:
        name: As ``tenhou/double_ron/1``: rule set, scenario, hand.
        shows: What is rare about it.
        question: What an engine is given.
        expected: As `analyzer.settle` gives it, with the ``end`` of the game, or None where it goes on.
        grades: By part, ``wins`` or ``draws`` and ``flow`` or ``ends``: how certain that is.
    """

    name: str
    shows: str
    question: Json
    expected: Json
    grades: dict[str, Json]

    def __str__(self) -> str:
        return self.name

    @property
    def kyoku(self) -> str:
        """The hand as ``E1.0``: kyoku and honba."""
        return str(cast("Json", self.question["hand"])["kyoku"])


def cases_text(
    judged: Review, rules: RuleSet, label: str, games: Sequence[tuple[Sample, Sequence[ExpectedHand]]]
) -> bytes:
    """The cases of one rule set, a line each: hands that show something, and others that use other elements.

    Args:
        judged: The logs, reviewed under the rule set.
        rules: The rule set.
        label: Its name in the pack.
        games: The same logs, and what must come of each.
    """
    plays = cache(partial(mjai_of_hands, judged))
    lines: dict[str, str] = {}
    used: set[frozenset[str]] = set()
    for game, (sample, hands) in enumerate(games):
        for number, hand in enumerate(hands):
            uses = frozenset(chain.from_iterable(elements_of(hand).values()))
            table = hand.facts
            # No key of a hand tells that a seat declares riichi with its first discard, after a call.
            is_beyond_words = ((table.riichi_turn == 1) & ~table.double_riichi).any()
            if (uses in used and number not in sample.shows) or is_beyond_words:
                continue
            used.add(uses)
            facts = facts_of_log(judged, hand, rules)
            key = json.dumps(facts)
            # Scenarios about the form of logs have one game in common.
            if key not in lines:
                case = {
                    "case": f"{label}/{sample.scenario}/{number}",
                    "shows": _shown(sample, number),
                    "rules": {"name": label} | {name: rules.value(name) for name in RULES},
                    "hand": facts,
                    "wins": [*wins_of(facts, hand, rules)],
                    "mjai": plays(game)[number],
                    "wall": wall_of(judged, hand, rules),
                    "final_points": _taken(hands[:number], rules),
                    "expected": hand.settled.to_dict() | {"rule_set": label, "end": hand.end},
                    "grades": grades_of(hand, rules),
                }
                lines[key] = json.dumps(case, ensure_ascii=False)
    return "".join(f"{line}\n" for line in lines.values()).encode()


def _shown(sample: Sample, number: int) -> str:
    """What is rare about a hand."""
    if number not in sample.shows:
        return f"another hand of {sample.scenario}"
    return sample.hands[number].replace("_", " ") if sample.hands else sample.meaning


def _taken(before: Sequence[ExpectedHand], rules: RuleSet) -> list[int]:
    """Points that earlier hands of the game take from the final results."""
    return [sum(one.settled.final_points[seat] for one in before) for seat in range(rules.seats)]


def read_cases(folder: Path = SMOKE, rule_sets: Sequence[str] = ()) -> list[Case]:
    """The cases of a pack.

    Args:
        folder: Of the pack; by default the smoke pack.
        rule_sets: Only those of these rule sets of the pack; none for all.

    Raises:
        UserMistake: When there is no pack, it has no such rule set, or a line of it is no case.
    """
    files = {file.stem: file for file in sorted((folder / "cases").glob("*.jsonl"))}
    if not files:
        told = f"tenhou-analyzer conformance make {folder}"
        raise UserMistake(f"{folder} has no conformance pack; `{told}` makes one")
    for name in rule_sets:
        if name not in files:
            told = f"the pack has no rule set {name!r}; it has {', '.join(files)}"
            made = f"; `tenhou-analyzer conformance make DIR --rules {name}` makes one that has"
            raise UserMistake(told + (made if folder == SMOKE else ""))
    return [case for name in rule_sets or files for case in _read(files[name])]


def _read(file: Path) -> Iterator[Case]:
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        try:
            row = json.loads(line)
            question = {key: value for key, value in row.items() if key not in _NOT_ASKED}
            yield Case(row["case"], row["shows"], question, row["expected"], row["grades"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise UserMistake(
                f"not a case of a pack: {error!r}", Location(str(file), element=number)
            ) from None


def digest(folder: Path) -> str:
    """What tells a pack from others: the start of the SHA-256 of its index, which has those of all files."""
    return hashlib.sha256((folder / "index.json").read_bytes()).hexdigest()[:12]
