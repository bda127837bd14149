"""Games as links of tenhou.net/5 and /6: the JSON is what follows ``#json=``, percent-encoded or as it is."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

__all__ = ["LINK", "has_links", "linked_json"]

LINK: Final = re.compile(rb"tenhou\.net/[56]/?[^\s#/]{0,200}+#json=")
"""How a link begins, from its host on."""
_LINK_TEXT: Final = re.compile(LINK.pattern.decode())
_OTHER: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\[?\s*\{|<mjloggm|<\?xml)")
"""How JSON of games and mjlogs begin, which may have a link among their texts."""


def has_links(data: bytes) -> bool:
    """Whether a text holds links, alone or among other words."""
    return _OTHER.match(data) is None and LINK.search(data) is not None


def linked_json(text: str) -> list[tuple[int, str]]:
    """Line of each link, and its JSON with what follows on the line, up to the next link."""
    return [
        (number, unquote(part, errors="surrogateescape"))
        for number, line in enumerate(text.split("\n"), 1)
        for part in _LINK_TEXT.split(line)[1:]
    ]
