"""``tenhou-analyzer validate``."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import (
    choosing_options,
    example,
    exit_status,
    format_option,
    judging_options,
    quiet_option,
    sources_argument,
)

if TYPE_CHECKING:
    from analyzer.sources import Choice


@click.command(
    "validate",
    epilog=example(
        "tenhou-analyzer validate game.mjlog", "tenhou-analyzer validate --format junit logs/ > report.xml"
    ),
)
@sources_argument
@format_option(
    "Text for people, JSON lines for programs, or JUnit XML for build servers.", "text", "jsonl", "junit"
)
@click.option("--each", is_flag=True, help="Print every failure in full, as text.")
@click.option("--group", is_flag=True, help="Print only the causes, as text.")
@judging_options
@choosing_options
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_name: str,
    rules: str,
    checks: str | None,
    *,
    choice: Choice,
    each: bool,
    group: bool,
    strict: bool,
    quiet: bool,
) -> None:
    """Audit logs and print the findings.

    Each finding is one line: its place, what the log claims, what the rules give, and the rule.  Other
    failures of the same hand, and of the step to the next, are listed below it.  Then follows how often each
    check passed, failed, or had no verdict.  The causes come last: findings that have the same mistake or
    fault, counted together.
    """
    from analyzer.batch.progress import Progress
    from analyzer.batch.reviews import REFEREE, review_planned, terms_of
    from analyzer.batch.totals import Totals
    from analyzer.cli.finding_formats import FORMATS
    from analyzer.sources import plan

    if (each or group) and format_name != "text":
        option = "--each" if each else "--group"
        raise click.UsageError(f"{option} is for text, not for {format_name}, which has every failure")
    if each and group:
        raise click.UsageError("--each and --group exclude each other")
    began = time.perf_counter()
    terms = terms_of(rules, checks)
    lines, totals = FORMATS["each" if each else "group" if group else format_name](), Totals()
    with Progress(quiet=quiet, kernels=REFEREE) as progress:
        for batch in review_planned(plan(sources, choice), terms, progress):
            totals.add(batch)
            with progress.paused():
                for line in lines.batch(batch):
                    click.echo(line)
    for line in lines.end(totals, time.perf_counter() - began):
        click.echo(line)
    ctx.exit(exit_status(totals, sources, choice, strict=strict))
