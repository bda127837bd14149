"""``tenhou-analyzer convert``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.options import choosing_options, example, out_option, sources_argument
from analyzer.errors import UserMistake
from analyzer.folders.disk import open_own
from analyzer.printable import printable

if TYPE_CHECKING:
    from analyzer.batch.converting import ConvertedLog
    from analyzer.sources import Choice

_FILES: Final = (".json", ".jsonl", ".mjson", ".mjlog", ".txt", ".xml")


@click.command(
    "convert",
    epilog=example(
        "tenhou-analyzer convert game.mjlog --to mjai -o game.jsonl",
        "tenhou-analyzer convert logs.zip --to tenhou6 -o json",
        "tenhou-analyzer convert game.jsonl --to mjlog > game.mjlog",
        "tenhou-analyzer convert game.mjlog --to tenhou6 --links > links.txt",
    ),
)
@sources_argument
@click.option(
    "--to",
    "target",
    type=click.Choice(["mjai", "tenhou6", "mjlog", "majiang"]),
    required=True,
    help="The form to write: lines of mjai, JSON of tenhou.net/6, mjlog, or a record of 電脳麻将.",
)
@click.option(
    "--links",
    is_flag=True,
    help="With --to tenhou6: a link of tenhou.net/6 for each hand, one a line, as reviewers take them.",
)
@out_option("A folder for all games; for one, a file such as game.jsonl (default: standard output).")
@choosing_options
@click.option("-q", "--quiet", is_flag=True, help="Say only in one line what the form cannot hold.")
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[str, ...],
    target: str,
    out: Path | None,
    *,
    links: bool,
    choice: Choice,
    quiet: bool,
) -> None:
    """Write logs in another form: mjai, JSON of tenhou.net/6, mjlog, 電脳麻将.

    Only what a log states is written, nothing that we computed.  What the form cannot hold is said on
    standard error, in one line for each log, or with -q for all.
    """
    from analyzer.batch.converting import convert_all
    from analyzer.sources import plan

    if links and target != "tenhou6":
        raise UserMistake(f"--links needs --to tenhou6; {target} has no links")
    # It is None where it was closed before the process started.
    if out is None and sys.__stdout__ is None:
        raise UserMistake("standard output is closed; expected it open, or a file or folder with -o")
    planned, form = plan(sources, choice), "links" if links else target
    games = convert_all(planned.items(), form)
    if out is None or _is_file(out):
        games = _only(games)
    read = [origin.place for origin in planned.origins if isinstance(origin.place, Path)]
    written, refused = _write(games, target, form, out, read, quiet=quiet)
    if not written:
        raise UserMistake("nothing readable; expected at least one log")
    ctx.exit(1 if refused else 0)


def _is_file(out: Path) -> bool:
    """Whether one game is written here: by the name, or because a file or a device is there."""
    return not out.is_dir() and (out.suffix.lower() in _FILES or out.exists())


def _only(games: Iterator[ConvertedLog]) -> Iterator[ConvertedLog]:
    """The games, of which there must not be two.

    Raises:
        UserMistake: When there are.
    """
    first = list(islice(games, 2))
    if len(first) > 1:
        raise UserMistake("more than one game; name a folder with -o, or one log with --id")
    return chain(first, games)


def _write(
    games: Iterator[ConvertedLog],
    target: str,
    form: str,
    out: Path | None,
    read: Sequence[Path],
    *,
    quiet: bool,
) -> tuple[int, int]:
    """Write the games, none over what was read; how many are written, and how many cannot be."""
    from analyzer.batch.converting import file_name
    from analyzer.formats.one_game import losses

    taken = set[str]()
    written = refused = 0
    # In the order in which they are met.
    lost, filled = dict[str, None](), dict[str, None]()
    for name, converted, problem in games:
        source = printable(name.source)
        if converted is None:
            click.echo(f"{source}: not converted: {printable(problem or '')}", err=True)
            refused += 1
            continue
        _write_one(converted.text, out, file_name(name, form, taken), read)
        written += 1
        lost |= dict.fromkeys(converted.lost)
        filled |= dict.fromkeys(converted.filled)
        if converted.summary and not quiet:
            click.echo(f"{source}: {converted.summary}", err=True)
    summary = losses(target, [*lost], [*filled])
    if summary and quiet:
        click.echo(f"games: {written}; {summary}", err=True)
    return written, refused


def _write_one(text: str, out: Path | None, name: str, read: Sequence[Path]) -> None:
    if out is None:
        click.echo(text, nl=False)
        return
    is_file = _is_file(out)
    path = out if is_file else out / name
    if path.exists() and any(path.resolve().is_relative_to(source.resolve()) for source in read):
        raise UserMistake(f"{printable(str(path))!r} is among what is read; expected another folder or file")
    path.parent.mkdir(parents=True, exist_ok=True)
    # A file that the user names may be a link, such as /dev/stdout.
    with path.open("wb") if is_file else open_own(out, name, "wb") as file:
        file.write(text.encode())
