"""The referee: what the log claims held against what the rules give."""

from analyzer.audit.checks import CHECKS
from analyzer.audit.findings import Finding, LogName, Tally, Verdict
from analyzer.audit.review import Review, review, review_events
from analyzer.audit.verdicts import Check

__all__ = ["CHECKS", "Check", "Finding", "LogName", "Review", "Tally", "Verdict", "review", "review_events"]
