"""Kernels are compiled into the cache by a process of its own, before any worker needs them."""

import json
import subprocess
import sys

import pytest

from analyzer.batch import warming
from analyzer.kernels import caches


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache."""
    monkeypatch.setattr(caches, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(warming, "cache_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def compiled(cache, monkeypatch):
    """What is compiled in this process."""
    here = []
    monkeypatch.setattr(warming, "compile_kernels", lambda: here.append("kernels"))
    return here


def test_another_process_compiles_after_it_was_said(cache, compiled, monkeypatch):
    monkeypatch.setattr(warming, "_PROGRAM", f"open({str(cache / 'filled')!r}, 'w').close()")
    told = []

    warming.warm_kernels(told.append)

    assert told == [cache]
    assert caches.is_cache_filled()
    assert compiled == []


def test_a_full_cache_is_left_alone(cache, compiled, monkeypatch):
    (cache / "filled").touch()
    monkeypatch.setattr(warming.subprocess, "Popen", lambda *words, **options: pytest.fail("a process"))
    told = []

    warming.warm_kernels(told.append)

    assert told == compiled == []


def test_this_process_compiles_where_the_other_fails(cache, compiled, monkeypatch):
    monkeypatch.setattr(warming, "_PROGRAM", "raise SystemExit(3)")

    warming.warm_kernels()

    assert compiled == ["kernels"]


def test_the_other_process_ends_when_nobody_waits_for_it():
    program = (
        "import json, sys; sys.path[:] = json.loads(sys.argv[1]); import time; "
        "from analyzer.batch import warming; warming.compile_kernels = lambda: time.sleep(60); "
        "warming.compile_until_left_alone()"
    )
    words = [sys.executable, "-c", program, json.dumps(sys.path)]
    child = subprocess.Popen(words, stdin=subprocess.PIPE)

    child.stdin.close()

    assert child.wait(30) == 1
