"""``tenhou-analyzer compare``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import (
    OutputPath,
    choosing_options,
    example,
    format_option,
    rules_option,
    sources_argument,
)
from analyzer.errors import UserMistake
from analyzer.printable import printable
from analyzer.vocabulary import kyoku_text, signed_points

if TYPE_CHECKING:
    from analyzer.batch.comparing import ComparisonTotals, HandDifference
    from analyzer.sources import Choice


@click.command(
    "compare",
    epilog=example(
        "tenhou-analyzer compare data/samples --rules tenhou --rules wrc",
        "tenhou-analyzer compare logs/ --rules auto --rules my.toml --format parquet --out hands.parquet",
    ),
)
@sources_argument
@rules_option(
    "Give it twice, once for each rule set; `auto` chooses the rule set of each log.",
    auto=True,
    multiple=True,
    required=True,
)
@format_option("Text for people, JSON lines for programs, or a Parquet file.", "text", "jsonl", "parquet")
@click.option(
    "--out", type=OutputPath(path_type=Path, dir_okay=False), help="Parquet file for the hands that differ."
)
@choosing_options
def command(
    sources: tuple[str, ...],
    rules: tuple[str, ...],
    format_name: str,
    out: Path | None,
    *,
    choice: Choice,
) -> None:
    """Count what another rule set would have paid.

    Every hand is settled under two rule sets: which hands differ, why, and by how much, and how often the
    final placements of a game would change.  Games with another number of players are left out.
    """
    from analyzer.batch.comparing import ComparisonTotals, compare_all, write_comparison
    from analyzer.batch.progress import Progress
    from analyzer.batch.reviews import REFEREE
    from analyzer.rules import load
    from analyzer.sources import iter_logs

    if len(rules) != 2:
        raise click.UsageError(
            f"--rules is given {len(rules)} times, expected two: --rules tenhou --rules wrc"
        )
    if (format_name == "parquet") != (out is not None):
        raise click.UsageError("--format parquet and --out FILE go together")
    a, b = (None if name == "auto" else load(name) for name in rules)
    totals = ComparisonTotals()
    differences = compare_all(iter_logs(sources, choice), a, b, totals)
    with Progress(quiet=False, kernels=REFEREE) as progress:
        progress.follow(lambda: totals.games)
        if out is not None:
            write_comparison(out, differences)
        for difference in differences if out is None else ():
            with progress.paused():
                click.echo(_line(difference) if format_name == "jsonl" else _text(difference, *rules))
    if totals.hands == 0:
        raise UserMistake("nothing to compare: no readable hand of a game that both rule sets fit")
    if format_name == "jsonl":
        click.echo(json.dumps({"type": "summary", **asdict(totals)}))
    else:
        click.echo(_counts(totals, *rules))


def _line(difference: HandDifference) -> str:
    return json.dumps({"type": "difference", **difference._asdict()})


def _text(difference: HandDifference, a: str, b: str) -> str:
    place = f"{printable(difference.log)} {kyoku_text(difference.kyoku, difference.honba)}"
    paid = (
        " ".join([name, *([] if kind is None else [kind]), signed_points(deltas)])
        for name, kind, deltas in (
            (a, difference.kind_a, difference.deltas_a),
            (b, difference.kind_b, difference.deltas_b),
        )
    )
    return f"{place} {difference.cause}: {', '.join(paid)}"


def _counts(totals: ComparisonTotals, a: str, b: str) -> str:
    differing = sum(totals.causes.values())
    compared = f"{totals.hands} hands of {totals.games} whole games compared"
    share = f" ({differing / totals.hands:.2%})" if totals.hands else ""
    lines = [
        f"{a} against {b}: {compared}, {totals.left_out} hands left out",
        f"hands that differ: {differing}{share}",
    ]
    for cause, count in totals.causes.items():
        mean = f", {totals.points_moved[cause] / count:.0f} points each" if count else ""
        lines.append(f"  {cause:<14} {count:>8}{mean}")
    lines.append(f"games whose final order differs: {totals.order_differs}")
    lines.append(f"games whose leftover sticks go elsewhere: {totals.leftover_differs}")
    if totals.unreadable:
        lines.append(f"unreadable: {totals.unreadable}")
    return "\n".join(lines)
