"""The page of all checks, made from CHECKS: what each means, its source, and how often it ran.

Run as ``python -m analyzer.audit.checks_page FOLDER > docs/checks.md``, where FOLDER holds folders of logs.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

from analyzer.audit.checks import CHECKS
from analyzer.audit.findings import LogName, Tally
from analyzer.audit.review import review
from analyzer.audit.verdicts import FORMAT, TENHOU
from analyzer.formats.mjlog.reader import MAX_BYTES

_HEAD = """# Checks

Look up here what a finding means: `validate` and `run` compare every claim of a log with what the rules give,
and each comparison is one of these checks.
`--checks ID,ID` runs only some.

An item passes, fails, is undecided, or is absent.
It is undecided if a rule is not known or the log is cut.
It is absent if the form of the log does not state it.
Each check compares its own claim and knows no other check, so one fault may show in several.
Failures of a hand, and of the step to the next hand, form a chain.
The first failure in the order of the log, then of this page, leads and is the finding.
The others are listed with it, which proves no common cause.
A wall that agrees with its seed shows an intact file, not an honest server.

*Source* says where the rule is from: *mjlog* is its format as measured on 2,290 logs, *Tenhou* is Tenhou as
measured on 21,659 hands.
*Rules* are the sections of a rule set that must be known.
The counts are those of 681 real logs; a count that is not named is 0.
`python -m analyzer.audit.checks_page FOLDER` made this page from the list of checks and folders of logs.
"""


def tallies_of(folder: Path) -> dict[str, Tally]:
    """Counts of every check over all logs below a folder, plain or gzip, in order of their names."""
    paths = sorted(path for path in folder.rglob("*.mjlog") if path.is_file())
    return review([(LogName(path.stem, path.name), _bytes(path)) for path in paths]).tallies


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        is_gzip = file.read(2) == b"\x1f\x8b"
    with gzip.open(path) if is_gzip else path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def checks_page(tallies: dict[str, Tally]) -> str:
    """The page as Markdown; one section per check, in the order of CHECKS."""
    sections = [_HEAD]
    for check in CHECKS:
        areas = ", ".join(sorted(check.areas))
        rules = f"Rules: {areas}.\n" if areas else ""
        sections.append(
            f"## `{check.id}`: {check.title}\n\n"
            f"{check.rule}.\n"
            f"Source: {check.source.replace(FORMAT, 'mjlog').replace(TENHOU, 'Tenhou')}.\n"
            f"{rules}"
            f"{_counts(tallies[check.id])}.\n"
        )
    return "\n".join(sections)


def _counts(tally: Tally) -> str:
    rare = {"failed": tally.failed, "undecided": tally.undecided, "absent": tally.absent}
    counts = [f"{name} {count:,}" for name, count in rare.items() if count]
    return ", ".join([f"Passed {tally.passed:,}", *counts])


if __name__ == "__main__":
    sys.stdout.write(checks_page(tallies_of(Path(sys.argv[1]))))
