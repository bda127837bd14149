"""Checks statistics, axes and conditions before anything is counted: their columns and types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import duckdb

from analyzer.errors import UserMistake, nearest
from analyzer.stats.catalogue import Kind, Statistic
from analyzer.stats.expressions import Expression, first_line, parsed, unknown_column
from analyzer.stats.views import View, shipped_views

_CONDITION: Final = "a condition, true or false"
_NUMBER: Final = "a number"
_CATEGORY: Final = "a category, or a list of them"
_VALUE: Final = "one value"
_EXPECTED: Final = {Kind.RATE: _CONDITION, Kind.MEAN: _NUMBER, Kind.SHARES: _CATEGORY}
"""What the values of statistics must be."""
_SIZES: Final = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
_WHOLE_NUMBERS: Final = {*_SIZES, *(f"U{size}" for size in _SIZES)}
FINE: Final = 1_000_000
"""Fractions are summed as whole multiples of 1/FINE, so that their sum does not depend on an order."""
_RESULT: Final = {
    *("statistic", "side", "category", "category_number"),
    *("value", "low", "high", "n", "games", "names", "left_out", "few"),
}


class Measure(NamedTuple):
    """A statistic ready to be counted.

    Attributes:
        statistic: Its row of the catalogue.
        value: Its value.
        of: Which rows count; None for all.
        type: DuckDB type of the value.
    """

    statistic: Statistic
    value: Expression
    of: Expression | None
    type: str

    @property
    def scale(self) -> int | None:
        """What sums of a mean are multiples of, as 1/scale; None for rates and shares."""
        if self.statistic.kind is not Kind.MEAN:
            return None
        return 1 if self.type in _WHOLE_NUMBERS else FINE

    @property
    def is_list(self) -> bool:
        """Whether each row has a list of categories."""
        return self.type.endswith("[]")


class Asked(NamedTuple):
    """What is to be counted of a view.

    Attributes:
        measure: The statistic.
        view: Its rows.
        axes: What it is shown by.
        axis_types: DuckDB types of these.
        where: Which rows are looked at.
        compare: Condition of the first of two sides; None for no comparison.
    """

    measure: Measure
    view: View
    axes: tuple[Expression, ...]
    axis_types: tuple[str, ...]
    where: tuple[Expression, ...]
    compare: Expression | None


def asked_for(
    wanted: Sequence[Statistic],
    by: Sequence[Expression] = (),
    where: Sequence[Expression] = (),
    compare: Expression | None = None,
    *,
    pool_players: bool = False,
) -> list[Asked]:
    """Statistics with their axes and conditions, checked.

    Args:
        wanted: Statistics.
        by: Axes of all.
        where: Conditions of all.
        compare: Condition of the first of two sides.
        pool_players: Whether three and four players are taken together; otherwise they are the first axis.

    Raises:
        UserMistake: When an expression names no column of the view or has the wrong type, or a statistic
            lacks the axis that it needs.
    """
    apart = () if pool_players else (parsed("players"),)
    asked = [_asked(one, (*apart, *by), where, compare) for one in wanted]
    types = {}
    for view in {one.view.name: one.view for one in asked}.values():
        types[view.name] = _types(view, [term for one in asked if one.view is view for term in _terms(one)])
    return [_typed(one, types[one.view.name]) for one in asked]


def _asked(
    statistic: Statistic, by: Sequence[Expression], where: Sequence[Expression], compare: Expression | None
) -> Asked:
    """What is asked for, its types still unknown."""
    value = parsed(statistic.value, _part(statistic, statistic.kind.value))
    of = parsed(statistic.of, _part(statistic, "of")) if statistic.of else None
    if not statistic.has_axis([*by, *where, *([compare] if compare else [])]):
        axis = statistic.axis
        raise UserMistake(f"{statistic.name} has no meaning over all values of {axis}; expected by {axis}")
    view = shipped_views()[statistic.rows]
    return Asked(Measure(statistic, value, of, ""), view, _axes(by), (), tuple(where), compare)


def _part(statistic: Statistic, part: str) -> str:
    """What a part of a statistic is called in messages."""
    return f"{statistic.name}, {part}" if statistic.name else part


def _axes(by: Iterable[Expression]) -> tuple[Expression, ...]:
    """The axes of a result, each once, with names that nothing else has."""
    found: dict[str, Expression] = {}
    for one in by:
        if one.name in _RESULT:
            raise UserMistake(
                f"by {one.name!r} is the name of another column of results; add AS and a name to it"
            )
        if found.setdefault(one.name, one).sql != one.sql:
            raise UserMistake(f"by has two expressions with the name {one.name!r}; add AS and a name to one")
    return tuple(found.values())


def _terms(asked: Asked) -> Iterator[tuple[str, Expression, str]]:
    """All expressions of what is asked for: what each is, itself, and what it must be."""
    statistic = asked.measure.statistic
    yield _part(statistic, statistic.kind.value), asked.measure.value, _EXPECTED[statistic.kind]
    if asked.measure.of:
        yield _part(statistic, "of"), asked.measure.of, _CONDITION
    for one in asked.where:
        yield "where", one, _CONDITION
    if asked.compare:
        yield "compare", asked.compare, _CONDITION
    for one in asked.axes:
        yield "by", one, _VALUE


def _types(view: View, terms: Sequence[tuple[str, Expression, str]]) -> dict[str, str]:
    """Types of expressions over a view, by SQL: one query for all, and one for each where that fails."""
    rows = view.select(view.named(one for _, one, _ in terms))
    different: dict[str, tuple[str, Expression]] = {}
    for what, one, _ in terms:
        different.setdefault(one.sql, (what, one))

    def described(some: Sequence[str], *, is_of_a_row: bool = True) -> dict[str, str]:
        sql = f"SELECT {', '.join(some)} FROM ({rows})"
        if is_of_a_row:
            # Conditions take nothing that is over many rows.
            sql += f" WHERE {' AND '.join(f'{one} IS NULL' for one in some)}"
        return dict(zip(some, (kind for _, kind in view.shapes.describe(sql)), strict=True))

    with suppress(duckdb.Error, ValueError):
        return described([*different])
    found: dict[str, str] = {}
    for sql, (what, one) in different.items():
        try:
            found |= described([sql])
        except duckdb.Error as error:
            with suppress(duckdb.Error):
                described([sql], is_of_a_row=False)
                raise UserMistake(
                    f"{what} {one.name!r} is of several rows; expected an expression over the columns of one"
                ) from None
            raise _unbound(view, what, one, error) from None
        except ValueError:
            raise UserMistake(f"{what} {one.name!r} has several columns; expected one value") from None
    return found


def _unbound(view: View, what: str, one: Expression, error: duckdb.Error) -> UserMistake:
    """The mistake of an expression that DuckDB cannot bind, with the nearest columns to an unknown one."""
    line = first_line(error)
    name = unknown_column(line)
    if not name:
        return UserMistake(f"{what} {one.name!r}: {line}")
    known = view.columns()
    told = f"{what} {one.name!r}: {name!r} is no column of {view.name}{nearest(name, known)}"
    compared = re.search(rf'(\w+)\s*(?:=|==|<>|!=)\s*"?{re.escape(name)}\b', one.sql)
    if compared and (column := compared[1].lower()) in known and view.type_of(column) == "VARCHAR":
        told += f"; a text has quotes: {column} = '{name}'"
    return UserMistake(told)


def _typed(asked: Asked, types: Mapping[str, str]) -> Asked:
    """The same with its types, which are right."""
    for what, one, expected in _terms(asked):
        if not _is_right(types[one.sql], expected):
            raise UserMistake(f"{what} {one.name!r} is of type {types[one.sql].lower()}; expected {expected}")
    measure = asked.measure._replace(type=types[asked.measure.value.sql])
    return asked._replace(measure=measure, axis_types=tuple(types[one.sql] for one in asked.axes))


def is_number(kind: str) -> bool:
    """Whether a DuckDB type is of numbers."""
    return kind in _WHOLE_NUMBERS or kind in ("FLOAT", "DOUBLE") or kind.startswith("DECIMAL")


def _is_right(kind: str, expected: str) -> bool:
    if expected == _CONDITION:
        return kind == "BOOLEAN"
    if expected == _NUMBER:
        return is_number(kind)
    if expected == _CATEGORY and kind.endswith("[]"):
        return _is_right(kind.removesuffix("[]"), _VALUE)
    return is_number(kind) or kind in ("BOOLEAN", "VARCHAR", "DATE", "TIMESTAMP")
