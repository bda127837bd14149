"""How large the values of an expression may become: DuckDB knows no bound for the texts that it makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

__all__ = ["LARGE", "is_too_large"]

LARGE: Final = {
    *("repeat", "lpad", "rpad", "format", "printf", "bar", "to_base"),
    *("range", "generate_series", "list_resize", "array_resize"),
    *("list_reduce", "array_reduce", "reduce"),
    *("to_json", "array_to_json", "row_to_json", "json_pretty", "json_quote"),
}
"""Functions that make much of little in ways that are not followed here."""
_MOST: Final = 1 << 15
"""Most bytes of a value in one row: DuckDB holds some thousand rows at a time."""
_COLUMN: Final = 32
"""Bytes of a column: some have more, many less."""
_MULTIPLYING: Final = {
    *("replace", "regexp_replace", "concat_ws", "array_to_string", "list_select", "array_select"),
    *("list_string_agg", "list_aggregate", "list_aggr", "array_aggregate", "array_aggr", "aggregate"),
}
"""Functions whose values may be as large as the first argument times the others."""
_SPELLING: Final = {
    *("hex", "to_hex", "bin", "to_binary", "base64", "to_base64", "url_encode", "regexp_escape"),
}
"""Functions that write up to eight characters for one."""
_KEEPING: Final = {"list_filter", "array_filter", "filter"}
_TRUTHS: Final = ("COMPARE", "CONJUNCTION", "OPERATOR_NOT", "OPERATOR_IS")
_MOST_LAMBDAS: Final = 4

_Bound = Mapping[str, int]
"""Bytes of what lambdas bind, by name."""


class _TooLarge(Exception):
    """Some value within an expression may be too large."""


def is_too_large(node: Mapping[str, Any]) -> bool:
    """Whether a value within an expression, as JSON of DuckDB, may take much more than a column has."""
    try:
        _size(node, {}, 0)
    except (_TooLarge, RecursionError):
        return True
    return False


def _size(node: Any, bound: _Bound, depth: int) -> int:  # noqa: ANN401 (what DuckDB wrote as JSON)
    """Most bytes of a value, about; ``depth`` is the number of lambdas around it."""
    if isinstance(node, list):
        return sum(_size(one, bound, depth) for one in node)
    if not isinstance(node, dict):
        return 0
    kind, found = node.get("class"), 1
    if kind == "CONSTANT":
        found += len(str(node["literal"].get("text", "")))
    elif kind == "COLUMN_REF":
        found = bound.get(node["column_names"][0].lower(), _COLUMN)
    elif kind == "FUNCTION":
        found = _size_of_call(node, bound, depth)
    else:
        found += sum(_size(one, bound, depth) for one in node.values())
        if str(node.get("type")).startswith(_TRUTHS):
            found = 1
        elif kind == "CAST":
            # A list within a text within a list: what has a sign before it gets another one.
            found *= 2
    if found > _MOST:
        raise _TooLarge
    return found


def _size_of_call(node: Mapping[str, Any], bound: _Bound, depth: int) -> int:
    name = node["function_name"].lower()
    given = [one["expression"] for one in node["arguments"]]
    sizes = [_size(one, bound, depth) for one in given if one["class"] != "LAMBDA"]
    total = sum(sizes)
    for function in given:
        if function["class"] != "LAMBDA":
            continue
        if depth == _MOST_LAMBDAS:
            raise _TooLarge
        # One item may be nearly the whole list, or all of them small.
        whole, small = (
            _size(function["expr"], {**bound, **dict.fromkeys(_names(function["lhs"]), size)}, depth + 1)
            for size in (total, 1)
        )
        sizes = [total if name in _KEEPING else whole + total * small]
    if name in _MULTIPLYING:
        return (1 + sum(sizes[:1])) * (1 + sum(sizes[1:]))
    return (8 if name in _SPELLING else 1) * (1 + sum(sizes))


def _names(bound: Any) -> Iterator[str]:  # noqa: ANN401 (what DuckDB wrote as JSON)
    """What the left side of a lambda binds."""
    if isinstance(bound, list):
        for one in bound:
            yield from _names(one)
    elif isinstance(bound, dict):
        if bound.get("class") == "COLUMN_REF":
            yield bound["column_names"][0].lower()
        for one in bound.values():
            yield from _names(one)
