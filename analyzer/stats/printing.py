"""Statistics as text, CSV, JSON or Parquet."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Final

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from analyzer.printable import csv_text, json_text, printable
from analyzer.stats.catalogue import Kind, Statistic
from analyzer.tables.arrow import texts

Result = tuple[Statistic, pa.Table]
"""A statistic and its rows."""

_MOST_DECIMALS: Final = 6
_NUMBERS: Final = ("value", "low", "high")
_SIZES: Final = ("n", "games", "names", "left_out")


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
    decimals = _decimals(statistic, rows["value"].to_pylist())
    columns = {name: [*_texts(rows[name], name, decimals)] for name in rows.column_names if name != "few"}
    few = rows["few"].to_pylist()
    if any(few):
        columns["few"] = ["few" if one else "" for one in few]
    widths = [max(map(len, (printable(name), *cells))) for name, cells in columns.items()]
    numbers = [name in (*_NUMBERS, *_SIZES) for name in columns]
    for row in ([*map(printable, columns)], *zip(*columns.values(), strict=True)):
        yield _line(row, widths, numbers)


def _decimals(statistic: Statistic, values: Sequence[float]) -> int:
    """Number of decimals: 4 for shares; for means enough for three significant digits of the greatest."""
    greatest = max(map(abs, values))
    if statistic.kind is not Kind.MEAN or not greatest:
        return 1 if statistic.kind is Kind.MEAN else 4
    return min(max(1, 2 - math.floor(math.log10(greatest))), _MOST_DECIMALS)


def _texts(column: pa.ChunkedArray, name: str, decimals: int) -> Iterator[str]:
    if name in _NUMBERS:
        # Without the sign of a zero.
        shown = (one if one is None else round(one, decimals) + 0.0 for one in column.to_pylist())
        yield from ("-" if one is None else f"{one:.{decimals}f}" for one in shown)
    else:
        cells = column.cast(pa.string()).to_pylist()
        yield from ("-" if one is None else printable(one) for one in cells)


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
            cells = [one if one is None else csv_text(one) for one in table[field.name].to_pylist()]
            table = table.set_column(place, field.name, texts(cells))
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
        for number, row in enumerate(rows.to_pylist()):
            yield (",\n  " if number else "\n  ") + json_text(
                json.dumps(row, ensure_ascii=False, default=str)
            )
        yield "]}"
    yield "\n]\n"


def write_parquet(table: pa.Table, statistics: Sequence[Statistic], out: BinaryIO) -> None:
    """Write rows as Parquet, with units and definitions in the metadata."""
    known = {f"definition.{one.name}": f"{one.unit}: {one.definition}" for one in statistics}
    held = io.BytesIO()
    pq.write_table(table.replace_schema_metadata(known), held, compression="zstd")
    out.write(held.getbuffer())
