"""When the interpreter looks for garbage: seldom, since most of what is made here stays or goes by itself."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_OBJECTS_MADE: Final = 200_000
"""Between two collections; the interpreter's default is 700.

Imports make some 60,000 that stay alive, and a thousand logs as many: to look through them again and again
takes a seventh of the time of validating one log, and 3 % of that of a run.
"""


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Within the block garbage is looked for seldom."""
    often = gc.get_threshold()
    gc.set_threshold(_OBJECTS_MADE)
    try:
        yield
    finally:
        gc.set_threshold(*often)


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
