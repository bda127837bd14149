"""Logs made for the tests of the audit, and what is said of them."""

from dataclasses import replace
from typing import Any

from analyzer.audit import Finding, Review, Verdict
from analyzer.rules import RuleSet, load
from analyzer.simulation.scene import Scene
from tests.scenarios.telling import hands_of_scenes


def scene_log(*scenes: Scene, rules: RuleSet | str = "tenhou") -> bytes:
    """A game of these scenes, which then stops."""
    return hands_of_scenes(scenes, load(rules) if isinstance(rules, str) else rules)[0]


def verdicts(result: Review) -> list[tuple[str, str]]:
    """Check and verdict of every finding; that a made log has no seed is aside."""
    found = [(finding.check, finding.verdict.value) for finding in result.findings]
    return [one for one in found if one[0] != "wall-seed"]


def failing(result: Review) -> list[Finding]:
    """What names a fault."""
    return [finding for finding in result.findings if finding.verdict != Verdict.UNDECIDED]


def finding(message: str = "m", **more: Any) -> Finding:
    """A finding on no hand, of which only what a test speaks of is set; with a reason it is undecided."""
    verdict = Verdict.UNDECIDED if "reason" in more else Verdict.INCONSISTENT
    plain = Finding("log", "s", *[None] * 5, "draw-kind", verdict, None, None, None, message)
    return replace(plain, **more)


E1 = {"hand": 0, "kyoku": 0, "honba": 0, "element": 7}
"""Where a finding of the first hand is."""
