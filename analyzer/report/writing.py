"""The pages of the report, written: one file each that needs no other, and beside it pages of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from analyzer.citing import cited_version
from analyzer.errors import UserMistake
from analyzer.folders.disk import open_own
from analyzer.report.figures import SURE, chapters
from analyzer.report.player_page import player_page, players_index
from analyzer.report.run_page import disagreements, run_contents, summary_of
from analyzer.view.pages import rendered, shipped

if TYPE_CHECKING:
    from analyzer.stats.archive import Archive

_FOOT: Final = (
    "intervals are of 95 % and know what comes from one game; "
    f"charts leave out values of fewer than {SURE} rows, which the tables have."
)


def write_report(archive: Archive, path: Path, *, logs: Sequence[str | Path] = ()) -> None:
    """Write the report about a run, and beside it the pages of the games with findings; all work offline.

    Args:
        archive: One run.
        path: The file to write.
        logs: Where to search for the logs of findings, besides the files that the run read.

    Raises:
        UserMistake: When the archive is not one run or damaged, or the file cannot be written.
    """
    _check(archive, path)
    summary, found = summary_of(archive.runs[0].folder), disagreements(archive, logs)
    contents = run_contents(archive, summary, chapters(archive), found)
    _write(path, "report.html.j2", contents, found.pages)


def write_player(archive: Archive, name: str, path: Path, *, logs: Sequence[str | Path] = ()) -> None:
    """Write the page of a player, and beside it the pages of the games whose hands it draws.

    Args:
        archive: One run.
        name: Of the player as the run wrote it.
        path: The file to write.
        logs: As of `write_report`.

    Raises:
        UserMistake: As `write_report`, and when the run does not know the name.
    """
    _check(archive, path)
    _write(path, "player.html.j2", *player_page(archive, name, logs))


def write_players(archive: Archive, path: Path) -> None:
    """Write an index of the players of a run, with a search; errors as of `write_player`."""
    _check(archive, path)
    _write(path, "players.html.j2", players_index(archive), {})


def _check(archive: Archive, path: Path) -> None:
    if len(archive.runs) > 1:
        raise UserMistake("a report is about one run; expected one folder to be loaded")
    if path.is_dir():
        raise UserMistake(f"cannot write {str(path)!r}: Is a directory")


def _write(path: Path, template: str, contents: Mapping[str, Any], pages: Mapping[str, str]) -> None:
    games = path.with_name(f"{path.stem}-games")
    text = rendered(
        f"report/{template}",
        games=quote(games.name),
        style=shipped("view/charts.css") + shipped("report/report.css"),
        script=shipped("report/report.js"),
        foot=f"tenhou-analyzer {cited_version()}; {_FOOT}",
        **contents,
    )
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
        for name, page in pages.items():
            games.mkdir(exist_ok=True)
            with open_own(path.parent, f"{games.name}/{name}", "wb") as file:
                file.write(f"{page}\n".encode())
    except OSError as error:
        raise UserMistake(f"cannot write {str(error.filename or path)!r}: {error.strerror}") from error
