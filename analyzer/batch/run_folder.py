"""The folder of a run: whether it may be used, a lock on it, and the terms of the run.

Terms are everything that the tables depend on besides the logs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from analyzer import __version__
from analyzer.batch.kept_units import UNITS
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from analyzer.folders import Folder
from analyzer.folders.disk import lock, open_own
from analyzer.rules import RULES, RuleSet, load, names
from analyzer.sources.listing import LOCK
from analyzer.tables import MANIFEST
from analyzer.tables.schema import SCHEMA_VERSION, tables_of

SEEN_BY_WORKERS: Final = ".seen-by-workers-"
"""Prefix of a file by which workers on other machines recognise the folder during a run."""
_SECRET: Final = "names_secret"  # noqa: S105
_HIDDEN: Final = {_SECRET: "secret for the names", "rules_digest": "content of its rules"}
"""Terms that are kept as digests, in words."""


def check_output(out: Folder) -> None:
    """Refuse a file, and a folder with contents that are not of an earlier run of this version."""
    if out.local is not None and out.local.exists() and not out.local.is_dir():
        raise UserMistake(f"{out.shown!r} is a file; expected a folder for the tables")
    terms = (read_json(out, MANIFEST) or {}).get("terms")
    schema = terms.get("schema", SCHEMA_VERSION) if isinstance(terms, dict) else SCHEMA_VERSION
    kept = out.names(UNITS)
    if schema != SCHEMA_VERSION:
        raise UserMistake(
            f"{out.shown!r} has tables in the form of an earlier version; expected a new folder: run it again"
        )
    if out.size(MANIFEST) is None and not kept and out.names():
        raise UserMistake(
            f"{out.shown!r} holds files that no run wrote; expected a new or empty folder, or that of a run"
        )


def read_json(out: Folder, name: str) -> dict[str, Any] | None:
    """The object in a file; None where there is no file or something else in it."""
    try:
        found = json.loads(out.read(name))
    except (FileNotFoundError, ValueError, RecursionError):
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
    with open_own(out.local, LOCK, "a+b") as file:
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


def terms_of_run(job: Job, begun: Mapping[str, object] | None = None) -> dict[str, object]:
    """Everything except the logs that the tables of a run depend on, as JSON values.

    With the terms on which a run was ``begun``, the seal of the same secret is the same.
    """
    rules = job.terms.rules
    if isinstance(rules, RuleSet):
        named, used = rules.name, [rules]
    else:
        named, used = str(rules), [load(name) for name in (names() if rules == "auto" else [rules])]
    return {
        "version": __version__,
        "schema": SCHEMA_VERSION,
        "rules": named,
        "rules_digest": _digest(*used),
        "checks": None if job.terms.checks is None else sorted(job.terms.checks),
        "choice": job.choice.describe(),
        "names": job.names.mode.value,
        _SECRET: job.names.seal((begun or {}).get(_SECRET)),
        "tables": job.outputs.describe(),
    }


@lru_cache(maxsize=8)
def _digest(*rule_sets: RuleSet) -> str:
    """SHA-256 over the values of every rule."""
    digest = sha256()
    for rules in rule_sets:
        for field in fields(rules):
            if field.name in RULES:
                value = getattr(rules, field.name)
                shown = sorted(map(repr, value)) if isinstance(value, frozenset) else repr(value)
                digest.update(f"{field.name}={shown}\n".encode())
    return digest.hexdigest()


def told_terms(terms: Mapping[str, object]) -> dict[str, object]:
    """The terms without the seal of the secret, which is another in every folder, and which nobody needs."""
    return {name: value for name, value in terms.items() if name != _SECRET}


def added_tables(begun: Mapping[str, Any], terms: Mapping[str, Any]) -> list[str]:
    """Tables that a run lacks which was begun on other terms; empty if it lacks none, or more than these."""
    if {**begun, "tables": None} != {**terms, "tables": None}:
        return []
    had, wanted = (one["tables"] or tables_of(None) for one in (begun, terms))
    return [] if {*had} - {*wanted} else [table for table in wanted if table not in had]


def refuse_other(out: Folder, begun: Mapping[str, object], terms: Mapping[str, object]) -> None:
    """Refuse to go on with a run that began on other terms; the message names the first that differs."""
    if begun.keys() != terms.keys():
        raise UserMistake(f"{out.shown!r} was begun by an earlier version; expected --fresh to start over")
    for name, now in terms.items():
        if begun.get(name) != now:
            differs = f"{name.replace('_', ' ')} {_shown(begun.get(name))}, not {_shown(now)}"
            differs = f"another {_HIDDEN[name]}" if name in _HIDDEN else differs
            raise UserMistake(
                f"{out.shown!r} was begun with {differs}; expected the same, or --fresh to start over"
            )


def _shown(value: object) -> str:
    return "all" if value in (None, {}) else json.dumps(value)
