"""``tenhou-analyzer schema``."""

from __future__ import annotations

import json

import click

from analyzer.cli.options import example


@click.command("schema", epilog=example("tenhou-analyzer schema --format json"))
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["markdown", "json"]),
    default="markdown",
    show_default=True,
    help="For people or for programs.",
)
def command(format_name: str) -> None:
    """Print the data dictionary: every column of every table."""
    from analyzer.tables.dictionary import as_json, as_markdown

    if format_name == "json":
        click.echo(json.dumps(as_json(), indent=2, ensure_ascii=False))
    else:
        click.echo(as_markdown(), nl=False)
