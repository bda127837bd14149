"""Checks statistics, axes and conditions before anything is counted: their columns, types and values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import duckdb

from analyzer.errors import UserMistake
from analyzer.stats.catalogue import Kind, Statistic, Wanted
from analyzer.stats.database import Database
from analyzer.stats.expressions import Expression, parsed, quoted
from analyzer.stats.shapes import near
from analyzer.stats.views import View, Views

__all__ = ["Asked", "Measure", "asked_for", "axes_of", "check_values", "condition"]

_WHOLE: Final = {f"{sign}{size}INT" for sign in ("", "U") for size in ("TINY", "SMALL", "BIG", "HUGE")}
_WHOLE_NUMBERS: Final = _WHOLE | {"INTEGER", "UINTEGER"}
FINE: Final = 1_000_000_000
"""Fractions are summed as whole multiples of 1/FINE, so that their sum does not depend on an order."""
_MOST_NAMED: Final = 12
_RESULT: Final = ("statistic", "side", "category", "value", "low", "high", "n", "games", "names")


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
        name: Name of the statistic in the result.
        measure: The statistic.
        view: Its rows.
        axes: What it is shown by.
        axis_types: DuckDB types of these.
        where: Which rows are looked at.
        compare: Condition of the first of two sides; None for no comparison.
    """

    name: str
    measure: Measure
    view: View
    axes: tuple[Expression, ...]
    axis_types: tuple[str, ...]
    where: tuple[Expression, ...]
    compare: Expression | None


def axes_of(by: Iterable[Expression], *, pool_players: bool) -> tuple[Expression, ...]:
    """The axes of a result: three and four players apart unless pooled, then those asked for, each once.

    Raises:
        UserMistake: When two have the same name, or one that results have for something else.
    """
    found: dict[str, Expression] = {}
    for one in (*(() if pool_players else (parsed("players"),)), *by):
        if one.name in _RESULT:
            raise UserMistake(
                f"by {one.name!r} is the name of another column of results; add AS and a name to it"
            )
        if found.setdefault(one.name, one).sql != one.sql:
            raise UserMistake(f"by has two expressions with the name {one.name!r}; add AS and a name to one")
    return tuple(found.values())


def condition(text: str | None, what: str) -> tuple[Expression, ...]:
    """A condition as expressions; none for no text."""
    return (parsed(text, what),) if text else ()


def asked_for(
    views: Views,
    wanted: Sequence[tuple[Wanted, Sequence[Expression], Sequence[Expression]]],
    compare: Expression | None = None,
) -> list[Asked]:
    """Statistics with their axes and conditions, checked.

    Args:
        views: Views.
        wanted: Statistics, each with its axes and conditions.
        compare: Condition of the first of two sides.

    Raises:
        UserMistake: When an expression names no column of the view, or has the wrong type.
    """
    made = [_made(views, one, axes, where, compare) for one, axes, where in wanted]
    by_view: dict[str, list[int]] = {}
    for place, (_, view, _) in enumerate(made):
        by_view.setdefault(view.name, []).append(place)
    types: list[list[str]] = [[] for _ in made]
    for places in by_view.values():
        found = iter(_types(made[places[0]][1], [pair for place in places for pair in made[place][2]]))
        for place in places:
            types[place] = [next(found) for _ in made[place][2]]
    return [_checked(wanted[place], made[place], types[place], compare) for place in range(len(made))]


_Pairs = list[tuple[str, Expression]]


def _made(
    views: Views,
    wanted: Wanted,
    axes: Sequence[Expression],
    where: Sequence[Expression],
    compare: Expression | None,
) -> tuple[tuple[Expression, Expression | None], View, _Pairs]:
    """The value and base of a statistic, its view, and all its expressions with what they are."""
    one = wanted.statistic
    view = views[one.rows]
    whose = f"{one.name}, " if one.name else ""
    value = parsed(one.value, f"{whose}{one.kind.value}")
    of = parsed(one.of, f"{whose}of") if one.of else None
    pairs = [(f"{whose}{one.kind.value}", value)]
    pairs += [(f"{whose}of", of)] if of else []
    pairs += [("where", part) for part in where]
    pairs += [("compare", compare)] if compare else []
    pairs += [("by", part) for part in axes]
    for what, part in pairs:
        _check_columns(view, part, what)
    return (value, of), view, pairs


