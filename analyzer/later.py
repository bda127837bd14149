"""Modules that are imported when one of their names is used: a start is fast, and types can be looked up."""

from __future__ import annotations

from importlib import import_module


class Later:
    """A module under the name that annotations know it by.

    `typing.get_type_hints` looks a name up among those of the module, where one that only a type checker
    imports would be an error.

    Args:
        name: Full name of the module, as ``pyarrow.dataset``.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self._name), name)
