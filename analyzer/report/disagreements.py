"""The findings of a run, each with a picture of its hand if the log can still be found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow.compute as pc
import pyarrow.dataset as ds

from analyzer.audit.findings import LogName
from analyzer.errors import AnalyzerError
from analyzer.sources import Choice, SourceLog, iter_logs
from analyzer.view import Game, read_game
from analyzer.view.picture import table_html
from analyzer.vocabulary import kyoku_text

if TYPE_CHECKING:
    from analyzer.stats.archive import Archive

__all__ = ["MOST", "Disagreement", "disagreements"]

MOST: Final = 25
"""Findings beyond this number are only counted."""


class Disagreement(NamedTuple):
    """One finding as it is shown; ``picture`` is empty if the log was not found."""

    place: str
    check: str
    message: str
    picture: str


def disagreements(archive: Archive, logs: Sequence[str | Path] = ()) -> tuple[list[Disagreement], int]:
    """The first findings of wrong logs, undecided ones left out, and the number of all of them.

    Names of players come from the tables, never from the logs: the run may have dropped them.

    Args:
        archive: A run.
        logs: Files and archives to search for the logs, besides the files that the run read.
    """
    table = archive["findings"]
    wrong = table.filter(pc.not_equal(table["verdict"].cast("string"), "undecided"))
    rows = wrong.slice(0, MOST).to_pylist()
    games = _games(rows, logs)
    names = _names(archive, list(games))
    return [_shown(row, games.get(str(row["log_id"])), names) for row in rows], wrong.num_rows


def _names(archive: Archive, log_ids: list[str]) -> dict[tuple[str, int], str]:
    """Names of players as the run wrote them, by log id and seat."""
    if not log_ids or "players" not in archive:
        return {}
    rows = archive.table("players", ["log_id", "seat", "name"], ds.field("log_id").isin(log_ids)).to_pylist()
    return {(row["log_id"], row["seat"]): row["name"] for row in rows if row["name"] is not None}


def _shown(
    row: Mapping[str, object], game: Game | None, names: Mapping[tuple[str, int], str]
) -> Disagreement:
    hand = row["hand"]
    place = [str(row["log_id"])]
    if isinstance(row["kyoku"], int) and isinstance(row["honba"], int):
        place.append(kyoku_text(row["kyoku"], row["honba"]))
    if row["element"] is not None:
        place.append(f"#{row['element']}")
    picture = ""
    if game is not None and isinstance(hand, int) and hand < len(game.hands):
        table = game.hands[hand].table()
        sides = [side._replace(name=names.get((place[0], side.seat), "")) for side in table.sides]
        picture = table_html(table._replace(sides=tuple(sides)))
    return Disagreement(" ".join(place), str(row["check"]), str(row["message"]), picture)


def _games(rows: Sequence[Mapping[str, object]], logs: Sequence[str | Path]) -> dict[str, Game]:
    """Games of the findings by log id, if their logs are found."""
    wanted = {str(row["source"]): str(row["log_id"]) for row in rows}
    found: dict[str, Game] = {}
    for source, log_id in wanted.items():
        if Path(source).is_file():
            _add(found, iter_logs([source]), {log_id})
    missing = set(wanted.values()) - set(found)
    if missing and logs:
        choice = Choice(ids=frozenset(missing))
        _add(found, iter_logs([str(source) for source in logs], choice), missing)
    return found


def _add(found: dict[str, Game], items: Iterable[object], wanted: set[str]) -> None:
    for item in items:
        if not isinstance(item, SourceLog):
            continue
        for log_id in wanted:
            if log_id in item.source or len(wanted) == 1:
                try:
                    found[log_id] = read_game(item.data, LogName(log_id, item.source))
                except AnalyzerError:
                    continue
