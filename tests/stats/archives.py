"""Blocks of `frames` written as the tables of a run."""

import pyarrow as pa
import pyarrow.parquet as pq

from analyzer.tables.parquet import part_file, partition_folder, stored_schema


def write_archive(folder, *blocks, group_rows=1000, file_rows=1000):
    """Write each block as the partition of its year and players."""
    for block in blocks:
        for name, rows in block._tables.items():
            year = block._tables["games"]["year"][0].as_py()
            place = folder / partition_folder(name, (year, block.players))
            place.mkdir(parents=True)
            texts = [field.name for field in rows.schema if pa.types.is_dictionary(field.type)]
            plain = rows.cast(pa.schema([plain_field(field) for field in rows.schema]))
            for number, start in enumerate(range(0, len(plain), file_rows)):
                pq.write_table(
                    plain.drop_columns(["year", "players"]).slice(start, file_rows),
                    part_file(place, number),
                    row_group_size=group_rows,
                    use_dictionary=texts,
                )
    (folder / "findings").mkdir()
    pq.write_table(stored_schema("findings").empty_table(), part_file(folder / "findings", 0))
    return folder


def plain_field(field):
    return pa.field(field.name, pa.string()) if pa.types.is_dictionary(field.type) else field
