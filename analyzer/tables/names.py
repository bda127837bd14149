"""Names of players replaced in a table, each different name once."""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa

from analyzer.tables.arrays import texts

__all__ = ["with_names"]


def with_names(players: pa.RecordBatch, stand_in: Callable[[str], str | None]) -> pa.RecordBatch:
    """Packed rows of ``players`` with something else in the place of each name; a null stays one."""
    names = players["name"].dictionary_encode()
    replaced = texts([stand_in(name) for name in names.dictionary.to_pylist()]).take(names.indices)
    arrays = [replaced if field.name == "name" else players[field.name] for field in players.schema]
    return pa.RecordBatch.from_arrays(arrays, schema=players.schema)
