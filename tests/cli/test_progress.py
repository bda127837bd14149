import os
import subprocess
import sys
from contextlib import suppress

import pytest

from analyzer.batch.totals import Totals
from analyzer.cli import progress
from analyzer.cli.progress import Progress

SHOWING = """
import time
from analyzer.batch.totals import Totals
from analyzer.cli.progress import Progress
with Progress(quiet=False) as show:
    time.sleep(1.5)
    show(Totals(games=1234))
    time.sleep(0.3)
"""


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by hand."""

    class Clock:
        now = 100.0

        def monotonic(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def test_without_a_terminal_a_plain_line_comes_every_ten_seconds(capsys, clock):
    with Progress(quiet=False) as show:
        for clock.now in (101, 109, 111, 119, 122):
            show(Totals(games=int(clock.now) * 10))

    assert capsys.readouterr() == (
        "",
        "1,110 games, 101/s, 11 s, 0 findings\n1,220 games, 55/s, 22 s, 0 findings\n",
    )


def test_quiet_shows_nothing(capsys, clock):
    with Progress(quiet=True) as show:
        clock.now = 200
        show(Totals(games=1))

    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_on_a_terminal_a_live_line_is_shown_and_taken_away():
    terminal, inside = os.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    process = subprocess.Popen([sys.executable, "-c", SHOWING], stderr=inside, env=environment)
    os.close(inside)
    shown = b""
    # Reading from a terminal that nobody holds open any more is an error on Linux and the end elsewhere.
    with suppress(OSError):
        while chunk := os.read(terminal, 4096):
            shown += chunk
    os.close(terminal)

    assert process.wait(timeout=30) == 0
    assert b"1,234 games" in shown
    assert shown.rstrip().endswith(b"\x1b[2K")
