"""What a worker on another machine is asked before it gets work; runs there."""

from __future__ import annotations

import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from analyzer import __version__

__all__ = ["Expected", "complaints_of"]


class Expected(NamedTuple):
    """What must be as it is where the run was started.

    Attributes:
        version: Of this package.
        python: Of Python, without the last part.
        mark: File that was just made in the output folder.
        sources: Files and folders of the logs.
    """

    version: str
    python: tuple[int, int]
    mark: str
    sources: tuple[str, ...]


@lru_cache(maxsize=1)
def complaints_of(expected: Expected) -> list[str]:
    """What keeps this process from doing the work, each as what may be said of a worker."""
    if __version__ != expected.version:
        return [f"has tenhou-analyzer {__version__}; expected {expected.version}"]
    if sys.version_info[:2] != expected.python:
        wanted = ".".join(map(str, expected.python))
        return [f"runs Python {sys.version_info.major}.{sys.version_info.minor}; expected {wanted}"]
    folder = Path(expected.mark).parent
    if not Path(expected.mark).exists():
        return [f"sees another folder than this machine under {str(folder)!r}, or none"]
    if not _is_writable(folder):
        return [f"may not write into {str(folder)!r}"]
    return [f"does not see {source!r}" for source in expected.sources if not Path(source).exists()]


def _is_writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
