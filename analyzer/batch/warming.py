"""The kernels of the referee and of the tables."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from analyzer.kernels import compiling
from analyzer.kernels.beside import KernelSet

if TYPE_CHECKING:
    from analyzer.audit.review import Review

__all__ = ["REFEREE", "compile_referee", "compile_replay"]

REFEREE: Final = KernelSet(
    "referee",
    "analyzer.batch.warming:compile_referee",
    before="analyzer.batch.warming:compile_replay",
    loads_above=48,
    compiles_above=2500,
)
"""Measured: 18 ms a log plain, with all tables; 0.9 s to load the compiled kernels, 45 s to compile them."""


def compile_referee() -> None:
    """Compile every kernel of the referee and of the tables, by two small games."""
    from analyzer.tables.build import game_rows
    from analyzer.tables.schema import tables_of

    reviewed = _reviewed(None)
    with compiling():
        game_rows(reviewed, tables_of(None))


def compile_replay() -> None:
    """Compile those that read logs, replay them, and make their walls: half of the memory."""
    _reviewed(("wall-deal",))


def _reviewed(checks: Collection[str] | None) -> Review:
    from analyzer.audit.findings import LogName
    from analyzer.audit.review import review
    from analyzer.simulation import simulate

    games = [next(simulate(1, "warm", players=players, length="tonpuu")) for players in (4, 3)]
    with compiling():
        return review([(LogName(log, log), data) for log, data in games], "auto", checks)
