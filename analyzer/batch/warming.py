"""Filling the cache of compiled kernels, once for all workers of a machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer.kernels import compiling, is_cache_filled, note_filled_cache

__all__ = ["warm_kernels"]

_PLAYERS: Final = (4, 3)


def warm_kernels(say: Callable[[], None] | None = None) -> None:
    """Compile every kernel of a run by a run over two small games, unless the cache has them.

    Workers that start with an empty cache would all compile the same, a minute each.

    Args:
        say: Called before it begins, which most times it need not.
    """
    if is_cache_filled():
        return
    if say is not None:
        say()
    from analyzer.audit.review import review
    from analyzer.batch.naming import name_log
    from analyzer.simulate import simulate
    from analyzer.tables.build import build_tables

    games = [next(iter(simulate(1, "warm", players=players, length="tonpuu"))) for players in _PLAYERS]
    with compiling():
        build_tables(review([(name_log(log), data) for log, data in games], "auto", None))
    note_filled_cache()
