"""Computes statistics over the tables of a run: blocks of games are counted into cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final

import pyarrow as pa

from analyzer.errors import UserMistake
from analyzer.kernels import compiling
from analyzer.stats.cells import CellSums
from analyzer.stats.counts import sums_of
from analyzer.stats.groups import Grouping, Groups, check_grains
from analyzer.stats.reading import BLOCK_GAMES, blocks, games_of, pieces_of
from analyzer.stats.rows import Block
from analyzer.stats.statistic import Statistic
from analyzer.tables.manifest import RunTables

__all__ = ["add_block", "columns_of", "compiling_for", "compute"]

_COMPILE_ABOVE: Final = 10_000_000
"""Games times statistics above which kernels pay: importing the compiler alone takes half a second."""


def compute(
    run: RunTables, statistics: Sequence[Statistic], by: Sequence[str], block_games: int = BLOCK_GAMES
) -> pa.Table:
    """Cells of statistics over all tables of a run.

    Args:
        run: The tables.
        statistics: Statistics to count.
        by: Dimensions.
        block_games: Number of games counted at once; the cells do not depend on it.

    Raises:
        UserMistake: When the counted rows lack a dimension, or a part is damaged.
    """
    for statistic in statistics:
        check_grains(by, statistic.name, statistic.grain)
    groups = Groups(by)
    sums = CellSums([statistic.name for statistic in statistics])
    wanted = columns_of(statistics, groups)
    with compiling_for(games_of(run), len(statistics)):
        for block in blocks(run, pieces_of(run), wanted, block_games):
            add_block(sums, block, statistics, groups)
            block.forget()
    return sums.table(groups)


def compiling_for(games: int, statistics: int) -> AbstractContextManager[None]:
    """Inside this context kernels run compiled, if that pays for so many statistics and games."""
    return compiling() if games * statistics > _COMPILE_ABOVE else nullcontext()


def columns_of(statistics: Iterable[Statistic], groups: Groups) -> list[str]:
    """All columns read for these statistics and groups."""
    grains = {statistic.grain for statistic in statistics}
    columns = {column for statistic in statistics for column in statistic.columns}
    columns |= {one.columns[grain] for one in groups.dimensions for grain in grains}
    return sorted(columns | {f"{grain}.{_COUNTED[grain]}" for grain in grains})


_COUNTED = {"games": "hands", "players": "seat", "hands": "winner_count", "seats": "seat", "wins": "seat"}
"""A column of each grain: its table is read even if the statistic uses only other tables."""


def add_block(sums: CellSums, block: Block, statistics: Iterable[Statistic], groups: Groups) -> None:
    """Count a block.

    Raises:
        UserMistake: When a measure reads a column that its statistic does not name.
    """
    grouped: dict[str, Grouping] = {}
    for place, statistic in enumerate(statistics):
        grain = statistic.grain
        if grain not in grouped:
            grouped[grain] = groups.of(block, grain)
        group, keys = grouped[grain]
        try:
            found = sums_of(statistic, block.rows(grain), group, len(keys))
        except KeyError as missing:
            raise UserMistake(f"{statistic.name} reads {missing.args[0]}, which it does not name") from None
        sums.add(place, found, keys)
