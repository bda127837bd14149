"""The files of a pack and their folder; a version fixes the form of index, settlements and rule sets."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Final

from analyzer import __version__
from analyzer.conformance.expected import ExpectedGame
from analyzer.errors import UserMistake
from analyzer.rules import RULES, RuleSet

__all__ = [
    "SCHEMA",
    "FaultyRow",
    "FindingRow",
    "Index",
    "LogRow",
    "PackFolder",
    "RuleSetRow",
    "expected_text",
    "index_text",
    "readme_text",
    "rule_set_text",
]

_NAME: Final = "tenhou-analyzer-conformance "
SCHEMA: Final = f"{_NAME}2"
"""The number is raised whenever a field of any file is renamed, removed, or changes its meaning."""
_INDEX: Final = "index.json"


_NUMBERS: Final = re.compile(r"\[\n([-0-9,\s]*)\]")
"""A list of numbers over several lines; texts have no line breaks, so they cannot match."""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """The finding that a twin must give: its check, and where.

    Attributes:
        check: Id of a check of this package; its meaning is in the list of checks.
        verdict: ``inconsistent``; or ``malformed``, or ``undecided`` where the log cannot be judged.
        hand: 0-based index in the game; None for the log as a whole.
        element: Index of the element in the log, the root being 0; None for the log as a whole.
        seat: Seat concerned; None when not one seat.
    """

    check: str
    verdict: str
    hand: int | None
    element: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class RuleSetRow:
    """A rule set of the pack."""

    name: str
    title: str
    players: int
    file: str


@dataclass(frozen=True, slots=True)
class LogRow:
    """A log of the pack; paths are relative to its folder."""

    scenario: str
    meaning: str
    rule_set: str
    players: int
    shows: tuple[int, ...]
    log: str
    expected: str
    hands: tuple[str, ...] = ()
    """Names of its hands, where it is made of single ones."""


@dataclass(frozen=True, slots=True)
class FaultyRow:
    """A twin with one fault; ``of`` is the log without it."""

    scenario: str
    rule_set: str
    fault: str
    meaning: str
    log: str
    of: str
    finding: FindingRow
    rules: str
    """What to check it under: the rule set, or ``auto`` where the log's own announcement is at fault."""


@dataclass(slots=True)
class Index:
    """What the pack has."""

    seed: str
    rule_sets: list[RuleSetRow] = field(default_factory=list)
    logs: list[LogRow] = field(default_factory=list)
    faulty: list[FaultyRow] = field(default_factory=list)


def _text(content: Mapping[str, object]) -> bytes:
    text = json.dumps(content, ensure_ascii=False, indent=1)
    return (_NUMBERS.sub(_in_one_line, text) + "\n").encode()


def _in_one_line(found: re.Match[str]) -> str:
    return f"[{', '.join(found[1].split())}]".replace(",,", ",")


def index_text(index: Index, digests: Mapping[str, str]) -> bytes:
    """``index.json``: versions, rule sets, logs, twins, and the SHA-256 of every other file."""
    head = {"schema": SCHEMA, "package": f"tenhou-analyzer {__version__}"}
    return _text({**head, **asdict(index), "sha256": dict(sorted(digests.items()))})


def expected_text(row: LogRow, game: ExpectedGame) -> bytes:
    """The expected settlement of a log."""
    content = {"schema": SCHEMA, **asdict(row)}
    del content["expected"]
    return _text({**content, "hands": game.hands, "end": game.end, "findings": game.findings})


def rule_set_text(label: str, rules: RuleSet) -> bytes:
    """Every rule of a set under its name in the pack: value, meaning and source."""
    rows = {
        name: {"value": rules.value(name), "meaning": rule.meaning, "source": rules.source(name)}
        for name, (_, rule) in RULES.items()
    }
    return _text({"schema": SCHEMA, "name": label, "title": rules.title, "rules": rows})


def readme_text(*, faulty: bool) -> bytes:
    """The README of a pack."""
    text = (files("analyzer.conformance") / "pack_readme.md").read_text(encoding="utf-8")
    head, _, tail = text.partition("<!-- faulty -->\n")
    return (head + tail if faulty else head).encode()


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
            return {_INDEX, *old["sha256"]} if old["schema"].startswith(_NAME) else set()
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return set()
