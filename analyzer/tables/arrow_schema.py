"""The Arrow schemas of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import pyarrow as pa

from analyzer import __version__
from analyzer.tables.schema import SCHEMA_VERSION, TABLES, Column

__all__ = ["TEXT", "arrow_schema", "stored_schema"]


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
