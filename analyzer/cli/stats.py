"""``tenhou-analyzer stats``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from analyzer.cli.options import example, format_option
from analyzer.errors import UserMistake

if TYPE_CHECKING:
    import pyarrow as pa

    from analyzer.stats.statistic import Statistic


@click.command(
    "stats",
    epilog=example(
        "tenhou-analyzer stats out draw_rate --by room,length",
        "tenhou-analyzer stats out riichi --by player --min-n 300 --format csv > riichi.csv",
        "tenhou-analyzer stats out-2021 draw_rate --also out-2022 --by year --where players=4",
        "tenhou-analyzer stats --list",
    ),
)
@click.argument("folder", metavar="DIR", required=False)
@click.argument("names", metavar="[NAME...]", nargs=-1)
@click.option(
    "--by", metavar="GROUP,GROUP...", default="", help="Groups: year, room, dealer, player and more."
)
@click.option(
    "--where", "conditions", metavar="GROUP=VALUE", multiple=True, help="Only this group, as players=4."
)
@click.option(
    "--min-n",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Leave out groups with fewer rows.",
)
@click.option(
    "--confidence",
    type=float,
    default=0.95,
    show_default=True,
    metavar="P",
    help="Of the intervals.",
)
@format_option("For people or for programs.", "table", "csv", "json", "parquet")
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write to this file.",
)
@click.option(
    "--also",
    metavar="DIR",
    multiple=True,
    help="Add the tables of another run, which has no log in common with it; repeat it for more.",
)
@click.option("--recount", is_flag=True, help="Count again from the tables, and keep it in DIR/stats.")
@click.option("--list", "lists", is_flag=True, help="List every statistic and exit.")
@click.option("--definitions", is_flag=True, help="Print the definitions and exit.")
def command(
    folder: str | None,
    names: tuple[str, ...],
    by: str,
    conditions: tuple[str, ...],
    min_n: int,
    confidence: float,
    format_name: str,
    out: Path | None,
    also: tuple[str, ...],
    *,
    recount: bool,
    lists: bool,
    definitions: bool,
) -> None:
    """Print statistics over the tables of a run, with sample sizes and intervals.

    DIR is the folder that `run` wrote; no log is read again.  NAME is a statistic or a topic from
    `stats --list`; without a name the whole catalogue is printed.
    """
    if lists or definitions:
        _show_catalogue(definitions=definitions)
        return
    if folder is None:
        raise UserMistake("expected DIR, the folder of a run; or --list, or --definitions")
    from analyzer.stats.archive import load_archive, statistics_table
    from analyzer.stats.catalogue import chosen

    statistics = chosen(names)
    if recount:
        from analyzer.batch.counting import recount as write_anew

        for one in (folder, *also):
            write_anew(one)
    table = statistics_table(
        load_archive(folder, *also),
        statistics,
        tuple(name.strip() for name in by.split(",") if name.strip()),
        where=_wanted(conditions),
        min_n=min_n,
        confidence=confidence,
    )
    if out is None and format_name == "parquet":
        raise UserMistake("--format parquet needs --out: it is not text")
    with nullcontext(sys.stdout.buffer) if out is None else out.open("wb") as stream:
        _write(table, statistics, format_name, stream)


def _show_catalogue(*, definitions: bool) -> None:
    from analyzer.stats.catalogue import CATALOGUE
    from analyzer.stats.page import definitions_page, listed

    if definitions:
        click.echo(definitions_page(), nl=False)
        return
    for line in listed(CATALOGUE):
        click.echo(line)


def _wanted(conditions: Sequence[str]) -> dict[str, object]:
    wanted: dict[str, object] = {}
    for condition in conditions:
        name, equals, value = condition.partition("=")
        if not equals or not value:
            raise UserMistake(f"--where {condition!r} is not a condition; expected GROUP=VALUE, as players=4")
        wanted[name] = value
    return wanted


def _write(table: pa.Table, statistics: Sequence[Statistic], form: str, stream: BinaryIO) -> None:
    from analyzer.stats.printing import as_csv, as_json, as_text, write_parquet

    known = {one.name: one for one in statistics}
    if form == "csv":
        as_csv(table, stream)
    elif form == "parquet":
        write_parquet(table, known, stream)
    elif form == "json":
        stream.writelines(piece.encode() for piece in as_json(table, known))
    else:
        stream.writelines(f"{line}\n".encode() for line in as_text(table, known))
