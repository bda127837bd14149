"""What tests of several rooms share: the order of files, real logs, and a steady hypothesis profile."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.ci_table import pytest_terminal_summary  # noqa: F401 - pytest looks for it here

if TYPE_CHECKING:
    from tests.view.browser import Tab

# Forbidden to keep it, each of some hundred processes that tests start would compile the package anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

FIRST = "test_two_speeds.py"
"""Where long tests run, it compiles nearly every kernel; meanwhile the other processes run plain tests."""

AFTER_COMPILING = (
    "conformance", "fuzz", "test_docs.py", "notebooks", "benchmarks", "simulation", "batch", "cli", "stats",
    "formats", "audit", "settlement", "replay", "tiles", "wall",
)  # fmt: skip
"""Rooms that run kernels compiled, and so come last: two processes must not compile the same.

Those that take longest come first, so that all processes end together.
"""


def place_of(item: pytest.Item) -> int:
    """Place of a test's file in the order of the run."""
    tests = Path(__file__).parent
    room = item.path.relative_to(tests).parts[0] if item.path.is_relative_to(tests) else ""
    if room == FIRST:
        return 0
    return 2 + AFTER_COMPILING.index(room) if room in AFTER_COMPILING else 1


CHECKED = "NUMBA_BOUNDSCHECK"
"""Set to 1, kernels that are compiled look whether an index lies in its array."""


def pytest_configure(config: pytest.Config) -> None:
    """Long tests run such kernels, kept apart from those of users."""
    if config.option.markexpr.startswith("long") and not hasattr(config, "workerinput"):
        from analyzer.kernels.caches import _cache_root

        os.environ |= {CHECKED: "1", "TENHOU_ANALYZER_CACHE": str(_cache_root() / "checked")}


@pytest.fixture(scope="session", autouse=True)
def indices_below_zero_are_outside() -> Iterator[None]:
    """Numba takes them as counted from the end before it looks; no index of a kernel may be one."""
    if os.environ.get(CHECKED) != "1":
        yield
        return
    from numba.cpython import slicing

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slicing, "fix_index", lambda _builder, index, _size: index)
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order files; every process of pytest-xdist orders them alike."""
    items.sort(key=place_of)


def pytest_collection_finish() -> None:
    """What is there now stays to the end: the collector of garbage need not look at it again and again."""
    gc.freeze()
    gc.set_threshold(20_000)


def pytest_unconfigure() -> None:
    """At the end it may: libraries count what is left over."""
    gc.unfreeze()


# The same examples on every run and every machine: a failure is always a change of the code.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def no_waiting_for_disks() -> Iterator[None]:
    """No test cuts the power; those of what is flushed when put their own in place of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def ctrl_c() -> None:
    """A run in the background is started without ears for Ctrl-C; the processes of tests must hear it."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root() -> Path:
    """Folder of the checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Folder of real logs named by ``TENHOU_CORPUS``; without the variable the test is skipped."""
    named = os.environ.get("TENHOU_CORPUS")
    if not named:
        pytest.skip("TENHOU_CORPUS is not set: no real logs to read")
    folder = Path(named)
    assert folder.is_dir(), f"TENHOU_CORPUS names no folder: {named}"
    return folder


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The only browser of a session."""
    from tests.view.browser import a_tab

    with a_tab(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@pytest.fixture
def tab(browser: Tab) -> Tab:
    """A fresh page of the browser, as wide as a screen; only for tests that are marked to need one."""
    browser.renew()
    return browser


@pytest.fixture
def few_statistics() -> Iterator[pytest.MonkeyPatch]:
    """Runs in this process have a catalogue of three statistics, two of them headline.

    All of them take longer than the rest of a small run.

    ``few_statistics.undo()`` gives a test the whole catalogue back.
    """
    from analyzer.stats.catalogue import Catalogue, shipped_catalogue

    few = Catalogue(one for one in shipped_catalogue() if one.name in ("draw_rate", "hand_end", "hand_turn"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("analyzer.stats.stored.shipped_catalogue", lambda: few)
        yield patch


@pytest.fixture(scope="session")
def s3_bucket() -> Iterator[str]:
    """URL of a bucket of an S3 server on this machine; without the command ``moto_server`` tests are skipped.

    moto cannot be installed beside this package, since both need other versions of the same packages.
    """
    command = shutil.which("moto_server")
    if command is None:
        pytest.skip("there is no command moto_server (pip install 'moto[server]' elsewhere): no S3 to try")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    said = {
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": address,
    }
    server = subprocess.Popen([command, "-H", "127.0.0.1", "-p", str(port)], stderr=subprocess.DEVNULL)
    try:
        make_bucket(address.removeprefix("http://"), "logs")
        with pytest.MonkeyPatch.context() as environment:
            for name, value in said.items():
                environment.setenv(name, value)
            yield "s3://logs"
    finally:
        server.kill()
        server.wait()


def make_bucket(address: str, name: str) -> None:
    for _ in range(300):
        with suppress(OSError), closing(HTTPConnection(address, timeout=10)) as http:
            http.request("PUT", f"/{name}")
            # Until it answers there may be no bucket.
            assert http.getresponse().status == 200
            return
        time.sleep(0.1)
    raise TimeoutError(f"nothing answers at {address}")
