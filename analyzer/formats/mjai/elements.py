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
        """Element of each attribute; the lists below are of attributes too."""
        self._names: list[int] = []
        self._value_counts: list[int] = []
        self._values: list[int] = []
        self._texts: dict[int, bytes] = {}
        """By attribute, of those that have no numbers."""

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
            if isinstance(value, str):
                self._add_text(_NAME[name], value)
                continue
            self._owners.append(owner)
            self._names.append(_NAME[name])
            self._value_counts.append(len(value))
            self._values += value

    def add_unknown(self, line: int, tag: str) -> None:
        """Add an element whose tag is not known."""
        self.tags.append(UNKNOWN)
        self.numbers.append(0)
        self.lines.append(line)
        self._add_text(UNKNOWN, tag)

    def _add_text(self, name: int, text: str) -> None:
        """Add an attribute with a text to the last element."""
        self._texts[len(self._owners)] = text.encode("utf-8", "replace")
        self._owners.append(self.last)
        self._names.append(name)
        self._value_counts.append(0)

    def build(self) -> tuple[Markup, NDArray[np.int32]]:
        """The markup, and the line of each element."""
        count = len(self.tags)
        texts = np.array(list(self._texts), np.int64)
        form = np.full(len(self._names), INTEGERS, np.uint8)
        form[texts] = TEXT
        lengths = np.zeros(len(self._names), np.int32)
        lengths[texts] = [len(text) for text in self._texts.values()]
        markup = Markup(
            game_offsets=np.array([0, count], np.int32),
            tag=np.array(self.tags, np.uint8),
            number=np.array(self.numbers, np.int32),
            attribute_offsets=_offsets(np.bincount(np.array(self._owners, np.int64), minlength=count)),
            name=np.array(self._names, np.uint8),
            form=form,
            value_offsets=_offsets(np.array(self._value_counts, np.int32)),
            text_offsets=_offsets(lengths),
            values=np.array(self._values, np.int32),
            text=np.frombuffer(b"".join(self._texts.values()), np.uint8),
        )
        return markup, np.array(self.lines, np.int32)


def _offsets(counts: NDArray[np.integer]) -> NDArray[np.int32]:
    """Where each of some lists begins in all of them joined, and their end."""
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    return offsets
