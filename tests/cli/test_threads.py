"""A command starts no threads for linear algebra, unless it is told to."""

import subprocess
import sys

import pytest

PROGRAM = """
import os, sys
from analyzer.cli import main
sys.argv = ["tenhou-analyzer", "--version"]
try:
    main()
except SystemExit:
    print(os.environ["OPENBLAS_NUM_THREADS"])
"""


@pytest.mark.parametrize(("told", "threads"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "4"}, "4")])
def test_numpy_is_told_to_use_one_thread_unless_the_user_says_otherwise(monkeypatch, told, threads):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    for name, value in told.items():
        monkeypatch.setenv(name, value)

    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == threads
