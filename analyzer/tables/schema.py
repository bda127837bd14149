"""Every column of every table, as `columns.md` beside this module lists them, and the data dictionary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.errors import UserMistake, nearest

SCHEMA_VERSION: Final = 5
"""Increased once a release that adds a table, or renames, removes or changes a column."""


class Column(NamedTuple):
    """One column of a table.

    Attributes:
        name: Name in the files.
        type: ``bool``, ``int32`` or ``int64`` (never narrow or unsigned, because people subtract),
            ``float64``, ``date``, ``string``, ``category`` (a string from a small set, dictionary-encoded),
            or a list of one of these.
        unit: Unit or range of the values; empty if there is none.
        meaning: Meaning of the value.
        null: Meaning of a null; empty for a column without nulls.
    """

    name: str
    type: str
    unit: str
    meaning: str
    null: str = ""


_PAGE: Final = Path(__file__).with_name("columns.md").read_text(encoding="utf-8")
"""A section for each table: what its rows are, and its columns."""


def _sections() -> Iterator[tuple[str, str, tuple[Column, ...]]]:
    """Name, description and columns of each table."""
    for section in _PAGE.removeprefix("## ").split("\n## "):
        name, _, description, *lines = section.splitlines()
        yield name, description, tuple(_column(line) for line in lines if line.startswith("| `"))


def _column(line: str) -> Column:
    name, *rest = (cell.strip() for cell in line[1:-1].split("|"))
    return Column(name.strip("`"), *rest)


TABLES: Final[dict[str, tuple[Column, ...]]] = {name: columns for name, _, columns in _sections()}
DESCRIPTIONS: Final[dict[str, str]] = {name: description for name, description, _ in _sections()}

_KEYS_KEPT: Final = 2048
"""More than the logs of a unit, whose tables and list of inputs both ask for them."""

ON_REQUEST: Final = ("plays", "tehai")
"""Tables that are large, and made only when they are named."""
COURSE_TABLES: Final = frozenset({"seats", "wins"})
"""Tables that have something of the course of hands; those of single plays are worked out apart."""


def tables_of(wanted: Collection[str] | None) -> tuple[str, ...]:
    """Names of the wanted tables in the order of the schema; all but `ON_REQUEST` for None."""
    return tuple(name for name in TABLES if (name not in ON_REQUEST if wanted is None else name in wanted))


def columns_of(table: str) -> tuple[Column, ...]:
    """The columns of a table; UserMistake when there is none of this name."""
    if table not in TABLES:
        raise UserMistake(
            f"{table!r} is not a table{nearest(table, TABLES)}; expected one of {', '.join(TABLES)}"
            " (rows of a view are for Archive.sql)"
        )
    return TABLES[table]


@lru_cache(_KEYS_KEPT)
def game_key(log_id: str) -> int:
    """The column ``game`` of a log id: the first 63 bits of its SHA-256, so the same in every run."""
    digest = sha256(log_id.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> 1


_INTRODUCTION: Final = f"""# Data dictionary

This page says what every column of every table means.
`tenhou-analyzer schema` prints it, with `--format json` for programs.

A line has the name, the type with its unit or range (int32 if only these are given), the meaning, and after
*null* what a null means.
*Not replayed* stands for a hand that could not be read or replayed.
Tables are joined by `game` (or `log_id`), `hand` and `seat`.
Points are in full, not in hundreds; indices count from 0, turns and placements from 1.
Integers are signed, so that differences may be negative.
Files store a `category` as a string.
This is schema version {SCHEMA_VERSION}.

## Columns of several tables
"""
_LONG_NULL: Final = "the hand could not be read or replayed"
_OF_FIRST_SEAT: Final = "Seat 0: "
_OF_OTHER_SEATS: Final = ("Seat 1: ", "Seat 2: ", "Seat 3: ")
_USUAL: Final = "int32"
_SEVERAL: Final = 3
"""A column is described once if at least so many tables have it alike."""


def as_markdown() -> str:
    """The data dictionary as Markdown: a section for each table, a line for each column."""
    tables = Counter(column for columns in TABLES.values() for column in columns)
    shared = [column for column, count in tables.items() if count >= _SEVERAL]
    lines = [_INTRODUCTION, *map(_told, shared)]
    for name, columns in TABLES.items():
        also = ", ".join(f"`{column.name}`" for column in columns if column in shared)
        lines += ["", f"## {name}", "", DESCRIPTIONS[name], f"Has {also}, and:", ""]
        own = (column for column in columns if column not in shared)
        lines += [_told(column) for column in own if not column.meaning.startswith(_OF_OTHER_SEATS)]
    return "\n".join([*lines, ""])


def _told(column: Column) -> str:
    """A line; columns of the four seats share one."""
    name, meaning = f"`{column.name}`", column.meaning
    if meaning.startswith(_OF_FIRST_SEAT):
        name += f" to `{column.name.removesuffix('0')}3`"
        meaning = meaning.removeprefix(_OF_FIRST_SEAT).capitalize()
    types = [] if column.type == _USUAL and column.unit else [column.type]
    kind = ", ".join([*types, *filter(None, [column.unit])])
    null = f" *null*: {column.null.replace(_LONG_NULL, 'not replayed')}." if column.null else ""
    return f"- {name} ({kind}): {meaning}{null}"


def as_json() -> dict[str, object]:
    """The data dictionary as one JSON object."""
    return {
        "schema": SCHEMA_VERSION,
        "tables": {
            name: {"description": DESCRIPTIONS[name], "columns": [column._asdict() for column in columns]}
            for name, columns in TABLES.items()
        },
    }


class Help:
    """Part of the data dictionary, shown as text or HTML."""

    def __init__(self, title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        self.title = title
        self.head = tuple(head)
        self.rows = tuple(tuple(row) for row in rows)

    def __repr__(self) -> str:
        width = max(len(row[0]) for row in self.rows)
        lines = [f"  {row[0]:<{width}}  {'; '.join(filter(None, self._said(row)))}" for row in self.rows]
        return "\n".join([self.title, *lines])

    def _said(self, row: Sequence[str]) -> Iterable[str]:
        """Cells after the name, with a label before the meaning of null."""
        named = zip(self.head[1:], row[1:], strict=True)
        cells = ((name, cell.rstrip(".")) for name, cell in named)
        return (f"{name} {cell}" if name.startswith("null") and cell else cell for name, cell in cells)

    def _repr_html_(self) -> str:
        left = 'style="text-align:left"'
        head = "".join(f"<th {left}>{escape(name)}</th>" for name in self.head)
        rows = "".join(
            "<tr>" + "".join(f"<td {left}>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows
        )
        return (
            f"<p>{escape(self.title)}</p><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )
