"""Rows of the files in `tests/cases`.

A row with ``variants`` stands for as many rows: its keys, with those of each variant laid over them, table
by table.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parent / "cases"
Row = dict[str, Any]


def whole(name: str) -> Row:
    """All of a file, as ``settlement/wins``."""
    return tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))


def rows(name: str, key: str = "case") -> list[Row]:
    """The rows of a file under a key."""
    return [over(row, variant) for row in whole(name)[key] for variant in row.pop("variants", [{}])]


def over(row: Row, variant: Row) -> Row:
    """A row with the keys of another laid over it, table by table."""
    laid = {
        name: over(row[name], value) if isinstance(value, dict) and isinstance(row.get(name), dict) else value
        for name, value in variant.items()
    }
    return row | laid


def each(rows: Iterable[Row], name: str = "row") -> pytest.MarkDecorator:
    """A test for each row, under what the row says, or the message that it expects."""
    listed = list(rows)
    ids = [str(row.get("about", row.get("says", row.get("message", at)))) for at, row in enumerate(listed)]
    return pytest.mark.parametrize(name, listed, ids=ids)
