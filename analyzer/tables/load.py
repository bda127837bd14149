"""Reads the tables of a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from analyzer.errors import UserMistake
from analyzer.tables.arrow import arrow_schema
from analyzer.tables.dictionary import Help, columns_help, tables_help
from analyzer.tables.parquet import damaged, stored_schema
from analyzer.tables.schema import PARTITIONED, SCHEMA_VERSION, TABLES

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Tables", "load"]


class Tables:
    """The tables of one run; they are read on demand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __getitem__(self, name: str) -> pa.Table:
        """A whole table, in the types of its schema."""
        return self.table(name)

    def table(
        self, name: str, columns: Sequence[str] | None = None, where: ds.Expression | None = None
    ) -> pa.Table:
        """Rows and columns of a table as Arrow.

        Args:
            name: One of the tables of the schema.
            columns: Names; all by default.
            where: An Arrow expression over its columns, such as ``pyarrow.dataset.field("year") == 2022``.

        Raises:
            UserMistake: When there is no such table or column, the run left the table out, or one of its
                files is damaged.
        """
        schema = _schema_of(name, columns)
        dataset = self.dataset(name)
        try:
            return dataset.to_table(schema.names, filter=where).cast(schema)
        except (pa.ArrowInvalid, OSError) as error:
            raise damaged(self.folder / name) from error

    def frame(
        self, name: str, columns: Sequence[str] | None = None, where: ds.Expression | None = None
    ) -> pd.DataFrame:
        """Rows and columns of a table as a pandas frame; arguments as in `table`."""
        frame: pd.DataFrame = self.table(name, columns, where).to_pandas()
        return frame

    def help(self, name: str | None = None) -> Help:
        """Help on the tables, or on the columns of one table.

        Args:
            name: One of the tables of the schema.

        Raises:
            UserMistake: When there is no such table.

        Example:
            ``analyzer.load("out").help("draws")``
        """
        return (
            tables_help(f"{self.folder}; help(table) has the columns") if name is None else columns_help(name)
        )

    def __repr__(self) -> str:
        return repr(self.help())

    def _repr_html_(self) -> str:
        return self.help()._repr_html_()

    def dataset(self, name: str) -> ds.Dataset:
        """The files of a table as an Arrow dataset, for queries that do not fit into memory.

        Raises:
            UserMistake: When there is no such table, or the run left it out.
        """
        _schema_of(name, None)
        if not (self.folder / name).is_dir():
            raise UserMistake(f"{str(self.folder)!r} has no table {name!r}: its run left it out")
        stored = stored_schema(name)
        partitions = [field for field in arrow_schema(name) if field.name in PARTITIONED]
        files = sorted((self.folder / name).rglob("*.parquet"))
        return ds.dataset(
            [str(file) for file in files],
            schema=pa.schema([*stored, *partitions]),
            format="parquet",
            partitioning=ds.partitioning(pa.schema(partitions), flavor="hive") if partitions else None,
        )


def load(folder: str | Path) -> Tables:
    """The tables that ``tenhou-analyzer run`` wrote.

    Raises:
        UserMistake: When the folder holds no tables, damaged tables, or tables of another schema.

    Example:
        ``analyzer.load("out").frame("draws")``
    """
    run = Path(folder)
    files = (path for name in reversed(TABLES) for path in sorted((run / name).rglob("*.parquet")))
    some = next(files, None)
    if some is None:
        raise UserMistake(f"{str(run)!r} holds no tables; expected the folder of a finished run")
    try:
        known = pq.read_schema(some).metadata or {}
    except pa.ArrowInvalid as error:
        raise damaged(some) from error
    version = known.get(b"tenhou_analyzer.schema", b"none").decode()
    if version != str(SCHEMA_VERSION):
        raise UserMistake(
            f"{str(run)!r} has tables of schema {version}; expected {SCHEMA_VERSION}: run it again"
        )
    return Tables(run)


def _schema_of(name: str, columns: Sequence[str] | None) -> pa.Schema:
    if name not in TABLES:
        raise UserMistake(f"{name!r} is not a table; expected one of {', '.join(TABLES)}")
    schema = arrow_schema(name)
    if columns is None:
        return schema
    for column in columns:
        if column not in schema.names:
            raise UserMistake(
                f"{column!r} is not a column of {name}; expected some of {', '.join(schema.names)}"
            )
    return pa.schema([schema.field(column) for column in columns], metadata=schema.metadata)
