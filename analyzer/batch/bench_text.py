"""Figures of `bench` as a table, for a README or as JSON, alone or beside those of an earlier run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from analyzer.batch.bench import FLOOR, Bench, Stage
from analyzer.errors import UserMistake

__all__ = ["bench_json", "bench_markdown", "bench_table", "read_ratios"]

Ratios = Mapping[str, float]
"""By name of a stage, its rate as a multiple of that of lxml alone, in the run to compare with."""


def read_ratios(path: Path) -> dict[str, float]:
    """Ratios of the stages of an earlier run.

    Args:
        path: What `bench_json` gave.

    Raises:
        UserMistake: When it is nothing of the kind.
    """
    try:
        stages = json.loads(path.read_text(encoding="utf-8"))["stages"]
        return {str(stage["name"]): float(stage["ratio"]) for stage in stages}
    except (ValueError, TypeError, KeyError):
        raise UserMistake(f"{path}: expected the output of bench --format json") from None


def bench_json(result: Bench, before: Ratios | None) -> str:
    """One object; ``against`` has, by stage, how many times as fast as before it is, measured by lxml."""
    startup = None if result.startup is None else result.startup._asdict()
    stages = [stage._asdict() for stage in result.stages]
    figures = {**result._asdict(), "startup": startup, "stages": stages}
    if before is not None:
        figures["against"] = {stage.name: _times(stage, before) for stage in result.stages}
    return json.dumps(figures)


def bench_table(result: Bench, before: Ratios | None) -> Iterator[str]:
    """Lines for a terminal."""
    yield f"{_what(result)}; {result.machine}"
    width = max(len(stage.name) for stage in result.stages)
    compared = "" if before is None else f"  {'before':>7}  {'times':>6}"
    yield f"{'stage':<{width}}  {'games/s':>9}  {'us/game':>9}  {'x lxml':>7}{compared}"
    for stage in result.stages:
        rate = f"{stage.games_per_second:>9,.0f}  {stage.microseconds:>9,.1f}  {stage.ratio:>7.3f}"
        yield f"{stage.name:<{width}}  {rate}{'' if before is None else _beside(stage, before)}"
    for name, seconds in _startup(result):
        yield f"{name}: {seconds:.2f} s"
    if result.peak_mebibytes is not None:
        yield f"peak memory: {result.peak_mebibytes:,.0f} MiB"


def bench_markdown(result: Bench, before: Ratios | None) -> Iterator[str]:
    """The same as a table for a README."""
    compared = ("", "") if before is None else (" before | times |", "---:|---:|")
    yield f"{_what(result)}, {result.day}; {result.machine}."
    yield ""
    yield f"| stage | games/s | µs/game | × lxml |{compared[0]}"
    yield f"|---|---:|---:|---:|{compared[1]}"
    for stage in result.stages:
        numbers = f"{stage.games_per_second:,.0f} | {stage.microseconds:,.1f} | {stage.ratio:.2f} |"
        times = "" if before is None else " | ".join(["", *_beside(stage, before).split()]).lstrip(" |")
        yield f"| {stage.name} | {numbers}{f' {times} |' if times else ''}"
    yield ""
    memory = [] if result.peak_mebibytes is None else [f"peak memory {result.peak_mebibytes:,.0f} MiB"]
    yield "; ".join([f"{name} {seconds:.2f} s" for name, seconds in _startup(result)] + memory) + "."


def _what(result: Bench) -> str:
    return f"{result.games:,} games ({result.distinct:,} distinct), medians of {result.rounds} rounds"


def _startup(result: Bench) -> Iterator[tuple[str, float]]:
    yield "first batch", result.first_batch_seconds
    if result.startup is not None:
        yield "cold --help", result.startup.help_seconds
        yield "cold validate of one log", result.startup.one_log_seconds
        yield "cold batch, compiled kernels kept", result.startup.kept_seconds
        yield "cold batch, compiling", result.startup.compiling_seconds


def _times(stage: Stage, before: Ratios) -> float | None:
    """How many times as fast as before; None where there was no such stage, or where it is the yardstick."""
    known = before.get(stage.name)
    return None if stage.name == FLOOR or not known else stage.ratio / known


def _beside(stage: Stage, before: Ratios) -> str:
    known, times = before.get(stage.name), _times(stage, before)
    return f"  {'-' if known is None else f'{known:.3f}':>7}  {'-' if times is None else f'{times:.2f}':>6}"
