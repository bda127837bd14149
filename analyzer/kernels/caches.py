"""Where compiled kernels are kept: a private folder of the cache, in it one for each state of all kernels.

A state is a digest of every file that kernels are in or can read from: any change starts a new folder.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

_DIGEST: Final = re.compile("[0-9a-f]{16}")
_CACHE_DAYS: Final = 30
"""How long compiled kernels are kept after their last use."""

_PACKAGE: Final = Path(__file__).parents[1]
_NOT_READ: Final = frozenset(
    {"batch", "cli", "conformance", "folders", "report", "sources", "stats", "tables", "view"}
)
"""Rooms that have no kernels, and of which kernels read nothing."""

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH

_STARTED: Final = time.time()


def is_filled(name: str) -> bool:
    """Whether all kernels of the set with this name are in the cache."""
    root = cache_folder()
    return root is not None and (root / name).exists()


def note_filled(name: str) -> None:
    """Tell other processes that all kernels of the set with this name are in the cache."""
    root = cache_folder()
    if root is not None:
        with suppress(OSError):
            (root / name).touch()


def cache_folder() -> Path | None:
    """The folder of the kernels as they are now, which this user alone can write to; None without one.

    Compiled kernels are read back by unpickling, so whoever writes there runs code here.  A folder that
    others can write to is left alone; a private one among the temporary files takes its place.
    """
    digest, folder = _digest(), _folder()
    if digest is None or folder is None or not _is_made_private(folder / digest):
        return None
    return folder / digest if _are_loaded_as_they_are() else None


def _are_loaded_as_they_are() -> bool:
    """Whether no file has changed since this process began, which may have loaded what it said before."""
    try:
        return all(path.stat().st_mtime < _STARTED for path in _sources())
    except OSError:
        return False


@cache
def _digest() -> str | None:
    """Digest of all that compiled kernels follow from; None where the package has no files."""
    from importlib.metadata import version

    from llvmlite.binding import get_host_cpu_features, get_host_cpu_name

    files = [(str(path.relative_to(_PACKAGE)), sha256(path.read_bytes()).hexdigest()) for path in _sources()]
    versions = (sys.version, *map(version, ("numba", "llvmlite", "numpy")))
    described = (files, versions, get_host_cpu_name(), get_host_cpu_features().flatten())
    return sha256(repr(described).encode()).hexdigest()[:16] if files else None


@cache
def _sources() -> tuple[Path, ...]:
    """The files that kernels are in, and all whose constants, tables and layouts they can read."""
    rooms = (path for path in sorted(_PACKAGE.iterdir()) if path.name not in _NOT_READ)
    found = (path for room in rooms for path in (sorted(room.rglob("*")) if room.is_dir() else [room]))
    return tuple(path for path in found if path.is_file() and path.suffix != ".pyc")


@cache
def _folder() -> Path | None:
    for root in (_cache_root(), _private_root()):
        if root is None:
            continue
        folder = root / "tenhou-analyzer"
        if _is_made_private(folder):
            _prune(folder)
            return folder
    return None


def is_where_asked() -> bool:
    """Whether kernels are kept where the user's settings say, and not in a private folder instead."""
    folder, root = _folder(), _cache_root()
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


def _prune(root: Path) -> None:
    """Remove compiled kernels that nobody has used for a while; leave all else alone."""
    import shutil

    oldest = time.time() - _CACHE_DAYS * 24 * 60 * 60
    for folder in root.iterdir():
        if not _DIGEST.fullmatch(folder.name):
            continue
        with suppress(OSError):
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
