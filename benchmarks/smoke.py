"""``python -m benchmarks.smoke``: takes the cases of the smoke pack, which is shipped, out of the whole pack.

``smoke.toml`` names them; tests/conformance/test_smoke.py says which wrong scorers they let through.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

from analyzer.conformance import write_pack
from analyzer.conformance.cases import SMOKE
from analyzer.errors import UserMistake

_WANTED: Final = Path(__file__).with_suffix(".toml")


def smoke_files(pack: Path) -> dict[str, bytes]:
    """The files of the smoke pack by name.

    Args:
        pack: A pack with the rule sets of the smoke pack.

    Raises:
        UserMistake: When it has no case of a name.
    """
    wanted = tomllib.loads(_WANTED.read_text(encoding="utf-8"))
    cases = {
        f"cases/{rule_set}.jsonl": "".join(_taken(pack / "cases" / f"{rule_set}.jsonl", names)).encode()
        for rule_set, names in wanted.items()
    }
    schema = json.loads((pack / "index.json").read_bytes())["schema"]
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in cases.items()}
    index = json.dumps({"schema": schema, "sha256": digests}, indent=1)
    return {**cases, "index.json": f"{index}\n".encode()}


def _taken(file: Path, names: list[str]) -> Iterator[str]:
    """The lines of the cases of these names, in the order of the pack."""
    left = {*names}
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
        case = json.loads(line)
        # A single hand is named by what it is: its place in the pack changes with others.
        name = {case["case"].partition("/")[2], case["shows"].replace(" ", "_")} & left
        left -= name
        if name:
            yield line
    if left:
        raise UserMistake(f"{file.name} has no case {', '.join(sorted(left))}")


@click.command(epilog="Example: python -m benchmarks.smoke")
def main() -> None:
    """Play the whole pack under the rule sets of the smoke pack, and write this."""
    with TemporaryDirectory() as folder:
        pack = Path(folder, "pack")
        write_pack(pack, rule_sets=[*tomllib.loads(_WANTED.read_text(encoding="utf-8"))])
        for name, content in smoke_files(pack).items():
            (SMOKE / name).write_bytes(content)


if __name__ == "__main__":
    main()
