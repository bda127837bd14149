"""Statistics as text, CSV, JSON or Parquet; of large tables one batch of rows at a time becomes objects."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from analyzer.printable import csv_text, json_text, printable
from analyzer.stats.catalogue import Kind, Statistic
from analyzer.tables.arrow_arrays import texts

__all__ = ["Result", "as_csv", "as_json", "as_text", "write_parquet"]

Result = tuple[Statistic, pa.Table]
"""A statistic and its rows."""

_BATCH: Final = 4_096
_MOST_DECIMALS: Final = 6
_NUMBERS: Final = ("value", "low", "high")
_SIZES: Final = ("n", "games", "names", "left_out")
_NOTHING: Final = texts(["-"])[0]


def as_text(results: Sequence[Result]) -> Iterator[str]:
    """Statistics as lines of text: name, unit and definition of each, then its rows."""
    for place, (statistic, rows) in enumerate(results):
        if place:
            yield ""
        yield printable(f"{statistic.name}: {statistic.unit}")
        yield printable(f"  {statistic.definition}")
        if statistic.usual:
            yield printable(f"  Often shown by: {statistic.usual}")
        yield from _rows(statistic, rows)


def _rows(statistic: Statistic, rows: pa.Table) -> Iterator[str]:
    if not rows.num_rows:
        yield "  nothing to count"
        return
    few = rows["few"]
    rows = rows.drop_columns(["few"])
    if pc.any(few).as_py():
        rows = rows.append_column("few", texts(["few" if one else "" for one in few.to_pylist()]))
    decimals = _decimals(statistic, rows["value"])
    cells = [_texts(rows[name], name, decimals) for name in rows.column_names]
    shown = pa.table(cells, [printable(name) for name in rows.column_names])
    widths = [
        max(len(name), pc.max(pc.utf8_length(column)).as_py())
        for name, column in zip(shown.column_names, shown.columns, strict=True)
    ]
    numbers = [name in (*_NUMBERS, *_SIZES) for name in rows.column_names]
    yield _line(shown.column_names, widths, numbers)
    for batch in shown.to_batches(max_chunksize=_BATCH):
        for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            yield _line(row, widths, numbers)


def _decimals(statistic: Statistic, values: pa.ChunkedArray) -> int:
    """Number of decimals: 4 for shares; for means enough for three significant digits of the greatest."""
    greatest = pc.max(pc.abs(values)).as_py()
    if statistic.kind is not Kind.MEAN or not greatest:
        return 1 if statistic.kind is Kind.MEAN else 4
    return min(max(1, 2 - math.floor(math.log10(greatest))), _MOST_DECIMALS)


def _texts(column: pa.ChunkedArray, name: str, decimals: int) -> pa.ChunkedArray:
    if name in _NUMBERS:
        return pc.fill_null(_fixed(pc.round(column, decimals), decimals), _NOTHING)
    return pc.fill_null(_filtered(column.cast(pa.string()), printable), _NOTHING)


def _filtered(column: pa.ChunkedArray, shown: Callable[[str], str]) -> pa.ChunkedArray:
    """Texts passed through a function; each distinct text only once."""
    coded = column.combine_chunks().dictionary_encode()
    words = texts([shown(word) for word in coded.dictionary.to_pylist()])
    return pa.chunked_array([words.take(coded.indices)])


def _fixed(column: pa.ChunkedArray, decimals: int) -> pa.ChunkedArray:
    """Numbers as texts with a fixed number of decimals."""
    return column.cast(pa.decimal128(38, decimals)).cast(pa.string())


def _line(cells: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    padded = [
        cell.rjust(width) if is_number else cell.ljust(width)
        for cell, width, is_number in zip(cells, widths, numbers, strict=True)
    ]
    return "  " + "  ".join(padded).rstrip()


def as_csv(table: pa.Table, out: BinaryIO) -> None:
    """Write rows as CSV with a header; null is an empty field, and texts of logs cannot act as formulas."""
    for place, field in enumerate(table.schema):
        if pa.types.is_string(field.type):
            table = table.set_column(place, field.name, _filtered(table[field.name], csv_text))
    pa_csv.write_csv(table.rename_columns([csv_text(name) for name in table.column_names]), out)


def as_json(results: Sequence[Result]) -> Iterator[str]:
    """Pieces of one JSON array: name, unit and definition of each statistic, and its rows as objects."""
    yield "["
    for place, (statistic, rows) in enumerate(results):
        head = {
            "statistic": statistic.name,
            "kind": statistic.kind.value,
            "unit": statistic.unit,
            "definition": statistic.definition,
            "usual": statistic.usual or None,
        }
        opened = json_text(json.dumps(head, ensure_ascii=False)).removesuffix("}")
        yield ("," if place else "") + "\n" + opened + ', "rows": ['
        for number, batch in enumerate(rows.to_batches(max_chunksize=_BATCH)):
            objects = [
                json_text(json.dumps(row, ensure_ascii=False, default=str)) for row in batch.to_pylist()
            ]
            yield (",\n  " if number else "\n  ") + ",\n  ".join(objects)
        yield "]}"
    yield "\n]\n"


def write_parquet(table: pa.Table, statistics: Sequence[Statistic], out: BinaryIO) -> None:
    """Write rows as Parquet, with units and definitions in the metadata."""
    known = {f"definition.{one.name}": f"{one.unit}: {one.definition}" for one in statistics}
    held = io.BytesIO()
    pq.write_table(table.replace_schema_metadata(known), held, compression="zstd")
    out.write(held.getbuffer())
