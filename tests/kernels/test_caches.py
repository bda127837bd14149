"""Compiled kernels are kept for later processes, in a folder that nobody else can write to."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import product, starmap
from pathlib import Path

import pytest

from analyzer.kernels import caches
from analyzer.kernels.beside import compiling_text

PACKAGE = Path(caches.__file__).parents[1]

DEALS = """
from typing import NamedTuple
import numpy as np
from analyzer.kernels import kernel

HONBA_POINTS = 300
LIMITS = np.array([0, 8000], np.int32)

class Deal(NamedTuple):
    seats: np.ndarray
    limits: np.ndarray

@kernel
def bonus(honba):
    return honba * HONBA_POINTS
"""

PAYMENTS = """
from analyzer.deals import LIMITS, bonus
from analyzer.kernels import kernel

@kernel
def payment(deal, honba):
    return LIMITS[int(deal.limits[0])] + 100 * int(deal.seats[0]) + bonus(honba)
"""

PROGRAM = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
import numba
import numpy as np
from analyzer.deals import Deal
from analyzer.kernels import compiling
from analyzer.payments import payment
if len(sys.argv) > 2:
    # File systems have coarser clocks than Python: now could be before this process began.
    os.utime(sys.argv[2], (time.time() + 1,) * 2)
theirs = numba.config.CACHE_DIR
deal = Deal(seats=np.array([0]), limits=np.array([1]))
print(payment(deal, 2))
with compiling():
    print(payment(deal, 2))
print(sum(payment.compiled.stats.cache_hits.values()))
print(numba.config.CACHE_DIR == theirs)
"""


def write_package(folder):
    """A package with two modules of kernels, and ours that compile them."""
    shutil.copytree(PACKAGE / "kernels", folder / "analyzer" / "kernels")
    (folder / "analyzer" / "__init__.py").touch()
    (folder / "analyzer" / "deals.py").write_text(DEALS)
    (folder / "analyzer" / "payments.py").write_text(PAYMENTS)


