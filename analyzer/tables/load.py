"""Reads the tables of a run, or of several as if they were one: the parts that its manifest lists."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from analyzer.errors import UserMistake
from analyzer.folders import Folder, folder
from analyzer.later import Later
from analyzer.tables import MANIFEST
from analyzer.tables.arrow import arrow_schema, stored_schema
from analyzer.tables.parts import Part, check_columns, damaged, part_path, read_part
from analyzer.tables.schema import SCHEMA_VERSION, TABLES, columns_of

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow.dataset as ds
else:
    # Both import pandas, which a run does without.
    pd, ds = Later("pandas"), Later("pyarrow.dataset")


class RunTables(NamedTuple):
    """The tables of one run.

    Attributes:
        folder: Folder of the run.
        parts: The parts of every table that the run wrote, ordered by file name; a table may have none.
    """

    folder: Folder
    parts: Mapping[str, Sequence[Part]]

    def parts_of(self, table: str) -> Sequence[Part]:
        """The parts of a table; UserMistake when the run left it out."""
        if table not in self.parts:
            raise UserMistake(f"{self.folder.shown!r} has no table {table!r}: its run left it out")
        return self.parts[table]

    def read(self, table: str, part: Part, columns: Sequence[str] | None = None) -> pa.Table:
        """Columns of a part, as `read_part` gives them; UserMistake when it is missing or damaged."""
        name = part_path(table, part)
        with _telling_of_damage(_place(self.folder, name)), self.folder.open(name) as source:
            return read_part(source, table, columns)


def _place(folder: Folder, file: str) -> str:
    """Where a file is, for messages."""
    return f"{folder.shown.rstrip('/')}/{file}"


@contextmanager
def _telling_of_damage(place: str) -> Iterator[None]:
    """Turn errors of what is missing or cannot be decoded into a message; those of the disk have a number."""
    try:
        yield
    except (pa.ArrowInvalid, FileNotFoundError) as error:
        raise damaged(place) from error
    except OSError as error:
        if error.errno is None:
            raise damaged(place) from error
        raise


def read_manifest(folder: Folder) -> RunTables:
    """The tables of a finished run; UserMistake when there is none, of this schema, with a whole manifest."""
    where, run = folder.shown, None
    try:
        manifest = json.loads(folder.read(MANIFEST))
        version, tables = manifest["terms"]["schema"], manifest["tables"]
        if version == SCHEMA_VERSION:
            parts = {name: tuple(Part(**part) for part in tables[name]) for name in TABLES if name in tables}
            if any(Path(part.file).name != part.file for some in parts.values() for part in some):
                raise ValueError("a part lies in another folder")
            run = RunTables(folder, parts)
    except (FileNotFoundError, NotADirectoryError):
        raise UserMistake(f"{where!r} holds no tables; expected the folder of a finished run") from None
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise damaged(_place(folder, MANIFEST)) from error
    if run is None:
        raise UserMistake(
            f"{where!r} has tables of schema {version}; expected {SCHEMA_VERSION}: run its logs again into a "
            "new folder"
        )
    _refuse_pipes(run)
    return run


def _refuse_pipes(run: RunTables) -> None:
    """Refuse what is there and is no file: DuckDB would wait for what comes through a pipe."""
    if run.folder.local is None:
        return
    for file in (part_path(table, part) for table, parts in run.parts.items() for part in parts):
        path = run.folder.local / file
        if path.exists() and not path.is_file():
            raise damaged(_place(run.folder, file))


def write_manifest(folder: Folder, content: Mapping[str, object]) -> None:
    """Publish a run by its manifest; an OSError where it cannot be written."""
    folder.write(MANIFEST, (json.dumps(content, indent=1) + "\n").encode())


class Tables:
    """The tables of one run, or of several that have no log in common; they are read on demand."""

    def __init__(self, runs: Sequence[RunTables]) -> None:
        self.runs = tuple(runs)

    def __getitem__(self, name: str) -> pa.Table:
        """A whole table, in the types of its schema."""
        return self.table(name)

    def __contains__(self, name: str) -> bool:
        """Whether every run wrote this table."""
        return all(name in run.parts for run in self.runs)

    def table(
        self, name: str, columns: str | Sequence[str] | None = None, where: ds.Expression | None = None
    ) -> pa.Table:
        """Rows and columns of a table as Arrow.

        Args:
            name: One of the tables of the schema.
            columns: One name or several; all by default.
            where: An Arrow expression over its columns, such as ``pyarrow.dataset.field("year") == 2022``.
                What the statistics of the files rule out is not read: log_id, date, year, month, players.

        Raises:
            UserMistake: When there is no such table or column, a run left the table out, or one of its
                files is missing or damaged.
            OSError: When a disk or a store cannot be read.
        """
        if isinstance(where, str):
            raise UserMistake(
                f"where is {where!r}; expected an Arrow expression, such as "
                "pyarrow.dataset.field('players') == 4 (SQL is for Archive.sql)"
            )
        schema = _schema_of(name, columns)
        with _telling_of_damage(f"{self._places()}/{name}"):
            found = self.dataset(name).to_table(schema.names, filter=where).cast(schema)
        # Arrow neither groups nor joins chunks whose dictionaries differ.
        return found.unify_dictionaries()

    def frame(
        self, name: str, columns: str | Sequence[str] | None = None, where: ds.Expression | None = None
    ) -> pd.DataFrame:
        """Rows and columns of a table as a pandas frame; arguments as in `table`.

        Integers, booleans and strings have the nullable types of pandas (``Int32``, ``boolean``,
        ``string``), in columns without nulls too, so that joins do not change them; these group and join
        as fast as those of NumPy.  Categories are ``category`` in alphabetical order, dates ``datetime64``,
        fractions ``float64``, and lists those of Arrow, for ``explode``.
        """
        table = self.table(name, columns, where)
        schema = pa.schema([field.with_type(_for_pandas(field.type)) for field in table.schema])
        types = pandas_types(schema)
        frame: pd.DataFrame = table.cast(schema).to_pandas(types_mapper=types.get, date_as_object=False)
        for field in schema:
            if pa.types.is_dictionary(field.type):
                names = frame[field.name].cat
                frame[field.name] = names.reorder_categories(sorted(names.categories))
        return frame

    def _places(self) -> str:
        return ", ".join(run.folder.shown for run in self.runs)

    def dataset(self, name: str) -> ds.Dataset:
        """The files of a table as an Arrow dataset, for queries that do not fit into memory.

        Raises:
            UserMistake: When there is no such table, a run left it out, or a file of it is missing.
            OSError: When a store cannot be read.
        """
        columns_of(name)
        form = ds.ParquetFileFormat()
        fragments = [_fragment(form, run, name, part) for run in self.runs for part in run.parts_of(name)]
        return ds.FileSystemDataset(fragments, stored_schema(name), form)


def _fragment(form: ds.ParquetFileFormat, run: RunTables, table: str, part: Part) -> ds.Fragment:
    from pyarrow.fs import LocalFileSystem

    file, local = part_path(table, part), run.folder.local
    with _telling_of_damage(_place(run.folder, file)):
        if local is None:
            made = form.make_fragment(run.folder.open(file))
        else:
            made = form.make_fragment(str(local / file), LocalFileSystem())
        check_columns(table, made.physical_schema)
    return made


def _for_pandas(kind: pa.DataType) -> pa.DataType:
    """Lists of categories become lists of strings, so that pandas can group what ``explode`` gives."""
    is_coded = pa.types.is_list(kind) and pa.types.is_dictionary(kind.value_type)
    return pa.list_(pa.string()) if is_coded else kind


def pandas_types(schema: pa.Schema) -> dict[pa.DataType, object]:
    """The nullable types of pandas for those of Arrow.

    Narrow and unsigned integers, which functions of SQL may give, become signed ones, as people subtract.
    """
    narrow = (pa.int8(), pa.int16(), pa.uint8(), pa.uint16())
    return {
        **dict.fromkeys(narrow, pd.Int32Dtype()),
        pa.uint32(): pd.Int64Dtype(),
        pa.bool_(): pd.BooleanDtype(),
        pa.int32(): pd.Int32Dtype(),
        pa.int64(): pd.Int64Dtype(),
        pa.string(): pd.StringDtype("pyarrow"),
        **{kind: pd.ArrowDtype(kind) for kind in schema.types if pa.types.is_list(kind)},
    }


def load(*folders: str | os.PathLike[str]) -> Tables:
    """The tables that ``tenhou-analyzer run`` wrote to a folder, or those of several runs as one.

    Args:
        folders: Paths, or URLs of folders in a store; at least one.

    Raises:
        UserMistake: When a folder holds no tables, damaged tables, or tables of another schema, or two of
            them have a log in common.

    Examples:
        ``analyzer.load("out-2021", "out-2022").frame("draws")``
    """
    if not folders:
        raise UserMistake("no folder is named; expected that of a finished run, or several")
    runs = [read_manifest(folder(one)) for one in folders]
    _refuse_common(runs)
    return Tables(runs)


def _refuse_common(runs: Sequence[RunTables]) -> None:
    """Refuse a log that two runs have: it would count twice."""
    if len(runs) == 1:
        return
    games = [Tables([run]).table("games", ["game"])["game"].to_numpy() for run in runs]
    found, times = np.unique(np.concatenate(games), return_counts=True)
    for game in found[times > 1][:1]:
        having = [run for run, of_run in zip(runs, games, strict=True) if game in of_run]
        log_id = Tables(having[:1]).table("games", ["log_id"], ds.field("game") == game)["log_id"][0]
        places = " and in ".join(repr(run.folder.shown) for run in having[:2])
        raise UserMistake(
            f"log {log_id} is in {places}, and would count twice; expected runs without a log in common"
        )


def _schema_of(name: str, columns: str | Sequence[str] | None) -> pa.Schema:
    columns = [columns] if isinstance(columns, str) else columns
    known = [column.name for column in columns_of(name)]
    schema = arrow_schema(name)
    for column in columns or ():
        if column not in known:
            raise UserMistake(f"{column!r} is not a column of {name}; expected some of {', '.join(known)}")
    wanted = known if columns is None else columns
    return pa.schema([schema.field(column) for column in wanted], metadata=schema.metadata)
