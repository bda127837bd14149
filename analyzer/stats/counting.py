"""Counts statistics, some thousand games at a time: views over the same rows share a table of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from analyzer.stats.checking import Asked
from analyzer.stats.database import Database, some_games
from analyzer.stats.queries import Query, queries
from analyzer.stats.sums import Counts, Games
from analyzer.tables.load import RunTables

_CHUNK_GAMES: Final = 30_000
"""Games that are counted at a time."""
_CHUNK_OF_MANY: Final = 15_000
"""The same where many statistics are counted: the whole catalogue needs 350 MiB for these."""
_MANY: Final = 60


def count(
    database: Database,
    asked: Sequence[Asked],
    cluster: str = "game",
    progress: Callable[[int], None] | None = None,
) -> list[Counts]:
    """Count statistics over all games of a database.

    Args:
        database: The tables.
        asked: What to count; all with the same axes, conditions and comparison.
        cluster: What rows depend on each other by: ``game``, or ``player`` by name.
        progress: Called with the number of games counted at a time.

    Raises:
        UserMistake: When rows belong to no player, an expression cannot be computed in some row, or a part
            is missing or damaged.
    """
    counts = [Counts(one) for one in asked]
    made = queries(asked, cluster)
    # Axes of games are read from them apart.
    tables = {"games"}.union(*(one.view.tables(one.used) for one in made))
    # Games are whole in a chunk; players are in many, and all their rows too many to be held.
    is_by_game = cluster == "game"
    most = _CHUNK_GAMES if len(asked) < _MANY else _CHUNK_OF_MANY
    chunks = _chunks(database.runs, most) if is_by_game else [database.runs]
    for some in chunks:
        database.show(some, tables, holds_helpers=is_by_game and len(made) > 1)
        games: dict[str, Games] = {}
        for _, together in groupby(made, lambda one: one.view.root.name):
            _count_alike(database, [*together], counts, games, is_held=is_by_game)
        if progress:
            progress(sum(part.rows for run in some for part in run.parts_of("games")))
    return counts


def _count_alike(
    database: Database,
    made: Sequence[Query],
    counts: Sequence[Counts],
    games: dict[str, Games],
    *,
    is_held: bool,
) -> None:
    """Count queries over the same rows; a table of these is joined once if several need it."""
    held = "joined_rows" if is_held and sum(one.passes for one in made) > 1 else ""
    if held:
        names = {name for one in made for name in one.view.needed_of_root(one.used)}
        database.hold(held, database.table(made[0].view.root.select(sorted(names))))
    for one in made:
        one.count(database, counts, games, held)
    if held:
        database.forget(held)


def _chunks(runs: Sequence[RunTables], most: int) -> Iterator[Sequence[RunTables]]:
    """Runs with some of their games: at most so many, or those of one part."""
    for run in runs:
        files: set[str] = set()
        games = 0
        for part in run.parts_of("games"):
            if files and games + part.rows > most:
                yield [some_games(run, files)]
                files, games = set(), 0
            files.add(part.file)
            games += part.rows
        if files:
            yield [some_games(run, files)]
