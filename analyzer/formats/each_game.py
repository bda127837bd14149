"""The games of a file read one by one: one that cannot be read takes no other with it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from analyzer.errors import MalformedLog

__all__ = ["not_collecting", "read_each"]

T = TypeVar("T")
Game = TypeVar("Game")


def read_each(games: Sequence[T], read: Callable[[T], Game]) -> list[Game | MalformedLog]:
    """Every game of a file, or why it could not be read.

    Args:
        games: At least one.
        read: Reads one of them.

    Raises:
        MalformedLog: When no game could be read: the reason of the first.
    """
    found: list[Game | MalformedLog] = []
    for game in games:
        try:
            found.append(read(game))
        except MalformedLog as error:
            found.append(error)
    first = found[0]
    if isinstance(first, MalformedLog) and all(isinstance(one, MalformedLog) for one in found):
        raise first
    return found


@contextmanager
def not_collecting() -> Iterator[None]:
    """Without the garbage collector, which would look at all objects of a log again and again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
