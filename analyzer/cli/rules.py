"""``tenhou-analyzer rules``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from analyzer.cli.options import (
    choosing_options,
    complete_rule_sets,
    example,
    format_option,
    rules_option,
    sources_argument,
)
from analyzer.errors import UserMistake

if TYPE_CHECKING:
    from analyzer.sources import Choice


@click.group(
    "rules",
    epilog=example(
        "tenhou-analyzer rules list",
        "tenhou-analyzer rules diff tenhou wrc",
        "tenhou-analyzer rules settle hand.toml --rules wrc",
    ),
)
def command() -> None:
    """List, show and compare rule sets, and settle a hand under one.

    A rule set has a value for every rule, and a source for every value.
    """


@command.command("list", epilog=example("tenhou-analyzer rules list"))
def list_() -> None:
    """Print the names of the shipped rule sets."""
    from analyzer.rules import load, names

    width = max(len(name) for name in names())
    for name in names():
        click.echo(f"{name:<{width}}  {load(name).title}")


@command.command("show", epilog=example("tenhou-analyzer rules show tenhou-sanma"))
@click.argument("name", metavar="NAME|FILE", shell_complete=complete_rule_sets)
@click.option("--sources/--no-sources", default=True, show_default=True, help="With the source of each.")
@click.option("--toml", "as_file", is_flag=True, help="As a complete file, to be changed and used.")
def show(name: str, *, sources: bool, as_file: bool) -> None:
    """Print a rule set: each rule, its value, what it means, and its source."""
    from analyzer.rules import RULES, load, rule_file, value_text

    rule_set = load(name)
    if as_file:
        click.echo(rule_file(rule_set), nl=False)
        return
    click.echo(f"{rule_set.name}: {rule_set.title}")
    area = None
    for rule_name, (_, rule) in RULES.items():
        if rule.area != area:
            area = rule.area
            click.echo(f"\n[{area}]")
        click.echo(f"{rule_name} = {value_text(rule_set.value(rule_name))}  # {rule.meaning}")
        if sources:
            click.echo(f"    {rule_set.source(rule_name)}")


@command.command("new", epilog=example("tenhou-analyzer rules new club.toml --from m-league"))
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--from",
    "name",
    default="tenhou",
    show_default=True,
    metavar="NAME|FILE",
    shell_complete=complete_rule_sets,
    help="The rule set to begin with.",
)
def new(file: Path, name: str) -> None:
    """Write a complete rule set file with comments, to be changed and used.

    A file that is there already is refused.
    """
    from analyzer.rules import load, rule_file

    text = rule_file(load(name))
    try:
        with file.open("x", encoding="utf-8") as written:
            written.write(text)
    except FileExistsError:
        raise UserMistake(f"{file}: there is such a file; name another") from None
    except OSError as error:
        raise UserMistake(f"{file}: cannot be written: {error.strerror}") from error
    click.echo(f"{file}: the rules of {name}; change it, then: tenhou-analyzer validate … --rules {file}")


@command.command("diff", epilog=example("tenhou-analyzer rules diff tenhou wrc"))
@click.argument("left", metavar="NAME|FILE", shell_complete=complete_rule_sets)
@click.argument("right", metavar="NAME|FILE", shell_complete=complete_rule_sets)
@click.option("--sources/--no-sources", default=True, show_default=True, help="With the source of each.")
def diff(left: str, right: str, *, sources: bool) -> None:
    """Print the rules on which two rule sets differ, side by side."""
    from analyzer.rules import differences, load, value_text

    sets = load(left), load(right)
    rules = differences(*sets)
    cells = [(rule, *(value_text(one.value(rule)) for one in sets)) for rule in rules]
    head = ("rule", sets[0].name, sets[1].name)
    widths = [max(len(cell[place]) for cell in [head, *cells]) for place in range(3)]
    click.echo(_aligned(head, widths))
    for cell in cells:
        click.echo(_aligned(cell, widths))
        for one in sets if sources else ():
            click.echo(f"    {one.name}: {one.source(cell[0])}")
    click.echo(f"{len(rules)} rules differ")


def _aligned(cells: tuple[str, ...], widths: list[int]) -> str:
    padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()


@command.command("guess", epilog=example("tenhou-analyzer rules guess data/samples"))
@sources_argument
@choosing_options
def guess(sources: tuple[str, ...], *, choice: Choice) -> None:
    """Judge logs under every shipped rule set, and list those that explain them.

    A rule set explains a game where no hand fails under it; what fails under all of them is put aside.
    For each stand the games it explains, the hands that speak against it with the first of them, and the
    hands that speak for it: those that some other rule set does not explain.
    """
    from analyzer.batch.guessing import guess_all
    from analyzer.batch.progress import Progress
    from analyzer.batch.reviews import REFEREE
    from analyzer.sources import iter_logs

    with Progress(quiet=False, kernels=REFEREE) as progress:
        tallies = guess_all(iter_logs(sources, choice), progress)
    if not tallies:
        raise UserMistake("nothing to judge: no readable game")
    for tally in tallies:
        click.echo(str(tally))


@command.command(
    "settle",
    epilog=example(
        "tenhou-analyzer rules settle hand.toml --rules wrc",
        "tenhou-analyzer rules settle - --rules tenhou --format json < hands.jsonl",
    ),
)
@click.argument("facts", metavar="FACTS", type=click.File("r", encoding="utf-8"))
@rules_option("The rule set to settle under.", required=True)
@format_option("Reasons line by line, or one JSON object a hand.", "text", "json")
def settle(facts: TextIO, rules: str, format_name: str) -> None:
    """Settle hands that a file describes, and say why.

    docs/facts.md describes the file, TOML or JSON; a hand a line is settled as soon as it is read.
    - reads standard input.
    """
    from analyzer.explain.settled_hand import settle_note
    from analyzer.replay.notation import hands_in
    from analyzer.rules import load

    rule_set, hands = load(rules), 0
    for note, place in hands_in(facts.buffer, facts.name):
        settled = settle_note(note, rule_set, place)
        if format_name == "json":
            click.echo(json.dumps(settled.to_dict(), ensure_ascii=False))
        else:
            click.echo(f"\n{settled}" if hands else settled)
        hands += 1
    if not hands:
        raise UserMistake(f"{facts.name}: the list is empty; expected a hand, or several")
