"""Finished runs: their tables and their statistics."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from analyzer.errors import UserMistake
from analyzer.stats.catalogue import CATALOGUE, find
from analyzer.stats.cells import added
from analyzer.stats.compute import compute
from analyzer.stats.finish import CONFIDENCE, finished
from analyzer.stats.groups import STORED, check_grains, dimension
from analyzer.stats.statistic import SHARES, Statistic
from analyzer.stats.stored import read_cells
from analyzer.tables.load import Tables, load

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Archive", "load_archive", "statistics_table"]


class Archive(Tables):
    """The tables of one run or of several, and their statistics."""

    def stat(
        self,
        names: str | Sequence[str],
        by: Sequence[str] | str = (),
        *,
        where: Mapping[str, object] | None = None,
        min_n: int = 1,
        confidence: float = CONFIDENCE,
    ) -> pd.DataFrame:
        """Statistics with their intervals and sample sizes.

        Args:
            names: One statistic of the catalogue, or several.
            by: Groups, such as ``["room", "length"]``; see docs/statistics.md.
            where: Group values to keep, such as ``{"players": 4}``.
            min_n: Least sample size; rows with less are left out.
            confidence: Confidence level of the intervals.

        Returns:
            Columns of ``by``, the axis and ``category`` if the statistic has them, then ``value``,
            ``low``, ``high`` and ``n``.  For several statistics ``statistic`` is first and ``at`` the axis.

        Raises:
            UserMistake: When there is no such statistic, or its rows cannot be grouped like this.

        Example:
            ``analyzer.load("out").stat("draw_rate", by=["room"])``
        """
        if isinstance(names, str):
            return self.measure(find(names), by, where=where, min_n=min_n, confidence=confidence)
        by = (by,) if isinstance(by, str) else tuple(by)
        chosen = [find(name) for name in names]
        table = statistics_table(self, chosen, by, where=where, min_n=min_n, confidence=confidence)
        frame: pd.DataFrame = table.to_pandas()
        return frame

    def measure(
        self,
        statistic: Statistic,
        by: Sequence[str] | str = (),
        *,
        where: Mapping[str, object] | None = None,
        min_n: int = 1,
        confidence: float = CONFIDENCE,
    ) -> pd.DataFrame:
        """A statistic of your own, counted over the tables; arguments and columns as in `stat`.

        Args:
            statistic: Statistic to measure; it need not be in the catalogue.
            by: Groups.
            where: Group values to keep.
            min_n: Least sample size; rows with less are left out.
            confidence: Confidence level of the intervals.

        Raises:
            UserMistake: When its rows cannot be grouped like this, or it reads a column it does not name.
        """
        by = (by,) if isinstance(by, str) else tuple(by)
        table = statistics_table(self, [statistic], by, where=where, min_n=min_n, confidence=confidence)
        return _of_one(table.to_pandas(), statistic)

    def cells(self, statistics: Sequence[Statistic], by: Sequence[str]) -> pa.Table:
        """Cells of statistics: the stored ones if they suffice, otherwise counted now.

        Raises:
            UserMistake: When the counted rows lack one of the dimensions.
        """
        for statistic in statistics:
            check_grains(by, statistic.name, statistic.grain)
        # A statistic of the user may share its name or topic with a stored one.
        is_kept = set(by) <= set(STORED) and all(one in CATALOGUE for one in statistics)
        pieces = []
        for run in self.runs:
            kept = read_cells(run, statistics) if is_kept else None
            pieces.append(compute(run, statistics, by) if kept is None else kept)
        return added(pieces, by)


def _of_one(frame: pd.DataFrame, statistic: Statistic) -> pd.DataFrame:
    """The frame of one statistic: numbers as numbers, without empty columns."""
    frame = frame.drop(columns="statistic")
    for name, labels, is_there in (
        ("at", statistic.axis_labels, bool(statistic.axis)),
        ("category", statistic.labels, statistic.kind is SHARES),
    ):
        if not is_there:
            frame = frame.drop(columns=name)
        elif not labels:
            frame[name] = frame[name].astype("int64")
    axis = statistic.axis if statistic.axis not in frame.columns else "at"
    return frame.rename(columns={"at": axis})


def statistics_table(
    archive: Archive,
    statistics: Sequence[Statistic],
    by: Sequence[str] = (),
    *,
    where: Mapping[str, object] | None = None,
    min_n: int = 1,
    confidence: float = CONFIDENCE,
) -> pa.Table:
    """Values with their intervals; see `finish.finished`.

    Raises:
        UserMistake: When the rows of a statistic cannot be grouped like this.
    """
    wanted = dict(where or {})
    fine = (*by, *(name for name in wanted if name not in by))
    cells = added([_only(archive.cells(statistics, fine), wanted)], by)
    known = {statistic.name: statistic for statistic in statistics}
    return finished(cells, known, by, min_n=min_n, confidence=confidence)


def _only(cells: pa.Table, wanted: Mapping[str, object]) -> pa.Table:
    for name, value in wanted.items():
        cells = cells.filter(pc.equal(cells[name], _scalar(name, value)))
    return cells


def _scalar(name: str, value: object) -> pa.Scalar:
    kind = dimension(name).type
    truths = {"true": True, "yes": True, "false": False, "no": False}
    if kind == pa.bool_() and isinstance(value, str):
        value = truths.get(value.lower(), value)
    try:
        return pa.scalar(int(value) if isinstance(value, str) and pa.types.is_integer(kind) else value, kind)
    except (pa.ArrowInvalid, pa.ArrowTypeError, ValueError):
        raise UserMistake(f"{value!r} is not a value of {name}; expected one of type {kind}") from None


def load_archive(*folders: str | os.PathLike[str]) -> Archive:
    """The folder of a finished run, or several as one; raises what `load` does."""
    return Archive(load(*folders).runs)
