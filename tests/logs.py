"""Logs for tests: real ones where the corpus is at hand, and their elements as editable text."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[1]
_CORPUS = os.environ.get("TENHOU_CORPUS")

needs_corpus = pytest.mark.skipif(
    not _CORPUS, reason="TENHOU_CORPUS is not set: no real logs to test against"
)


def needs_all_logs(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that goes over all real logs, which takes long."""
    return pytest.mark.long(needs_corpus(test))


def corpus_paths(folder: str) -> list[Path]:
    """Files of one folder of the corpus in order; none without the corpus."""
    return sorted((Path(_CORPUS) / folder).iterdir()) if _CORPUS else []


def corpus_bytes(path: Path) -> bytes:
    """XML of a real log."""
    data = path.read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def fixed_logs() -> list[Path]:
    """Games that stay as they are: rare ones of `data/samples` and ordinary ones of `tests/games`.

    Ordinary games, which have the seed of their walls, change with the players of the simulator.
    """
    samples = (_ROOT / "data" / "samples").glob("*.mjlog")
    rare = [path for path in samples if b"<SHUFFLE" not in path.read_bytes()]
    return sorted([*rare, *(_ROOT / "tests" / "games").glob("*.mjlog")], key=lambda path: path.name)


class Elements(list[str]):
    """A log as its elements, so that an index here is the element index of findings (0 is the root)."""

    @classmethod
    def of(cls, data: bytes) -> Elements:
        """Split the XML of one log."""
        return cls(re.findall(r"<[^/>][^>]*>", data.decode()))

    def xml(self) -> bytes:
        """The bytes of the log."""
        return ("".join(self) + "</mjloggm>").encode()

    def find(self, pattern: str, start: int = 0) -> int:
        """Index of the first element from ``start`` that matches the regular expression.

        Raises:
            LookupError: When none does.
        """
        for index in range(start, len(self)):
            if re.search(pattern, self[index]):
                return index
        raise LookupError(pattern)

    def get(self, index: int, name: str) -> str:
        """Value of an attribute of an element."""
        match = re.search(rf'\b{name}="([^"]*)"', self[index])
        if match is None:
            raise LookupError(name)
        return match.group(1)

    def set(self, index: int, name: str, value: str) -> None:
        """Replace the value of an attribute."""
        self.get(index, name)
        self[index] = re.sub(rf'\b{name}="[^"]*"', f'{name}="{value}"', self[index], count=1)

    def drop(self, index: int, name: str) -> None:
        """Remove an attribute."""
        self.get(index, name)
        self[index] = re.sub(rf' {name}="[^"]*"', "", self[index], count=1)

    def numbers(self, index: int, name: str) -> list[int]:
        """An attribute as integers."""
        return [int(part) for part in self.get(index, name).split(",")]

    def set_numbers(self, index: int, name: str, values: list[int]) -> None:
        """Write an attribute of integers."""
        self.set(index, name, ",".join(map(str, values)))

    def inits(self) -> list[int]:
        """Indices of the INIT elements."""
        return [index for index, element in enumerate(self) if element.startswith("<INIT")]

    def hand_of(self, index: int) -> int:
        """0-based index of the hand an element belongs to."""
        return sum(init <= index for init in self.inits()) - 1
