"""The folder of a pack: its JSON, and that it is written completely or not at all."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from analyzer.errors import UserMistake

__all__ = ["json_file", "refuse_other_files", "write_folder"]

_NAME: Final = "tenhou-analyzer-conformance "
_SCHEMA: Final = f"{_NAME}3"
"""The number is raised whenever a field of any file is renamed, removed, or changes its meaning."""
_INDEX: Final = "index.json"
_NUMBERS: Final = re.compile(r"\[\n([-0-9,\s]*)\]")
"""A list of numbers over several lines; texts have no line breaks, so they cannot match."""


def json_file(content: Mapping[str, object]) -> bytes:
    """A file of JSON with the version of the pack; a list of numbers is one line."""
    text = json.dumps({"schema": _SCHEMA, **content}, ensure_ascii=False, indent=1)
    return (_NUMBERS.sub(_in_one_line, text) + "\n").encode()


def _in_one_line(found: re.Match[str]) -> str:
    return f"[{', '.join(found[1].split())}]".replace(",,", ",")


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, by their path in the folder with ``/``, and let them replace an old pack at once."""
    unfinished = folder.absolute().with_name(f".{folder.absolute().name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        for path, content in files.items():
            file = unfinished / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    if folder.exists():
        shutil.rmtree(folder)
    unfinished.rename(folder)


def refuse_other_files(folder: Path) -> None:
    """See that there is nothing but a pack.

    Raises:
        UserMistake: When there is anything else.
    """
    if not folder.exists():
        return
    if not folder.is_dir():
        raise UserMistake(f"{folder.name} is a file, expected a folder for the pack")
    there = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    other = sorted(there - _files_of_pack(folder))
    if other:
        raise UserMistake(
            f"the folder {folder.name} holds {other[0]}, which is no file of a pack; "
            "expected a new or empty folder, or a pack as it was written"
        )


def _files_of_pack(folder: Path) -> set[str]:
    try:
        old = json.loads((folder / _INDEX).read_text(encoding="utf-8"))
        return {_INDEX, *old["sha256"]} if old["schema"].startswith(_NAME) else set()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return set()
