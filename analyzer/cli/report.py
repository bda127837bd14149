"""``tenhou-analyzer report``."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.options import OutputPath, example
from analyzer.errors import UserMistake


@click.command(
    "report",
    epilog=example(
        "tenhou-analyzer report out -o report.html",
        "tenhou-analyzer report out --player NoName -o noname.html",
        "tenhou-analyzer report out --players -o players.html",
    ),
)
@click.argument("folder", metavar="DIR")
@click.option(
    "-o",
    "--output",
    "path",
    type=OutputPath(path_type=Path),
    help="The file to write (default: report.html, player.html or players.html).",
)
@click.option(
    "--logs",
    multiple=True,
    metavar="SOURCE",
    help="Where to find the logs of findings, to draw their hands (default: where the run read them).",
)
@click.option("--player", metavar="NAME", help="The page of this player instead, named as in the run.")
@click.option("--players", is_flag=True, help="An index of all players instead, with a search.")
def command(
    folder: str, path: Path | None, logs: tuple[str, ...], player: str | None, *, players: bool
) -> None:
    """Write one HTML file about a run: findings and charts.

    It says first whether the archive is all right and what is in it; every chart has its definition and its
    numbers.  With --player it is about one player: rates beside those of the archive, placements, what wins
    and deal-ins are worth, best and worst hands.  The games of the hands that are drawn get pages to step
    through, in the folder report-games beside it.  DIR is the folder that `run` wrote.
    Nothing of it needs a network.
    """
    from analyzer.report import write_player, write_players, write_report
    from analyzer.stats.archive import load_archive

    page = "players" if players else "report" if player is None else "player"
    path = path or Path(f"{page}.html")
    if players:
        if player is not None:
            raise UserMistake("--players is about all players; expected it, or --player, alone")
        write_players(load_archive(folder), path)
    elif player is None:
        write_report(load_archive(folder), path, logs=logs)
    else:
        write_player(load_archive(folder), player, path, logs=logs)
    click.echo(str(path))
