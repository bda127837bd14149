"""What a run keeps of a unit: its parts, and last of all one file with a record and the list of its inputs.

The file begins with the SHA-256 of the rest, for a crash may leave files truncated, empty or full of zeros.
A record names the units that it replaces, so that an interrupted change is either whole or undone.
What cannot be read or written is an OSError.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from hashlib import blake2b, sha256
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.batch.totals import COUNTS, InputKind, Totals
from analyzer.folders import Folder
from analyzer.tables.arrow import DIGEST, numbers, plain, texts
from analyzer.tables.parts import Part, ordered, part_name, part_path, read_part, write_part
from analyzer.tables.schema import TABLES

UNITS: Final = ".units"
"""Folder, within that of a run, with what it knows of its units."""
_SUFFIX: Final = ".arrow"
_DIGEST_BYTES: Final = 32
_RECORD: Final = b"unit"


def row_column(table: str) -> str:
    """Name of the column with the number of rows of each input in the part of a table."""
    return f"rows_{table}"


INPUTS: Final = pa.schema(
    {
        "log_id": pa.string(),
        "is_dated": pa.bool_(),
        "source": pa.string(),
        "kind": pa.uint8(),
        "digest": DIGEST,
        "reason": pa.string(),
        "rule_set": pa.string(),
        "inputs": pa.int32(),
        "form": pa.uint8(),
        "stated": pa.uint64(),
        "game": pa.int64(),
        "key": pa.uint64(),
        "size": pa.int64(),
        "is_first": pa.bool_(),
        "counts": pa.list_(pa.int32()),
        "said": pa.list_(pa.uint64()),
        **{row_column(table): pa.int32() for table in TABLES},
    }
)
"""What is known of each input: what `work.Input` says, its number of rows in each table, and

