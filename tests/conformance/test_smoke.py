"""The smoke pack: shipped, small, and enough to show every wrong scorer and keeper of the catalogue."""

from collections import defaultdict
from fnmatch import fnmatchcase
from functools import cache
from itertools import islice
from typing import Any

import pytest

from analyzer.audit import LogName, review
from analyzer.conformance.cases import SMOKE, Case, read_cases
from analyzer.conformance.judging import Verdict, judge
from analyzer.conformance.running import groups_text
from tests.case_files import whole
from tests.conformance.plain_engine import (
    KEEPER,
    KEEPERS,
    MUTANTS,
    PLAIN,
    SANMA_KEEPERS,
    SANMA_MUTANTS,
    answered,
    is_wrong,
    log_of,
)

WRONG = MUTANTS | KEEPERS
WORDS = whole("conformance/causes")
CAUSES, WITHOUT_CAUSE = WORDS["causes"], WORDS["without"]
OF_THREE = SANMA_MUTANTS | SANMA_KEEPERS


def smoke(rules: str):
    return [case for case in CASES if case.question["rules"]["name"] == rules]


CASES = read_cases()
FOUR, THREE = smoke("tenhou"), smoke("tenhou-sanma")


@cache
def right_answers() -> dict[tuple[str, bool], dict[str, Any]]:
    """What the plain scorer and keeper say of every case, which is right."""
    return {(case.name, one is KEEPER): answered(case, one) for case in CASES for one in (PLAIN, KEEPER)}


@cache
def wrong_cases(name: str) -> list[Case]:
    """The first case that shows that an engine is wrong."""
    engine = (WRONG | OF_THREE)[name]
    others = (
        case
        for case in (THREE if name in OF_THREE else FOUR)
        if answered(case, engine) != right_answers()[case.name, name in KEEPERS or name in SANMA_KEEPERS]
    )
    return [*islice((case for case in others if is_wrong(case, engine)), 1)]


def test_it_is_small():
    assert 80 <= len(CASES) <= 120
    assert sum(file.stat().st_size for file in SMOKE.rglob("*") if file.is_file()) < 1_000_000


def test_the_plain_scorer_and_keeper_are_right_in_every_case():
    assert [case.name for case in CASES for one in (PLAIN, KEEPER) if is_wrong(case, one)] == []


def test_every_wrong_scorer_and_keeper_fails_a_case():
    assert [name for name in (*WRONG, *OF_THREE) if not wrong_cases(name)] == []


@pytest.fixture(scope="module")
def said() -> dict[str, list[list[str]]]:
    """The causes that findings name in the logs of each known mistake, with its values and without."""
    logs, found = defaultdict(list), {name: [] for name in CAUSES}
    for name in CAUSES:
        for case in wrong_cases(name):
            for keys in ((), ("points", "fu")) if case.expected["wins"] else ((),):
                data = log_of(case, answered(case, (WRONG | OF_THREE)[name]), *keys)
                logs[case.question["rules"]["name"]].append((LogName(f"{name}: {case}{keys}", name), data))
    for rules, batch in logs.items():
        for one in review(batch, rules).findings:
            if one.cause:
                found[one.source].append(one.cause.split("; "))
    return found


@pytest.mark.parametrize(("name", "cause"), CAUSES.items(), ids=CAUSES)
def test_a_known_mistake_is_named_by_the_referee_and_by_the_last_lines_of_a_run(said, name, cause):
    engine = (WRONG | OF_THREE)[name]
    groups = groups_text([one for case in wrong_cases(name) for one in judge(case, answered(case, engine))])

    assert any(f"as if {cause}" in causes for causes in said[name])
    assert max(map(len, said[name])) <= 3
    # Where the answer has its yaku, it shows that only one is missing, and not all that riichi brings.
    assert f"as if {cause}" in groups or (name == "does not know double riichi" and "21 is missing" in groups)


def test_a_mistake_explains_every_answer_that_it_makes_wrong():
    judged = [one for case in FOUR for one in judge(case, answered(case, MUTANTS["no honba by ron"]))]
    wrong = [one for one in judged if one.verdict == Verdict.WRONG]

    # More than are tried for every mistake that is known.
    assert len(wrong) > 5
    assert groups_text(judged).startswith(f"wrong:\n  as if there were no honba: {len(wrong)} cases, ")


def test_a_mistake_explains_the_end_that_it_leads_to():
    case = next(one for one in FOUR if one.name.startswith("tenhou/leftover_stick/"))
    unpaid = zip(case.expected["end"]["scores"], case.expected["deltas"], strict=True)
    judged = judge(case, {"end": {"scores": [score - delta for score, delta in unpaid]}})

    assert groups_text(judged) == f"wrong:\n  as if nobody paid for noten: 1 case, first {case}"


def test_what_no_mistake_explains_is_named_with_the_rule_that_decides_it():
    case = next(one for one in FOUR if one.expected["outcome"] == "exhaustive")
    judged = judge(case, {"next_dealer": (case.expected["next_dealer"] + 1) % 4, "deltas": [100, -100, 0, 0]})

    assert [line.strip().partition(": ")[0] for line in groups_text(judged).splitlines()[1:]] == [
        "draws, deltas [noten_penalty = shared]",
        "flow, next_dealer [dealer_repeat = tenpai]",
    ]


def test_every_other_wrong_scorer_has_a_reason_why_no_mistake_is_known():
    others = {*MUTANTS, *OF_THREE} - {*CAUSES}
    others |= {name for name in KEEPERS if "noten" in name or "pays" in name or "nagashi" in name} - {*CAUSES}

    assert {name for name in others if not any(fnmatchcase(name, one) for one in WITHOUT_CAUSE)} <= {
        "a noten dealer stays"
    }
    assert [one for one in WITHOUT_CAUSE if not any(fnmatchcase(name, one) for name in others)] == []
