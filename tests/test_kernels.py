"""Kernels: one function, two speeds, one result; and a compiler that stays out of the way."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import analyzer
from analyzer import kernels
from analyzer.batch.warming import compiling_text
from analyzer.kernels import caches, compiling, digests, is_compiling, kernel

HONBA_POINTS = 300
LIMITS = np.array([0, 8000, 12000], np.int32)


class Deal(NamedTuple):
    """Columns in one argument, as the rooms pass them."""

    seats: np.ndarray
    limits: np.ndarray


@kernel
def bonus(honba, payers=1):
    """Points of the counters; a kernel that others call."""
    return honba * HONBA_POINTS * payers


@kernel
def payments(deal, honba):
    """Payments per seat, from a table, another kernel and a byte column."""
    paid = np.zeros(len(deal.seats), np.int64)
    for place in range(len(deal.seats)):
        seat = int(deal.seats[place])
        paid[place] = seat * 200 + LIMITS[int(deal.limits[place])] + bonus(honba)
    return paid


@kernel
def bonuses(count):
    """A comprehension is a function of its own before Python 3.12 and names a kernel too."""
    return [bonus(honba, payers=3) for honba in range(count)]


@kernel(inline=True)
def share(points, payers):
    """A kernel that is compiled into its callers."""
    return points // payers


@kernel
def shares(points):
    """Calls one kernel with several numbers written out, and with a narrow one."""
    return share(9000, 3) + share(8000, 2) + share(int(points[0]), 4)


@kernel(allocates=True)
def doubled(points):
    """An array of its own."""
    return points * 2


@kernel
def paid_twice(points):
    """Calls a kernel that makes arrays, and hands one on."""
    total = 0
    for _ in range(100):
        total += int(doubled(points).sum())
    return total


@kernel
def raised(rows):
    """Returns the array it was lent, and does not say so."""
    rows[0] += 1
    return rows


@kernel
def first_raised(rows):
    """Calls a kernel that returns an array."""
    return raised(rows)[0]


@given(st.lists(st.tuples(st.integers(0, 255), st.integers(0, 2)), max_size=20), st.integers(0, 30))
def test_the_compiled_twin_gives_the_same_array(rows, honba):
    deal = Deal(np.array([s for s, _ in rows], np.uint8), np.array([k for _, k in rows], np.uint8))

    plain = payments(deal, honba)
    with compiling():
        compiled = payments(deal, honba)

    assert plain.tolist() == [s * 200 + [0, 8000, 12000][k] + 300 * honba for s, k in rows]
    assert compiled.dtype == plain.dtype
    assert compiled.tolist() == plain.tolist()


def test_a_kernel_named_inside_a_comprehension_is_compiled_with_it():
    plain = bonuses(3)
    with compiling():
        compiled = bonuses(3)

    assert plain == compiled == [0, 900, 1800]


def test_a_plain_call_does_not_even_import_numba():
    program = (
        "import sys; from analyzer.kernels import kernel\n"
        "double = kernel(lambda value: 2 * value)\n"
        "print(double(21), 'numba' in sys.modules)"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )

    assert done.stdout.split() == ["42", "False"]


def test_a_kernel_that_others_call_is_compiled_once_for_all_numbers_and_widths(place):
    # What comes out of a cache that an earlier run has filled has compiled nothing: this one is empty.
    points = np.array([200], np.uint8)

    plain = shares(points)
    with compiling():
        compiled = shares(points)

    assert plain == compiled == 3000 + 4000 + 50
    assert len(share.callee.signatures) == 1


def test_arrays_that_a_called_kernel_makes_are_given_back_once():
    points = np.arange(4, dtype=np.int64)

    with compiling():
        compiled = [paid_twice(points) for _ in range(50)]

    assert compiled == [1200] * 50
    assert paid_twice.function(points) == 1200


def test_a_called_kernel_that_returns_an_array_must_say_so():
    with compiling(), pytest.raises(TypeError, match=r"raised returns .*allocates=True"):
        first_raised(np.ones(2))


def test_a_numba_that_always_counts_references_gives_the_same(monkeypatch):
    fresh = kernel(payments.function)
    monkeypatch.setitem(fresh.function.__globals__, "bonus", kernel(bonus.function))
    monkeypatch.setattr(kernels, "_can_borrow", lambda: False)
    deal = Deal(np.array([1, 2], np.uint8), np.array([0, 2], np.uint8))

    with compiling():
        assert fresh(deal, 1).tolist() == [200 + 300, 400 + 12000 + 300]


def test_blocks_of_two_threads_may_end_in_any_order():
    with ExitStack() as first, ExitStack() as second:
        first.enter_context(compiling())
        second.enter_context(compiling())
        first.close()

        assert is_compiling()

    assert not is_compiling()


def test_compiling_ends_with_its_block_also_when_the_block_fails():
    def fail():
        with compiling(), compiling():
            assert is_compiling()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert not is_compiling()


def test_an_inner_block_does_not_end_an_outer_one():
    with compiling():
        with compiling():
            pass

        assert is_compiling()


def test_a_kernel_keeps_name_and_docstring():
    assert bonus.__name__ == "bonus"
    assert bonus.__doc__.startswith("Points of the counters")


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
        command, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def run_compiled(folder, **environment):
    write_kernel(folder)
    return run_program(folder, **environment)


def test_a_compiled_kernel_is_kept_for_the_next_process(tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir()

    first = run_compiled(tmp_path, TENHOU_ANALYZER_CACHE=str(cache))
    second = run_compiled(tmp_path, TENHOU_ANALYZER_CACHE=str(cache))

    assert first == ["10", "0", "True"]
    assert second == ["10", "1", "True"]
    assert [path.suffix for path in sorted(cache.rglob("first_five*"))] == [".nbc", ".nbi"]


TELLING = """
import sys
sys.path.insert(0, sys.argv[1])
import first_five
from analyzer.kernels import before_compiling, compiling
told = []
with before_compiling(told.append), compiling():
    first_five.total(5)
    first_five.total(5.0)
