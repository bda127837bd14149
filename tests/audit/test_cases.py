"""What the audit finds in hands made for it, word for word: cases of `tests/cases/audit`.

A case is a ``file``, names a ``hand`` of `hands.toml`, deals tehai and plays them in the notation of
`tests.replay.written_cases`, names several hands of a ``log``, as ``draw E1.1``, or has a ``scene`` that is
``played_by`` rules, or those that judge it, some of them changed as ``played``.  Texts of the log are
``change``d, each a pattern and what replaces it; the log ``has`` some then, and may be put into a ``form``.
``finds`` has what some ``checks`` find, or of all ``CHECKED`` what leads a chain, as ``CHECK: SENTENCE``,
where ``.*`` stands for anything; ``check`` and ``said`` stand for the one finding of a check that runs alone,
``leads`` and ``said`` for the one that leads.
"""

import re
from operator import attrgetter
from typing import Any

from analyzer.audit import CHECKS, Finding, LogName, Review, Verdict, review
from analyzer.formats.any_format import read_logs
from analyzer.formats.conversion import convert
from analyzer.rules import load
from analyzer.simulation.scene import Scene
from tests.audit.made import scene_log
from tests.case_files import CASES, each, rows, whole
from tests.hands import Hand, log_of
from tests.replay.written_cases import hand_of_case, play
from tests.settlement.notes import varied

WRITTEN = whole("audit/hands")
ASIDE = ("game-start", "game-over", "final-scores", "final-result", "whole-log", "wall-seed")
"""Made games stop too soon, and have no seed; that is what these tests are not about."""
CHECKED = [check.id for check in CHECKS if check.id not in ASIDE]
RULES = {check.id: f"{check.rule} [{check.source}]" for check in CHECKS}
LOG_ID = "2022020100gm-00a9-0000-00000000"


def hand(case: dict[str, Any], **options: Any) -> Hand:
    """The hand that a case deals and plays."""
    made = hand_of_case({"indicator": "9m"} | case | options, WRITTEN["tehai"])
    play(made, case["plays"])
    return made


def log_of_case(case: dict[str, Any], rules: str = "tenhou") -> bytes:
    """The log of a case; of several hands the last alone has an end, and a scene is played by rules."""
    if "file" in case:
        return (CASES / "audit" / case["file"]).read_bytes()
    if "log" in case:
        hands = []
        for named in case["log"]:
            name, *kyoku = named.split()
            hands.append(hand(WRITTEN["hand"][name], **({"kyoku": kyoku[0]} if kyoku else {})))
        text = re.sub(' owari="[^"]*"', "", log_of(*hands).decode(), count=len(hands) - 1)
    elif "scene" in case:
        played_by = varied(load(case.get("played_by", rules)), case.get("played", {}))
        text = scene_log(Scene(**case["scene"]), rules=played_by).decode()
    else:
        text = hand(WRITTEN["hand"][case["hand"]] if "hand" in case else case).xml().decode()
    for pattern, new in case.get("change", []):
        assert re.search(pattern, text), pattern
        text = re.sub(pattern, new, text, count=1)
    assert all(re.search(pattern, text) for pattern in case.get("has", [])), text
    if "form" in case:
        return convert(*read_logs([text.encode()]).read(), case["form"]).text.encode()
    return text.encode()


def reviewed(case: dict[str, Any], rules: str) -> Review:
    checks = case.get("checks", [case["check"]] if "check" in case else CHECKED)
    ruled = varied(load(rules), case["with"]) if "with" in case and rules != "auto" else rules
    name = LogName(case.get("log_id", "made" if "leads" in case else LOG_ID), "log.mjlog")
    return review([(name, log_of_case(case, rules))], ruled, checks)


def is_said(one: Finding, text: str) -> bool:
    """Whether a finding is what a case expects, and what it says has the form of its verdict."""
    said, _, rule = one.message.partition("; rule: ")
    assert len(one.sentence) <= 200
    assert rule == (RULES[one.check] if one.verdict == Verdict.INCONSISTENT else "")
    assert (one.verdict == Verdict.UNDECIDED) == said.startswith("undecided")
    assert (one.verdict == Verdict.MALFORMED) == (one.check == "well-formed")
    pattern = ".*".join(map(re.escape, text.split(".*")))
    return re.fullmatch(pattern, f"{one.check}: {said}") is not None


ALL = [*rows("audit/made"), *rows("audit/said"), *rows("audit/play"), *rows("audit/scenes")]


@each(ALL, "case")
def test_a_log_is_judged_as_its_case_says(case: dict[str, Any]) -> None:
    expected = case.get("finds", [f"{case.get('check', case.get('leads'))}: {case.get('said')}"])
    for rules in case.get("rules", ["auto"]):
        result = reviewed(case, rules)
        found = [one for one in result.findings if one.leads or {"check", "checks"} & {*case}]
        if "leads" in case:
            found = [one for one in found if one.verdict != Verdict.UNDECIDED]

        said = [f"{one.check}: {one.message.partition('; rule: ')[0]}" for one in found]
        assert [is_said(*pair) for pair in zip(found, expected, strict=False)] == [True] * len(expected), said
        assert len(found) == len(expected), said
        for name in {"element", "hand_index", "seat", "claimed", "computed", "line", "cause"} & {*case}:
            value = getattr(found[0], "hand" if name == "hand_index" else name)
            assert ("" if value is None else value) == case[name]
        counts = attrgetter("passed", "failed", "undecided", "absent")
        for check, tally in case.get("tallies", {}).items():
            assert [*counts(result.tallies[check])] == tally, check
