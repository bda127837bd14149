"""Two repairs of ill-formed XML: attributes given twice, and a log cut short.  Everything else stays refused.

Works on bytes in any encoding that extends ASCII; the repaired bytes must still pass the strict parser.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

__all__ = ["Repaired", "close_cut_log", "drop_duplicate_attributes"]

# Every repetition is possessive and none crosses "<", so that a hostile input is scanned once.
_TAG: Final = (
    rb"""<(?P<slash>/?+)(?P<name>[^\s<>"'/!?=]++)(?P<rest>[^<>"']*+(?:(?:"[^"<]*+"|'[^'<]*+')[^<>"']*+)*+)>"""
)
_ASIDE: Final = rb"<!--(?s:.*?)(?:-->|\Z)|<\?(?s:.*?)(?:\?>|\Z)|<!\[CDATA\[(?s:.*?)(?:\]\]>|\Z)"
_TOKEN: Final = re.compile(rb"(?P<aside>" + _ASIDE + rb")|" + _TAG)
_ATTRIBUTE: Final = re.compile(rb"""\s++([^\s<>"'/=]++)\s*+=\s*+("[^"<]*+"|'[^'<]*+')""")
_ROOT_END: Final = b"</mjloggm>"


class Repaired(NamedTuple):
    """Bytes after a repair."""

    data: bytes
    elements: list[int]
    """Index of every element that was repaired (the root is 0); for a cut log, of its last element."""


def drop_duplicate_attributes(data: bytes) -> Repaired:
    """The log with only the first value of each attribute that an element gives twice."""
    pieces: list[bytes] = []
    elements: list[int] = []
    done = 0
    element = -1
    for token in _TOKEN.finditer(data):
        if token["aside"] is not None or token["slash"]:
            continue
        element += 1
        seen: set[bytes] = set()
        for attribute in _ATTRIBUTE.finditer(data, *token.span("rest")):
            if attribute[1] not in seen:
                seen.add(attribute[1])
                continue
            pieces.append(data[done : attribute.start()])
            done = attribute.end()
            if elements[-1:] != [element]:
                elements.append(element)
    return Repaired(b"".join([*pieces, data[done:]]), elements)


def close_cut_log(data: bytes) -> Repaired | None:
    """A log that ends before its root does, closed behind its last whole element.

    Returns:
        None when the log is not cut: its root is closed or never opened, or what stands behind the last
        whole element is more than the beginning of one.
    """
    depth = 0
    place = 0
    whole_end = 0
    whole_elements = 0
    element = -1
    for token in _TOKEN.finditer(data):
        if b"<" in data[place : token.start()]:
            return None
        place = token.end()
        if token["aside"] is not None:
            continue
        if token["slash"]:
            depth -= 1
        else:
            element += 1
            depth += not token["rest"].endswith(b"/")
        if depth <= 0:
            return None
        if depth == 1:
            whole_end, whole_elements = place, element
    if whole_end == 0 or not _begins_element(data[place:]):
        return None
    return Repaired(data[:whole_end] + _ROOT_END, [whole_elements])


def _begins_element(rest: bytes) -> bool:
    """Whether the bytes are blank, or blank and then the beginning of one tag."""
    rest = rest.strip()
    return not rest or rest.rfind(b"<") == 0
