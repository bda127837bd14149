"""The records of a run: its terms, a line for every done unit, and at the end the manifest."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypedDict, cast

from analyzer import __version__
from analyzer.batch.outputs import Names
from analyzer.batch.run_folder import is_file_of, sealed, sha256_of, unsealed, write_whole
from analyzer.batch.totals import Totals, TotalsRecord, totals_from_json
from analyzer.batch.work import Job, is_whole
from analyzer.errors import UserMistake
from analyzer.rules import RULES, RuleSet, load, names
from analyzer.stats import STATS
from analyzer.tables.schema import SCHEMA_VERSION, TABLES

__all__ = ["MANIFEST", "DoneUnit", "Journal", "known_totals", "restate", "terms_of_run", "write_manifest"]

MANIFEST: Final = "manifest.json"
"""What a finished run read, with which version and rules, and its results."""
_TERMS: Final = "terms.json"
_DONE: Final = "done.jsonl"
_HIDDEN: Final = {"names_secret": "secret for the names", "rules_digest": "content of its rules"}
"""Terms that are kept as digests, in words."""

_Terms: TypeAlias = Mapping[str, object]


class DoneUnit(NamedTuple):
    """A unit whose tables are written.

    Attributes:
        unit: Its id.
        source: Where it was read from.
        keys: Keys of its parts, as in `Plan.units`.
        logs: Logs read of it, unreadable ones included.
        folders: Folders with its tables: its own, or those of the units it was cut into.
    """

    unit: str
    source: str
    keys: bytes
    logs: int
    folders: tuple[str, ...]


def terms_of_run(job: Job, sources: Iterable[str]) -> dict[str, object]:
    """Everything except the logs that the tables of a run depend on, as JSON values.

    Args:
        job: The job as the user gave it.
        sources: As the user named them.

    Raises:
        UserMistake: When there is no such rule set.
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
        "rules_digest": _digest(used),
        "checks": None if job.terms.checks is None else sorted(job.terms.checks),
        "choice": job.choice.describe(),
        "limits": asdict(job.limits),
        "names": job.names.mode.value,
        "names_secret": job.names.seal(),
        "keep_copies": job.keep_copies,
        "tables": job.outputs.describe(),
        "sources": sorted(set(sources)),
    }


def _digest(rule_sets: Iterable[RuleSet]) -> str:
    """SHA-256 over the values of every rule."""
    digest = sha256()
    for rules in rule_sets:
        for field in fields(rules):
            if field.name in RULES:
                value = getattr(rules, field.name)
                shown = sorted(map(repr, value)) if isinstance(value, frozenset) else repr(value)
                digest.update(f"{field.name}={shown}\n".encode())
    return digest.hexdigest()


