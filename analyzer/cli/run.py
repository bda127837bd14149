"""``tenhou-analyzer run``."""

from __future__ import annotations

import time
from pathlib import Path

import click

from analyzer.cli.options import (
    example,
    exit_status,
    judging_options,
    quiet_option,
    sources_argument,
    terms_of,
)
from analyzer.cli.progress import Progress


@click.command("run", epilog=example("tenhou-analyzer run logs/ more-logs.zip --out out"))
@sources_argument
@click.option(
    "-o",
    "--out",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Folder for the tables and the summary; those of an earlier run in it are replaced.",
)
@judging_options
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[str, ...],
    out: Path,
    rules: str,
    checks: str | None,
    *,
    strict: bool,
    quiet: bool,
) -> None:
    """Read and audit logs; write tables and a summary: the main job.

    Every log of the sources is read, replayed and settled, and what it claims is compared with the
    rules.  DIR gets the tables as Parquet files (see `schema`), summary.txt and summary.json; a log
    that cannot be read is a finding, and the run goes on.
    """
    from analyzer.batch.run import run
    from analyzer.batch.summary import summary_text
    from analyzer.sources import iter_logs

    began = time.perf_counter()
    terms = terms_of(rules, checks)
    with Progress(quiet=quiet) as progress:
        totals = run(iter_logs(sources), out, terms, watch=progress)
    click.echo(summary_text(totals, time.perf_counter() - began))
    ctx.exit(exit_status(totals, strict=strict))
