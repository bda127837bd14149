"""The folder of a pack: its JSON, and that it is written completely or not at all."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final

from analyzer.errors import UserMistake

__all__ = ["PackFolder"]

_NAME: Final = "tenhou-analyzer-conformance "
_SCHEMA: Final = f"{_NAME}3"
"""The number is raised whenever a field of any file is renamed, removed, or changes its meaning."""
_INDEX: Final = "index.json"
_NUMBERS: Final = re.compile(r"\[\n([-0-9,\s]*)\]")
"""A list of numbers over several lines; texts have no line breaks, so they cannot match."""


class PackFolder:
    """The files of a pack while it is written; a context that moves them into place unless something fails.

    Attributes:
        files: SHA-256 of every file written, by its path in the pack.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        self._unfinished = self._folder.with_name(f".{self._folder.name}.unfinished")
        self.files: dict[str, str] = {}

    def __enter__(self) -> PackFolder:
        """Start anew beside the place of the pack.

        Raises:
            UserMistake: When the place holds anything but a pack.
        """
        self._refuse_other_files()
        shutil.rmtree(self._unfinished, ignore_errors=True)
        self._unfinished.mkdir(parents=True)
        return self

    def write(self, path: str, content: bytes) -> None:
        """Write one file; ``path`` is relative, with ``/``."""
        file = self._unfinished / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        self.files[path] = hashlib.sha256(content).hexdigest()

    def write_json(self, path: str, content: Mapping[str, object]) -> None:
        """Write one file of JSON with the version of the pack; a list of numbers is one line."""
        text = json.dumps({"schema": _SCHEMA, **content}, ensure_ascii=False, indent=1)
        self.write(path, (_NUMBERS.sub(_in_one_line, text) + "\n").encode())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            shutil.rmtree(self._unfinished, ignore_errors=True)
            return
        if self._folder.exists():
            shutil.rmtree(self._folder)
        self._unfinished.rename(self._folder)

    def _refuse_other_files(self) -> None:
        if not self._folder.exists():
            return
        if not self._folder.is_dir():
            raise UserMistake(f"{self._folder.name} is a file, expected a folder for the pack")
        there = {
            file.relative_to(self._folder).as_posix() for file in self._folder.rglob("*") if file.is_file()
        }
        other = sorted(there - self._files_of_old_pack())
        if other:
            raise UserMistake(
                f"the folder {self._folder.name} holds {other[0]}, which is no file of a pack; "
                "expected a new or empty folder, or a pack as it was written"
            )

    def _files_of_old_pack(self) -> set[str]:
        try:
            old = json.loads((self._folder / _INDEX).read_text(encoding="utf-8"))
            return {_INDEX, *old["sha256"]} if old["schema"].startswith(_NAME) else set()
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return set()


def _in_one_line(found: re.Match[str]) -> str:
    return f"[{', '.join(found[1].split())}]".replace(",,", ",")
