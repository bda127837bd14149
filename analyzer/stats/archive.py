"""Finished runs: their tables, and statistics over them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypedDict, Unpack

import pyarrow as pa

from analyzer.errors import UserMistake
from analyzer.keywords import check_words, sharing
from analyzer.later import Later
from analyzer.stats.catalogue import Catalogue, Kind, Statistic, load_catalogue, shipped_catalogue
from analyzer.stats.checking import asked_for, is_number
from analyzer.stats.database import Database
from analyzer.stats.expressions import Expression, parsed, parsed_list
from analyzer.stats.intervals import CONFIDENCE, check_confidence
from analyzer.stats.notes import notes_on_nothing, notes_on_nulls
from analyzer.stats.page import columns_help, views_help
from analyzer.stats.queries import count, selected
from analyzer.stats.results import Quantiles, joined, result_table
from analyzer.stats.sums import Counts
from analyzer.tables.load import Tables, load, pandas_types
from analyzer.tables.schema import Help

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = Later("pandas")

CLUSTERS: Final = {"game": "games", "player": "names"}
"""What rows depend on each other by, and the column of results with the number of these."""


class Options(TypedDict, total=False):
    """How something is counted and shown.

    Attributes:
        where: Condition in SQL for the rows to look at, or several, as ``"room = 'houou'"``.
        compare: Condition in SQL; both sides and their difference are given.
        cluster: What rows depend on each other by: ``"game"``, or ``"player"``.
        pool_players: Whether three and four players are taken together.
        min_n: Least number of rows that count; results with fewer are left out.
        confidence: Confidence level of the intervals; 0.95 by default.
    """

    where: str | Sequence[str] | None
    compare: str | None
    cluster: str
    pool_players: bool
    min_n: int
    confidence: float


class Archive(Tables):
    """The tables of one run or of several, and statistics over them."""

    @sharing(Options)
    def stat(
        self,
        names: str | Sequence[str],
        by: str | Sequence[str] = (),
        *,
        catalogue: str | os.PathLike[str] | Catalogue | None = None,
        **options: Unpack[Options],
    ) -> pd.DataFrame:
        """Statistics of the catalogue with their intervals and sample sizes.

        Args:
            names: One statistic, or several; topics too.
            by: Axes: columns of the rows that are counted, or other SQL expressions over these, as
                ``"seat_wind, honba > 0"`` or ``["room", "year >= 2020 AS late"]``.
            catalogue: Catalogue of your own, or its file, instead of the shipped one.
            options: ``where``, ``compare``, ``cluster``, ``pool_players``, ``min_n`` and ``confidence``; see
                `Options`.

        Returns:
            ``players``, the axes, ``category`` if the statistic has some, then ``value``, ``low``, ``high``,
            ``n`` (rows that count), ``games`` (games with such rows), ``left_out`` (rows that do not count
            because their value is null) and ``few`` (fewer than five games: the interval says little).
            With several statistics ``statistic`` is first, and ``category`` is text; ``category_number``
            has it where it is a number.

        Raises:
            UserMistake: When there is no such statistic, or an expression is not right.

        Examples:
            ``analyzer.load("out").stat("draw_rate", by="room")``
        """
        found = self.results(names, by, catalogue=catalogue, **options)
        if isinstance(names, str) and len(found) == 1:
            return _frame(found[0][1])
        return _frame(joined(found))

    @sharing(Options)
    def results(
        self,
        names: str | Sequence[str],
        by: str | Sequence[str] = (),
        *,
        catalogue: str | os.PathLike[str] | Catalogue | None = None,
        progress: Callable[[int], None] | None = None,
        note: Callable[[str], None] | None = None,
        **options: Unpack[Options],
    ) -> list[tuple[Statistic, pa.Table]]:
        """What `stat` gives, a table for each statistic.

        Args:
            names: Statistics or topics; none for all.
            by: Axes.
            catalogue: As in `stat`.
            progress: Called with the number of games counted at a time.
            note: Called with a line for each condition of the user that no row fulfils, and for each
                expression of the user that is null in some rows; without it the former are warnings.
            options: Those of `stat`.

        Raises:
            UserMistake: As `stat`.
        """
        named = [*_axes(by), *_conditions(options)]
        # Of a topic, or of all, those are left out that need an axis.
        wanted = [
            one
            for one in _catalogue(catalogue).chosen(_each(names))
            if one.name in _each(names) or one.has_axis(named)
        ]
        return self._results(wanted, by, options, is_own=catalogue is not None, progress=progress, note=note)

    @sharing(Options)
    def rate(
        self,
        rows: str,
        value: str,
        of: str = "",
        by: str | Sequence[str] = (),
        **options: Unpack[Options],
    ) -> pd.DataFrame:
        """A rate of your own: the share of rows for which a condition holds.

        Args:
            rows: View whose rows count; `help` lists them.
            value: Condition in SQL; rows where it is null do not count, and ``left_out`` says how many these
                are: ``coalesce(..., false)`` and ``is not distinct from`` count them.
            of: Condition for the rows that count.
            by: Axes, as in `stat`.
            options: Those of `stat`.

        Raises:
            UserMistake: When there is no such view, or an expression is not right.

        Examples:
            ``archive.rate("seats", "is_winner", of="riichi_turn is not null", by="riichi_turn")``
        """
        return self._own(Kind.RATE, rows, value, of, by, options)

    @sharing(Options)
    def mean(
        self,
        rows: str,
        value: str,
        of: str = "",
        by: str | Sequence[str] = (),
        **options: Unpack[Options],
    ) -> pd.DataFrame:
        """A mean of your own: of a number in SQL; arguments and errors as in `rate`."""
        return self._own(Kind.MEAN, rows, value, of, by, options)

    @sharing(Options)
    def shares(
        self,
        rows: str,
        value: str,
        of: str = "",
        by: str | Sequence[str] = (),
        **options: Unpack[Options],
    ) -> pd.DataFrame:
        """Shares of categories, which are texts or numbers in SQL, or lists of them; otherwise as `rate`."""
        return self._own(Kind.SHARES, rows, value, of, by, options)

    @sharing(Options)
    def quantile(
        self,
        rows: str,
        value: str,
        share: float = 0.5,
        of: str = "",
        by: str | Sequence[str] = (),
        **options: Unpack[Options],
    ) -> pd.DataFrame:
        """A quantile of your own, by default the median: the least number that a share of rows is at most.

        Args:
            rows: View whose rows count; `help` lists them.
            value: Number in SQL; rows where it is null do not count.
            share: Share of the rows that are at most the quantile.
            of: Condition for the rows that count.
            by: Axes, as in `stat`.
            options: Those of `stat` but ``compare``.

        Raises:
            UserMistake: When there is no such view, an expression is not right, or over 1,000 groups.

        Examples:
            ``archive.quantile("riichi", "riichi_turn", by="room")``
        """
        if options.get("compare") is not None:
            raise UserMistake("a quantile has no compare; expected the condition as an axis, by by")
        own = Statistic("", "", rows, Kind.SHARES, value, of or "")
        (distribution,) = self.counted([own], by, **options)
        kind = distribution.asked.measure.type
        if not is_number(kind):
            raise UserMistake(f"quantile {value!r} is of type {kind.lower()}; expected a number")
        quantiles = Quantiles(distribution, share)
        (rate,) = self.counted([quantiles.at_most()], by, **options)
        return _frame(_table(rate, options, quantiles))

    def _own(
        self, kind: Kind, rows: str, value: str, of: str, by: str | Sequence[str], options: Options
    ) -> pd.DataFrame:
        wanted = Statistic("", "", rows, kind, value, of or "")
        return _frame(self._results([wanted], by, options, is_own=True)[0][1])

    def _results(
        self,
        wanted: Sequence[Statistic],
        by: str | Sequence[str],
        options: Options,
        *,
        is_own: bool,
        progress: Callable[[int], None] | None = None,
        note: Callable[[str], None] | None = None,
    ) -> list[tuple[Statistic, pa.Table]]:
        counts = self.counted(wanted, by, progress=progress, **options)
        tables = [_table(one, options) for one in counts]
        for line in notes_on_nothing(self.runs, counts, _conditions(options), is_own=is_own):
            if note:
                note(line)
            else:
                warnings.warn(line, stacklevel=4)
        if note:
            for line in notes_on_nulls(counts, is_own=is_own):
                note(line)
        return [*zip(wanted, tables, strict=True)]

    @sharing(Options)
    def counted(
        self,
        wanted: Sequence[Statistic],
        by: str | Sequence[str] = (),
        *,
        threads: int | None = None,
        progress: Callable[[int], None] | None = None,
        **options: Unpack[Options],
    ) -> list[Counts]:
        """Sums of statistics, from which `results.result_table` makes values.

        Args:
            wanted: Statistics.
            by: Axes.
            threads: Threads that count; None for one on each core.
            progress: Called with the number of games counted at a time.
            options: Those of `stat` that are about counting.

        Raises:
            UserMistake: As `stat`.
        """
        check_words(options, Options)
        cluster, compare = options.get("cluster", "game"), options.get("compare")
        if cluster not in CLUSTERS:
            raise UserMistake(f"cluster is {cluster!r}; expected one of {', '.join(CLUSTERS)}")
        check_confidence(options.get("confidence", CONFIDENCE))
        axes, where = _axes(by), _conditions(options)
        side = None if compare is None else parsed(compare, "compare")
        asked = asked_for(wanted, axes, where, side, pool_players=options.get("pool_players", False))
        with Database(self.runs, threads) as database:
            return count(database, asked, cluster, progress)

    def sql(self, query: str) -> pd.DataFrame:
        """The rows of one SELECT in DuckDB's SQL over the views, and the stored tables as ``tables.NAME``.

        Raises:
            UserMistake: When it is no single SELECT over these.

        Examples:
            ``archive.sql("SELECT room, avg(honba) FROM hands GROUP BY room")``
        """
        return _frame(selected(self.runs, query))

    def help(self, name: str | None = None) -> Help:
        """Help on the views that statistics and queries are over, or on the columns of one.

        Args:
            name: A view; or a stored table, as ``"tables.hands"`` where a view has its name too.

        Raises:
            UserMistake: When there is neither.

        Examples:
            ``analyzer.load("out").help("riichi")``
        """
        if name is None:
            return views_help(f"{self._places()}; help(view) has the columns")
        return columns_help(name)

    def __repr__(self) -> str:
        return repr(self.help())

    def _repr_html_(self) -> str:
        return self.help()._repr_html_()

    def statistics(self, word: str = "", catalogue: str | os.PathLike[str] | None = None) -> pd.DataFrame:
        """Statistics of the catalogue with a word in name, topic, unit or definition; all without one."""
        found = _catalogue(catalogue).search(word)
        names = ("name", "topic", "rows", "unit", "definition", "usual", "headline")
        return pd.DataFrame({name: [getattr(one, name) for one in found] for name in names})

    @property
    def stats(self) -> Named:
        """Statistics by name, which Jupyter completes: ``archive.stats.draw_rate(by="room")``."""
        return Named(self.stat)


class Named:
    """The statistics of an archive as functions by name, each `Archive.stat` with the name given."""

    def __init__(self, stat: Callable[..., pd.DataFrame]) -> None:
        self._stat = stat

    def __getattr__(self, name: str) -> Callable[..., pd.DataFrame]:
        try:
            found = shipped_catalogue().find(name)
        except UserMistake as error:
            raise AttributeError(str(error)) from None
        made = partial(self._stat, name)
        made.__doc__ = found.definition
        return made

    def __getitem__(self, name: str) -> Callable[..., pd.DataFrame]:
        return self.__getattr__(name)

    def __dir__(self) -> Sequence[str]:
        return shipped_catalogue().names

    _ipython_key_completions_ = __dir__


def _catalogue(given: str | os.PathLike[str] | Catalogue | None) -> Catalogue:
    if given is None:
        return shipped_catalogue()
    return given if isinstance(given, Catalogue) else load_catalogue(given)


def _each(given: str | Sequence[str] | None) -> Sequence[str]:
    if given is None:
        return ()
    # What is no text at all is refused where it is read.
    return given if isinstance(given, Iterable) and not isinstance(given, str) else (given,)


def _axes(by: str | Sequence[str]) -> list[Expression]:
    return [one for text in _each(by) for one in parsed_list(text, "by")]


def _conditions(options: Options) -> list[Expression]:
    return [parsed(text, "where") for text in _each(options.get("where"))]


def _table(counts: Counts, options: Options, quantiles: Quantiles | None = None) -> pa.Table:
    return result_table(
        counts,
        options.get("confidence", CONFIDENCE),
        min_n=options.get("min_n", 1),
        clusters=CLUSTERS[options.get("cluster", "game")],
        quantiles=quantiles,
    )


def _frame(table: pa.Table) -> pd.DataFrame:
    try:
        frame: pd.DataFrame = table.to_pandas(
            types_mapper=pandas_types(table.schema).get, date_as_object=False
        )
    except (pa.ArrowException, ValueError) as error:
        raise UserMistake(f"the result has a value that pandas cannot hold: {error}") from None
    return frame


def load_archive(*folders: str | os.PathLike[str]) -> Archive:
    """The folder of a finished run, or several as one; raises what `load` does."""
    return Archive(load(*folders).runs)
