"""Fills the cache of compiled kernels, once for all workers of a machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Final

from analyzer.kernels import compiling, entry_names
from analyzer.kernels.caches import cache_folder, is_cache_filled, is_where_asked, note_filled_cache

__all__ = ["compile_kernels", "compile_until_left_alone", "compiling_text", "warm_kernels"]

_PLAYERS: Final = (4, 3)
_SECONDS: Final = 60
"""Time to compile all kernels of a run, about; measured on one core."""
_PROGRAM: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from analyzer.batch.warming import compile_until_left_alone; compile_until_left_alone()"
)


def compiling_text(folder: Path | None) -> str:
    """The message before kernels are compiled; ``folder`` will keep them, or None will."""
    kept = f"kept in {folder}" if folder is not None else "kept nowhere: no folder is this user's alone"
    if folder is not None and not is_where_asked():
        kept += ", since others can write to the cache folder, or this user cannot"
    return f"compiling kernels, about {_SECONDS} s; {kept}"


def warm_kernels(tell: Callable[[Path | None], None] | None = None) -> None:
    """Compile every kernel of a run into the cache, unless it is filled.

    Workers that start with an empty cache would all compile the same kernels, a minute each.  This runs in a
    separate process, because the compiler keeps some 200 MiB.

    Args:
        tell: As for `analyzer.kernels.before_compiling`.
    """
    if is_cache_filled():
        return
    if tell is not None:
        tell(cache_folder())
    words = [sys.executable, "-c", _PROGRAM, json.dumps(sys.path)]
    # Not multiprocessing, which workers may not use.  It ends when its standard input is closed.
    with subprocess.Popen(  # noqa: S603 - our own words
        words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as child:
        try:
            is_done = child.wait() == 0
        finally:
            child.kill()
    if not is_done:
        compile_kernels()


def compile_until_left_alone() -> None:
    """Compile the kernels; end at once when standard input is closed, since nobody waits any more."""
    Thread(target=_end_with_input, daemon=True).start()
    compile_kernels()


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(1)


def compile_kernels() -> None:
    """Compile every kernel of a run into the cache, by a run over two small games."""
    from analyzer.audit.review import review
    from analyzer.batch.reviews import name_log
    from analyzer.simulation import simulate
    from analyzer.tables.build import build_tables

    games = [next(iter(simulate(1, "warm", players=players, length="tonpuu"))) for players in _PLAYERS]
    with compiling():
        build_tables(review([(name_log(log), data) for log, data in games], "auto", None))
    note_filled_cache(entry_names())
