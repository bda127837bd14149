"""What is shown of progress, when, and where; and the count of the work beside it."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from threading import Event
from types import SimpleNamespace

import pytest

from analyzer.batch import progress
from analyzer.batch.progress import Progress, counted_beside
from analyzer.errors import UserMistake
from analyzer.kernels.beside import KernelSet
from tests.batch.engines.trials import wait_until
from tests.case_files import each, rows


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by hand."""
    clock = SimpleNamespace(now=100.0, monotonic=lambda: clock.now)
    monkeypatch.setattr(progress, "time", clock)
    return clock


@pytest.fixture
def show(clock):
    """Progress that looks only when it is asked to."""
    return Progress(quiet=False)


@pytest.fixture
def at(clock, show, capsys):
    """Looks at these times, after so many more games are done, and gives the lines."""

    def look(*moments, findings=None):
        for clock.now, games in moments:
            show.count(games, findings)
            show.look()
        return capsys.readouterr().err.splitlines()

    return look


def test_without_a_terminal_a_line_comes_within_a_second_and_then_every_five(at):
    moments = [(100.4, 4), (100.9, 5), (101.3, 4), (105.8, 45), (106.0, 2), (110.8, 48), (111.0, 2)]
    told = [f"{games} games, 10/s, 0 findings" for games in (9, 60, 110)]

    assert at(*moments, findings=0) == told


def test_lines_come_while_nothing_is_told(capsys):
    lines = []

    with Progress(quiet=False):
        wait_until(lambda: lines.extend(capsys.readouterr().err.splitlines()) or lines)

    assert lines == ["0 games, 0/s"]


@each(rows("batch/progress", "plan"))
def test_with_a_plan_it_is_told_how_much_is_left(show, at, row):
    show.begin(row["logs"])

    assert at(*row["moments"])[-1] == row["line"]


def test_logs_of_units_under_way_count_and_what_holds_many_as_its_logs_once_that_is_known(show, at):
    """As archives in archives do, of which a third is read."""
    read = [7]
    show.follow(lambda: read[0])
    assert at((101, 10)) == ["10 games, 10/s"]
    read[0] = 27
    assert at((106, 0)) == ["27 games, 3/s"]

    show.follow(lambda: 1000, lambda: 10.0)
    show.begin(300)
    assert at((111, 0))[0].startswith("1,000 of 3,000 games, ")


def test_memory_is_the_most_of_every_worker_added_up(show, at):
    show.note_peak("a:1", 150.0)
    assert at((111, 11)) == ["11 games, 1/s, 150 MiB"]
    for worker, peak in (("a:1", 200.0), ("a:2", 100.0), ("b:1", None), ("a:1", 150.0)):
        show.note_peak(worker, peak)
    assert at((116, 0)) == ["11 games, 1/s, 300 MiB in 2 workers"]


def test_that_kernels_are_compiled_beside_is_told(capsys, clock, monkeypatch):
    compiled = KernelSet("some", "some:fill", loads_above=1, compiles_above=1)
    monkeypatch.setattr(compiled, "is_being_compiled", lambda: True)
    show = Progress(quiet=False, kernels=compiled)
    clock.now += 1
    show.look()

    assert capsys.readouterr().err == "0 games, 0/s, compiling\n"


def test_at_the_end_it_is_told_what_is_done_and_how_long_all_of_it_takes(clock, show, at):
    """What is said while a line is made, in a thread of its own, has taken no time."""
    clock.now = 100.6
    show.say("looking for duplicates")
    first = at((100.5, 0), (106, 0))
    show.say("joining small units, 1 of 3 written")

    assert [*first, *at((112, 0))] == [
        "looking for duplicates, 0 s",
        "looking for duplicates, 5 s",
        "joining small units, 1 of 3 written, 11 s",
    ]


@pytest.mark.parametrize("workers", [1, 8])
def test_after_a_tenth_the_time_left_is_right_within_a_third(capsys, clock, monkeypatch, workers):
    """Workers start for five seconds, and tell of 800 games every two seconds, all at about the same time."""
    monkeypatch.setattr(progress, "_LINES", progress._LINES._replace(every=0))
    show, games = Progress(quiet=False), workers * 800 * 40
    show.begin(games)
    left = []
    for tick in range(1, 10 * 85):
        clock.now = 100 + tick / 10
        told = sum((tick - 50 - worker) % 20 == 0 and tick > 50 + worker for worker in range(workers))
        show.count(800 * told)
        show.look()
        done = sum(max(0, (tick - 50 - worker) // 20) for worker in range(workers)) * 800
        words = capsys.readouterr().err
        if games / 10 < done < games * 0.9:
            hours, minutes, seconds = words.split(", ")[2].removesuffix(" left\n").split(":")
            left.append((5 + 80 - tick / 10, int(hours) * 3600 + int(minutes) * 60 + int(seconds)))

    assert len(left) > 500
    assert [told for true, told in left if not true * 2 / 3 - 1 <= told <= true * 4 / 3 + 1] == []


def test_quiet_shows_nothing(capsys, monkeypatch):
    monkeypatch.setattr(progress, "_FIRST", 0)
    monkeypatch.setattr(progress, "_LOOKS_EVERY", 0.001)

    with Progress(quiet=True) as show:
        show.count(1, 0)
        show.tell("a word")
        time.sleep(0.05)

    assert capsys.readouterr() == ("", "")


def test_in_a_notebook_one_line_is_written_again_and_again(clock, monkeypatch):
    written = []
    stream = type("OutStream", (), {"__module__": "ipykernel.iostream"})()
    stream.write, stream.flush, stream.isatty = written.append, lambda: None, lambda: False
    monkeypatch.setattr(sys, "stderr", stream)

    with Progress(quiet=False) as show:
        for clock.now, games in ((101, 101), (101.5, 0), (102, 1)):
            show.count(games, 0)
            show.look()

    clear = "\r" + " " * 100 + "\r"
    assert written == ["101 games, 101/s, 0 findings", f"{clear}102 games, 1/s, 0 findings", clear]


SHOWING = """
import sys, time
from analyzer.batch.progress import Progress
with Progress(quiet=False) as show:
    show.count(1234, 0)
    while (first := show._shown) is None:
        time.sleep(0.02)
    with show.paused():
        print("a finding", file=sys.stderr)
    while show._shown == first:
        time.sleep(0.02)
"""


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

    assert process.wait(timeout=300) == 0
    assert b"1,234 games" in shown
    assert b"\x1b[2Ka finding" in shown
    assert shown.rstrip().endswith(b"\x1b[2K")


SOON = 30
"""Seconds after which something that should have come is missed."""


def test_units_are_given_out_while_all_is_being_counted():
    may_end, events = Event(), []

    def count():
        events.append("begun")
        assert may_end.wait(SOON)
        events.append("counted")

    units = counted_beside("abcd", count)
    assert events == []
    given = [next(units) for _ in range(4)]

    assert (given, events) == ([*"abcd"], ["begun"])
    may_end.set()
    assert (list(units), events) == ([], ["begun", "counted"])


@pytest.mark.parametrize("units", ["", "a", "abcd"])
def test_it_is_counted_once_and_what_cannot_be_counted_ends_the_run_with_its_own_words(units):
    counts = []

    def fail():
        raise UserMistake("the list is gone")

    assert [*counted_beside(units, lambda: counts.append(1))] == [*units]
    assert counts == [1]
    failing = counted_beside(units, fail)
    assert [next(failing) for _ in units] == [*units]
    with pytest.raises(UserMistake, match="the list is gone"):
        next(failing)
