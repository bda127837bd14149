"""The kernels of the referee and of the tables."""

from __future__ import annotations

from typing import Final

from analyzer.kernels import compiling
from analyzer.kernels.beside import KernelSet

__all__ = ["REFEREE", "compile_referee"]

REFEREE: Final = KernelSet(
    "referee", "analyzer.batch.warming:compile_referee", loads_above=48, compiles_above=2500
)
"""Measured: 18 ms a log plain, with all tables; 0.9 s to load the compiled kernels, 45 s to compile them."""

_PLAYERS: Final = (4, 3)


def compile_referee() -> None:
    """Compile every kernel of the referee and of the tables, by two small games."""
    from analyzer.audit.findings import LogName
    from analyzer.audit.review import review
    from analyzer.simulation import simulate
    from analyzer.tables.build import build_tables

    games = [next(simulate(1, "warm", players=players, length="tonpuu")) for players in _PLAYERS]
    with compiling():
        build_tables(review([(LogName(log, log), data) for log, data in games], "auto", None))
