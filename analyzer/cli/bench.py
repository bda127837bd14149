"""``tenhou-analyzer bench``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.engines import engine_of
from analyzer.cli.options import example, quiet_option, sources_argument
from analyzer.cli.progress import Progress
from analyzer.errors import UserMistake

if TYPE_CHECKING:
    from analyzer.batch.bench import Bench
    from analyzer.batch.bench_archive import ArchiveBench

_FORMS: Final = ("zip", "sqlite")


@click.command(
    "bench",
    epilog=example(
        "tenhou-analyzer bench logs/",
        "tenhou-analyzer bench logs.zip --games 20000 --rounds 3 --json",
        "tenhou-analyzer bench logs/ --archive zip:100000 --out scratch --workers 2",
    ),
)
@sources_argument
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    help="Games of a round; more than the sources hold repeats them under new ids (default: all once).",
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
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
@quiet_option
def command(
    sources: tuple[str, ...],
    games: int | None,
    rounds: int,
    archive: str | None,
    out: Path | None,
    workers: int | None,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure the stages of a run, beside lxml alone.

    With --archive a whole run is measured instead, over an archive of any size.

    All stages are measured in one process on the same games; what counts is their ratio to lxml's
    parser alone, for the rates themselves depend on the machine and what else it does.
    """
    if archive is not None:
        _measure_archive(sources, archive, out, workers, as_json=as_json, quiet=quiet)
        return
    from analyzer.batch.bench import bench

    result = bench(sources, games=games, rounds=rounds)
    if as_json:
        stages = [stage._asdict() for stage in result.stages]
        click.echo(json.dumps({**result._asdict(), "stages": stages}))
        return
    _show_stages(result)


def _show_stages(result: Bench) -> None:
    click.echo(
        f"{result.games:,} games ({result.distinct:,} distinct), medians of {result.rounds} rounds; "
        f"{result.machine}"
    )
    click.echo(f"{'stage':<16}  {'games/s':>9}  {'us/game':>9}  {'x lxml':>7}")
    for stage in result.stages:
        rate = f"{stage.games_per_second:>9,.0f}  {stage.microseconds:>9,.1f}  {stage.ratio:>7.3f}"
        click.echo(f"{stage.name:<16}  {rate}")
    click.echo(f"start-up to the end of the first batch: {result.startup_seconds:.2f} s")
    if result.peak_mebibytes is not None:
        click.echo(f"peak memory: {result.peak_mebibytes:,.0f} MiB")


def _measure_archive(
    sources: tuple[str, ...], asked: str, out: Path | None, workers: int | None, *, as_json: bool, quiet: bool
) -> None:
    from analyzer.batch.bench_archive import bench_archive

    form, games = _form_and_games(asked)
    if out is None:
        raise UserMistake("--archive needs --out: a folder with room for the archive and its tables")
    engine = engine_of(None, workers, None, out=out, sources=sources, quiet=quiet)
    with Progress(quiet=quiet) as progress:
        result = bench_archive(sources, form, games, out, engine=engine, watch=progress)
    if as_json:
        click.echo(json.dumps(result._asdict()))
    else:
        _show_archive(result)


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