def _check_columns(view: View, one: Expression, what: str) -> None:
    known = view.columns()
    for left, right in one.paired:
        for column, other in ((left, right), (right, left)):
            if column in known and other not in known and view.type_of(column) == "VARCHAR":
                raise UserMistake(
                    f"{what} {one.name!r}: {other!r} is no column of {view.name}{near(other, known)}; "
                    f"a text has quotes: {column} = '{other}'"
                )
    for name in sorted(one.columns.difference(known)):
        raise UserMistake(f"{what} {one.name!r}: {name!r} is no column of {view.name}{near(name, known)}")


def _types(view: View, pairs: _Pairs) -> list[str]:
    """Types of expressions over a view; one query for all, and one for each where that fails."""
    columns = sorted({name for _, one in pairs for name in one.columns})
    rows = view.select(columns)

    def described(some: _Pairs) -> list[str]:
        made = ", ".join(f"{one.sql} AS c{at}" for at, (_, one) in enumerate(some))
        return [kind for _, kind in view.shapes.describe(f"SELECT {made} FROM ({rows})")]

    try:
        return described(pairs)
    except duckdb.Error:
        found = []
        for what, one in pairs:
            try:
                found += described([(what, one)])
            except duckdb.Error as error:
                line = str(error).partition("\n")[0].partition(": ")[2]
                raise UserMistake(f"{what} {one.name!r}: {line}") from None
        return found


def _checked(
    given: tuple[Wanted, Sequence[Expression], Sequence[Expression]],
    made: tuple[tuple[Expression, Expression | None], View, _Pairs],
    types: Sequence[str],
    compare: Expression | None,
) -> Asked:
    (wanted, axes, where), ((value, of), view, pairs) = given, made
    kind = wanted.statistic.kind
    for (what, one), found in zip(pairs, types, strict=True):
        if one is value and kind is Kind.MEAN:
            is_right, expected = _is_number(found), "a number"
        elif one is value and kind is Kind.SHARES:
            is_right, expected = _is_category(found.removesuffix("[]")), "a category, or a list of them"
        elif what == "by":
            is_right, expected = _is_category(found), "one value"
        else:
            is_right, expected = found == "BOOLEAN", "a condition, true or false"
        if not is_right:
            raise UserMistake(f"{what} {one.name!r} is of type {found.lower()}; expected {expected}")
    measure = Measure(wanted.statistic, value, of, types[0])
    count = len(axes)
    return Asked(
        wanted.name, measure, view, tuple(axes), tuple(types[len(types) - count :]), tuple(where), compare
    )


def _is_number(kind: str) -> bool:
    return kind in _WHOLE_NUMBERS or kind in ("FLOAT", "DOUBLE") or kind.startswith("DECIMAL")


def _is_category(kind: str) -> bool:
    return _is_number(kind) or kind in ("BOOLEAN", "VARCHAR", "DATE")


def check_values(database: Database, view: View, expressions: Iterable[Expression]) -> None:
    """Refuse comparisons with values that no row has.

    Columns of text and of small whole numbers are looked at; all units must be shown by the database.

    Raises:
        UserMistake: With the values that there are.
    """
    for one in expressions:
        for column, value in one.compared:
            kind = view.type_of(column)
            if kind == "VARCHAR":
                value = str(value)
            elif isinstance(value, str) or kind not in ("TINYINT", "UTINYINT", "SMALLINT"):
                continue
            _refuse_absent(database, view, column, value)


def _refuse_absent(database: Database, view: View, column: str, value: str | int) -> None:
    name = quoted(column)
    database.show(database.runs, view.tables([column]))
    widest = next(one for one in view.chain if column in one.columns())
    rows = widest.select([column])
    found = [
        row[0] for row in database.rows(f"SELECT DISTINCT {name} FROM ({rows}) WHERE {name} IS NOT NULL")
    ]
    if value in found or not found:
        return
    if isinstance(value, str):
        hint = near(value, sorted(found)).replace("expected one of", "there are")
    elif len(found) <= _MOST_NAMED:
        hint = f"; there are {', '.join(str(one) for one in sorted(found))}"
    else:
        hint = f"; there are {min(found)} to {max(found)}"
    raise UserMistake(f"no row has {column} = {value!r}{hint}")
