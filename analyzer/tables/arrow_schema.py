"""The Arrow schemas of the tables."""

from __future__ import annotations

from functools import cache
from typing import Final

import pyarrow as pa

from analyzer import __version__
from analyzer.tables.schema import SCHEMA_VERSION, TABLES, Column

__all__ = ["TEXT", "arrow_schema", "stored_schema"]

TEXT: Final = pa.dictionary(pa.int32(), pa.string())
"""What categories are once they are loaded."""


def _types(text: pa.DataType) -> dict[str, pa.DataType]:
    """Arrow types by those of the schema, categories as this type."""
    plain = ("bool", "int8", "uint8", "int16", "int32", "int64", "float64", "string")
    named = {name: pa.type_for_alias(name) for name in plain} | {"date": pa.date32(), "category": text}
    # The name that Parquet gives to the items of a list.
    items = {name: pa.field("element", named[name], nullable=False) for name in ("int8", "category")}
    return named | {f"list<{name}>": pa.list_(item) for name, item in items.items()}


@cache
def arrow_schema(table: str) -> pa.Schema:
    """Arrow schema of a table; units and meanings are in the metadata of its fields."""
    return _schema(table, TEXT)


@cache
def stored_schema(table: str) -> pa.Schema:
    """Schema of the files of a table: categories are strings, in lists too."""
    return _schema(table, pa.string())


def _schema(table: str, text: pa.DataType) -> pa.Schema:
    types, about = _types(text), {"table": table, "schema": str(SCHEMA_VERSION), "version": __version__}
    metadata = {f"tenhou_analyzer.{name}": value for name, value in about.items()}
    return pa.schema([_field(column, types[column.type]) for column in TABLES[table]], metadata=metadata)


def _field(column: Column, kind: pa.DataType) -> pa.Field:
    notes = {"meaning": column.meaning, "unit": column.unit, "null": column.null}
    said = {key: text for key, text in notes.items() if text}
    return pa.field(column.name, kind, nullable=bool(column.null), metadata=said)
