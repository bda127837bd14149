"""Cases for a test suite: ``@pytest.mark.parametrize("case", cases("pack"), ids=str)``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from unittest import SkipTest

from analyzer.conformance.cases import SMOKE, Case, read_cases
from analyzer.conformance.judging import Verdict, judge
from analyzer.conformance.running import wrong_text


def cases(folder: str | Path = SMOKE, *rules: str) -> list[Case]:
    """The cases of a pack, by default of the smoke pack; all or those of some rule sets.

    Raises:
        UserMistake: When there is no pack, or it has no such rule set.
    """
    return read_cases(Path(folder), rules)


def check(case: Case, answer: Mapping[str, object]) -> None:
    """Fail the test unless the answer to ``case.question`` is right as far as it goes.

    Raises:
        AssertionError: With every difference, and the reasons.
        SkipTest: When the engine does not support the case, or nothing of the answer counts.
    """
    __tracebackhide__ = True
    judged = judge(case, answer)
    wrong = [wrong_text(one) for one in judged if one.verdict in (Verdict.WRONG, Verdict.NAMED)]
    if wrong:
        raise AssertionError("\n".join(wrong))
    if all(one.verdict != Verdict.RIGHT for one in judged):
        raise SkipTest(", ".join(" ".join((one.part, one.verdict, *one.told)) for one in judged))
