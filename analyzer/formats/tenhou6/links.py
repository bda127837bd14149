"""Games as links of tenhou.net/5 and /6: the JSON is what follows ``#json=``, percent-encoded or as it is."""

from __future__ import annotations

import json
import re
from typing import Final
from urllib.parse import quote, unquote

from analyzer.formats.losses import Converted, Loss, Lost

__all__ = ["LINK", "has_links", "linked_json", "with_links"]

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


def with_links(converted: Converted) -> Converted:
    """A game in JSON as a link for each hand, one a line; a hand has no final scores."""
    document = json.loads(converted.text)
    lost = converted.lost
    if document.pop("sc", None):
        lost = (*lost, Lost(Loss.FINAL_SCORES, 1))
    links = [_link(document | {"log": [hand]}) for hand in document["log"]]
    return Converted("".join(f"{link}\n" for link in links), lost)


def _link(document: dict[str, object]) -> str:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return f"https://tenhou.net/6/#json={quote(text, safe=',:')}"
