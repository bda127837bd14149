"""The elements of logs as flat arrays: nothing is interpreted, nothing is lost; and their names.

All readers fill this layout, the writer prints it, and `decode` gives it meaning.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import numbered
from analyzer.vocabulary import TILES, DrawKind

TAGS: Final = (
    "mjloggm", "SHUFFLE", "GO", "UN", "TAIKYOKU", "BYE", "INIT", "N", "REACH", "DORA", "AGARI",
    "RYUUKYOKU", "T", "U", "V", "W", "D", "E", "F", "G",
)  # fmt: skip
"""Known tags; the last eight carry a tile id in the tag."""

ATTRIBUTES: Final = (
    "ver", "seed", "ref", "type", "lobby", "title", "rule", "ranking", "csrule", "n0", "n1", "n2", "n3",
    "dan", "rc", "gold", "rate", "sx", "oya", "who", "ten", "chip", "hai0", "hai1", "hai2", "hai3",
    "shuffle", "m", "step", "hai", "ba", "machi", "yaku", "yakuman", "doraHai", "doraHaiUra", "fromWho",
    "paoWho", "sc", "owari", "ratio", "unstated",
)  # fmt: skip
"""Known names of attributes; ``unstated`` is ours, for games converted from other forms."""

DRAW_TYPES: Final = {
    DrawKind.NAGASHI_MANGAN: "nm",
    DrawKind.KYUUSHU_KYUUHAI: "yao9",
    DrawKind.SUUFON_RENDA: "kaze4",
    DrawKind.SUUCHA_RIICHI: "reach4",
    DrawKind.SUUKAIKAN: "kan4",
    DrawKind.SANCHAHOU: "ron3",
}
"""``type`` of RYUUKYOKU; an exhaustive draw has no ``type``."""

LONGEST_TYPE: Final = max(map(len, DRAW_TYPES.values()))

UNKNOWN: Final = 255
"""Stands for a tag or attribute that is not known."""


TAG: Final = numbered(TAGS)
NAME: Final = numbered(ATTRIBUTES)
DRAW_TAGS: Final = range(TAG.T, TAG.W + 1)
DRAW_KEYS: Final = np.array(
    [int.from_bytes(DRAW_TYPES.get(kind, "").encode(), "little") for kind in [0, *DrawKind]], np.int64
)
"""By DrawKind: the bytes of its ``type`` as one little-endian number; 0 for a kind without ``type``."""

MIXED_NUMBERS: Final = 8
"""Numbers of a MIXED value that alternate: score and result of each of four seats."""


# How the value of an attribute is kept.
INTEGERS: Final = 0
"""Comma-separated integers in their shortest form, each within int32: kept in ``values``; none of ``""``."""
MIXED: Final = 1
"""Integers and numbers with one decimal in turn, as in ``owari``; the latter are kept as tenths.

