"""``python -m benchmarks``: the figures of the design, measured on simulated games, as a table or JSON."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from analyzer import __version__
from benchmarks.figures import FIGURES, Figure, Plan

_PLAN = Plan(Path.home() / ".cache" / "tenhou-analyzer-benchmarks")
_NUMBER = click.IntRange(min=1)


@click.command(
    context_settings={"show_default": True, "help_option_names": ["-h", "--help"]},
    epilog="Example: python -m benchmarks referee draws --rounds 3 --format json",
)
@click.argument("names", nargs=-1, metavar=f"[{'|'.join(FIGURES)}]...", type=click.Choice([*FIGURES]))
@click.option("--games", type=_NUMBER, default=_PLAN.games, help="Games of a rate.")
@click.option("--many", type=_NUMBER, default=_PLAN.many, help="Games that workers share.")
@click.option("--year", type=_NUMBER, default=_PLAN.year, help="Games that statistics are counted over.")
@click.option("--first", type=_NUMBER, default=_PLAN.first, help="Games of the first run ever.")
@click.option("--rounds", type=_NUMBER, default=_PLAN.rounds, help="Rounds; medians are given.")
@click.option("--workers", type=_NUMBER, default=_PLAN.workers, help="Processes compared with one.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=_PLAN.folder,
    help="Where simulated games are kept for the next time, and all else while it is needed.",
)
@click.option("--format", "format_name", type=click.Choice(["text", "json"]), default="text", help="Output.")
def main(names: Sequence[str], format_name: str, folder: Path, **numbers: int) -> None:
    """Measure speed and memory, all figures by default, some half an hour; nothing else should run meanwhile.

    Rates are multiples of that of lxml's parser over the same bytes in the same process.
    """
    plan = Plan(folder, **numbers)
    figures = []
    for name in names or FIGURES:
        click.echo(f"measuring {name}", err=True)
        figures.append(FIGURES[name](plan))
    figures.append(_memory(figures))
    if format_name == "json":
        click.echo(_as_json(plan, figures))
    else:
        _show(plan, figures)


def _memory(figures: Sequence[Figure]) -> Figure:
    peaks = {figure.name: max(figure.mebibytes.values(), default=0) for figure in figures}
    return Figure("most memory of any process", max(peaks.values()), "MiB", 400, {}, {})


def _as_json(plan: Plan, figures: Sequence[Figure]) -> str:
    about = {"version": __version__, "machine": _machine(), "day": time.strftime("%Y-%m-%d")}
    measured = [figure._asdict() for figure in figures]
    return json.dumps({**about, **plan._asdict(), "folder": str(plan.folder), "figures": measured}, indent=1)


def _show(plan: Plan, figures: Sequence[Figure]) -> None:
    table = Table(title=f"{plan.games:,} games, medians of {plan.rounds} rounds; {_machine()}")
    for heading in ("figure", "measured", "goal", "seconds", "MiB"):
        table.add_column(heading, overflow="fold")
    for figure in figures:
        seconds = ", ".join(f"{name} {value:.2f}" for name, value in figure.seconds.items())
        mebibytes = ", ".join(f"{name} {value:,.0f}" for name, value in figure.mebibytes.items())
        result = f"{figure.value:.2f} {figure.unit}"
        table.add_row(figure.name, result, f"{figure.goal:g}", seconds, mebibytes)
    Console().print(table)


def _machine() -> str:
    """Interpreter, system and processor."""
    return f"Python {platform.python_version()}, {platform.system()}, {_processor()}"


def _processor() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
