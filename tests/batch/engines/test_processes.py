import os
import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest

from analyzer.batch.engines import automatic, processes, side_by_side
from analyzer.errors import AnalyzerError, UserMistake
from analyzer.sources.units import UNIT_LOGS
from tests.batch.engines.trials import (
    ROOT,
    done,
    flat,
    names,
    obey,
    pids,
    unit_of,
)
from tests.batch.engines.waiting import a_moment, is_alive, wait_until

RUNNING = """
import sys
from pathlib import Path
from tests.batch.engines.trials import done, names, unit_of
from analyzer.batch.engines import processes
if __name__ == "__main__":
    units = [unit_of(f"{mark}=sleep {sys.argv[1]}/{mark}") for mark in ("one", "two")]
    done(processes(2), names, units)
"""


@pytest.fixture
def running(tmp_path):
    """A process of its own, the ids of its two workers, both at work, and what is a moment here."""
    began = time.monotonic()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    process = subprocess.Popen(
        [sys.executable, "-c", RUNNING, str(tmp_path)], env=environment, cwd=ROOT,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    marks = [tmp_path / "one", tmp_path / "two"]
    wait_until(lambda: all(mark.exists() and mark.read_text() for mark in marks))
    yield process, [int(mark.read_text()) for mark in marks], a_moment(began)
    process.kill()
    process.communicate()


@pytest.mark.skipif(os.name == "nt", reason="no signals there")
def test_ctrl_c_ends_all_workers_in_a_moment(running):
    process, workers, moment = running

    process.send_signal(signal.SIGINT)
    _, shown = process.communicate(timeout=moment)

    assert "KeyboardInterrupt" in shown
    wait_until(lambda: not any(map(is_alive, workers)), seconds=moment)


@pytest.mark.skipif(os.name == "nt", reason="no signals there")
def test_ctrl_c_that_reaches_the_workers_too_is_left_to_the_parent(running):
    process, workers, _ = running

    for pid in workers:
        os.kill(pid, signal.SIGINT)
    time.sleep(0.3)

    assert all(map(is_alive, workers))
    assert process.poll() is None


@pytest.mark.skipif(os.name == "nt", reason="no signals there")
@pytest.mark.parametrize(
    "how", ["SIGKILL", *(pytest.param(name, marks=pytest.mark.long) for name in ("SIGTERM", "SIGHUP"))]
)
def test_a_parent_that_is_killed_leaves_no_orphans(running, how):
    process, workers, moment = running

    process.send_signal(getattr(signal, how))
    process.communicate(timeout=moment)

    wait_until(lambda: not any(map(is_alive, workers)), seconds=moment)


def test_closing_the_results_ends_all_workers():
    with closing(processes(2)(pids, map(unit_of, "abcdef"))) as results:
        workers = {next(results), next(results), next(results)}

    assert not any(map(is_alive, workers))


@pytest.mark.long
def test_two_logs_that_kill_are_both_found():
    results, lost = done(processes(2), names, [unit_of("a=kill", "b", "c=kill")])

    assert flat(results) == ["b"]
    assert sorted(one.unit.carried[0].source for one in lost) == ["a", "c"]


def test_what_gets_no_memory_is_lost_with_that_reason():
    results, lost = done(processes(2), names, [unit_of("a=memory", "b")])

    assert flat(results) == ["b"]
    assert [one.reason.rpartition(": ")[2] for one in lost] == ["out of memory"]


def test_a_worker_that_leaves_of_itself_is_one_that_died():
    results, lost = done(processes(2), names, [unit_of("a=exit 3")])

    assert results == []
    assert [one.reason for one in lost] == ["reading it ends the process: exit status 3"]


def test_an_error_names_the_unit_and_survives_though_it_cannot_be_sent():
    with pytest.raises(RuntimeError, match="Awkward: onetwo") as raised:
        done(processes(1), names, [unit_of("a=awkward")])

    assert raised.value.__notes__ == ["In a worker process, on a"]
    assert "in obey" in str(raised.value.__cause__)


def test_no_more_workers_are_started_than_there_are_units():
    results, _ = done(processes(50), pids, map(unit_of, "ab"))

    assert len(set(results)) <= 2


def test_workers_that_cannot_be_started_are_told_of_and_not_started_for_ever(tmp_path, monkeypatch):
    main = tmp_path / "main.py"
    main.write_text("import os\nos._exit(9)\n")
    monkeypatch.setattr(sys.modules["__main__"], "__file__", str(main), raising=False)

    with pytest.raises(
        AnalyzerError, match="worker processes end before they are ready to work: exit status 9"
    ):
        done(processes(2), names, map(unit_of, "ab"))


SCRIPT = """
import sys
import analyzer
analyzer.run(sys.argv[1], sys.argv[2], workers=2)
"""


def test_a_script_without_a_guard_is_told_in_one_line(tmp_path, honest):
    """Every worker imports the script, which would start a run of its own."""
    (tmp_path / "logs").mkdir()
    for number in range(UNIT_LOGS + 1):
        (tmp_path / "logs" / f"{number}.mjlog").write_bytes(honest + b"<!-- %d -->" % number)
    (tmp_path / "script.py").write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    ended = subprocess.run(
        [sys.executable, "script.py", "logs", "out"],
        capture_output=True, text=True, check=False, cwd=tmp_path, env=environment,
    )  # fmt: skip

    assert ended.stderr.count("Traceback") == 1
    assert ended.stderr.splitlines()[-1] == (
        "analyzer.errors.UserMistake: the run starts processes, and each of them imports this script: "
        'call analyzer.run below `if __name__ == "__main__":`'
    )


def test_one_unit_is_done_in_this_process():
    assert done(automatic(2), pids, [unit_of("a")]) == ([os.getpid()], [])


def test_one_worker_is_this_process():
    assert done(automatic(1), pids, map(unit_of, "abc")) == ([os.getpid()] * 3, [])


def test_units_of_a_few_logs_are_done_in_this_process():
    assert done(automatic(2), pids, map(unit_of, "abc")) == ([os.getpid()] * 3, [])


def test_more_units_are_done_by_processes():
    results, _ = done(automatic(2), pids, [unit_of(log)._replace(logs=50) for log in "abc"])

    assert len(results) == 3
    assert os.getpid() not in results


# A few things done side by side, each by a process of its own.

SIDE_BY_SIDE = """
import sys
from tests.batch.engines.trials import obey
from analyzer.batch.engines import side_by_side
if __name__ == "__main__":
    side_by_side(obey, [f"a=sleep {sys.argv[1]}/one", f"b=sleep {sys.argv[1]}/two"])
"""


def test_results_come_in_the_order_of_the_tasks(tmp_path):
    assert side_by_side(obey, [f"{name}=meet {tmp_path}" for name in "ba"]) == ["b", "a"]


LOADED = """
import sys
import analyzer.batch.engines
sys.exit(" ".join({"lxml", "pyarrow", "analyzer.audit"} & {*sys.modules}) or 0)
"""


def test_a_process_loads_none_of_the_referee_before_its_task_does():
    ran = subprocess.run([sys.executable, "-c", LOADED], check=False, stderr=subprocess.PIPE)

    assert (ran.returncode, ran.stderr) == (0, b"")


def test_nothing_to_do_starts_nothing():
    assert side_by_side(obey, []) == []


def test_what_a_process_raises_is_raised_here():
    with pytest.raises(UserMistake, match="expected something else") as raised:
        side_by_side(obey, ["a", "b=mistake"])

    assert "in obey" in str(raised.value.__cause__)


@pytest.mark.parametrize(
    ("order", "how"), [("exit 3", "exit status 3"), ("memory", "out of memory"), ("kill", "killed by SIG")]
)
def test_a_process_that_ends_is_named_and_takes_the_others_with_it(tmp_path, order, how):
    if os.name == "nt" and order == "kill":
        how = "exit status"
    mark = tmp_path / "mark"

    with pytest.raises(AnalyzerError, match=f"a process ended before its work did: {how}"):
        side_by_side(obey, [f"a={order}", f"b=sleep {mark}"])

    # The other one may have been ended before it wrote its number.
    number = mark.read_text() if mark.exists() else ""
    assert not number or not is_alive(int(number))


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="no signals there")
@pytest.mark.parametrize("how", ["SIGINT", "SIGKILL"])
def test_nobody_outlives_a_parent_that_is_interrupted_or_killed(tmp_path, how):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", SIDE_BY_SIDE, str(tmp_path)], env=environment, cwd=ROOT, stderr=subprocess.PIPE
    )
    marks = [tmp_path / "one", tmp_path / "two"]
    wait_until(lambda: all(mark.exists() and mark.read_text() for mark in marks))

    moment = a_moment(began)
    process.send_signal(getattr(signal, how))
    process.communicate(timeout=moment)

    wait_until(lambda: not any(is_alive(int(mark.read_text())) for mark in marks), seconds=moment)