print(len(told), *told)
"""


def run_telling(folder, cache, **environment):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", TELLING, str(folder)],
        env=os.environ | {"TENHOU_ANALYZER_CACHE": str(cache)} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_who_asked_is_told_once_that_kernels_are_compiled_and_not_when_they_are_kept(tmp_path):
    write_kernel(tmp_path)

    first, second = (run_telling(tmp_path, tmp_path / "cache") for _ in range(2))

    assert first[0] == "1"
    assert first[1].startswith(str(tmp_path / "cache"))
    assert second == ["0"]


def test_who_asked_is_told_that_compiled_kernels_are_kept_nowhere(tmp_path):
    write_kernel(tmp_path)
    (tmp_path / "file").write_bytes(b"")

    told = run_telling(tmp_path, tmp_path / "file" / "cache", TMPDIR=str(_open_to_all(tmp_path / "open")))

    assert told == ["1", "None"]


def _open_to_all(folder):
    folder.mkdir()
    folder.chmod(0o777)
    return folder


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where the cache is asked for; temporary files lie beside it."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TENHOU_ANALYZER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    caches.cache_folder.cache_clear()
    yield tmp_path / "cache"
    caches.cache_folder.cache_clear()


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
    digest = bonus.digest
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
    assert "kept nowhere" in compiling_text(None)


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_is_no_folder_of_ones_own(place):
    folder = caches.cache_folder()
    caches.cache_folder.cache_clear()
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))

    assert not caches.cache_folder().is_relative_to(place)


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


SOURCE = """
from typing import NamedTuple
import numpy as np
from analyzer.kernels import kernel

HONBA_POINTS = 300
LIMITS = np.array([0, 8000], np.int32)

class Deal(NamedTuple):
    "Columns of a deal."
    seats: np.ndarray
    limits: np.ndarray

@kernel
def bonus(honba):
    "Points of all honba."
    return honba * HONBA_POINTS

