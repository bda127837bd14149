"""SQL of catalogues and users: each text is one expression over the columns of a row, and nothing else.

DuckDB parses a text; what it makes of it is looked through, and written out again from that.  So no comment,
statement or query of a stranger gets into a query of ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, Final, NamedTuple

import duckdb

from analyzer.errors import UserMistake
from analyzer.stats.growth import LARGE, is_too_large

__all__ = ["Expression", "bare_database", "parsed", "parsed_list", "parsed_query", "quoted"]

_LONGEST: Final = 20_000
_DEEPEST: Final = 500
_PLAIN: Final = {
    *("CONSTANT", "COLUMN_REF", "FUNCTION", "COMPARISON", "CONJUNCTION"),
    *("CASE", "CAST", "OPERATOR", "BETWEEN", "LAMBDA", "TYPE"),
}
"""Classes of nodes that an expression is made of."""
_MACROS: Final = {"nullif", "fdiv", "fmod", "split_part", "if", "days_in_month", "date_add"}
_INNER: Final = {"alias", "invoke", "version"}
"""Functions whose values tell how DuckDB works, not what a row has; those named ``__…`` are others."""
_ROWS: Final = {"unnest", "range", "generate_series"}
"""Functions of tables that a query may use."""
_MANY: Final = {"count_star", "unnest", "generate_subscripts"}
_EQUAL: Final = {
    *("COMPARE_EQUAL", "COMPARE_NOTEQUAL", "COMPARE_DISTINCT_FROM", "COMPARE_NOT_DISTINCT_FROM"),
    "COMPARE_IN",
}
_PART: Final = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|[(\[{]|[)\]}]|,|.""", re.DOTALL)

Node = dict[str, Any]


class Expression(NamedTuple):
    """A checked expression.

    Attributes:
        sql: Its text as DuckDB writes it, in parentheses where it needs them.
        name: How it is called: by its ``AS``, or by its text.
        columns: The columns it names, in lower case.
        compared: Columns compared with values by =, <>, IN: (column, value).
        paired: Columns compared with what looks like a column too: (one, other).
    """

    sql: str
    name: str
    columns: frozenset[str]
    compared: tuple[tuple[str, str | int], ...]
    paired: tuple[tuple[str, str], ...]


