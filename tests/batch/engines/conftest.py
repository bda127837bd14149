import json
import os
import subprocess
import sys
from contextlib import contextmanager, suppress

import pytest

from tests.batch.engines.trials import ROOT, wait_until

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


@contextmanager
def a_cluster(folder, *of_workers, **environment):
    """A scheduler and two workers of one thread: its address, and the processes, the scheduler first."""
    found = folder / "scheduler.json"
    here = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(found)]
    worker = ["worker", "--nthreads", "1", "--local-directory", str(folder), *of_workers, *here]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with (folder / "log").open("wb") as log:
        started = [
            subprocess.Popen(
                [*DASK, *command], cwd=folder, stdout=log, stderr=log,
                env={**os.environ, "PYTHONPATH": path, **environment},
            )
            for command in (["scheduler", "--port", "0", *here], worker, worker)
        ]  # fmt: skip
    try:
        # A file that is there may not be whole yet.
        wait_until(lambda: found.exists() and found.read_text().endswith("}"))
        yield json.loads(found.read_text())["address"], started
    finally:
        for process in started:
            process.terminate()
        for process in started:
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=10)
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster_of_processes(tmp_path_factory):
    """The address of a scheduler with two workers, which takes one death of a worker for proof enough.

    One per file: a cluster that waits for the end of all tests works all the while.
    """
    pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    folder = tmp_path_factory.mktemp("dask")
    with a_cluster(folder, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as (address, _):
        yield address


@pytest.fixture(autouse=True)
def _light_start(monkeypatch):
    """Spare workers the import of what started this process, which is pytest."""
    main = sys.modules["__main__"]
    monkeypatch.setattr(main, "__spec__", None)
    monkeypatch.delattr(main, "__file__", raising=False)