@kernel
def payment(deal: Deal, honba, row=0):
    "Points of one row."
    return LIMITS[deal.limits[row]] + bonus(honba)
"""


def digest_after(before="", after=""):
    """Digest of the kernel `payment` with one text put in place of another."""
    assert before in SOURCE
    names = {"__name__": "payments"}
    code = compile(SOURCE.replace(before, after, 1) if before else SOURCE, "payments", "exec", 0, True)
    exec(code, names)  # noqa: S102 - our own words
    return names["payment"].digest


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Points of one row.", "What a row pays."),
        ("Points of all honba.", "What honba pay."),
        ("Columns of a deal.", "A deal."),
        ("    return LIMITS", "    # The limit first.\n\n    return LIMITS"),
        ("HONBA_POINTS = 300", "\n\nOTHERS = 301\nHONBA_POINTS = 300"),
    ],
)
def test_words_lines_and_what_a_kernel_does_not_read_leave_its_digest(before, after):
    assert digest_after(before, after) == digest_after()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("row=0", "row=1"),
        ("+ bonus(honba)", "- bonus(honba)"),
        ("[row]] +", "[row]] + 1 +"),
        ("honba * HONBA", "honba // HONBA"),
        ("HONBA_POINTS = 300", "HONBA_POINTS = 301"),
        ("8000", "8001"),
        ("int32", "int64"),
        ("[0, 8000]", "[[0], [8000]]"),
        ("    seats: np.ndarray\n    limits: np.ndarray", "    limits: np.ndarray\n    seats: np.ndarray"),
        ("@kernel", "@kernel(inline=True)"),
        ("@kernel", "@kernel(allocates=True)"),
    ],
)
def test_code_values_layouts_and_options_of_a_kernel_and_its_callees_change_its_digest(before, after):
    assert digest_after(before, after) != digest_after()


def test_another_compiler_changes_the_digest(monkeypatch):
    before = digest_after()
    monkeypatch.setattr(digests, "_versions", lambda: ("other",))

    assert digest_after() != before


def test_a_kernel_that_reads_what_cannot_be_compared_is_refused():
    with pytest.raises(TypeError, match="nothing tells whether a dict has changed"):
        digest_after("HONBA_POINTS = 300", "HONBA_POINTS = {}")


def test_every_kernel_of_the_package_has_a_digest_of_its_own():
    modules = [one.name for one in pkgutil.walk_packages(analyzer.__path__, "analyzer.")]
    values = (value for name in modules for value in vars(importlib.import_module(name)).values())
    digests_found = {one.function: one.digest for one in values if isinstance(one, kernels.Kernel)}

    assert len(digests_found) == len(set(digests_found.values())) > 200


def test_a_kept_kernel_outlives_other_words_and_another_place(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    cache = {"TENHOU_ANALYZER_CACHE": str(tmp_path / "cache")}
    run_compiled(tmp_path, **cache)

    write_kernel(elsewhere, docstring="Sum of the first numbers.")

    assert run_program(elsewhere, **cache) == ["10", "1", "True"]


def test_a_changed_kernel_is_compiled_again(tmp_path):
    cache = {"TENHOU_ANALYZER_CACHE": str(tmp_path / "cache")}
    run_compiled(tmp_path, **cache)

    write_kernel(tmp_path, start=5)

    assert run_program(tmp_path, **cache) == ["15", "0", "True"]


def test_a_cache_is_filled_until_a_kernel_of_a_run_is_missing(place, monkeypatch):
    module = SimpleNamespace(__name__="first", total=SimpleNamespace(digest="0" * 64))
    monkeypatch.setitem(sys.modules, "first", module)
    assert not caches.is_cache_filled()
    (caches.kernel_folder("0" * 64) / "kernel.nbi").touch()
    caches.note_filled_cache(["first:total"])
    assert caches.is_cache_filled()

    module.total.digest = "1" * 64

    assert not caches.is_cache_filled()


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
