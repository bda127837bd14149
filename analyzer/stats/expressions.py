"""SQL of catalogues and users: texts cut into expressions.

DuckDB parses them here and binds them where they are used; only names and texts are looked for in them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

import duckdb

from analyzer.errors import UserMistake

_TOKEN: Final = re.compile(
    r"""--[^\n]*|/\*.*?\*/|\s+|'(?:[^']|'')*'|"(?:[^"]|"")*"|[^\W\d]\w*(?:\s*\()?|\d[\w.]*|.""", re.DOTALL
)
_UNKNOWN: Final = re.compile(r'column "([^"]+)" (?:was )?not found', re.IGNORECASE)
_WHOLE_ROWS: Final = {"natural", "columns", "summarize", "pivot", "unpivot", "describe", "show", "table"}
"""Words of queries that may take columns without naming them."""


class Expression(NamedTuple):
    """An expression over the columns of a row.

    Attributes:
        sql: Its text, in parentheses.
        name: How it is called: by its ``AS``, or by its text.
        words: Its names in lower case: columns among them.
        texts: Its texts, such as ``houou`` of ``room = 'houou'``.
    """

    sql: str
    name: str
    words: frozenset[str]
    texts: tuple[str, ...]


def quoted(name: str) -> str:
    """A name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def text_of(value: str) -> str:
    """A text as SQL."""
    return "'" + value.replace("'", "''") + "'"


def first_line(error: BaseException) -> str:
    """The first line of an error of DuckDB, without its kind."""
    line = str(error).partition("\n")[0]
    return line.partition(": ")[2] or line


def unknown_column(line: str) -> str:
    """The name that DuckDB did not find among the columns, by its message; empty for other messages."""
    found = _UNKNOWN.search(line)
    return found[1] if found else ""


def parsed(text: str, what: str = "expression") -> Expression:
    """The one expression of a text, a `UserMistake` for any other; messages say what the text is."""
    found = parsed_list(text, what)
    if len(found) > 1:
        raise UserMistake(f"{what} {text!r} has {len(found)} expressions; expected one")
    return found[0]


def parsed_list(text: str, what: str = "expression") -> tuple[Expression, ...]:
    """The expressions of a text, separated by commas.

    Raises:
        UserMistake: When it is not text, or no list of expressions.
    """
    if not isinstance(text, str):
        raise UserMistake(f"{what} is {text!r}; expected text with an SQL expression")
    # An unset variable of a shell would count all rows.
    if not text.strip():
        raise UserMistake(f"{what} is empty; expected an SQL expression")
    return _parsed_list(text, what)


@lru_cache(maxsize=4096)
def _parsed_list(text: str, what: str) -> tuple[Expression, ...]:
    _check_statement(f"SELECT {text}", f"{what} {text!r}", "an SQL expression")
    pieces: list[list[str]] = [[]]
    depth = 0
    for part in _tokens(text.strip().removesuffix(";")):
        depth += (part[-1] in "([{") - (part[-1] in ")]}")
        if part == "," and not depth:
            pieces.append([])
        else:
            pieces[-1].append(part)
    # DuckDB allows a comma behind the last one.
    return tuple(_expression(piece) for piece in pieces if "".join(piece).strip())


def _expression(tokens: Sequence[str]) -> Expression:
    """One expression, with its name behind an AS that is in no brackets."""
    solid = [at for at, token in enumerate(tokens) if not token.isspace()]
    name = ""
    if len(solid) > 2 and tokens[solid[-2]].lower() == "as":
        name, tokens = _unquoted(tokens[solid[-1]]), tokens[: solid[-2]]
    text = "".join(tokens).strip()
    texts = tuple(token[1:-1].replace("''", "'") for token in tokens if token[0] == "'")
    return Expression(f"({text})", name or text, _words(tokens), texts)


def _check_statement(sql: str, what: str, expected: str) -> None:
    """Refuse what is not one SELECT."""
    try:
        sql.encode()
        found = _parser().extract_statements(sql)
    except (duckdb.Error, UnicodeError) as error:
        raise UserMistake(f"{what} is not {expected}: {first_line(error)}") from None
    if len(found) != 1:
        raise UserMistake(f"{what} has {len(found)} statements; expected one")
    if found[0].type != duckdb.StatementType.SELECT:
        raise UserMistake(f"{what} is not {expected}; no query can write")


def _tokens(sql: str) -> list[str]:
    """The tokens of a text, white space among them; comments are white space."""
    found = (match[0] for match in _TOKEN.finditer(sql))
    return [" " if token.startswith(("--", "/*")) else token for token in found]


def _unquoted(token: str) -> str:
    return token[1:-1].replace('""', '"') if token[0] == '"' else token


def _words(tokens: Sequence[str]) -> frozenset[str]:
    """Names in lower case, but for those of functions."""
    return frozenset(
        _unquoted(token).lower()
        for token in tokens
        if token[-1] != "(" and (token[0] in '"_' or token[0].isalpha())
    )


def query_words(sql: str) -> frozenset[str]:
    """The names in a SELECT over tables, in lower case: its tables and columns among them.

    Raises:
        UserMistake: When it is not one SELECT.
    """
    if not isinstance(sql, str):
        raise UserMistake(f"query is {sql!r}; expected text with one SELECT")
    _check_statement(sql, "query", "a SELECT")
    return _words(_tokens(sql))


def takes_whole_rows(sql: str, columns: Collection[str]) -> bool:
    """Whether a SELECT may use columns that it does not name, as ``*`` does; True where that is in doubt.

    Args:
        sql: The query.
        columns: Names of columns: a ``*`` before one of them is a product.
    """
    tokens = [token.lower() for token in _tokens(sql) if not token.isspace()]
    names = [token.removesuffix("(").rstrip() for token in tokens]
    if names.count("from") > names.count("select") or not _WHOLE_ROWS.isdisjoint(names):
        return True
    for before, one, after in zip(["", *names], tokens, [*tokens[1:], ""], strict=False):
        is_product = after[:1].isdigit() or after == "(" or after in columns
        if one == "*" and not is_product and not (before == "count" and after == ")"):
            return True
    return False


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
