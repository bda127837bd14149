"""Completion of the names of statistics in shells and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from analyzer.errors import UserMistake
from analyzer.stats.catalogue import shipped_catalogue

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Named"]


class Named:
    """The statistics of an archive as functions by name.

    Args:
        stat: `Archive.stat`.
    """

    def __init__(self, stat: Callable[..., pd.DataFrame]) -> None:
        self._stat = stat

    def __getattr__(self, name: str) -> Callable[..., pd.DataFrame]:
        try:
            found = shipped_catalogue().find(name)
        except UserMistake as error:
            raise AttributeError(str(error)) from None
        made = partial(self._stat, name)
        made.__doc__ = found.statistic.definition
        return made

    def __getitem__(self, name: str) -> Callable[..., pd.DataFrame]:
        return self.__getattr__(name)

    def __dir__(self) -> Iterator[str]:
        return iter(shipped_catalogue().names)

    def _ipython_key_completions_(self) -> Sequence[str]:
        return shipped_catalogue().names
