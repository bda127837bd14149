"""Blocks of `frames` written as the tables of a run."""

from hashlib import sha256
from io import BytesIO
from itertools import accumulate

import pyarrow as pa
import pyarrow.parquet as pq

from analyzer.folders import folder
from analyzer.stats.rows import GRAINS
from analyzer.tables.arrow import stored_schema
from analyzer.tables.manifest import RunTables
from analyzer.tables.parts import Part
from analyzer.tables.schema import TABLES
from tests.written_runs import write_manifest


def write_archive(out, *units, group_rows=1000):
    """Write each unit, a mapping of tables as `tables_of` gives it; unit 0 comes first."""
    where, parts = folder(out), {name: [] for name in TABLES}
    for number, tables in enumerate(units):
        for name, rows in tables.items():
            if rows.num_rows:
                file, data = f"part-{number:016x}.parquet", BytesIO()
                pq.write_table(rows, data, row_group_size=group_rows)
                where.write(f"{name}/{file}", data.getvalue())
                parts[name].append(Part(file, rows.num_rows, sha256(data.getvalue()).hexdigest()))
    run = RunTables(where, parts)
    write_manifest(run)
    return run


def tables_of(*blocks):
    """The tables of a unit with the games of all these blocks."""
    return {
        name: pa.concat_tables([block._tables[name].cast(stored_schema(name)) for block in blocks])
        for name in GRAINS
    }


def split(block, games):
    """The tables of units with so many games each."""
    tables = tables_of(block)
    hands = tables["games"]["hands"].to_pylist()
    winners = tables["hands"]["winner_count"].to_pylist()
    units = []
    for start in range(0, len(hands), games):
        first, last = sum(hands[:start]), sum(hands[: start + games])
        won = [0, *accumulate(winners)]
        places = {
            "games": (start, start + games),
            "players": (start * block.players, (start + games) * block.players),
            "hands": (first, last),
            "seats": (first * block.players, last * block.players),
            "wins": (won[first], won[last]),
        }
        units.append({name: tables[name].slice(at, end - at) for name, (at, end) in places.items()})
    return units
