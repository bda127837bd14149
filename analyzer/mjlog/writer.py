"""`Markup` to bytes, in the form Tenhou writes: for an unedited log the very bytes that were read."""

from __future__ import annotations

from typing import Final

from analyzer.mjlog.markup import ATTRIBUTES, DRAW_TAGS, TAGS, UNKNOWN, Markup, attribute_text

__all__ = ["write"]

_SPACED: Final = frozenset(TAGS.index(tag) for tag in ("BYE", "N", "DORA", "AGARI", "RYUUKYOKU"))
"""Tags that Tenhou ends with ``" />"``; the others end with ``"/>"``."""
_UN: Final = TAGS.index("UN")
_DAN: Final = ATTRIBUTES.index("dan")
_ESCAPES: Final = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        '"': "&quot;",
        # As they are, a reader would have to make these blanks.
        "\t": "&#9;",
        "\n": "&#10;",
        "\r": "&#13;",
    }
)


def write(markup: Markup, game: int = 0) -> bytes:
    """One game as mjlog bytes: UTF-8, one line, attributes in document order.

    Args:
        markup: Elements of one or more games.
        game: Which of them.

    Example:
        >>> from analyzer.mjlog.reader import read_markup
        >>> write(read_markup(b"<mjloggm ver='2.3'> <T71 /> <N m='1' who='0'/> </mjloggm>")[0])
        b'<mjloggm ver="2.3"><T71/><N m="1" who="0" /></mjloggm>'
    """
    first, stop = markup.game_offsets[game : game + 2].tolist()
    root, _ = _start_tag(markup, first)
    children = (_element(markup, element) for element in range(first + 1, stop))
    return "".join([f"<{root}>", *children, f"</{TAGS[0]}>"]).encode("utf-8")


def _element(markup: Markup, element: int) -> str:
    tag = int(markup.tag[element])
    text, names = _start_tag(markup, element)
    # A reconnect is an UN with a name alone, and spaced; the first UN of a game is not.
    spaced = tag in _SPACED or (tag == _UN and len(names) == 1 and _DAN not in names)
    return f"<{text} />" if spaced else f"<{text}/>"


def _start_tag(markup: Markup, element: int) -> tuple[str, list[int]]:
    """Tag and attributes as text without brackets, and the indices of the attributes' names."""
    first, stop = markup.attribute_offsets[element : element + 2].tolist()
    tag = int(markup.tag[element])
    if tag == UNKNOWN:
        text = attribute_text(markup, first)
        first += 1
    else:
        text = TAGS[tag] if tag < DRAW_TAGS.start else f"{TAGS[tag]}{markup.number[element]}"
    names = markup.name[first:stop].tolist()
    attributes = "".join(_attribute(markup, attribute) for attribute in range(first, stop))
    return text + attributes, names


def _attribute(markup: Markup, attribute: int) -> str:
    name, value = int(markup.name[attribute]), attribute_text(markup, attribute)
    if name == UNKNOWN:
        key, _, value = value.partition("=")
    else:
        key = ATTRIBUTES[name]
    return f' {key}="{value.translate(_ESCAPES)}"'
