"""``tenhou-analyzer schema``."""

from __future__ import annotations

import json

import click

from analyzer.cli.options import example, format_option


@click.command("schema", epilog=example("tenhou-analyzer schema --format json"))
@format_option("For people or for programs.", "markdown", "json")
def command(format_name: str) -> None:
    """Print the data dictionary: every column of every table."""
    from analyzer.tables.schema import as_json, as_markdown

    if format_name == "json":
        click.echo(json.dumps(as_json(), indent=2, ensure_ascii=False))
    else:
        click.echo(as_markdown(), nl=False)
