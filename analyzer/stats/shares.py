"""Counts in shares, one per process: chunks of games are counted into cells in a file.

The cells of each chunk are kept apart and added up in the order of the games, so they do not depend on the
division of work, not even in the last bit of a sum of fractions.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.catalogue import find
from analyzer.stats.cells import CellSums, OwnedCounts
from analyzer.stats.compute import add_block, columns_of, compiling_for
from analyzer.stats.counts import Counts
from analyzer.stats.groups import STORED, Groups
from analyzer.stats.reading import BLOCK_GAMES, Piece, blocks, pieces_of, texts_of
from analyzer.tables.manifest import RunTables

__all__ = ["CHUNK_GAMES", "CountedShare", "Share", "count_share", "counts_in", "shares_of"]

CHUNK_GAMES: Final = 3 * BLOCK_GAMES
"""Least games of a chunk, whose cells are added up first: a few blocks."""
_CELL: Final = np.dtype(
    [
        ("group", np.int64),
        ("at", np.int32),
        ("category", np.int32),
        ("n", np.int64),
        ("total", np.float64),
        ("squares", np.float64),
    ]
)


class Share(NamedTuple):
    """The work of one process.

    Attributes:
        run: The tables.
        chunks: Chunks of games, in the order of the tables.
        block_games: Number of games counted at once.
        statistics: Names of the statistics to count.
        texts: Values of the text dimensions, in the order of their codes.
        path: File for the cells.
    """

    run: RunTables
    chunks: tuple[tuple[Piece, ...], ...]
    block_games: int
    statistics: tuple[str, ...]
    texts: Mapping[str, tuple[str, ...]]
    path: Path


class CountedShare(NamedTuple):
    """Cells in a file, ordered by chunk and then by statistic.

    Attributes:
        share: The share that was counted.
        cells: Number of cells; shape (chunks, statistics).
    """

    share: Share
    cells: NDArray[np.int64]


def shares_of(run: RunTables, statistics: Sequence[str], processes: int, folder: Path) -> list[Share]:
    """All games of a run in shares of about equal size.

    Args:
        run: The tables.
        statistics: Names of the statistics to count.
        processes: Maximum number of shares.
        folder: Folder for the files of the cells.
    """
    chunks = _chunks(pieces_of(run))
    texts = {"rule_set": tuple(sorted(texts_of(run, "rule_set")))}
    games = np.cumsum([0, *map(_games, chunks)])
    ends = [int(np.abs(games * processes - games[-1] * number).argmin()) for number in range(processes + 1)]
    own = [tuple(chunks[start:stop]) for start, stop in pairwise(ends) if stop > start]
    return [
        Share(run, part, min(BLOCK_GAMES, CHUNK_GAMES), tuple(statistics), texts, folder / f"{number}.cells")
        for number, part in enumerate(own)
    ]


def _chunks(pieces: Sequence[Piece]) -> list[tuple[Piece, ...]]:
    """Neighbouring pieces with enough games together, and one number of players."""
    chunks: list[tuple[Piece, ...]] = []
    for piece in pieces:
        last = chunks[-1] if chunks else ()
        if last and last[0].players == piece.players and _games(last) < CHUNK_GAMES:
            chunks[-1] = (*last, piece)
        else:
            chunks.append((piece,))
    return chunks


def _games(chunk: Sequence[Piece]) -> int:
    return sum(piece.games for piece in chunk)


def count_share(share: Share) -> CountedShare:
    """Count the chunks of a share and write their cells into its file.

    Raises:
        OSError: When a file cannot be read or written.
    """
    statistics = [find(name) for name in share.statistics]
    groups = Groups(STORED, share.texts)
    columns = columns_of(statistics, groups)
    sizes = np.zeros((len(share.chunks), len(statistics)), np.int64)
    compiler = compiling_for(sum(map(_games, share.chunks)), len(statistics))
    with compiler, _not_collecting(), share.path.open("wb") as file:
        for number, chunk in enumerate(share.chunks):
            sums = CellSums(share.statistics)
            for block in blocks(share.run, chunk, columns, share.block_games):
                add_block(sums, block, statistics, groups)
                block.forget()
            owner, counts = sums.counts()
            sizes[number] = np.bincount(owner, minlength=len(statistics))
            file.write(_packed(counts))
    return CountedShare(share, sizes)


@contextmanager
def _not_collecting() -> Iterator[None]:
    """Disable the cycle collector: `Block.forget` breaks the cycles of a block."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _packed(counts: Counts) -> bytes:
    cells = np.empty(len(counts.n), _CELL)
    for name, values in counts._asdict().items():
        cells[name] = values
    return cells.tobytes()


def counts_in(counted: CountedShare, chunk: int, statistics: slice) -> OwnedCounts:
    """Cells of a chunk for a range of statistics; owner 0 is the first of them."""
    sizes = counted.cells[chunk, statistics]
    before = counted.cells[:chunk].sum() + counted.cells[chunk, : statistics.start].sum()
    cells = np.fromfile(counted.share.path, _CELL, int(sizes.sum()), offset=int(before) * _CELL.itemsize)
    owner = np.repeat(np.arange(len(sizes), dtype=np.int16), sizes)
    return OwnedCounts(owner, Counts(*(cells[name] for name in Counts._fields)))
