"""``python -m benchmarks``: the figures of the design as a table in Markdown."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median

import click

from analyzer import __version__
from analyzer.batch.reviews import REFEREE
from benchmarks.figures import FIGURES, Measured, Plan
from benchmarks.material import archive_of, kind_of_games

_NUMBER = click.IntRange(min=1)
_SOME = 500


@click.command(
    context_settings={"show_default": True, "help_option_names": ["-h", "--help"]},
    epilog="Example: TENHOU_CORPUS=corpus python -m benchmarks none draws --rounds 5",
)
@click.argument("names", nargs=-1, metavar=f"[{'|'.join(FIGURES)}]...", type=click.Choice([*FIGURES]))
@click.option("--games", type=_NUMBER, default=20_000, help="Games of a rate.")
@click.option("--rounds", type=_NUMBER, default=3, help="How often each is measured; medians are given.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path.home() / ".cache" / "tenhou-analyzer-benchmarks",
    help="Where the games are kept for the next time, and everything else meanwhile.",
)
def main(names: Sequence[str], games: int, rounds: int, folder: Path) -> None:
    """Measure speed and memory on one core, all figures by default.

    TENHOU_CORPUS names a folder of real logs; without it, simulated games are measured.
    """
    plan = Plan(folder, archive_of(games, folder), archive_of(min(games, _SOME), folder))
    REFEREE.compile_here()
    _stay_on_one_core()
    wanted = names or tuple(FIGURES)
    found: dict[str, list[Measured]] = {name: [] for name in wanted}
    for number in range(rounds):
        for name in wanted:
            click.echo(f"round {number + 1} of {rounds}: {FIGURES[name].name}", err=True)
            found[name].append(FIGURES[name].measure(plan))
    click.echo(
        f"{games:,} {kind_of_games()} games, one core, medians of {rounds}; {_machine()}; "
        f"{__version__}, {time.strftime('%Y-%m-%d')}\n"
    )
    click.echo("| | measured | goal | | MiB |\n|---|---:|---:|---|---:|")
    for name in wanted:
        figure, value = FIGURES[name], median(one.value for one in found[name])
        goal = "" if figure.goal is None else f"{figure.goal:g}"
        click.echo(f"| {figure.name} | {value:.3g} | {goal} | {figure.unit} | {_peak(found[name])} |")
    click.echo(f"\nLargest process: {_peak(one for some in found.values() for one in some)} MiB.")


def _peak(rounds: Iterable[Measured]) -> str:
    """The most memory, or nothing where no process told it."""
    peak = max((one.mebibytes or 0 for one in rounds), default=0)
    return f"{peak:,.0f}" if peak else ""


def _stay_on_one_core() -> None:
    """Let this process and those that it starts use a single core, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def _machine() -> str:
    """Interpreter and processor."""
    processor = platform.processor() or platform.machine()
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
    return f"Python {platform.python_version()}, {processor}"


if __name__ == "__main__":
    main()
