"""``tenhou-analyzer run``."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.engines import engine_of, engine_options, writers_of
from analyzer.cli.options import (
    choosing_options,
    example,
    exit_status,
    judging_options,
    quiet_option,
    sources_argument,
    terms_of,
)
from analyzer.cli.progress import Progress

if TYPE_CHECKING:
    from analyzer.sources import Choice

_INTERRUPTED: Final = 130


@click.command(
    "run",
    epilog=example(
        "tenhou-analyzer run logs/ more-logs.zip --out out",
        "tenhou-analyzer run 2024.db --out out --since 2024-03 --names drop --workers 4",
        "tenhou-analyzer run logs/ --out out --checks draw-kind,draw-payment --tables hands,draws",
    ),
)
@sources_argument
@click.option(
    "-o",
    "--out",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Folder for the tables and the summary; the same command again goes on where it was left.",
)
@click.option("--fresh", is_flag=True, help="Forget what an earlier run into DIR has read.")
@click.option(
    "--names",
    "names_mode",
    type=click.Choice(["keep", "hash", "drop"]),
    default="keep",
    show_default=True,
    help="Names of players: as they are, their HMAC-SHA256 under a secret of yours, or left out.",
)
@click.option(
    "--names-secret",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The secret for --names hash; else that of the variable TENHOU_ANALYZER_NAMES_SECRET.",
)
@click.option(
    "--tables",
    metavar="NAME,NAME...",
    help="Write no more than these, of players, hands, seats, wins, draws and stats; games and findings are "
    "always there, stats are counted over all the others (default: everything).",
)
@choosing_options
@judging_options
@engine_options
@click.option(
    "--unit-logs",
    type=click.IntRange(min=1),
    metavar="N",
    hidden=True,
    help="Logs of a unit of work, at most.",
)
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[str, ...],
    out: Path,
    names_mode: str,
    names_secret: Path | None,
    tables: str | None,
    choice: Choice,
    rules: str,
    checks: str | None,
    engine: str | None,
    workers: int | None,
    scheduler: str | None,
    unit_logs: int | None,
    *,
    fresh: bool,
    strict: bool,
    quiet: bool,
) -> None:
    """Read and audit logs; write tables and a summary: the main job.

    Every log of the sources is read, replayed and settled, and what it claims is compared with the
    rules.  DIR gets the tables as Parquet files (see `schema`), the counts of all statistics over them
    (see `stats`), summary.txt and summary.json, quarantine.jsonl with all that could not be read and all
    that was there twice, and manifest.json; a log that cannot be read is a finding, and the run goes on.
    """
    from analyzer.batch.names import names_of
    from analyzer.batch.outputs import EVERYTHING, outputs_of
    from analyzer.batch.run import Interrupted, run
    from analyzer.batch.summary import summary_text
    from analyzer.batch.work import Job
    from analyzer.sources.units import UNIT_LOGS

    began = time.perf_counter()
    job = Job(
        out,
        terms_of(rules, checks),
        choice,
        names=names_of(names_mode, names_secret),
        outputs=EVERYTHING if tables is None else outputs_of(tables.split(",")),
    )
    chosen = engine_of(engine, workers, scheduler, out=out, sources=sources, quiet=quiet)
    try:
        with Progress(quiet=quiet) as progress:
            outcome = run(
                sources,
                job,
                engine=chosen,
                fresh=fresh,
                unit_logs=unit_logs or UNIT_LOGS,
                writers=writers_of(engine, workers),
                watch=progress,
            )
    except Interrupted as interrupted:
        click.echo(
            f"Interrupted; {interrupted.logs:,} logs are kept, and the same command goes on.", err=True
        )
        ctx.exit(_INTERRUPTED)
    if outcome.earlier and not quiet:
        click.echo(f"Skipped {outcome.earlier:,} logs already read.", err=True)
    click.echo(summary_text(outcome.totals, time.perf_counter() - began))
    ctx.exit(exit_status(outcome.totals, sources, choice, strict=strict))
