"""JSON logs of tenhou.net/6: the same games in another notation, read into the same elements."""

from __future__ import annotations

from analyzer.formats.tenhou6.document import looks_like_json, looks_like_tenhou6
from analyzer.formats.tenhou6.reading import read_tenhou6

__all__ = ["looks_like_json", "looks_like_tenhou6", "read_tenhou6"]
