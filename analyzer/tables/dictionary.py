"""The data dictionary: every table and column explained, as Markdown, JSON, text, and HTML in notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from analyzer.tables.schema import DESCRIPTIONS, PAGE, SCHEMA_VERSION, TABLES

__all__ = ["Help", "as_json", "as_markdown"]

_INTRODUCTION = f"""# Data dictionary

Made by `tenhou-analyzer schema`; a test keeps it in step with the tables.

Schema version {SCHEMA_VERSION}.
Tables are joined by `game` (or `log_id`), `hand` and `seat`.
Points are in full, not in hundreds; indices count from 0, turns and placements from 1.
Files store a `category` as a string.
"""


def as_markdown() -> str:
    """The data dictionary as Markdown, one section per table."""
    return f"{_INTRODUCTION}\n{PAGE}"


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
