"""What is measured with: archives of simulated games, and the tables of a year."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import cycle
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from analyzer.tables.parquet import part_file, part_files

from analyzer.batch.engines import COMPILE_ABOVE
from analyzer.kernels import compiling
from analyzer.simulation import simulate

__all__ = ["archive_of", "repeat_tables"]

_DISTINCT: Final = 500
"""Different games in an archive, at most; they stay in memory while it is written."""
_GROUP_ROWS: Final = 65_536


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
    for place in sorted({path.parent for path in once.glob("*/**/*.parquet")}):
        rows = pa.concat_tables([pq.ParquetFile(path).read() for path in part_files(place)])
        if not rows.num_rows:
            continue
        path = part_file(target / place.relative_to(once), 0)
        path.parent.mkdir(parents=True)
        with pq.ParquetWriter(path, rows.schema, compression="zstd", store_schema=False) as writer:
            for group in _groups(rows, copies):
                writer.write_table(group, row_group_size=group.num_rows)


def _groups(rows: pa.Table, copies: int) -> Iterator[pa.Table]:
    """Copies of the rows, as many together as make a row group."""
    waiting: list[pa.Table] = []
    place = rows.schema.get_field_index("log_id")
    for number in range(copies):
        ids = pc.binary_join_element_wise(rows["log_id"], str(number), "-")
        waiting.append(rows.set_column(place, rows.schema.field(place), ids))
        if len(waiting) * rows.num_rows >= _GROUP_ROWS or number == copies - 1:
            yield pa.concat_tables(waiting)
            waiting = []
