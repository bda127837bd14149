"""An engine asked all cases, and what it has come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Final

from analyzer.conformance.adapters import Adapter, NoAnswerError, command_of
from analyzer.conformance.cases import Case
from analyzer.conformance.judging import PARTS, Judged, Verdict, judge, unanswered
from analyzer.errors import UserMistake

__all__ = ["FAILED", "NOT_ASKED", "run_cases", "scores_text", "wrong_text"]

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