def quoted(name: str) -> str:
    """A name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def parsed(text: str, what: str = "expression") -> Expression:
    """The one expression of a text.

    Args:
        text: SQL.
        what: What the text is, for messages.

    Raises:
        UserMistake: When it is anything but one expression over the columns of a row.
    """
    found = parsed_list(text, what)
    if len(found) > 1:
        raise UserMistake(f"{what} {text!r} has {len(found)} expressions; expected one")
    return found[0]


def parsed_list(text: str, what: str = "expression") -> tuple[Expression, ...]:
    """The expressions of a text, separated by commas.

    Raises:
        UserMistake: As `parsed`.
    """
    if not isinstance(text, str):
        raise UserMistake(f"{what} is {text!r}; expected text with an SQL expression")
    # A variable of a shell that is not set: who gives no condition would count all rows.
    if not text.strip():
        raise UserMistake(f"{what} is empty; expected an SQL expression")
    return _parsed_list(text, what)


@lru_cache(maxsize=4096)
def _parsed_list(text: str, what: str) -> tuple[Expression, ...]:
    node = _statement(f"SELECT {text}", f"{what} {text!r}")
    extra = ("where_clause", "group_expressions", "group_sets", "having", "sample", "qualify", "modifiers")
    if (
        node["type"] != "SELECT_NODE"
        or node["from_table"]["type"] != "EMPTY"
        or node["cte_map"]["map"]
        or node["aggregate_handling"] != "STANDARD_HANDLING"
        or any(node[name] for name in extra)
    ):
        raise UserMistake(
            f"{what} {text!r} is more than an expression; expected one over the columns of a row"
        )
    items = node["select_list"]
    pieces = _pieces(text)
    texts = pieces if len(pieces) == len(items) else [""] * len(items)
    return tuple(
        _expression(node, item, piece, f"{what} {text!r}") for item, piece in zip(items, texts, strict=True)
    )


def _expression(node: Node, item: Node, text: str, what: str) -> Expression:
    alias, item["alias"] = item.get("alias", ""), ""
    columns, compared, paired = set(), [], []
    for one, bound in _nodes(item):
        if problem := _problem_of(one):
            raise UserMistake(f"{what} {problem}; expected one expression over the columns of a row")
        if (name := _column(one)) and name not in bound:
            columns.add(name)
        left, *others = _sides(one)
        for other in others:
            if (value := _value(other)) is not None and _column(left):
                compared.append((_column(left), value))
            elif _column(other) and _column(left):
                paired.append((_column(left), _column(other)))
    if is_too_large(item):
        raise UserMistake(f"{what[:60]}… may give very large values; expected fewer functions in one another")
    alone = {**node, "select_list": [item]}
    sql = _written({"error": False, "statements": [{"node": alone, "named_param_map": []}]})
    sql = sql.removeprefix("SELECT ")
    name = alias or text.strip().rstrip(";").strip() or sql
    return Expression(sql, name, frozenset(columns), tuple(compared), tuple(paired))


def parsed_query(sql: str, what: str = "query") -> tuple[frozenset[str], frozenset[str] | None]:
    """The tables that a SELECT over tables names, those that it makes too, and the columns; None for all.

    Raises:
        UserMistake: When it is no single SELECT, or uses functions that rows of tables do not need.
    """
    if not isinstance(sql, str):
        raise UserMistake(f"{what} is {sql!r}; expected text with one SELECT")
    tables, columns, is_every = set(), set(), False
    for one, _ in _nodes(_statement(sql, what)):
        if problem := _problem_of(one, over_rows=True):
            raise UserMistake(f"{what} {problem}")
        if one.get("type") == "BASE_TABLE":
            tables.add(".".join(one["qualified_name"]["path"]).lower())
        columns |= {name.lower() for name in (*one.get("column_names", ()), *one.get("using_columns", ()))}
        is_every |= one.get("class") == "STAR" or one.get("ref_type") == "NATURAL"
    return frozenset(tables), None if is_every else frozenset(columns)


def _statement(sql: str, what: str) -> Node:
    """The one SELECT of a text."""
    if len(sql) > _LONGEST:
        raise UserMistake(f"{what[:60]}… is too long; expected at most {_LONGEST} characters")
    if max(accumulate((sign == "(") - (sign == ")") for sign in sql), default=0) > _DEEPEST:
        # DuckDB itself takes time and memory that grow with the square of brackets left open.
        raise UserMistake(f"{what[:60]}… has more than {_DEEPEST} brackets within one another")
    tree = _serialized(sql)
    if tree["error"]:
        raise UserMistake(f"{what} is no SQL that can be used here: {tree['error_message']}")
    if len(tree["statements"]) != 1:
        raise UserMistake(f"{what} has {len(tree['statements'])} statements; expected one")
    node: Node = tree["statements"][0]["node"]
    return node


def _serialized(sql: str) -> Node:
    """What DuckDB makes of a text."""
    try:
        row = _parser().execute("SELECT json_serialize_sql(?)", [sql]).fetchone()
        return dict(json.loads(row[0])) if row else {}
    except (duckdb.Error, RecursionError, UnicodeError) as error:
        return {"error": True, "error_message": str(error).partition("\n")[0]}


def _written(tree: Node) -> str:
    """The text of what `_serialized` gave."""
    row = _parser().execute("SELECT json_deserialize_sql(?)", [json.dumps(tree)]).fetchone()
    return str(row[0]) if row else ""


def bare_database() -> duckdb.DuckDBPyConnection:
    """A database that reaches nothing, to parse and to look at types."""
    options: dict[str, str | bool | int | float | list[str]] = {
        "threads": 1,
        "memory_limit": "64MiB",
        "temp_directory": "",
        "python_enable_replacements": "false",
        "error_on_division_by_zero": "false",
    }
    found = duckdb.connect(config=options)
    found.execute("SET enable_external_access = false")
    return found


_connection = cache(bare_database)


def _parser() -> duckdb.DuckDBPyConnection:
    return _connection().cursor()


@cache
def _functions() -> tuple[frozenset[str], frozenset[str]]:
    """Names of the functions whose value depends on their arguments only, and of those over many rows."""
    rows = (
        _parser().execute("SELECT function_name, function_type, stability FROM duckdb_functions()").fetchall()
    )
    steady = {name for name, kind, how in rows if kind == "scalar" and how == "CONSISTENT"}
    unsteady = {name for name, kind, how in rows if kind == "scalar" and how != "CONSISTENT"}
    lists = {name for name, kind, _ in rows if kind == "macro" and name.startswith(("list_", "array_"))}
    many = {name for name, kind, _ in rows if kind in ("aggregate", "window")}
    found = ((steady - unsteady) | lists | _MACROS) - LARGE - _INNER
    return frozenset(name for name in found if not name.startswith("__")), frozenset(many | _MANY)


def _nodes(tree: Node) -> Iterator[tuple[Node, frozenset[str]]]:
    """All nodes of a statement, each with the names that lambdas around it bind."""
    waiting: list[tuple[Any, frozenset[str]]] = [(tree, frozenset())]
    while waiting:
        one, bound = waiting.pop()
        if isinstance(one, list):
            waiting += [(item, bound) for item in one]
        elif isinstance(one, dict):
            if one.get("class") == "LAMBDA":
                bound |= {name for node, _ in _nodes(one["lhs"]) if (name := _column(node))}
            yield one, bound
            waiting += [(item, bound) for item in one.values()]


def _problem_of(node: Node, over_rows: bool = False) -> str:
    """What is wrong with a node; empty if nothing is."""
    kind = node.get("class", "")
    if node.get("type") == "TABLE_FUNCTION":
        name = node["function"]["function_name"]
        told = _problem_of_function(node["function"], over_rows)
        if not told and name.lower() not in _ROWS:
            told = f"has {name}, which is no table; expected tables and views of the run"
        return told
    if kind == "COLUMN_REF" and len(node["column_names"]) > 1 and not over_rows:
        return f"names {'.'.join(node['column_names'])}, where a column has one name without a point"
    if kind == "FUNCTION":
        return _problem_of_function(node, over_rows)
    if not kind or kind in _PLAIN or (over_rows and kind in ("WINDOW", "SUBQUERY", "STAR", "COLLATE")):
        return ""
    return f"has a {kind.lower().replace('_', ' ')}"


def _problem_of_function(node: Node, over_rows: bool) -> str:
    name, (steady, many) = node["function_name"].lower(), _functions()
    if len(node["qualified_name"]["path"]) > 1 or node["schema"] or node["catalog"]:
        return f"names {name} with a schema"
    if name in many:
        return "" if over_rows else f"has {name}, which is over many rows"
    is_right = name in steady or (over_rows and name in LARGE | _INNER)
    return "" if is_right else f"has {name}, which is no function that can be used here"


def _column(node: Any) -> str:  # noqa: ANN401 (what DuckDB wrote as JSON)
    if not isinstance(node, dict) or node.get("class") != "COLUMN_REF":
        return ""
    return ".".join(node["column_names"]).lower()


def _value(node: Node) -> str | int | None:
    literal = node.get("literal", {})
    if literal.get("kind") == "STRING":
        return str(literal["text"])
    return int(literal["text"]) if literal.get("kind") == "INTEGER" else None


def _sides(node: Node) -> list[Node]:
    """What is compared with what: the column first."""
    if node.get("type") not in _EQUAL:
        return [{}]
    sides = node["children"] if "children" in node else [node["left"], node["right"]]
    return sides if _column(sides[0]) else sides[::-1]


def _pieces(text: str) -> list[str]:
    """A text cut at its commas, but for those in parentheses and quotes."""
    pieces, depth = [""], 0
    for part in _PART.findall(text):
        depth += (part in "([{") - (part in ")]}")
        if part == "," and not depth:
            pieces.append("")
        else:
            pieces[-1] += part
    return pieces
