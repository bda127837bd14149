"""What is measured with: archives of simulated games, and the tables of a year."""

from __future__ import annotations

import gzip
import json
from contextlib import nullcontext
from itertools import cycle
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pyarrow as pa

from analyzer.batch.engines import COMPILE_ABOVE
from analyzer.folders import folder
from analyzer.kernels import compiling
from analyzer.simulation import simulate
from analyzer.tables.manifest import MANIFEST, read_manifest
from analyzer.tables.parts import Part, part_name, write_part
from analyzer.tables.schema import SCHEMA_VERSION, game_key

__all__ = ["archive_of", "repeat_tables"]

_DISTINCT: Final = 500
"""Different games in an archive, at most; they stay in memory while it is written."""


def archive_of(games: int, folder: Path) -> Path:
    """A zip of so many gzip files, as Tenhou's own: made once, and kept in the folder.

    Args:
        games: Logs in it; the same few games again and again, under ids of their own.
        folder: Where it is kept; made if need be.
    """
    path = folder / f"{games}-games.zip"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part")
        with ZipFile(unfinished, "w") as archive:
            for number, packed in zip(range(games), cycle(_played(games)), strict=False):
                archive.writestr(f"{_log_id(number)}.mjlog", packed)
        unfinished.replace(path)
    return path


def _played(games: int) -> list[bytes]:
    """Games between four players, packed."""
    many = min(games, _DISTINCT)
    with compiling() if many > COMPILE_ABOVE else nullcontext():
        return [gzip.compress(data, mtime=0) for _, data in simulate(many, "benchmarks", length="hanchan")]


def _log_id(number: int) -> str:
    """Of a year that no real log has; later ones are higher."""
    day, of_day = divmod(number, 2000)
    return f"2199{day // 28 % 12 + 1:02}{day % 28 + 1:02}00gm-00a9-0000-{day:04x}{of_day:04x}"


def repeat_tables(once: Path, target: Path, copies: int) -> None:
    """Write the tables of a run so many times, one after the other, under ids of their own.

    Args:
        once: Folder of the run.
        target: Folder for the copies; made.
        copies: How many.
    """
    out, run = folder(target), read_manifest(folder(once))
    parts: dict[str, list[Part]] = {table: [] for table in run.parts}
    for table in run.parts:
        rows = [run.read(table, part) for part in run.parts_of(table)]
        for number in range(copies if rows else 0):
            copy = _renamed(pa.concat_tables(rows).unify_dictionaries().combine_chunks(), number)
            parts[table].append(write_part(out, table, part_name(f"{number:06}", f"{number:08x}"), copy))
    tables = {table: [part._asdict() for part in found] for table, found in parts.items()}
    terms = {"schema": SCHEMA_VERSION}
    out.write(MANIFEST, json.dumps({"terms": terms, "tables": tables}).encode())


def _renamed(rows: pa.Table, number: int) -> pa.Table:
    """The rows under other log ids."""
    ids = rows["log_id"].combine_chunks().chunk(0) if rows.num_rows else None
    if ids is None:
        return rows
    names = [f"{number}-{name}" for name in ids.dictionary.to_pylist()]
    keys = pa.array([game_key(name) for name in names], pa.int64()).take(ids.indices)
    named = pa.DictionaryArray.from_arrays(ids.indices, pa.array(names))
    for column, values in (("log_id", named), ("game", keys)):
        place = rows.schema.get_field_index(column)
        rows = rows.set_column(place, rows.schema.field(place), values)
    return rows
