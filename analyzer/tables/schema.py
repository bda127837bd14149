"""Every column of every table: name, type, unit, meaning, and the meaning of null.

They are listed in `columns.md` beside this module.  The Arrow schemas, the data dictionary (`schema` on the
command line, docs/data-dictionary.md) and the modules that fill the tables follow that page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.errors import UserMistake, nearest

__all__ = [
    "DESCRIPTIONS",
    "ON_REQUEST",
    "PAGE",
    "SCHEMA_VERSION",
    "TABLES",
    "Column",
    "columns_of",
    "game_key",
    "tables_of",
]

SCHEMA_VERSION: Final = 4
"""Increased when a column is renamed, removed or changes its meaning, and when a table is added."""


class Column(NamedTuple):
    """One column of a table.

    Attributes:
        name: Name in the files.
        type: ``bool``, ``int8``, ``uint8``, ``int16``, ``int32``, ``int64``, ``float64``, ``date``,
            ``string``, ``category`` (a string from a small set, dictionary-encoded), or a list of one of
            these.
        unit: Unit or range of the values; empty if there is none.
        meaning: Meaning of the value.
        null: Meaning of a null; empty for a column without nulls.
    """

    name: str
    type: str
    unit: str
    meaning: str
    null: str = ""


PAGE: Final = Path(__file__).with_name("columns.md").read_text(encoding="utf-8")
"""A section for each table: what its rows are, and its columns."""


def _sections() -> Iterator[tuple[str, str, tuple[Column, ...]]]:
    """Name, description and columns of each table."""
    for section in PAGE.removeprefix("## ").split("\n## "):
        name, _, description, *lines = section.splitlines()
        yield name, description, tuple(_column(line) for line in lines if line.startswith("| `"))


def _column(line: str) -> Column:
    name, *rest = (cell.strip() for cell in line[1:-1].split("|"))
    return Column(name.strip("`"), *rest)


TABLES: Final[dict[str, tuple[Column, ...]]] = {name: columns for name, _, columns in _sections()}
DESCRIPTIONS: Final[dict[str, str]] = {name: description for name, description, _ in _sections()}

_KEYS_KEPT: Final = 2048
"""More than the logs of a unit, whose tables and list of inputs both ask for them."""

ON_REQUEST: Final = ("plays",)
"""Tables that are large, and made only when they are named."""


def tables_of(wanted: Collection[str] | None) -> tuple[str, ...]:
    """Names of the wanted tables in the order of the schema; all but `ON_REQUEST` for None."""
    return tuple(name for name in TABLES if (name not in ON_REQUEST if wanted is None else name in wanted))


def columns_of(table: str) -> tuple[Column, ...]:
    """The columns of a table.

    Raises:
        UserMistake: When there is no such table.
    """
    if table not in TABLES:
        raise UserMistake(
            f"{table!r} is not a table{nearest(table, TABLES)}; expected one of {', '.join(TABLES)}"
        )
    return TABLES[table]


@lru_cache(_KEYS_KEPT)
def game_key(log_id: str) -> int:
    """The column ``game`` of a log id: the first 63 bits of its SHA-256, so the same in every run."""
    digest = sha256(log_id.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> 1
