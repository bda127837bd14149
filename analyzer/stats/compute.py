"""The statistics of the tables of a run: blocks of games into cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Final

import pyarrow as pa

from analyzer.errors import UserMistake
from analyzer.kernels import compiling
from analyzer.stats.cells import CellSums
from analyzer.stats.counts import count
from analyzer.stats.groups import Grouping, Groups, check_grains
from analyzer.stats.reading import BLOCK_GAMES, blocks, games_of, partitions_of
from analyzer.stats.rows import Block
from analyzer.stats.statistic import Statistic

__all__ = ["add_block", "compute"]

_COMPILE_ABOVE: Final = 10_000_000
"""Games times statistics from which on kernels pay: importing the compiler alone takes half a second."""


def compute(
    folder: Path, statistics: Sequence[Statistic], by: Sequence[str], block_games: int = BLOCK_GAMES
) -> pa.Table:
    """Cells of statistics over all tables of a run.

    Args:
        folder: Of the run.
        statistics: Which.
        by: Dimensions.
        block_games: Games that are counted at once; the cells do not depend on it.

    Raises:
        UserMistake: When rows that are counted have no such dimension, or the tables are not those of a run.
    """
    for statistic in statistics:
        check_grains(by, statistic.name, statistic.grain)
    groups = Groups(by)
    sums = CellSums([statistic.name for statistic in statistics])
    wanted = _columns(statistics, groups)
    partitions = partitions_of(folder)
    work = sum(games_of(partition) for partition in partitions) * len(statistics)
    with compiling() if work > _COMPILE_ABOVE else nullcontext():
        for partition in partitions:
            for block in blocks(partition, wanted, block_games):
                add_block(sums, block, statistics, groups)
                block.forget()
    return sums.table(groups)


def _columns(statistics: Iterable[Statistic], groups: Groups) -> list[str]:
    grains = {statistic.grain for statistic in statistics}
    columns = {column for statistic in statistics for column in statistic.columns}
    columns |= {one.columns[grain] for one in groups.dimensions for grain in grains}
    return sorted(columns | {f"{grain}.{_COUNTED[grain]}" for grain in grains})


_COUNTED = {"games": "hands", "players": "seat", "hands": "winner_count", "seats": "seat", "wins": "seat"}
"""A column of each grain: its table is read even where a statistic looks at others alone."""


def add_block(sums: CellSums, block: Block, statistics: Iterable[Statistic], groups: Groups) -> None:
    """Count a block.

    Raises:
        UserMistake: When a measure reads a column that its statistic does not name.
    """
    grouped: dict[str, Grouping] = {}
    for statistic in statistics:
        grain = statistic.grain
        if grain not in grouped:
            grouped[grain] = groups.of(block, grain)
        group, keys = grouped[grain]
        try:
            counts = count(statistic, block.rows(grain), group, len(keys))
        except KeyError as missing:
            raise UserMistake(f"{statistic.name} reads {missing.args[0]}, which it does not name") from None
        sums.add(statistic.name, counts, keys)