def run_program(folder, *touched, program=PROGRAM, **environment):
    """What a process prints that runs them plain and compiled, and how many it found in the cache."""
    command = [sys.executable, "-W", "error", "-c", program, str(folder), *map(str, touched)]
    environment = {"TENHOU_ANALYZER_CACHE": str(folder / "cache"), **environment}
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A package whose cache a first process has filled."""
    folder = tmp_path_factory.mktemp("filled")
    write_package(folder)
    assert run_program(folder) == ["8600", "8600", "0", "True"]
    return folder


@pytest.fixture
def package(filled):
    """The same, and as it was again afterwards."""
    before = {path: path.read_bytes() for path in filled.rglob("*") if path.is_file()}
    yield filled
    for path in filled.rglob("*"):
        if path.is_file() and path not in before:
            path.unlink()
    for path, data in before.items():
        path.write_bytes(data)


def kept_in(folder):
    return sorted(path.suffix for path in (folder / "cache").rglob("payments.*"))


def test_only_what_changes_in_a_file_that_kernels_read_compiles_them_again(package):
    for name in ("cli/run.py", "batch/run.py", "__pycache__/deals.pyc"):
        path = package / "analyzer" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("changed")
    assert run_program(package) == ["8600", "8600", "1", "True"]
    assert kept_in(package) == [".nbc", ".nbi"]

    (package / "analyzer" / "deals.py").write_text(DEALS.replace("HONBA_POINTS = 300", "HONBA_POINTS = 301"))
    assert run_program(package) == ["8602", "8602", "0", "True"]


@pytest.mark.long
def test_what_cannot_be_kept_or_is_not_whole_is_compiled_again(package):
    anew = ["8600", "8600", "0", "True"]
    # A file that changes while a process runs.
    assert run_program(package, package / "analyzer" / "deals.py") == anew
    assert kept_in(package) == [".nbc", ".nbi"]
    # A killed process has kept only the index.
    next((package / "cache").rglob("payments.*.nbc")).unlink()
    assert run_program(package) == anew
    # A place to write to is nowhere.
    occupied = package / "occupied"
    occupied.write_text("a file where the folder should be")
    (package / "open").mkdir()
    (package / "open").chmod(0o777)
    nowhere = {"TENHOU_ANALYZER_CACHE": str(occupied), "TMPDIR": str(package / "open")}
    assert run_program(package, **nowhere) == anew
    assert occupied.read_text() == "a file where the folder should be"
    # A kernel is not ours.
    (package / "payments.py").write_text(PAYMENTS)
    (package / "analyzer" / "payments.py").unlink()
    assert run_program(package, program=PROGRAM.replace("from analyzer.payments", "from payments")) == anew
    assert not [*package.glob("__pycache__/*.nbi")]


@pytest.mark.parametrize("changed", ["importlib.metadata.version", "llvmlite.binding.get_host_cpu_name"])
def test_another_compiler_or_processor_has_a_cache_of_its_own(changed, place, monkeypatch):
    before = caches.cache_folder()
    monkeypatch.setattr(changed, lambda *_: "other")
    caches._digest.cache_clear()

    assert caches.cache_folder() != before


def test_the_cache_knows_every_file_that_kernels_read():
    """Files of the package that a kernel's own imports, or theirs in turn."""
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    left, found = {path for path, text in texts.items() if "@kernel" in text}, set()
    while left:
        path = left.pop()
        found.add(path)
        for node in ast.walk(ast.parse(texts[path])) if path.parent != PACKAGE / "kernels" else ():
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
                paths = (PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py") for name in names)
                left |= {one for one in paths if one in texts} - found

    assert len(found) > 50
    assert found <= {*caches._sources()}


def test_the_cache_is_made_for_this_user_alone(place):
    folder = caches.cache_folder()

    assert folder.is_relative_to(place)
    assert caches.is_where_asked()
    assert {path.stat().st_mode & 0o777 for path in (folder, *folder.parents[:2])} == {0o700}


def open_to(mode, depth):
    """Makes a folder as others can write to it: the cache, or the one that was asked for."""
    return lambda cache, _: cache.parents[depth].chmod(mode)


def below_one_of_another_user(cache, monkeypatch):
    stat = Path.stat

    def other(path, **how):
        found = stat(path, **how)
        return os.stat_result((*found[:4], 12345, *found[5:])) if path == cache.parents[1] else found

    monkeypatch.setattr(Path, "stat", other)


def linked(cache, _):
    cache.parent.rename(cache.parent.with_name("elsewhere"))
    cache.parent.symlink_to(cache.parent.with_name("elsewhere"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such bits, numbers and links")
@pytest.mark.parametrize(
    "change",
    [*starmap(open_to, product((0o777, 0o775), (0, 1))), linked, below_one_of_another_user],
)
def test_a_cache_that_others_can_write_to_or_that_is_a_link_is_left_for_a_private_one(
    place, change, monkeypatch
):
    change(caches.cache_folder(), monkeypatch)
    caches._folder.cache_clear()

    folder = caches.cache_folder()

    assert folder.is_relative_to(place.parent / "temporary" / f"tenhou-analyzer-{os.getuid()}")
    assert not caches.is_where_asked()
    assert "others can write to the cache folder" in compiling_text(folder)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such bits and numbers")
def test_kernels_that_others_can_write_to_or_own_are_not_read(place, monkeypatch):
    caches.cache_folder().chmod(0o777)
    assert caches.cache_folder() is None

    user = os.getuid()
    monkeypatch.setattr("os.getuid", lambda: user + 1)
    caches._folder.cache_clear()
    assert caches.cache_folder() is None


@pytest.mark.long
def test_processes_that_compile_at_the_same_time_do_not_disturb_each_other(tmp_path):
    write_package(tmp_path)

    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda _: run_program(tmp_path), range(2)))

    assert {result for _, result, _, _ in together} == {"8600"}
    assert run_program(tmp_path) == ["8600", "8600", "1", "True"]


def test_kernels_that_nobody_has_used_for_weeks_are_removed(tmp_path):
    last_year, yesterday = (time.time() - days * 24 * 60 * 60 for days in (365, 1))
    used = {"0" * 16: last_year, "1" * 16: yesterday, "notes": last_year}
    for name, at in used.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "kernel.nbi").write_bytes(b"compiled")
        os.utime(tmp_path / name, (at, at))

    caches._prune(tmp_path)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["1" * 16, "notes"]


def test_a_set_is_filled_until_a_kernel_changes(place, monkeypatch):
    assert not caches.is_filled("run")
    caches.note_filled("run")
    assert caches.is_filled("run")
    assert not caches.is_filled("other")

    monkeypatch.setattr(caches, "_digest", lambda: "1" * 16)

    assert not caches.is_filled("run")


def test_the_cache_lies_where_the_user_says(monkeypatch):
    monkeypatch.delenv("TENHOU_ANALYZER_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "theirs")
    assert caches._cache_root() == Path("theirs")
    monkeypatch.setenv("TENHOU_ANALYZER_CACHE", "ours")
    assert caches._cache_root() == Path("ours")
