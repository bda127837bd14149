"""``tenhou-analyzer simulate``."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from analyzer.cli.options import example

_COMPILE_FROM = 50
"""Games from which on compiling takes less time than it saves."""


def _list_scenarios(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Print the scenarios and leave, before any other option is asked for."""
    if not value or ctx.resilient_parsing:
        return
    from analyzer.simulate import SCENARIOS

    width = max(len(row.name) for row in SCENARIOS)
    for row in SCENARIOS:
        players = ", ".join(map(str, row.players))
        click.echo(f"{row.name:<{width}}  {players:<4}  {row.meaning}")
    ctx.exit()


@click.command(
    "simulate",
    epilog=example(
        "tenhou-analyzer simulate --games 10 --seed 1 --out logs",
        "tenhou-analyzer simulate --games 1 --seed 1 --scenario nagashi_mangan --out logs",
    ),
)
@click.option(
    "--games", type=click.IntRange(min=1), required=True, metavar="N", help="How many games to play."
)
@click.option("--seed", required=True, metavar="TEXT", help="Any text; equal texts give equal bytes.")
@click.option(
    "-o",
    "--out",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the logs, one file each; other files in it are left alone.",
)
@click.option(
    "--players", type=click.Choice(["3", "4"]), default="4", show_default=True, help="Seats at the table."
)
@click.option(
    "--length",
    type=click.Choice(["hanchan", "tonpuu"]),
    help="East and South, or East only (default: that of the rule set).",
)
@click.option("--scenario", metavar="NAME", help="What every game must contain; --list has the names.")
@click.option(
    "--rules",
    default="auto",
    show_default=True,
    metavar="auto|NAME|FILE",
    help="Rule set: Tenhou's, a name of `rules list`, or a TOML file.",
)
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_scenarios,
    help="List the scenarios.",
)
def command(
    games: int, seed: str, out: Path, players: str, length: str | None, scenario: str | None, rules: str
) -> None:
    """Play legal games and write them as logs.

    Walls, dice and deal follow from the seed as on Tenhou, so the logs pass every check; the players
    are simple ones.  The same options give the same bytes on any machine.
    """
    from analyzer.kernels import compiling
    from analyzer.simulate import simulate

    played = simulate(games, seed, players=int(players), length=length, scenario=scenario, rules=rules)
    with compiling() if games >= _COMPILE_FROM else nullcontext():
        for log_id, data in played:
            # Only now, so that a mistake in the options leaves no folder behind.
            out.mkdir(parents=True, exist_ok=True)
            (out / f"{log_id}.mjlog").write_bytes(data)
