"""The page about a run: what was read, what was checked, the findings, and the charts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow.compute as pc

from analyzer.citing import cited_version
from analyzer.folders import Folder
from analyzer.report.figures import headline
from analyzer.report.found_games import FoundGames, ShownHand, find_games, finding_of
from analyzer.report.grids import accounting, checked, contents, draws_told, no_verdicts
from analyzer.tables.parts import damaged

if TYPE_CHECKING:
    from analyzer.report.figures import Chapter
    from analyzer.stats.archive import Archive

MOST: Final = 25
"""Findings beyond this number are only counted."""
_SUMMARY: Final = "summary.json"
_FIXED: Final = (("checked", "Checks"), ("disagreed", "What disagreed"), ("played", "How it is played"))


def run_contents(
    archive: Archive, summary: dict[str, Any], figures: Sequence[Chapter], found: Disagreements
) -> dict[str, Any]:
    """What the template of the report on a run needs."""
    groups = checked(summary["checks"])
    players, played = headline(archive)
    undecided = sum(counts["undecided"] for counts in summary["checks"].values())
    return {
        "title": f"Tenhou logs: {summary['games']:,} games",
        "lead": f"{summary['hands']:,} hands, read and judged by tenhou-analyzer {cited_version()}.",
        "is_clean": not found.how_many,
        "verdict": _verdict(found, summary["games"]),
        "doubt": _doubt(undecided, summary["unreadable"]),
        "chapters": [*_FIXED, *((chapter.anchor, chapter.name) for chapter in figures)],
        "players": players,
        "played": played,
        "accounting": accounting(summary),
        "inside": contents(archive),
        "draws": draws_told(summary["draws"]),
        "checked": groups,
        "counts": [(name, len(rows.rows)) for name, rows in zip(_STATES, groups.values(), strict=True)],
        "findings_lead": _findings_lead(found.how_many),
        "findings": found.told,
        "undecided": no_verdicts(archive),
        "figures": figures,
    }


_STATES: Final = ("failed", "undecided in places", "passed", "had nothing to judge")


def _verdict(found: Disagreements, games: int) -> str:
    if not found.how_many:
        return "As far as it can be judged, this archive is all right: no log contradicts the rules."
    many = f"{found.how_many:,} {'finding' if found.how_many == 1 else 'findings'}"
    return f"{many} in {found.games:,} of {games:,} games: there the logs contradict the rules."


def _doubt(undecided: int, unreadable: int) -> str:
    said = [f"{undecided:,} items could not be judged"] if undecided else []
    said += [f"{unreadable:,} inputs could not be read"] if unreadable else []
    return f"{'; '.join(said)}." if said else "Everything could be read, and judged where a check applies."


def summary_of(folder: Folder) -> dict[str, Any]:
    """The summary that a run wrote; a `UserMistake` where it is not there."""
    try:
        summary: dict[str, Any] = json.loads(folder.read(_SUMMARY))
        _tell(summary)
    except (FileNotFoundError, ValueError, RecursionError, AttributeError, LookupError, TypeError) as error:
        raise damaged(f"{folder.shown.rstrip('/')}/{_SUMMARY}") from error
    return summary


def _tell(summary: dict[str, Any]) -> None:
    """Put into words what the page takes from a summary; any error where that is not what a run writes."""
    checked(summary["checks"])
    accounting(summary)
    draws_told(summary["draws"])
    for number in ("games", "hands", "unreadable"):
        format(summary[number], ",")


def _findings_lead(how_many: int) -> str:
    if not how_many:
        return "Nothing: no log says anything that the rules contradict."
    shown = f"; the first {MOST} are shown" if how_many > MOST else ""
    return f"{how_many:,} {'finding' if how_many == 1 else 'findings'}{shown}."


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
