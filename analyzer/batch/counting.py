"""Counts the statistics of finished tables, in several processes where that pays."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from analyzer.batch.engines.processes import available_cores
from analyzer.batch.engines.tasks import side_by_side
from analyzer.batch.publishing import manifest_of, write_manifest
from analyzer.batch.run_folder import locked
from analyzer.errors import UserMistake
from analyzer.folders import Folder, folder, public
from analyzer.stats import STATS
from analyzer.stats.stored import write_cells

__all__ = ["SPREAD_GAMES", "count_statistics", "recount"]

SPREAD_GAMES: Final = 5_000
"""Least games for which starting processes pays."""


def count_statistics(out: Folder, *, games: int, workers: int) -> None:
    """Count the whole catalogue over published tables; the result does not depend on the number of workers.

    Args:
        out: Folder of a run, on a disk.
        games: Games in its tables.
        workers: Most processes at a time.

    Raises:
        AnalyzerError: When a process that counts ends before its work does.
        OSError: When something cannot be read or written.
    """
    manifest = manifest_of(out)
    if manifest is None or out.local is None:
        raise UserMistake(f"{public(out.url)!r} is no finished run on a disk; expected one")
    with TemporaryDirectory(prefix="counting-", dir=out.local) as room:
        if games < SPREAD_GAMES:
            write_cells(out.local, Path(room))
        else:
            write_cells(out.local, Path(room), processes=workers, spread=side_by_side)
        counted = {path.name: path.read_bytes() for path in sorted(Path(room).glob("*.parquet"))}
    files = {name: sha for name, sha in manifest["files"].items() if not name.startswith(f"{STATS}/")}
    for name, data in counted.items():
        out.write(f"{STATS}/{name}", data)
        files[f"{STATS}/{name}"] = sha256(data).hexdigest()
    for name in set(out.names(STATS)) - files.keys():
        out.remove(name)
    write_manifest(out, {**manifest, "files": files})


def recount(out: Path) -> None:
    """Count the statistics of a run again from its tables, and update their digests in its manifest.

    Raises:
        UserMistake: When the folder is not that of a finished run, or a run is writing to it.
        OSError: When a file cannot be read or written.
    """
    # This imports pandas, which a run does not need.
    from analyzer.tables.load import load

    load(out)
    run = folder(out)
    manifest = manifest_of(run)
    with locked(run):
        games = 0 if manifest is None else manifest["totals"]["games"]
        count_statistics(run, games=games, workers=available_cores())
