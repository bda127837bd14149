"""``tenhou-analyzer report``."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.options import example


@click.command("report", epilog=example("tenhou-analyzer report out -o report.html"))
@click.argument("folder", metavar="DIR")
@click.option(
    "-o",
    "--output",
    "path",
    type=click.Path(path_type=Path),
    default=Path("report.html"),
    show_default=True,
    help="The file to write.",
)
@click.option(
    "--logs",
    multiple=True,
    metavar="SOURCE",
    help="Where to find the logs of findings, to draw their hands (default: where the run read them).",
)
def command(folder: str, path: Path, logs: tuple[str, ...]) -> None:
    """Write one HTML file about a run: is it all right, and what is in it.

    It shows what was read and checked, the findings, and charts with definition and numbers.  The games of
    the findings get pages beside it, in the folder report-games, to step through.  DIR is the
    folder that `run` wrote.  The page needs no other file and no network.
    """
    from analyzer.report import write_report
    from analyzer.stats.archive import load_archive

    write_report(load_archive(folder), path, logs=logs)
    click.echo(str(path))
