"""What is measured with: archives of simulated games, and the tables of a year."""

from __future__ import annotations

import gzip
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from analyzer.folders import folder
from analyzer.simulation import simulate
from analyzer.tables.load import read_manifest, write_manifest
from analyzer.tables.parts import Part, write_part
from analyzer.tables.schema import SCHEMA_VERSION, game_key

__all__ = ["archive_of", "repeat_tables"]


def archive_of(games: int, folder: Path) -> Path:
    """A zip of so many gzip files, as Tenhou's own: made once, and kept in the folder.

    Args:
        games: Logs in it, under ids of a year that no real log has.
        folder: Where it is kept; made if need be.
    """
    path = folder / f"{games}-different-games.zip"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part")
        with ZipFile(unfinished, "w") as archive:
            for number, (_, data) in enumerate(simulate(games, "benchmarks", length="hanchan")):
                archive.writestr(f"{_log_id(number)}.mjlog", gzip.compress(data, mtime=0))
        unfinished.replace(path)
    return path


def _log_id(number: int) -> str:
    """Of a year that no real log has; later ones are higher."""
    day, of_day = divmod(number, 2000)
    return f"2199{day // 28 % 12 + 1:02}{day % 28 + 1:02}00gm-00a9-0000-{day:04x}{of_day:04x}"


def repeat_tables(once: Path, target: Path, copies: int) -> None:
    """Write the tables of a run so many times, under ids of their own.

    Args:
        once: Folder of the run.
        target: Folder for the copies; made.
        copies: How many.
    """
    run, out = read_manifest(folder(once)), folder(target)
    parts: dict[str, list[Part]] = {table: [] for table in run.parts}
    for number in range(copies):
        for table, found in run.parts.items():
            for part in found:
                file = f"part-{number:06}-{part.file.removeprefix('part-')}"
                rows = _renamed(run.read(table, part), number)
                parts[table].append(write_part(out, table, file, rows))
    tables = {table: [part._asdict() for part in written] for table, written in parts.items()}
    write_manifest(out, {"terms": {"schema": SCHEMA_VERSION}, "tables": tables, "files": {}})


def _renamed(rows: pa.Table, number: int) -> pa.Table:
    """The rows of a copy, with log ids of their own."""
    named = pc.binary_join_element_wise(rows["log_id"].cast(pa.string()), str(number), "-")
    ids = named.combine_chunks().dictionary_encode()
    games = np.array([game_key(log_id) for log_id in ids.dictionary.to_pylist()], np.int64)
    rows = rows.set_column(rows.schema.get_field_index("log_id"), "log_id", ids)
    return rows.set_column(rows.schema.get_field_index("game"), "game", pa.array(games[ids.indices]))
