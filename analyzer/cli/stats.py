"""``tenhou-analyzer stats``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from analyzer.cli.options import complete_statistics, example, format_option, out_option, quiet_option
from analyzer.errors import UserMistake
from analyzer.printable import printable

if TYPE_CHECKING:
    import pyarrow as pa

    from analyzer.stats.results import Result


@click.command(
    "stats",
    epilog=example(
        "tenhou-analyzer stats out draw_rate --by first_riichi_turn",
        "tenhou-analyzer stats out riichi_win_rate --by 'riichi_wait_kinds > 1' --where \"room = 'houou'\"",
        "tenhou-analyzer stats out draw_rate --compare 'riichi_count > 0'",
        "tenhou-analyzer stats out-2021 draw_rate --also out-2022 --by year --format csv > draws.csv",
        "tenhou-analyzer stats --list tenpai",
        "tenhou-analyzer stats --columns riichi",
    ),
)
@click.argument("folder", metavar="DIR", required=False)
@click.argument("names", metavar="[NAME...]", nargs=-1, shell_complete=complete_statistics)
@click.option(
    "--by", metavar="SQL,SQL...", multiple=True, help="Columns of the rows, or SQL expressions over them."
)
@click.option("--where", metavar="SQL", multiple=True, help="Only rows for which this holds.")
@click.option(
    "--compare", metavar="SQL", help="Rows for which this holds, the others, and the difference of both."
)
@click.option(
    "--cluster",
    type=click.Choice(["game", "player"]),
    default="game",
    show_default=True,
    help="Rows that depend on each other, for the intervals.",
)
@click.option("--pool-players", is_flag=True, help="Take games of three and of four players together.")
@click.option(
    "--min-n",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Leave out groups with fewer rows.",
)
@click.option(
    "--confidence", type=float, default=0.95, show_default=True, metavar="P", help="Of the intervals."
)
@click.option(
    "--catalogue",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A catalogue of your own (TOML) instead of the shipped one.",
)
@format_option("For people or for programs.", "table", "csv", "json", "parquet")
@out_option("Write to this file.", dir_okay=False)
@click.option(
    "--also",
    metavar="DIR",
    multiple=True,
    help="Add the tables of another run, which has no log in common with it; repeat it for more.",
)
@click.option(
    "--recount",
    type=click.Choice(["headline", "all"]),
    help="Count the headline statistics, or all, into DIR/stats.parquet.",
)
@click.option("--list", "lists", is_flag=True, help="List statistics, with words only those that have them.")
@click.option(
    "--columns", "view", metavar="VIEW", help="List the columns of a view with type, unit and meaning."
)
@click.option("--definitions", is_flag=True, help="Print the definitions and exit.")
@quiet_option
def command(
    folder: str | None,
    names: tuple[str, ...],
    catalogue: Path | None,
    format_name: str,
    out: Path | None,
    recount: str | None,
    also: tuple[str, ...],
    view: str | None,
    *,
    lists: bool,
    definitions: bool,
    quiet: bool,
    **asked: Any,  # noqa: ANN401 - as `Archive.results` takes them
) -> None:
    """Print statistics over the tables of a run, with sample sizes and intervals.

    DIR is the folder that `run` wrote; no log is read again.  NAME is a statistic or a topic from
    `stats --list`; without a name the whole catalogue is printed.  Three and four players are apart.
    """
    if definitions:
        from analyzer.stats.page import definitions_page

        click.echo(definitions_page(), nl=False)
        return
    if view:
        from analyzer.stats.page import columns_help

        click.echo(columns_help(view))
        return
    if lists:
        _list(" ".join([*([folder] if folder else []), *names]), catalogue)
        return
    if folder is None:
        raise UserMistake("expected DIR, the folder of a run; or --list, --columns or --definitions")
    if out is None and format_name == "parquet":
        raise UserMistake("--format parquet needs --out: it is not text")
    from analyzer.batch.progress import Progress
    from analyzer.stats.archive import load_archive

    if recount:
        from analyzer.batch.publishing import recount as write_anew
        from analyzer.stats import Extent

        for one in (folder, *also):
            write_anew(one, Extent(recount))
    archive = load_archive(folder, *also)
    notes: list[str] = []
    with Progress(quiet=quiet) as progress:
        progress.begin(sum(part.rows for run in archive.runs for part in run.parts_of("games")))
        results = archive.results(
            names, catalogue=catalogue, progress=progress.count, note=notes.append, **asked
        )
    for line in notes:
        click.echo(f"note: {printable(line)}", err=True)
    with nullcontext(sys.stdout.buffer) if out is None else out.open("wb") as stream:
        _write(results, format_name, stream)


def _list(words: str, catalogue: Path | None) -> None:
    from analyzer.stats.catalogue import load_catalogue, shipped_catalogue
    from analyzer.stats.page import listed

    known = load_catalogue(catalogue) if catalogue else shipped_catalogue()
    found = known.search(words)
    if not found:
        raise UserMistake(f"no statistic has {words!r}; `tenhou-analyzer stats --list` has all")
    for line in listed(found):
        click.echo(line)


def _write(results: Sequence[Result], form: str, stream: BinaryIO) -> None:
    from analyzer.stats.results import as_csv, as_json, as_text, joined, write_parquet

    if form == "json":
        stream.writelines(piece.encode() for piece in as_json(results))
    elif form == "table":
        stream.writelines(f"{line}\n".encode() for line in as_text(results))
    else:
        table: pa.Table = joined(results)
        if form == "csv":
            as_csv(table, stream)
        else:
            write_parquet(table, [statistic for statistic, _ in results], stream)
