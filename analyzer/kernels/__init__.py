"""Functions on arrays with two speeds: plain Python for one log, compiled by numba for batches.

Nothing else in the package knows numba.  A kernel is written in the subset of Python that numba
compiles, calls other kernels by name, and must not rely on integer width: numba wraps where Python
grows, and numpy scalars warn, so values read from narrow arrays are widened with ``int()``.

A compiled kernel passes each array as seven machine words or more.  Kernels that share many arrays
take one record instead (see `analyzer.replay.registers`), which is one address.
"""

from __future__ import annotations

import builtins
import threading
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic, ParamSpec, Protocol, TypeVar, cast, overload

from analyzer.kernels.caches import cache_folder

__all__ = ["Kernel", "Numbers", "compiling", "is_compiling", "kernel", "numbered"]

P = ParamSpec("P")
R = TypeVar("R")

_OPTIONS: Final[dict[str, Any]] = {"nogil": True}
"""How every kernel is compiled."""

_PACKAGE: Final = __name__.split(".", maxsplit=1)[0]

_lock = threading.RLock()
_state = types.SimpleNamespace(blocks=0)
"""Number of open `compiling` blocks in all threads."""


class Kernel(Generic[P, R]):
    """A function on arrays; calling it runs the plain function, or its compiled twin inside `compiling`."""

    def __init__(self, function: Callable[P, R], *, allocates: bool = False, inline: bool = False) -> None:
        self.function = function
        self._says_it_allocates = allocates
        self._inline = inline
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__qualname__ = function.__qualname__
        self.__module__ = function.__module__
        self.__wrapped__ = function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if _state.blocks:
            return self.compiled(*args, **kwargs)
        return self.plain(*args, **kwargs)

    @cached_property
    def plain(self) -> Callable[P, R]:
        """The same function, naming the plain functions of other kernels: calling those costs less."""
        callees = {name: callee.plain for name, callee in self._callees().items()}
        return self._naming(callees) if callees else self.function

    @cached_property
    def compiled(self) -> Callable[P, R]:
        """The same function compiled, with every kernel it names replaced by that kernel's compiled twin."""
        # The callees of a kernel are compiled into it: only what Python calls is worth a cache file.
        return _kept(self._twin())

    @cached_property
    def callee(self) -> Callable[P, R]:
        """The compiled twin for other kernels, with all left out that only Python needs."""
        return _callee(self._twin(), borrows=not self.allocates, inline=self._inline)

    @cached_property
    def allocates(self) -> bool:
        """Whether arrays come into being in this kernel, or in one that it calls."""
        return self._says_it_allocates or any(callee.allocates for callee in self._callees().values())

    def _globals(self) -> dict[str, Any]:
        wanted = _names_of(self.function.__code__)
        return {name: value for name, value in self.function.__globals__.items() if name in wanted}

    def _callees(self) -> dict[str, Kernel[..., Any]]:
        return {name: value for name, value in self._globals().items() if isinstance(value, Kernel)}

    def _twin(self) -> Callable[P, R]:
        """The plain function, naming compiled kernels in place of kernels."""
        return self._naming({name: callee.callee for name, callee in self._callees().items()})

    def _naming(self, callees: Mapping[str, object]) -> Callable[P, R]:
        """The plain function, with these in place of the kernels it names."""
        source = self.function
        names = {**self._globals(), **callees}
        names["__name__"] = source.__module__
        names["__file__"] = source.__code__.co_filename
        names["__builtins__"] = builtins
        twin = types.FunctionType(
            source.__code__, names, source.__name__, source.__defaults__, source.__closure__
        )
        twin.__qualname__ = source.__qualname__
        twin.__module__ = source.__module__
        return twin


def _names_of(code: types.CodeType) -> frozenset[str]:
    """Global names a function uses, also within comprehensions, which before 3.12 are functions inside."""
    inner = (_names_of(const) for const in code.co_consts if isinstance(const, types.CodeType))
    return frozenset(code.co_names).union(*inner)


def _kept(source: Callable[P, R]) -> Callable[P, R]:
    """Compile for Python; what is part of the package is kept in our cache, or read from there."""
    import numba

    folder = cache_folder() if source.__module__.split(".")[0] == _PACKAGE else None
    if folder is not None:
        config: Any = numba.config
        # Numba reads the setting while it wraps a function; a caller's own numba functions keep theirs.
        with _lock:
            theirs, config.CACHE_DIR = config.CACHE_DIR, str(folder)
            try:
                kept: Any = numba.njit(cache=True, **_OPTIONS)(source)
            finally:
                config.CACHE_DIR = theirs
        # Where numba cannot write it looks for another place, which other versions of the package share.
        if folder in Path(kept.stats.cache_path).parents:
            found: Callable[P, R] = kept
            return found
    alone: Callable[P, R] = numba.njit(**_OPTIONS)(source)
    return alone


