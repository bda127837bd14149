"""Statistics as text, CSV, JSON or Parquet; of large tables one batch of rows at a time becomes objects."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import BinaryIO, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from analyzer.printable import csv_text, json_text, printable
from analyzer.stats.statistic import MEAN, SHARES, Statistic

__all__ = ["as_csv", "as_json", "as_text", "write_parquet"]

_BATCH: Final = 4_096
_MOST_DECIMALS: Final = 6
_NUMBERS: Final = ("value", "low", "high")
_ALWAYS: Final = ("statistic", "at", "category")


def as_text(table: pa.Table, statistics: Mapping[str, Statistic]) -> Iterator[str]:
    """Statistics as lines of text: name, unit and definition of each, then its rows.

    Args:
        table: Table from `finish.finished`.
        statistics: Statistics by name, including all those of the table.
    """
    for place, (statistic, rows) in enumerate(_one_by_one(table, statistics)):
        if place:
            yield ""
        yield f"{statistic.name}: {statistic.unit}"
        yield f"  {statistic.definition}"
        yield from _rows(statistic, rows)


def _one_by_one(table: pa.Table, statistics: Mapping[str, Statistic]) -> Iterator[tuple[Statistic, pa.Table]]:
    for statistic in statistics.values():
        rows = table.filter(pc.equal(table["statistic"], statistic.name))
        yield statistic, rows.drop_columns(_unsaid(statistic))


def _unsaid(statistic: Statistic) -> list[str]:
    """Columns that are empty for this statistic."""
    return [
        "statistic",
        *([] if statistic.axis else ["at"]),
        *([] if statistic.kind is SHARES else ["category"]),
    ]


def _rows(statistic: Statistic, rows: pa.Table) -> Iterator[str]:
    if not rows.num_rows:
        yield "  nothing to count"
        return
    # A group may share the name of the axis but not its meaning, such as the turn of a hand and of a riichi.
    axis = "at" if statistic.axis in rows.column_names else statistic.axis
    titles = [axis if name == "at" else name for name in rows.column_names]
    decimals = _decimals(statistic, rows["value"])
    texts = pa.table([_texts(rows[name], name, decimals) for name in rows.column_names], names=titles)
    widths = [
        max(len(title), pc.max(pc.utf8_length(column)).as_py())
        for title, column in zip(titles, texts.columns, strict=True)
    ]
    numbers = [name in (*_NUMBERS, "n") for name in rows.column_names]
    yield _line(titles, widths, numbers)
    for batch in texts.to_batches(max_chunksize=_BATCH):
        for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            yield _line(row, widths, numbers)


def _decimals(statistic: Statistic, values: pa.ChunkedArray) -> int:
    """Number of decimals: 4 for shares; for means enough for three significant digits of the greatest."""
    greatest = pc.max(pc.abs(values)).as_py()
    if statistic.kind is not MEAN or not greatest:
        return 1 if statistic.kind is MEAN else 4
    return min(max(1, 2 - math.floor(math.log10(greatest))), _MOST_DECIMALS)


def _texts(column: pa.ChunkedArray, name: str, decimals: int) -> pa.ChunkedArray:
    if name in _NUMBERS:
        return pc.fill_null(_fixed(pc.round(column, decimals), decimals), "-")
    return pc.fill_null(_filtered(column.cast(pa.string()), printable), "-")


def _filtered(column: pa.ChunkedArray, shown: Callable[[str], str]) -> pa.ChunkedArray:
    """Texts passed through a function; each distinct text only once."""
    coded = column.combine_chunks().dictionary_encode()
    words = pa.array([shown(word) for word in coded.dictionary.to_pylist()], pa.string())
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
    """Write rows as CSV with a header; None is an empty field, and group names cannot act as formulas."""
    said = _said(table)
    for place, field in enumerate(said.schema):
        if field.name not in _ALWAYS and pa.types.is_string(field.type):
            said = said.set_column(place, field.name, _filtered(said[field.name], csv_text))
    pa_csv.write_csv(said, out)


def _said(table: pa.Table) -> pa.Table:
    """The table without the bin or category column if no row has one."""
    empty = [name for name in ("at", "category") if table[name].null_count == table.num_rows]
    return table.drop_columns(empty)


def as_json(table: pa.Table, statistics: Mapping[str, Statistic]) -> Iterator[str]:
    """Pieces of one JSON array: name, unit and definition of each statistic, and its rows as objects."""
    yield "["
    for place, (statistic, rows) in enumerate(_one_by_one(table, statistics)):
        head = {
            "statistic": statistic.name,
            "kind": statistic.kind.value,
            "unit": statistic.unit,
            "definition": statistic.definition,
            "axis": statistic.axis or None,
        }
        opened = json.dumps(head, ensure_ascii=False).removesuffix("}")
        yield ("," if place else "") + "\n" + opened + ', "rows": ['
        for number, batch in enumerate(rows.to_batches(max_chunksize=_BATCH)):
            objects = [json_text(json.dumps(row, ensure_ascii=False)) for row in batch.to_pylist()]
            yield (",\n  " if number else "\n  ") + ",\n  ".join(objects)
        yield "]}"
    yield "\n]\n"


def write_parquet(table: pa.Table, statistics: Mapping[str, Statistic], out: BinaryIO) -> None:
    """Write rows as Parquet, with units and definitions in the metadata."""
    known = {f"definition.{one.name}": f"{one.unit}: {one.definition}" for one in statistics.values()}
    held = io.BytesIO()
    pq.write_table(table.replace_schema_metadata(known), held, compression="zstd")
    out.write(held.getbuffer())
