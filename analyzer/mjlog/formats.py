"""Bytes of a log in either format that logs come in, told apart by how they begin."""

from __future__ import annotations

from analyzer.mjlog.reader import read_markup
from analyzer.mjlog.tenhou6 import ReadGame, looks_like_json, read_tenhou6

__all__ = ["read_log"]


def read_log(data: bytes) -> list[ReadGame]:
    """Elements of every game in the bytes of a log: XML, or JSON of tenhou.net/6.

    Args:
        data: The log, not compressed.  XML holds one game; JSON may hold several.

    Raises:
        MalformedLog: When the bytes are neither, or beyond the bounds of `read_markup` and `read_tenhou6`.
    """
    if looks_like_json(data[:64]):
        return read_tenhou6(data)
    markup, problems = read_markup(data)
    return [ReadGame(markup, problems, None)]
