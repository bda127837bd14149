"""The referee: what the log claims held against what the rules give."""

from analyzer.audit.case import LogName
from analyzer.audit.checks import CHECKS, Check
from analyzer.audit.findings import Finding, Tally, Verdict
from analyzer.audit.review import Review, review

__all__ = ["CHECKS", "Check", "Finding", "LogName", "Review", "Tally", "Verdict", "review"]
