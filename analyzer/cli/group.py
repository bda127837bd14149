"""The group of all commands; the module of a command is imported only when it runs."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Final

import click

from analyzer.cli.options import example
from analyzer.errors import AnalyzerError, nearest
from analyzer.printable import printable

COMMANDS: Final = {
    "run": "Read and audit logs; write tables and a summary: the main job.",
    "validate": "Audit logs and print the findings.",
    "show": "Draw a hand and explain its settlement: text, SVG or HTML.",
    "convert": "Write logs in another form: mjai, JSON of tenhou.net/6, mjlog, 電脳麻将.",
    "report": "Write one HTML file about a run: findings and charts.",
    "compare": "Count what another rule set would have paid.",
    "simulate": "Play legal games and write them as logs.",
    "conformance": "Make the conformance pack of rare hands, and let an engine answer it.",
    "rules": "List, show and compare rule sets, and settle a hand under one.",
    "stats": "Print statistics over the tables of a run, with sample sizes and intervals.",
    "schema": "Print the data dictionary: every column of every table.",
}
"""Summary of each command; its module ``analyzer.cli.<name>`` has the click command ``command``."""


class ReaderGone(Exception):
    """Nobody reads standard output any more, as with ``| head``."""


class _Mistake(click.ClickException):
    """A mistake of the user, or unusable input: one line, exit status 2."""

    exit_code = 2


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"analyzer.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            raise click.UsageError(error.message.rstrip(".") + nearest(args[0], COMMANDS), ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # --help and --version print here.
        with _in_one_line():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        with _in_one_line():
            return super().invoke(ctx)


@contextmanager
def _in_one_line() -> Iterator[None]:
    """Turn what a user can mend into a mistake, which is one line, and a closed pipe into `ReaderGone`."""
    try:
        yield
    except AnalyzerError as error:
        raise _Mistake(str(error)) from None
    except click.FileError as error:
        # To click its exit status is 1, which means findings here.
        raise _Mistake(error.format_message()) from None
    except Exception as error:
        if _lacks_memory(error):
            raise _Mistake(_NO_MEMORY) from None
        if not isinstance(error, OSError):
            raise
        if error.errno in (errno.EPIPE, errno.EINVAL) and error.filename is None:
            raise ReaderGone from None
        if error.errno is None:
            raise
        place = f"{error.filename}: " if error.filename is not None else ""
        raise _Mistake(printable(f"{place}{error.strerror}")) from None


_NO_MEMORY: Final = "out of memory: the limit of this process or its container (as ulimit -v) is too low"
_WORDS_OF_MEMORY: Final = (
    "Cannot allocate memory",
    "failed to map segment",
    "can't start new thread",
    "Failed to launch worker thread",
    "Unable to allocate",
    "std::bad_alloc",
)
"""How errors of the system, the loader, threads and libraries say that memory has run out."""


def _lacks_memory(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, MemoryError) or any(words in str(error) for words in _WORDS_OF_MEMORY):
            return True
        error = error.__cause__ or error.__context__
    return False


def _show_version(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    if is_wanted and not ctx.resilient_parsing:
        from analyzer.citing import cited_version

        click.echo(f"tenhou-analyzer {cited_version()}")
        ctx.exit()


_EXIT_STATUS: Final = (
    "Exit status: 0 clean (undecided alone is clean, unless --strict), 1 findings, "
    "2 usage error or nothing readable, 130 interrupted."
)
_COMPLETION: Final = """\b
Completion of commands, options and names in the shell, once:
  _TENHOU_ANALYZER_COMPLETE=bash_source tenhou-analyzer > ~/.tenhou-analyzer
and `source ~/.tenhou-analyzer` in ~/.bashrc (bash 4.4 or newer).  For zsh
say zsh_source and ~/.zshrc; for fish, fish_source > the file
~/.config/fish/completions/tenhou-analyzer.fish.
"""


@click.command(
    cls=_LazyGroup,
    epilog=f"{example('tenhou-analyzer run data/samples --out out')}\n\n{_EXIT_STATUS}\n\n{_COMPLETION}",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, of a checkout with its commit, and exit.",
)
def cli() -> None:
    """A referee and a statistician for riichi mahjong logs, Tenhou's first.

    SOURCE is a file, a folder, an archive or database of logs, a URL of one, or - for standard input.  Files
    are recognised by content, not by extension.
    """
