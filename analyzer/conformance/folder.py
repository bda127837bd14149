"""The folder of a pack: written beside its place, and moved there when it is complete."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from types import TracebackType
from typing import Final

from analyzer.errors import UserMistake

__all__ = ["PackFolder"]

_INDEX: Final = "index.json"
_OURS: Final = "tenhou-analyzer-conformance "


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
            return {_INDEX, *old["sha256"]} if old["schema"].startswith(_OURS) else set()
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return set()
