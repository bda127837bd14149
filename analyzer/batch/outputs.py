"""What a run writes: all tables and the statistics over them, or some of the tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from analyzer.errors import UserMistake
from analyzer.stats import STATS
from analyzer.tables.schema import TABLES

__all__ = ["CHOOSABLE", "EVERYTHING", "Outputs", "outputs_of"]

_ALWAYS: Final = ("games", "findings")
"""Every log has a row in one of them."""
CHOOSABLE: Final = (*(name for name in TABLES if name not in _ALWAYS), STATS)
"""What can be left out."""


class Outputs(NamedTuple):
    """What is wanted.

    Attributes:
        tables: Names of tables, in the order of the schema.
        statistics: Whether all statistics are counted over them.
    """

    tables: tuple[str, ...] = tuple(TABLES)
    statistics: bool = True

    def describe(self) -> list[str] | None:
        """What was chosen, ready for JSON; None for everything."""
        return None if self == EVERYTHING else [*self.tables, *([STATS] if self.statistics else [])]


EVERYTHING: Final = Outputs()


def outputs_of(names: Iterable[str]) -> Outputs:
    """Outputs of these names.

    Args:
        names: Of `CHOOSABLE`; the tables ``games`` and ``findings`` are there without being named.

    Raises:
        UserMistake: When there is no such table, or statistics are asked for without the tables they count.
    """
    asked = set(names) - {*_ALWAYS}
    for name in sorted(asked - {*CHOOSABLE}):
        raise UserMistake(f"{name!r} is not a table; expected some of {', '.join(CHOOSABLE)}")
    lacking = {*CHOOSABLE} - asked
    if STATS in asked and lacking:
        missing = ", ".join(name for name in TABLES if name in lacking)
        raise UserMistake(f"{STATS!r} are counted over all tables; expected {missing} too")
    return Outputs(tuple(name for name in TABLES if name in asked or name in _ALWAYS), STATS in asked)
