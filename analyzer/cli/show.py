"""``tenhou-analyzer show``."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from analyzer.cli.options import example, format_option, out_option, rules_option
from analyzer.errors import UserMistake

_INDEX: Final = re.compile(r"-?[0-9]{1,9}")


@click.command(
    "show",
    epilog=example(
        "tenhou-analyzer show game.mjlog",
        "tenhou-analyzer show game.mjlog E2.1 --explain",
        "tenhou-analyzer show game.mjlog --format html -o game.html",
        "tenhou-analyzer show game.mjlog 3 --turn 20 --rules wrc",
        "tenhou-analyzer show archive.zip E2.1 --id 2011020417gm-00a9-0000-b67fcaa3",
    ),
)
@click.argument("log", metavar="LOG")
@click.argument("hand", metavar="[HAND]", required=False)
@format_option(
    "Text for a terminal, one picture, or a page that steps through the game or the hand.",
    "text",
    "svg",
    "html",
)
@click.option(
    "--id", "log_id", metavar="ID", help="The log to show, where LOG is a folder or an archive of several."
)
@click.option("--plain", is_flag=True, help="Plain ASCII text, without tile characters.")
@click.option(
    "--turn", type=click.IntRange(min=0), metavar="N", help="The table after the Nth play (default: the end)."
)
@click.option("--explain", is_flag=True, help="Explain the settlement, each rule with its source.")
@rules_option(
    "Settle under this rule set (default: the end as the log has it, explained by the log's rule set)."
)
@out_option("Write to this file.", dir_okay=False)
def command(
    log: str,
    hand: str | None,
    log_id: str | None,
    format_name: str,
    turn: int | None,
    rules: str | None,
    out: Path | None,
    *,
    plain: bool,
    explain: bool,
) -> None:
    """Draw a hand and explain its settlement: text, SVG or HTML.

    It shows each tehai and river, the end of the hand, and the payments with their reasons.  LOG is a file of
    one log, or with --id an archive or a folder.  HAND is a name such as E2.1, or an index from 0; without
    HAND, the hands of the game are listed with their ends, or with html all of them are on the page, which
    always explains.
    """
    from analyzer import read
    from analyzer.view.as_text import PLAIN, UNICODE

    game, judge = read(log, log_id=log_id), "auto" if rules is None else rules
    chosen = None if hand is None else game.hand(int(hand) if _INDEX.fullmatch(hand) else hand)
    if chosen is None and (turn is not None or (format_name != "html" and (explain or rules is not None))):
        asked = "--turn needs" if format_name == "html" else "--turn, --explain and --rules need"
        raise UserMistake(f"{asked} a hand, one of {game.hands.names}")
    if format_name == "text":
        style = PLAIN if plain else replace(UNICODE, dims=out is None and sys.stdout.isatty())
        text = chosen.text(turn, judge, explains=explain, style=style) if chosen else game.text(style)
    elif format_name == "html":
        text = chosen.html(turn, judge) if chosen else game.html(judge)
    elif chosen is None:
        raise UserMistake(f"a picture needs a hand, one of {game.hands.names}")
    elif explain:
        raise UserMistake("--explain is for text and html; a picture has no room for it")
    else:
        text = chosen.svg(turn, judge)
    if out is None:
        click.echo(text)
    else:
        out.write_text(text + "\n", encoding="utf-8", newline="\n")
