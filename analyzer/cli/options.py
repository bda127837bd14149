"""Options that several commands share, and the exit status they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from analyzer.batch.reviews import Terms
    from analyzer.batch.totals import Totals

__all__ = ["example", "exit_status", "judging_options", "quiet_option", "sources_argument", "terms_of"]

Command = TypeVar("Command", bound=Callable[..., Any])


def example(*lines: str) -> str:
    """Text for the end of a command's help."""
    return "\n".join(["\b", "Example:", *(f"  {line}" for line in lines)])


sources_argument = click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
quiet_option = click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")


def judging_options(command: Command) -> Command:
    """``--rules``, ``--checks`` and ``--strict``."""
    for option in (
        click.option(
            "--strict", is_flag=True, help="Undecided findings count as findings for the exit status."
        ),
        click.option("--checks", metavar="ID,ID...", help="Run only these checks (default: all)."),
        click.option(
            "--rules",
            default="auto",
            show_default=True,
            metavar="auto|NAME|FILE",
            help="Rule set: chosen for each log, a name of `rules list`, or a TOML file.",
        ),
    ):
        command = option(command)
    return command


def terms_of(rules: str, checks: str | None) -> Terms:
    """Rules and checks as the user asked for them.

    Raises:
        UserMistake: When there is no such rule set or check.
    """
    from analyzer.audit.review import selected_checks
    from analyzer.batch.reviews import Terms
    from analyzer.rules import load

    if rules != "auto":
        load(rules)
    asked = None if checks is None else tuple(name.strip() for name in checks.split(","))
    selected_checks(asked)
    return Terms(rules, asked)


def exit_status(totals: Totals, *, strict: bool) -> int:
    """0 clean, 1 findings, 2 nothing readable."""
    if totals.games == 0:
        click.echo("Error: nothing readable; expected at least one mjlog", err=True)
        return 2
    clean = totals.verdicts.total() == 0 if strict else totals.is_clean
    return 0 if clean else 1
