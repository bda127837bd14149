"""Every column of every table: name, type, unit, meaning, and the meaning of null.

They are listed in `columns.md` beside this module.  The Arrow schemas, the data dictionary (`schema` on the
command line, docs/data-dictionary.md) and the modules that fill the tables follow that page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa

from analyzer import __version__

__all__ = [
    "DESCRIPTIONS",
    "ON_REQUEST",
    "PAGE",
    "SCHEMA_VERSION",
    "TABLES",
    "TEXT",
    "Column",
    "arrow_schema",
    "game_key",
    "stored_schema",
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


@lru_cache(_KEYS_KEPT)
def game_key(log_id: str) -> int:
    """The column ``game`` of a log id: the first 63 bits of its SHA-256, so the same in every run."""
    digest = sha256(log_id.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def _types(text: pa.DataType) -> dict[str, pa.DataType]:
    """Arrow types by those of the schema, categories as this type."""
    plain = ("bool", "int8", "uint8", "int16", "int32", "int64", "float64", "string")
    items = {"int8": pa.int8(), "category": text}
    return {
        **{name: pa.type_for_alias(name) for name in plain},
        "date": pa.date32(),
        "category": text,
        # The name that Parquet gives to the items of a list.
        **{f"list<{name}>": pa.list_(pa.field("element", of, nullable=False)) for name, of in items.items()},
    }


TEXT: Final = pa.dictionary(pa.int32(), pa.string())
"""What categories are once they are loaded."""
_LOADED: Final = _types(TEXT)
_STORED: Final = _types(pa.string())


@cache
def arrow_schema(table: str) -> pa.Schema:
    """Arrow schema of a table; units and meanings are in the metadata of its fields."""
    return _schema(table, _LOADED)


@cache
def stored_schema(table: str) -> pa.Schema:
    """Schema of the files of a table: categories are strings, in lists too."""
    return _schema(table, _STORED)


def _schema(table: str, types: Mapping[str, pa.DataType]) -> pa.Schema:
    metadata = {
        "tenhou_analyzer.table": table,
        "tenhou_analyzer.schema": str(SCHEMA_VERSION),
        "tenhou_analyzer.version": __version__,
    }
    return pa.schema([_field(column, types) for column in TABLES[table]], metadata=metadata)


def _field(column: Column, types: Mapping[str, pa.DataType]) -> pa.Field:
    notes = {"meaning": column.meaning, "unit": column.unit, "null": column.null}
    said = {key: text for key, text in notes.items() if text}
    return pa.field(column.name, types[column.type], nullable=bool(column.null), metadata=said)
