"""Parquet parts: the rows of one unit of work in one table; written once, and read by every engine.

A part is `out/<table>/part-….parquet`.  Its rows are ordered by log id, and the rows of a log are contiguous.
All parts of a unit have the same name, and their logs are in the same order.
What cannot be read or written is an OSError.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any, BinaryIO, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from analyzer.errors import UserMistake
from analyzer.folders import Folder
from analyzer.tables.arrow import numbers, stored_schema
from analyzer.tables.schema import TABLES, Column

_GROUP_ROWS: Final = 131_072
"""Rows of a row group: what a reader holds in memory, and what it can pass over."""
_PRUNING: Final = ("log_id", "year", "month", "players", "date")
"""Columns that are alike in neighbouring rows, so that their extremes tell what can be passed over."""
_SMALL: Final = ("games", "players", "draws")
"""Tables with few rows a log: compressing a column takes longer than writing it, and saves little."""
_UNLIKE: Final = ("haipai", "win_tehai")
"""Texts that hardly ever repeat: a dictionary would take a fifth more."""
_TILES: Final = (*_UNLIKE, "indicators", "ura_indicators")
"""Texts of many tiles, of tables on request: searched long for what repeats, they take a twentieth less."""
_PLAIN_NAME: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]{0,63}")


class Part(NamedTuple):
    """One file of a table.

    Attributes:
        file: Name within the folder of the table.
        rows: Number of rows.
        sha256: SHA-256 of its bytes, in hexadecimal digits.
    """

    file: str
    rows: int
    sha256: str


def part_name(first_log_id: str, unit: str) -> str:
    """Name of the parts of a unit, by its first log id where that is a plain name.

    Examples:
        >>> part_name("2022010100gm-00a9-0000-b67fcaa3", "0123456789abcdef")
        'part-2022010100gm-00a9-0000-b67fcaa3-01234567.parquet'
        >>> part_name("my/east-3.xml", "0123456789abcdef")
        'part-0123456789abcdef.parquet'
    """
    named = f"{first_log_id}-{unit[:8]}" if _PLAIN_NAME.fullmatch(first_log_id) else unit
    return f"part-{named}.parquet"


def is_part_of(file: str, unit: str) -> bool:
    """Whether a part has such a name for a unit."""
    return file.endswith((f"-{unit[:8]}.parquet", f"-{unit}.parquet"))


def part_path(table: str, part: Part) -> str:
    """Name of a part within the folder of its run."""
    return f"{table}/{part.file}"


def damaged(path: object) -> UserMistake:
    """Message for a file or folder of a run that cannot be read."""
    return UserMistake(f"{str(path)!r} is damaged; repeat the run to repair it")


def ordered(batches: Sequence[pa.Table], counts: NDArray[np.int64], order: NDArray[np.intp]) -> pa.Table:
    """The rows of several batches as one table, log by log in this order; logs without a place are dropped.

    Args:
        batches: Rows of a table; at least one.
        counts: Rows of each log, in the order of the batches; shape (logs,).
        order: Places of the wanted logs.
    """
    # Chunks of a dictionary each have one of their own, which `take` cannot join.
    together = pa.concat_tables(batches, promote_options="permissive").unify_dictionaries().combine_chunks()
    if np.array_equal(order, np.arange(len(counts))):
        return together
    starts = np.cumsum(counts) - counts
    return together.take(numbers(_rows_at(starts[order], counts[order])))


def _rows_at(starts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row numbers of all ranges, one range after another."""
    before = np.cumsum(counts) - counts
    return np.repeat(starts - before, counts) + np.arange(int(counts.sum()))


def write_part(out: Folder, table: str, file: str, rows: pa.Table) -> Part:
    """Write the rows of a unit in one table; equal rows give equal bytes."""
    # Chunks would show in the file; dictionaries are in the order of appearance, however rows were batched.
    rows = rows.select(stored_schema(table).names).unify_dictionaries().combine_chunks()
    sink = pa.BufferOutputStream()
    # The stored Arrow schema would say that strings are dictionaries.
    with pq.ParquetWriter(sink, rows.schema.remove_metadata(), store_schema=False, **_ways(table)) as writer:
        writer.add_key_value_metadata(stored_schema(table).metadata)
        writer.write_table(rows, row_group_size=_GROUP_ROWS)
    data = sink.getvalue()
    out.write(f"{table}/{file}", data)
    return Part(file, rows.num_rows, sha256(data).hexdigest())


@cache
def _ways(table: str) -> dict[str, Any]:
    """How each column of a table is written, so that it is quick, small, and read by every engine."""
    columns = {_leaf(column): column for column in TABLES[table]}
    return {
        # One of the keys of games costs more than it saves.
        "use_dictionary": [
            leaf for leaf in columns if leaf not in ("game", *_UNLIKE) and columns[leaf].type != "bool"
        ],
        "compression": {leaf: _compression(table, column) for leaf, column in columns.items()},
        "compression_level": {leaf: 14 for leaf in columns if leaf in _TILES},
        "write_statistics": [leaf for leaf in columns if leaf in _PRUNING],
        # So often is asked whether a page is full: the default of 1,024 rows takes 2 to 4 % longer; in more
        # than this, long texts could exceed the 2 GiB of a page.
        "write_batch_size": 32_768,
    }


def _leaf(column: Column) -> str:
    return f"{column.name}.list.element" if column.type.startswith("list") else column.name


def _compression(table: str, column: Column) -> str:
    """Zstandard where it saves much; numbers take Snappy a tenth of the time."""
    if column.type in ("string", "int64", "float64"):
        return "zstd"
    if table in _SMALL or column.name in _PRUNING:
        return "none"
    return "zstd" if column.type.startswith(("category", "list")) else "snappy"


def read_part(source: BinaryIO, table: str, columns: Sequence[str] | None = None) -> pa.Table:
    """Columns of a part, all by default; strings that repeat are dictionary-encoded.

    Raises:
        pa.ArrowInvalid: When it is damaged, or has other columns.
    """
    names = stored_schema(table).names if columns is None else list(columns)
    texts = ("category", "string", "list<category>")
    coded = [_leaf(column) for column in TABLES[table] if column.name in names and column.type in texts]
    file = pq.ParquetFile(source, read_dictionary=coded)
    check_columns(table, file.schema.to_arrow_schema())
    # Lists of dictionary-encoded strings can only be read one row group at a time.
    groups = range(file.num_row_groups)
    read = [file.read_row_group(number, columns=names, use_threads=False) for number in groups]
    return pa.concat_tables(read).select(names)


def check_columns(table: str, found: pa.Schema) -> None:
    """Refuse a part whose columns are not those of its table.

    Raises:
        pa.ArrowInvalid: When it has others, or of other types.
    """
    if not found.equals(stored_schema(table)):
        raise pa.ArrowInvalid(f"expected the columns of {table}")
