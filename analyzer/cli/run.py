"""``tenhou-analyzer run``."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from analyzer.cli.options import (
    OutputPath,
    choosing_options,
    complete_tables,
    example,
    exit_status,
    judging_options,
    one_list,
    quiet_option,
    sources_argument,
)

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
    type=OutputPath(),
    metavar="DIR",
    help="Folder for the tables and the summary, or its URL, as s3://bucket/out; the same command resumes an "
    "interrupted run, and reads what is new.",
)
@click.option("--fresh", is_flag=True, help="Forget what an earlier run into DIR has read.")
@click.option(
    "--remove-missing",
    is_flag=True,
    help="Remove the logs of a SOURCE that has lost all its known files (default: an error, as its disk may "
    "not be mounted).",
)
@click.option(
    "--names",
    type=click.Choice(["keep", "hash", "drop"]),
    default="keep",
    show_default=True,
    help="Names of players: keep them, replace them by their HMAC-SHA256 under your secret, or drop them.",
)
@click.option(
    "--names-secret",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The secret for --names hash (default: the variable TENHOU_ANALYZER_NAMES_SECRET).",
)
@click.option(
    "--tables",
    multiple=True,
    callback=one_list,
    shell_complete=complete_tables,
    metavar="NAME,NAME...",
    help="Write only these of players, hands, seats, wins, draws, plays and tehai; games and findings are "
    "always written (default: all, which leaves plays and tehai out; or all,plays,tehai).",
)
@click.option(
    "--stats",
    type=click.Choice(["headline", "all", "none"]),
    help="Statistics to count at the end (default: headline, some forty; none where --tables leaves out a "
    "table besides plays and tehai).",
)
@choosing_options
@judging_options
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes on this machine (default: one on each core).",
)
@click.option(
    "--engine",
    type=click.Choice(["serial", "processes", "dask"]),
    help="In this process, in several on this machine, or on the workers of a Dask scheduler "
    "(default: processes, where there is work for more than one).",
)
@click.option("--scheduler", metavar="ADDRESS", help="Dask scheduler of --engine dask, as tcp://host:8786.")
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    sources: tuple[str, ...],
    out: str,
    choice: Choice,
    *,
    strict: bool,
    quiet: bool,
    **asked: Any,  # noqa: ANN401 - as `run_asked` takes them
) -> None:
    """Read and audit logs; write tables and a summary: the main job.

    Every log of the sources is read, replayed and settled, and its claims are compared with the rules.  The
    files in DIR are the tables in Parquet (see `schema`), statistics (see `stats`),
    summary.txt and summary.json, quarantine.jsonl with the unreadable logs and the duplicates, and
    manifest.json.  An unreadable log is a finding and does not stop the run.

    A later run into DIR reads only what is new or changed in its sources, and removes the logs whose files
    these sources have lost.  The logs of other sources stay.  A source is its absolute path or its URL.
    """
    from analyzer.batch.progress import Progress
    from analyzer.batch.reviews import REFEREE
    from analyzer.batch.run import Interrupted, run_asked
    from analyzer.batch.totals import summary_text

    began = time.perf_counter()
    try:
        with Progress(quiet=quiet, kernels=REFEREE) as progress:
            outcome = run_asked(sources, out, choice, **asked, watch=progress)
    except Interrupted as interrupted:
        said = f"Interrupted; {interrupted.logs:,} logs are kept, and the same command resumes."
        click.echo(said, err=True)
        ctx.exit(_INTERRUPTED)
    if outcome.earlier and not quiet:
        click.echo(f"Skipped {outcome.earlier:,} logs already read.", err=True)
    if outcome.removed and not quiet:
        click.echo(f"Removed {outcome.removed:,} logs that the sources no longer have.", err=True)
    click.echo(summary_text(outcome.totals, time.perf_counter() - began))
    ctx.exit(exit_status(outcome.totals, sources, choice, strict=strict))
