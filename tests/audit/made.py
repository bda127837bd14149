"""Logs made for the tests of the audit, and what is said of them."""

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
