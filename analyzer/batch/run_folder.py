"""The folder of a run: whether it may be used, and a lock on it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from analyzer.errors import UserMistake
from analyzer.folders import Folder
from analyzer.folders.disk import lock
from analyzer.tables.manifest import MANIFEST
from analyzer.tables.schema import SCHEMA_VERSION

__all__ = [
    "LOCK",
    "SEEN_BY_WORKERS",
    "TERMS",
    "UNITS",
    "check_output",
    "locked",
    "read_json",
]

UNITS: Final = ".units"
"""Folder, within that of a run, with what it knows of its units."""
TERMS: Final = f"{UNITS}/terms.json"
"""The terms with which it was begun."""
LOCK: Final = f"{UNITS}/lock"
SEEN_BY_WORKERS: Final = ".seen-by-workers-"
"""Prefix of a file by which workers on other machines recognise the folder during a run."""
_OLD_RECORDS: Final = (".json", ".jsonl")


def check_output(out: Folder) -> None:
    """Refuse a file, and a folder with contents that are not of an earlier run of this version."""
    if out.local is not None and out.local.exists() and not out.local.is_dir():
        raise UserMistake(f"{out.shown!r} is a file; expected a folder for the tables")
    terms = (read_json(out, MANIFEST) or {}).get("terms")
    schema = terms.get("schema", SCHEMA_VERSION) if isinstance(terms, dict) else SCHEMA_VERSION
    names = out.names(UNITS)
    is_old = any(name.endswith(_OLD_RECORDS) and name != TERMS for name in names)
    if is_old or schema != SCHEMA_VERSION:
        raise UserMistake(
            f"{out.shown!r} has tables in the form of an earlier version; expected a new folder: run it again"
        )
    if out.size(MANIFEST) is None and not names and out.names():
        raise UserMistake(
            f"{out.shown!r} holds files that no run wrote; expected a new or empty folder, or that of a run"
        )


def read_json(out: Folder, name: str) -> dict[str, Any] | None:
    """The object in a file; None where there is no file or something else in it."""
    try:
        found = json.loads(out.read(name))
    except (FileNotFoundError, ValueError):
        return None
    return found if isinstance(found, dict) else None


@contextmanager
def locked(out: Folder) -> Iterator[None]:
    """Lock the folder against other runs; the lock ends with this process in any case.

    In a store nothing can be locked: of two runs into one folder, the manifest of the last counts.
    """
    if out.local is None:
        yield
        return
    (out.local / UNITS).mkdir(parents=True, exist_ok=True)
    with (out.local / LOCK).open("a+b") as file:
        if not lock(file):
            file.seek(0)
            owner = file.read(100).decode(errors="replace").strip() or "unknown"
            raise UserMistake(
                f"another run, process {owner}, is writing to {out.shown!r}; expected it to end"
            )
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()).encode())
        file.flush()
        for left in out.local.glob(f"{SEEN_BY_WORKERS}*"):
            left.unlink(missing_ok=True)
        yield