is_dated: Whether its log id has a date.
stated: Equal where all statements are.
game: Key of its log id.
key: What a run tells its part by.
size: Size of that, as in `sources.units.Part`.
is_first: Whether it is the first input of its part.
"""
_PACKED: Final = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)


class KeptUnit(NamedTuple):
    """A unit that is done.

    Attributes:
        unit: Its id.
        source: Where it was read from.
        totals: Counts of its inputs.
        parts: Its part of each table that has rows of it.
        replaces: Units that do not count any more.
    """

    unit: str
    source: str
    totals: Totals
    parts: Mapping[str, Part] = {}
    replaces: tuple[str, ...] = ()

    @property
    def logs(self) -> int:
        """Logs read of it, duplicates and unreadable ones included."""
        return self.totals.games + self.totals.duplicates + self.totals.unreadable


def logs_of(units: Iterable[KeptUnit]) -> int:
    """How many logs were read of units, unreadable ones included."""
    return sum(unit.logs for unit in units)


def keep(
    out: Folder,
    unit: str,
    source: str,
    inputs: pa.Table,
    batches: dict[str, list[pa.Table]],
    replaces: tuple[str, ...] = (),
) -> KeptUnit:
    """Write the parts of a unit, and then its file.

    Args:
        out: Folder of the run.
        unit: Its id.
        source: Where it was read from.
        inputs: With the columns of `INPUTS`, in the order of the batches.
        batches: Rows of each table; taken out one after another.
        replaces: Units that do not count any more.
    """
    ids = inputs["log_id"].to_pylist()
    order = np.array(sorted(range(len(ids)), key=ids.__getitem__), np.intp)
    kinds = integers(inputs, "kind")
    read = (ids[place] for place in order if kinds[place] == InputKind.READ)
    file = part_name(next(read, ""), unit)
    parts = {}
    for table in [*batches]:
        # What is written is let go before the next is put in order.
        in_order = ordered(batches.pop(table), integers(inputs, row_column(table)), order)
        if in_order.num_rows:
            parts[table] = write_part(out, table, file, in_order)
        del in_order
    kept = KeptUnit(unit, source, _totals_of(inputs), parts, replaces)
    left, sink = ordered([inputs], np.ones(len(ids), np.int64), order), pa.BufferOutputStream()
    record = {_RECORD: json.dumps(kept._asdict(), default=asdict)}
    with pa.ipc.new_file(sink, left.schema.with_metadata(record), options=_PACKED) as writer:
        writer.write_table(left)
    data = bytes(sink.getvalue())
    out.write(_file(unit), sha256(data).digest() + data)
    return kept


def _totals_of(inputs: pa.Table) -> Totals:
    """Counts of inputs; games without rows are duplicates, of which nothing else is counted."""
    kinds, has_rows = integers(inputs, "kind"), integers(inputs, row_column("games")) > 0
    is_read = kinds == InputKind.READ
    became = {
        "games": is_read & has_rows,
        "duplicates": is_read & ~has_rows,
        "unreadable": ~is_read & (kinds <= InputKind.LOST),
        "skipped": kinds == InputKind.SKIPPED,
        "absent": kinds == InputKind.ABSENT,
    }
    stands_for = integers(inputs, "inputs")
    totals = Totals(int(stands_for.sum()))
    for name, those in became.items():
        setattr(totals, name, int(stands_for[those].sum()))
    totals.add_counts(_counts(inputs)[~became["duplicates"]].sum(axis=0, dtype=np.int64))
    totals.add_rule_sets(inputs["rule_set"].filter(numbers(became["games"])).to_pylist())
    totals.keep_names(inputs["source"].filter(numbers(became["skipped"])).to_pylist())
    return totals


def _file(unit: str) -> str:
    return f"{UNITS}/{unit}{_SUFFIX}"


def inputs_of(out: Folder, unit: KeptUnit, columns: Sequence[str] | None = None) -> pa.Table:
    """The inputs of a unit, in the order of its parts; all columns by default."""
    file = pa.py_buffer(out.read(_file(unit.unit))).slice(_DIGEST_BYTES)
    names = columns or INPUTS.names
    wanted = [INPUTS.get_field_index(name) for name in names]
    options = pa.ipc.IpcReadOptions(included_fields=wanted, use_threads=False)
    table = pa.ipc.open_file(file, options=options).read_all().combine_chunks()
    return table.select(names).replace_schema_metadata()


def integers(inputs: pa.Table, column: str) -> NDArray[np.int64]:
    """A column of whole numbers without nulls; shape (inputs,)."""
    return plain(inputs[column].cast(pa.int64(), safe=False))


def _counts(inputs: pa.Table) -> NDArray[np.int32]:
    """The counts; shape (inputs, COUNTS)."""
    return plain(inputs["counts"].combine_chunks().flatten()).reshape(-1, COUNTS)


def kept_units(
    out: Folder, check: Callable[[Sequence[KeptUnit], Sequence[str]], None] | None = None
) -> dict[str, KeptUnit]:
    """Units that are done, by id; those that are damaged, or that others replace, are forgotten.

    ``check`` gets the units with a damaged part, and the ids of those whose own files are damaged, before.
    """
    own = [name for name in out.names(UNITS) if name.endswith(_SUFFIX)]
    files = {name[len(UNITS) + 1 : -len(_SUFFIX)]: name for name in own}
    known = {name: unit for name, file in files.items() if (unit := _read(out.read(file))) is not None}
    whole = {
        name: unit
        for name, unit in known.items()
        if all(is_file_of(out, part_path(table, part), part.sha256) for table, part in unit.parts.items())
    }
    replaced = {name for unit in whole.values() for name in unit.replaces}
    if check is not None:
        damaged = [known[name] for name in sorted(known.keys() - whole.keys() - replaced)]
        check(damaged, sorted(files.keys() - known.keys() - replaced))
    kept = {name: unit for name, unit in whole.items() if name not in replaced}
    forget(out, files.keys() - kept.keys())
    return kept


def _read(file: bytes) -> KeptUnit | None:
    """The unit in a file; None where that is damaged, or of another version."""
    data = file[_DIGEST_BYTES:]
    if not data or file[:_DIGEST_BYTES] != sha256(data).digest():
        return None
    try:
        opened = pa.ipc.open_file(pa.py_buffer(data))
        record = json.loads(opened.schema.metadata[_RECORD]) if opened.schema.equals(INPUTS) else {}
        parts = {table: Part(*part) for table, part in record["parts"].items()}
        # Units of version 0.3.0 do not state theirs.
        totals = Totals(**record["totals"]) if "totals" in record else _totals_of(opened.read_all())
        return KeptUnit(record["unit"], record["source"], totals, parts, tuple(record["replaces"]))
    except (LookupError, TypeError):
        return None


def files_of(unit: KeptUnit) -> list[str]:
    """Names of all files of a unit: its own, and its parts."""
    return [_file(unit.unit), *(part_path(table, part) for table, part in unit.parts.items())]


def is_file_of(out: Folder, name: str, digest: str) -> bool:
    """Whether a file is there; on a disk, whether it has this SHA-256 too.

    A store keeps its files whole, and reading parts again would cost as much as making them.
    """
    try:
        if out.local is None:
            return out.size(name) is not None
        return sha256(out.read(name)).hexdigest() == digest
    except OSError:
        return False


def forget(out: Folder, units: Iterable[str]) -> None:
    """Remove the files of units; their parts are left to whoever publishes."""
    for unit in units:
        out.remove(_file(unit))


def rewritten(
    out: Folder,
    units: Sequence[KeptUnit],
    *,
    gone: Collection[int] = (),
    repeated: Collection[int] = (),
    moved: Mapping[int, Mapping[str, Any]] = MappingProxyType({}),
) -> KeptUnit | None:
    """One unit instead of these, whose files go when it has its own; None where no input is left.

    Args:
        out: Folder of the run.
        units: The units; places are those of their inputs, one unit after another.
        gone: Places of inputs that are left out.
        repeated: Places of inputs whose rows are left out.
        moved: By place, another source and key of an input, which its rows get too, and the root that it is
            read from now.
    """
    inputs = pa.concat_tables([inputs_of(out, unit) for unit in units]).combine_chunks()
    stays, has_rows = np.ones((2, inputs.num_rows), np.bool_)
    stays[[*gone]] = False
    has_rows[[*gone, *repeated]] = False
    if not stays.any():
        forget(out, [unit.unit for unit in units])
        return None
    inputs = _moved(inputs, moved) if moved else inputs
    order = np.flatnonzero(has_rows)
    batches = {}
    for table in TABLES:
        name = row_column(table)
        counts = integers(inputs, name)
        read = [_rows(out, unit, table) for unit in units if table in unit.parts and order.size]
        if read:
            rows = ordered(read, counts, order)
            if moved and "source" in rows.column_names:
                sources = inputs["source"].take(numbers(np.repeat(order, counts[order])))
                place = rows.schema.get_field_index("source")
                rows = rows.set_column(place, rows.schema.field(place).with_type(sources.type), sources)
            batches[table] = [rows]
        inputs = _with_column(inputs, name, numbers(np.where(has_rows, counts, 0).astype(np.int32)))
    # Other rows are never written under the names of those that somebody may be reading.
    own = blake2b(digest_size=8)
    for unit in units:
        own.update(" ".join([unit.unit, *(part.sha256 for part in unit.parts.values())]).encode())
    own.update(np.packbits([*stays, *has_rows]).tobytes() + repr([*moved.items()]).encode())
    is_left = len(moved) < stays.sum()
    roots = dict.fromkeys([unit.source for unit in units if is_left] + [to["root"] for to in moved.values()])
    source, *more = roots
    kept = keep(
        out,
        own.hexdigest(),
        f"{source} and {len(more)} more" if more else source,
        inputs.take(numbers(np.flatnonzero(stays))),
        batches,
        replaces=tuple(unit.unit for unit in units),
    )
    forget(out, kept.replaces)
    return kept


def _moved(inputs: pa.Table, moved: Mapping[int, Mapping[str, Any]]) -> pa.Table:
    sources, keys = inputs["source"].to_pylist(), plain(inputs["key"]).copy()
    for place, to in moved.items():
        sources[place], keys[place] = to["source"], to["key"]
    return _with_column(_with_column(inputs, "source", texts(sources)), "key", numbers(keys))


def _with_column(inputs: pa.Table, name: str, column: pa.Array) -> pa.Table:
    place = INPUTS.get_field_index(name)
    return inputs.set_column(place, INPUTS.field(place), column)


def _rows(out: Folder, unit: KeptUnit, table: str) -> pa.Table:
    with out.open(part_path(table, unit.parts[table])) as source:
        return read_part(source, table)
