"""The manifest of a finished run: what was read, by which version and rules, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import file_digest
from pathlib import Path
from typing import Final, TypedDict

from analyzer.batch.journal import DoneUnit, write_whole
from analyzer.batch.totals import Totals, TotalsRecord, totals_from_json
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


def write_manifest(out: Path, terms: Mapping[str, object], done: Sequence[DoneUnit], totals: Totals) -> None:
    """Write the manifest, with the SHA-256 of every file of every table and of the statistics.

    Raises:
        OSError: When a table cannot be read, or the file not written.
    """
    manifest: _Manifest = {
        "terms": _shown(terms),
        "units": _units(done),
        "totals": totals.as_json(),
        "tables": _digests(out, (*TABLES, STATS)),
    }
    _write(out, manifest)


def restate(out: Path) -> None:
    """Put the SHA-256 of the statistics that are there now into the manifest.

    Raises:
        OSError: When a file cannot be read or written.
    """
    manifest: _Manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    kept = {file: sha for file, sha in manifest["tables"].items() if not file.startswith(f"{STATS}/")}
    _write(out, _Manifest({**manifest, "tables": {**kept, **_digests(out, (STATS,))}}))


def _write(out: Path, manifest: _Manifest) -> None:
    write_whole(out / MANIFEST, json.dumps(manifest, indent=2) + "\n")


def _digests(out: Path, folders: Iterable[str]) -> dict[str, str]:
    files = sorted(file for name in folders for file in (out / name).rglob("*.parquet"))
    return {file.relative_to(out).as_posix(): _sha256(file) for file in files}


def known_totals(out: Path, terms: Mapping[str, object], done: Sequence[DoneUnit]) -> Totals | None:
    """Totals of the finished run in this folder; None where it is another one, or not finished."""
    try:
        manifest: _Manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    is_this = manifest["terms"] == _shown(terms) and manifest["units"] == _units(done)
    if not is_this or not all((out / file).is_file() for file in manifest["tables"]):
        return None
    return totals_from_json(manifest["totals"])


def _shown(terms: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in terms.items() if name != "names_secret"}


def _units(done: Sequence[DoneUnit]) -> list[_Unit]:
    units = [_Unit(id=unit.unit, source=unit.source, logs=unit.logs) for unit in done]
    return sorted(units, key=lambda unit: (unit["source"], unit["id"]))


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()
