"""``tenhou-analyzer conformance``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import click

from analyzer.cli.options import OutputPath, example, quiet_option
from analyzer.printable import printable

if TYPE_CHECKING:
    from analyzer.conformance.judging import Judged

_ELEMENTS: Final = {
    "wrong": "failure",
    "named otherwise": "failure",
    "no answer": "error",
    "unsupported": "skipped",
    "left out": "skipped",
    "disputed": "skipped",
}
"""Element of a JUnit test case by verdict."""


@click.group(
    "conformance",
    epilog=example(
        "tenhou-analyzer conformance make pack --rules tenhou",
        "tenhou-analyzer conformance run my_engine:answer --pack pack",
    ),
)
def command() -> None:
    """Make the conformance pack of rare hands, and let an engine answer it.

    docs/for-engines.md shows how an engine answers, and the README of a pack what is in it.
    """


@command.command("make", epilog=example("tenhou-analyzer conformance make pack --rules tenhou --faulty"))
@click.argument("folder", metavar="DIR", type=OutputPath(path_type=Path, file_okay=False))
@click.option(
    "--rules", "rule_sets", multiple=True, metavar="NAME|FILE", help="Only this rule set; may be repeated."
)
@click.option(
    "--seed", default="1", show_default=True, metavar="TEXT", help="Any text; another deals other tiles."
)
@click.option("--faulty", is_flag=True, help="Also logs with one fault each, for programs that check logs.")
@quiet_option
def make(folder: Path, rule_sets: tuple[str, ...], seed: str, *, faulty: bool, quiet: bool) -> None:
    """Write every rare hand under every rule set, with what must come of it.

    DIR is a new or empty folder, or an unchanged pack, which is replaced.  The same options give the same
    bytes on any machine.
    """
    from analyzer.batch.progress import Progress
    from analyzer.conformance import write_pack

    with Progress(quiet=quiet) as progress:
        count = write_pack(
            folder, seed=seed, faulty=faulty, rule_sets=rule_sets or None, played=progress.count
        )
    click.echo(f"{count:,} files in {folder}")


@command.command(
    "run",
    epilog=example(
        "tenhou-analyzer conformance run my_engine:answer",
        "tenhou-analyzer conformance run 'node adapter.js' --pack pack --junit report.xml",
    ),
)
@click.argument("adapter", metavar="ADAPTER")
@click.option(
    "--pack", "folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False),
    help="A pack, as `conformance make` writes it; by default the smoke pack, some 100 of its cases.",
)  # fmt: skip
@click.option(
    "--rules", "rule_sets", multiple=True, metavar="NAME", help="Only this rule set; may be repeated."
)
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), default=10, show_default=True, help="For an answer."
)
@click.option("--group", is_flag=True, help="Print only causes, each with its first case.")
@click.option("--junit", metavar="FILE", type=click.File("w", encoding="utf-8"), help="Also write JUnit.")
@click.pass_context
def run(
    ctx: click.Context,
    adapter: str,
    folder: Path | None,
    rule_sets: tuple[str, ...],
    seconds: float,
    junit: TextIO | None,
    *,
    group: bool,
) -> None:
    """Ask an engine every case, and print where it is wrong and why, and last the causes.

    ADAPTER is a program, with its arguments as one word, that reads a JSON line and writes one; a Python
    file that does; or a Python function, as package.module:function.  Exit status: 0 nothing wrong,
    1 something wrong or without an answer, 2 no case was answered.
    """
    from analyzer.conformance.cases import SMOKE, digest, read_cases
    from analyzer.conformance.running import (
        FAILED,
        NOT_ASKED,
        groups_text,
        run_cases,
        scores_text,
        wrong_text,
    )

    judged: list[Judged] = []
    for one in run_cases(adapter, read_cases(folder or SMOKE, rule_sets), seconds):
        is_given_up = one.told == (NOT_ASKED,) and bool(judged) and judged[-1].told == one.told
        if one.verdict in FAILED and not group and not is_given_up:
            click.echo(f"{_lines(wrong_text(one))}\n")
        judged.append(one)
    click.echo(scores_text(judged))
    pack = "smoke pack" if folder is None else "pack"
    click.echo(f"{len({one.case.name for one in judged}):,} cases, {pack} {digest(folder or SMOKE)}")
    if causes := groups_text(judged):
        click.echo(f"\n{_lines(causes)}")
    if junit is not None:
        _write_junit(judged, junit)
    failed = [one for one in judged if one.verdict in FAILED]
    is_answered = any(one.verdict in ("right", "wrong", "named otherwise", "unsupported") for one in judged)
    ctx.exit(2 if not is_answered else 1 if failed else 0)


def _write_junit(judged: Sequence[Judged], file: TextIO) -> None:
    """Write one case for each part of a case."""
    from analyzer.cli.junit import Suite
    from analyzer.conformance.running import wrong_text

    suite = Suite()
    for one in judged:
        said = (printable("; ".join(one.told)), _lines(wrong_text(one)))
        suite.add(one.part, one.case.name, _ELEMENTS.get(one.verdict, ""), str(one.verdict), *said)
    # All of them first: the suite must be done with also where the file cannot be opened.
    lines = [f"{line}\n" for line in suite.lines("tenhou-analyzer conformance")]
    file.writelines(lines)


def _lines(text: str) -> str:
    """The text, whose words may be an adapter's, as a terminal and XML can have it."""
    return "\n".join(map(printable, text.split("\n")))
