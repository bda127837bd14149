"""Where compiled kernels are kept: a folder of the user's cache for exactly this source."""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["cache_folder", "is_cache_filled", "is_where_asked", "note_filled_cache"]

_DIGEST: Final = re.compile("[0-9a-f]{16}")
_CACHE_DAYS: Final = 30
"""How long the cache of another version of the package is kept after its last use."""

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH

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
    """A folder for exactly this source that this user alone can write to; None without one.

    Compiled kernels are read back by unpickling, so whoever writes there runs code here.  A folder that
    others can write to is left alone; a private one among the temporary files takes its place.
    """
    digest = _digest(Path(__file__).parent.parent)
    for root in (_cache_root(), _private_root()):
        if root is None:
            continue
        folder = root / "tenhou-analyzer" / digest
        if _is_made_private(folder):
            _prune(folder)
            return folder
    return None


def is_where_asked() -> bool:
    """Whether kernels are kept where the user's settings say, and not in a private folder instead."""
    folder, root = cache_folder(), _cache_root()
    return folder is not None and root is not None and folder.is_relative_to(root)


def _is_made_private(folder: Path) -> bool:
    """Make a folder where there is none; whether this user, and nobody else, can write to it."""
    import tempfile

    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        if os.name == "posix" and not _is_private(folder):
            return False
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
    except OSError:
        return False
    return True


def _is_private(folder: Path) -> bool:
    """Whether a folder is this user's own, and neither it nor a folder above can be changed by others."""
    own = folder.lstat()
    if own.st_uid != os.getuid() or not stat.S_ISDIR(own.st_mode) or own.st_mode & _OTHERS_WRITE:
        return False
    for above in folder.resolve().parents:
        found = above.stat()
        # In a sticky folder, as /tmp is, nobody can move what belongs to somebody else.
        is_open = found.st_mode & _OTHERS_WRITE and not found.st_mode & stat.S_ISVTX
        if is_open or found.st_uid not in (0, os.getuid()):
            return False
    return True


def _private_root() -> Path | None:
    """A folder of this user among the temporary files; None where users have no numbers."""
    import tempfile

    if os.name != "posix":
        return None
    return Path(tempfile.gettempdir()) / f"tenhou-analyzer-{os.getuid()}"


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
