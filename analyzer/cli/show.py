"""``tenhou-analyzer show``."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.options import example
from analyzer.errors import UserMistake

if TYPE_CHECKING:
    from analyzer.view import Game

_INDEX: Final = re.compile(r"-?[0-9]{1,9}")


@click.command(
    "show",
    epilog=example(
        "tenhou-analyzer show game.mjlog",
        "tenhou-analyzer show game.mjlog E2.1 --explain",
        "tenhou-analyzer show game.mjlog S1 --format html -o s1.html",
        "tenhou-analyzer show game.mjlog 3 --turn 20 --rules wrc",
        "tenhou-analyzer show archive.zip E2.1 --id 2011020417gm-00a9-0000-b67fcaa3",
    ),
)
@click.argument("log", metavar="LOG")
@click.argument("hand", metavar="[HAND]", required=False)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", "svg", "html"]),
    default="text",
    show_default=True,
    help="Text for a terminal, one picture, or a page with a stepper through the turns.",
)
@click.option(
    "--id", "log_id", metavar="ID", help="Which log, where LOG is an archive or a folder of several."
)
@click.option("--plain", is_flag=True, help="Text without tile characters, in ASCII.")
@click.option(
    "--turn", type=click.IntRange(min=0), metavar="N", help="After the Nth play (default: the end)."
)
@click.option("--explain", is_flag=True, help="Why the hand is settled so, each rule with its source.")
@click.option(
    "--rules",
    metavar="NAME|FILE",
    help="Settle by this rule set (default: as the log has it, explained by the set it calls for).",
)
@click.option(
    "-o", "--out", "out", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file instead."
)
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

    Who holds what, what was discarded, how it ended, what is paid and why.  LOG is a file of one log, or with
    --id an archive or a folder; HAND is a name such as E2.1, or an index from 0.  Without HAND the hands of
    the game are listed with their ends.
    """
    from analyzer import read

    drawn = Drawing(read(log, log_id=log_id), hand, turn=turn, rules=rules, explains=explain)
    if format_name == "text":
        text = drawn.text(plain=plain, dims=out is None and sys.stdout.isatty())
    else:
        text = drawn.svg() if format_name == "svg" else drawn.html()
    if out is None:
        click.echo(text)
    else:
        out.write_text(text + "\n", encoding="utf-8", newline="\n")


class Drawing:
    """What is to be drawn, in whichever form."""

    def __init__(
        self, game: Game, name: str | None, *, turn: int | None, rules: str | None, explains: bool
    ) -> None:
        self.game = game
        self.hand = None if name is None else game.hand(int(name) if _INDEX.fullmatch(name) else name)
        if self.hand is None and (turn is not None or explains or rules is not None):
            raise UserMistake(f"--turn, --explain and --rules need a hand, one of {self.game.hands.names}")
        self.turn, self.rules, self.explains = turn, rules, explains

    def text(self, *, plain: bool, dims: bool) -> str:
        """As text."""
        from analyzer.view.text import PLAIN, UNICODE, explanation_text, game_text, table_text

        style = PLAIN if plain else UNICODE._replace(dims=dims)
        if self.hand is None:
            return game_text(self.game, style)
        parts = [table_text(self.hand.table(self.turn, self.rules), style)]
        if self.explains:
            parts.append(explanation_text(self.hand.explain(self.rules), style))
        return "\n\n".join(parts)

    def svg(self) -> str:
        """As one picture."""
        from analyzer.view.svg import table_svg

        if self.hand is None:
            raise UserMistake(f"a picture needs a hand, one of {self.game.hands.names}")
        if self.explains:
            raise UserMistake("--explain is for text and html; a picture has no room for it")
        return table_svg(self.hand.table(self.turn, self.rules), is_file=True)

    def html(self) -> str:
        """As a page."""
        from analyzer.view.page import game_page, hand_page

        if self.hand is None:
            return game_page(self.game)
        return hand_page(self.hand, turn=self.turn, rules=self.rules, explains=self.explains)
