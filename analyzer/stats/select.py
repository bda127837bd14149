"""Queries of users and of views.toml: one SELECT over tables, looked through as expressions are."""

from __future__ import annotations

from typing import Any, Final

from analyzer.errors import UserMistake
from analyzer.stats.expressions import Node, nodes, problem_of, statement

__all__ = ["parsed_query"]

_ROWS: Final = {"unnest", "range", "generate_series"}
"""Functions of tables that a query may use."""


def parsed_query(sql: str, what: str = "query") -> tuple[frozenset[str], frozenset[str] | None]:
    """The tables that a query names, and the columns; None if it may name any.

    Raises:
        UserMistake: When it is no single SELECT, or uses functions that rows of tables do not need.
    """
    if not isinstance(sql, str):
        raise UserMistake(f"{what} is {sql!r}; expected text with one SELECT")
    node = statement(sql, what)
    columns: set[str] | None = set()
    for one, _ in nodes(node):
        if problem := problem_of(one, over_rows=True):
            raise UserMistake(f"{what} {problem}")
        if columns is not None and one["class"] == "COLUMN_REF":
            columns |= {name.lower() for name in one["column_names"]}
        if one["class"] == "STAR":
            columns = None
    tables, joined = _tables(node)
    if columns is None or joined is None:
        return tables, None
    return tables, frozenset(columns | joined)


def _tables(tree: Node) -> tuple[frozenset[str], frozenset[str] | None]:
    """Tables that a query reads, those that it makes too; and columns that joins name, None for all."""
    found: set[str] = set()
    joined: set[str] = set()
    is_natural, waiting = False, [tree]
    while waiting:
        one: Any = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            if one.get("type") == "TABLE_FUNCTION" and one["function"]["function_name"].lower() not in _ROWS:
                name = one["function"]["function_name"]
                raise UserMistake(
                    f"query has {name}, which is no table; expected tables and views of the run"
                )
            if one.get("type") == "BASE_TABLE":
                found.add(".".join(one["qualified_name"]["path"]).lower())
            joined |= {name.lower() for name in one.get("using_columns", ())}
            is_natural |= one.get("ref_type") == "NATURAL"
            waiting += one.values()
    return frozenset(found), None if is_natural else frozenset(joined)
