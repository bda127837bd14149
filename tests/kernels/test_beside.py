"""A process beside the plain work fills the cache with compiled kernels, and ends with the work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Timer

import pytest

from analyzer.folders.disk import lock
from analyzer.kernels import beside, compiling
from analyzer.kernels.beside import KernelSet
from tests.batch.engines.trials import wait_until

MODULE = """
import sys
import time
from analyzer.folders.disk import lock
from analyzer.kernels import compiling, kernel

# Kernels of the package alone are kept.
sys.modules["analyzer.totals"] = sys.modules[__name__]
__name__ = "analyzer.totals"

@kernel
def total(count):
    found = 0
    for number in range(count):
        found += number
    return found

def compile_total():
    with compiling():
        total(5)

def nothing():
    pass

def sleep():
    time.sleep(600)

def fail():
    raise TypeError("no such type\\nin this line")
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module with a kernel, and what compiles it."""
    (tmp_path / "totals.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    yield __import__("totals")
    del sys.modules["totals"], sys.modules["analyzer.totals"]


@pytest.fixture
def started(monkeypatch, place):
    """Processes that would have been started; the machine has two cores."""
    found = []
    monkeypatch.setattr(beside, "_started", lambda *words: found.append(words))
    monkeypatch.setattr(KernelSet, "_watch", lambda *_: None)
    monkeypatch.setattr(beside, "available_cores", lambda: 2)
    return found


def kernel_set(fill="compile_total"):
    return KernelSet("totals", f"totals:{fill}", loads_above=10, compiles_above=100)


def is_gone(process):
    with suppress(FileNotFoundError, ProcessLookupError):
        os.kill(process, 0)
        # What nobody has asked for its status is a zombie, where nobody adopts it.
        return sys.platform == "linux" and Path(f"/proc/{process}/stat").read_text().split()[2] == "Z"
    return True


def test_the_compiled_take_over_when_another_process_has_compiled_them(module, place):
    totals, told = kernel_set(), []
    plain = module.total(5)

    with totals.beside(told.append):
        assert not totals.pays(100)
        totals.compile_for(1000)
        assert totals.is_being_compiled()
        wait_until(totals.is_ready)
        assert totals.pays(1)

    assert told == [f"compiling kernels beside the work; kept in {beside.cache_folder()}"]
    with compiling():
        assert module.total(5) == plain == 10
    assert sum(module.total.compiled.stats.cache_hits.values()) == 1


@pytest.mark.parametrize("cores", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_kernel_that_cannot_be_compiled_is_told_once_and_work_goes_on_plain(
    module, place, monkeypatch, cores
):
    monkeypatch.setattr(beside, "available_cores", lambda: cores)
    totals, told = kernel_set("fail"), []

    with totals.beside(told.append):
        totals.compile_for(1000)
        wait_until(lambda: len(told) > 1)
        totals.compile_for(1000)
        assert not totals.pays(1)

    reason = "kernels could not be compiled, the work goes on without: TypeError: no such type"
    assert (len(told), told[1][: len(reason)], "\n" in told[1]) == (2, reason, False)


STARTING = """
from analyzer.kernels.beside import KernelSet
import time
totals = KernelSet("totals", "totals:sleep", loads_above=10, compiles_above=100)
with totals.beside():
    totals.compile_for(1000)
    print(totals._child.pid, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("by", ["SIGKILL", "SIGINT"])
def test_the_process_ends_with_the_one_that_began_it(module, tmp_path, place, by):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    with subprocess.Popen(
        [sys.executable, "-c", STARTING], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as parent:
        child = int(parent.stdout.readline())
        parent.send_signal(getattr(signal, by))

    wait_until(lambda: is_gone(child))


@pytest.mark.parametrize(
    ("workers", "left", "begins"), [(1, 100, 0), (1, 101, 1), (2, 300, 0), (2, 301, 1), (1, None, 0)]
)
def test_compiling_begins_once_where_what_is_left_repays_it_and_nothing_after_the_work(
    started, workers, left, begins
):
    totals = kernel_set()

    with totals.beside():
        totals.compile_for(left, workers)
        totals.compile_for(left, workers)
    assert started == [("compile_set", "totals", "totals:compile_total")] * begins
    totals.compile_for(1000)
    assert len(started) == begins


def test_on_one_core_the_work_waits_for_the_compiler(module, place, monkeypatch):
    monkeypatch.setattr(beside, "available_cores", lambda: 1)
    totals, told = kernel_set("nothing"), []

    with totals.beside(told.append):
        assert not totals.pays(1)
        totals.compile_for(100)
        assert not totals.is_being_compiled()
        totals.compile_for(101)
        assert totals.pays(1)

    assert told == [f"compiling kernels before the work; kept in {beside.cache_folder()}"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_the_process_ends_with_the_block_and_waiting_for_it_on_one_core_can_be_interrupted(
    module, place, monkeypatch
):
    monkeypatch.setattr(beside, "available_cores", lambda: 1)
    totals, told = kernel_set("sleep"), []

    with suppress(KeyboardInterrupt), totals.beside(told.append):
        totals.compile_for(101)
        child = totals._child
        assert child.poll() is None
        Timer(0.2, os.kill, [os.getpid(), signal.SIGINT]).start()
        totals.pays(1)
        pytest.fail("waited to the end")

    assert child.poll() is not None
    assert not totals.is_being_compiled()
    # A process that is ended is no failure.
    time.sleep(0.2)
    assert len(told) == 1


def test_what_has_run_plain_for_as_long_as_compiling_takes_begins_it(started):
    totals = kernel_set()

    assert [totals.pays(50), totals.pays(50), len(started)] == [False, False, 0]
    assert [totals.pays(1), len(started)] == [False, 1]


def test_nothing_is_compiled_that_another_process_compiles_or_has_compiled(started, place):
    with beside._lock_file(beside.cache_folder(), "totals").open("ab") as file:
        assert lock(file)
        kernel_set().compile_for(1000)
        beside.compile_set("totals", "nowhere:nothing")
    beside.note_filled("totals")
    beside.compile_set("totals", "nowhere:nothing")

    assert not started


def test_few_logs_run_plain_though_compiled_kernels_are_ready(monkeypatch):
    monkeypatch.setattr(beside, "is_filled", lambda name: name == "totals")
    totals = kernel_set()

    assert [totals.pays(logs) for logs in (4, 6, 1, 1)] == [False, False, True, True]


def test_where_nothing_can_be_kept_a_process_compiles_for_itself_in_the_end(started, monkeypatch):
    monkeypatch.setattr(beside, "cache_folder", lambda: None)
    monkeypatch.setattr(beside, "is_filled", lambda _: False)
    totals = kernel_set()

    assert [totals.pays(100), totals.pays(1)] == [False, True]
    assert not started


@pytest.mark.long
def test_what_the_process_before_has_compiled_is_only_loaded(module, place):
    totals = KernelSet(
        "totals", "totals:compile_total", before="totals:compile_total", loads_above=10, compiles_above=100
    )

    totals.compile_here()

    assert sum(module.total.compiled.stats.cache_hits.values()) == 1
