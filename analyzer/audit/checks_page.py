"""The page of all checks, made from CHECKS: what each means, its source, and how often it ran.

Run as ``python -m analyzer.audit.checks_page FOLDER > docs/checks.md``, where FOLDER holds folders of logs.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from analyzer.audit.checks import CHECKS
from analyzer.audit.findings import LogName, Tally
from analyzer.audit.review import review
from analyzer.formats.mjlog.reader import MAX_BYTES

_AT_ONCE = 100

_HEAD = """# Checks

Every claim of a log is held against what the rules give; each comparison is one of these checks.
`--checks ID,ID` runs only some.
An item passes, fails, is undecided, or is absent.
It is undecided where it should be judged and cannot be: a rule is not known, or a log is cut.
It is absent where the log, by its form, does not state what would be judged.
Each check compares its own claim and knows no other check, so one fault may show in several.
Failures of a hand, and of the step to the next hand, form a chain.
The first of them, in the order of the log and then of this page, leads and is the finding.
The others are listed with it; that they hang together proves no cause.
A wall that agrees with its seed shows an intact file; it is no proof of an honest server.

This page is made from the list of checks by `python -m analyzer.audit.checks_page FOLDER`.
FOLDER holds folders of logs; the counts are those of 681 real ones.
"""


def tallies_of(folder: Path) -> dict[str, Tally]:
    """Counts of every check over all logs below a folder, plain or gzip, in order of their names."""
    totals = {check.id: Tally() for check in CHECKS}
    paths: Iterator[Path] = iter(sorted(path for path in folder.rglob("*.mjlog") if path.is_file()))
    while part := list(islice(paths, _AT_ONCE)):
        logs = [(LogName(path.stem, path.name), _bytes(path)) for path in part]
        for check, tally in review(logs).tallies.items():
            totals[check].add(tally)
    return totals


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        is_gzip = file.read(2) == b"\x1f\x8b"
    with gzip.open(path) if is_gzip else path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def checks_page(tallies: dict[str, Tally]) -> str:
    """The page as Markdown; one section per check, in the order of CHECKS."""
    sections = [_HEAD]
    for check in CHECKS:
        tally = tallies[check.id]
        areas = ", ".join(sorted(check.areas))
        needs = f"Needs to know the rules of: {areas}.\n" if areas else ""
        sections.append(
            f"## `{check.id}`: {check.title}\n\n"
            f"{check.rule}.\n"
            f"Source: {check.source}.\n"
            f"{needs}"
            f"Passed {tally.passed:,}, failed {tally.failed:,}, undecided {tally.undecided:,}, "
            f"absent {tally.absent:,}.\n"
        )
    return "\n".join(sections)


if __name__ == "__main__":
    sys.stdout.write(checks_page(tallies_of(Path(sys.argv[1]))))
