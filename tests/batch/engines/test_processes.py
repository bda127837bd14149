"""Worker processes: who ends them, how they end, and when there are any."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from multiprocessing.connection import wait

import pytest

from analyzer.batch import engines
from analyzer.batch.engines import Lost, automatic, processes, side_by_side
from analyzer.errors import AnalyzerError, UserMistake
from tests.batch.engines.trials import (
    ROOT,
    a_moment,
    done,
    is_alive,
    names,
    obey,
    pids,
    unit_of,
    wait_until,
)

POSIX = pytest.mark.skipif(os.name == "nt", reason="no signals there")
RUNNING = {
    "units": 'done(processes(2), names, [unit_of(f"{mark}=sleep {sys.argv[1]}/{mark}") for mark in "ab"])',
    "tasks": 'side_by_side(obey, [f"{mark}=sleep {sys.argv[1]}/{mark}" for mark in "ab"])',
}
PROGRAM = """
import sys
from analyzer.batch.engines import processes, side_by_side
from tests.batch.engines.trials import done, names, obey, unit_of
if __name__ == "__main__":
    {}
"""


@pytest.fixture
def running(tmp_path, request):
    """A process of its own, the ids of its two workers, both at work, and what is a moment here."""
    began = time.monotonic()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(RUNNING[request.param]), str(tmp_path)],
        env=environment, cwd=ROOT, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    marks = [tmp_path / "a", tmp_path / "b"]
    wait_until(lambda: all(mark.exists() and mark.read_text() for mark in marks))
    yield process, [int(mark.read_text()) for mark in marks], a_moment(began)
    process.kill()
    process.communicate()


@POSIX
@pytest.mark.parametrize(
    ("running", "how"),
    [
        ("units", "SIGINT"),
        ("units", "SIGKILL"),
        *(pytest.param("units", how, marks=pytest.mark.long) for how in ("SIGTERM", "SIGHUP")),
        *(pytest.param("tasks", how, marks=pytest.mark.long) for how in ("SIGINT", "SIGKILL")),
    ],
    indirect=["running"],
)
def test_no_worker_outlives_a_parent_that_is_interrupted_or_killed(running, how):
    """A Ctrl-C that reaches the workers too is left to the parent."""
    process, workers, moment = running
    if how == "SIGINT":
        for pid in workers:
            os.kill(pid, signal.SIGINT)
        time.sleep(0.3)
        assert all(map(is_alive, workers))
        assert process.poll() is None

    process.send_signal(getattr(signal, how))
    _, shown = process.communicate(timeout=moment)

    assert "KeyboardInterrupt" in shown if how == "SIGINT" else shown == ""
    wait_until(lambda: not any(map(is_alive, workers)), seconds=moment)


def test_what_ends_its_worker_otherwise_is_lost_with_that_reason_and_closing_ends_all():
    orders, lost, workers = ["a=memory", "b", "c=exit 3", *"defg"], set(), set()
    with closing(processes(2)(pids, map(unit_of, orders))) as results:
        while len(lost) < 2:
            one = next(results)
            lost |= {one.reason} if isinstance(one, Lost) else set()
            workers |= {one} if isinstance(one, int) else set()
        workers.add(next(results))

    assert lost == {
        "reading it ends the process: out of memory", "reading it ends the process: exit status 3",
    }  # fmt: skip
    assert not any(map(is_alive, workers))


@pytest.mark.parametrize("is_slow", [False, True])
def test_workers_that_cannot_be_started_are_told_of_and_not_started_for_ever(tmp_path, monkeypatch, is_slow):
    """Also where one ends while the next is being started, as on a busy machine."""
    main, start, before = tmp_path / "main.py", engines._Worker.start, []
    main.write_text("import os\nos._exit(9)\n")
    monkeypatch.setattr(sys.modules["__main__"], "__file__", str(main), raising=False)

    def starting(worker):
        if before and is_slow:
            wait([before.pop().sentinel])
            time.sleep(0.1)
        start(worker)
        before.append(worker)

    monkeypatch.setattr(engines._Worker, "start", starting)

    with pytest.raises(
        AnalyzerError, match="worker processes end before they are ready to work: exit status 9"
    ):
        done(processes(2), names, map(unit_of, "ab"))


SCRIPT = "import sys\nimport analyzer\nanalyzer.run(sys.argv[1], sys.argv[2], workers=2)\n"


def test_a_script_without_a_guard_is_told_in_one_line(tmp_path, many):
    """Each worker imports the script, which would start a run of its own; games of three are another unit."""
    (tmp_path / "logs").mkdir()
    for number, log in enumerate(many(100)):
        name = log.source.replace("00a9", "00b9") if number % 2 else log.source
        (tmp_path / "logs" / name).write_bytes(log.data)
    (tmp_path / "script.py").write_text(SCRIPT)

    ended = subprocess.run(
        [sys.executable, "script.py", "logs", "out"],
        capture_output=True, text=True, check=False, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip

    assert ended.stderr.count("Traceback") == 1
    assert ended.stderr.splitlines()[-1] == (
        "analyzer.errors.UserMistake: the run starts processes, and each of them imports this script: "
        'call analyzer.run below `if __name__ == "__main__":`'
    )


LOADED = """
import sys
import analyzer.batch.engines
sys.exit(" ".join({"lxml", "pyarrow", "analyzer.audit"} & {*sys.modules}) or 0)
"""


@pytest.mark.parametrize(
    ("workers", "units", "logs", "is_here"),
    [(2, "a", 200, True), (1, "abc", 50, True), (2, "abc", 1, True), (2, "abc", 40, False)],
)
def test_processes_are_started_only_where_there_is_work_for_several(workers, units, logs, is_here):
    results, _ = done(automatic(workers), pids, [unit_of(log)._replace(logs=logs) for log in units])

    assert len(results) == len(units)
    assert ({*results} == {os.getpid()}) is is_here


def test_a_process_loads_none_of_the_referee_before_its_task_does():
    ran = subprocess.run([sys.executable, "-c", LOADED], check=False, stderr=subprocess.PIPE)

    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_few_things_are_done_side_by_side_in_the_order_of_the_tasks(tmp_path):
    assert side_by_side(obey, [f"{name}=meet {tmp_path}" for name in "ba"]) == ["b", "a"]
    assert side_by_side(obey, []) == []
    with pytest.raises(UserMistake, match="expected something else") as raised:
        side_by_side(obey, ["a", "b=mistake"])
    assert "in obey" in str(raised.value.__cause__)
    # What cannot be sent arrives as its words.
    with pytest.raises(RuntimeError, match="Awkward: onetwo"):
        side_by_side(obey, ["a=awkward"])


def test_a_process_that_ends_is_named_and_takes_the_others_with_it(tmp_path):
    how = "exit status" if os.name == "nt" else "killed by SIG"
    mark = tmp_path / "mark"

    with pytest.raises(AnalyzerError, match=f"a process ended before its work did: {how}"):
        side_by_side(obey, ["a=kill", f"b=sleep {mark}"])

    # The other one may have been ended before it wrote its number.
    number = mark.read_text() if mark.exists() else ""
    assert not number or not is_alive(int(number))
