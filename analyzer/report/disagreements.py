"""The findings of a run, each with a picture of its hand and the page of its game if the log is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow.compute as pc

from analyzer.report.found_games import FoundGames, ShownHand, find_games, finding_of

if TYPE_CHECKING:
    from analyzer.stats.archive import Archive

__all__ = ["MOST", "Disagreement", "Disagreements", "disagreements"]

MOST: Final = 25
"""Findings beyond this number are only counted."""


class Disagreement(NamedTuple):
    """One finding as it is shown, with its hand."""

    place: str
    check: str
    message: str
    citation: str
    hand: ShownHand


class Disagreements(NamedTuple):
    """The findings of a run.

    Attributes:
        told: The first of them.
        how_many: All that lead a chain, without undecided ones.
        games: How many games have any.
        pages: The pages of games by the name of their file.
    """

    told: tuple[Disagreement, ...]
    how_many: int
    games: int
    pages: dict[str, str]


def disagreements(archive: Archive, logs: Sequence[str | Path] = ()) -> Disagreements:
    """The first findings of wrong logs that lead a chain, with the pages of their games.

    Args:
        archive: A run.
        logs: Files and archives to search for the logs, besides the files that the run read.
    """
    table = archive["findings"]
    wrong = table.filter(pc.and_(table["leads"], pc.not_equal(table["verdict"].cast("string"), "undecided")))
    rows = wrong.slice(0, MOST).to_pylist()
    games = find_games(archive, {str(row["log_id"]): str(row["source"]) for row in rows}, logs)
    told = tuple(_shown(row, games) for row in rows)
    return Disagreements(told, wrong.num_rows, len(pc.unique(wrong["log_id"])), games.pages())


def _shown(row: Mapping[str, Any], games: FoundGames) -> Disagreement:
    found = finding_of(row)
    hand = games.hand(found.log, found.hand, found.element)
    return Disagreement(found.place, found.check, found.message, found.citation, hand)
