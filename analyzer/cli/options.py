"""Options and exit statuses that several commands share, and what a shell completes words with."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from analyzer.batch.totals import Totals
    from analyzer.sources import Choice

Command = TypeVar("Command", bound=Callable[..., Any])
Completion: TypeAlias = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
"""What click asks for the words that may stand for one begun."""


def example(*lines: str) -> str:
    """Examples for the end of a command's help."""
    return "\n".join(["\b", "Example:", *(f"  {line}" for line in lines)])


# What a shell completes words with: the names of rule sets, checks, tables, scenarios and statistics.


def _completion(
    named: Callable[[], Mapping[str, str]], *, several: bool = False, files: bool = False
) -> Completion:
    """A completion from names with a line of help each.

    Args:
        named: Gives them; called only when a shell asks.
        several: Whether the word is a list with commas, of which the last is completed.
        files: Whether the word may be a file too.
    """

    def complete(ctx: click.Context, param: click.Parameter, word: str) -> list[CompletionItem]:  # noqa: ARG001
        before, comma, begun = word.rpartition(",") if several else ("", "", word)
        given = before.split(",")
        found = [
            CompletionItem(f"{before}{comma}{name}", help=text)
            for name, text in named().items()
            if name.startswith(begun) and name not in given
        ]
        return found or ([CompletionItem(word, type="file")] if files else [])

    return complete


def _rule_sets() -> Mapping[str, str]:
    from analyzer.rules import load, names

    return {name: load(name).title for name in names()}


def _rule_sets_or_auto() -> Mapping[str, str]:
    return {"auto": "chosen for each log", **_rule_sets()}


def _checks() -> Mapping[str, str]:
    from analyzer.audit import CHECKS

    return {check.id: check.title for check in CHECKS}


def _tables() -> Mapping[str, str]:
    from analyzer.batch.outputs import CHOOSABLE

    return dict.fromkeys(("all", *CHOOSABLE), "table")


def _scenarios() -> Mapping[str, str]:
    from analyzer.simulation import SCENARIOS

    return {one.name: one.meaning for one in SCENARIOS}


def _statistics() -> Mapping[str, str]:
    from analyzer.stats.catalogue import shipped_catalogue

    catalogue = shipped_catalogue()
    return dict.fromkeys(catalogue.topics, "topic") | {one.name: one.definition for one in catalogue}


complete_rule_sets: Final = _completion(_rule_sets, files=True)
complete_rule_sets_or_auto: Final = _completion(_rule_sets_or_auto, files=True)
complete_checks: Final = _completion(_checks, several=True)
complete_tables: Final = _completion(_tables, several=True)
complete_scenarios: Final = _completion(_scenarios)
complete_statistics: Final = _completion(_statistics)


sources_argument = click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
quiet_option = click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")


class OutputPath(click.Path):
    """Where to write; not the empty text that a script gives whose variable is not set."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        if value == "":
            self.fail("it is empty; expected a name", param, ctx)
        return super().convert(value, param, ctx)


def _unless_standard_output(_ctx: click.Context, _param: click.Parameter, out: Path | None) -> Path | None:
    """The path of ``--out``; None, which is standard output, for ``-`` too."""
    return None if out is not None and str(out) == "-" else out


def one_list(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> str | None:
    """One list of an option that is given several times; None where it is not given."""
    return ",".join(given) if given else None


def rules_option(help_text: str, *, auto: bool = False, **more: Any) -> Callable[[Command], Command]:  # noqa: ANN401
    """``--rules``, one unless ``more`` of click's words say otherwise; with ``auto`` that is the default."""
    default = {"default": "auto", "show_default": True} if auto and not more else {}
    return click.option(
        "--rules",
        metavar="auto|NAME|FILE" if auto else "NAME|FILE",
        shell_complete=complete_rule_sets_or_auto if auto else complete_rule_sets,
        help=help_text,
        **{**default, **more},
    )


