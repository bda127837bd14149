"""The elements of logs as flat arrays, nothing interpreted and nothing lost.

Both readers fill this layout and the writer prints it; `events` gives it meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ATTRIBUTES",
    "DISCARD_TAGS",
    "DRAW_TAGS",
    "TAGS",
    "Form",
    "Markup",
    "attribute_text",
    "concatenate",
]

TAGS: Final = (
    "mjloggm", "SHUFFLE", "GO", "UN", "TAIKYOKU", "BYE", "INIT", "N", "REACH", "DORA", "AGARI",
    "RYUUKYOKU", "T", "U", "V", "W", "D", "E", "F", "G",
)  # fmt: skip
"""Known tags; ``tag`` is an index of this tuple, or `UNKNOWN`.  The last eight carry a tile id in the tag."""

ATTRIBUTES: Final = (
    "ver", "seed", "ref", "type", "lobby", "title", "rule", "ranking", "csrule", "n0", "n1", "n2", "n3",
    "dan", "rc", "gold", "rate", "sx", "oya", "who", "ten", "chip", "hai0", "hai1", "hai2", "hai3",
    "shuffle", "m", "step", "hai", "ba", "machi", "yaku", "yakuman", "doraHai", "doraHaiUra", "fromWho",
    "paoWho", "sc", "owari", "ratio",
)  # fmt: skip
"""Known attribute names; ``name`` is an index of this tuple, or `UNKNOWN`."""

UNKNOWN: Final = 255
"""A tag or attribute that is not in the tuples above; its text is kept (see `Markup`)."""

DRAW_TAGS: Final = range(TAGS.index("T"), TAGS.index("W") + 1)
DISCARD_TAGS: Final = range(TAGS.index("D"), TAGS.index("G") + 1)


@unique
class Form(IntEnum):
    """How the value of an attribute is kept."""

    INTEGERS = 0
    """Comma-separated integers in their shortest form, each within int32: kept in ``values``.

    ``""`` is INTEGERS of no values.
    """
    MIXED = 1
    """Integers and numbers with one decimal in turn, as ``owari`` has them; the latter kept as tenths."""
    TEXT = 2
    """Anything else: the UTF-8 bytes are kept in ``text``."""


class Markup(NamedTuple):
    """Elements of one or more logs in document order.

    Element 0 of each game is the root; its children follow as 1, 2, … (the element index of every
    finding).  An unknown tag has `UNKNOWN` in ``tag`` and, as its first attribute, one of name
    `UNKNOWN` and form TEXT whose text is the tag.  An unknown attribute has `UNKNOWN` in ``name``
    and the text ``name=value``.
    """

    game_offsets: NDArray[np.int32]
    """Shape (games + 1,): first element of each game."""
    tag: NDArray[np.uint8]
    """Shape (elements,): index of `TAGS`."""
    number: NDArray[np.int32]
    """Shape (elements,): the digits behind T U V W D E F G (0 for other tags)."""
    attribute_offsets: NDArray[np.int32]
    """Shape (elements + 1,): first attribute of each element."""
    name: NDArray[np.uint8]
    """Shape (attributes,): index of `ATTRIBUTES`, in document order."""
    form: NDArray[np.uint8]
    """Shape (attributes,): a `Form`."""
    value_offsets: NDArray[np.int32]
    """Shape (attributes + 1,): first entry in ``values`` of each attribute."""
    text_offsets: NDArray[np.int32]
    """Shape (attributes + 1,): first byte in ``text`` of each attribute."""
    values: NDArray[np.int32]
    text: NDArray[np.uint8]


def attribute_text(markup: Markup, attribute: int) -> str:
    """The value of an attribute as the log wrote it (XML escapes undone), whatever its form."""
    form = markup.form[attribute]
    if form == Form.TEXT:
        start, stop = markup.text_offsets[attribute : attribute + 2]
        return markup.text[start:stop].tobytes().decode("utf-8")
    start, stop = markup.value_offsets[attribute : attribute + 2]
    values = markup.values[start:stop].tolist()
    if form == Form.INTEGERS:
        return ",".join(map(str, values))
    return ",".join(
        f"{'-' if value < 0 else ''}{abs(value) // 10}.{abs(value) % 10}" if place % 2 else str(value)
        for place, value in enumerate(values)
    )


def concatenate(parts: Sequence[Markup]) -> Markup:
    """One layout holding the games of all parts in order."""
    if len(parts) == 1:
        return parts[0]

    def joined_offsets(column: str) -> NDArray[np.int32]:
        arrays = [getattr(part, column) for part in parts]
        shifts = np.cumsum([0] + [int(array[-1]) for array in arrays])
        pieces = [array[:-1] + shift for array, shift in zip(arrays, shifts[:-1], strict=True)]
        return np.concatenate([*pieces, shifts[-1:]]).astype(np.int32)

    return Markup(
        *(
            joined_offsets(column)
            if column.endswith("_offsets")
            else np.concatenate([getattr(part, column) for part in parts])
            for column in Markup._fields
        )
    )
