"""The data dictionary: every table and column in words, as Markdown or JSON."""

from __future__ import annotations

from analyzer.tables.schema import DESCRIPTIONS, PARTITIONED, SCHEMA_VERSION, TABLES, Column

__all__ = ["as_json", "as_markdown"]

_INTRODUCTION = f"""# Data dictionary

Made by `tenhou-analyzer schema`; a test keeps it in step with the tables.

Schema version {SCHEMA_VERSION}.
Tables are joined by `log_id`, `hand` and `seat`.
Points are points, not hundreds; indices count from 0, turns and placements from 1.
Columns {" and ".join(f"`{name}`" for name in PARTITIONED)} stand in folder names, hive style.
A `category` is stored as a string.
"""


def as_markdown() -> str:
    """The data dictionary as Markdown, one section per table."""
    sections = [_section(name, columns) for name, columns in TABLES.items()]
    return "\n".join([_INTRODUCTION, *sections])


def _section(name: str, columns: tuple[Column, ...]) -> str:
    rows = [
        f"| `{column.name}` | {column.type} | {column.unit} | {column.meaning} | {column.null} |"
        for column in columns
    ]
    heading = ["| Column | Type | Unit | Meaning | Null when |", "|---|---|---|---|---|"]
    return "\n".join([f"## {name}", "", DESCRIPTIONS[name], "", *heading, *rows, ""])


def as_json() -> dict[str, object]:
    """The data dictionary as one JSON object."""
    return {
        "schema": SCHEMA_VERSION,
        "tables": {
            name: {"description": DESCRIPTIONS[name], "columns": [column._asdict() for column in columns]}
            for name, columns in TABLES.items()
        },
    }
