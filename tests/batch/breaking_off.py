"""A process that ends in the middle of what it does to its files."""

from __future__ import annotations

import io
import os
import signal
import sys
from pathlib import Path

from analyzer.batch.outputs import outputs_of
from analyzer.batch.reviews import Terms
from analyzer.batch.run import run
from analyzer.batch.work import Job

CHANGES = ("mkdir", "rename", "replace", "rmdir", "unlink")


class Killed(BaseException):
    """No code of ours may catch this, as none goes on after SIGKILL."""


def killed():
    raise Killed


def killed_by_the_system():
    os.kill(os.getpid(), signal.SIGKILL)


class Changes:
    """Changes of files of a run, counted from `begin` on; from that of some number on they end the process.

    Others are not counted: what is compiled or loaded for the first time writes files of its own.

    Attributes:
        seen: Their names.
    """

    def __init__(self, patch, *, stop=None, end=killed):
        self.seen: list[str] = []
        self.below = None
        self.stop, self.end = stop, end
        for name in CHANGES:
            patch.setattr(os, name, self.counted(name, getattr(os, name)))
        patch.setattr(io, "open", self.counted("open", io.open))

    def begin(self, out):
        self.below = str(out)

    def counted(self, name, change):
        def counting(*args, **options):
            is_change = name != "open" or any({*str(arg)} & {*"wax"} for arg in args[1:2])
            if self.below is not None and is_change and str(args[0]).startswith(self.below):
                if self.stop is not None and len(self.seen) >= self.stop:
                    self.end()
                self.seen.append(f"{name} {args[0]}")
            return change(*args, **options)

        return counting


def job_of(out):
    """A run that writes few files."""
    return Job(Path(out), Terms(checks=("well-formed", "draw-kind")), outputs=outputs_of(["hands"]))


def run_to(source, out, changes, unit_logs=2):
    changes.begin(out)
    return run([source], job_of(out), unit_logs=unit_logs)


if __name__ == "__main__":
    import pytest

    with pytest.MonkeyPatch.context() as patch:
        changes = Changes(patch, stop=int(sys.argv[3]), end=killed_by_the_system)
        run_to(sys.argv[1], sys.argv[2], changes)
