"""What the user named: files, folders, standard input, and lists of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from analyzer.errors import UserMistake

__all__ = ["STDIN", "Origin", "exists", "is_stream", "origins_of"]

STDIN: Final = "-"
_LIST: Final = "@"
_EXPECTED: Final = "expected a file, a folder, @FILE for a list of them, or - for standard input"


class Origin(NamedTuple):
    """One source.

    Attributes:
        text: As the user named it.
        path: File or folder; None for standard input.
        stream: Of standard input: what to read.
    """

    text: str
    path: Path | None
    stream: BinaryIO | None = None


def origins_of(
    sources: Sequence[str | os.PathLike[str]], stdin: BinaryIO | None = None
) -> tuple[Origin, ...]:
    """The sources, lists replaced by what they list.

    ``@FILE`` is a text file with one file or folder a line, ``@-`` the same on standard input; blank lines
    and those that begin with ``#`` say nothing, and ``-`` and ``@`` have no meaning within.

    Raises:
        UserMistake: When a source does not exist, or two of them want standard input.
    """
    asking = [str(source) for source in sources if source in (STDIN, _LIST + STDIN)]
    if len(asking) > 1:
        raise UserMistake(f"{asking[1]!r} reads standard input, which {asking[0]!r} has read already")
    return tuple(origin for source in sources for origin in _of_source(source, stdin))


def exists(path: Path) -> bool:
    """Whether there is such a file or folder; whatever cannot be a path is none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def is_stream(origin: Origin) -> bool:
    """Whether it can be read only once: standard input, or a pipe."""
    path = origin.path
    return path is None or (exists(path) and not path.is_dir() and not path.is_file())


def _of_source(source: str | os.PathLike[str], stdin: BinaryIO | None) -> Iterator[Origin]:
    text = os.fspath(source)
    if text == STDIN:
        yield Origin("<stdin>", None, stdin or _standard_input(text))
    elif isinstance(source, str) and source.startswith(_LIST):
        for line in _lines(source, stdin):
            yield Origin(line, Path(line))
    elif not exists(Path(text)):
        raise UserMistake(f"{text!r} does not exist; {_EXPECTED}")
    else:
        yield Origin(text, Path(text))


def _standard_input(source: str) -> BinaryIO:
    # There is none where it was closed before the process began.
    if sys.stdin is None:
        raise UserMistake(f"{source!r}: standard input is closed")
    return sys.stdin.buffer


def _lines(source: str, stdin: BinaryIO | None) -> Iterator[str]:
    name = source.removeprefix(_LIST)
    try:
        data = (stdin or _standard_input(source)).read() if name == STDIN else Path(name).read_bytes()
    except UserMistake:
        raise
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error).lower()
        raise UserMistake(f"{source!r}: cannot read the list {name!r}: {reason}; {_EXPECTED}") from None
    for line in data.decode("utf-8-sig", "surrogateescape").split("\n"):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield stripped
