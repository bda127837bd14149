"""What a run keeps of a unit: its parts, the list of its inputs, and a record that is written last.

A record names the units that it replaces, so that an interrupted change is either whole or undone.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from hashlib import blake2b, sha256
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.batch.inputs import flags, integers, read_inputs, row_column, with_column, written
from analyzer.batch.run_folder import UNITS, sealed, unsealed
from analyzer.batch.totals import InputKind
from analyzer.folders import Folder
from analyzer.tables.arrow_arrays import numbers
from analyzer.tables.parts import Part, ordered, part_name, part_path, read_part, write_part
from analyzer.tables.schema import TABLES

__all__ = [
    "KeptUnit",
    "files_of",
    "forget",
    "inputs_of",
    "is_file_of",
    "is_whole",
    "joined",
    "keep",
    "kept_units",
    "without",
]

_KEY: Final = np.dtype(">u8")


class KeptUnit(NamedTuple):
    """A unit that is done.

    Attributes:
        unit: Its id.
        source: Where it was read from.
        logs: Logs read of it, unreadable ones included.
        keys: Keys of the parts of its sources, as in `sources.units.unit_keys`.
        parts: Its part of each table that has rows of it.
        sha256: SHA-256 of the list of its inputs.
        is_piece: Whether it holds only some items of a part of a source, and so counts only with the others.
        replaces: Units that do not count any more.
    """

    unit: str
    source: str
    logs: int
    keys: bytes
    parts: Mapping[str, Part]
    sha256: str
    is_piece: bool = False
    replaces: tuple[str, ...] = ()


def keep(out: Folder, unit: KeptUnit, inputs: pa.Table, batches: dict[str, list[pa.Table]]) -> KeptUnit:
    """Write the parts of a unit, the list of its inputs, and its record.

    Args:
        out: Folder of the run.
        unit: What is known before: id, source, keys, and what it replaces.
        inputs: As from `input_table`, in the order of the batches.
        batches: Rows of each table; taken out one after another.

    Raises:
        OSError: When something cannot be written.
    """
    ids = inputs["log_id"].to_pylist()
    order = np.array(sorted(range(len(ids)), key=ids.__getitem__), np.intp)
    kinds = integers(inputs, "kind")
    read = (ids[place] for place in order if kinds[place] == InputKind.READ)
    file = part_name(next(read, ""), unit.unit)
    parts = {}
    for table in [*batches]:
        # What is written is let go before the next is put in order.
        in_order = ordered(batches.pop(table), integers(inputs, row_column(table)), order)
        if in_order.num_rows:
            parts[table] = write_part(out, table, file, in_order)
        del in_order
    pa.default_memory_pool().release_unused()
    data = written(inputs.take(numbers(order)))
    out.write(_inputs_file(unit.unit), data)
    logs = int((kinds <= InputKind.LOST).sum())
    kept = unit._replace(parts=parts, sha256=sha256(data).hexdigest(), logs=logs)
    record = {**kept._asdict(), "keys": b64encode(kept.keys).decode()}
    out.write(_record_file(unit.unit), sealed(record).encode())
    return kept


def _inputs_file(unit: str) -> str:
    return f"{UNITS}/{unit}.arrow"


def _record_file(unit: str) -> str:
    return f"{UNITS}/{unit}.json"


def inputs_of(out: Folder, unit: KeptUnit, columns: Iterable[str] | None = None) -> pa.Table:
    """The inputs of a unit, in the order of its parts; all columns by default.

    Raises:
        OSError: When the list cannot be read.
    """
    with out.open(_inputs_file(unit.unit)) as source:
        return read_inputs(source, columns)


def kept_units(out: Folder, damaged: Callable[[KeptUnit], None] | None = None) -> dict[str, KeptUnit]:
    """Units that are done, by id; those that are damaged, or that others replace, are forgotten.

    Args:
        out: Folder of the run.
        damaged: Is told of each damaged unit before any is forgotten.

    Raises:
        OSError: When the folder cannot be read or written.
    """
    found = {}
    for name in out.names(UNITS):
        if name.endswith(".json") and name.count("/") == 1:
            record = unsealed(out.read(name).decode("utf-8", "replace"))
            if record is not None and {*record} == {*KeptUnit._fields}:
                found[record["unit"]] = _kept(record)
    whole = {name: unit for name, unit in found.items() if is_whole(out, unit)}
    replaced = {name for unit in whole.values() for name in unit.replaces}
    kept = {name: unit for name, unit in whole.items() if name not in replaced}
    if damaged is not None:
        for name in sorted(found.keys() - whole.keys() - replaced):
            damaged(found[name])
    forget(out, found.keys() - kept.keys())
    return kept


def _kept(record: Mapping[str, Any]) -> KeptUnit:
    parts = {table: Part(*part) for table, part in record["parts"].items()}
    keys, replaces = b64decode(record["keys"]), tuple(record["replaces"])
    return KeptUnit(**{**record, "parts": parts, "keys": keys, "replaces": replaces})


def is_whole(out: Folder, unit: KeptUnit) -> bool:
    """Whether all files of a unit are there; on a disk, whether they are unchanged too.

    A store keeps its files whole, and reading them again would cost as much as making them.
    """
    digests = [unit.sha256, *(part.sha256 for part in unit.parts.values())]
    _, *files = files_of(unit)
    return all(is_file_of(out, name, digest) for name, digest in zip(files, digests, strict=True))


def files_of(unit: KeptUnit) -> list[str]:
    """Names of all files of a unit: its record, the list of its inputs, and its parts."""
    parts = (part_path(table, part) for table, part in unit.parts.items())
    return [_record_file(unit.unit), _inputs_file(unit.unit), *parts]


def is_file_of(out: Folder, name: str, digest: str) -> bool:
    """Whether a file is there; on a disk, whether it has this SHA-256 too."""
    try:
        if out.local is None:
            return out.size(name) is not None
        return sha256(out.read(name)).hexdigest() == digest
    except OSError:
        return False


def forget(out: Folder, units: Iterable[str]) -> None:
    """Remove the records and lists of units; their parts are left to whoever publishes."""
    for unit in units:
        out.remove(_record_file(unit))
        out.remove(_inputs_file(unit))


def without(
    out: Folder, unit: KeptUnit, *, stale: Collection[int] = (), is_out: NDArray[np.bool_] | None = None
) -> KeptUnit:
    """The unit without what came of some parts of its sources, and without the rows of duplicates.

    Args:
        out: Folder of the run.
        unit: The unit.
        stale: Keys of these parts.
        is_out: Duplicates among its inputs; they stay in its list.

    Raises:
        OSError: When something cannot be read or written.
    """
    inputs, gone = inputs_of(out, unit), np.array([*stale], np.uint64)
    stays = ~np.isin(integers(inputs, "key").view(np.uint64), gone)
    if is_out is not None:
        inputs = with_column(inputs, "is_out", flags(inputs, "is_out") | is_out)
    keys = np.frombuffer(unit.keys, _KEY)
    left = keys[~np.isin(keys.astype(np.uint64), gone)]
    return _rewritten(out, [unit], inputs, stays, left.tobytes())


def joined(out: Folder, units: Sequence[KeptUnit], only_key: bytes | None = None) -> KeptUnit:
    """One unit instead of these.

    Args:
        out: Folder of the run.
        units: The units; their records go when this one has its own.
        only_key: The key of all its inputs, if they are to have only one.

    Raises:
        OSError: When something cannot be read or written.
    """
    inputs = pa.concat_tables([inputs_of(out, unit) for unit in units]).combine_chunks()
    if only_key is not None:
        key = np.frombuffer(only_key, _KEY).astype(np.uint64)
        inputs = with_column(inputs, "key", key.repeat(inputs.num_rows))
    keys = only_key or b"".join(unit.keys for unit in units)
    return _rewritten(out, units, inputs, np.ones(inputs.num_rows, np.bool_), keys)


def _rewritten(
    out: Folder, units: Sequence[KeptUnit], inputs: pa.Table, stays: NDArray[np.bool_], keys: bytes
) -> KeptUnit:
    """One unit of the inputs of these that stay, without the rows of those that are duplicates."""
    is_out = flags(inputs, "is_out")
    has_rows = stays & ~is_out
    left = inputs.take(numbers(np.flatnonzero(stays)))
    batches = {}
    for table in TABLES:
        counts = integers(inputs, row_column(table))
        read = [_rows(out, unit, table) for unit in units if table in unit.parts]
        if read:
            batches[table] = [ordered(read, counts, np.flatnonzero(has_rows))]
        left = with_column(left, row_column(table), np.where(has_rows, counts, 0)[stays].astype(np.int32))
    own = blake2b(b"".join(unit.unit.encode() for unit in units), digest_size=8)
    own.update(np.packbits(np.concatenate([stays, is_out])).tobytes())
    names = list(dict.fromkeys(unit.source for unit in units))
    source = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
    replaces = tuple(unit.unit for unit in units)
    kept = keep(out, KeptUnit(own.hexdigest(), source, 0, keys, {}, "", replaces=replaces), left, batches)
    forget(out, replaces)
    return kept


def _rows(out: Folder, unit: KeptUnit, table: str) -> pa.Table:
    with out.open(part_path(table, unit.parts[table])) as source:
        return read_part(source, table)
