"""Tags and attribute names told apart byte by byte, in a table that kernels walk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.markup import ATTRIBUTES, DRAW_TAGS, TAGS, UNKNOWN
from analyzer.kernels import kernel

__all__ = ["NameTables", "Names", "byte_at", "match_name", "name_tables"]

_BYTES: Final = 256
START: Final = 1
"""State before the first byte; state 0 is where no name goes on."""


class Names(NamedTuple):
    """Names of one kind as a tree of bytes."""

    following: NDArray[np.uint8]
    """Shape (states, 256): the state after one more byte; 0 where no name goes on so."""
    name: NDArray[np.uint8]
    """Shape (states,): which name ends in a state; UNKNOWN where none does."""


class NameTables(NamedTuple):
    """What the bytes of names stand for, as indices of `TAGS` and `ATTRIBUTES`."""

    tags: Names
    attributes: Names
    numbered: NDArray[np.uint8]
    """Shape (256,): the tag of each letter that a tile id may follow; UNKNOWN for other bytes."""


@cache
def name_tables() -> NameTables:
    """The tables of the known vocabulary."""
    numbered = np.full(_BYTES, UNKNOWN, np.uint8)
    for tag in range(DRAW_TAGS.start, len(TAGS)):
        numbered[ord(TAGS[tag])] = tag
    return NameTables(_tree(TAGS[: DRAW_TAGS.start]), _tree(ATTRIBUTES), numbered)


def _tree(names: Sequence[str]) -> Names:
    following = np.zeros((1 + START + sum(map(len, names)), _BYTES), np.uint8)
    index = np.full(len(following), UNKNOWN, np.uint8)
    last = START
    for place, name in enumerate(names):
        state = START
        for byte in name.encode("ascii"):
            if following[state, byte] == 0:
                last += 1
                following[state, byte] = last
            state = int(following[state, byte])
        index[state] = place
    return Names(following[: last + 1], index[: last + 1])


@kernel(inline=True)
def byte_at(data: NDArray[np.uint8], at: int) -> int:
    """The byte at a place, which never counts from the end: compiled code need not look whether it does."""
    return int(data[np.uint64(at)])


@kernel(inline=True)
def set_at(column: NDArray[np.integer], row: int, value: int) -> None:
    """Write an entry, its row counted from the start as in `byte_at`."""
    column[np.uint64(row)] = value


@kernel(inline=True)
def match_name(names: Names, data: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """The longest start of names that stands at a place: its name, or UNKNOWN, and the place behind it.

    Args:
        names: Known names.
        data: Bytes, ending in one that no name has.
        at: Where to look.
    """
    state = START
    following = int(names.following[state, byte_at(data, at)])
    while following:
        state = following
        at += 1
        following = int(names.following[state, byte_at(data, at)])
    return int(names.name[state]), at
