"""A digest of all that a compiled function depends on, and of nothing else: no words, lines or places.

A changed docstring or comment, or the same source elsewhere, leaves the digest as it is.
"""

from __future__ import annotations

import hashlib
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from importlib.metadata import version
from typing import Any, TypeVar, get_args, get_type_hints

import numpy as np

__all__ = ["digest_of"]


def digest_of(
    function: Callable[..., Any],
    read: Mapping[str, object],
    compilers: Sequence[Callable[..., Any]],
    options: Sequence[object],
) -> str:
    """Digest of a function: its code, the values it reads, the layout of its arguments, its compiler.

    Args:
        function: The function.
        read: The globals it reads, by name; of a function that it calls, that one's digest.
        compilers: What compiles it.
        options: How.

    Raises:
        TypeError: When it reads a value of which nothing tells whether it has changed.
    """
    described = (
        (function.__module__, function.__qualname__),
        _code(function.__code__, function.__doc__),
        [cell.cell_contents for cell in function.__closure__ or ()],
        (function.__defaults__, sorted((function.__kwdefaults__ or {}).items())),
        [_value(hint) for hint in get_type_hints(function).values()],
        sorted((name, _value(value)) for name, value in read.items()),
        ([_code(one.__code__, one.__doc__) for one in compilers], options, _versions()),
    )
    return hashlib.sha256(repr(described).encode()).hexdigest()


@cache
def _versions() -> tuple[str, ...]:
    return (sys.version, *map(version, ("numba", "llvmlite", "numpy")))


def _code(code: types.CodeType, docstring: str | None) -> tuple[object, ...]:
    """What a function does, without its docstring and the lines it stands on."""
    first, rest = code.co_consts[:1], code.co_consts[1:]
    constants = rest if first == (docstring,) else (*first, *rest)
    return (
        (code.co_code, code.co_exceptiontable, code.co_flags, code.co_argcount, code.co_kwonlyargcount),
        (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars),
        [_code(one, None) if isinstance(one, types.CodeType) else _value(one) for one in constants],
    )


def _value(value: object) -> object:
    """A value as what a compiler makes of it, such that its text tells it from every other."""
    if isinstance(value, np.ndarray | np.generic):
        array = np.asarray(value)
        return (str(array.dtype.descr), array.shape, array.strides, array.tobytes())
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", ())
        kind = (type(value).__module__, type(value).__qualname__)
        return (*kind, fields, [_value(one) for one in value])
    if get_args(value):
        return [_value(one) for one in get_args(value)]
    if isinstance(value, type):
        return _class(value)
    if isinstance(value, types.ModuleType) and value.__spec__ is None:
        # One of `analyzer.kernels.numbered`, which no file has.
        return [(name, number) for name, number in vars(value).items() if isinstance(number, int)]
    if isinstance(value, types.ModuleType | types.FunctionType | types.BuiltinFunctionType | TypeVar):
        return value.__name__
    if isinstance(value, frozenset):
        return sorted(map(repr, value))
    if value is None or isinstance(value, str | bytes | int | float | complex | slice | types.EllipsisType):
        return (type(value).__qualname__, repr(value))
    raise TypeError(f"a kernel reads {value!r}: nothing tells whether a {type(value).__name__} has changed")


@cache
def _class(found: type) -> object:
    """A class by name; members of an enumeration and fields of a row, with the layout of each field."""
    if issubclass(found, Enum):
        return (found.__qualname__, [(member.name, member.value) for member in found])
    if not issubclass(found, tuple) or found is tuple:
        return found.__qualname__
    layout = [_value(hint) for hint in get_type_hints(found).values()]
    # A kept kernel finds its rows by their module.
    return (found.__module__, found.__qualname__, getattr(found, "_fields", ()), layout)
