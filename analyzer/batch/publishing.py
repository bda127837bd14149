"""The end of a run: takes duplicates out, joins small units, and publishes everything by its manifest."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from hashlib import sha256
from typing import Any, Final

import pyarrow as pa

from analyzer.batch.engines import side_by_side
from analyzer.batch.kept_units import UNITS, KeptUnit, files_of, is_file_of, logs_of, rewritten
from analyzer.batch.ledger import Ledger
from analyzer.batch.run_folder import locked, read_json, told_terms
from analyzer.batch.same_games import DUPLICATE_ID, difference
from analyzer.batch.totals import Totals, summary_text
from analyzer.batch.work import Job
from analyzer.folders import Folder, folder
from analyzer.kernels.beside import available_cores
from analyzer.sources.listing import LOCK, QUARANTINE, TERMS
from analyzer.stats import STATISTICS, Extent
from analyzer.tables import MANIFEST
from analyzer.tables.build import finding_table
from analyzer.tables.load import RunTables, read_manifest, write_manifest
from analyzer.tables.parts import Part, part_name, part_path, write_part
from analyzer.tables.schema import TABLES

SUMMARY: Final = "summary.json"
_SUMMARY_TEXT: Final = "summary.txt"
_FILES: Final = (QUARANTINE, SUMMARY, _SUMMARY_TEXT, MANIFEST, STATISTICS)
_FINDINGS: Final = "findings"
_FINDINGS_AT_ONCE: Final = 10_000
"""Made at once, of duplicates."""
_IN_MANIFEST: Final = ("terms", "units", "totals", "statistics", "tables", "files")
_SMALL: Final = 2
"""A unit with less than this part of the logs that it may have is small."""
_FEW: Final = 2
"""So many small units stay: a small source has one of games for three players, and one of others."""
_MOST_SMALL: Final = 0.1
"""Share of all logs that small units may have before they are joined."""


def finish(
    job: Job,
    terms: Mapping[str, object],
    ledger: Ledger,
    say: Callable[[str], object],
    *,
    unit_logs: int,
    workers: int,
) -> Totals:
    """Publish the tables of all units, with statistics, quarantine list, summary, and last the manifest.

    ``say`` gets what is done now.
    """
    out = folder(job.out)
    ledger.drop_rows_of_duplicates(say)
    _join_small(ledger, unit_logs, say)
    say("writing the lists")
    totals, kept, more = ledger.totals(), [*ledger.units.values()], _write_differing(out, ledger)
    totals.differing = sum(part.rows for part in more)
    parts = {
        table: [unit.parts[table] for unit in kept if table in unit.parts] for table in job.outputs.tables
    }
    parts[_FINDINGS] += more
    tables = RunTables(out, {table: sorted(found) for table, found in parts.items()})
    if job.outputs.statistics is not Extent.NONE:
        say(f"counting {job.outputs.statistics} statistics")
    files = _statistics(tables, job.outputs.statistics, workers)
    say("writing the summary")
    told = {name: terms[name] for name in ("version", "schema", "rules")}
    told |= {"checks_asked": terms["checks"], "choice": terms["choice"], "names": terms["names"]}
    # Without times, so that equal input gives equal files.
    quarantine, left_out = ledger.quarantine()
    summary = {**totals.summary(), "left_out": left_out, **told}
    texts = {
        QUARANTINE: quarantine,
        _SUMMARY_TEXT: f"{summary_text(totals)}\n".encode(),
        SUMMARY: f"{json.dumps(summary, indent=2)}\n".encode(),
    }
    for name, text in texts.items():
        out.write(name, text)
        files[name] = sha256(text).hexdigest()
    content = {
        **_described(job, terms, kept),
        "totals": asdict(totals),
        "tables": {table: [part._asdict() for part in found] for table, found in tables.parts.items()},
        "files": dict(sorted(files.items())),
    }
    if out.local is not None:
        # Whoever looks for findings shall see that there are none.
        (out.local / _FINDINGS).mkdir(exist_ok=True)
    write_manifest(out, {name: content[name] for name in _IN_MANIFEST})
    sweep(out, kept)
    return totals


def _write_differing(out: Folder, ledger: Ledger) -> list[Part]:
    """Write the findings on duplicates that differ from what stays: a part that is of no unit, or none."""
    rows = ledger.differing().to_batches(max_chunksize=_FINDINGS_AT_ONCE) if ledger.has_duplicates else ()
    tables = [finding_table([difference(row) for row in some.to_pylist()]) for some in rows]
    if not tables:
        return []
    found = pa.concat_tables(tables)
    digest = sha256("\n".join(found["message"].to_pylist()).encode()).hexdigest()
    return [write_part(out, _FINDINGS, part_name("", f"{DUPLICATE_ID}-{digest[:16]}"), found)]


def _statistics(tables: RunTables, extent: Extent, processes: int) -> dict[str, str]:
    if extent is Extent.NONE:
        return {}
    # With it comes DuckDB, of which nothing is needed until all logs are read.
    from analyzer.stats.stored import write_statistics

    return write_statistics(tables, extent, processes=processes, spread=side_by_side)


def _join_small(ledger: Ledger, unit_logs: int, say: Callable[[str], object]) -> None:
    """Join small units where they have too many of the logs."""
    units = [*ledger.units.values()]
    small = [unit for unit in units if unit.logs * _SMALL < unit_logs]
    if len(small) <= _FEW or logs_of(small) <= _MOST_SMALL * logs_of(units):
        return
    groups: list[list[KeptUnit]] = [[]]
    # By the names of their parts, which begin with a log id.
    small.sort(key=lambda unit: (min((part.file for part in unit.parts.values()), default=""), unit.unit))
    for unit in small:
        if logs_of([*groups[-1], unit]) > unit_logs:
            groups.append([])
        groups[-1].append(unit)
    for number, group in enumerate(groups):
        say(f"joining small units, {number} of {len(groups)} written")
        if len(group) > 1 and (joined := rewritten(ledger.out, group)) is not None:
            ledger.add(joined)


def _described(job: Job, terms: Mapping[str, object], units: Iterable[KeptUnit]) -> dict[str, object]:
    """What the manifest says of a run before anything is counted."""
    listed = sorted(units, key=lambda unit: (unit.source, unit.unit))
    return {
        "terms": told_terms(terms),
        "statistics": job.outputs.statistics.value,
        "units": [{"id": unit.unit, "source": unit.source, "logs": unit.logs} for unit in listed],
    }


def _manifest_of(out: Folder) -> dict[str, Any] | None:
    """The manifest of a finished run; None where there is none, or a damaged one."""
    manifest = read_json(out, MANIFEST)
    return None if manifest is None or {*manifest} != {*_IN_MANIFEST} else manifest


def published_units(out: Folder) -> list[str]:
    """Ids of the units whose parts are published."""
    return [unit["id"] for unit in (_manifest_of(out) or {"units": []})["units"]]


def known_totals(job: Job, terms: Mapping[str, object], units: Iterable[KeptUnit]) -> Totals | None:
    """Totals of the finished run in this folder; None if it is another run, unfinished or damaged."""
    out = folder(job.out)
    manifest = _manifest_of(out)
    # The parts of units were looked at when these were taken over.
    if manifest is None or {**manifest, **_described(job, terms, units)} != manifest:
        return None
    findings = [Part(**part) for part in manifest["tables"][_FINDINGS]]
    files = {part_path(_FINDINGS, part): part.sha256 for part in findings} | manifest["files"]
    is_whole = all(is_file_of(out, name, digest) for name, digest in files.items())
    return Totals(**manifest["totals"]) if is_whole else None


def sweep(out: Folder, units: Iterable[KeptUnit]) -> None:
    """Remove what belongs neither to these units nor to what is published, and what was never finished."""
    manifest = _manifest_of(out) or {"files": {}, "tables": {}}
    kept = {TERMS, LOCK, *manifest["files"], *(name for unit in units for name in files_of(unit))}
    kept |= {f"{table}/{part['file']}" for table, parts in manifest["tables"].items() for part in parts}
    for name in out.names():
        is_unfinished = name.endswith(".tmp") and name.startswith(_FILES)
        if is_unfinished or (name.partition("/")[0] in (*TABLES, STATISTICS, UNITS) and name not in kept):
            out.remove(name)
    for path in () if out.local is None else [out.local / top for top in TABLES if top != _FINDINGS]:
        if path.is_dir() and not path.is_symlink() and not any(path.iterdir()):
            path.rmdir()


def recount(where: str | os.PathLike[str], extent: Extent) -> None:
    """Count the statistics of a finished run from its tables, and name them in its manifest.

    Args:
        where: Folder of the run.
        extent: Which statistics.

    Raises:
        UserMistake: When the folder is not that of a finished run, or a run is writing to it.
        OSError: When a file cannot be read or written.
    """
    out = folder(where)
    # Nothing is locked, and so written, in a folder that holds no run.
    read_manifest(out)
    with locked(out):
        digests = _statistics(read_manifest(out), extent, available_cores())
        manifest = json.loads(out.read(MANIFEST))
        manifest["statistics"] = extent.value
        manifest["files"] = dict(sorted({**manifest["files"], **digests}.items()))
        write_manifest(out, manifest)
