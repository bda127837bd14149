"""``tenhou-analyzer simulate``."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.options import OutputPath, complete_scenarios, example, quiet_option, rules_option


@click.command(
    "simulate",
    epilog=example(
        "tenhou-analyzer simulate --games 10 --seed 1 --out logs",
        "tenhou-analyzer simulate --games 1 --seed 1 --scenario nagashi_mangan --out logs",
        "tenhou-analyzer simulate --games 100000 --seed 1 --out logs.db",
    ),
)
@click.option("--games", type=click.IntRange(min=1), metavar="N", help="How many games to play.")
@click.option("--seed", metavar="TEXT", help="Any text; the same text gives the same bytes.")
@click.option(
    "-o",
    "--out",
    metavar="DIR|FILE",
    type=OutputPath(path_type=Path),
    help="Folder for the logs, one file each; other files in it stay.  Or one file: .zip, or .db (.sqlite) "
    "in the form of houou-logs.",
)
@click.option(
    "--players", type=click.Choice(["3", "4"]), default="4", show_default=True, help="Seats at the table."
)
@click.option(
    "--length",
    type=click.Choice(["hanchan", "tonpuu"]),
    help="East and South, or East only (default: that of the rule set).",
)
@click.option(
    "--scenario",
    metavar="NAME",
    shell_complete=complete_scenarios,
    help="What every game must contain; --list names the scenarios.",
)
@rules_option("Rule set: Tenhou's, a name from `rules list`, or a TOML file.", auto=True)
@click.option("--list", "lists", is_flag=True, help="List the scenarios.")
@quiet_option
def command(
    games: int | None,
    seed: str | None,
    out: Path | None,
    players: str,
    length: str | None,
    scenario: str | None,
    rules: str,
    *,
    lists: bool,
    quiet: bool,
) -> None:
    """Play legal games and write them as logs.

    Walls, dice and deal follow from the seed as on Tenhou, so the logs pass every check.  The players are
    simple.  The same options give the same bytes on any machine.
    """
    from analyzer.simulation import SCENARIOS, SIMULATOR, simulate

    if lists:
        width = max(len(row.name) for row in SCENARIOS)
        for row in SCENARIOS:
            players_of_row = ", ".join(map(str, row.players))
            click.echo(f"{row.name:<{width}}  {players_of_row:<4}  {row.meaning}")
        return
    if games is None or seed is None or out is None:
        missing = "--games" if games is None else "--seed" if seed is None else "--out"
        raise click.UsageError(f"Missing option '{missing}'.")
    from analyzer.batch.progress import watched
    from analyzer.simulation.archives import open_archive

    played = simulate(games, seed, players=int(players), length=length, scenario=scenario, rules=rules)
    with open_archive(out) as add:
        for log_id, data in watched(played, games, SIMULATOR, quiet=quiet):
            add(log_id, data)
