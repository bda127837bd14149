"""An engine asked all cases, what it has come to, and why its wrong answers are wrong."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain
from typing import Any, Final, cast

import numpy as np

from analyzer.audit.causes import MOST_NAMED, settled_as_if
from analyzer.conformance.adapters import Adapter, NoAnswerError, command_of
from analyzer.conformance.cases import Case
from analyzer.conformance.judging import PARTS, Judged, Verdict, agrees, judge, unanswered
from analyzer.errors import UserMistake
from analyzer.explain.settled_hand import settled_hand, table_of
from analyzer.replay.facts import Facts
from analyzer.replay.notation import hand_of, with_called_wins
from analyzer.rules import RuleSet, load, names
from analyzer.settlement import Settlement, Situation, settle

_PATIENCE: Final = 50
"""A run ends its questions after so many in a row that had no answer."""
_PATIENCE_AT_FIRST: Final = 5
"""Likewise, before there was any answer."""
NOT_ASKED: Final = "not asked: too many cases without an answer"
FAILED: Final = (Verdict.WRONG, Verdict.NAMED, Verdict.BROKEN)
"""What counts and is not right."""


def run_cases(adapter: str | Sequence[str], cases: Sequence[Case], seconds: float = 10) -> Iterator[Judged]:
    """Every case judged, part by part; whatever the adapter does, the run goes on.

    Args:
        adapter: As `command_of` takes it, or a command.
        cases: Of a pack.
        seconds: For an answer.

    Raises:
        UserMistake: When there is no such program, or it answers none of the first cases.
    """
    command = command_of(adapter) if isinstance(adapter, str) else adapter
    unheard: list[Judged] = []
    number, is_heard = 0, False
    with closing(Adapter(command, seconds)) as program:
        for case in cases:
            if number == _PATIENCE:
                yield from unanswered(case, Verdict.BROKEN, NOT_ASKED)
                continue
            try:
                answer = program.ask(case.question)
                number, is_heard = 0, True
                found = judge(case, answer)
            except NoAnswerError as error:
                found, number = unanswered(case, Verdict.BROKEN, str(error)), number + 1
            # Before it has answered anything, it may be no adapter at all: that is one mistake.
            unheard += found
            if is_heard:
                yield from unheard
                unheard = []
            elif number == min(_PATIENCE_AT_FIRST, len(cases)):
                told = f"the adapter answered none of the first {number} cases"
                raise UserMistake(f"{told}; of {case}: {unheard[-1].told[0]}")


def scores_text(judged: Sequence[Judged]) -> str:
    """A line a part: how many are right of those that count, and what became of the others."""
    counts = Counter((one.part, one.verdict) for one in judged)
    widths = {one: max(8, len(one)) for one in Verdict if one != Verdict.RIGHT}
    lines = ["         right  of  " + "  ".join(f"{one:>{width}}" for one, width in widths.items())]
    for part in PARTS:
        right = counts[part, Verdict.RIGHT]
        counted = right + sum(counts[part, one] for one in FAILED)
        rest = (f"{counts[part, one]:>{width},}" for one, width in widths.items())
        lines.append(f"{part:<6}{right:>8,}{counted:>8,}  {'  '.join(rest)}")
    return "\n".join([*lines, *_missing_text(judged)])


def _missing_text(judged: Sequence[Judged]) -> Iterator[str]:
    compared = [one for one in judged if one.verdict in (Verdict.RIGHT, Verdict.WRONG, Verdict.NAMED)]
    for part in PARTS:
        found = Counter(key for one in compared if one.part == part for key in one.missing)
        if found:
            listed = ", ".join(f"{key} ({count:,})" for key, count in sorted(found.items()))
            yield f"{part} compared without: {listed}"


def wrong_text(one: Judged) -> str:
    """A wrong part: the case with its kyoku, where it differs, and why it is as expected."""
    head = f"{one.case} {one.part}, {one.case.kyoku}: {one.case.shows}"
    lines = [head, *(f"  {line}" for line in one.told)]
    if one.verdict in (Verdict.WRONG, Verdict.NAMED):
        lines += [f"    {reason}" for reason in one.reasons]
    return "\n".join(lines)


_HEADS: Final = {
    Verdict.WRONG: "wrong:",
    Verdict.NAMED: "right points, named otherwise:",
    Verdict.BROKEN: "no answer:",
}
_TRIED: Final = 5
"""Of parts that differ in the same way, how many all known mistakes are tried on."""
_OF_WINS: Final = re.compile(r"^wins of seat \d\.(?:yaku: |fu_parts: )?| of seat \d")
_VALUES: Final = re.compile(r": (?!.*(?:is missing|too many)$).*")


def groups_text(judged: Sequence[Judged]) -> str:
    """Lines that name each cause with how many cases it has, and the first; empty if nothing is wrong."""
    lines: list[str] = []
    for verdict, head in _HEADS.items():
        ones = [one for one in judged if one.verdict == verdict]
        groups: dict[str, dict[str, None]] = defaultdict(dict)
        for one, cause in zip(ones, _causes(ones), strict=True):
            groups[cause][one.case.name] = None
        lines += [head] if groups else []
        for cause, found in sorted(groups.items(), key=lambda group: -len(group[1])):
            number = f"{len(found):,} case{'' if len(found) == 1 else 's'}"
            lines.append(f"  {cause}: {number}, first {next(iter(found))}")
    return "\n".join(lines)


def _causes(ones: Sequence[Judged]) -> list[str]:
    """For each part the known mistake that explains it, and most of the others; else how it differs."""
    differing = [_difference(one) for one in ones]
    explained: list[list[str]] = [[] for _ in ones]
    for name in names():
        mine = [at for at, one in enumerate(ones) if one.places and _rule_set(one) == name]
        first: list[int] = []
        for at in mine:
            if [differing[other] for other in first].count(differing[at]) < _TRIED:
                first.append(at)
        _explain(ones, first, load(name), explained)
        known = {*chain.from_iterable(explained[at] for at in first)}
        _explain(ones, [at for at in mine if at not in first], load(name), explained, known)
    often = Counter(chain.from_iterable(explained))
    return [
        "; ".join(_likeliest(texts, often)) or difference
        for texts, difference in zip(explained, differing, strict=True)
    ]


def _likeliest(texts: Sequence[str], often: Mapping[str, int]) -> list[str]:
    """Of some mistakes those that explain most, as many as a finding names."""
    most = max((often[text] for text in texts), default=0)
    return [text for text in texts if often[text] == most][:MOST_NAMED]


def _rule_set(one: Judged) -> object:
    return cast("dict[str, object]", one.case.question["rules"])["name"]


def _difference(one: Judged) -> str:
    """How a part differs, without seats and values; with the rule that decides it, but of wins."""
    if not one.places:
        return one.told[0]
    texts = ", ".join(dict.fromkeys(_VALUES.sub("", _OF_WINS.sub("", text)) for text in one.told))
    rule = next(
        (text.rpartition(" [")[2].partition(";")[0] for text in one.reasons if text.endswith("]")), ""
    )
    return f"{one.part}, {texts}" + (f" [{rule}]" if rule and one.part != "wins" else "")


def _explain(
    ones: Sequence[Judged],
    places: Sequence[int],
    rules: RuleSet,
    explained: list[list[str]],
    known: Collection[str] | None = None,
) -> None:
    """Add the mistakes that would explain parts under one rule set: any, or of those that are known."""
    if not places or (known is not None and not known):
        return
    names = [ones[at].case.name for at in places]
    hands = [cast("Mapping[str, Any]", ones[at].case.question["hand"]) for at in places]
    notes = [with_called_wins(hand_of(hand, name), name) for hand, name in zip(hands, names, strict=True)]

    def settled(rule_sets: tuple[RuleSet, ...], facts: Facts, situation: Situation) -> Settlement:
        return settle(facts, rule_sets[0], situation, bars_rons=True)

    right, *others = settled_as_if(settled, (rules,), *table_of(*notes))
    for other in others:
        if known is not None and other.text not in known:
            continue
        for row, at in enumerate(places):
            if _is_other(other.settlement, right.settlement, row) and _fits(ones[at], other.settlement, row):
                explained[at].append(other.text)


def _is_other(other: Settlement, right: Settlement, row: int) -> bool:
    """Whether a mistake changes anything of a hand."""
    mine, scores, due = right.wins.hand == row, other.wins.scores, right.wins.scores
    values = ((scores.yaku, due.yaku), (scores.fu, due.fu), (scores.points, due.points))
    is_paid_alike = np.array_equal(other.deltas[row], right.deltas[row])
    return not is_paid_alike or any(not np.array_equal(one[mine], two[mine]) for one, two in values)


def _fits(one: Judged, other: Settlement, row: int) -> bool:
    """Whether an answer is as a settlement has it."""
    rules = other.rules.rule_sets[0]
    paid = other.deltas[row, : rules.seats].tolist()
    if one.given.get("deltas", paid) != paid:
        return False
    if isinstance(wins := one.given.get("wins"), list):
        # Many engines give a win without yaku as one of 0 points.
        stand = [win for win in wins if win.get("points") != 0]
        one = one._replace(given={**one.given, "wins": stand})
    found = settled_hand(other.hand(row), rules)
    over = found.end and {
        "cause": found.end,
        "scores": [*(found.scores or ())],
        "results": [*(found.results or ())],
    }
    return agrees(one, found.to_dict() | {"end": over})
