"""Names of players replaced in a table, each different name once."""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa

from analyzer.tables.arrays import texts

__all__ = ["with_names"]


def with_names(players: pa.Table, stand_in: Callable[[str], str | None]) -> pa.Table:
    """The table ``players`` with something else in the place of each name; a null stays one."""
    names = players["name"].combine_chunks().dictionary_encode()
    if isinstance(names, pa.ChunkedArray):
        names = names.combine_chunks().dictionary_encode()
    replaced = texts([stand_in(name) for name in names.dictionary.to_pylist()])
    place = players.schema.get_field_index("name")
    return players.set_column(place, players.schema.field(place), replaced.take(names.indices))
