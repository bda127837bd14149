"""What became of every input of a unit: one row for each, kept beside its tables.

From these rows a run knows what was read, which logs are duplicates, and all its counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.batch.totals import COUNTS, InputKind
from analyzer.tables.arrow_arrays import numbers, texts
from analyzer.tables.schema import TABLES, game_key

__all__ = [
    "Input",
    "counts_of",
    "flags",
    "input_table",
    "integers",
    "read_inputs",
    "record_of",
    "row_column",
    "with_column",
    "written",
]

_DIGEST: Final = pa.binary(16)
_RECORD: Final = b"unit"
_PACKED: Final = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)


class Input(NamedTuple):
    """One input.

    Attributes:
        log_id: As in the tables.
        source: As in the tables.
        kind: What became of it.
        counts: What `batch.totals` counts of it, int32; all rows have the same number of counts.
        digest: Digest of the bytes of the log, 16 bytes; None if there were no bytes.
        reason: Why it could not be read; None if it could.
        rule_set: Name of the rule set applied.
        inputs: How many inputs it stands for: rows of a database that hold no log are one row here.
    """

    log_id: str
    source: str
    kind: InputKind
    counts: NDArray[np.int32]
    digest: bytes | None = None
    reason: str | None = None
    rule_set: str | None = None
    inputs: int = 1


def row_column(table: str) -> str:
    """Name of the column with the number of rows of each input in the part of a table."""
    return f"rows_{table}"


def input_table(
    inputs: Sequence[Input], keys: NDArray[np.uint64], rows: Mapping[str, NDArray[np.integer]]
) -> pa.Table:
    """The inputs as a table: the fields of `Input`, and those named below.

    Args:
        inputs: The inputs.
        keys: Key of the part of a source that each was read from.
        rows: Rows of each input, by table, in the order of the part; a missing table has none.
    """
    none = np.zeros(len(inputs), np.int32)
    counts = [one.counts for one in inputs]
    offsets = np.cumsum([0, *map(len, counts)], dtype=np.int32)
    columns = {
        "log_id": texts([one.log_id for one in inputs]),
        "source": texts([one.source for one in inputs]),
        "kind": numbers(np.array([one.kind for one in inputs], np.uint8)),
        "counts": pa.ListArray.from_arrays(numbers(offsets), numbers(np.concatenate([none[:0], *counts]))),
        "digest": _digests([one.digest for one in inputs]),
        "reason": texts([one.reason for one in inputs]),
        "rule_set": texts([one.rule_set for one in inputs]),
        "inputs": numbers(np.array([one.inputs for one in inputs], np.int32)),
        "game": numbers(np.array([game_key(one.log_id) for one in inputs], np.int64)),
        "key": numbers(keys),
        # Whether it is a duplicate whose rows are not in the parts any more.
        "is_out": numbers(none.astype(np.bool_)),
        **{row_column(table): numbers(rows.get(table, none).astype(np.int32)) for table in TABLES},
    }
    return pa.Table.from_arrays([*columns.values()], names=[*columns])


def _digests(digests: Sequence[bytes | None]) -> pa.Array:
    known = np.array([digest is not None for digest in digests], np.bool_)
    octets = pa.py_buffer(b"".join(digest or bytes(_DIGEST.byte_width) for digest in digests))
    validity = pa.py_buffer(np.packbits(known, bitorder="little"))
    return pa.Array.from_buffers(_DIGEST, len(digests), [validity, octets])


def written(inputs: pa.Table, record: str) -> bytes:
    """Such a table, with a text about it, as a file."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, inputs.schema.with_metadata({_RECORD: record}), options=_PACKED) as writer:
        writer.write_table(inputs.combine_chunks())
    return bytes(sink.getvalue())


def record_of(file: bytes) -> str:
    """The text in such a file."""
    return bytes.decode(pa.ipc.open_file(pa.py_buffer(file)).schema.metadata[_RECORD])


def read_inputs(file: bytes, columns: Sequence[str] | None = None) -> pa.Table:
    """Columns of the table in such a file; all by default."""
    schema = pa.ipc.open_file(pa.py_buffer(file)).schema
    wanted = None if columns is None else [schema.get_field_index(name) for name in columns]
    options = pa.ipc.IpcReadOptions(included_fields=wanted, use_threads=False)
    table = pa.ipc.open_file(pa.py_buffer(file), options=options).read_all().combine_chunks()
    return table.select(columns or schema.names).replace_schema_metadata()


def integers(inputs: pa.Table, column: str) -> NDArray[np.int64]:
    """A column of whole numbers without nulls; shape (inputs,); keys keep their bits."""
    return np.from_dlpack(inputs[column].combine_chunks().cast(pa.int64(), safe=False)).view(np.int64)


def flags(inputs: pa.Table, column: str) -> NDArray[np.bool_]:
    """A column of bools without nulls; shape (inputs,)."""
    return np.from_dlpack(inputs[column].combine_chunks().cast(pa.uint8())).view(np.bool_)


def with_column(inputs: pa.Table, column: str, values: NDArray[np.generic]) -> pa.Table:
    """The table with other values in one of its columns."""
    place = inputs.schema.get_field_index(column)
    return inputs.set_column(place, inputs.schema.field(place), numbers(values))


def counts_of(inputs: pa.Table) -> NDArray[np.int32]:
    """The counts; shape (inputs, counts)."""
    array = inputs["counts"].combine_chunks()
    # Without inputs nothing says how many counts there are.
    shape = (len(array), -1) if len(array) else (0, COUNTS)
    return np.from_dlpack(array.flatten()).view(np.int32).reshape(shape)
