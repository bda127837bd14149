import json
import os
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from tests.batch.engines.trials import ROOT

DASK = [sys.executable, "-m", "dask"]


@pytest.fixture(scope="module")
def cluster_of_threads():
    """The address of a scheduler with two workers within this process, which is there at once."""
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0"
    ) as local:
        yield local.scheduler_address


@pytest.fixture(scope="module", params=["threads", pytest.param("processes", marks=pytest.mark.long)])
def cluster(request):
    """The address of a scheduler with two workers; nothing may kill these."""
    return request.getfixturevalue(f"cluster_of_{request.param}")


@pytest.fixture(scope="module")
def cluster_of_processes(tmp_path_factory):
    """The address of a scheduler with two workers, which takes one death of a worker for proof enough.

    One per file: a cluster that waits for the end of all tests works all the while.
    """
    pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    folder = tmp_path_factory.mktemp("dask")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
    }
    found = folder / "scheduler.json"
    commands = [
        ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(found)],
        *2 * [["worker", "--scheduler-file", str(found), "--nthreads", "1", "--no-dashboard",
               "--host", "127.0.0.1", "--local-directory", str(folder)]],
    ]  # fmt: skip
    with (folder / "log").open("wb") as log:
        started = [
            subprocess.Popen([*DASK, *command], env=environment, cwd=folder, stdout=log, stderr=log)
            for command in commands
        ]
    try:
        yield address_in(found)
    finally:
        shut_down(found)
        for process in reversed(started):
            end(process)


@pytest.fixture(autouse=True)
def _light_start(monkeypatch):
    """Spare workers the import of what started this process, which is pytest."""
    main = sys.modules["__main__"]
    monkeypatch.setattr(main, "__spec__", None)
    monkeypatch.delattr(main, "__file__", raising=False)


def address_in(path):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        # It may be there, and not yet whole.
        with suppress(FileNotFoundError, ValueError):
            return json.loads(path.read_text())["address"]
        time.sleep(0.05)
    raise TimeoutError("the scheduler did not start")


def shut_down(path):
    from distributed import Client

    with Client(address_in(path), set_as_default=False) as client:
        client.shutdown()


def end(process):
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
