"""What is said of a result besides: that no row fulfils a condition, and how many rows have no value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from analyzer.errors import nearest
from analyzer.stats.catalogue import Kind
from analyzer.stats.database import Database
from analyzer.stats.expressions import Expression, quoted
from analyzer.stats.sums import Counts
from analyzer.stats.views import View
from analyzer.tables.load import RunTables

_MOST_NAMED: Final = 12
_HOW_TO_COUNT: Final = "coalesce(..., false) and `is not distinct from` count them"


def notes_on_nulls(counts: Sequence[Counts], *, is_own: bool) -> Iterator[str]:
    """For each expression of a user that is null in some rows, how many are left out for it.

    The values of statistics are of the user too if ``is_own``.
    """
    for one in counts:
        measure, compare = one.asked.measure, one.asked.compare
        *sides, last = map(sum, zip(*one.left.values(), strict=True)) if one.left else (0,)
        without, neither = (sum(sides), last) if compare else (sum(sides) + last, 0)
        kind = measure.statistic.kind.value
        if is_own and without:
            name = f"{measure.statistic.name}, {kind}" if measure.statistic.name else kind
            yield f"{_rows(without)} left out, where {name} {measure.value.name!r} is null; {_HOW_TO_COUNT}"
        if compare and neither:
            yield f"{_rows(neither)} on neither side, where compare {compare.name!r} is null; {_HOW_TO_COUNT}"


def _rows(number: int) -> str:
    return f"{number:,} row is" if number == 1 else f"{number:,} rows are"


def notes_on_nothing(
    runs: Sequence[RunTables], counts: Sequence[Counts], where: Sequence[Expression], *, is_own: bool
) -> Iterator[str]:
    """For each condition of a user that no row fulfils, the values of its columns; of empty results only.

    ``where`` are the conditions for all; those of the statistics are of the user too if ``is_own``.
    """
    asked: dict[tuple[str, str], tuple[View, str, Expression]] = {}
    for one in counts:
        for what, condition in _conditions(one, where, is_own=is_own):
            view = one.asked.view
            asked.setdefault((view.name, condition.sql), (view, what, condition))
    if not asked:
        return
    told: set[str] = set()
    with Database(runs) as database:
        for view, what, condition in asked.values():
            if condition.sql not in told and _is_never(database, view, condition):
                told.add(condition.sql)
                values = "".join(_values(database, view, condition))
                yield f"no row of {view.name} fulfils {what} {condition.name!r}{values}"


def _conditions(
    counts: Counts, where: Sequence[Expression], *, is_own: bool
) -> Iterator[tuple[str, Expression]]:
    """The conditions of a user that may be why nothing is counted."""
    asked, n, t = counts.asked, counts.whole.values(), counts.parts.values()
    measure, sides = asked.measure, 2 if asked.compare else 1
    if not n:
        yield from (("where", one) for one in where)
        if is_own and measure.of:
            yield "of", measure.of
    # The second number is of clusters on the first side.
    if asked.compare and not any(row[1] for row in n):
        yield "compare", asked.compare
    if is_own and measure.statistic.kind is Kind.RATE and n and not any(any(row[:sides]) for row in t):
        yield "rate", measure.value


def _is_never(database: Database, view: View, condition: Expression) -> bool:
    columns = view.named([condition])
    database.show(database.runs, view.tables(columns))
    return not database.table(f"SELECT 1 FROM ({view.select(columns, [condition])}) LIMIT 1").num_rows


def _values(database: Database, view: View, condition: Expression) -> Iterator[str]:
    """The values that columns of a condition have: those nearest to its texts, or all, or the ends."""
    for column in view.named([condition]):
        kind = view.type_of(column)
        if kind == "BOOLEAN" or kind.endswith("[]"):
            continue
        name = quoted(column)
        rows = next(one for one in view.chain if column in one.columns()).select([column])
        found = sorted(
            database.table(f"SELECT DISTINCT {name} FROM ({rows}) WHERE {name} IS NOT NULL")[0].to_pylist()
        )
        absent = [text for text in condition.texts if text not in found] if kind == "VARCHAR" else []
        hints = [nearest(text, found) for text in absent]
        close = [hint for hint in hints if hint.startswith("; did")]
        if close:
            yield from close
        elif found and len(found) <= _MOST_NAMED:
            yield f"; {column} has {', '.join(str(one) for one in found)}"
        elif found and kind != "VARCHAR":
            yield f"; {column} has {found[0]} to {found[-1]}"
