"""Archives that change, and what runs over them leave, for the tests of growth."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path

from analyzer.batch.outputs import Outputs
from analyzer.batch.reviews import Terms
from analyzer.batch.work import Job
from analyzer.folders.disk import Disk
from analyzer.stats import Extent
from analyzer.tables.load import load

LATER = count(1)
"""Times of change: no two files are equally old, whatever the clock of the disk."""


def job_to(out):
    """A run that is quick: one check, three tables, no statistics."""
    outputs = Outputs(("games", "hands", "findings"), statistics=Extent.NONE)
    return Job(Path(out), Terms("tenhou", ("draw-kind",)), outputs=outputs)


def choosing(job, choice):
    """The job for some of the logs."""
    return replace(job, choice=choice)


def write_logs(where: Path, logs: Mapping[str, bytes]) -> Path:
    """Make a folder, or an archive where the name says so, of exactly these logs."""
    if where.suffix == ".zip":
        with zipfile.ZipFile(where, "w") as archive:
            for name, data in logs.items():
                archive.writestr(name, data)
        return where
    where.mkdir(parents=True, exist_ok=True)
    for path in [path for path in where.rglob("*") if path.is_file()]:
        if logs.get(path.relative_to(where).as_posix()) != path.read_bytes():
            path.unlink()
    for name, data in logs.items():
        path = where / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            os.utime(path, ns=(next(LATER), next(LATER)))
    return where


def told(out):
    """All that a run tells: its tables log by log, its quarantine list, and its summary."""
    tables = load(out)
    rows = {name: tables[name].to_pylist() for name in ("games", "hands", "findings")}
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    return {
        "summary": summary,
        "quarantine": quarantine(out),
        **{name: sorted(found, key=_in_order) for name, found in rows.items()},
    }


def _in_order(row):
    # Several sources may hold a log that cannot be read under the same id.
    return row["log_id"], row.get("source", "")


def quarantine(out):
    """Source and reason of what is not in the tables."""
    lines = (out / "quarantine.jsonl").read_text(encoding="utf-8").splitlines()
    return [(line["source"], line["class"], line["reason"]) for line in map(json.loads, lines)]


def ids_in(out):
    return sorted(load(out)["games"]["log_id"].to_pylist())


class Broken(BaseException):
    """A run ends here, as if it were killed."""


class Writes:
    """Changes of files of a run; the one of some number does not happen, and the run ends there."""

    def __init__(self, patch, stop):
        self.left = stop
        for name in ("write", "remove"):
            patch.setattr(Disk, name, self.counted(getattr(Disk, name)))

    def counted(self, change):
        def counting(disk, *args):
            if self.left == 0:
                raise Broken
            self.left -= 1
            return change(disk, *args)

        return counting
