"""The Arrow schemas of the tables, and conversion to them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import pyarrow as pa

from analyzer import __version__
from analyzer.tables.packing import unpacked
from analyzer.tables.schema import SCHEMA_VERSION, TABLES, Column

__all__ = ["arrow_schema", "arrow_table", "built_schema", "metadata", "with_strings"]

_CATEGORY: Final = pa.dictionary(pa.int32(), pa.string())
_ARROW: Final = {
    "bool": pa.bool_(),
    "uint8": pa.uint8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "float64": pa.float64(),
    "date": pa.date32(),
    "string": pa.string(),
    "category": _CATEGORY,
    "int8": pa.int8(),
    # The name that Parquet gives to the items of a list.
    "list<int8>": pa.list_(pa.field("element", pa.int8(), nullable=False)),
    "list<category>": pa.list_(pa.field("element", _CATEGORY, nullable=False)),
}


def metadata(table: str) -> dict[str, str]:
    """Metadata of each file: its table, the schema version, and the version of the program."""
    return {
        "tenhou_analyzer.table": table,
        "tenhou_analyzer.schema": str(SCHEMA_VERSION),
        "tenhou_analyzer.version": __version__,
    }


@cache
def arrow_schema(table: str) -> pa.Schema:
    """Arrow schema of a table; units and meanings are in the metadata of its fields."""
    return pa.schema([_field(column) for column in TABLES[table]], metadata=metadata(table))


def with_strings(arrow_type: pa.DataType) -> pa.DataType:
    """The type used in files: categories become strings, in lists too."""
    if pa.types.is_dictionary(arrow_type):
        return pa.string()
    if pa.types.is_list(arrow_type):
        return pa.list_(arrow_type.value_field.with_type(with_strings(arrow_type.value_type)))
    return arrow_type


@cache
def built_schema(table: str) -> pa.Schema:
    """Arrow schema of a table as built from a batch: ``log_id`` is dictionary-encoded."""
    schema = arrow_schema(table)
    place = schema.get_field_index("log_id")
    return schema.set(place, schema.field(place).with_type(_ARROW["category"]))


def _field(column: Column) -> pa.Field:
    notes = {"meaning": column.meaning, "unit": column.unit, "null": column.null}
    return pa.field(
        column.name,
        _ARROW[column.type],
        nullable=bool(column.null),
        metadata={key: text for key, text in notes.items() if text},
    )


def arrow_table(table: str, rows: pa.RecordBatch, keys: Mapping[str, pa.Array]) -> pa.Table:
    """A table in the types of `built_schema`.

    Args:
        table: Name of the table.
        rows: Packed rows.
        keys: Columns that are not packed, by name.
    """
    columns, schema = {**keys, **unpacked(table, rows)}, built_schema(table)
    arrays = [_in_type(field.type, columns[field.name]) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)


def _in_type(arrow_type: pa.DataType, array: pa.Array) -> pa.Array:
    if array.type == arrow_type:
        return array
    if pa.types.is_string(array.type):
        return array.dictionary_encode()
    return array.cast(arrow_type)
