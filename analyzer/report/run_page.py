"""The page about a run: what was read, what was checked, the findings, and the charts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from analyzer import __version__
from analyzer.errors import UserMistake, missing_extra
from analyzer.folders import Folder
from analyzer.report.disagreements import MOST, disagreements
from analyzer.report.grids import no_verdicts, what_was_checked, what_was_read
from analyzer.tables.parts import damaged

if TYPE_CHECKING:
    from analyzer.report.figures import Chapter
    from analyzer.stats.archive import Archive

__all__ = ["write_report"]

_SUMMARY: Final = "summary.json"
_FIXED: Final = (("read", "What was read"), ("checked", "What was checked"), ("disagreed", "What disagreed"))


def write_report(archive: Archive, path: Path, *, logs: Sequence[str | Path] = ()) -> None:
    """Write the report about a run: one HTML file that needs no other file and no network.

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
    contents = _contents(archive, summary, chapters(archive), logs)
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    text = environment.from_string(_resource("report.html.j2")).render(contents)
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UserMistake(f"cannot write {str(path)!r}: {error.strerror}") from error


def _resource(name: str) -> str:
    return files("analyzer.report").joinpath(name).read_text(encoding="utf-8")


def _contents(
    archive: Archive, summary: dict[str, Any], figures: Sequence[Chapter], logs: Sequence[str | Path]
) -> dict[str, Any]:
    found, how_many = disagreements(archive, logs)
    return {
        "title": f"Tenhou logs: {summary['games']:,} games",
        "lead": f"{summary['hands']:,} hands, read and judged by tenhou-analyzer {__version__}.",
        "chapters": [*_FIXED, *((chapter.anchor, chapter.name) for chapter in figures)],
        "read": what_was_read(summary),
        "checked_lead": "How often each check passed, failed, or could give no verdict.",
        "checked": what_was_checked(summary["checks"]),
        "findings_lead": _findings_lead(how_many),
        "findings": found,
        "undecided": no_verdicts(archive),
        "figures": figures,
        "style": _resource("report.css"),
        "script": _resource("report.js"),
        "foot": f"tenhou-analyzer {__version__}; intervals are of 95 %.",
    }


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
