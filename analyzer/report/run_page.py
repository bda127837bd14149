"""The page about a run: what was read, what was checked, the findings, and the charts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from analyzer import __version__
from analyzer.errors import UserMistake, missing_extra
from analyzer.folders import Folder
from analyzer.report.disagreements import MOST, Disagreements, disagreements
from analyzer.report.grids import accounting, checked, contents, draws_told, no_verdicts
from analyzer.tables.parts import damaged

if TYPE_CHECKING:
    from analyzer.report.figures import Chapter
    from analyzer.stats.archive import Archive

__all__ = ["write_report"]

_SUMMARY: Final = "summary.json"
_FIXED: Final = (("checked", "Checks"), ("disagreed", "What disagreed"))


def write_report(archive: Archive, path: Path, *, logs: Sequence[str | Path] = ()) -> None:
    """Write the report about a run: one HTML file, and beside it the pages of the games with findings.

    Neither needs a network.

    Args:
        archive: One run.
        path: The file to write.
        logs: Where to search for the logs of findings, besides the files that the run read.

    Raises:
        UserMistake: When the extra ``report`` is not installed, the archive is not one run or damaged, or
            the file cannot be written.
    """
    try:
        import jinja2

        from analyzer.report.figures import chapters
    except ImportError as error:
        raise missing_extra("a report", "report") from error
    if len(archive.runs) > 1:
        raise UserMistake("a report is about one run; expected one folder to be loaded")
    summary = _summary(archive.runs[0].folder)
    found = disagreements(archive, logs)
    games = path.with_name(f"{path.stem}-games")
    contents = _contents(archive, summary, chapters(archive), found, games.name)
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    text = environment.from_string(_resource("report.html.j2")).render(contents)
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
        for name, page in found.pages.items():
            games.mkdir(exist_ok=True)
            (games / name).write_text(page + "\n", encoding="utf-8", newline="\n")
    except OSError as error:
        raise UserMistake(f"cannot write {str(error.filename or path)!r}: {error.strerror}") from error


def _resource(name: str) -> str:
    return files("analyzer.report").joinpath(name).read_text(encoding="utf-8")


def _contents(
    archive: Archive, summary: dict[str, Any], figures: Sequence[Chapter], found: Disagreements, games: str
) -> dict[str, Any]:
    groups = checked(summary["checks"])
    undecided = sum(counts["undecided"] for counts in summary["checks"].values())
    return {
        "title": f"Tenhou logs: {summary['games']:,} games",
        "lead": f"{summary['hands']:,} hands, read and judged by tenhou-analyzer {__version__}.",
        "is_clean": not found.how_many,
        "verdict": _verdict(found, summary["games"]),
        "doubt": _doubt(undecided, summary["unreadable"]),
        "chapters": [*_FIXED, *((chapter.anchor, chapter.name) for chapter in figures)],
        "accounting": accounting(summary),
        "inside": contents(archive),
        "draws": draws_told(summary["draws"]),
        "checked": groups,
        "counts": [(name, len(rows.rows)) for name, rows in zip(_STATES, groups, strict=True)],
        "findings_lead": _findings_lead(found.how_many),
        "findings": found.told,
        "games": quote(games),
        "undecided": no_verdicts(archive),
        "figures": figures,
        "style": _resource("report.css"),
        "script": _resource("report.js"),
        "foot": f"tenhou-analyzer {__version__}; intervals are of 95 % and know what comes from one game.",
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


def _summary(folder: Folder) -> dict[str, Any]:
    try:
        summary: dict[str, Any] = json.loads(folder.read(_SUMMARY))
    except (FileNotFoundError, ValueError) as error:
        raise damaged(f"{folder.shown.rstrip('/')}/{_SUMMARY}") from error
    return summary


def _findings_lead(how_many: int) -> str:
    if not how_many:
        return "Nothing: no log says anything that the rules contradict."
    shown = f"; the first {MOST} are shown" if how_many > MOST else ""
    return f"{how_many:,} {'finding' if how_many == 1 else 'findings'}{shown}."
