import os
import re
import sys
from contextlib import nullcontext
from functools import partial
from pickle import dumps

import pytest

from analyzer import __version__
from analyzer.batch import dask as module
from analyzer.batch.dask import Expected, _check_workers, _marked, complaints_of, dask, do_order
from analyzer.errors import AnalyzerError, UserMistake
from analyzer.folders import folder
from analyzer.tables.schema import SCHEMA_VERSION
from tests.batch.engines.conftest import a_cluster
from tests.batch.engines.trials import (
    done,
    looked_at_slowly,
    names,
    unit_of,
    wait_until,
)

HERE = sys.version_info[:2]
UNITS = [unit_of(f"{unit}a", f"{unit}b") for unit in range(7)]


@pytest.fixture
def expected(tmp_path):
    """What a worker in this process finds as it should be."""
    (tmp_path / "mark").touch()
    return Expected((__version__, SCHEMA_VERSION), HERE, str(tmp_path), "mark", (str(tmp_path),))


def test_workers_must_see_the_sources_that_are_here_or_in_a_store(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with _marked(tmp_path / "out", ["out", "gone", "memory://logs"]) as found:
        assert found.sources == (str(tmp_path / "out"), "memory://logs")


HAS = f"has tenhou-analyzer {__version__} with tables of schema {SCHEMA_VERSION}"
ANOTHER = "sees another folder than this machine under"
CHANGED = {
    "nothing": ({}, []),
    "version": ({"release": ("0.0.1", 7)}, [f"{HAS}; expected 0.0.1 with schema 7"]),
    "Python": ({"python": (3, 2)}, [f"runs Python {HERE[0]}.{HERE[1]}; expected 3.2"]),
    "mark": ({"mark": "other", "out": "no"}, [f"{ANOTHER} 'no', or none"]),
    "store": ({"out": "memory://me:secret@other/out"}, [f"{ANOTHER} 'memory://other/out', or none"]),
    "sources": ({"sources": ("/no/such",)}, ["does not see '/no/such'"]),
    "sources in a store": ({"sources": ("memory://me:secret@logs/2024",)}, []),
}


@pytest.mark.parametrize("what", CHANGED)
def test_a_worker_that_is_not_like_this_process_may_not_work(expected, what):
    fields, complaints = CHANGED[what]

    assert complaints_of(expected._replace(**fields)) == complaints


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_worker_that_may_not_write_may_not_work(expected, tmp_path):
    tmp_path.chmod(0o500)
    try:
        assert complaints_of(expected) == [f"may not write into {str(tmp_path)!r}"]
    finally:
        tmp_path.chmod(0o700)


def test_a_worker_that_joins_later_is_looked_at_when_it_gets_a_unit(expected):
    assert do_order(dumps((expected, names, unit_of("a")))) == ["a"]
    version, schema = expected.release
    for other in (("0.0.1", schema), (version, schema + 1)):
        wanted = f"{re.escape(other[0])} with schema {other[1]}$"
        with pytest.raises(UserMistake, match=rf"^the Dask worker on \S+ has .*; expected {wanted}"):
            do_order(dumps((expected._replace(release=other), names, unit_of("a"))))


LOOKED_AT = {
    "like this process": ({"a": [], "b": []}, 1, None),
    "dead meanwhile": ({"a": OSError("gone"), "b": []}, 1, None),
    "none": ({}, 1, "the Dask scheduler at 'tcp://s:1' has no workers"),
    "of several threads": ({"a": []}, 2, "the Dask worker a runs 2 units at once in one process; start it"),
    "unlike": ({"a": [], "b": ["is old"]}, 1, "the Dask worker b is old"),
    "broken": ({"a": KeyError("x")}, 1, "the Dask worker a cannot run tenhou-analyzer .*'x'"),
}


class Client:
    """That of a cluster whose workers say this when they are looked at."""

    def __init__(self, found, threads):
        self.found, self.threads = found, threads

    def wait_for_workers(self, least, timeout):
        if len(self.found) < least:
            raise TimeoutError

    def run(self, look, expected, on_error):
        return self.found if (look, on_error) == (complaints_of, "return") else {}

    def nthreads(self):
        return dict.fromkeys(self.found, self.threads)


@pytest.mark.parametrize("what", LOOKED_AT)
def test_workers_are_looked_at_before_the_first_unit(expected, what):
    found, threads, refused = LOOKED_AT[what]

    with nullcontext() if refused is None else pytest.raises(UserMistake, match=f"^{refused}"):
        _check_workers(Client(found, threads), "tcp://s:1", expected)


def wait_for_workers(address, count):
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        wait_until(lambda: len(client.nthreads()) == count)


def test_the_results_are_those_of_one_process(cluster, tmp_path):
    results, lost = done(dask(cluster, out=tmp_path), names, UNITS)

    assert sorted(results) == [names(unit) for unit in UNITS]
    assert lost == []


@pytest.mark.parametrize(("order", "kind"), [("mistake", UserMistake), ("bug", KeyError)])
def test_an_error_in_a_worker_comes_out_and_nothing_is_left_in_the_output_folder(
    cluster, tmp_path, order, kind
):
    with pytest.raises(kind):
        done(dask(cluster, out=tmp_path / "out"), names, [*UNITS, unit_of(f"a={order}")])

    assert list((tmp_path / "out").iterdir()) == []


def test_an_output_folder_may_be_in_a_store(cluster_of_threads):
    results, _ = done(dask(cluster_of_threads, out="memory://bucket/out"), names, [unit_of("a")])

    assert (results, folder("memory://bucket/out").names()) == ([["a"]], [])


def test_a_worker_that_may_not_ask_a_store_for_its_sources_may_not_work(expected, monkeypatch):
    memory = pytest.importorskip("fsspec.implementations.memory")
    expected = expected._replace(sources=("memory://me:secret@logs/2024",))

    def denied(*_, **__):
        raise PermissionError("access denied")

    monkeypatch.setattr(memory.MemoryFileSystem, "info", denied)
    complaints_of.cache_clear()

    assert complaints_of(expected) == ["does not see 'memory://logs/2024'"]


@pytest.fixture
def own_cluster(tmp_path):
    """A scheduler and two workers that a test may kill: address, processes, the scheduler first."""
    pytest.importorskip("distributed")
    with a_cluster(tmp_path, "--no-nanny") as (address, started):
        wait_for_workers(address, 2)
        yield address, started


@pytest.mark.long
@pytest.mark.parametrize("when", ["workers are looked at", "workers work"])
def test_a_scheduler_that_dies_is_told_in_one_line(own_cluster, tmp_path, monkeypatch, capfd, when):
    address, (scheduler, *_) = own_cluster
    first = "a" if when == "workers are looked at" else f"a=end {scheduler.pid}"
    if when == "workers are looked at":
        monkeypatch.setattr(module, "complaints_of", partial(looked_at_slowly, scheduler.pid))

    with pytest.raises(AnalyzerError, match=f"^the Dask scheduler at {address!r} has gone$"):
        done(dask(address, out=tmp_path / "out"), names, [unit_of(first), *map(unit_of, "bcdefgh")])

    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "", "tcp://host:port"])
def test_a_scheduler_that_is_not_there_is_named(address, tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("analyzer.batch.dask._CONNECT", 0.5)

    with pytest.raises(UserMistake, match=f"no Dask scheduler answers at {address!r}"):
        done(dask(address, out=tmp_path), names, [unit_of("a")])


def test_without_the_extra_its_name_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(UserMistake, match=r"needs the extra 'cluster'; .*: pip install -e '\.\[cluster\]'"):
        done(dask("tcp://127.0.0.1:1", out=tmp_path), names, [unit_of("a")])
