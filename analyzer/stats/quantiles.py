"""Quantiles of numbers, with the interval that the share of rows up to the quantile gives them.

The share of rows up to the quantile has an interval, as any rate; the ends of the quantile's are the numbers
whose shares are so far below and above (R. S. Woodruff, "Confidence Intervals for Medians and Other Position
Measures", JASA 47, 1952).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any, Final

from analyzer.errors import UserMistake
from analyzer.stats.catalogue import Kind, Statistic
from analyzer.stats.intervals import Estimate
from analyzer.stats.sums import Counts, Key

_MOST_GROUPS: Final = 1_000
"""Each is a branch of an expression."""


class Quantiles:
    """The quantile of a number in each group.

    Args:
        counts: The distribution of the number.
        share: Share of rows that are at most the quantile.

    Raises:
        UserMistake: When the share is not between 0 and 1, or there are too many groups.
    """

    def __init__(self, counts: Counts, share: float) -> None:
        if not 0 < share < 1:
            raise UserMistake(f"share is {share!r}; expected a number between 0 and 1, such as 0.5")
        if len(counts.whole) > _MOST_GROUPS:
            raise UserMistake(
                f"quantiles of {len(counts.whole):,} groups are asked for; expected at most {_MOST_GROUPS:,}"
            )
        self._asked, self._share = counts.asked, share
        found: dict[Key, list[tuple[Any, int]]] = {}
        for (*key, value), sums in counts.parts.items():
            found.setdefault(tuple(key), []).append((value, sums[0]))
        self._rows = {key: sorted(rows) for key, rows in found.items()}

    def at_most(self) -> Statistic:
        """The rate of rows that are at most the quantile of their group."""
        statistic, value = self._asked.measure.statistic, self._asked.measure.value.sql
        branches = [
            f"WHEN {self._condition(key)} THEN {_literal(self._value(key, self._share))}"
            for key in self._rows
        ]
        rate = f"CAST({value} AS DOUBLE) <= CASE {' '.join(branches)} END" if branches else "NULL::BOOLEAN"
        return replace(statistic, kind=Kind.RATE, value=rate)

    def estimate(self, key: Key, rate: Estimate) -> Estimate:
        """The quantile of a group with its interval, by that of the rate."""
        if rate.low is None or rate.high is None:
            low = high = None
        else:
            low = self._value(key, self._share - (rate.value - rate.low))
            high = self._value(key, self._share + (rate.high - rate.value))
        return rate._replace(value=self._value(key, self._share), low=low, high=high)

    def _value(self, key: Key, share: float) -> float:
        """The least number that this share of the rows of a group is at most; else the greatest."""
        rows = self._rows[key]
        wanted, so_far = share * sum(n for _, n in rows), 0
        for value, n in rows:
            so_far += n
            if so_far >= wanted:
                return float(value)
        return float(rows[-1][0])

    def _condition(self, key: Key) -> str:
        parts = zip(self._asked.axes, key, strict=True)
        return (
            " AND ".join(f"{axis.sql} IS NOT DISTINCT FROM {_literal(value)}" for axis, value in parts)
            or "true"
        )


def _literal(value: object) -> str:
    """A value of an axis as SQL."""
    if value is None or isinstance(value, bool | int):
        return str(value if value is not None else "NULL")
    if isinstance(value, float):
        return f"'{value!r}'::DOUBLE"
    text = "'" + str(value).replace("'", "''") + "'"
    return f"{text}::TIMESTAMP" if isinstance(value, date) else text
