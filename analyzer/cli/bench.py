"""``tenhou-analyzer bench``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.engines import engine_of, writers_of
from analyzer.cli.options import example, quiet_option, sources_argument
from analyzer.cli.progress import Progress, tell_of_compiling
from analyzer.errors import UserMistake

if TYPE_CHECKING:
    from analyzer.batch.bench_archive import ArchiveBench

_FORMS: Final = ("zip", "sqlite")


@click.command(
    "bench",
    epilog=example(
        "tenhou-analyzer bench logs/ --against before.json",
        "tenhou-analyzer bench logs.zip --games 20000 --rounds 3 --format json",
        "tenhou-analyzer bench logs/ --archive zip:100000 --out scratch --workers 2",
        "tenhou-analyzer bench logs/ --statistics",
    ),
)
@sources_argument
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    help="Games of a round; more than the sources hold repeats them under new ids (default: all once; "
    "with --statistics 180,000).",
)
@click.option(
    "--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="Rounds; medians are given."
)
@click.option(
    "--archive",
    metavar="zip:N|sqlite:N",
    help="Instead, make an archive of N games and measure a run over it, tables included.",
)
@click.option(
    "--statistics", is_flag=True, help="Instead, count the whole catalogue of statistics over so many games."
)
@click.option(
    "-o",
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Folder for that archive and its tables while they are needed; some 15 GB a million games.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes of that run (default: one on each core).",
)
@click.option("--startup", is_flag=True, help="Measure also how processes start; compiles all anew.")
@click.option(
    "--against",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Compare with an earlier run, of which FILE has the output of --format json.",
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="A table, one JSON object, or a table for a README.",
)
@quiet_option
def command(
    sources: tuple[str, ...],
    games: int | None,
    rounds: int,
    archive: str | None,
    out: Path | None,
    workers: int | None,
    against: Path | None,
    format_name: str,
    *,
    startup: bool,
    statistics: bool,
    quiet: bool,
) -> None:
    """Measure the stages of a run, beside lxml alone.

    With --archive a whole run is measured instead, over an archive of any size; with --statistics the
    catalogue of `stats`, on one core.

    All stages are measured in one process on the same games, by the time of the processor; what counts
    is their ratio to lxml's parser alone, for the rates themselves depend on the machine.
    """
    if archive is not None:
        if against is not None or startup or format_name == "markdown":
            raise click.UsageError("--archive goes with neither --against, --startup nor --format markdown.")
        _measure_archive(sources, archive, out, workers, as_json=format_name == "json", quiet=quiet)
        return
    if statistics:
        _measure_statistics(sources, games, out, as_json=format_name == "json", quiet=quiet)
        return
    from analyzer.batch.bench import bench
    from analyzer.batch.bench_text import bench_json, bench_markdown, bench_table, read_ratios
    from analyzer.kernels import before_compiling

    before = None if against is None else read_ratios(against)
    with before_compiling(None if quiet else tell_of_compiling):
        result = bench(sources, games=games, rounds=rounds, startup=startup)
    if format_name == "json":
        click.echo(bench_json(result, before))
        return
    for line in (bench_markdown if format_name == "markdown" else bench_table)(result, before):
        click.echo(line)


def _measure_archive(
    sources: tuple[str, ...], asked: str, out: Path | None, workers: int | None, *, as_json: bool, quiet: bool
) -> None:
    from analyzer.batch.bench_archive import bench_archive

    form, games = _form_and_games(asked)
    if out is None:
        raise UserMistake("--archive needs --out: a folder with room for the archive and its tables")
    engine = engine_of(None, workers, None, out=out, sources=sources, quiet=quiet)
    with Progress(quiet=quiet) as progress:
        result = bench_archive(
            sources, form, games, out, engine=engine, writers=writers_of(None, workers), watch=progress
        )
    if as_json:
        click.echo(json.dumps(result._asdict()))
    else:
        _show_archive(result)


def _measure_statistics(
    sources: tuple[str, ...], games: int | None, out: Path | None, *, as_json: bool, quiet: bool
) -> None:
    from analyzer.batch.bench_statistics import YEAR_GAMES, bench_statistics

    with Progress(quiet=quiet) as progress:
        result = bench_statistics(sources, games or YEAR_GAMES, out, watch=progress)
    if as_json:
        click.echo(json.dumps(result._asdict()))
        return
    click.echo(
        f"{result.statistics:,} statistics over {result.games:,} games, {result.hands:,} hands: "
        f"{result.seconds:.1f} s on one core; {result.mebibytes:,.0f} MiB of tables, {result.cells:,} cells"
    )
    click.echo(
        f"lxml alone parses so many games in {result.lxml_seconds:.1f} s: "
        f"{result.cpu_seconds / result.lxml_seconds:.2f} of that"
    )
    if result.peak_mebibytes is not None:
        click.echo(f"peak memory: {result.peak_mebibytes:,.0f} MiB")


def _form_and_games(asked: str) -> tuple[str, int]:
    form, _, number = asked.partition(":")
    if form not in _FORMS or not (number.isascii() and number.isdigit() and int(number)):
        raise UserMistake(f"--archive {asked!r} cannot be made; expected zip:N or sqlite:N, as zip:100000")
    return form, int(number)


def _show_archive(result: ArchiveBench) -> None:
    click.echo(
        f"{result.form} of {result.games:,} games, {result.mebibytes:,.0f} MiB, "
        f"made in {result.making_seconds:.1f} s"
    )
    click.echo(f"plan: {result.units:,} units in {result.planning_seconds:.1f} s")
    click.echo(
        f"run: {result.games_per_second:,.0f} games/s with {result.workers} workers, "
        f"{result.run_seconds:.1f} s, of which {result.merging_seconds:.1f} s to merge the tables"
    )
    if result.worker_mebibytes is not None and result.parent_mebibytes is not None:
        click.echo(
            f"peak memory: {result.worker_mebibytes:,.0f} MiB in a worker, "
            f"{result.parent_mebibytes:,.0f} MiB in the process that plans and merges"
        )