def out_option(help_text: str, **kind: Any) -> Callable[[Command], Command]:  # noqa: ANN401
    """``-o`` or ``--out``, a path; None for standard output, which ``-`` is too; ``kind`` as for a path."""
    written = OutputPath(path_type=Path, **kind)
    return click.option("-o", "--out", "out", type=written, callback=_unless_standard_output, help=help_text)


def judging_options(command: Command) -> Command:
    """``--rules``, ``--checks`` and ``--strict``."""
    for option in (
        click.option(
            "--strict", is_flag=True, help="Count undecided findings as findings for the exit status."
        ),
        click.option(
            "--checks",
            metavar="ID,ID...",
            multiple=True,
            callback=one_list,
            shell_complete=complete_checks,
            help="Run only these checks (default: all).",
        ),
        rules_option("Rule set: chosen for each log, a name from `rules list`, or a TOML file.", auto=True),
    ):
        command = option(command)
    return command


def format_option(help_text: str, *choices: str) -> Callable[[Command], Command]:
    """``--format``; the first choice is the default."""
    return click.option(
        "--format",
        "format_name",
        type=click.Choice(choices),
        default=choices[0],
        show_default=True,
        help=help_text,
    )


def choosing_options(command: Command) -> Command:
    """``--since`` to ``--limit``; the command gets them as one ``choice``."""

    @wraps(command)
    def choosing(*args: object, **given: object) -> object:
        from analyzer.sources.asking import choice_of

        asked = cast("dict[str, Any]", {name: given.pop(name) for name in _ASKED})
        # An option that is not given is an empty tuple to click.
        asked = {name: None if words == () else words for name, words in asked.items()}
        return command(*args, choice=choice_of(**asked), **given)

    chosen: Callable[..., object] = choosing
    for name, (value, text) in reversed(_CHOOSING.items()):
        kind = click.IntRange(min=1) if name == "--limit" else None
        several = name not in _ONCE
        chosen = click.option(name, metavar=value, type=kind, multiple=several, help=text)(chosen)
    return cast("Command", chosen)


_CHOOSING: Final = {
    "--since": ("DATE", "Only games from this day on: 2019, 2019-04 or 2019-04-01 (Japanese time)."),
    "--until": ("DATE", "Only games up to the end of this day, month or year."),
    "--players": ("3|4", "Only games with 3 or with 4 players."),
    "--room": (
        "ROOM",
        "Only games of this room: ippan, joukyuu, tokujou, houou; separate several by commas.",
    ),
    "--length": ("LENGTH", "Only tonpuu or only hanchan."),
    "--lobby": ("N", "Only games of this lobby; separate several by commas."),
    "--id": ("ID|@FILE", "Only this log, or the logs that a file lists."),
    "--sample": ("N%|N", "A share or a number of the logs, drawn by their ids: always the same ones."),
    "--limit": ("N", "Only the first N logs, in the order of the sources."),
}
"""Options that choose logs: name of the value, help."""
_ONCE: Final = ("--since", "--until", "--sample", "--limit")
"""All others may be given several times."""
_ASKED: Final = tuple(name.lstrip("-") for name in _CHOOSING)
"""Their names in Python, as of `choice_of`."""


def exit_status(totals: Totals, sources: Sequence[str], choice: Choice, *, strict: bool) -> int:
    """0 clean, 1 findings, 2 nothing readable or nothing that matches the options."""
    if totals.games == 0:
        click.echo(f"Error: {_why_nothing(totals, sources, choice)}", err=True)
        return 2
    clean = totals.verdicts.total() == 0 if strict else totals.is_clean
    return 0 if clean else 1


def _why_nothing(totals: Totals, sources: Sequence[str], choice: Choice) -> str:
    from analyzer.sources import Choice, SourceLog, iter_logs
    from analyzer.sources.asking import STDIN

    if choice == Choice() or totals.unreadable:
        return "nothing readable; expected at least one mjlog"
    # Standard input cannot be read again.
    if not {STDIN, f"@{STDIN}"}.isdisjoint(sources):
        return "0 logs match"
    logs = sum(isinstance(item, SourceLog) for item in iter_logs(sources))
    return f"0 of {logs:,} logs match" if logs else "nothing readable; expected at least one mjlog"
