"""Filling the cache of compiled kernels, once for all workers of a machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from analyzer.kernels import before_compiling, compiling
from analyzer.kernels.caches import is_cache_filled, note_filled_cache

__all__ = ["compiling_text", "warm_kernels"]

_PLAYERS: Final = (4, 3)
_SECONDS: Final = 60
"""Time to compile all kernels of a run, about; measured on one core."""


def compiling_text(folder: Path | None) -> str:
    """What a user is told before kernels are compiled; ``folder`` will keep them, None: there is none."""
    kept = f"kept in {folder}" if folder is not None else "kept nowhere: no folder for it can be written"
    return f"compiling kernels, about {_SECONDS} s; {kept}"


def warm_kernels(tell: Callable[[Path | None], None] | None = None) -> None:
    """Compile every kernel of a run by a run over two small games, unless the cache has them.

    Workers that start with an empty cache would all compile the same, a minute each.

    Args:
        tell: As of `before_compiling`.
    """
    if is_cache_filled():
        return
    from analyzer.audit.review import review
    from analyzer.batch.naming import name_log
    from analyzer.simulate import simulate
    from analyzer.tables.build import build_tables

    games = [next(iter(simulate(1, "warm", players=players, length="tonpuu"))) for players in _PLAYERS]
    with before_compiling(tell), compiling():
        build_tables(review([(name_log(log), data) for log, data in games], "auto", None))
    note_filled_cache()