class Journal:
    """The terms and the done units of a run, stored in a folder.

    Args:
        folder: The folder of the units.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def done(self) -> dict[str, DoneUnit]:
        """Done units by id, without those whose tables are missing or damaged.

        None count as done if the terms cannot be read.
        """
        try:
            text = (self._folder / _DONE).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return {}
        if self._terms() is None:
            return {}
        # An incomplete line was being written when the run stopped, or was damaged later.
        units = [_unit(record) for record in map(unsealed, text.splitlines()) if record is not None]
        return {
            unit.unit: unit
            for unit in units
            if all(is_whole(self._folder / folder) for folder in unit.folders)
        }

    def begin(self, done: Iterable[DoneUnit], terms: _Terms) -> None:
        """Start with these done units and these terms."""
        write_whole(self._folder / _DONE, "".join(map(_line, done)))
        write_whole(self._folder / _TERMS, json.dumps(terms, indent=2) + "\n")

    def add(self, unit: DoneUnit) -> None:
        """Record a done unit."""
        with (self._folder / _DONE).open("a", encoding="utf-8", newline="\n") as file:
            file.write(_line(unit))

    def refuse_other(self, terms: _Terms, names: Names, out: Path) -> None:
        """Refuse to resume a run that began on other terms.

        Args:
            terms: The current ones.
            names: Current treatment of names; its secret is compared by the seal, which differs every time.
            out: Folder of the run.

        Raises:
            UserMistake: When a term differs; the message names it.
        """
        begun = self._terms() or {}
        for name, value in terms.items():
            is_same = names.is_of(begun.get(name)) if name == "names_secret" else begun.get(name) == value
            if name != "sources" and not is_same:
                raise UserMistake(_difference(out, name, begun.get(name), value))
        gone = sorted(_texts(begun.get("sources")) - _texts(terms["sources"]))
        if gone:
            raise UserMistake(
                f"{str(out)!r} was read from {gone[0]!r} too, which is not given now; "
                "expected the same sources or more, or --fresh to start over"
            )

    def _terms(self) -> _Terms | None:
        """The terms with which the run began; None if they are missing or damaged."""
        try:
            begun = json.loads((self._folder / _TERMS).read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        return begun if isinstance(begun, dict) else None


def _texts(value: object) -> set[str]:
    return set(map(str, value)) if isinstance(value, list) else set()


def _difference(out: Path, name: str, before: object, now: object) -> str:
    word = _HIDDEN.get(name)
    differs = f"another {word}" if word else f"{name.replace('_', ' ')} {_shown(before)}, not {_shown(now)}"
    return f"{str(out)!r} was begun with {differs}; expected the same, or --fresh to start over"


def _shown(value: object) -> str:
    return "all" if value in (None, {}) else json.dumps(value)


def _line(unit: DoneUnit) -> str:
    return sealed({**unit._asdict(), "keys": b64encode(unit.keys).decode()}) + "\n"


def _unit(known: Mapping[str, Any]) -> DoneUnit:
    return DoneUnit(
        known["unit"], known["source"], b64decode(known["keys"]), known["logs"], tuple(known["folders"])
    )


class _UnitRecord(TypedDict):
    id: str
    source: str
    logs: int


class _Manifest(TypedDict):
    terms: Mapping[str, object]
    units: list[_UnitRecord]
    totals: TotalsRecord
    tables: dict[str, str]
    files: dict[str, str]


def write_manifest(
    out: Path,
    terms: Mapping[str, object],
    done: Sequence[DoneUnit],
    totals: Totals,
    files: Mapping[str, str],
) -> None:
    """Write the manifest, with the SHA-256 of every file of every table and of the statistics.

    Args:
        out: Folder of the run.
        terms: What the tables depend on.
        done: All units.
        totals: Counts of what is in the tables.
        files: SHA-256 of every other file of the run, including those written after this one.

    Raises:
        OSError: When a table cannot be read, or the file not written.
    """
    manifest: _Manifest = {
        "terms": _told_terms(terms),
        "units": _units(done),
        "totals": totals.as_json(),
        "tables": _digests(out, (*TABLES, STATS)),
        "files": dict(files),
    }
    _write_manifest(out, manifest)


def restate(out: Path) -> None:
    """Update the SHA-256 of the statistics in the manifest.

    Raises:
        OSError: When a file cannot be read or written.
        UserMistake: When there is no manifest that can be read.
    """
    manifest = _manifest_of(out)
    if manifest is None:
        raise UserMistake(f"{str(out)!r} is no finished run; expected its own command to be run again")
    kept = {file: sha for file, sha in manifest["tables"].items() if not file.startswith(f"{STATS}/")}
    _write_manifest(out, _Manifest({**manifest, "tables": {**kept, **_digests(out, (STATS,))}}))


def _write_manifest(out: Path, manifest: _Manifest) -> None:
    write_whole(out / MANIFEST, json.dumps(manifest, indent=2) + "\n")


def _digests(out: Path, folders: Iterable[str]) -> dict[str, str]:
    files = sorted(file for name in folders for file in (out / name).rglob("*.parquet"))
    return {file.relative_to(out).as_posix(): sha256_of(file) for file in files}


def known_totals(out: Path, terms: Mapping[str, object], done: Sequence[DoneUnit]) -> Totals | None:
    """Totals of the finished run in this folder; None if it is another run, unfinished or damaged."""
    manifest = _manifest_of(out)
    if manifest is None or manifest["terms"] != _told_terms(terms) or manifest["units"] != _units(done):
        return None
    files = {**manifest["tables"], **manifest["files"]}
    if not all(is_file_of(out / file, sha) for file, sha in files.items()):
        return None
    return totals_from_json(manifest["totals"])


def _manifest_of(out: Path) -> _Manifest | None:
    try:
        manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    is_whole = isinstance(manifest, dict) and set(manifest) == set(_Manifest.__annotations__)
    return cast("_Manifest", manifest) if is_whole else None


def _told_terms(terms: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in terms.items() if name != "names_secret"}


def _units(done: Sequence[DoneUnit]) -> list[_UnitRecord]:
    units = [_UnitRecord(id=unit.unit, source=unit.source, logs=unit.logs) for unit in done]
    return sorted(units, key=lambda unit: (unit["source"], unit["id"]))
