"""Which parts make up the tables of a run; those of a finished run are in its manifest."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

import pyarrow as pa

from analyzer.errors import UserMistake
from analyzer.folders import Folder
from analyzer.tables.parts import Part, damaged, read_part
from analyzer.tables.schema import SCHEMA_VERSION, TABLES

__all__ = ["MANIFEST", "RunTables", "read_manifest", "telling_of_damage", "write_manifest"]

MANIFEST: Final = "manifest.json"
"""Written last: a folder without one holds no finished run."""


class RunTables(NamedTuple):
    """The tables of one run.

    Attributes:
        folder: Folder of the run.
        parts: The parts of every table that the run wrote, ordered by file name; a table may have none.
    """

    folder: Folder
    parts: Mapping[str, Sequence[Part]]

    def parts_of(self, table: str) -> Sequence[Part]:
        """The parts of a table.

        Raises:
            UserMistake: When the run left the table out.
        """
        if table not in self.parts:
            raise UserMistake(f"{self.folder.shown!r} has no table {table!r}: its run left it out")
        return self.parts[table]

    def read(self, table: str, part: Part, columns: Sequence[str] | None = None) -> pa.Table:
        """Columns of a part, all by default; strings that repeat are dictionary-encoded.

        Raises:
            UserMistake: When it is missing or damaged.
            OSError: When the disk or the store cannot be read.
        """
        with (
            telling_of_damage(self.place(table, part.file)),
            self.folder.open(f"{table}/{part.file}") as source,
        ):
            return read_part(source, table, columns)

    def place(self, table: str, file: str) -> str:
        """Where a part is, for messages."""
        return f"{self.folder.shown.rstrip('/')}/{table}/{file}"


@contextmanager
def telling_of_damage(place: str) -> Iterator[None]:
    """Turn the errors of what is missing or cannot be decoded into a message.

    All others are those of the disk or the store, and have a number.
    """
    try:
        yield
    except (pa.ArrowInvalid, FileNotFoundError) as error:
        raise damaged(place) from error
    except OSError as error:
        if error.errno is None:
            raise damaged(place) from error
        raise


def read_manifest(folder: Folder) -> RunTables:
    """The tables of a finished run.

    Raises:
        UserMistake: When the folder holds no finished run, one of another schema, or a damaged manifest.
    """
    where = folder.shown
    try:
        manifest = json.loads(folder.read(MANIFEST))
        version, tables = manifest["terms"]["schema"], manifest["tables"]
        if version == SCHEMA_VERSION:
            parts = {name: tuple(Part(**part) for part in tables[name]) for name in TABLES if name in tables}
            return RunTables(folder, parts)
    except (FileNotFoundError, NotADirectoryError):
        raise UserMistake(f"{where!r} holds no tables; expected the folder of a finished run") from None
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise damaged(f"{where.rstrip('/')}/{MANIFEST}") from error
    raise UserMistake(
        f"{where!r} has tables of schema {version}; expected {SCHEMA_VERSION}: run its logs again into a new "
        "folder"
    )


def write_manifest(folder: Folder, content: Mapping[str, object]) -> None:
    """Publish a run by its manifest; an OSError where it cannot be written."""
    folder.write(MANIFEST, (json.dumps(content, indent=1) + "\n").encode())
