import os
import subprocess
import sys
from contextlib import suppress

import pytest

from analyzer.batch.totals import Totals
from analyzer.batch.work import UnitReport
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
        "1,110 games, 101/s, 0 findings\n1,220 games, 55/s, 0 findings\n",
    )


def shown(capsys):
    return capsys.readouterr().err.splitlines()


def test_with_a_plan_the_time_left_is_told(capsys, clock):
    with Progress(quiet=False) as show:
        show.begin(50_000, 0)
        clock.now += 10
        show(Totals(games=9_990, unreadable=4, skipped=6))

    assert shown(capsys) == ["9,990 of 50,000 games, 1,000/s, 0:00:40 left, 0 findings"]


def test_the_rate_is_that_of_the_last_minute(capsys, clock):
    with Progress(quiet=False) as show:
        show.begin(100_000, 0)
        for games in (10, 20, 30, 40, 50, 60, 6_060):
            clock.now += 60
            show(Totals(games=games))

    assert shown(capsys)[-1] == "6,060 of 100,000 games, 100/s, 0:15:39 left, 0 findings"


def test_before_anything_is_read_no_time_is_guessed(capsys, clock):
    with Progress(quiet=False) as show:
        show.begin(100, 0)
        clock.now += 30
        show(Totals())

    assert shown(capsys) == ["0 of 100 games, 0/s, 0 findings"]


def report(worker, peak):
    return UnitReport("", b"", Totals(), 1.0, worker, peak)


def test_memory_is_the_most_of_every_worker_added_up(capsys, clock):
    with Progress(quiet=False) as show:
        show.begin(None, 0)
        show(Totals(), report("a:1", 200.0))
        show(Totals(), report("a:2", 100.0))
        show(Totals(), report("b:1", None))
        clock.now += 11
        show(Totals(games=11), report("a:1", 150.0))

    assert shown(capsys) == ["11 games, 1/s, 0 findings, 300 MiB in 2 workers"]


def test_memory_of_one_process_is_told_without_workers(capsys, clock):
    with Progress(quiet=False) as show:
        clock.now += 11
        show(Totals(games=11), report("a:1", 150.0))

    assert shown(capsys) == ["11 games, 1/s, 0 findings, 150 MiB"]


def test_that_tables_are_being_written_is_told_in_long_runs(capsys, clock):
    with Progress(quiet=False) as show:
        clock.now += 11
        show.finish()

    assert shown(capsys) == ["writing the tables"]


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