From the ninth number on all are integers: the chips in ``owari`` have no decimals.
"""
TEXT: Final = 2
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
    digits: NDArray[np.int32]
    """Shape (elements,): the digits behind T U V W D E F G (0 for other tags)."""
    attribute_offsets: NDArray[np.int32]
    """Shape (elements + 1,): first attribute of each element."""
    name: NDArray[np.uint8]
    """Shape (attributes,): index of `ATTRIBUTES`, in document order."""
    form: NDArray[np.uint8]
    """Shape (attributes,): INTEGERS, MIXED or TEXT."""
    value_offsets: NDArray[np.int32]
    """Shape (attributes + 1,): first entry in ``values`` of each attribute."""
    text_offsets: NDArray[np.int32]
    """Shape (attributes + 1,): first byte in ``text`` of each attribute."""
    values: NDArray[np.int32]
    text: NDArray[np.uint8]


def attribute_text(markup: Markup, attribute: int) -> str:
    """The value of an attribute as the log wrote it (XML escapes undone), whatever its form."""
    # Buffers give single numbers faster than arrays do.
    form = markup.form.data[attribute]
    if form == TEXT:
        start, stop = markup.text_offsets.data[attribute : attribute + 2]
        return str(markup.text.data[start:stop], "utf-8")
    start, stop = markup.value_offsets.data[attribute : attribute + 2]
    values = markup.values.data[start:stop]
    if form == INTEGERS:
        return ",".join(map(str, values))
    return ",".join(
        f"{'-' if value < 0 else ''}{abs(value) // 10}.{abs(value) % 10}"
        if place % 2 and place < MIXED_NUMBERS
        else str(value)
        for place, value in enumerate(values)
    )


def empty_markup(
    games: int = 0, elements: int = 0, attributes: int = 0, values: int = 0, text_bytes: int = 0
) -> Markup:
    """Unfilled markup with room for so many games, elements, attributes, numbers and bytes of text."""
    room = Markup(
        game_offsets=np.empty(games + 1, np.int32),
        tag=np.empty(elements, np.uint8),
        digits=np.empty(elements, np.int32),
        attribute_offsets=np.empty(elements + 1, np.int32),
        name=np.empty(attributes, np.uint8),
        form=np.empty(attributes, np.uint8),
        value_offsets=np.empty(attributes + 1, np.int32),
        text_offsets=np.empty(attributes + 1, np.int32),
        values=np.empty(values, np.int32),
        text=np.empty(text_bytes, np.uint8),
    )
    for offsets in (room.game_offsets, room.attribute_offsets, room.value_offsets, room.text_offsets):
        offsets[0] = 0
    return room


def games_between(markup: Markup, first: int, stop: int) -> Markup:
    """The games from index ``first`` up to ``stop`` as markup of their own."""

    def cut(offsets: NDArray[np.int32], low: int, high: int) -> tuple[NDArray[np.int32], int, int]:
        taken = offsets[low : high + 1]
        return taken - taken[0] if taken[0] else taken, int(taken[0]), int(taken[-1])

    games, low, high = cut(markup.game_offsets, first, stop)
    attributes, begin, end = cut(markup.attribute_offsets, low, high)
    values, first_value, last_value = cut(markup.value_offsets, begin, end)
    texts, first_byte, last_byte = cut(markup.text_offsets, begin, end)
    return Markup(
        game_offsets=games,
        tag=markup.tag[low:high],
        digits=markup.digits[low:high],
        attribute_offsets=attributes,
        name=markup.name[begin:end],
        form=markup.form[begin:end],
        value_offsets=values,
        text_offsets=texts,
        values=markup.values[first_value:last_value],
        text=markup.text[first_byte:last_byte],
    )


def concatenate(parts: Sequence[Markup]) -> Markup:
    """Markup that holds the games of all parts in order."""
    if not parts:
        return empty_markup()
    if len(parts) == 1:
        return parts[0]

    def joined_offsets(column: str) -> NDArray[np.int32]:
        arrays = [getattr(part, column) for part in parts]
        starts = [0, *accumulate(int(array[-1]) for array in arrays)]
        pieces = [array[:-1] + start for array, start in zip(arrays, starts[:-1], strict=True)]
        return np.concatenate([*pieces, starts[-1:]], dtype=np.int32)

    return Markup._make(
        joined_offsets(column)
        if column.endswith("_offsets")
        else np.concatenate([getattr(part, column) for part in parts])
        for column in Markup._fields
    )


_INT: Final = r"(?:0|-?[1-9][0-9]{0,9})"
_DECIMAL: Final = r"(?:0\.[0-9]|-0\.[1-9]|-?[1-9][0-9]{0,8}\.[0-9])"
_INTEGERS: Final = re.compile(rf"{_INT}(?:,{_INT})*+")
_PAIR: Final = rf"{_INT},{_DECIMAL}"
_MIXED: Final = re.compile(rf"{_PAIR}(?:,{_PAIR}){{0,2}}|{_PAIR}(?:,{_PAIR}){{3}}(?:,{_INT})*+")
_INT32_LIMIT: Final = 2**31
_NAME_INDEX: Final = {name: index for index, name in enumerate(ATTRIBUTES)}
_NUMBERED_NAME: Final = re.compile(r"([TUVWDEFG])(0|[1-9][0-9]{0,3})")
_TAG_BITS: Final = 8

Element: TypeAlias = tuple[str, Sequence[tuple[str, str]]]
"""Name, as ``INIT`` or ``T71``, and attributes in document order, without XML escapes."""
_Value: TypeAlias = tuple[int, Sequence[int], bytes]
"""Form, numbers and text of a value."""


def markup_of(elements: Sequence[Element]) -> Markup:
    """Markup of one game, whose first element is the root, ``mjloggm``.

    A name that is no tag, as ``T`` or ``T071``, is an unknown tag.

    Examples:
        >>> markup_of([("mjloggm", [("ver", "2.3")]), ("T71", [])]).digits.tolist()
        [0, 71]
    """
    tags = np.array([_TAGS[name] if name in _TAGS else _tag(name) for name, _ in elements], np.int32)
    # Most elements are draws and discards, which have no attributes.
    stated = {place: attributes for place, (_, attributes) in enumerate(elements) if attributes}
    rows: list[tuple[int, _Value]] = []
    counts = np.zeros(len(elements), np.int32)
    for place in sorted({*stated, *np.flatnonzero(tags == UNKNOWN).tolist()}):
        before = len(rows)
        if tags[place] == UNKNOWN:
            rows.append((UNKNOWN, _text_value(elements[place][0])))
        rows += [_attribute(*attribute) for attribute in elements[place][1]]
        counts[place] = len(rows) - before
    values = [value for _, value in rows]
    return Markup(
        game_offsets=np.array([0, len(elements)], np.int32),
        tag=(tags & UNKNOWN).astype(np.uint8),
        digits=tags >> _TAG_BITS,
        attribute_offsets=_offsets(counts),
        name=np.array([name for name, _ in rows], np.uint8),
        form=np.array([form for form, _, _ in values], np.uint8),
        value_offsets=_offsets([len(numbers) for _, numbers, _ in values]),
        text_offsets=_offsets([len(text) for _, _, text in values]),
        values=np.array([*chain.from_iterable(numbers for _, numbers, _ in values)], np.int32),
        text=np.frombuffer(b"".join(text for _, _, text in values), np.uint8),
    )


def _tag(name: str) -> int:
    """Tag, and above its bits the number behind it."""
    numbered = _NUMBERED_NAME.fullmatch(name)
    return UNKNOWN if numbered is None else TAGS.index(numbered[1]) | int(numbered[2]) << _TAG_BITS


def _offsets(counts: Sequence[int] | NDArray[np.int32]) -> NDArray[np.int32]:
    return np.append(np.int32(0), np.cumsum(counts, dtype=np.int32))


def _attribute(name: str, value: str) -> tuple[int, _Value]:
    index = _NAME_INDEX.get(name)
    if index is None:
        return UNKNOWN, _text_value(f"{name}={value}")
    return index, _SHORT_VALUES.get(value) or _value(value)


def _value(text: str) -> _Value:
    """A value, by its syntax."""
    if not text:
        return INTEGERS, (), b""
    if _INTEGERS.fullmatch(text):
        form, numbers = INTEGERS, [*map(int, text.split(","))]
    elif _MIXED.fullmatch(text):
        # Decimals have one digit, so the digits without the point are tenths.
        form, numbers = MIXED, [*map(int, text.replace(".", "").split(","))]
    else:
        return _text_value(text)
    if min(numbers) < -_INT32_LIMIT or max(numbers) >= _INT32_LIMIT:
        return _text_value(text)
    return form, numbers, b""


def _text_value(text: str) -> _Value:
    return TEXT, (), text.encode("utf-8")


# Every second attribute of a log is one of these; they are parsed once.
_SHORT_VALUES: Final = {text: _value(text) for text in ["", *map(str, range(TILES))]}
_TAGS: Final = {tag: place for place, tag in enumerate(TAGS[: DRAW_TAGS.start])} | {
    f"{letter}{tile}": _tag(f"{letter}{tile}") for letter in TAGS[DRAW_TAGS.start :] for tile in range(TILES)
}
