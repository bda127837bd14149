"""Where compiled kernels are kept: a private folder of the user's cache, in it a folder of each kernel."""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

__all__ = [
    "Locator",
    "cache_folder",
    "is_filled",
    "is_kept",
    "is_where_asked",
    "kernel_folder",
    "note_filled",
]

_DIGEST: Final = re.compile("[0-9a-f]{16}")
_CACHE_DAYS: Final = 30
"""How long a compiled kernel is kept after its last use."""

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


class Locator:
    """Tells numba where a kernel is kept and what it depends on; for `NUMBA_CACHE_LOCATOR_CLASSES`."""

    def __init__(self, digest: str, folder: Path) -> None:
        self._digest = digest
        self._folder = folder

    @classmethod
    def from_function(cls, function: Callable[..., Any], _path: str) -> Locator:
        """The locator that a kernel's twin carries."""
        found: Locator = vars(function)["locator"]
        return found

    def ensure_cache_path(self) -> None:
        """Make the folder again, should somebody have removed it while the kernel was compiled."""
        _is_made_private(self._folder)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """What is kept under another stamp is left alone."""
        return self._digest

    def get_disambiguator(self) -> str:
        """Part of the names of files; no two kernels share a folder."""
        return "kernel"


def kernel_folder(digest: str) -> Path | None:
    """The folder of the kernel with this digest, marked as used today; None where nothing can be kept."""
    root = cache_folder()
    folder = None if root is None else root / digest[:16]
    if folder is None or not _is_made_private(folder):
        return None
    return folder


def is_kept(digest: str) -> bool:
    """Whether the kernel with this digest was compiled before."""
    root = cache_folder()
    return root is not None and any((root / digest[:16]).glob("*.nbi"))


def is_filled(name: str) -> bool:
    """Whether all kernels of a set are known to be in the cache.

    Args:
        name: Of the set.
    """
    root = cache_folder()
    if root is None:
        return False
    try:
        names = (root / name).read_text(encoding="utf-8").split()
        return all(is_kept(_digest_of(name)) for name in names)
    except (OSError, ImportError, AttributeError, ValueError):
        return False


def note_filled(name: str, kernels: Iterable[str]) -> None:
    """Tell other processes which kernels a set has, all of which are now in the cache.

    Args:
        name: Of the set.
        kernels: Module and name of each, as ``analyzer.replay.replay:replay_hands``.
    """
    root = cache_folder()
    if root is not None:
        unfinished = root / f"{name}.{os.getpid()}"
        with suppress(OSError):
            unfinished.write_text("\n".join(kernels), encoding="utf-8")
            unfinished.replace(root / name)


def _digest_of(name: str) -> str:
    module, attribute = name.split(":")
    digest: str = getattr(import_module(module), attribute).digest
    return digest


@cache
def cache_folder() -> Path | None:
    """A folder that this user alone can write to; None without one.

    Compiled kernels are read back by unpickling, so whoever writes there runs code here.  A folder that
    others can write to is left alone; a private one among the temporary files takes its place.
    """
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
