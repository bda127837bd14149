"""Archives that change, runs that may end at any change of their files, and what such runs leave."""

import io
import json
import os
from pathlib import Path

from analyzer.batch.outputs import Outputs
from analyzer.batch.reviews import Terms
from analyzer.batch.work import Job
from analyzer.folders import folder
from analyzer.stats import Extent
from analyzer.tables.load import load


def job_to(out, *more):
    """A run that is quick: one check, three tables and some more, no statistics."""
    outputs = Outputs(("games", "hands", *more, "findings"), statistics=Extent.NONE)
    return Job(Path(out), Terms("tenhou", ("draw-kind",)), outputs=outputs)


def told(out):
    """All that a run tells: its tables log by log, its quarantine list, and its summary."""
    tables = load(out)
    # Several sources may hold a log that cannot be read under the same id.
    rows = {
        name: sorted(tables[name].to_pylist(), key=lambda row: (row["log_id"], row.get("source", "")))
        for name in ("games", "hands", "findings")
    }
    return {"summary": json.loads((out / "summary.json").read_bytes()), "left": quarantine(out), **rows}


def contents_of(where):
    """All files of a run, by name, but for those that it keeps for itself."""
    out = folder(where)
    return {name: out.read(name) for name in out.names() if not name.startswith(".units/")}


def quarantine(out):
    """Source, class and reason of what is not in the tables."""
    lines = (Path(out) / "quarantine.jsonl").read_text(encoding="utf-8").splitlines()
    return [(line["source"], line["class"], line["reason"]) for line in map(json.loads, lines)]


def ids_in(out):
    return sorted(load(out)["games"]["log_id"].to_pylist())


CHANGES = ("mkdir", "rename", "replace", "rmdir", "unlink")


class Killed(BaseException):
    """No code of ours may catch this, as none goes on after SIGKILL."""


class Changes:
    """Changes of files below a folder; from that of some number on none is made, as after SIGKILL.

    Others are not counted: what is compiled or loaded for the first time writes files of its own.
    """

    def __init__(self, patch, below, *, stop=None):
        self.below, self.stop, self.seen = str(below), stop, 0
        for name in CHANGES:
            patch.setattr(os, name, self.counted(name, getattr(os, name)))
        patch.setattr(io, "open", self.counted("open", io.open))

    def counted(self, name, change):
        def counting(*args, **options):
            is_change = name != "open" or any({*str(arg)} & {*"wax"} for arg in args[1:2])
            if is_change and str(args[0]).startswith(self.below):
                if self.seen == self.stop:
                    raise Killed
                self.seen += 1
            return change(*args, **options)

        return counting
