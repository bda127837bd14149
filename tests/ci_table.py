"""The table at the end of `.ci/run`: its steps, how long each took, the tests it ran, and what it left out.

`.ci/run` names a file, to which it writes a line for each step; pytest adds what it has run, and prints the
table in front of its own last line.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

STEPS = "TENHOU_CI_STEPS"
"""Names the file; a line is ``step``, ``ran`` or ``left out``, a time or a number, and a title or reason."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Add what was run to the file, if there is one, and print the table of the steps so far."""
    named = os.environ.get(STEPS)
    # The processes of pytest-xdist report to that which started them.
    if not named or hasattr(config, "workerinput"):
        return
    with Path(named).open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in told(terminalreporter.stats))
    terminalreporter.section("steps")
    for line in table(Path(named).read_text(encoding="utf-8").splitlines(), time.time()):
        terminalreporter.write_line(line)


def told(stats: dict[str, list[pytest.TestReport]]) -> Iterator[str]:
    """Lines of the tests that were run, and of those that were skipped, by reason."""
    yield f"ran\t{sum(len(stats.get(outcome, ())) for outcome in ('passed', 'failed', 'error'))}\t"
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in stats.get("skipped", ()))
    yield from (f"left out\t{count}\t{reason}" for reason, count in reasons.most_common())


def table(lines: Iterable[str], now: float) -> Iterator[str]:
    """The table: of each step its seconds, its tests, its title, and below it what was left out."""
    parts = [line.split("\t", 2) for line in lines]
    starts = [place for place, (kind, *_) in enumerate(parts) if kind == "step"]
    yield "seconds  tests  step"
    for place, following in zip(starts, [*starts[1:], None], strict=True):
        _, began, title = parts[place]
        ends = now if following is None else float(parts[following][1])
        own = parts[place + 1 : following]
        ran = [number for kind, number, _ in own if kind == "ran"]
        yield f"{ends - float(began):7.0f}  {' '.join(ran):>5}  {title}"
        yield from (f"{'':14}  left out {n}: {why}" for kind, n, why in own if kind == "left out")
