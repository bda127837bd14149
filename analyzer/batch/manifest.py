"""The manifest of a finished run: what was read, by which version and rules, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypedDict, cast

from analyzer.batch.journal import DoneUnit
from analyzer.batch.totals import Totals, TotalsRecord, totals_from_json
from analyzer.batch.whole import is_file_of, sha256_of, write_whole
from analyzer.errors import UserMistake
from analyzer.stats import STATS
from analyzer.tables.schema import TABLES

__all__ = ["MANIFEST", "known_totals", "restate", "write_manifest"]

MANIFEST: Final = "manifest.json"


class _Unit(TypedDict):
    id: str
    source: str
    logs: int


class _Manifest(TypedDict):
    terms: Mapping[str, object]
    units: list[_Unit]
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
        files: SHA-256 of every other file of the run, those included that are written after this one.

    Raises:
        OSError: When a table cannot be read, or the file not written.
    """
    manifest: _Manifest = {
        "terms": _shown(terms),
        "units": _units(done),
        "totals": totals.as_json(),
        "tables": _digests(out, (*TABLES, STATS)),
        "files": dict(files),
    }
    _write(out, manifest)


def restate(out: Path) -> None:
    """Put the SHA-256 of the statistics that are there now into the manifest.

    Raises:
        OSError: When a file cannot be read or written.
        UserMistake: When there is no manifest that can be read.
    """
    manifest = _read(out)
    if manifest is None:
        raise UserMistake(f"{str(out)!r} is no finished run; expected its own command to be run again")
    kept = {file: sha for file, sha in manifest["tables"].items() if not file.startswith(f"{STATS}/")}
    _write(out, _Manifest({**manifest, "tables": {**kept, **_digests(out, (STATS,))}}))


def _write(out: Path, manifest: _Manifest) -> None:
    write_whole(out / MANIFEST, json.dumps(manifest, indent=2) + "\n")


def _digests(out: Path, folders: Iterable[str]) -> dict[str, str]:
    files = sorted(file for name in folders for file in (out / name).rglob("*.parquet"))
    return {file.relative_to(out).as_posix(): sha256_of(file) for file in files}


def known_totals(out: Path, terms: Mapping[str, object], done: Sequence[DoneUnit]) -> Totals | None:
    """Totals of the finished run in this folder; None where it is another one, not finished or not whole."""
    manifest = _read(out)
    if manifest is None or manifest["terms"] != _shown(terms) or manifest["units"] != _units(done):
        return None
    files = {**manifest["tables"], **manifest["files"]}
    if not all(is_file_of(out / file, sha) for file, sha in files.items()):
        return None
    return totals_from_json(manifest["totals"])


def _read(out: Path) -> _Manifest | None:
    try:
        manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    is_whole = isinstance(manifest, dict) and set(manifest) == set(_Manifest.__annotations__)
    return cast("_Manifest", manifest) if is_whole else None


def _shown(terms: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in terms.items() if name != "names_secret"}


def _units(done: Sequence[DoneUnit]) -> list[_Unit]:
    units = [_Unit(id=unit.unit, source=unit.source, logs=unit.logs) for unit in done]
    return sorted(units, key=lambda unit: (unit["source"], unit["id"]))
