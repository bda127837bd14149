"""Where compiled kernels are kept: a folder of the user's cache for exactly this source."""

from __future__ import annotations

import os
import re
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["cache_folder", "is_cache_filled", "note_filled_cache"]

_DIGEST: Final = re.compile("[0-9a-f]{16}")
_CACHE_DAYS: Final = 30
"""How long the cache of another version of the package is kept after its last use."""

_FILLED: Final = "filled"
"""File that tells that all kernels of a run are in the cache."""


def is_cache_filled() -> bool:
    """Whether the kernels of a run are known to be in the cache, or cannot be kept in any."""
    folder = cache_folder()
    return folder is None or (folder / _FILLED).exists()


def note_filled_cache() -> None:
    """Tell later processes that the kernels of a run are in the cache."""
    folder = cache_folder()
    if folder is not None:
        with suppress(OSError):
            (folder / _FILLED).touch()


@cache
def cache_folder() -> Path | None:
    """A writable folder for exactly this source; None without one."""
    import tempfile

    root = _cache_root()
    if root is None:
        return None
    folder = root / "tenhou-analyzer" / _digest(Path(__file__).parent.parent)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
    except OSError:
        return None
    _prune(folder)
    return folder


def _prune(current: Path) -> None:
    """Remove the caches of other versions that nobody has used for a while; leave all else alone."""
    import shutil

    oldest = time.time() - _CACHE_DAYS * 24 * 60 * 60
    for folder in current.parent.iterdir():
        if folder == current or not _DIGEST.fullmatch(folder.name):
            continue
        with suppress(OSError):
            # A version touches its folder at every start, so the age is that of the last use.
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder)


def _cache_root() -> Path | None:
    """Where this machine keeps caches: ours if named, else the user's; None when there is no home."""
    base = os.environ.get("TENHOU_ANALYZER_CACHE") or os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base)
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        return Path.home() / ".cache"
    except RuntimeError:
        return None


def _digest(package: Path) -> str:
    """Digest of every file of the package: neither a callee nor a table it holds may be stale in a cache."""
    import hashlib

    # Numba keeps by path what it has compiled: an installation elsewhere finds nothing of this one's.
    digest = hashlib.sha256(f"{sys.version} {sys.platform} {package}".encode())
    for path in sorted(package.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
