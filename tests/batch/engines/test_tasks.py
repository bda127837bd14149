"""A few things done side by side, each by a process of its own."""

import os
import signal
import subprocess
import sys
import time

import pytest

from analyzer.batch.engines.tasks import side_by_side
from analyzer.errors import AnalyzerError, UserMistake
from tests.batch.engines.trials import ROOT, obey, threshold
from tests.batch.engines.waiting import a_moment, is_alive, wait_until

RUNNING = """
import sys
from tests.batch.engines.trials import obey
from analyzer.batch.engines.tasks import side_by_side
if __name__ == "__main__":
    side_by_side(obey, [f"a=sleep {sys.argv[1]}/one", f"b=sleep {sys.argv[1]}/two"])
"""


def test_results_come_in_the_order_of_the_tasks(tmp_path):
    assert side_by_side(obey, [f"{name}=meet {tmp_path}" for name in "ba"]) == ["b", "a"]


LOADED = """
import sys
import analyzer.batch.engines.tasks
sys.exit(" ".join({"lxml", "pyarrow", "analyzer.audit"} & {*sys.modules}) or 0)
"""


def test_a_process_loads_none_of_the_referee_before_its_task_does():
    ran = subprocess.run([sys.executable, "-c", LOADED], check=False, stderr=subprocess.PIPE)

    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_process_looks_for_garbage_more_seldom_than_python_would():
    assert side_by_side(threshold, ["first of three"])[0] > 10 * 700


def test_nothing_to_do_starts_nothing():
    assert side_by_side(obey, []) == []


def test_what_a_process_raises_is_raised_here():
    with pytest.raises(UserMistake, match="expected something else") as raised:
        side_by_side(obey, ["a", "b=mistake"])

    assert raised.value.__notes__[0].startswith("In a process of its own:\nTraceback ")


@pytest.mark.parametrize(
    ("order", "how"), [("exit 3", "exit status 3"), ("memory", "out of memory"), ("kill", "killed by SIG")]
)
def test_a_process_that_ends_is_named_and_takes_the_others_with_it(tmp_path, order, how):
    if os.name == "nt" and order == "kill":
        how = "exit status"
    mark = tmp_path / "mark"

    with pytest.raises(AnalyzerError, match=f"a process ended before its work did: {how}"):
        side_by_side(obey, [f"a={order}", f"b=sleep {mark}"])

    assert not mark.exists() or not is_alive(int(mark.read_text()))


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="no signals there")
@pytest.mark.parametrize("how", ["SIGINT", "SIGKILL"])
def test_nobody_outlives_a_parent_that_is_interrupted_or_killed(tmp_path, how):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", RUNNING, str(tmp_path)], env=environment, cwd=ROOT, stderr=subprocess.PIPE
    )
    marks = [tmp_path / "one", tmp_path / "two"]
    wait_until(lambda: all(mark.exists() and mark.read_text() for mark in marks))

    moment = a_moment(began)
    process.send_signal(getattr(signal, how))
    process.communicate(timeout=moment)

    wait_until(lambda: not any(is_alive(int(mark.read_text())) for mark in marks), seconds=moment)
