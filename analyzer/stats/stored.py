"""Statistics of a run as one table, ``stats.parquet``, readable by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from io import BytesIO
from typing import Any, Final, TypeAlias

import pyarrow as pa

from analyzer.stats import STATISTICS, Extent
from analyzer.stats.archive import Archive
from analyzer.stats.catalogue import Statistic, shipped_catalogue
from analyzer.stats.database import some_games
from analyzer.stats.intervals import CONFIDENCE
from analyzer.stats.results import LAST, joined, result_table, write_parquet
from analyzer.stats.sums import Counts, Rows
from analyzer.tables.arrow import arrow_array
from analyzer.tables.load import RunTables

Spread: TypeAlias = Callable[[Callable[[Any], Any], Sequence[Any]], list[Any]]
"""Runs a function for several tasks, each in a process of its own."""

_SPREAD_GAMES: Final = 2_000
"""Least games that are not counted here: another process has its memory to itself, without the kernels."""
_MANY_GAMES: Final = 50_000
"""The same for headline statistics where other processes have read: fewer are counted before these start."""
_AXES: Final = ("year", "room", "length")
"""What every statistic is counted by besides the number of players, one at a time."""
_OVERALL: Final = "overall"
"""What stands for none of them."""


def write_statistics(
    run: RunTables, extent: Extent = Extent.HEADLINE, *, processes: int = 1, spread: Spread | None = None
) -> dict[str, str]:
    """Count statistics of the catalogue over a run and write them to its folder.

    Columns: ``statistic``; ``by``, which of ``year``, ``room`` and ``length`` it is counted by besides
    ``players``, or ``overall``; these four (null where it is not counted by them); ``category`` as text and,
    where it is one, as ``category_number``; ``value``, ``low``, ``high``, ``n``, ``games``, ``left_out`` and
    ``few``.  The metadata have the unit and definition of each statistic.

    Args:
        run: The tables; its manifest need not be written.
        extent: Whether the headline statistics are counted, or all but those that need another axis.
        processes: Most processes at a time; the result does not depend on it.
        spread: Runs a function for several tasks, each in a process of its own.

    Returns:
        SHA-256 of the file by its name.

    Raises:
        UserMistake: When a part is missing or damaged.
        OSError: When something cannot be read or written.
    """
    wanted = [one for one in shipped_catalogue() if one.headline or extent is Extent.ALL]
    wanted = [one for one in wanted if not one.axis]
    is_quick = extent is Extent.HEADLINE and processes > 1
    counts = _counted(run, wanted, processes, spread, _MANY_GAMES if is_quick else _SPREAD_GAMES)
    results = []
    for one, found in zip(wanted, counts, strict=True):
        for axis, kept in ((_OVERALL, (0,)), *((axis, (0, 1 + at)) for at, axis in enumerate(_AXES))):
            rows = result_table(found.rolled(kept), CONFIDENCE)
            by = arrow_array([axis] * rows.num_rows, pa.string())
            results.append((one, rows.append_column("by", by)))
    order = ["statistic", "by", "players", *_AXES, "category", "category_number", *LAST]
    data = BytesIO()
    write_parquet(joined(results).select(order), wanted, data)
    run.folder.write(STATISTICS, data.getvalue())
    return {STATISTICS: sha256(data.getvalue()).hexdigest()}


def _counted(
    run: RunTables, wanted: Sequence[Statistic], processes: int, spread: Spread | None, least: int
) -> list[Counts]:
    parts = run.parts_of("games")
    if spread is None or sum(part.rows for part in parts) < least:
        return _counts_of(run, wanted)
    shares = [{part.file for part in parts[share::processes]} for share in range(processes)]
    counts = _counts_of(some_games(run, ()), wanted)
    work = partial(_sums_of, wanted=wanted)
    for found in spread(work, [some_games(run, files) for files in shares if files]):
        for one, sums in zip(counts, found, strict=True):
            one.join(sums)
    return counts


def _counts_of(run: RunTables, wanted: Sequence[Statistic]) -> list[Counts]:
    return Archive([run]).counted(wanted, _AXES, threads=1)


def _sums_of(run: RunTables, wanted: Sequence[Statistic]) -> list[tuple[Rows, Rows, Rows]]:
    """The sums alone: what was asked cannot be sent to another process."""
    return [one.sums for one in _counts_of(run, wanted)]
