"""Functions on arrays with two speeds: plain Python for one log, compiled by numba for batches.

Nothing else in the package knows numba.  A kernel is written in the subset of Python that numba
compiles, calls other kernels by name, and must not rely on integer width: numba wraps where Python
grows, and numpy scalars warn, so values read from narrow arrays are widened with ``int()``.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

__all__ = ["Kernel", "compiling", "is_compiling", "kernel"]

P = ParamSpec("P")
R = TypeVar("R")

_state = types.SimpleNamespace(compiling=False, cache_ready=None)


class Kernel(Generic[P, R]):
    """A function on arrays; calling it runs the plain function, or its compiled twin inside `compiling`."""

    def __init__(self, function: Callable[P, R]) -> None:
        self.function = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__qualname__ = function.__qualname__
        self.__module__ = function.__module__
        self.__wrapped__ = function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if _state.compiling:
            return self.compiled(*args, **kwargs)
        return self.function(*args, **kwargs)

    @cached_property
    def compiled(self) -> Callable[P, R]:
        """The same function compiled, with every kernel it names replaced by that kernel's compiled twin."""
        import numba

        source = self.function
        names = {
            name: value.compiled if isinstance(value, Kernel) else value
            for name, value in source.__globals__.items()
            if name in source.__code__.co_names
        }
        names["__name__"] = source.__module__
        names["__file__"] = source.__code__.co_filename
        twin = types.FunctionType(
            source.__code__, names, source.__name__, source.__defaults__, source.__closure__
        )
        twin.__qualname__ = source.__qualname__
        twin.__module__ = source.__module__
        compiled: Callable[P, R] = numba.njit(cache=_cache_ready(), nogil=True)(twin)
        return compiled


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make a function on arrays a `Kernel`."""
    return Kernel(function)


@contextmanager
def compiling() -> Iterator[None]:
    """Run kernels compiled within the block; worth it from some dozens of logs on."""
    before = _state.compiling
    _state.compiling = True
    try:
        yield
    finally:
        _state.compiling = before


def is_compiling() -> bool:
    """Whether kernels run compiled at this point."""
    return bool(_state.compiling)


def _source_digest() -> str:
    """Digest of every module of the package: a callee that changed must not meet a stale cache."""
    digest = hashlib.sha256(f"{sys.version} {sys.platform}".encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_root() -> Path | None:
    base = os.environ.get("TENHOU_ANALYZER_CACHE") or os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base)
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        return Path.home() / ".cache"
    except RuntimeError:
        return None


def _cache_ready() -> bool:
    """Point numba at a directory of our own that can be written; without one nothing is cached."""
    if _state.cache_ready is None:
        _state.cache_ready = _prepare_cache()
    return bool(_state.cache_ready)


def _prepare_cache() -> bool:
    import numba

    root = _cache_root()
    if root is None:
        return False
    folder = root / "tenhou-analyzer" / _source_digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return False
    config: Any = numba.config
    config.CACHE_DIR = str(folder)
    return True
