"""Compiled kernels are kept for later processes, in a folder that nobody else can write to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from analyzer.kernels import caches
from analyzer.kernels.beside import compiling_text

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
import numba
import first_five
from analyzer.kernels import compiling
theirs = numba.config.CACHE_DIR
with compiling():
    print(first_five.total(5))
print(sum(first_five.total.compiled.stats.cache_hits.values()))
print(numba.config.CACHE_DIR == theirs)
"""


def write_kernel(folder, docstring="", start=0):
    (folder / "first_five.py").write_text(
        "from analyzer.kernels import kernel\n\n"
        f"START = {start}\n\n@kernel\ndef total(count):\n    {docstring!r}\n    found = START\n"
        "    for number in range(count):\n        found += number\n    return found\n"
    )


def run_program(folder, **environment):
    command = [sys.executable, "-W", "error", "-c", PROGRAM, str(folder)]
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def run_compiled(folder, **environment):
    write_kernel(folder)
    return run_program(folder, **environment)


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A cache that a first process has filled."""
    folder = tmp_path_factory.mktemp("filled")
    assert run_compiled(folder, TENHOU_ANALYZER_CACHE=str(folder / "cache")) == ["10", "0", "True"]
    return folder / "cache"


@pytest.fixture
def cache(filled, tmp_path):
    """A copy of it."""
    return shutil.copytree(filled, tmp_path / "cache")


def run_again(folder, cache, **changes):
    write_kernel(folder, **changes)
    return run_program(folder, TENHOU_ANALYZER_CACHE=str(cache))


def test_a_compiled_kernel_is_kept_for_the_next_process(cache, tmp_path):
    assert run_again(tmp_path, cache) == ["10", "1", "True"]
    assert [path.suffix for path in sorted(cache.rglob("first_five*"))] == [".nbc", ".nbi"]


def test_a_kept_kernel_outlives_other_words_and_another_place(cache, tmp_path):
    (tmp_path / "elsewhere").mkdir()

    assert run_again(tmp_path / "elsewhere", cache, docstring="Sum of the first.") == ["10", "1", "True"]


def test_a_changed_kernel_is_compiled_again(cache, tmp_path):
    assert run_again(tmp_path, cache, start=5) == ["15", "0", "True"]


def test_a_kernel_of_which_a_killed_process_kept_only_the_index_is_compiled_again(cache, tmp_path):
    (code,) = cache.rglob("*.nbc")
    code.unlink()

    assert run_again(tmp_path, cache) == ["10", "0", "True"]
    assert code.exists()


def _open_to_all(folder):
    folder.mkdir()
    folder.chmod(0o777)
    return folder


def test_the_cache_is_made_for_this_user_alone(place):
    folder = caches.cache_folder()

    assert folder.is_relative_to(place)
    assert caches.is_where_asked()
    assert {path.stat().st_mode & 0o777 for path in (folder, folder.parent)} == {0o700}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such bits")
@pytest.mark.parametrize("mode", [0o777, 0o775])
@pytest.mark.parametrize("depth", [0, 1], ids=["the folder", "the one asked for"])
def test_a_cache_that_others_can_write_to_is_left_for_a_private_one(place, depth, mode):
    asked = caches.cache_folder()
    caches.cache_folder.cache_clear()
    (asked, *asked.parents)[depth].chmod(mode)

    folder = caches.cache_folder()

    assert folder.is_relative_to(place.parent / "temporary" / f"tenhou-analyzer-{os.getuid()}")
    assert not caches.is_where_asked()
    assert "others can write to the cache folder" in compiling_text(folder)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such bits")
def test_a_kernel_that_others_can_write_to_is_not_read(place):
    digest = "0" * 64
    folder = caches.kernel_folder(digest)
    assert folder.stat().st_mode & 0o777 == 0o700

    folder.chmod(0o777)

    assert caches.kernel_folder(digest) is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such numbers")
def test_a_cache_of_another_user_is_left_for_none(place, monkeypatch):
    caches.cache_folder()
    caches.cache_folder.cache_clear()
    user = os.getuid()
    monkeypatch.setattr("os.getuid", lambda: user + 1)

    assert caches.cache_folder() is None


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_is_no_folder_of_ones_own(place):
    folder = caches.cache_folder()
    caches.cache_folder.cache_clear()
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))

    assert not caches.cache_folder().is_relative_to(place)


@pytest.mark.long
def test_processes_that_compile_at_the_same_time_do_not_disturb_each_other(tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir()
    write_kernel(tmp_path)

    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(lambda _: run_program(tmp_path, TENHOU_ANALYZER_CACHE=str(cache)), range(3)))
    later = run_program(tmp_path, TENHOU_ANALYZER_CACHE=str(cache))

    assert {result for result, _, _ in together} == {"10"}
    assert later == ["10", "1", "True"]


def test_kernels_that_nobody_has_used_for_weeks_are_removed(tmp_path):
    last_year, yesterday = (time.time() - days * 24 * 60 * 60 for days in (365, 1))
    used = {"0" * 16: last_year, "1" * 16: yesterday, "notes": last_year}
    for name, at in used.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "kernel.nbi").write_bytes(b"compiled")
        os.utime(tmp_path / name, (at, at))

    caches._prune(tmp_path)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["1" * 16, "notes"]


def test_without_a_place_to_write_kernels_compile_all_the_same(tmp_path):
    occupied = tmp_path / "cache"
    occupied.write_text("a file where the folder should be")

    nowhere = {"TENHOU_ANALYZER_CACHE": str(occupied), "TMPDIR": str(_open_to_all(tmp_path / "open"))}

    assert run_compiled(tmp_path, **nowhere) == ["10", "0", "True"]
    assert occupied.read_text() == "a file where the folder should be"


def test_a_cache_is_filled_until_a_kernel_of_a_run_is_missing(place, monkeypatch):
    module = SimpleNamespace(__name__="first", total=SimpleNamespace(digest="0" * 64))
    monkeypatch.setitem(sys.modules, "first", module)
    assert not caches.is_filled("run")
    (caches.kernel_folder("0" * 64) / "kernel.nbi").touch()
    caches.note_filled("run", ["first:total"])
    assert caches.is_filled("run")

    module.total.digest = "1" * 64

    assert not caches.is_filled("run")


def test_a_cache_with_one_of_two_kernels_of_a_run_is_not_filled(place, monkeypatch):
    kept, missing = SimpleNamespace(digest="0" * 64), SimpleNamespace(digest="1" * 64)
    monkeypatch.setitem(sys.modules, "first", SimpleNamespace(kept=kept, missing=missing))
    (caches.kernel_folder("0" * 64) / "kernel.nbi").touch()
    caches.note_filled("run", ["first:kept", "first:missing"])

    assert not caches.is_filled("run")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TENHOU_ANALYZER_CACHE": "ours", "XDG_CACHE_HOME": "theirs"}, "ours"),
        ({"XDG_CACHE_HOME": "theirs"}, "theirs"),
    ],
)
def test_the_cache_lies_where_the_user_says(monkeypatch, environment, expected):
    for name in ("TENHOU_ANALYZER_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert str(caches._cache_root()) == expected
