"""``tenhou-analyzer bench``."""

from __future__ import annotations

import json

import click

from analyzer.cli.options import example, sources_argument


@click.command(
    "bench",
    epilog=example(
        "tenhou-analyzer bench logs/", "tenhou-analyzer bench logs.zip --games 20000 --rounds 3 --json"
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
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def command(sources: tuple[str, ...], games: int | None, rounds: int, *, as_json: bool) -> None:
    """Measure the stages of a run, beside lxml alone.

    All stages are measured in one process on the same games; what counts is their ratio to lxml's
    parser alone, for the rates themselves depend on the machine and what else it does.
    """
    from analyzer.batch.bench import bench

    result = bench(sources, games=games, rounds=rounds)
    if as_json:
        stages = [stage._asdict() for stage in result.stages]
        click.echo(json.dumps({**result._asdict(), "stages": stages}))
        return
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