def _callee(source: Callable[P, R], *, borrows: bool, inline: bool) -> Callable[P, R]:
    """Compile for other kernels: the one place that uses what numba does not document.

    A kernel that neither makes nor returns arrays only borrows those of its caller, and need not count who
    holds them.  Integers are widened, so that it is compiled once and not for each width.  Where numba has
    none of this, `njit` alone gives the same results.  What going without costs, over 1,000 simulated games
    that take 170 us each to judge, and 44 s to compile for:

    | without | us a game | compiling |
    |---|---|---|
    | ``_nrt``, which counts | +140 | +3 % |
    | ``no_cpython_wrapper`` | 0 | +19 % |
    | ``no_cfunc_wrapper`` | 0 | +6 % |
    | widened integers: ``compile`` replaced | +30 | +43 % |
    """
    import numba

    public: dict[str, Any] = {**_OPTIONS, "forceinline": inline}
    wanted = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    wanted |= {"_nrt": False} if borrows else {}
    try:
        known: Any = numba.core.registry.cpu_target.options
        private: dict[str, Any] = {name: wanted[name] for name in wanted if hasattr(known, name)}
        twin: Any = numba.njit(**public, **private)(source)
        twin.compile = _widening(twin, borrows="_nrt" in private)
    except AttributeError:
        twin = numba.njit(**public)(source)
    found: Callable[P, R] = twin
    return found


def _widening(twin: Any, *, borrows: bool) -> Callable[[Iterable[object]], object]:  # noqa: ANN401
    """A replacement for ``twin.compile`` that compiles for ``int64`` whenever the caller passes integers.

    It refuses a callee that borrows arrays and returns one: the caller would release what it never held.
    """
    import numba

    unliteral: Callable[[object], Any] = numba.types.unliteral
    int64: Any = numba.int64
    compile_exactly = twin.compile

    def widened(argument: object) -> object:
        kind = unliteral(argument)
        integer: Any = numba.types.Integer
        is_narrow = isinstance(kind, integer) and kind.bitwidth < int64.bitwidth
        return int64 if is_narrow else kind

    def compile_widened(signature: Iterable[object]) -> object:
        arguments = tuple(widened(argument) for argument in signature)
        entry_point = compile_exactly(arguments)
        returned = twin.overloads[arguments].signature.return_type
        if borrows and not _is_scalar(returned):
            raise TypeError(f"kernel {twin.__name__} returns {returned}: it needs @kernel(allocates=True)")
        return entry_point

    return compile_widened


def _is_scalar(kind: Any) -> bool:  # noqa: ANN401
    """Whether a value of this numba type holds no array: a number, a bool, nothing, or a tuple of such."""
    from numba import types as numba_types

    compound: Any = numba_types.BaseTuple
    if isinstance(kind, compound):
        return all(_is_scalar(part) for part in kind.types)
    return isinstance(kind, numba_types.Number | numba_types.Boolean | numba_types.NoneType)


@overload
def kernel(function: Callable[P, R], /) -> Kernel[P, R]: ...
@overload
def kernel(*, allocates: bool = False, inline: bool = False) -> Callable[[Callable[P, R]], Kernel[P, R]]: ...
def kernel(
    function: Callable[P, R] | None = None, /, *, allocates: bool = False, inline: bool = False
) -> Kernel[P, R] | Callable[[Callable[P, R]], Kernel[P, R]]:
    """Make a function on arrays a `Kernel`.

    Args:
        function: What to decorate.
        allocates: Whether it makes or returns an array; needed only if another kernel calls it.
        inline: Whether to compile it into its callers, because passing arguments takes longer than its work.
    """
    if function is not None:
        return Kernel(function)
    return lambda decorated: Kernel(decorated, allocates=allocates, inline=inline)


class Numbers(Protocol):
    """Numbers with names, as ``TAG.INIT``; to kernels they are constants."""

    def __getattr__(self, name: str) -> int: ...


def numbered(numbers: type[Enum] | Mapping[str, int] | Sequence[str]) -> Numbers:
    """Numbers with names: the members of an enumeration, a mapping, or names numbered from 0.

    Kernels cannot read an enumeration, and plain code reads one ten times as slowly.  So they are a module:
    that numba takes its numbers for constants, and CPython reads them nearly as fast as globals.
    """
    if isinstance(numbers, type):
        numbers = {name: member.value for name, member in numbers.__members__.items()}
    elif not isinstance(numbers, Mapping):
        numbers = {name: place for place, name in enumerate(numbers)}
    made = types.ModuleType("numbers")
    made.__dict__.update({name: int(number) for name, number in numbers.items()})
    return cast("Numbers", made)


@contextmanager
def compiling() -> Iterator[None]:
    """Run kernels compiled within the block, in all threads; worth it from some dozens of logs on."""
    with _lock:
        _state.blocks += 1
    try:
        yield
    finally:
        with _lock:
            _state.blocks -= 1


def is_compiling() -> bool:
    """Whether kernels run compiled at this point."""
    return bool(_state.blocks)
