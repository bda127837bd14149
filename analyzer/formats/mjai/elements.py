"""Collects the elements of one game in plain lists, from which all columns are made at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import ATTRIBUTES, TAGS, UNKNOWN
from analyzer.formats.markup import INTEGERS, TEXT, Markup

__all__ = ["Elements"]

_TAG: Final = {tag: index for index, tag in enumerate(TAGS)}
_NAME: Final = {name: index for index, name in enumerate(ATTRIBUTES)}


class Elements:
    """The elements of one game; draws and discards, which are most of them, are appended by the reader.

    `MarkupBuilder` does the same for text, at the price of a call for every element.
    """

    def __init__(self) -> None:
        self.tags: list[int] = []
        self.numbers: list[int] = []
        self.lines: list[int] = []
        """Line of the file of each element."""
        self._owners: list[int] = []
        self._names: list[int] = []
        self._values: list[int] = []
        self._value_offsets: list[int] = [0]
        self._text = bytearray()
        self._text_offsets: list[int] = [0]
        self._texts: list[int] = []

    @property
    def last(self) -> int:
        """Index of the element added last."""
        return len(self.tags) - 1

    def add(self, line: int, tag: str, attributes: Iterable[tuple[str, Sequence[int] | str]] = ()) -> None:
        """Add an element of a known tag; each attribute has whole numbers or a text."""
        owner = len(self.tags)
        self.tags.append(_TAG[tag])
        self.numbers.append(0)
        self.lines.append(line)
        for name, value in attributes:
            self._attribute(owner, _NAME[name], value)

    def add_unknown(self, line: int, tag: str) -> None:
        """Add an element whose tag is not known."""
        self.tags.append(UNKNOWN)
        self.numbers.append(0)
        self.lines.append(line)
        self._attribute(len(self.tags) - 1, UNKNOWN, tag)

    def _attribute(self, owner: int, name: int, value: Sequence[int] | str) -> None:
        self._owners.append(owner)
        if isinstance(value, str):
            self._texts.append(len(self._names))
            self._text += value.encode("utf-8", "replace")
        else:
            self._values.extend(value)
        self._names.append(name)
        self._value_offsets.append(len(self._values))
        self._text_offsets.append(len(self._text))

    def build(self) -> tuple[Markup, NDArray[np.int32]]:
        """The markup, and the line of each element."""
        count = len(self.tags)
        form = np.full(len(self._names), INTEGERS, np.uint8)
        form[self._texts] = TEXT
        offsets = np.zeros(count + 1, np.int32)
        np.cumsum(np.bincount(np.array(self._owners, np.int64), minlength=count), out=offsets[1:])
        markup = Markup(
            game_offsets=np.array([0, count], np.int32),
            tag=np.array(self.tags, np.uint8),
            number=np.array(self.numbers, np.int32),
            attribute_offsets=offsets,
            name=np.array(self._names, np.uint8),
            form=form,
            value_offsets=np.array(self._value_offsets, np.int32),
            text_offsets=np.array(self._text_offsets, np.int32),
            values=np.array(self._values, np.int32),
            text=np.frombuffer(bytes(self._text), np.uint8),
        )
        return markup, np.array(self.lines, np.int32)
