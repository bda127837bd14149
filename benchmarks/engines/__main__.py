"""``python -m benchmarks.engines``: public engines answer the pack; writes docs/engines.md."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from analyzer.conformance import write_pack
from analyzer.conformance.cases import digest, read_cases
from analyzer.conformance.judging import Judged
from analyzer.conformance.running import run_cases
from analyzer.errors import UserMistake
from benchmarks.engines.page import Engine, engines, page_text

_HERE: Final = Path(__file__).parent
_PAGE: Final = _HERE.parents[1] / "docs" / "engines.md"
_FOLDER: Final = Path.home() / ".cache" / "tenhou-analyzer-engines"


@click.command(epilog="Example: python -m benchmarks.engines")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=_FOLDER,
    help="Where engines are installed and the pack is written.",
)
def main(folder: Path) -> None:
    """Install every engine apart, let it answer the conformance pack, and write docs/engines.md."""
    wanted = engines()
    pack = folder / "pack"
    click.echo("making the pack", err=True)
    write_pack(pack, rule_sets=sorted({name for engine in wanted for name in engine.rules}))
    answered = {}
    for engine in wanted:
        click.echo(f"asking {engine.title}", err=True)
        answered[engine] = [*_ask(engine, pack, folder)]
    try:
        page = page_text(answered, digest(pack), time.strftime("%Y-%m-%d"))
    except UserMistake as mistake:
        raise click.ClickException(str(mistake)) from mistake
    _PAGE.write_text(page, encoding="utf-8")


def _ask(engine: Engine, pack: Path, folder: Path) -> Iterator[Judged]:
    installed = folder / f"{engine.name.replace('/', '-')}-{engine.version}"
    adapter = str(_HERE / "adapters" / engine.adapter)
    if engine.source == "npm":
        command = ["node", adapter]
        _run(["npm", "install", "--silent", "--no-fund", "--prefix", str(installed), engine.pinned("@")])
        os.environ["NODE_PATH"] = str(installed / "node_modules")
    else:
        python = installed / ("Scripts" if os.name == "nt" else "bin") / "python"
        if not python.exists():
            _run([sys.executable, "-m", "venv", str(installed)])
        _run([str(python), "-m", "pip", "install", "--quiet", engine.pinned("==")])
        command = [str(python), adapter]
    yield from run_cases(command, read_cases(pack, engine.rules))


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, stdout=sys.stderr)  # noqa: S603 - the commands are those above


if __name__ == "__main__":
    main()
